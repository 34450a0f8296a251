"""Structured log lines: an event and key=value pairs. Secrets never come here: callers name what they log."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    import asyncio

FORMAT: Final = "time=%(asctime)s level=%(levelname)s log=%(name)s %(message)s"


def line(event: str, **facts: str | int | bool) -> str:
    """Returns one line; values with blanks or quotes are written as JSON strings."""
    return " ".join([f"event={event}", *(f"{key}={_value(value)}" for key, value in facts.items())])


def _value(value: str | int | bool) -> str:
    text = str(value)
    plain = text.replace("-", "").replace(".", "").replace(":", "")
    return text if plain.isascii() and plain.isalnum() else json.dumps(text)


def of_loop(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """Logs what an event loop could hand to nobody; its own handler would print what the error held."""
    error = context.get("exception")
    named, at = (type(error).__name__, frames(error)) if isinstance(error, BaseException) else ("none", "")
    logging.getLogger("sealed.referee.loop").error(line("loop-error", error=named, at=at))


def frames(error: BaseException) -> str:
    """Returns where an error arose, innermost last, without messages and values: those may hold secrets."""
    return " > ".join(
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno}:{frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    )


class _StandardError(logging.StreamHandler[TextIO]):
    """Writes to what is standard error at that moment, also if it has been exchanged since."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record."""
        self.stream = sys.stderr
        super().emit(record)


def to_stderr(level: int = logging.INFO) -> None:
    """Sends the log lines of the referee to standard error, each with its time and level."""
    handler = _StandardError(sys.stderr)
    handler.setFormatter(logging.Formatter(FORMAT))
    root = logging.getLogger("sealed.referee")
    root.handlers = [handler]
    root.setLevel(level)
    root.propagate = False
