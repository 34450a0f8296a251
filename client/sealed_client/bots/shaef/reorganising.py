"""Reorganisation: Corps under Armies, new HQs, cards to the front, whole units over sea and land."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.zones import types
from sealed.games.shaef.board.geography import PARIS
from sealed.games.shaef.board.ports import mulberries_at, symbols
from sealed.games.shaef.board.presence import corps_of, in_play, reserve_of
from sealed.games.shaef.landing.flying import all_airborne
from sealed.games.shaef.notation import THE_DECK, make
from sealed.games.shaef.reorganisation.collecting import gate_reasons
from sealed.games.shaef.reorganisation.paths import from_deck, leads_to
from sealed.games.shaef.state import (
    AFRICA,
    ALLIES,
    BASES,
    HQ_CARD,
    IS_ARMY,
    N_REGIONS,
    NOWHERE,
    OFF,
    RESERVE,
    UNIT_OF_HQ,
)
from sealed.games.shaef.supply.lines import FRENCH, serving
from sealed.games.shaef.units.cards import AIRBORNE, NATION, TACTIC, TYPE, has
from sealed.games.shaef.units.holdings import assigned
from sealed.games.shaef.units.organisation import MOST_CARDS, UNIT_NATION, attach_reasons, has_room
from sealed_client.bots.shaef.front import NEAR, Front, unmarked
from sealed_client.bots.shaef.ground import DISTANCE
from sealed_client.bots.shaef.prices import for_corps, for_reserve
from sealed_client.bots.shaef.strengths import strength, unit_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.action import Action
    from sealed.games.shaef.state import State

_WORTH_A_POINT = 3.0
"""What a card must be good for in its unit before a point is paid for it."""
_WORTH_NOTHING = 1.0
_MARKERS, _HOLLOW = 2, 1


def attach(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next attachment: homeless Corps to an Army near them, then new HQs; or the end."""
    best, found = 0.5, make("done")
    for action in legal:
        if action.verb not in {"attach", "raise"} or not _keeps_limits(s, action):
            continue
        value = _attachment(s, *action.args) if action.verb == "attach" else _raising(s, side, *action.args)
        if value > best:
            best, found = value, action
    if found == make("done") and found not in legal:
        return next((action for action in legal if action.verb == "attach"), legal[0])
    return found


def _keeps_limits(s: State, action: Action) -> bool:
    """Tells whether no Army is over its limits after an attachment."""
    corps = action.args[0] if action.verb == "attach" else UNIT_OF_HQ[action.args[0]]
    return not any(attach_reasons(s, corps, action.args[1], "13.1"))


def _attachment(s: State, corps: int, army: int) -> float:
    """Judges an attachment: it saves a Corps that would be out of supply where it is."""
    place, now = s.where[corps], reserve_of(s, corps)
    if _tied(s, corps, now) or not _tied(s, corps, army):
        return 0.0
    if place < N_REGIONS:
        return 2.0 + strength(s, corps).cards
    ashore = s.where[army] < N_REGIONS
    return 1.0 + ashore - 0.1 * len(corps_of(s, army))


def _tied(s: State, corps: int, army: int) -> bool:
    """Tells whether a Corps where it is can live under an Army where that is."""
    if army == NOWHERE or s.where[army] == OFF:
        return False
    place, reserve = s.where[corps], s.where[army]
    if place >= N_REGIONS:
        return reserve < N_REGIONS or place == reserve
    return reserve < N_REGIONS and bool(NEAR[reserve] >> place & 1)


def _raising(s: State, side: int, card: int, army: int, place: int) -> float:
    """Judges a new Corps: only with cards to fill it, best under its own Army."""
    corps = UNIT_OF_HQ[card]
    waiting = sum(for_corps(one, side) > _WORTH_A_POINT for one in _fitting(s, side, corps))
    room = sum(
        MOST_CARDS - assigned(s, unit)
        for unit in in_play(s, side)
        if not IS_ARMY[unit] and UNIT_NATION[unit] == UNIT_NATION[corps] and _fed(s, side, unit)
    )
    if waiting - room < _MARKERS:
        return 0.0
    if s.points[side] < (2 + unmarked(s) if side == ALLIES else 4):
        return 0.0
    if side != ALLIES and any(_hollow(s, side, unit) for unit in in_play(s, side)):
        return 0.0
    home = UNIT_NATION[army] == UNIT_NATION[corps]
    reserve = s.where[army]
    value = 1.5 + 1.5 * home - 0.2 * len(corps_of(s, army))
    if side == ALLIES:
        same = reserve == place or (reserve < N_REGIONS and place != AFRICA)
        return value if same else 0.0
    return value - 0.3 * (DISTANCE[place][reserve] if reserve < N_REGIONS else 9)


