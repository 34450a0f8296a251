"""The bold player of SHAEF as it plays whole matches: out of a corner it goes at once, by a discard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shaef_bold import BoldPlayer

from sealed.engine.kernel import legal_actions
from sealed.games.shaef.reorganisation.deploying import Deploying
from sealed.games.shaef.state import State
from sealed.games.shaef.units.organisation import overfull

if TYPE_CHECKING:
    from sealed.engine import frames
    from sealed.engine.action import Action


class TidyPlayer(BoldPlayer):
    """Discards where a unit has too many cards and nothing is left to pay for their way out (13.2c)."""

    def answer(self, s: frames.State, seat: int) -> Action:
        """Return a legal answer."""
        assert isinstance(s, State)
        if s.stack is not None and isinstance(s.stack.frame, Deploying):
            full = overfull(s, seat - 1)
            legal = legal_actions(s, seat) if full else ()
            out = [one for one in legal if one.verb == "discard" and one.args[0] in full]
            if out:
                return self._rng.choice(out)
        return super().answer(s, seat)


__all__ = ["TidyPlayer"]
