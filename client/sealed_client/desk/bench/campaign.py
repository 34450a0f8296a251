"""What a step of SHAEF costs the referee early and late in a campaign of thousands of entries."""

from __future__ import annotations

from itertools import count
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions, question
from sealed.games import TITLES
from sealed_client.bots import make_bot
from sealed_client.desk.bench.figures import Figure, paired
from sealed_client.desk.bench.tabletop import Tabletop

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed_client.bots import Bot
    from sealed_client.desk.bench.figures import Effort

LIMIT = 1.25
LATE, SEED, SEATS = 5_000, 3, 2
_GAME, _COMPARED = "shaef", "organise"
_LOOKS = 180
"""How often a seat turns to a unit without need in each of its deployments: campaigns are shorter."""


class Ponderer:
    """Plays as a bot does, but turns to unit after unit without need before it deploys."""

    def __init__(self, bot: Bot, looks: int) -> None:
        """Takes who plays, and how often it turns to a unit in a deployment."""
        self._bot, self._looks, self._left, self._looking = bot, looks, looks, False

    def answer(self, s: State, seat: int) -> Action:
        """Returns a legal answer."""
        asked = question(s)
        kind = asked.id if asked is not None else ""
        if kind not in ("deploy", "collect"):
            self._left = self._looks
        legal = legal_actions(s, seat) if kind == "deploy" and self._left else ()
        units = [action for action in legal if action.verb == _COMPARED]
        if units:
            self._left, self._looking = self._left - 1, True
            return units[self._left % len(units)]
        if self._looking:
            self._looking = False
            return next(action for action in legal_actions(s, seat) if action.verb == "done")
        return self._bot.answer(s, seat)


class Campaign:
    """Is a table of two ponderers."""

    def __init__(self, seed: int, looks: int = _LOOKS) -> None:
        """Sits down."""
        title, rng = TITLES[_GAME], Random(seed)
        self._table = Tabletop(title, SEATS, rng, {})
        self._players = {seat: Ponderer(make_bot("steady", title, rng), looks) for seat in (1, 2)}

    @property
    def size(self) -> int:
        """Returns how many entries the log has."""
        return self._table.table.size

    @property
    def over(self) -> bool:
        """Tells whether nobody is asked any more."""
        return self._table.asked is None

    def play(self, size: int) -> None:
        """Plays until the log has so many entries, or the campaign is over."""
        while not self.over and self.size < size:
            self._table.step(self._players)

    def cost(self, steps: int) -> float:
        """Returns the median CPU seconds of the next steps of the kind that is compared."""
        costs: list[float] = []
        while len(costs) < steps:
            if self._table.step(self._players).verb == _COMPARED:
                costs.append(self._table.cost)
        return median(costs)


def far_on(size: int) -> Campaign:
    """Returns a campaign that has come to so many entries and goes on."""
    for seed in count(SEED):
        campaign = Campaign(seed)
        campaign.play(size)
        if not campaign.over:
            return campaign
    raise AssertionError


def measure(effort: Effort, late: int = LATE) -> tuple[Figure, ...]:
    """Returns the CPU time of the referee's `submit` around entry `late` to that in June 1944.

    The steps compared are of one kind: in a deployment the seat turns to a unit.
    """
    old = far_on(late - effort.rounds * effort.steps)
    pairs = [(Campaign(SEED + n).cost(effort.steps), old.cost(effort.steps)) for n in range(effort.rounds)]
    both = paired(pairs)
    what = f"CPU time of a step at about entry {late} of a campaign, to those of its first month"
    values = {"early us": both.floor * 1e6, "late us": both.ours * 1e6}
    return (Figure("sh step", what, both.ratio, LIMIT, values=values),)
