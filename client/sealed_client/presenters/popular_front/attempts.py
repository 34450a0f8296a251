"""What a player may have meant by a touch that leads nowhere; the engine then says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.popular_front import notation
from sealed.games.popular_front.board import CITIES, NEIGHBOURS
from sealed.games.popular_front.notation import NOTATION
from sealed.games.popular_front.state import holds
from sealed_client.presenters.popular_front import paths
from sealed_client.presenters.popular_front.keys import DEPLOYED, HAND, place_of
from sealed_client.presenters.popular_front.paths import pile_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sealed.engine.action import Action
    from sealed.games.popular_front.question import Question
    from sealed.games.popular_front.state import State
    from sealed_client.presenters.picks import Path, Pick

_BY_CARD: Mapping[str, tuple[Action, ...]] = {
    "act": notation.MUSTER,
    "commit": notation.COMMIT,
    "deploy": notation.DEPLOY,
    "discard": notation.DISCARD,
    "lose": notation.LOSE,
    "destroy": notation.DESTROY,
    "hit": notation.HIT,
}
"""What a card may be touched for, by question."""


def attempts_of(s: State, frame: Question, picked: Path, pick: Pick) -> Iterator[Action]:
    """Yield what may have been meant, the likeliest first; some of it may be legal by another way."""
    if pick.kind == "card":
        yield from _by_card(frame, pick)
    elif pick.kind == "button":
        yield from _by_button(s, frame, pick.text)
    elif pick.kind == "space":
        yield from _by_space(s, frame, picked, pick.number)


def _by_card(frame: Question, pick: Pick) -> Iterator[Action]:
    """Yield what the card does here, and if it lies where it cannot do this, what it does elsewhere."""
    here = place_of(pick)
    if frame.id in _BY_CARD and here == pile_of(frame):
        yield _BY_CARD[frame.id][pick.number]
        return
    place, colour = here
    own = colour == frame.colour
    if frame.id in _BY_CARD:
        yield _BY_CARD[frame.id][pick.number]
    if place == HAND:
        yield from (notation.MUSTER[pick.number], notation.COMMIT[pick.number])
    elif place == DEPLOYED:
        yield (notation.LOSE if own else notation.DESTROY)[pick.number]
    else:
        yield (notation.DEPLOY if own else notation.HIT)[pick.number]


def _by_button(s: State, frame: Question, text: str) -> Iterator[Action]:
    side = frame.colour & 1
    own = [city.index for city in CITIES if s.disks[frame.colour][city.index]]
    if text == paths.ATTACK:
        border = [(city, near) for city in own for near in NEIGHBOURS[city] if holds(s, 1 - side, near)]
        yield from (_attack(*way) for way in border or [(city, NEIGHBOURS[city][0]) for city in own])
    elif text == paths.MOVE:
        yield from (_move(1, city, near) for city in own for near in NEIGHBOURS[city] if holds(s, side, near))
    elif text == paths.PASS:
        yield notation.PASS


def _by_space(s: State, frame: Question, picked: Path, city: int) -> Iterator[Action]:
    spaces = [pick.number for pick in picked if pick.kind == "space"]
    buttons = {pick.text for pick in picked if pick.kind == "button"}
    if frame.id == "place":
        yield notation.PLACE[city]
    elif frame.id == "withdraw":
        yield notation.WITHDRAW[city]
    elif frame.id == "muster":
        yield from _mustering(s, frame, spaces, city, moving=paths.MOVE in buttons)
    elif frame.id == "act" and paths.COLUMN in buttons:
        yield notation.FIFTH[city]
    elif frame.id == "act" and spaces and spaces[0] != city:
        yield _attack(spaces[0], city)
    elif holds(s, 1 - (frame.colour & 1), city):
        yield from _attacks_on(s, frame.colour, city)
    elif frame.id == "act":
        yield from _attacks_from(s, frame.colour, city)
    else:
        yield notation.RECRUIT[city]


def _mustering(s: State, frame: Question, spaces: list[int], city: int, *, moving: bool) -> Iterator[Action]:
    if spaces and spaces[0] != city:
        own = s.disks[frame.colour][spaces[0]]
        yield from (_move(disks, spaces[0], city) for disks in range(1, max(own, 1) + 1))
    elif moving:
        own = s.disks[frame.colour][city]
        yield from (_move(disks, city, near) for near in NEIGHBOURS[city] for disks in (1, max(own, 1)))
    else:
        yield notation.RECRUIT[city]


def _attacks_on(s: State, colour: int, city: int) -> Iterator[Action]:
    """Yield attacks on a city out of the cities beside it that come nearest to be able to."""
    own = s.disks[colour]
    near = [near for near in NEIGHBOURS[city] if own[near]]
    near = near or [near for near in NEIGHBOURS[city] if holds(s, colour & 1, near)]
    far = [far.index for far in CITIES if own[far.index]]
    yield from (_attack(origin, city) for origin in near or far)


def _attacks_from(s: State, colour: int, city: int) -> Iterator[Action]:
    """Yield attacks out of a city on its enemy neighbours, or on any neighbour if there are none."""
    near = [near for near in NEIGHBOURS[city] if holds(s, 1 - (colour & 1), near)]
    yield from (_attack(city, target) for target in near or NEIGHBOURS[city])


def _attack(origin: int, target: int) -> Action:
    return NOTATION.action("attack", origin, target)


def _move(disks: int, origin: int, target: int) -> Action:
    return NOTATION.action("move", disks, origin, target)
