"""Every answer that a seat could give, for why-not and the laws, and some that it never can."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from sealed.engine.notation import CARD
from sealed.engine.zones import HIDDEN
from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.cards import CARDS
from sealed.games.south_front.notation import NOTATION, make
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import AIRPLANE, CARRIER, FLEET, INFANTRY, KIND, SIDE, TANK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.engine.action import Action

_CHANCE = frozenset({"deal", "shuffle", "order", "pick", "roll", "open", "look"})
_SHIPS = tuple(piece for piece, kind in enumerate(KIND) if kind in (FLEET, CARRIER))
_LANDED = tuple(piece for piece, kind in enumerate(KIND) if kind in (INFANTRY, TANK, AIRPLANE))
_SPACES = range(len(load().spaces))
_FAR = (0, len(KIND) - 1)
"""A card or piece that does not fit, for each long family."""


def every_answer() -> Iterator[Action]:
    """Yield the answers of all verbs; of long families what could ever be offered and samples of the rest."""
    for verb, form in NOTATION.verbs.items():
        if verb in _CHANCE:
            continue
        if verb in _LONG:
            yield from (make(verb, *args) for args in _LONG[verb]())
        else:
            choices = [_numbers(kind, face_down=verb == "spend") for kind in form.kinds]
            yield from (make(verb, *args) for args in product(*choices))


def _numbers(kind: str, *, face_down: bool) -> list[int]:
    numbers = list(NOTATION.names[kind])
    return [HIDDEN, *numbers] if kind == CARD and face_down else numbers


def _cards(reaction: str) -> list[int]:
    """Return the cards that bear a reaction, and one that does not."""
    bear = [card.code for card in CARDS if card.reaction == reaction]
    return [*bear, next(card.code for card in CARDS if card.code not in bear)]


def _boardings() -> Iterator[tuple[int, ...]]:
    yield from ((a, b) for a, b in product(_LANDED, _SHIPS) if SIDE[a] == SIDE[b])
    yield _FAR


def _attacks() -> Iterator[tuple[int, ...]]:
    pack = load()
    pairs = [(link.a, link.b) for link in pack.links] + [(strait.a, strait.b) for strait in pack.straits]
    both = pairs + [(b, a) for a, b in pairs]
    for faction in range(len(pack.factions)):
        yield from ((faction, a, b) for a, b in both)
        yield faction, 0, len(pack.spaces) - 1


def _retreats() -> Iterator[tuple[int, ...]]:
    land = [space for space in _SPACES if LAND >> space & 1]
    return product(_cards("retreat"), _LANDED, land)


def _withdrawals() -> Iterator[tuple[int, ...]]:
    seas = [space for space in _SPACES if not LAND >> space & 1]
    return product(_cards("withdraw"), _SHIPS, seas)


_LONG: dict[str, Callable[[], Iterator[tuple[int, ...]]]] = {
    "board": _boardings,
    "attack": _attacks,
    "attack-with-french": _attacks,
    "retreat": _retreats,
    "withdraw": _withdrawals,
    "exchange": lambda: product(_cards("exchange"), range(len(KIND))),
    "advance": lambda: product(_cards("advance"), range(len(KIND))),
}
