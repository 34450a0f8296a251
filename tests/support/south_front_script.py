"""A course of South Front that is written down: what is not in it is answered quietly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import State

GIVING_BACK = ("mulligan", "done", "pass", "spend")
QUIET = ("keep", "done", "production", "pass", "decline", "stop", "skip", "concede", "lose", "give", "spend")
"""Verbs of quiet answers, the gladly given first; and of who gives every first hand back and then rests."""

EL_ALAMEIN = {
    1: (
        "move Pact fleet 2 Gulf of Sidra",
        "move Pact infantry 2 Benghazi",
        "done",
        "production",
        "done",
        "move Pact infantry 2 Tobruk",
        "done",
        "desperate-attack",
        "attack Pact Tobruk El Alamein",
    ),
}
"""By seat: in round 2 the Pact infantry of Tripoli attacks the tank in El Alamein; hands grow before."""

MALTA_IN_WINTER = {
    1: (
        *("move Pact fleet 2 Tyrrhenian Sea", "move Pact airplane 2 Naples"),
        *("done", "production", "done") * 2,
        *("board Pact infantry 1 Pact fleet 1", "move Pact fleet 1 Ionian Sea", "done"),
        *("desperate-attack", "attack Pact Ionian Sea Malta"),
    ),
    2: (
        *("done", "production", "done"),
        *("move UK fleet 2 Gulf of Sidra", "done", "production", "done"),
        "lose UK fleet 2",
    ),
}
"""In round 3 the infantry of Naples attacks Malta from the sea; a fleet beside it is lost, Malta stands."""

ONE_CONSCRIPT = {2: ("done", "conscript UK infantry Egypt")}
"""The Allies spend one card and draw one: as many cards are left in their deck as in that of the Axis."""


class Script:
    """Answers for both seats: the next line that is written for a seat if it is legal, else something quiet.

    Cards whose names are in `kept` are not spent as long as there are others.
    """

    def __init__(
        self, lines: Mapping[int, Sequence[str]], kept: Sequence[str] = (), quiet: Sequence[str] = QUIET
    ) -> None:
        """Starts at the first line of each seat."""
        self._left = {seat: list(written) for seat, written in lines.items()}
        self._kept, self._quiet = kept, quiet

    def __call__(self, state: State, seat: int) -> Action:
        """Returns what a seat answers."""
        return self.choose(seat, legal_actions(state, seat))

    def choose(self, seat: int, legal: Sequence[Action]) -> Action:
        """Returns which of the legal answers a seat gives."""
        by_text = {action.text: action for action in legal}
        left = self._left.get(seat)
        if left and left[0] in by_text:
            return by_text[left.pop(0)]
        return min(legal, key=self._loudness)

    def _loudness(self, action: Action) -> tuple[int, bool]:
        quiet = self._quiet
        known = quiet.index(action.verb) if action.verb in quiet else len(quiet)
        return known, any(name in action.text for name in self._kept)
