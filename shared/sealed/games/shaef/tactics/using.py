"""Using a Tactic card: which one now, and what it begins (shaef-cards 7, T-a to T-i)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell
    from sealed.games.shaef.state import State


def uses(s: State, side: int, moment: int) -> tuple[Action, ...]:
    """Return the uses of tactics that a side may make at a moment; exact where the state sees its cards."""
    del s, side, moment
    return ()


def use_reasons(s: State, side: int, moment: int, unit: int, card: int) -> Iterator[Refusal]:
    """Yield why a side cannot use this tactic of a unit at a moment."""
    del s, side, moment, unit
    yield Refusal("wrong-moment", (card,), "shaef-cards 7")


def take_use(s: State, side: int, unit: int, card: int, tell: Tell) -> State:
    """Flip the tactic and begin what it does."""
    del side, unit, card, tell
    return s
