"""Declaring which cards fire with a force: its own, and those of its Army's Reserve (12.3f, 12.3h)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import Tell, pop, replace_top
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with, plain
from sealed.games.shaef.board.presence import reserve_of
from sealed.games.shaef.combat.asking import InCombat
from sealed.games.shaef.combat.battle import force_card, unit_of
from sealed.games.shaef.combat.effects import remember_shot
from sealed.games.shaef.combat.flip_window import before_roll
from sealed.games.shaef.combat.forces import fought
from sealed.games.shaef.combat.readiness import in_reach, join_reasons, surely_fires
from sealed.games.shaef.combat.volley import Declared, Volley
from sealed.games.shaef.notation import make
from sealed.games.shaef.question import PREDICATES
from sealed.games.shaef.state import HQ_CARD, NOWHERE, OFF, SIDE, State
from sealed.games.shaef.units.flipping import flip
from sealed.games.shaef.units.holdings import face_down_cards, face_up_cards, lies_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action

ANNOUNCE = make("announce")


@dataclass(frozen=True, slots=True)
class Declaring(InCombat):
    """Which cards fire with this force? All are declared before a die is rolled (12.3f, case S-53)."""

    id: ClassVar[str] = "declare"
    rule: ClassVar[str] = "12.3f"
    verbs: ClassVar[frozenset[str]] = frozenset({"join", "announce"})
    colour: int
    volley: Volley

    def details(self, s: State) -> tuple[int, ...]:
        """Return the force that fires."""
        del s
        return (self.volley.force,)

    def legal(self, s: State, seat: int) -> Sequence[Action]:
        """Return the cards that may still join; the announcement once there is one.

        A force of which nobody knows that it can fire may announce nothing.
        """
        del seat
        joins = self.allowed(s, [make("join", *one) for one in candidates(s, self.volley.force)])
        return joins if self._must_name(s) else [*joins, ANNOUNCE]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against a card's fire, or against a volley of nobody."""
        if action.verb == "join":
            yield from join_reasons(s, self.volley.force, *action.args)
        elif self._must_name(s):
            yield Refusal("nobody-fires", (), "12.3f")

    def _must_name(self, s: State) -> bool:
        """Tell whether a first card is still due, which everybody knows to be there (E-91)."""
        return not self.volley.cards and surely_fires(s, self.volley.force)

    def take(self, s: State, action: Action, seat: int, tell: Tell) -> State:
        """Flip the card if it lies face-down and let it fire; or give the enemy his chance to flip."""
        del seat
        if action is ANNOUNCE:
            return before_roll(pop(s), self.volley) if self.volley.cards else pop(s)
        unit, card = action.args
        s, declared = ready(s, unit, card, tell)
        if declared is None:
            return s
        happened(tell, "joined", (unit, card))
        volley = copy_with(self.volley, cards=(*self.volley.cards, declared))
        return replace_top(s, Declaring(self.colour, volley))


def ready(s: State, unit: int, card: int, tell: Tell) -> tuple[State, Declared | None]:
    """Flip a card that fires if it lies face-down, and note that it has fired (12.3a, 12.3h, 12.3i).

    Nothing is declared where the flip has shown that the card cannot be in its unit (E-37).
    """
    fresh = not lies_up(s, unit, card)
    if fresh:
        s = flip(s, unit, card, tell)
        if not lies_up(s, unit, card):
            return s, None
    s = copy_with(s, fired=s.fired | 1 << card)
    return remember_shot(s, card), Declared(card, unit, int(fresh))


def candidates(s: State, force: int) -> Iterator[tuple[int, int]]:
    """Yield what may be worth asking: unit and card of the force and of its Army's Reserve."""
    home = unit_of(fought(s), force)
    if s.where[home] == OFF:
        yield home, force_card(force)
        return
    reserve = reserve_of(s, home)
    units = [home]
    if reserve not in {home, NOWHERE} and in_reach(s, reserve, fought(s).region):
        units.append(reserve)
    for unit in units:
        yield from ((unit, card) for card in (HQ_CARD[unit], *face_up_cards(s, unit)))
        yield from ((unit, card) for card in face_down_cards(s, unit))


def _join(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield why a card fires with nobody of its unit: what is known without naming the force."""
    unit, card = args
    if s.combat is None or SIDE[unit] != side or s.where[unit] == OFF:
        return
    yield from join_reasons(s, unit, unit, card)


PREDICATES["join"] = _join

plain(Declaring)
