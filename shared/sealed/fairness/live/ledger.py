"""Keeps the places of all cards as everybody knows them: epochs, bags, laid references (spec 2.6, 2.7).

Public knowledge only, so that it serves without the title's rules: what the rules move is told to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sealed.engine.title import BAG, DECK
from sealed.fairness.bridge.places import FIRST_LAID
from sealed.wire.v1.fairness_pb2 import Bag, Input, Range, Refs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sealed.fairness.bridge.places import Place
    from sealed.wire.v1.fairness_pb2 import Regroup

_BAGS, _LAID_ZONES = 64, 4096


@dataclass(slots=True)
class Epoch:
    """Is one epoch of a deck: its size, how far it is drawn, its root (empty for an open list)."""

    deck: int
    number: int
    size: int
    root: bytes
    cursor: int = 0
    closed: bool = False
    cards: tuple[int, ...] = ()  # of an open list, ascending
    since: int = 0  # the entry that opened its slot

    @property
    def rest(self) -> int:
        """Is the number of undrawn cards."""
        return 0 if self.closed else self.size - self.cursor


@dataclass(slots=True)
class Laid:
    """Is one live reference: where it lies, its commitment (empty if born open), its card once it is open."""

    seat: int
    number: int
    zone: int
    outer: bytes
    inner: bytes = b""  # known once it is open
    card: int = 0  # 0 while closed
    since: int = 0  # the entry that laid it
    opened: int = 0  # the entry that opened it
    peeked: int = 0  # bit set of the seats that have seen it


class Did(Enum):
    """Is what happened to a reference."""

    LAID = "laid"
    SHOWN = "shown"
    OPENED = "opened"
    MOVED = "moved"
    USED = "used"


class Change(NamedTuple):
    """Is one change of the ledger: the reference, and the zone it came from (of a bag for LAID and SHOWN)."""

    did: Did
    laid: Laid
    source: int
    target: int


class Regrouped(NamedTuple):
    """Is one regroup of a seat: the act, and the references that it made, in order of numbers (2.16).

    The references live on; where each was put the act says.
    """

    seat: int
    act: Regroup
    made: tuple[Laid, ...]

    @property
    def zones(self) -> list[int]:
        """Is the zone in which each new reference was put, in order of numbers."""
        return [put.zone for put in self.act.puts for _ in put.outers]


Happened: TypeAlias = Change | Regrouped


class InputError(ValueError):
    """Says that what a shuffle lists is not there as listed; `code` is what that breaks without any rules."""

    def __init__(self, code: str, detail: str) -> None:
        """Keeps the code beside the words."""
        super().__init__(detail)
        self.code = code


class Ledger:
    """Is the public table of places.

    `refs[seat][number]` are the live references, `bags[seat, zone]` the counts, `epochs[deck, number]` all
    epochs that ever were and `current[deck]` the number of the newest; `outers[seat, number]` all commitments
    ever logged (empty for a reference born open); `changes` what was done since the list was last replaced.
    """

    __slots__ = (
        "_copies",
        "_next",
        "_open",
        "_seen",
        "_zones",
        "bags",
        "changes",
        "current",
        "epochs",
        "outers",
        "refs",
    )

    def __init__(self, lists: Mapping[int, Sequence[tuple[int, int]]], colours: int, seats: int) -> None:
        """Starts with the open list of each deck: `lists[deck]` is its (card, copies), ascending."""
        self.epochs: dict[tuple[int, int], Epoch] = {}
        self.current: dict[int, int] = {}
        self.bags: dict[tuple[int, int], int] = {}
        self.refs: dict[int, dict[int, Laid]] = {seat: {} for seat in range(1, seats + 1)}
        self.outers: dict[tuple[int, int], bytes] = {}
        self.changes: list[Happened] = []
        self._zones: dict[tuple[int, int], dict[int, Laid]] = {}
        self._next = dict.fromkeys(self.refs, 1)
        self._seen: set[bytes] = set()
        self._open: dict[tuple[int, int, int], int] = {}
        self._copies: dict[tuple[int, int], int] = {}
        for deck, counts in lists.items():
            cards = tuple(card for card, copies in counts for _ in range(copies))
            self.epochs[deck, 0] = Epoch(deck, 0, len(cards), b"", cards=cards)
            self.current[deck] = 0
            for card, copies in counts:
                for colour in (0, deck % colours + 1):
                    self._copies[colour, card] = self._copies.get((colour, card), 0) + copies

    def copies(self, colour: int, card: int) -> int:
        """Returns how many copies of a card the decks of a colour hold (1 upwards; 0: all decks)."""
        return self._copies.get((colour, card), 0)

    # ---- references ----

    def next_ref(self, seat: int) -> int:
        """Returns the number that the seat's next reference must have."""
        return self._next[seat]

    def in_zone(self, seat: int, zone: int, *, closed: bool | None = None) -> tuple[Laid, ...]:
        """Returns the references in a laid zone by number; only closed or only open ones if asked."""
        lying = self._zones.get((seat, zone))
        if not lying:
            return ()
        found = (laid for laid in lying.values() if closed is None or closed == (not laid.card))
        return tuple(sorted(found, key=lambda laid: laid.number))

    def find(self, seat: int, number: int) -> Laid | None:
        """Returns a live reference; None if it was never made or is used up."""
        return self.refs[seat].get(number) if seat in self.refs else None

    def made(self, seat: int, number: int) -> bool:
        """Tells whether the seat has ever made a reference of this number."""
        return seat in self._next and 0 < number < self._next[seat]

    def fresh(self, commitment: bytes) -> bool:
        """Takes note of a commitment and tells whether it was never seen before."""
        known = len(self._seen)
        self._seen.add(commitment)
        return len(self._seen) > known

    def lay(self, seat: int, source: int, zone: int, outer: bytes, entry: int) -> Laid:
        """Takes a card out of a bag and lays it closed."""
        laid = Laid(seat, self._next[seat], zone, outer, since=entry)
        self._enter(laid, Did.LAID, source)
        return laid

    def show(self, seat: int, source: int, zone: int, card: int, inner: bytes, entry: int) -> Laid:
        """Takes a card out of a bag and lays it open."""
        laid = Laid(seat, self._next[seat], zone, b"", inner, card, entry, entry)
        self._enter(laid, Did.SHOWN, source)
        self._count_open(laid, 1)
        return laid

    def _enter(self, laid: Laid, did: Did, source: int) -> None:
        self.add_to_bag(laid.seat, source, -1)
        self._number(laid)
        self.changes.append(Change(did, laid, source, laid.zone))

    def _number(self, laid: Laid) -> None:
        self._next[laid.seat] = laid.number + 1
        self.refs[laid.seat][laid.number] = laid
        self.outers[laid.seat, laid.number] = laid.outer
        self._zones.setdefault((laid.seat, laid.zone), {})[laid.number] = laid

    def regroup(self, seat: int, act: Regroup, taken: Iterable[Laid], entry: int) -> None:
        """Uses up the references that a regroup takes and lays those that it makes; bags by count (2.16)."""
        for laid in taken:
            self._leave(laid)
        made: list[Laid] = []
        for put in act.puts:
            for outer in put.outers:
                made.append(Laid(seat, self._next[seat], put.zone, outer, since=entry))
                self._number(made[-1])
            self.add_to_bag(seat, put.zone, put.count)
        for take in act.takes:
            self.add_to_bag(seat, take.zone, -take.count)
        self.changes.append(Regrouped(seat, act, tuple(made)))

    def open(self, laid: Laid, card: int, inner: bytes, entry: int) -> None:
        """Opens a closed reference."""
        laid.card, laid.inner, laid.opened = card, inner, entry
        self._count_open(laid, 1)
        self.changes.append(Change(Did.OPENED, laid, laid.zone, laid.zone))

    def move(self, laid: Laid, zone: int) -> None:
        """Moves a reference to another zone of its seat."""
        source = laid.zone
        del self._zones[laid.seat, source][laid.number]
        if laid.card:
            self._count_open(laid, -1)
        laid.zone = zone
        self._zones.setdefault((laid.seat, zone), {})[laid.number] = laid
        if laid.card:
            self._count_open(laid, 1)
        self.changes.append(Change(Did.MOVED, laid, source, zone))

    def use_up(self, laid: Laid) -> None:
        """Takes a reference off the table: its card goes into a new epoch."""
        self._leave(laid)
        self.changes.append(Change(Did.USED, laid, laid.zone, laid.zone))

    def _leave(self, laid: Laid) -> None:
        del self._zones[laid.seat, laid.zone][laid.number]
        del self.refs[laid.seat][laid.number]
        if laid.card:
            self._count_open(laid, -1)

    def open_copies(self, seat: int, zone: int, card: int) -> int:
        """Returns how many copies of a card lie open in the zones of the colour to which `zone` belongs."""
        return self._open.get((seat, colour_index(zone), card), 0)

    def _count_open(self, laid: Laid, step: int) -> None:
        key = (laid.seat, colour_index(laid.zone), laid.card)
        self._open[key] = self._open.get(key, 0) + step

    # ---- bags, epochs ----

    def bag(self, seat: int, zone: int) -> int:
        """Returns how many cards a bag holds."""
        return self.bags.get((seat, zone), 0)

    def add_to_bag(self, seat: int, zone: int, count: int) -> None:
        """Adds cards to a bag, or takes them with a negative count; of no cards nothing is noted."""
        if not count:
            return
        self.bags[seat, zone] = self.bags.get((seat, zone), 0) + count

    def newest(self, deck: int) -> Epoch | None:
        """Returns the newest epoch of a deck, if there is such a deck."""
        number = self.current.get(deck)
        return None if number is None else self.epochs[deck, number]

    def sealed(self, deck: int, number: int) -> Epoch:
        """Returns the epoch that a draw or a range names: sealed, and the newest of its deck (2.5, 2.7).

        A deck that is not listed has an empty open list. Raises InputError.
        """
        newest = self.newest(deck) or Epoch(deck, 0, 0, b"")
        if number > newest.number:
            raise InputError("DECK_SEAL_LATE", f"epoch {number} of deck {deck} is not sealed yet")
        if number < newest.number:
            raise InputError("DRAW_STALE_EPOCH", f"epoch {number} of deck {deck} is closed")
        return newest

    def draw(self, epoch: Epoch, count: int, seat: int, zone: int) -> None:
        """Draws cards from the top of an epoch into a bag."""
        epoch.cursor += count
        self.add_to_bag(seat, zone, count)

    def seal(self, deck: int, size: int, root: bytes, since: int) -> Epoch:
        """Makes the next epoch of a deck; `since` is the entry that opened its slot."""
        old = self.newest(deck)
        if old is not None:
            old.closed = True
        number = 0 if old is None else old.number + 1
        made = self.epochs[deck, number] = Epoch(deck, number, size, root, since=since)
        self.current[deck] = number
        return made

    # ---- inputs of a shuffle ----

    def inputs_of(self, sources: Iterable[Place]) -> list[Input]:
        """Returns the inputs that a shuffle of all that lies in these places must list, in order (2.7)."""
        return [self._input_of(source) for source in sources]

    def _input_of(self, source: Place) -> Input:
        if source.form == DECK:
            epoch = self.newest(source.number)
            if epoch is None:
                return Input(range=Range(deck=source.number))
            return Input(
                range=Range(deck=epoch.deck, epoch=epoch.number, first=epoch.cursor, count=epoch.rest)
            )
        if source.form == BAG:
            count = self.bag(source.seat, source.number)
            return Input(bag=Bag(seat=source.seat, zone=source.number, count=count))
        numbers = [laid.number for laid in self.in_zone(source.seat, source.number)]
        return Input(refs=Refs(seat=source.seat, refs=numbers))

    def size_of(self, given: Input) -> int:
        """Returns how many cards an input stands for. Raises InputError if they do not lie there so."""
        if given.HasField("range"):
            return self._size_of_range(given.range)
        if given.HasField("bag"):
            held = self.bag(given.bag.seat, given.bag.zone)
            if held != given.bag.count:
                detail = f"a bag holds {held} cards and {given.bag.count} are listed"
                raise InputError("HAND_COUNT", detail)
            return held
        for number in given.refs.refs:
            if self.find(given.refs.seat, number) is None:
                code = "BLIND_REUSED" if self.made(given.refs.seat, number) else "BLIND_NOT_HELD"
                detail = f"reference {number} of seat {given.refs.seat} does not lie on the table"
                raise InputError(code, detail)
        return len(given.refs.refs)

    def _size_of_range(self, given: Range) -> int:
        epoch = self.sealed(given.deck, given.epoch)
        if epoch.closed and given.count:
            raise InputError("DRAW_STALE_EPOCH", f"epoch {given.epoch} of deck {given.deck} is closed")
        if given.first != epoch.cursor:
            raise InputError("DRAW_POSITION", f"the rest of deck {given.deck} begins at {epoch.cursor}")
        if given.count != epoch.rest:
            raise InputError("DECK_SIZE", f"the rest of deck {given.deck} has {epoch.rest} cards")
        return given.count

    def consume(self, inputs: Iterable[Input]) -> None:
        """Uses up what a finished shuffle took: ranges are closed, bags emptied, references gone."""
        for given in inputs:
            if given.HasField("range"):
                epoch = self.epochs.get((given.range.deck, given.range.epoch))
                if epoch is not None:  # else an empty range of a deck that is not listed
                    epoch.closed = True
            elif given.HasField("bag"):
                self.add_to_bag(given.bag.seat, given.bag.zone, -given.bag.count)
            else:
                for number in given.refs.refs:
                    self.use_up(self.refs[given.refs.seat][number])


def colour_index(zone: int) -> int:
    """Returns which of a seat's colours (from 0) a bag or laid zone belongs to (spec 2.6)."""
    return zone // _BAGS if zone < FIRST_LAID else (zone - FIRST_LAID) // _LAID_ZONES
