"""What the engine asks of chance, and which outcomes can answer.

Every request has one outcome verb. In a full state the possible outcomes can be listed; in a masked one an
outcome is only checked: counts are right and hidden cards could be these. In the words of the protocol:
`Shuffle`, `Order`, `Pick` and `Roll` are slots, `Deal` is a DRAW, `Open` a FORCED, `Look` a PEEK (spec
2.4-2.7).
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sealed.engine.eye import EVERYBODY
from sealed.engine.zones import HIDDEN, cards, could_be, could_hold, size, types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import State

CHANCE = 0
"""The seat number of chance."""

DEAL, SHUFFLE, ORDER, PICK, ROLL, OPEN, LOOK = "deal", "shuffle", "order", "pick", "roll", "open", "look"

ALL, NAMED, PICKED = "all", "named", "picked"
"""Which cards an `Open` discloses: the whole zone, one of a named type, or the one that the last pick has
hit."""


class Deal(NamedTuple):
    """One card from a deck to a zone, `n` times in a row; outcome `deal CARD...`, ascending.

    One outcome may carry any number of these cards from 1 to `n`; what is left is asked for again.
    """

    source: int
    target: int
    n: int


class Shuffle(NamedTuple):
    """The cards of `sources` become the new order of `deck`; outcome `shuffle`, without content."""

    deck: int
    sources: tuple[int, ...]


class Order(NamedTuple):
    """A random order of public numbers (ascending); outcome `order N...`."""

    items: tuple[int, ...]


class Pick(NamedTuple):
    """One of `m` things, or of the `m` cards of a zone as they lie; outcome `pick I`, I from 0."""

    m: int
    zone: int | None = None


class Roll(NamedTuple):
    """Some dice; outcome `roll FACE...`."""

    n: int
    sides: int


class Open(NamedTuple):
    """A disclosure to everybody in which nobody has a choice; outcome `open CARD...`, ascending."""

    zone: int
    n: int
    which: str
    card: int = HIDDEN


class Look(NamedTuple):
    """A disclosure of a whole zone to one seat; outcome `look CARD...`, ascending."""

    viewer: int
    zone: int
    n: int


Request: TypeAlias = Deal | Shuffle | Order | Pick | Roll | Open | Look
SLOT_REQUESTS = (Shuffle, Order, Pick, Roll)

_VERB: dict[type, str] = {
    Deal: DEAL,
    Shuffle: SHUFFLE,
    Order: ORDER,
    Pick: PICK,
    Roll: ROLL,
    Open: OPEN,
    Look: LOOK,
}


def outcome_verb(request: Request) -> str:
    """Return the verb of the outcomes that answer a request."""
    return _VERB[type(request)]


def audience_of_outcome(s: State, request: Request) -> int:
    """Return who may know the cards that an outcome names: the readers of the zone, and a viewer."""
    if isinstance(request, Deal):
        return s.audience[request.source] | s.audience[request.target]
    if isinstance(request, Look):
        return s.audience[request.zone] | 1 << request.viewer
    return EVERYBODY


def accepts(s: State, request: Request, outcome: Action) -> bool:
    """Tell whether the outcome can answer the request in this state, as far as the state knows."""
    if outcome.verb != _VERB[type(request)]:
        return False
    args = outcome.args
    if isinstance(request, Deal):
        if len(args) == 1:
            return could_hold(s.zones[request.source], args[0])
        return 0 < len(args) <= request.n and _disclosed(s.zones[request.source], len(args), args)
    return _fits(s, request, args)


def _fits(s: State, request: Shuffle | Order | Pick | Roll | Open | Look, args: tuple[int, ...]) -> bool:
    match request:
        case Shuffle():
            return args == ()
        case Order(items):
            return tuple(sorted(args)) == items
        case Pick(m, _):
            return len(args) == 1 and 0 <= args[0] < m
        case Roll(count, sides):
            return len(args) == count and all(1 <= face <= sides for face in args)
        case Open(zone, count, which, card):
            if which == NAMED and args != (card,):
                return False
            return _disclosed(s.zones[zone], count, args) and HIDDEN not in args
        case Look(_, zone, count):
            return _disclosed(s.zones[zone], count, args)


def _disclosed(zone: int, count: int, args: tuple[int, ...]) -> bool:
    return len(args) == count and args == tuple(sorted(args)) and could_be(zone, args)


def possible(s: State, request: Request) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the arguments of every outcome of a request with its weight; `s` is a full state.

    Of a deal these are the outcomes of one card: several cards are several such outcomes in a row. The
    weights are integers proportional to the probabilities; they matter to random play and count as one in
    perft.
    """
    match request:
        case Deal(source, _, _):
            yield from (((card,), n) for card, n in Counter(cards(s.zones[source])).items())
        case Shuffle():
            yield (), 1
        case Order(items):
            yield from ((order, 1) for order in permutations(items))
        case Pick(m, _):
            yield from (((index,), 1) for index in range(m))
        case Roll(count, sides):
            yield from ((faces, 1) for faces in product(range(1, sides + 1), repeat=count))
        case Open(zone, _, which, card):
            if which == PICKED:
                yield from (((hit,), n) for hit, n in Counter(cards(s.zones[zone])).items())
            else:
                yield ((card,), 1) if which == NAMED else (cards(s.zones[zone]), 1)
        case Look(_, zone, _):
            yield cards(s.zones[zone]), 1


def known(zone: int) -> bool:
    """Tell whether a state knows every card of a zone."""
    return HIDDEN not in types(zone) or size(zone) == 0
