"""Every answer that a seat could give of the short families, and samples of the long ones, for why-not."""

from __future__ import annotations

from itertools import product
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
_MOST = 4_000
"""More answers of one verb than this are sampled."""


def every_answer() -> Iterator[Action]:
    """Yield the answers of all verbs; of long families a fixed sample."""
    for verb, form in NOTATION.verbs.items():
        if verb in _CHANCE:
            continue
        kinds = tuple(kind for kind in form.kinds if kind != UNSAID)
        choices = [_numbers(kind, hq=verb in _OF_HQS) for kind in kinds]
        every = list(product(*choices))
        stride = len(every) // _MOST + 1
        yield from (make(verb, *args) for args in every[::stride])
        yield from _natural(verb)


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
    if verb in {"take", "return"}:
        for card in CARDS.values():
            yield make(verb, card.unit, card.code)
            if verb == "take":
                yield make(verb, THE_DECK, card.code)
