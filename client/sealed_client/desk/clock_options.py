"""The clock of a new table as it is typed at the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed_client.clock_terms import PRESETS, SpanError, parse_span, wished_clock
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from sealed.wire.v1.fairness_pb2 import Clock

_ON_TIMEOUT: Final = {"loss": 1, "answer": 2}
_SPANS: Final = ("bank", "increment", "minimum", "decision", "pause")


def add_clock_arguments(parser: ArgumentParser) -> None:
    """Add what clock a new table gets: a preset, and changes to it."""
    group = parser.add_argument_group("clock of a new table", "Spans are written as 15s, 30m, 1h30m, 7d.")
    group.add_argument(
        "--clock", choices=tuple(PRESETS), help="none: a week for each answer (default); live; quick"
    )
    group.add_argument("--bank", metavar="SPAN", help="time of each player for the whole game, as 30m")
    group.add_argument("--increment", metavar="SPAN", help="time that an answer earns, as 15s")
    group.add_argument("--minimum", metavar="SPAN", help="time of each answer that costs nothing, as 20s")
    group.add_argument("--decision", metavar="SPAN", help="longest time for one answer, as 15m or 7d")
    group.add_argument("--pause", metavar="SPAN", help="how long all pauses together may last, as 60m")
    group.add_argument(
        "--on-timeout", choices=tuple(_ON_TIMEOUT), help="who is late loses, or the game passes for him"
    )
    group.add_argument("--misses", type=int, metavar="N", help="so often in a row it passes before he loses")


def clock_of(given: Namespace) -> Clock | None:
    """Return the clock that was typed, or nothing. Raises `Trouble` for a span that is none."""
    changes = {}
    for name in _SPANS:
        text: str | None = getattr(given, name)
        if text is not None:
            changes[f"{name}_s"] = _span(name, text)
    if given.on_timeout is not None:
        changes["on_timeout"] = _ON_TIMEOUT[given.on_timeout]
    if given.misses is not None:
        changes["misses"] = _count(given.misses)
    return wished_clock(given.clock, changes)


def _span(name: str, text: str) -> int:
    try:
        seconds = parse_span(text)
    except SpanError as error:
        raise Trouble(f"--{name}: {error}.") from error
    if seconds >= 1 << 32:
        raise Trouble(f"--{name}: {text} is far too long.")
    return seconds


def _count(number: int) -> int:
    if not 0 <= number <= 100:
        raise Trouble("--misses: choose a number from 0 to 100.")
    return number
