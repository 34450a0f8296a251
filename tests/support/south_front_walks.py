"""Random games of South Front for property tests: every step of seeded walks through the kernel."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sealed.games.south_front.question import Question
from sealed.games.south_front.state import State
from sealed.games.south_front.title import TITLE
from sealed.testing.moments import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.testing.moments import Moment


def moments(seed: int, games: int = 1, every: int = 1, **options: str) -> Iterator[Moment]:
    """Yield the steps of random games, or one in `every`; options of the table by name, `_` for `-`."""
    setup = TITLE.setup(2, {name.replace("_", "-"): value for name, value in options.items()})
    yield from walk(TITLE, setup, Random(seed), games, every)


def positions(seed: int, games: int = 1, every: int = 20, question: str = "") -> Iterator[tuple[State, int]]:
    """Yield positions of random games with the seat that is asked, of one question only if it is named."""
    for moment in moments(seed, games, every):
        s = moment.before
        frame = s.stack.frame if s.stack else None
        if isinstance(s, State) and isinstance(frame, Question) and question in ("", frame.id):
            yield s, frame.seats(s)[0]
