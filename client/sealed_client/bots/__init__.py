"""Players that are programs. A bot is given a state with its own seat's eye, never more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from random import Random

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title


class Bot(Protocol):
    """Answers questions of one seat."""

    def answer(self, s: State, seat: int) -> Action:
        """Returns a legal answer to the question that is open in `s`, a state with the seat's eye."""


def make_bot(name: str, title: Title, setup: Setup, rng: Random) -> Bot:
    """Returns a bot by its name: `random` or `steady`. Raises ValueError, which names the ones there are."""
    raise NotImplementedError
