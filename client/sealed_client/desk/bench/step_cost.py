"""What a step costs the referee early and late in a game, and what it costs at all."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import TYPE_CHECKING

from sealed.games import TITLES
from sealed_client.desk.bench.figures import Figure, paired
from sealed_client.desk.bench.tabletop import MOVE, QUIET_OPTIONS, QuietPlayer, Tabletop

if TYPE_CHECKING:
    from sealed_client.desk.bench.figures import Effort

LIMIT = 1.25
LATE = 5_000
SEED, SEATS = 3, 2


def measure(effort: Effort, late: int = LATE) -> tuple[Figure, ...]:
    """Returns the CPU time of `Table.submit` around entry `late` to that at the start of a game.

    The steps compared are of one kind: moves of disks, one in a draft. Set-up takes 36 entries, so the first
    ones stand at about entry 45.
    """
    old = _table(Random(SEED))
    while old.table.size < late - effort.rounds * effort.steps // 2:
        _step(old)
    pairs = []
    for number in range(effort.rounds):
        young = _table(Random(SEED + number))
        pairs.append((_median_cost(young, effort.steps), _median_cost(old, effort.steps)))
    both = paired(pairs)
    ratio = Figure(
        "step",
        f"CPU time of a step at about entry {late}, to the first ones of a game",
        both.ratio,
        LIMIT,
        values={"early us": both.floor * 1e6, "late us": both.ours * 1e6},
    )
    plain = Figure(
        "submit", "the referee's work on one step, without network and disk", values={"us": both.ours * 1e6}
    )
    return ratio, plain


def _table(rng: Random) -> Tabletop:
    return Tabletop(TITLES["popular-front"], SEATS, rng, QUIET_OPTIONS)


def _step(table: Tabletop) -> bool:
    """Plays one step; tells whether it was one of the kind that is compared."""
    return table.step(dict.fromkeys(table.seats, QuietPlayer(table.rng))).verb == MOVE


def _median_cost(table: Tabletop, steps: int) -> float:
    costs: list[float] = []
    while len(costs) < steps:
        if _step(table):
            costs.append(table.cost)
    return median(costs)
