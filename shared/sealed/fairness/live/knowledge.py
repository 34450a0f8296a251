"""What a verifier knows of its table, for whoever asks; reading changes nothing."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from sealed.fairness.live.watch_time import deadline, referee_due

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping

    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title
    from sealed.fairness.arithmetic.blind import Handle
    from sealed.fairness.bridge.duties import Duty
    from sealed.fairness.bridge.places import Places
    from sealed.fairness.live.clocks import Pause
    from sealed.fairness.live.ledger import Ledger
    from sealed.fairness.live.passages import Passage
    from sealed.fairness.live.verdicts import Skipped
    from sealed.fairness.live.watched import Pending, Watched
    from sealed.fairness.signing.private import PeekedCard
    from sealed.wire.v1 import fairness_pb2 as wire


class Knowledge:
    """Is the readable side of `Verifier`."""

    def __init__(self, w: Watched) -> None:
        """Reads what is watched."""
        self._w = w

    @property
    def watched(self) -> Watched:
        """Is all that is known, for the audit; nobody else reaches in."""
        return self._w

    @property
    def table_id(self) -> bytes:
        """Is the id of the table; empty before GENESIS."""
        return self._w.table_id

    @property
    def params(self) -> wire.Params:
        """Is the parameters of the table."""
        return self._w.params

    @property
    def params_bytes(self) -> bytes:
        """Is the exact bytes of the parameters."""
        return self._w.params_bytes

    @property
    def referee_pk(self) -> bytes:
        """Is the referee's public key."""
        return self._w.referee_pk

    @property
    def keys(self) -> tuple[bytes, ...]:
        """Is the public keys of the seats, in seat order."""
        return tuple(speaker.pk for speaker in self._w.speakers.values())

    @property
    def names(self) -> tuple[str, ...]:
        """Is the names of the players, in seat order."""
        return tuple(speaker.name for speaker in self._w.speakers.values())

    @property
    def setup(self) -> Setup | None:
        """Is the engine's set-up; None without the rules."""
        return self._w.setup

    @property
    def title(self) -> Title | None:
        """Is the rules; None if `title_of` does not have them."""
        return self._w.title

    @property
    def places(self) -> Places | None:
        """Is the table between engine zones and protocol numbers; None without the rules."""
        return self._w.places

    @property
    def state(self) -> State | None:
        """Is the public replica of the game, from START on."""
        return self._w.state

    @property
    def duty(self) -> Duty | None:
        """Is what the rules make due now; None before START and without the rules."""
        return self._w.duty

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Is what the entries of the last feed did."""
        return tuple(self._w.passages)

    @property
    def ledger(self) -> Ledger:
        """Is the public table of places; to be read only."""
        return self._w.ledger

    @property
    def size(self) -> int:
        """Is the number of entries taken."""
        return self._w.size

    @property
    def root(self) -> bytes:
        """Is the root over all entries taken."""
        return self._w.roots[-1]

    def root_at(self, size: int) -> bytes:
        """Returns the root of the first `size` entries. Raises IndexError beyond `size`."""
        return self._w.roots[size]

    def time_of(self, index: int) -> int:
        """Returns the time of an entry in ms: that of the head that first covered it."""
        return self._w.time_of(index)

    @property
    def phase(self) -> str:
        """Is "S" (set-up), "P" (play), "O" (over) or "R" (revealed)."""
        return self._w.phase

    @property
    def pending(self) -> Pending | None:
        """Is the open slot, also one that stayed unfinished when the game ended."""
        return self._w.pending

    @property
    def last_k(self) -> int:
        """Is the number of the last slot opened."""
        return self._w.last_k

    @property
    def game_over(self) -> wire.GameOver | None:
        """Is the GAME_OVER, once it is logged."""
        return self._w.game_over

    @property
    def over_leaf(self) -> bytes:
        """Is the leaf hash of the GAME_OVER entry, which a RESULT names."""
        return self._w.over_leaf

    @property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """Is the intervals (ms) that are charged to nobody."""
        return self._w.clocks.gaps

    def asked(self, seat: int) -> int | None:
        """Returns the entry by which the seat's open question was put, None if it owes no answer."""
        asked = self._w.speakers[seat].asked
        return None if asked < 0 else asked

    def deadline(self, seat: int) -> int | None:
        """Returns until when (ms) the seat's answer or link is due, None if it owes nothing."""
        return deadline(self._w, seat)

    def deadline_ms(self, seat: int) -> int | None:
        """Is `deadline`, under the name that goes with `bank_ms`."""
        return deadline(self._w, seat)

    @property
    def clocked(self) -> bool:
        """Tells whether the seats of this table have banks of time."""
        return self._w.clocks.limits.clocked

    def bank_ms(self, seat: int) -> int | None:
        """Returns what a seat's bank held after the last entry; None without a bank or without the rules.

        What the seat uses on what it owes now is taken off when that has come.
        """
        w = self._w
        return w.clocks.seats[seat].bank if w.clocks.limits.clocked and w.title is not None else None

    def misses(self, seat: int) -> int:
        """Returns how many answers in a row were stated for a seat that let its deadline pass."""
        return self._w.clocks.seats[seat].misses

    @property
    def pause(self) -> Pause:
        """Is who wishes a pause, since when one runs, and what is left."""
        return self._w.clocks.pause

    @property
    def referee_due(self) -> int | None:
        """Is from when (ms) on the next entry is the referee's, perhaps ahead; None if not foreseen."""
        return referee_due(self._w)

    def counter(self, seat: int) -> int:
        """Returns the counter of the seat's last logged message, 0 if there is none."""
        return self._w.speakers[seat].counter

    def link(self, seat: int) -> tuple[int, bytes]:
        """Returns the seat's last logged link as (k, c_k); its anchor with k = 0 at first."""
        speaker = self._w.speakers[seat]
        return speaker.link_k, speaker.link

    @property
    def executed(self) -> Counter[str]:
        """Is how often each check ran, by code."""
        return self._w.tally.executed

    @property
    def not_checked(self) -> Counter[Skipped]:
        """Is how often each check could not run, by code and reason."""
        return self._w.tally.not_checked

    # ---- what one seat knows ----

    @property
    def unopened(self) -> tuple[int, ...]:
        """Is the entries whose private message for `seat` has not been verified yet (receipt rule, 2.6)."""
        return tuple(sorted(self._w.own.unopened))

    @property
    def acknowledged(self) -> int:
        """Is the size of the newest known head before which `seat` has verified everything (2.6, 2.8)."""
        limit = min(self._w.own.unopened, default=self._w.size)
        return limit if limit in self._w.heads else max(size for size in self._w.heads if size < limit)

    @property
    def drawn(self) -> Mapping[int, tuple[int, ...]]:
        """Is the cards of this seat's verified DRAWN and PEEKED messages, by entry."""
        return MappingProxyType(self._w.own.cards)

    @property
    def peeked(self) -> Mapping[int, tuple[PeekedCard, ...]]:
        """Is this seat's verified PEEKED messages, by entry."""
        return MappingProxyType(self._w.own.peeked)

    @property
    def handles(self) -> Mapping[int, Handle]:
        """Is the handles behind this seat's references that an OWN message gave back, by number."""
        return MappingProxyType(self._w.own.handles)

    @property
    def seed(self) -> bytes | None:
        """Is this seat's verified blind seed."""
        return self._w.own.seed or None
