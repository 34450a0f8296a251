"""Reconnaissance: the attacker flips a card so that the defender sets up first (12.1a, 15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import near
from sealed.games.shaef.board.presence import ashore, corps_of, in_play, side_in_region
from sealed.games.shaef.combat.forces import fought
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import DECLINE, PREDICATES, Question
from sealed.games.shaef.state import IS_ARMY, SIDE, units_in
from sealed.games.shaef.supply.lines import supplied_now
from sealed.games.shaef.units.cards import RECONNAISSANCE, SIDE_OF, SUPPORT, TYPE, has
from sealed.games.shaef.units.flipping import flip, flip_reasons
from sealed.games.shaef.units.holdings import face_down_cards, hiding_places, lies_down

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

SCOUTS = tuple(
    tuple(card for card in range(1, len(SIDE_OF)) if SIDE_OF[card] == side and has(card, RECONNAISSANCE))
    for side in (0, 1)
)
"""By side the cards that can reconnoitre."""


def reconnoitre(s: State) -> State:
    """Ask the attacker whether he reconnoitres, if public facts leave it open."""
    side = fought(s).attacker
    return push(s, Reconnoitring(side)) if SCOUTS[side] and _may_scout(s, side) else s


def _may_scout(s: State, side: int) -> bool:
    """Tell whether a unit that could reconnoitre here may have a card for it; public."""
    units = {unit for card in SCOUTS[side] for unit in hiding_places(s, card)}
    return any(not any(True for _ in _unit_reasons(s, unit)) for unit in units)


@dataclass(frozen=True, slots=True)
class Reconnoitring(Question):
    """The attacker may flip a card with Reconnaissance."""

    id: ClassVar[str] = "reconnoitre"
    rule: ClassVar[str] = "12.1a"
    verbs: ClassVar[frozenset[str]] = frozenset({"reconnoitre", "decline"})
    colour: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the region."""
        return (fought(s).region,)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return each card that lies, or may lie, where it can reconnoitre, and to decline."""
        del seat
        scouts = set(SCOUTS[self.colour])
        units = [unit for unit in in_play(s, self.colour) if not any(True for _ in _unit_reasons(s, unit))]
        candidates = [
            make("reconnoitre", unit, card)
            for unit in units
            for card in face_down_cards(s, unit)
            if card in scouts
        ]
        return [*self.allowed(s, candidates), DECLINE]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what keeps a card from it."""
        if action.verb == "reconnoitre":
            yield from scout_reasons(s, self.colour, *action.args)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Flip the card: the defender will set up first."""
        del seat
        s = pop(s)
        if action.verb == "decline":
            return s
        unit, card = action.args
        s = flip(s, unit, card, tell)
        happened(tell, "reconnoitred", (self.colour, card))
        return copy_with(s, combat=copy_with(fought(s), scouted=True))


def scout_reasons(s: State, side: int, unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a side cannot flip this card of a unit to reconnoitre for the combat that is fought."""
    yield from flip_reasons(s, side, unit, card)
    if not has(card, RECONNAISSANCE):
        yield Refusal("no-ability", (card,), "15")
    if SIDE[unit] != side:
        return
    yield from _unit_reasons(s, unit)
    if s.where[unit] != fought(s).region and lies_down(s, unit, card) and TYPE[card] != SUPPORT:
        yield Refusal("no-reserve-fire", (card,), "15")


def _unit_reasons(s: State, unit: int) -> Iterator[Refusal]:
    """Yield why cards of a unit cannot reconnoitre here: it attacks, or is a supplied Reserve close by.

    From elsewhere a Reserve helps a supplied unit of its Army, as with all its support (E-80).
    """
    region = fought(s).region
    if s.where[unit] == region:
        return
    if not IS_ARMY[unit] or not ashore(s, unit):
        yield Refusal("not-in-combat", (unit,), "15")
        return
    if not near(s.where[unit], region):
        yield Refusal("reserve-too-far", (unit,), "15")
    if not supplied_now(s, unit):
        yield Refusal("not-in-supply", (unit,), "15")
    helped = set(corps_of(s, unit)) & set(units_in(side_in_region(s, SIDE[unit], region)))
    if not any(supplied_now(s, corps) for corps in helped):
        yield Refusal("not-in-combat", (unit,), "15")


def _scout_predicate(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    unit, card = args
    if s.combat is None or side != s.combat.attacker:
        yield from flip_reasons(s, side, unit, card)
        if not has(card, RECONNAISSANCE):
            yield Refusal("no-ability", (card,), "15")
        return
    yield from scout_reasons(s, side, unit, card)


PREDICATES["reconnoitre"] = _scout_predicate

__all__ = ["SCOUTS", "Reconnoitring", "reconnoitre", "scout_reasons"]