def _hollow(s: State, side: int, unit: int) -> bool:
    """Tells whether a Corps in supply waits for cards: no other one is raised meanwhile."""
    return not IS_ARMY[unit] and assigned(s, unit) <= _HOLLOW and _fed(s, side, unit)


def _fed(s: State, side: int, unit: int) -> bool:
    return s.where[unit] in BASES or leads_to(from_deck(s, side), s.where[unit])


def _fitting(s: State, side: int, unit: int) -> list[int]:
    """Returns the cards of the Reinforcement Deck that a unit may take now."""
    return [
        card
        for card in types(s.zones[RESERVE + side])
        if card and not any(gate_reasons(s, card)) and (side != ALLIES or _of_nation(s, unit, card))
    ]


def _of_nation(s: State, unit: int, card: int) -> bool:
    """Tells whether a card may lie in an Allied unit: one of another nation in an Army Reserve (5.3e)."""
    if NATION[card] == UNIT_NATION[unit]:
        return True
    return IS_ARMY[unit] and not any(NATION[own] != UNIT_NATION[unit] for own in unit_cards(s, unit) if own)


class Pick(NamedTuple):
    """A card that a unit should take from the Reinforcement Deck, and how much it helps."""

    card: int
    value: float


def pick(s: State, side: int, unit: int) -> Pick | None:
    """Returns the card of the deck that helps a unit most, if one is worth what it costs."""
    if not has_room(s, unit) or not _fed(s, side, unit):
        return None
    free = side == ALLIES and s.where[unit] in BASES
    if not free and s.points[side] < 1 + (unmarked(s) if side == ALLIES else 0):
        return None
    least = _WORTH_NOTHING if free else _WORTH_A_POINT
    best = None
    flies = has(HQ_CARD[unit], AIRBORNE)
    ordered = any(TYPE[card] == TACTIC for card in unit_cards(s, unit) if card)
    for card in _fitting(s, side, unit):
        if (flies and not has(card, AIRBORNE)) or (TYPE[card] == TACTIC and ordered):
            continue
        value = for_reserve(card) if IS_ARMY[unit] else for_corps(card, side)
        if value > least and (best is None or value > best.value):
            best = Pick(card, value)
    return best


