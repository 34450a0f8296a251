"""What clock a new table gets (spec 2.12): what was asked for, and defaults where nothing was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.wire.v1 import fairness_pb2 as wire
from sealed_referee.deadlines import STATED_ANSWER

if TYPE_CHECKING:
    from collections.abc import Mapping

WEEK_S: Final = 7 * 24 * 3600
LONGEST_S: Final = 366 * 24 * 3600
MOST_MISSES: Final = 100

DEFAULT_CLOCK: Final = {
    "on_timeout": 1,
    "stall_s": 60,
    "decision_s": WEEK_S,
    "link_s": WEEK_S,
    "result_s": 300,
}
"""What a table gets without a clock (seconds)."""

BANK_DEFAULTS: Final = {
    "on_timeout": STATED_ANSWER,
    "misses": 2,
    "stall_s": 60,
    "decision_s": 900,
    "link_s": 120,
    "result_s": 300,
}
"""What a table with a bank clock gets where 0 was asked and 0 would mean nothing (seconds)."""

_SPANS: Final = {
    "bank_s": "the bank",
    "increment_s": "the increment",
    "minimum_s": "the minimum",
    "decision_s": "a decision",
    "link_s": "a link",
    "result_s": "the signing of the result",
    "pause_s": "all pauses together",
    "stall_s": "the referee's own time",
}


class ClockError(ValueError):
    """Says why a table cannot be played by a clock, and what would do."""


def clock_of(asked: wire.Clock) -> wire.Clock:
    """Returns the clock of a table for which this one was asked. Raises ClockError.

    Bank, increment, minimum and pause are taken as they are: 0 is none. Of the others 0 stands for the
    default. `misses` is its own only if `on_timeout` was chosen.
    """
    banked = bool(asked.bank_s or asked.minimum_s)
    defaults: Mapping[str, int] = BANK_DEFAULTS if banked else DEFAULT_CLOCK
    clock = wire.Clock()
    clock.CopyFrom(asked)
    for name, value in defaults.items():
        if not getattr(asked, name) and not (name == "misses" and asked.on_timeout):
            setattr(clock, name, value)
    _check(clock)
    return clock


def _check(clock: wire.Clock) -> None:
    """Raises ClockError for a clock by which nobody can play."""
    if clock.on_timeout > STATED_ANSWER:
        raise ClockError("no arbiter decides at a deadline here; ask for loss (1) or the stated answer (2)")
    for name, words in _SPANS.items():
        if getattr(clock, name) > LONGEST_S:
            raise ClockError(f"{words} cannot last longer than a year; ask for less")
    if clock.minimum_s > clock.decision_s:
        raise ClockError(
            f"each decision would be free for {clock.minimum_s} s and end after {clock.decision_s} s; "
            "ask for a minimum that is no longer than a decision"
        )
    if clock.misses > MOST_MISSES:
        raise ClockError(f"a seat can miss at most {MOST_MISSES} answers in a row; ask for fewer")
