"""Attaching Corps to Armies, and bringing Corps HQs from the Reinforcement Deck into play (13.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.engine.zones import could_hold
from sealed.games.shaef.board.presence import ARMIES, corps_of, in_play
from sealed.games.shaef.moments import ATTACHMENT
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, PREDICATES, Free
from sealed.games.shaef.replacement.mustering import bring, place_reasons, places
from sealed.games.shaef.state import HQ_CARD, IS_ARMY, N_UNITS, NOWHERE, OFF, RESERVE, SIDE, UNIT_OF_HQ
from sealed.games.shaef.units.cards import CORPS_HQ, ENTRY, TYPE
from sealed.games.shaef.units.organisation import (
    MOST_CORPS,
    attach_reasons,
    crowded_armies,
    surplus,
    vacancies,
)
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

_COST = load().numbers.cost_attach


@dataclass(frozen=True, slots=True)
class Attaching(Free):
    """The first step of the Reorganization Phase: Corps change their Army or come into play (13.1)."""

    id: ClassVar[str] = "attach"
    rule: ClassVar[str] = "13.1"
    verbs: ClassVar[frozenset[str]] = frozenset({"attach", "raise", "done"})
    colour: int
    moment: ClassVar[int] = ATTACHMENT

    def own(self, s: State) -> Sequence[Action]:
        """Return the attachments that can be paid, and `done` where no Army has too many Corps."""
        side = self.colour
        units = in_play(s, side)
        armies = [unit for unit in units if ARMIES >> unit & 1]
        corps = [unit for unit in units if not ARMIES >> unit & 1]
        candidates = [make("attach", unit, army) for unit in corps for army in armies]
        if armies:
            candidates += [
                make("raise", card, army, place)
                for card in _waiting(s, side)
                for army in armies
                for place in places(s, card)
            ]
        return self.allowed(s, (*candidates, DONE))

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an attachment, or against ending the step."""
        if action is not DONE:
            yield from PREDICATES[action.verb](s, self.colour, action.args)
            return
        for army in crowded_armies(s, self.colour):
            yield Refusal("still-over-limit", (army,), "13.1d")

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Attach a Corps and ask again, or go on."""
        if action is DONE:
            return pop(s)
        s = spend(s, self.colour, _COST, tell)
        if action.verb == "attach":
            return attached(s, action.args[0], action.args[1], tell)
        card, army, place = action.args
        return attached(bring(s, card, place, tell), UNIT_OF_HQ[card], army, tell)


def attached(s: State, corps: int, army: int, tell: Tell) -> State:
    """Return the state with a Corps under an Army."""
    under = bytearray(s.army)
    under[corps] = army
    happened(tell, "attached", (corps, army))
    return copy_with(s, army=bytes(under))


def _waiting(s: State, side: int) -> list[int]:
    """Return the Corps HQs that may lie in the Reinforcement Deck and whose month has come."""
    return [
        HQ_CARD[unit]
        for unit in range(N_UNITS)
        if SIDE[unit] == side
        and not IS_ARMY[unit]
        and s.where[unit] == OFF
        and ENTRY[HQ_CARD[unit]] <= s.month
        and could_hold(s.zones[RESERVE + side], HQ_CARD[unit])
    ]


def _attach_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield what stands against attaching a Corps in play to another Army (13.1)."""
    corps, army = args
    if SIDE[corps] != side:
        yield Refusal("not-yours", (corps,), "13.1")
        return
    if not IS_ARMY[corps] and s.where[corps] == OFF:
        yield Refusal("not-in-play", (corps,), "13.1")
    yield from _limits(s, side, corps, army)
    yield from point_reasons(s, side, _COST, "13.1e")


def _limits(s: State, side: int, corps: int, army: int) -> Iterator[Refusal]:
    """Yield what organisation has against an attachment.

    An Army may have more than four Corps for a while (13.1d), if points and vacancies suffice to put that
    right; nationality is looked at in each answer (case S-22).
    """
    for refusal in attach_reasons(s, corps, army, "13.1"):
        if refusal.code != "army-full" or not _can_be_mended(s, side, corps, army):
            yield refusal


def _can_be_mended(s: State, side: int, corps: int, army: int) -> bool:
    """Tell whether a side could bring every Army back to four Corps after this attachment."""
    old = s.army[corps] if s.where[corps] != OFF else NOWHERE
    after = surplus(s, side) + 1
    free = vacancies(s, side)
    if old not in {NOWHERE, army} and s.where[old] != OFF:
        crowded = len(corps_of(s, old)) > MOST_CORPS
        after, free = after - crowded, free + (not crowded)
    return s.points[side] - _COST >= after * _COST and free >= after


def _raise_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield what stands against bringing a Corps HQ into play under an Army (13.1b, 13.1c, E-13, E-17)."""
    card, army, place = args
    if TYPE[card] != CORPS_HQ:
        yield Refusal("no-hq", (card,), "13.1")
        return
    corps = UNIT_OF_HQ[card]
    if SIDE[corps] != side:
        yield Refusal("not-yours", (corps,), "13.1")
        return
    if s.where[corps] != OFF or not could_hold(s.zones[RESERVE + side], card):
        yield Refusal("not-from-deck", (card,), "13.1")
    if ENTRY[card] > s.month:
        yield Refusal("too-early", (card, ENTRY[card]), "E-13")
    yield from place_reasons(s, card, place)
    yield from _limits(s, side, corps, army)
    yield from point_reasons(s, side, _COST, "13.1e")


PREDICATES["attach"] = _attach_reasons
PREDICATES["raise"] = _raise_reasons

__all__ = ["Attaching", "attached"]
