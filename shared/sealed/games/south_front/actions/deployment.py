"""Deploying and recruiting: how a piece comes onto the board (rules, Deploying Pieces; Deploy vs. Recruit).

A piece is named by its type until it stands: which of the equal ones comes is no choice. The reasons know no
limits of a card or an action; who has some adds them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sealed.engine.frames import RuleBugError
from sealed.engine.message import Refusal, happened
from sealed.games.south_front.board.countries import COUNTRY_OF
from sealed.games.south_front.board.geography import playing
from sealed.games.south_front.board.pieces import (
    LAND,
    at_war,
    available,
    cargo_of,
    put,
    put_aboard,
    representative,
    space_of,
)
from sealed.games.south_front.board.presence import occupied
from sealed.games.south_front.movement.transport import may_carry
from sealed.games.south_front.notation import TYPE_OF, TYPES
from sealed.games.south_front.question import PREDICATES
from sealed.games.south_front.state import (
    FLEET,
    OFF,
    SIDE,
    SIDE_OF_FACTION,
    State,
)
from sealed.games.south_front.supply.supplied import deploy_supplied, supply_reasons

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.engine.frames import Tell
    from sealed.games.south_front.question import Predicate

    _Reasons: TypeAlias = Callable[[State, int, int, int, str], Iterator[Refusal]]


def deploy_reasons(s: State, side: int, kind_of_piece: int, space: int, rule: str) -> Iterator[Refusal]:
    """Yield what stands against deploying a piece of a type in a space.

    Supply is not asked for where no such piece could stand.
    """
    yield from _piece_reasons(s, side, kind_of_piece, rule)
    yield from _war_reasons(s, kind_of_piece)
    barred = list(_place_reasons(s, side, kind_of_piece, space, rule))
    yield from barred
    if not barred:
        if LAND >> space & 1 and not s.held[side] >> space & 1:
            yield Refusal("not-held", (space,), rule)
        yield from _supply_reasons(s, side, kind_of_piece, space, rule)


def deploy_aboard_reasons(s: State, side: int, kind_of_piece: int, ship: int, rule: str) -> Iterator[Refusal]:
    """Yield what stands against deploying a piece of a type directly aboard a ship (S-22)."""
    yield from _piece_reasons(s, side, kind_of_piece, rule)
    yield from _war_reasons(s, kind_of_piece)
    barred = list(_ship_reasons(s, side, kind_of_piece, ship, rule))
    yield from barred
    if not barred:
        yield from _supply_reasons(s, side, kind_of_piece, s.where[ship], rule)


def recruit_reasons(s: State, side: int, kind_of_piece: int, space: int, rule: str) -> Iterator[Refusal]:
    """Yield what stands against recruiting: neither supply nor control is needed, nor war (USA at War)."""
    yield from _piece_reasons(s, side, kind_of_piece, rule)
    yield from _place_reasons(s, side, kind_of_piece, space, rule)


def recruit_aboard_reasons(
    s: State, side: int, kind_of_piece: int, ship: int, rule: str
) -> Iterator[Refusal]:
    """Yield what stands against recruiting a piece aboard a ship; before its war it cannot leave it (S-4)."""
    yield from _piece_reasons(s, side, kind_of_piece, rule)
    yield from _ship_reasons(s, side, kind_of_piece, ship, rule)


def deploy(s: State, kind_of_piece: int, space: int, tell: Tell) -> tuple[State, int]:
    """Deploy a piece of a type in a space; return the piece, too."""
    return _stand(s, kind_of_piece, space, tell, "deployed")


def recruit(s: State, kind_of_piece: int, space: int, tell: Tell) -> tuple[State, int]:
    """Recruit a piece of a type in a space, which any kind of piece takes control of; return it, too."""
    return _stand(s, kind_of_piece, space, tell, "recruited")


def deploy_aboard(s: State, kind_of_piece: int, ship: int, tell: Tell) -> tuple[State, int]:
    """Deploy a piece of a type aboard a ship; return the piece, too."""
    return _embark(s, kind_of_piece, ship, tell, "deployed")


def recruit_aboard(s: State, kind_of_piece: int, ship: int, tell: Tell) -> tuple[State, int]:
    """Recruit a piece of a type aboard a ship; return the piece, too."""
    return _embark(s, kind_of_piece, ship, tell, "recruited")


def takes_aboard(ship: int, kind_of_piece: int) -> bool:
    """Tell whether a ship is one for pieces of a type: fleets transport, carriers carry own airplanes."""
    return may_carry(ship, TYPE_OF.index(kind_of_piece))


def suits(kind_of_piece: int, space: int) -> bool:
    """Tell whether pieces of a type stand in such spaces: ships at sea, all others on land."""
    return (TYPES[kind_of_piece][1] >= FLEET) != bool(LAND >> space & 1)


def _piece_reasons(s: State, side: int, kind_of_piece: int, rule: str) -> Iterator[Refusal]:
    if SIDE_OF_FACTION[TYPES[kind_of_piece][0]] != side:
        yield Refusal("wrong-type", (kind_of_piece,), rule)
    if available(s, kind_of_piece) is None:
        yield Refusal("no-piece-left", (kind_of_piece,), "Pieces")


def _war_reasons(s: State, kind_of_piece: int) -> Iterator[Refusal]:
    faction = TYPES[kind_of_piece][0]
    if not at_war(s, faction):
        yield Refusal("not-at-war", (faction,), "Game Rounds")


def _place_reasons(s: State, side: int, kind_of_piece: int, space: int, rule: str) -> Iterator[Refusal]:
    """Yield why no piece of a type can be put in a space, whoever controls it."""
    if not suits(kind_of_piece, space):
        yield Refusal("type-terrain", (kind_of_piece, space), rule)
    if s.neutral >> space & 1:
        yield Refusal("neutral-space", (space, COUNTRY_OF[space]), "Minor Countries")
    elif not playing(s) >> space & 1:
        yield Refusal("not-held", (space,), rule)
    elif occupied(s, 1 - side) >> space & 1:
        yield Refusal("enemy-there", (space,), rule)


def _ship_reasons(s: State, side: int, kind_of_piece: int, ship: int, rule: str) -> Iterator[Refusal]:
    """Yield why no piece of a type can be put aboard a ship."""
    if SIDE[ship] != side:
        yield Refusal("not-yours", (ship,), rule)
    if not takes_aboard(ship, kind_of_piece):
        yield Refusal("wrong-ship", (TYPE_OF.index(kind_of_piece), ship), "Naval Transport")
    if s.where[ship] == OFF:
        yield Refusal("not-on-board", (ship,), rule)
    elif cargo_of(s, ship) is not None:
        yield Refusal("ship-full", (ship,), "Naval Transport")
    elif (same := representative(s, ship)) != ship:
        yield Refusal("equal-piece", (ship, same), "S-75")


def _supply_reasons(s: State, side: int, kind_of_piece: int, space: int, rule: str) -> Iterator[Refusal]:
    if SIDE_OF_FACTION[TYPES[kind_of_piece][0]] == side and not deploy_supplied(s, kind_of_piece, space):
        yield from supply_reasons(s, TYPES[kind_of_piece][0], space, rule)


def _stand(s: State, kind_of_piece: int, space: int, tell: Tell, event: str) -> tuple[State, int]:
    piece = _next(s, kind_of_piece)
    happened(tell, event, (piece, space))
    return put(s, piece, space, tell), piece


def _embark(s: State, kind_of_piece: int, ship: int, tell: Tell, event: str) -> tuple[State, int]:
    piece = _next(s, kind_of_piece)
    sea = space_of(s, ship)
    if sea is None:
        message = f"no ship {ship} on the board"
        raise RuleBugError(message)
    happened(tell, event, (piece, sea))
    return put_aboard(s, piece, ship), piece


def _next(s: State, kind_of_piece: int) -> int:
    """Return the next piece of a type that is off the board."""
    piece = available(s, kind_of_piece)
    if piece is None:
        message = f"no piece of type {kind_of_piece} is left"
        raise RuleBugError(message)
    return piece


def _board(of: _Reasons, rule: str) -> Predicate:
    def predicate(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
        kind_of_piece, place = args
        return of(s, side, kind_of_piece, place, rule)

    return predicate


PREDICATES["deploy"] = _board(deploy_reasons, "Deploying Pieces")
PREDICATES["deploy-aboard"] = _board(deploy_aboard_reasons, "Deploying Pieces")
PREDICATES["recruit"] = _board(recruit_reasons, "Deploy vs. Recruit")
PREDICATES["recruit-aboard"] = _board(recruit_aboard_reasons, "Deploy vs. Recruit")
