"""When a seat releases a chain link: the lock of the whole scheme (spec 2.4, "Client rules")."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.bridge.duties import DiceDue, OrderDue, PickDue, ShuffleDue, Slots

if TYPE_CHECKING:
    from sealed.fairness.bridge.duties import Duty, SlotDue
    from sealed.wire.v1.fairness_pb2 import Request, SlotOpen


class Objection(NamedTuple):
    """Is why no link is released: the code of spec section 3 and a plain sentence."""

    code: str
    text: str


class Lock:
    """Remembers what was released, and judges each open before anything else is.

    Everything it says comes from the verified log and the seat's own rules; nothing that the referee asks for
    beside the log is ever answered.
    """

    __slots__ = ("_answered", "_n", "_seats")

    def __init__(self, seats: int, n_slots: int) -> None:
        """Starts with nothing released at a table of `seats` seats and N slots."""
        self._seats, self._n = seats, n_slots
        self._answered: dict[int, bytes] = {}

    def answered(self, k: int, leaf: bytes) -> bool:
        """Tells whether the link for this very open has been released already."""
        return self._answered.get(k) == leaf

    def released(self, k: int, leaf: bytes) -> None:
        """Remembers that the link for slot k was released to the SLOT_OPEN with this leaf hash."""
        self._answered[k] = leaf

    def objection(self, slot: SlotOpen, leaf: bytes, last_ended: int, due: Duty) -> Objection | None:
        """Returns why the link for an open must not be released; nothing if it may.

        `leaf` is the leaf hash of the SLOT_OPEN in the verified log, `last_ended` the last slot used before
        it, `due` what this seat's own replica says is due.
        """
        last_k = slot.first_k + len(slot.requests) - 1
        if slot.first_k != last_ended + 1 or not slot.requests or last_k > self._n:
            return Objection("SLOT_SEQUENCE", "The slot asked for is not the next one.")
        if list(slot.contributors) != list(range(1, self._seats + 1)):
            return Objection("SLOT_CONTRIBUTORS", "Not every seat is to feed this slot.")
        numbers = range(slot.first_k, last_k + 1)
        if any(self._answered.get(k, leaf) != leaf for k in numbers):
            return Objection("SLOT_REOPENED", "A link for this slot went to another opening of it before.")
        if any(k > last_k for k in self._answered):
            return Objection("SLOT_SEQUENCE", "A link beyond this slot has been released before.")
        if not isinstance(due, Slots) or len(due.requests) != len(slot.requests):
            return Objection("SLOT_PURPOSE", "The rules ask for no such chance now.")
        if not all(map(_same, slot.requests, due.requests)):
            return Objection("SLOT_PURPOSE", "The rules ask for other chance now.")
        return None


def _same(request: Request, due: SlotDue) -> bool:
    """Tells whether a request is what the rules make due.

    Which cards feed a shuffle the verifier has checked.
    """
    match due:
        case DiceDue(count, sides):
            return request.HasField("dice") and (request.dice.count, request.dice.sides) == (count, sides)
        case ShuffleDue(deck, n, _):
            return request.HasField("shuffle") and (request.shuffle.deck, request.shuffle.n) == (deck, n)
        case OrderDue(items):
            return request.HasField("order") and tuple(request.order.items) == items
        case PickDue(m, place):
            pick = request.pick
            owner = place.seat if place else 0
            return request.HasField("pick") and (pick.m, pick.owner) == (m, owner)
