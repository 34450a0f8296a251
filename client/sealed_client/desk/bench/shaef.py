"""SHAEF: random playouts, its largest reorganisation, a regroup, steps late in a campaign, an audit."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from sealed.engine.kernel import Step, apply, asked, legal_actions
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, put, take
from sealed.fairness.arithmetic.blind import Handle
from sealed.fairness.bridge.places import Places
from sealed.fairness.bridge.shifts import REGROUP, Shift
from sealed.games import TITLES
from sealed.games.shaef.position import build
from sealed.games.shaef.state import ARRIVED, AXIS, DOWN, UNITS, roster
from sealed.games.shaef.title import own_state
from sealed.games.shaef.units.cards import ARMY_HQ, CORPS_HQ, TYPE
from sealed.games.shaef.units.organisation import MOST_CORPS, is_foreigner
from sealed_client.desk.bench import campaign
from sealed_client.desk.bench.audit_cost import finished_match, of_a_match
from sealed_client.desk.bench.cpu_time import cost, rate
from sealed_client.desk.bench.figures import Figure, taking_turns
from sealed_client.desk.bench.playouts import Row, against_chess, chess_game
from sealed_client.holdings import Holdings
from sealed_client.regrouping import RegroupWriter, plan
from sealed_referee.piles import Held, Piles
from sealed_referee.regrouping import RegroupReader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.games.shaef.pack.facts import Unit
    from sealed.games.shaef.state import State
    from sealed_client.desk.bench.figures import Effort

PLAYOUTS_LIMIT, LISTS_LIMIT, REGROUP_MS, AUDIT_LIMIT = 0.5, 200.0, 5.0, 2.5
SEED, ENTRIES_WANTED = 7, 400
_GAME = "shaef"
_LISTS = 20
"""Positions of a round, each looked at once: nothing remembers a list that was made before."""
_FULL, _POINTS = 3, 59
"""Cards besides its HQ of each unit in the largest reorganisation, so that all have room, and the points."""
_REGROUPED, _IN_A_UNIT, _BAG = 100, 4, 1
"""Cards that are regrouped, how many lie in a unit, and the bag that they come from."""


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns all rows of this title. Raises Trouble without python-chess."""
    row = Row("sh playouts", "sh games", "SHAEF", PLAYOUTS_LIMIT)
    return (
        *against_chess(effort, TITLES[_GAME], row),
        reorganisations(effort),
        regroup(effort),
        *campaign.measure(effort),
        *audits(effort),
    )


# ---- lists ----


def reorganisations(effort: Effort) -> Figure:
    """Returns the dearest list of a reorganisation, of Corps, units or cards, to a step of random chess."""
    chess, rng = chess_game(Random(SEED)), Random(SEED)
    boards = [board for side in ("Allies", "Axis") for board in largest(side)]
    both = taking_turns(
        lambda: 1 / rate(chess, effort.seconds),
        lambda: max(_cost_of_a_list(s, rng) for s in boards),
        effort.rounds,
    )
    longest = max(len(legal_actions(s, asked(s)[0])) for s in boards)
    return Figure(
        "sh lists",
        f"the dearest list of the largest reorganisation ({longest} at most), to a step of python-chess",
        both.ratio,
        LISTS_LIMIT,
        values={"floor us": both.floor * 1e6, "list us": both.ours * 1e6},
    )


def largest(side: str) -> list[State]:
    """Returns every unit of a side on a map that is all its own: attachments, deployments, cards."""
    names = TITLES[_GAME].notation.names
    regions = list(names["region"].values())
    tables = {
        "regions": {"allied" if side == "Allies" else "axis": regions},
        "units": _all_units(side, regions),
        "tracks": {side: _POINTS},
    }
    boards = [_position(tables, side, step) for step in ("attach", "deploy")]
    seat = asked(boards[-1])[0]
    turned = next(one for one in legal_actions(boards[-1], seat) if one.verb == "organise")
    step = apply(boards[-1], turned, seat)
    return [*boards, *([own_state(step.state)] if isinstance(step, Step) else [])]


def _position(tables: Mapping[str, object], side: str, step: str) -> State:
    head = {"month": "March 1945", "side": side, "step": step}
    return build({**tables, "position": head}, TITLES[_GAME].setup(2, {})).state


