"""What the rules make due at the table, in the words of the protocol.

From a state of any eye, `duty` says who owes what now: seats an answer, everybody a slot, the referee a DRAW,
a FORCED, a PEEK or the end. Making and checking share this, because it is the title's rules and nothing else;
which references and epochs are meant is bookkeeping, and written twice on purpose (spec 3.4).
`outcomes_of...` turn what an entry shows back into outcomes of the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sealed.engine import chance
from sealed.engine.kernel import asked, over, requests
from sealed.engine.zones import size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.notation import Notation
    from sealed.engine.title import Title
    from sealed.fairness.bridge.places import Place, Places

MAX_DRAWN = 16
"""Cards in one DRAW (spec 2.2, limits)."""


class Answers(NamedTuple):
    """These seats owe an answer."""

    seats: tuple[int, ...]


class DiceDue(NamedTuple):
    """A roll."""

    n: int
    sides: int


class ShuffleDue(NamedTuple):
    """A new epoch of deck `deck` with `n` cards: all that lies in `sources` (of a deck, the undrawn rest)."""

    deck: int
    n: int
    sources: tuple[Place, ...]


class OrderDue(NamedTuple):
    """A random order of public numbers."""

    items: tuple[int, ...]


class PickDue(NamedTuple):
    """One of `m` things, or one of the closed references of a laid zone (then `place`)."""

    m: int
    place: Place | None


SlotDue: TypeAlias = DiceDue | ShuffleDue | OrderDue | PickDue


class Slots(NamedTuple):
    """A SLOT_OPEN with these requests, in this order (spec 2.4)."""

    requests: tuple[SlotDue, ...]


class Draw(NamedTuple):
    """A DRAW of exactly `n` cards from the current epoch of a deck to a bag (spec 2.6)."""

    deck: int
    n: int
    seat: int
    zone: int


class Disclosure(NamedTuple):
    """What a FORCED opens of one laid zone: all of it, the reference just picked, or one of a named type."""

    place: Place
    n: int
    which: str
    card: int


class Forced(NamedTuple):
    """A FORCED with these disclosures, in this order, the references of each ascending."""

    disclosures: tuple[Disclosure, ...]


class Peek(NamedTuple):
    """A PEEK of a seat at all closed references of a laid zone."""

    viewer: int
    place: Place
    n: int


class Ended(NamedTuple):
    """The rules have ended the game."""

    result: str


Duty: TypeAlias = Answers | Slots | Draw | Forced | Peek | Ended


def duty(title: Title, places: Places, s: State) -> Duty:
    """Return what is due in a state; every replica of the same game returns the same."""
    if over(s):
        return Ended(title.result(s))
    if seats := asked(s):
        return Answers(seats)
    due = requests(s)
    match due[0]:
        case chance.Deal(source, target, count):
            bag = places.of(target)
            return Draw(places.of(source).number, min(count, MAX_DRAWN), bag.seat, bag.number)
        case chance.Look(viewer, zone, count):
            return Peek(viewer, places.of(zone), count)
        case chance.Open():
            opens = (request for request in due if isinstance(request, chance.Open))
            return Forced(tuple(Disclosure(places.of(z), n, which, card) for z, n, which, card in opens))
        case _:
            return Slots(tuple(_slot(places, s, request) for request in due))


def _slot(places: Places, s: State, request: chance.Request) -> SlotDue:
    match request:
        case chance.Roll(count, sides):
            return DiceDue(count, sides)
        case chance.Shuffle(deck, sources):
            n = sum(size(s.zones[zone]) for zone in sources)
            return ShuffleDue(places.of(deck).number, n, tuple(places.of(zone) for zone in sources))
        case chance.Order(items):
            return OrderDue(items)
        case chance.Pick(m, zone):
            return PickDue(m, None if zone is None else places.of(zone))
        case _:
            message = f"{type(request).__name__} is no request of a slot"
            raise TypeError(message)


def outcome_of_slot(notation: Notation, due: SlotDue, outputs: Sequence[int]) -> Action:
    """Return the outcome that a slot's public outputs give; a shuffle has none."""
    match due:
        case DiceDue():
            return notation.action(chance.ROLL, *outputs)
        case ShuffleDue():
            return notation.action(chance.SHUFFLE)
        case OrderDue():
            return notation.action(chance.ORDER, *outputs)
        case PickDue():
            return notation.action(chance.PICK, *outputs)


def outcome_of_draw(notation: Notation, cards: Sequence[int]) -> Action:
    """Return the deal of all cards of a DRAW; as many 0 as cards for a replica that may not know them."""
    return notation.action(chance.DEAL, *sorted(cards))


def outcome_of_opening(notation: Notation, cards: Sequence[int]) -> Action:
    """Return the outcome of one disclosure of a FORCED."""
    return notation.action(chance.OPEN, *sorted(cards))


def outcome_of_peek(notation: Notation, cards: Sequence[int]) -> Action:
    """Return the outcome of a PEEK; as many 0 as cards for a replica that may not know them."""
    return notation.action(chance.LOOK, *sorted(cards))