def deploy(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next of the Strategic Deployments: rescues, cards, voyages of whole units; or the end."""
    front = Front(s, side)
    moves = [action for action in legal if action.verb == "redeploy"]
    rescue = _best_redeployment(front, moves, rescue=True)
    if rescue is not None:
        return rescue
    best, found = 0.0, None
    for action in legal:
        if action.verb == "organise":
            unit = action.args[0]
            one = pick(s, side, unit)
            if one is not None and one.value + _need(front, unit) > best:
                best, found = one.value + _need(front, unit), action
    if found is not None:
        return found
    return _best_redeployment(front, moves, rescue=False) or make("done")


def _need(front: Front, unit: int) -> float:
    """Returns how much a unit needs cards: more the nearer the enemy is; what is free comes first."""
    s = front.s
    place = s.where[unit]
    if place in BASES:
        return 30.0
    near = 3.0 if front.threat[place] > 0 else 0.0
    return near + (1.0 if not IS_ARMY[unit] and assigned(s, unit) > 0 else 0.0)


def collect(s: State, side: int, unit: int, legal: Sequence[Action]) -> Action:
    """Returns the next card that a unit takes, or the end."""
    one = pick(s, side, unit)
    wanted = make("take", THE_DECK, one.card) if one else None
    return wanted if wanted is not None and wanted in legal else make("done")


def _best_redeployment(front: Front, moves: Sequence[Action], *, rescue: bool) -> Action | None:
    best, found = 0.5, None
    for action in moves:
        unit, place = action.args
        if place >= N_REGIONS or front.crowds(unit, place):
            continue
        value = _rescue(front, unit, place) if rescue else _voyage(front, unit, place)
        if value > best:
            best, found = value, action
    return found


def _rescue(front: Front, unit: int, place: int) -> float:
    """Judges the redeployment of what would be out of supply."""
    s, side = front.s, front.side
    if IS_ARMY[unit]:
        lines = front.lines(unit)
        if s.where[unit] >= N_REGIONS or lines.fed >> s.where[unit] & 1 or not lines.fed >> place & 1:
            return 0.0
        near = sum(NEAR[place] >> s.where[corps] & 1 for corps in lines.corps)
        return 4.0 + near - 0.05 * front.threat[place]
    army = reserve_of(s, unit)
    if army == NOWHERE or s.where[army] >= N_REGIONS or s.where[unit] in BASES:
        return 0.0
    if _tied(s, unit, army) or not NEAR[s.where[army]] >> place & 1:
        return 0.0
    needs = front.threat[place] / 30 if side else 0.02 * front.pull[place]
    return (
        2.0 + 0.5 * strength(s, unit).cards + needs - max(0.0, front.threat[place] - front.have[place]) / 12
    )


def _voyage(front: Front, unit: int, place: int) -> float:
    """Judges sending a whole unit from Britain to its Army, or from the hinterland to the front."""
    s, side = front.s, front.side
    if IS_ARMY[unit] or s.points[side] - strength(s, unit).cards < (unmarked(s) if side == ALLIES else 0):
        return 0.0
    army = reserve_of(s, unit)
    if army == NOWHERE or s.where[army] >= N_REGIONS or not NEAR[s.where[army]] >> place & 1:
        return 0.0
    if s.where[unit] not in BASES or all_airborne(s, unit) or strength(s, unit).cards < 3:
        return 0.0
    return 1.0 + 0.02 * front.pull[place] - max(0.0, front.threat[place] - front.have[place]) / 12


def markers(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the next Mulberry or supply marker: each Army ashore gets the nearest free place."""
    for action in legal:
        if action.verb == "mulberry":
            return action
    now = serving(s)
    best, found = 0.0, make("done")
    for action in legal:
        if action.verb != "mark":
            continue
        army, region = action.args
        if s.where[army] >= N_REGIONS:
            continue
        value = _marker(s, side, army, region, now[army])
        if value > best:
            best, found = value, action
    return found


def _marker(s: State, side: int, army: int, region: int, now: int) -> float:
    """Judges a place for a marker by how far it lies from the Army; one that serves moves only for much."""
    away = _line(s, army, region)
    if away > 5:
        return 0.0
    spare = symbols(s, region) + mulberries_at(s, region) - s.markers.count(region)
    value = 10.0 - away + 0.1 * spare + (1.5 if region == PARIS and army == FRENCH else 0.0)
    value += 0.3 * len([unit for unit in corps_of(s, army) if s.where[unit] < N_REGIONS])
    if now == NOWHERE:
        return value
    gained = _line(s, army, now) - away
    return float(gained) if gained >= 2 and _line(s, army, now) >= 4 and s.points[side] >= 1 else 0.0


def _line(s: State, army: int, source: int) -> int:
    """Returns how many regions a line from a marker to an Army counts over Allied ground."""
    goal = s.where[army]
    if goal == source:
        return 0
    seen = edge = 1 << source
    for steps in range(1, 7):
        around = 0
        for region in range(N_REGIONS):
            if edge >> region & 1:
                around |= NEAR[region]
        if around >> goal & 1:
            return steps
        edge = around & s.held & ~seen
        seen |= edge
    return 9


def orphans(s: State, side: int, legal: Sequence[Action]) -> Action:
    """Returns the adoption of a Corps without an Army, or what must be."""
    del s, side
    for verb in ("attach", "stand-down", "done"):
        for action in legal:
            if action.verb == verb:
                return action
    return legal[0]


__all__ = ["attach", "collect", "deploy", "markers", "orphans", "pick"]