def _all_units(side: str, regions: Sequence[str]) -> dict[str, Mapping[str, object]]:
    """Returns where the units of a side stand, each with cards of its own."""
    names = TITLES[_GAME].notation.names
    units = [unit for unit in UNITS if unit.side == (side == "Axis")]
    spare = iter([card for card in roster(int(side == "Axis")) if TYPE[card] not in (ARMY_HQ, CORPS_HQ)])
    armies = _armies(units)
    found: dict[str, Mapping[str, object]] = {}
    for number, unit in enumerate(units):
        held = [names["card"][next(spare)] for _ in range(_FULL)]
        army = {} if unit.army else {"army": armies[unit.index]}
        found[unit.name] = {"at": regions[number % len(regions)], "down": held, **army}
    return found


def _armies(units: Sequence[Unit]) -> dict[int, str]:
    """Returns an Army for each Corps: its own, or one of the same nation that has room."""
    members = {unit.index: 0 for unit in units if unit.army}
    found = {}
    for corps in [unit for unit in units if not unit.army]:
        near = sorted(members, key=corps.home.__ne__)
        army = next(one for one in near if members[one] < MOST_CORPS and not is_foreigner(corps.index, one))
        members[army] += 1
        found[corps.index] = UNITS[army].name
    return found


def _cost_of_a_list(s: State, rng: Random) -> float:
    """Returns the mean seconds of a list, over boards with two cards in each other's units."""
    fresh = [_exchanged(s, rng) for _ in range(_LISTS)]
    begun = process_time()
    for one in fresh:
        legal_actions(one, asked(one)[0])
    return (process_time() - begun) / len(fresh)


def _exchanged(s: State, rng: Random) -> State:
    zones = list(s.zones)
    one, other = rng.sample([DOWN + unit for unit in range(len(UNITS)) if zones[DOWN + unit]], 2)
    mine, theirs = (rng.choice(cards(zones[zone])) for zone in (one, other))
    zones[one] = put(take(zones[one], mine), theirs)
    zones[other] = put(take(zones[other], theirs), mine)
    return copy_with(s, zones=tuple(zones))


# ---- a regroup ----


def regroup(effort: Effort) -> Figure:
    """Returns what a regroup of many closed cards costs: the seat writes it, the referee carries it out."""
    table = Reassignment(Random(SEED))
    ms = 1e3 * cost(table.regroup, effort.seconds)
    return Figure(
        "sh regroup",
        f"ms for a regroup of {_REGROUPED} closed cards of a side: written, read, carried out",
        ms,
        REGROUP_MS,
    )


class Reassignment:
    """Is a side whose units have four closed cards each; of every unit one goes to the next."""

    def __init__(self, rng: Random) -> None:
        """Lays the cards out, for the seat and for the referee."""
        title = TITLES[_GAME]
        places = Places(title, title.setup(2, {}))
        units = [unit.index for unit in UNITS if unit.side == AXIS][: _REGROUPED // _IN_A_UNIT]
        self._seat = places.of(DOWN + units[0]).seat
        self._table, self._seed = rng.randbytes(32), rng.randbytes(32)
        self._holdings, self._piles = Holdings(self._seed), Piles({}, {self._seat: self._seed})
        spare = list(roster(AXIS))
        rng.shuffle(spare)
        for number, card in enumerate(spare[:_REGROUPED]):
            self._lay(places.of(DOWN + units[number % len(units)]).number, number, card)
        self._shifts = [
            Shift(REGROUP, spare[at], 1, places.of(DOWN + unit), places.of(ARRIVED + units[at - 1]))
            for at, unit in enumerate(units)
        ]

    def _lay(self, zone: int, number: int, card: int) -> None:
        handle = Handle(AXIS, 0, number)
        self._holdings.draw(_BAG, [handle], [card])
        self._holdings.lay(_BAG, zone, handle, shown=False)
        self._piles.lay(self._seat, zone, Held(card, handle), opened=False)

    def regroup(self) -> int:
        """Writes the regroup, reads it and carries it out on a branch; returns how many cards took part."""
        first = self._holdings.next_ref
        planned = plan(self._shifts, self._holdings)
        act, handles = RegroupWriter(self._table, self._seat, self._seed).write(planned, first)
        piles = self._piles.branch()
        reader = RegroupReader(self._table, self._seat, self._seed, piles)
        reader.read(act, handles, first).carry_out(piles, self._seat)
        return len(handles)


# ---- an audit ----


def audits(effort: Effort) -> tuple[Figure, ...]:
    """Returns the audit of a match of two steady bots to its signatures, and what an entry weighs."""
    ratio, size = of_a_match(effort, finished_match(ENTRIES_WANTED, _GAME), "sh audit", "sh record")
    return replace(ratio, limit=AUDIT_LIMIT), size
