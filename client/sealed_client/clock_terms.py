"""The clock of a table as people ask for it and read it: presets, spans such as 30m, terms in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sealed.wire.v1.fairness_pb2 import Clock

if TYPE_CHECKING:
    from collections.abc import Mapping

STATED_ANSWER: Final = 2
"""The value of `on_timeout` by which a stated answer stands in at a deadline (spec 2.17)."""

LIVE: Final = {
    "bank_s": 1800,
    "increment_s": 15,
    "minimum_s": 20,
    "decision_s": 900,
    "link_s": 120,
    "result_s": 300,
    "pause_s": 3600,
    "stall_s": 60,
    "on_timeout": STATED_ANSWER,
    "misses": 2,
}
"""An evening at the table: the defaults of spec 2.12 (seconds)."""

PRESETS: Final[Mapping[str, Mapping[str, int]]] = {
    "none": {},
    "live": LIVE,
    "quick": {
        **LIVE,
        "bank_s": 300,
        "increment_s": 5,
        "minimum_s": 10,
        "decision_s": 120,
        "link_s": 60,
        "result_s": 120,
        "pause_s": 600,
        "misses": 1,
    },
}
"""What a clock can be called: none (a week for each answer), live, quick."""

_BANKED: Final = frozenset({"bank_s", "increment_s", "minimum_s"})
_UNITS: Final = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
_NAMES: Final = {"d": "day", "h": "hour", "m": "minute", "s": "second"}
_SPAN: Final = re.compile(r"(?:(\d{1,4})d)?(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,7})s)?", re.ASCII)


class SpanError(ValueError):
    """Says that a text is no span of time, and how one is written."""


def parse_span(text: str) -> int:
    """Returns the seconds of a span such as 15s, 30m, 1h30m or 7d; 0 is none. Raises SpanError."""
    found = _SPAN.fullmatch(text.casefold())
    if text != "0" and (not text or found is None):
        raise SpanError(f"{text!r} is no span of time; write it as 15s, 30m, 1h30m or 7d")
    numbers = found.groups() if found is not None else ()
    return sum(int(number) * unit for number, unit in zip(numbers, _UNITS.values(), strict=False) if number)


def span_words(seconds: int) -> str:
    """Returns a span in words, to the second: `1 hour 30 minutes`."""
    words = []
    for letter, unit in _UNITS.items():
        number, seconds = divmod(seconds, unit)
        if number:
            words.append(f"{number} {_NAMES[letter]}{'' if number == 1 else 's'}")
    return " ".join(words) or "0 seconds"


def banked(clock: Clock) -> bool:
    """Tells whether each seat has a bank of time of its own."""
    return bool(clock.bank_s or clock.minimum_s)


def wished_clock(preset: str | None, changes: Mapping[str, int]) -> Clock | None:
    """Returns the clock to ask for; nothing if nothing was said about one.

    Without a preset, changes of the bank are changes of `live`; others leave the table without banks.
    """
    if preset is None and not changes:
        return None
    chosen = preset or ("live" if _BANKED & changes.keys() else "none")
    fields = {**PRESETS[chosen], **changes}
    if fields.get("on_timeout") == STATED_ANSWER:
        fields.setdefault("misses", LIVE["misses"])
    return Clock(**fields)


def unlike(wished: Clock, clock: Clock) -> bool:
    """Tells whether a table's clock is another than the wished one; what was not wished may be anything."""
    said = (name.name for name, _ in wished.ListFields())
    return banked(wished) != banked(clock) or any(getattr(wished, n) != getattr(clock, n) for n in said)


def terms_words(clock: Clock) -> str:
    """Returns in one sentence by what clock a table is played."""
    return f"{_banks(clock)}. {_late(clock)}.{_pauses(clock)}"


def _banks(clock: Clock) -> str:
    answer = f"an answer is due within {span_words(clock.decision_s)}"
    if not banked(clock):
        return f"No clock; {answer}"
    parts = [f"Each player has {span_words(clock.bank_s)}"]
    if clock.minimum_s:
        parts.append(f"the first {span_words(clock.minimum_s)} of an answer are free")
    if clock.increment_s:
        parts.append(f"each new question answered earns {span_words(clock.increment_s)}")
    return f"{', '.join(parts)}, and {answer} at the latest"


def _late(clock: Clock) -> str:
    if clock.on_timeout != STATED_ANSWER or not clock.misses:
        return "Whoever is late loses"
    times = f"{clock.misses} times in a row" if clock.misses > 1 else "once"
    return f"For whoever is late the game passes where it can, {times}; after that, whoever is late loses"


def _pauses(clock: Clock) -> str:
    return f" Pauses: {span_words(clock.pause_s)} in all." if clock.pause_s else ""
