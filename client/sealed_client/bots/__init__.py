"""Players that are programs. A bot is given a state with its own seat's eye, never more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sealed_client.bots import shaef, south_front
from sealed_client.bots.random_bot import RandomBot
from sealed_client.bots.steady_bot import SteadyBot

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.title import Title


class Bot(Protocol):
    """Answers questions of one seat."""

    def answer(self, s: State, seat: int) -> Action:
        """Returns a legal answer to the question that is open in `s`, a state with the seat's eye."""


BOTS: dict[str, dict[str, Callable[[Random], Bot]]] = {
    "popular-front": {"random": RandomBot, "steady": SteadyBot},
    "south-front": {"random": south_front.RandomBot, "steady": south_front.SteadyBot},
    "shaef": {"random": shaef.RandomBot, "steady": shaef.SteadyBot},
}
"""How to make each bot, by title and name."""

KINDS = frozenset(name for bots in BOTS.values() for name in bots)
"""The names of all bots."""


def make_bot(name: str, title: Title, rng: Random) -> Bot:
    """Returns a bot by its name, such as `random` or `steady`; its choices depend on `rng` and nothing else.

    Every title has `random`. Raises ValueError for another name; the text lists those there are.
    """
    known = BOTS.get(title.id, {"random": RandomBot})
    maker = known.get(name)
    if maker is None:
        raise ValueError(
            f"there is no bot {name!r} for {title.name}; choose one of {', '.join(sorted(known))}"
        )
    return maker(rng)


__all__ = ["BOTS", "KINDS", "Bot", "make_bot"]
