"""The clock of a table in words: who owes what until when, banks, misses, pauses, credits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.bridge.duties import Answers, Slots
from sealed.fairness.payloads.codec import EntryType, parse
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.clock_terms import span_words
from sealed_client.text.people import entry_words, people_of
from sealed_client.time_left import paused, time_left

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed_client.follower import Follower
    from sealed_client.text.people import People

_SECOND = 1000
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


def clock_lines(follower: Follower, at_ms: int) -> list[str]:
    """Returns who owes an answer or a share of chance, since when and until when, and how the clocks stand.

    `at_ms` is what the referee's clock shows now.
    """
    if follower.game_over is not None:
        return ["The game is over; nobody owes an answer.", *_credits(follower)]
    people = people_of(follower)
    seats = range(1, follower.rules.setup.seats + 1)
    owed = [line for seat in seats if (line := _owed(follower, people, seat, at_ms))]
    return [*(owed or _nobody(follower)), *_standing(follower, people, at_ms), *_credits(follower)]


def _owed(follower: Follower, people: People, seat: int, at_ms: int) -> str:
    verifier = follower.verifier
    since = verifier.asked(seat) if verifier.size else None
    if since is None:
        return ""
    waited = rough(max(0, at_ms - verifier.time_of(since)))
    left = time_left(follower, seat, at_ms)
    until = "" if left is None else f"; time left {rough(left)}"
    return f"An answer is due from {people.name(seat)}, for {waited}{until}."


def _nobody(follower: Follower) -> list[str]:
    duty = follower.verifier.duty
    if isinstance(duty, Slots):
        return ["Chance is due: every seat's device gives its share by itself."]
    if isinstance(duty, Answers):
        return ["An answer is due."]
    return ["The referee is at work; nobody owes an answer."]


def _standing(follower: Follower, people: People, at_ms: int) -> Iterator[str]:
    """Yields a line for each seat that has a bank, has missed an answer or wishes a pause, and the pauses."""
    verifier, clock = follower.verifier, follower.rules.params.clock
    if not verifier.size:
        return
    for seat in range(1, follower.rules.setup.seats + 1):
        said = []
        bank = verifier.bank_ms(seat)
        if bank is not None:
            said.append(f"bank {rough(bank)}")
        if misses := verifier.misses(seat):
            said.append(f"{misses} of {clock.misses} misses")
        if seat in verifier.pause.wishes:
            said.append("wishes a pause")
        if said:
            who = people.name(seat)
            yield f"{who[0].upper()}{who[1:]}: {', '.join(said)}."
    if clock.pause_s:
        yield _pauses(follower, at_ms)


def pause_left(follower: Follower, at_ms: int) -> int:
    """Returns how many milliseconds of pause a table that has begun has left."""
    pause = follower.verifier.pause
    return pause.left_ms if pause.until_ms is None else max(0, pause.until_ms - at_ms)


def pause_offered(follower: Follower, at_ms: int) -> bool:
    """Tells whether others wish a pause that the reader could agree to."""
    wishes = follower.verifier.pause.wishes if follower.verifier.size else ()
    return bool(follower.seat and wishes and follower.seat not in wishes and pause_left(follower, at_ms))


def _pauses(follower: Follower, at_ms: int) -> str:
    budget, left = follower.rules.params.clock.pause_s, pause_left(follower, at_ms)
    used = rough(budget * _SECOND - left)
    now = "Paused: no clock runs. " if paused(follower, at_ms) else ""
    return f"{now}Pauses: {used} used, {rough(left)} left."


def _credits(follower: Follower) -> list[str]:
    """Returns the restarts of the referee as they stand in the log."""
    people = people_of(follower)
    notices = (one for one in follower.notebook.entries if one.type == EntryType.NOTICE)
    return [
        f"{entry.index}: {entry_words(people, entry)}"
        for entry in notices
        if parse(wire.Notice, entry.payload).kind == "credit"
    ]


def own_time(follower: Follower, at_ms: int | None) -> str:
    """Returns how much time the reader has left for the open question; empty if nothing is known of it."""
    if at_ms is None or not follower.seat:
        return ""
    left = time_left(follower, follower.seat, at_ms)
    if left is None or left >= _DAY * _SECOND:
        return ""
    return f"Your time: {rough(left)}{', paused' if paused(follower, at_ms) else ''}."


def rough(ms: int) -> str:
    """Returns a span in words, in its two largest units."""
    seconds = ms // _SECOND
    for unit, smaller in ((_DAY, _HOUR), (_HOUR, _MINUTE)):
        if seconds >= unit:
            return span_words(seconds - seconds % smaller)
    return span_words(seconds)
