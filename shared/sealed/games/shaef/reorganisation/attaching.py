"""Attaching Corps to Armies, and bringing Corps HQs from the Reinforcement Deck into play (13.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.engine.zones import could_hold
from sealed.games.shaef.board.presence import ARMIES, corps_of, in_play, reserve_of
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
    breaking_armies,
    foreigners,
    is_foreigner,
    surplus,
    vacancies,
)
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State

ATTACH = tuple(tuple(make("attach", corps, army) for army in range(N_UNITS)) for corps in range(N_UNITS))
"""The answers by Corps and Army."""
_COST = load().numbers.cost_attach
_MENDABLE = {"army-full", "foreign-corps"}


@dataclass(frozen=True, slots=True)
class Attaching(Free):
    """The first step of the Reorganization Phase: Corps change their Army or come into play (13.1)."""

    id: ClassVar[str] = "attach"
    rule: ClassVar[str] = "13.1"
    verbs: ClassVar[frozenset[str]] = frozenset({"attach", "raise", "done"})
    colour: int
    moment: ClassVar[int] = ATTACHMENT

    def own(self, s: State) -> Sequence[Action]:
        """Return the attachments that can be paid, and `done` where every Army keeps to its limits."""
        side = self.colour
        found = _attachments(s, side) if s.points[side] >= _COST else []
        return found if breaking_armies(s, side) else [*found, DONE]

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an attachment, or against ending the step."""
        if action is not DONE:
            yield from PREDICATES[action.verb](s, self.colour, action.args)
            return
        for army in breaking_armies(s, self.colour):
            yield Refusal("still-over-limit", (army,), "13.1d")

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether nothing stands against an answer."""
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

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
    """Attach a Corps to an Army."""
    happened(tell, "attached", (corps, army))
    return under(s, corps, army)


def under(s: State, corps: int, army: int) -> State:
    """Return the state with a Corps attached to an Army."""
    own = bytearray(s.army)
    own[corps] = army
    return copy_with(s, army=bytes(own))


def _attachments(s: State, side: int) -> list[Action]:
    """Return the attachments that nothing stands against, found by what each Army can take."""
    units = in_play(s, side)
    armies = [unit for unit in units if ARMIES >> unit & 1]
    corps = [unit for unit in units if not ARMIES >> unit & 1]
    found = [
        ATTACH[unit][army]
        for army in armies
        for unit in _taken(s, side, army, [unit for unit in corps if s.army[unit] != army])
    ]
    for card in _waiting(s, side) if armies else ():
        there = places(s, card)
        for army in armies:
            if _taken(s, side, army, [UNIT_OF_HQ[card]]):
                found += [make("raise", card, army, place) for place in there]
    return found


def _taken(s: State, side: int, army: int, corps: list[int]) -> list[int]:
    """Return those of some Corps that an Army can take: most need no second look."""
    if len(corps_of(s, army)) >= MOST_CORPS:
        return [unit for unit in corps if not any(_limits(s, side, unit, army))]
    if not foreigners(s, army):
        return corps
    return [unit for unit in corps if not is_foreigner(unit, army) or not any(_limits(s, side, unit, army))]


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
    """Yield what organisation has against an attachment, but for what the step can still put right (13.1d).

    A fifth Corps comes where points and vacancies let another one leave; a second foreign Corps comes only in
    exchange, from an Army in which it is foreign, too (case S-22, E-100).
    """
    against = [*attach_reasons(s, corps, army, "13.1")]
    if against and {refusal.code for refusal in against} <= _MENDABLE:
        after = _with_corps(s, corps, army)
        left = surplus(after, side)
        mended = s.points[side] - _COST >= left * _COST and vacancies(after, side) >= left
        swaps = _is_foreign_now(s, corps)
        against = [one for one in against if not mended or (one.code == "foreign-corps" and not swaps)]
    yield from against


def _with_corps(s: State, corps: int, army: int) -> State:
    """Return the state as the limits would see it after an attachment."""
    where = bytearray(s.where)
    if where[corps] == OFF:
        where[corps] = s.where[army]
    return copy_with(under(s, corps, army), where=bytes(where))


def _is_foreign_now(s: State, corps: int) -> bool:
    """Tell whether a Corps in play belongs to an Army in play of another nation."""
    army = reserve_of(s, corps) if s.where[corps] != OFF else NOWHERE
    return army != NOWHERE and is_foreigner(corps, army)


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
