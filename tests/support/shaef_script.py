"""A course of SHAEF that is written down: what is not in it is answered quietly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State

QUIET = ("set-up", "turn-down", "done", "pass", "decline", "announce", "front", "none", "stand-down", "lose")
"""Verbs of quiet answers, the gladly given first."""


class Script:
    """Answers for both seats: the next line written for a seat if it is legal, else something quiet."""

    def __init__(self, lines: Mapping[int, Sequence[str]], quiet: Sequence[str] = QUIET) -> None:
        """Starts at the first line of each seat."""
        self._left = {seat: list(written) for seat, written in lines.items()}
        self._rank = {verb: rank for rank, verb in enumerate(quiet)}

    def __call__(self, state: State, seat: int) -> Action:
        """Returns what a seat answers."""
        return self.choose(seat, legal_actions(state, seat))

    def choose(self, seat: int, legal: Sequence[Action]) -> Action:
        """Returns which of the legal answers a seat gives."""
        left = self._left.get(seat)
        if left:
            written = next((action for action in legal if action.text == left[0]), None)
            if written is not None:
                left.pop(0)
                return written
        return min(legal, key=lambda action: self._rank.get(action.verb, len(self._rank)))

    @property
    def done(self) -> bool:
        """Tells whether every line has been said."""
        return not any(self._left.values())


__all__ = ["QUIET", "Script"]
