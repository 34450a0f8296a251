"""What tactics leave behind: effects that last, and when they end (T-f)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.value import copy_with
from sealed.games.shaef.state import Lasting
from sealed.games.shaef.tactics.table import KEYS

if TYPE_CHECKING:
    from sealed.games.shaef.state import State

NUMBER = {rule: number for number, rule in enumerate(KEYS)}
"""The number of each rule key: what `Lasting.key` says."""
OF_ONE_COMBAT = frozenset(
    NUMBER[rule] for rule in ("EINGREIFRESERVE", "GREIF", "AUFGEBOT", "SET_PIECE", "GEGENSTOSS")
)
"""The effects that end with the combat for which they were used."""
OF_ONE_PHASE = frozenset({NUMBER["NOVEMBERNEBEL"]})
"""Those that end with the Combat Phase."""
_FIRST = 1


def last(s: State, rule: str, about: int = 0, until: int = 1) -> State:
    """Let an effect of a tactic begin; `until` is the clean-up after which it ends, 1 for the next."""
    return copy_with(s, lasting=(*s.lasting, Lasting(NUMBER[rule], about, until)))


def ended(lasting: tuple[Lasting, ...], keys: frozenset[int]) -> tuple[Lasting, ...]:
    """Return what still lasts when the effects of these keys are over."""
    return tuple(one for one in lasting if one.key not in keys)


def dropped_at_night(s: State, phase: int) -> int:
    """Return the Corps that the enemy may not choose as targets in a Combat Phase (Night Drop), a set."""
    if phase != _FIRST:
        return 0
    return sum({1 << one.about for one in s.lasting if one.key == NUMBER["NIGHT_DROP"]})


__all__ = ["NUMBER", "OF_ONE_COMBAT", "OF_ONE_PHASE", "dropped_at_night", "ended", "last"]
