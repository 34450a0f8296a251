"""What a seat has signed: its counters, and its messages until each has its answer (spec 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.signing.messages import Header, parse_header, sign_player, signed_hash
from sealed.wire.v1.referee_pb2 import Submit
from sealed_client.seat_errors import CountersSpentError

if TYPE_CHECKING:
    from sealed.fairness.signing.keys import Signer
    from sealed.wire.v1.fairness_pb2 import Refusal, Signed

TAKE_OVER_LEAP = 1 << 20
"""How far beyond the highest known counter a device goes on that took the seat over (spec 2.8)."""

COMMIT_COUNTER, AGREE_COUNTER = 1, 2
_HIGHEST = (1 << 32) - 1
_CREDIBLE = 1 << 31


class Outbox:
    """Signs with rising counters, and repeats a message as the same bytes until it is logged or refused."""

    __slots__ = ("_seat", "_sent", "_signer", "_step", "_table_id", "_top", "_waiting")

    def __init__(self, signer: Signer, table_id: bytes, seat: int, *, leap: bool = False) -> None:
        """Starts after the AGREE; with `leap` the first counter keeps clear of another device's."""
        self._signer, self._table_id, self._seat = signer, table_id, seat
        self._step = TAKE_OVER_LEAP if leap else 1
        self._top = AGREE_COUNTER
        self._sent: dict[int, Submit] = {}
        self._waiting: dict[int, Submit] = {}

    def sign(self, entry_type: int, counter: int, seen: tuple[int, bytes], payload: bytes) -> Signed:
        """Returns a message under a given counter; `seen` is (size, root) of the verified log."""
        header = Header(
            self._signer.public, self._table_id, self._seat, counter, seen[0], seen[1], int(entry_type)
        )
        return sign_player(self._signer, header, payload)

    def write(
        self, entry_type: int, logged: int, seen: tuple[int, bytes], payload: bytes, handles: bytes = b""
    ) -> Submit:
        """Signs the next message and remembers it; `logged` is the counter of the last logged one.

        Raises CountersSpentError once no number is left.
        """
        counter = max(self._top, logged) + self._step
        if counter > _HIGHEST:
            raise CountersSpentError
        submit = Submit(signed=self.sign(entry_type, counter, seen, payload), handles=handles)
        self.recall(submit)
        return submit

    def keep_clear(self, known: int, lane: int) -> None:
        """Lets the next counter keep clear of other devices: 2^20 and `lane` beyond all that is known.

        `known` is what the referee says; nothing proves it, so one that would use up the numbers is not
        believed. `lane`, below 2^16 and at random, parts two devices that leap from the same number.
        """
        self._top = max(self._top, known if known <= _CREDIBLE else 0)
        self._step = TAKE_OVER_LEAP + lane

    @property
    def state(self) -> tuple[int, bytes]:
        """Returns the highest counter this device has signed under in play, and the hash of that message."""
        if not self._sent:
            return 0, b""
        counter = max(self._sent)
        return counter, signed_hash(self._sent[counter].signed)

    def recall(self, submit: Submit) -> None:
        """Remembers a message that was signed (before a restart, perhaps) and waits for its answer."""
        counter = parse_header(submit.signed.header).counter
        self._top = max(self._top, counter)
        self._step = 1
        self._sent[counter] = submit
        self._waiting[counter] = submit

    def logged(self, signed: Signed) -> Submit | None:
        """Takes note that a message of this seat stands in the log; returns it if this device sent it."""
        counter = parse_header(signed.header).counter
        self._top = max(self._top, counter)
        self._waiting = {number: one for number, one in self._waiting.items() if number > counter}
        submit = self._sent.get(counter)
        return submit if submit is not None and submit.signed == signed else None

    def refused(self, refusal: Refusal) -> Submit | None:
        """Takes note of a refusal; returns the message if it is one that waits."""
        submit = self._waiting.get(refusal.counter)
        if submit is None or signed_hash(submit.signed) != refusal.signed_hash:
            return None
        return self._waiting.pop(refusal.counter)

    def awaiting(self, *entry_types: int) -> bool:
        """Tells whether a message of one of these types waits for its answer."""
        return any(parse_header(one.signed.header).type in entry_types for one in self._waiting.values())

    def drop(self, *entry_types: int) -> None:
        """Stops waiting for the answer of these types: the game has gone on without."""
        self._waiting = {
            number: one
            for number, one in self._waiting.items()
            if parse_header(one.signed.header).type not in entry_types
        }

    @property
    def waiting(self) -> tuple[Submit, ...]:
        """Returns every message without an answer, by counter."""
        return tuple(self._waiting[counter] for counter in sorted(self._waiting))

    def __repr__(self) -> str:
        """Shows counts only."""
        return f"<outbox of seat {self._seat}: {len(self._waiting)} waiting>"
