"""Any single bit of any message of an honest game, changed before it is signed: found by the end (P2).

Left out are only the stamps that 2.12 leaves to the two parties: `received_ms` and `waits` in their bounds.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from framing import flipped
from malicious_referee import HEAD, PRIVATE
from remembered import remembering
from witness import Trial

from sealed.fairness.payloads.codec import ENTRIES
from sealed.fairness.payloads.codec import EntryType as E

MESSAGES, LONG_MESSAGES = 40, 10_000
TURNS = (16, 16, 16, 64)
"""A quarter of the games get as far as looks and forced openings."""


class Mutation:
    """Changes one message of a game: an entry, a private message or a head, the n-th that is made."""

    def __init__(self, trial: Trial, rng: Random, place: int) -> None:
        self.rng, self.place, self.made = rng, place, 0
        self.what = ""
        self.free = False
        scribe = trial.scribe
        for kind in E:
            scribe.at(kind.name, lambda message, kind=kind: self.entry(kind, message), often=True)
        scribe.at(PRIVATE, lambda seat, kind, content: self.private(content), often=True)
        scribe.at(HEAD, self.head, often=True)

    def _now(self) -> bool:
        self.made += 1
        return self.made == self.place

    def entry(self, kind: E, message) -> bytes | None:
        """Changes the payload of an entry."""
        if not self._now():
            return None
        before = message.SerializeToString(deterministic=True)
        after = flipped(before, self.rng)
        self.what = kind.name
        self.free = _only_stamps(kind, before, after)
        return after

    def private(self, content: bytes) -> bytes | None:
        """Changes the content of a private message."""
        if not self._now():
            return None
        self.what = PRIVATE
        return flipped(content, self.rng)

    def head(self, scribe) -> None:
        """Changes a head after it was signed."""
        if not self._now():
            return
        self.what = HEAD
        head = scribe.heads[-1]
        field = self.rng.choice(("root", "sig", "time_ms", "size"))
        value = getattr(head, field)
        setattr(head, field, flipped(value, self.rng) if isinstance(value, bytes) else value ^ 1)


def _only_stamps(kind: E, before: bytes, after: bytes) -> bool:
    """Tells whether two payloads differ in stamps only."""
    try:
        one, other = ENTRIES[kind].FromString(before), ENTRIES[kind].FromString(after)
    except Exception:  # noqa: BLE001 - the library has several errors for bytes that are no message
        return False
    for message in (one, other):
        for name in ("received_ms", "waits"):
            if name in message.DESCRIPTOR.fields_by_name:
                message.ClearField(name)
    return one == other


@cache
def messages_of(seats: int, game: int, turns: int) -> int:
    """Returns how many messages an honest game has, so that each mutation finds one."""
    trial = Trial(seats, game)
    counting = Mutation(trial, Random(0), 0)
    assert trial.run(turns) is None
    assert trial.finish_on() is None
    return counting.made


def undetected(seed: int, games: int) -> str:
    """Plays a game with one message changed; returns what was changed if nobody found it."""
    rng = Random(seed)
    seats, turns, game = rng.choice((2, 2, 3)), rng.choice(TURNS), seed % games + 1
    place = rng.randrange(messages_of(seats, game, turns)) + 1
    trial = Trial(seats, game)
    mutation = Mutation(trial, rng, place)
    try:
        found = trial.run(turns) or trial.finish_on()
    except Exception:  # noqa: BLE001 - the scribe's own state may not survive the change
        found = trial.deliver()
    assert mutation.what, seed
    return "" if found or mutation.free else f"{mutation.what} {seats} {game} {turns} {place}"


def all_found(messages: int, games: int) -> None:
    """Asserts that each of so many changed messages is found."""
    with remembering():
        assert {seed: what for seed in range(messages) if (what := undetected(seed, games))} == {}


def test_no_changed_message_is_accepted() -> None:
    """Some random messages, each changed by one bit."""
    all_found(MESSAGES, 8)


@pytest.mark.long
def test_no_changed_message_is_accepted_at_length() -> None:
    """The same for 10,000 messages."""
    all_found(LONG_MESSAGES, 50)
