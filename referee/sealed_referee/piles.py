"""Where every card lies: epochs with their cursor, bags with handles, laid zones with references (spec 2.6).

This is the referee's own bookkeeping, with handles and identities; the verifier keeps another one of public
facts. Rows are immutable, so a draft is played on a branch that shares everything it does not touch and is
simply dropped if the draft is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.frames import RuleBugError
from sealed.engine.title import BAG, DECK
from sealed.fairness.arithmetic.blind import HANDLE_SIZE, Handle, equal_tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sealed.fairness.arithmetic.seals import SealedEpoch
    from sealed.fairness.bridge.places import Place


class Held(NamedTuple):
    """Is a card in a bag; bags ascend, so of equal cards the lowest handle comes first."""

    card: int
    handle: Handle

    def __repr__(self) -> str:
        """Shows nothing of the card."""
        return "<card>"


class Ref(NamedTuple):
    """Is a live reference of a laid zone: its number, its card, and whether its identity is public."""

    number: int
    card: int
    handle: Handle
    open: bool

    def __repr__(self) -> str:
        """Shows the number only."""
        return f"<reference {self.number}>"


class Epoch(NamedTuple):
    """Is the current epoch of a deck: its cards in order, how many are drawn, its seal (None: open list).

    `closed` tells that its rest has gone into an epoch of another deck; then it is nobody's input again.
    """

    number: int
    order: tuple[int, ...]
    cursor: int
    seal: SealedEpoch | None
    closed: bool = False

    def __repr__(self) -> str:
        """Shows no card."""
        return f"<epoch {self.number}, {self.cursor} of {len(self.order)} drawn>"


class Piles:
    """Is the place of every card of one table."""

    __slots__ = ("_bags", "_decks", "_laid", "_made", "_new", "_seeds")

    def __init__(self, lists: Mapping[int, Mapping[int, int]], seeds: Mapping[int, bytes]) -> None:
        """Starts with the open lists: {deck number: {card: copies}}; `seeds` are the blind seeds by seat."""
        self._decks = {
            deck: Epoch(0, tuple(card for card in sorted(cards) for _ in range(cards[card])), 0, None)
            for deck, cards in lists.items()
        }
        self._bags: dict[tuple[int, int], tuple[Held, ...]] = {}
        self._laid: dict[tuple[int, int], tuple[Ref, ...]] = {}
        self._made: dict[int, bytearray] = {seat: bytearray() for seat in seeds}
        self._new: dict[int, bytearray] = {}
        self._seeds = seeds

    def branch(self) -> Piles:
        """Returns piles that begin as these and can be changed without them."""
        twin = Piles.__new__(Piles)
        twin._decks, twin._bags = self._decks.copy(), self._bags.copy()  # noqa: SLF001
        twin._laid = self._laid.copy()  # noqa: SLF001
        twin._made, twin._new, twin._seeds = self._made, {}, self._seeds  # noqa: SLF001
        return twin

    def keep(self) -> None:
        """Makes the references of this branch part of what the table has made; the trunk is given up."""
        for seat, handles in self._new.items():
            self._made[seat] += handles
        self._new = {}

    # -- decks -----------------------------------------------------------------------------------------------

    def epoch(self, deck: int) -> Epoch:
        """Returns the current epoch of a deck."""
        return self._decks[deck]

    def seal(self, deck: int, seal: SealedEpoch, sources: Sequence[Place]) -> None:
        """Puts a new epoch in the place of what it is made of; references and bags in it are used up."""
        for place in sources:
            if place.form == DECK:
                old = self._decks[place.number]
                self._decks[place.number] = old._replace(cursor=len(old.order), closed=True)
            elif place.form == BAG:
                self._bags[place.seat, place.number] = ()
            else:
                self._laid[place.seat, place.number] = ()
        self._decks[deck] = Epoch(seal.epoch, seal.order, 0, seal)

    def cards_in(self, sources: Sequence[Place]) -> list[int]:
        """Returns the codes of all cards in these places: undrawn ones of a deck, all of a zone."""
        cards: list[int] = []
        for place in sources:
            if place.form == DECK:
                epoch = self._decks[place.number]
                cards += epoch.order[epoch.cursor :]
            elif place.form == BAG:
                cards += [held.card for held in self.bag(place.seat, place.number)]
            else:
                cards += [ref.card for ref in self.laid(place.seat, place.number)]
        return cards

    def draw(self, deck: int, count: int, seat: int, zone: int) -> tuple[int, ...]:
        """Takes cards from the top of a deck into a bag and returns them in order."""
        epoch = self._decks[deck]
        first, end = epoch.cursor, epoch.cursor + count
        cards = epoch.order[first:end]
        if len(cards) != count:
            message = f"deck {deck} does not hold {count} cards more"
            raise RuleBugError(message)
        self._decks[deck] = epoch._replace(cursor=end)
        drawn = (
            Held(card, Handle(deck, epoch.number, place)) for place, card in enumerate(cards, start=first)
        )
        self._bags[seat, zone] = tuple(sorted((*self.bag(seat, zone), *drawn)))
        return cards

    # -- bags ------------------------------------------------------------------------------------------------

    def bag(self, seat: int, zone: int) -> tuple[Held, ...]:
        """Returns what lies in a bag, ascending by card and handle."""
        return self._bags.get((seat, zone), ())

    def take(self, seat: int, zone: int, held: Held) -> None:
        """Takes a card out of a bag in which it lies."""
        self._bags[seat, zone] = tuple(other for other in self.bag(seat, zone) if other != held)

    def put_back(self, seat: int, zone: int, cards: Iterable[Held]) -> None:
        """Puts cards that lay on the table into a bag; their references are used up (spec 2.16)."""
        self._bags[seat, zone] = tuple(sorted((*self.bag(seat, zone), *cards)))

    # -- references ------------------------------------------------------------------------------------------

    def laid(self, seat: int, zone: int) -> tuple[Ref, ...]:
        """Returns the live references of a laid zone, ascending by number."""
        return self._laid.get((seat, zone), ())

    def closed(self, seat: int, zone: int) -> tuple[Ref, ...]:
        """Returns the closed references of a laid zone, ascending by number."""
        return tuple(ref for ref in self.laid(seat, zone) if not ref.open)

    def live(self, seat: int) -> Iterator[Ref]:
        """Yields every live reference of a seat."""
        for (owner, _), refs in self._laid.items():
            if owner == seat:
                yield from refs

    def next_ref(self, seat: int) -> int:
        """Returns the number that the seat's next reference gets."""
        return (len(self._made[seat]) + len(self._new.get(seat, ()))) // HANDLE_SIZE + 1

    def made(self, seat: int) -> bytes:
        """Returns the handles behind all references that a seat has ever made, five bytes each."""
        return bytes(self._made[seat]) + bytes(self._new.get(seat, b""))

    def new_handles(self, seat: int) -> bytes:
        """Returns the handles behind the references that the seat has made on this branch."""
        return bytes(self._new.get(seat, b""))

    def lay(self, seat: int, zone: int, held: Held, *, opened: bool) -> Ref:
        """Makes a reference of the seat to a card and puts it into a laid zone."""
        ref = Ref(self.next_ref(seat), held.card, held.handle, opened)
        self._new.setdefault(seat, bytearray()).extend(held.handle.pack())
        self._laid[seat, zone] = (*self.laid(seat, zone), ref)
        return ref

    def open(self, seat: int, zone: int, ref: Ref) -> Ref:
        """Makes the identity of a live closed reference public and returns it."""
        shown = ref._replace(open=True)
        self._laid[seat, zone] = tuple(shown if one is ref else one for one in self.laid(seat, zone))
        return shown

    def pick_up(self, seat: int, zone: int, refs: Iterable[Ref]) -> None:
        """Uses up references that lie in a laid zone."""
        gone = {ref.number for ref in refs}
        self._laid[seat, zone] = tuple(ref for ref in self.laid(seat, zone) if ref.number not in gone)

    def move(self, ref: Ref, source: Place, target: Place) -> None:
        """Moves a reference between laid zones of its seat."""
        home = source.seat, source.number
        self._laid[home] = tuple(one for one in self._laid[home] if one is not ref)
        away = target.seat, target.number
        self._laid[away] = tuple(sorted((*self.laid(*away), ref)))

    def lowest_closed(
        self, seat: int, zone: int, card: int, among: Sequence[int] | None = None
    ) -> Ref | None:
        """Returns which of equal closed cards leaves first: the one with the lowest secret tag (spec 2.6).

        `among` restricts it to these numbers.
        """
        equal = [
            ref
            for ref in self.closed(seat, zone)
            if ref.card == card and (among is None or ref.number in among)
        ]
        if len(equal) < 2:
            return equal[0] if equal else None
        seed = self._seeds[seat]
        return min(equal, key=lambda ref: equal_tag(seed, ref.number))

    def follow(self, card: int, source: Place, target: Place) -> None:
        """Moves the reference that leaves by the rules alone: the lowest open one of its type, or a closed.

        Closed ones leave so only when their whole zone does, in which case the order among them does not
        matter.
        """
        refs = self.laid(source.seat, source.number)
        ref = next((one for one in refs if one.open and one.card == card), None)
        if ref is None:
            ref = self.lowest_closed(source.seat, source.number, card)
        if ref is None:
            message = f"no reference in zone {source.number} of seat {source.seat} is the card that leaves"
            raise RuleBugError(message)
        self.move(ref, source, target)
