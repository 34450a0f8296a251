"""Casualties: whose cards are lost to hits, in the order of preference of the rules (12.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move
from sealed.engine.frames import Tell, pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import plain
from sealed.engine.zones import copies
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.battle import force_card, unit_of
from sealed.games.shaef.combat.effects import lasts, use_up
from sealed.games.shaef.combat.forces import (
    apart,
    battle_of,
    forces_of,
    fought,
    holds,
    in_battle,
    members,
    side_of,
    slipped_away,
    spared,
    there,
)
from sealed.games.shaef.moments import CASUALTIES
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import PREDICATES
from sealed.games.shaef.state import AXIS, BOUND, HQ_CARD, N_UNITS, NOWHERE, OFF, SIDE, UP, State
from sealed.games.shaef.tactics.using import take_use, use_reasons, uses
from sealed.games.shaef.units.cards import FRAGILE, INVULNERABLE, has, is_land_force
from sealed.games.shaef.units.discarding import take_casualty
from sealed.games.shaef.units.flipping import cannot_flip, flip
from sealed.games.shaef.units.holdings import face_down_cards, face_up_cards, lies_down, lies_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action


def hit(s: State, target: int, hits: int, tell: Tell, *, rear: int = 0) -> State:
    """Let the owner of a force that is hit choose casualties, one for each hit (12.4a).

    `rear` tells whether the fire was directed at the defender's rear area (12.4d iv).
    """
    return _go_on(s, Casualty(side_of(target), target, rear, hits), tell)


def hit_blindly(s: State, side: int, hits: int, tell: Tell, *, rear: int = 0) -> State:
    """Let a side choose casualties of fire that had no target: any unit of the region (12.3e, E-20)."""
    return _go_on(s, Casualty(side, NOWHERE, rear, hits), tell)


def _go_on(s: State, casualty: Casualty, tell: Tell) -> State:
    """Ask for the next casualty; hits that nobody can take are wasted (12.4d v)."""
    if not casualty.hits:
        return s
    if not casualty.exposed(s):
        happened(tell, "wasted", (casualty.hits,))
        return s
    return push(s, casualty)


@dataclass(frozen=True, slots=True)
class Casualty(InCombat):
    """Which card is lost to this hit?

    The preferences are public: a unit always has its HQ to lose, and a card on its own is known, so a level
    that stands can always be drawn on (E-90).
    """

    id: ClassVar[str] = "casualty"
    rule: ClassVar[str] = "12.4"
    verbs: ClassVar[frozenset[str]] = frozenset({"lose", "use"})
    colour: int
    target: int
    rear: int
    hits: int

    def details(self, s: State) -> tuple[int, ...]:
        """Return the unit that bears the hit, the first of several, and how many hits are left."""
        return (_bearer(s, self.exposed(s)[0]), self.hits)

    def exposed(self, s: State) -> list[int]:
        """Return the forces of the first preference of 12.4d that has a card to lose; public."""
        for level in self._levels(s):
            found = [force for force in level if can_lose(s, force)]
            if found:
                return found
        return []

    def _levels(self, s: State) -> Iterator[Sequence[int]]:
        """Yield the forces of each preference: the target, its battle, the region, who has slipped away."""
        named: set[int] = set()
        if self.target != NOWHERE:
            named.add(self.target)
            yield (self.target,) if there(s, self.target) else ()
            battle = battle_of(fought(s), self.target)
            beside = [] if battle is None else in_battle(s, battle, self.colour)
            yield _others(s, beside, named)
            named.update(beside)
        yield _others(s, forces_of(s, self.colour), named)
        if self.rear:
            yield [unit for unit in members(slipped_away(s)) if SIDE[unit] == self.colour]

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the cards that may be lost, and the tactics of this moment."""
        del seat
        losses = [
            make("lose", unit, card) for force in self.exposed(s) for unit, card in _candidates(s, force)
        ]
        return [*self.allowed(s, losses), *uses(s, self.colour, CASUALTIES)]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against losing a card to this hit, or against a tactic."""
        unit, card = action.args
        if action.verb == "use":
            yield from use_reasons(s, self.colour, CASUALTIES, unit, card)
        elif not any(holds(s, force, unit, card) for force in self.exposed(s)):
            yield Refusal("spared-so-far", (unit,), "12.4d")
            yield from _lose(s, self.colour, action.args)
        else:
            yield from loss_reasons(s, unit, card)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Flip the card if it lies face-down and lose it (12.4b), or begin what a tactic does."""
        del seat
        unit, card = action.args
        if action.verb == "use":
            return take_use(s, self.colour, unit, card, tell)
        if not lies_up(s, unit, card):
            s = flip(s, unit, card, tell)
            if not lies_up(s, unit, card):
                return _go_on(pop(s), self, tell)
        s = pop(_lost(s, unit, card, tell))
        return _go_on(s, Casualty(self.colour, self.target, self.rear, self.hits - 1), tell)


def _others(s: State, forces: Sequence[int], named: set[int]) -> Sequence[int]:
    """Return the forces that no earlier preference has named and that enemy fire does not pass by."""
    return [force for force in forces if force not in named and not spared(s, force)]


def _bearer(s: State, force: int) -> int:
    return unit_of(fought(s), force)


def _lost(s: State, unit: int, card: int, tell: Tell) -> State:
    """Take a face-up card out; the last levy saves two Land Forces for the deck (Letztes Aufgebot)."""
    if SIDE[unit] == AXIS and is_land_force(card) and not has(card, FRAGILE) and lasts(s, "AUFGEBOT"):
        happened(tell, "lost", (unit, card))
        s = move(use_up(s, "AUFGEBOT"), card, UP + unit, BOUND + AXIS, tell)
        happened(tell, "to-deck", (unit, card))
        return s
    return take_casualty(s, unit, card, tell)


def can_lose(s: State, force: int) -> bool:
    """Tell whether a force has a card that can be taken as a casualty; public."""
    if force < N_UNITS:
        return s.where[force] != OFF
    home, card = unit_of(fought(s), force), force_card(force)
    return bool(copies(s.zones[UP + home], card)) or not any(cannot_flip(s, home, card))


def loss_reasons(s: State, unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a card of a unit cannot be taken as a casualty (2.7a, 12.4b, 12.4c, 15)."""
    if not lies_up(s, unit, card):
        if not lies_down(s, unit, card):
            yield Refusal("not-there", (unit, card), "12.4")
            return
        yield from cannot_flip(s, unit, card)
    if has(card, INVULNERABLE):
        yield Refusal("invulnerable", (card,), "15")


def _candidates(s: State, force: int) -> Iterator[tuple[int, int]]:
    if force >= N_UNITS:
        yield unit_of(fought(s), force), force_card(force)
        return
    for card in (HQ_CARD[force], *face_up_cards(s, force), *face_down_cards(s, force)):
        if not apart(s, card):
            yield force, card


def _lose(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    unit, card = args
    if SIDE[unit] != side:
        yield Refusal("not-yours", (unit,), "12.4")
    elif s.where[unit] == OFF:
        yield Refusal("not-in-play", (unit,), "12.4")
    else:
        yield from loss_reasons(s, unit, card)


PREDICATES["lose"] = _lose

plain(Casualty)
