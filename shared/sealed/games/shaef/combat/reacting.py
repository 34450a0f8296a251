"""React: cards of an Army Reserve join a Corps after both sides have fired, and fire at once (12.5, 15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move
from sealed.engine.frames import Procedure, Tell, pop, push, replace_top
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with, plain
from sealed.engine.zones import copies
from sealed.games.shaef.board.presence import in_play, reserve_of
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.effects import lasts, remember_shot
from sealed.games.shaef.combat.flip_window import before_roll
from sealed.games.shaef.combat.forces import fought
from sealed.games.shaef.combat.readiness import fire_reasons, in_reach, unsupplied
from sealed.games.shaef.combat.volley import Declared, Volley
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, PREDICATES
from sealed.games.shaef.state import AXIS, IS_ARMY, NOWHERE, SIDE, UP, State
from sealed.games.shaef.units.cards import REACT, SIDE_OF, has
from sealed.games.shaef.units.flipping import cannot_flip, flip
from sealed.games.shaef.units.holdings import (
    face_down_cards,
    face_up_cards,
    hiding_places,
    lies_down,
    lies_up,
)
from sealed.games.shaef.units.organisation import room_reasons, would_breach
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

_PRICE = load().numbers.cost_react
_REACTING = tuple(
    tuple(card for card in range(1, len(SIDE_OF)) if SIDE_OF[card] == side and has(card, REACT))
    for side in (0, 1)
)
"""By side the cards that can react."""
_HINDERED = 2
"""What each React costs the Axis under Allied air supremacy (shaef-cards 7)."""


def price(s: State, side: int) -> int:
    """Return the Operation Points that each reacting card of a side costs."""
    return _HINDERED if side == AXIS and lasts(s, "AIR_SUPREMACY") else _PRICE


def react_all(s: State, side: int) -> State:
    """Let a side react, if public facts leave it open (12.5)."""
    return push(s, Reacting(side)) if _may_react(s, side) else s


def _may_react(s: State, side: int) -> bool:
    """Tell whether some card may react with some Corps, as far as everybody knows (E-129)."""
    for corps in in_play(s, side):
        if not any(corps_reasons(s, side, corps)):
            reserve = reserve_of(s, corps)
            for card in _REACTING[side]:
                if _may_lie(s, reserve, card) and not any(_card_reasons(s, reserve, corps, card)):
                    return True
    return False


def _may_lie(s: State, reserve: int, card: int) -> bool:
    return bool(copies(s.zones[UP + reserve], card)) or reserve in hiding_places(s, card)


def react_reasons(s: State, side: int, card: int, corps: int) -> Iterator[Refusal]:
    """Yield why a card cannot react by joining a Corps (12.5, 15; E-25, E-26)."""
    yield from corps_reasons(s, side, corps)
    reserve = reserve_of(s, corps)
    if SIDE[corps] != side or IS_ARMY[corps] or reserve == NOWHERE:
        return
    if not has(card, REACT):
        yield Refusal("no-react", (card,), "15")
    if not _lies(s, reserve, card):
        yield Refusal("not-there", (reserve, card), "12.5")
    elif s.combat is not None:
        yield from _card_reasons(s, reserve, corps, card)


def _card_reasons(s: State, reserve: int, corps: int, card: int) -> Iterator[Refusal]:
    """Yield why a card that lies in a Reserve, or may lie there, cannot fire in a Corps; public."""
    if would_breach(s, corps, card):
        yield Refusal("unit-full", (corps,), "5.3e")
    yield from fire_reasons(s, reserve, card)
    if not lies_up(s, reserve, card):
        told = {refusal.code for refusal in cannot_flip(s, reserve, card)}
        yield from (one for one in cannot_flip(s, corps, card) if one.code not in told)


def _lies(s: State, reserve: int, card: int) -> bool:
    return bool(copies(s.zones[UP + reserve], card)) or lies_down(s, reserve, card)


def corps_reasons(s: State, side: int, corps: int) -> Iterator[Refusal]:
    """Yield why no card can join a Corps by React; public."""
    combat = s.combat
    if SIDE[corps] != side:
        yield Refusal("not-yours", (corps,), "12.5")
        return
    if IS_ARMY[corps]:
        yield Refusal("not-a-corps", (corps,), "12.5")
        return
    if combat is None or s.where[corps] != combat.region:
        yield Refusal("not-in-combat", (corps,), "12.5")
        return
    if not any(own == corps for own, _ in combat.targets):
        yield Refusal("corps-did-not-fire", (corps,), "E-25")
    yield from room_reasons(s, corps, "12.5")
    reserve = reserve_of(s, corps)
    if reserve == NOWHERE:
        yield Refusal("not-in-supply", (corps,), "12.5")
    else:
        if not in_reach(s, reserve, combat.region):
            yield Refusal("reserve-too-far", (reserve,), "12.5")
        yield from unsupplied(s, (reserve, corps), "E-26")
    yield from point_reasons(s, side, price(s, side), "6")


@dataclass(frozen=True, slots=True)
class Reacting(InCombat):
    """Which cards react, and with which Corps? All are announced before a die is rolled (case S-59).

    `corps` and `cards` are what has been announced, in order.
    """

    id: ClassVar[str] = "react"
    rule: ClassVar[str] = "12.5"
    verbs: ClassVar[frozenset[str]] = frozenset({"react", "done"})
    colour: int
    corps: tuple[int, ...] = ()
    cards: tuple[Declared, ...] = ()

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return each card that may react with each Corps, and the end of it."""
        del seat
        return [*self.allowed(s, [make("react", *one) for one in self._candidates(s)]), DONE]

    def _candidates(self, s: State) -> Iterator[tuple[int, int]]:
        for corps in in_play(s, self.colour):
            if not any(corps_reasons(s, self.colour, corps)):
                reserve = reserve_of(s, corps)
                held = (*face_up_cards(s, reserve), *face_down_cards(s, reserve))
                yield from ((card, corps) for card in held if has(card, REACT))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a reaction."""
        if action.verb == "react":
            yield from react_reasons(s, self.colour, *action.args)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Pay, and give the card to the Corps, face-up; or let all that has been announced fire.

        A card that proves to be in the wrong Reserve is discarded, and costs nothing (E-37, E-99).
        """
        del seat
        if action is DONE:
            return replace_top(s, ReactFire(self.corps, self.cards)) if self.cards else pop(s)
        card, corps = action.args
        reserve = reserve_of(s, corps)
        fresh = not copies(s.zones[UP + reserve], card)
        if fresh:
            s = flip(s, reserve, card, tell)
            if not copies(s.zones[UP + reserve], card):
                return s
        s = spend(s, self.colour, price(s, self.colour), tell)
        s = move(s, card, UP + reserve, UP + corps, tell)
        happened(tell, "reacted", (card, corps))
        s = remember_shot(copy_with(s, fired=s.fired | 1 << card), card)
        declared = Declared(card, corps, int(fresh))
        return replace_top(s, Reacting(self.colour, (*self.corps, corps), (*self.cards, declared)))


@dataclass(frozen=True, slots=True)
class ReactFire(Procedure["State"]):
    """The fire of the Corps that cards have joined, one Corps after the other, in order of announcement."""

    corps: tuple[int, ...]
    cards: tuple[Declared, ...]

    def run(self, s: State, tell: Tell) -> State:
        """Let the new cards of the next Corps fire at what the Corps has fired at."""
        del tell
        if not self.corps:
            return pop(s)
        first = self.corps[0]
        volley = Volley(first, _target(s, first), fought(s).strike >> first & 1)
        mine = tuple(card for corps, card in zip(self.corps, self.cards, strict=True) if corps == first)
        rest = tuple(card for card in self.cards if card not in mine)
        others = tuple(corps for corps in self.corps if corps != first)
        return before_roll(replace_top(s, ReactFire(others, rest)), copy_with(volley, cards=mine))


def _target(s: State, corps: int) -> int:
    return next(target for own, target in fought(s).targets if own == corps)


def _react(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    yield from react_reasons(s, side, *args)


PREDICATES["react"] = _react

plain(Reacting, ReactFire)

__all__ = ["Reacting", "react_all", "react_reasons"]
