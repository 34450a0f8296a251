"""Every answer that a seat could give of the short families, and samples of the long ones, for why-not."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from sealed.engine.notation import CARD, UNSAID
from sealed.engine.zones import HIDDEN
from sealed.games.shaef.notation import NOTATION, PLACE, THE_DECK, UNIT, make
from sealed.games.shaef.state import AFRICA, BRITAIN, N_REGIONS, OFF, UNIT_OF_HQ, UNITS
from sealed.games.shaef.units.cards import CARD as CARDS
from sealed.games.shaef.units.cards import NON_HQ

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action

_CHANCE = frozenset({"deal", "shuffle", "order", "pick", "roll", "open", "look"})
_OF_HQS = frozenset({"muster", "raise"})
_PLACES = (*range(N_REGIONS), BRITAIN, AFRICA, OFF)
_MOST = 400
"""Of a verb with more answers than this the vocabulary holds about so many, evenly taken."""


def every_answer() -> Iterator[Action]:
    """Yield the answers of all verbs; of those in `SAMPLED` a fixed sample and what is printed together."""
    for verb in NOTATION.verbs:
        if verb not in _CHANCE:
            every = list(product(*_choices(verb)))
            yield from (make(verb, *args) for args in every[:: _stride(verb)])
            yield from _natural(verb)


def _choices(verb: str) -> list[list[int]]:
    kinds = [kind for kind in NOTATION.verbs[verb].kinds if kind != UNSAID]
    return [_numbers(kind, hq=verb in _OF_HQS) for kind in kinds]


def _stride(verb: str) -> int:
    return prod(map(len, _choices(verb))) // _MOST + 1


def _numbers(kind: str, *, hq: bool) -> list[int]:
    if kind == PLACE:
        return list(_PLACES)
    if kind == CARD and hq:
        return [*UNIT_OF_HQ, *NON_HQ[0][:1], *NON_HQ[1][:1]]
    if kind == UNIT and hq:
        return [unit.index for unit in UNITS if unit.army or unit.index % 9 == 0]
    return list(NOTATION.names[kind])


def _natural(verb: str) -> Iterator[Action]:
    """Yield the answers of a long family that fit: cards in the units they are printed for."""
    if verb in {"flip", "discard", "use", "detach", "reconnoitre", "join", "lose", "give"}:
        for card in CARDS.values():
            yield make(verb, card.unit, card.code)
            yield make(verb, card.army, card.code)
    if verb == "discard":
        for unit in UNITS:
            yield make(verb, unit.index, HIDDEN)
    if verb == "take":
        for card in CARDS.values():
            yield make(verb, card.unit, card.code)
            yield make(verb, THE_DECK, card.code)


SAMPLED = frozenset(
    verb
    for verb, form in NOTATION.verbs.items()
    if verb not in _CHANCE and (UNSAID in form.kinds or _stride(verb) > 1)
)
"""The verbs with too many answers to list them all."""
