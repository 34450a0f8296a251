"""All tactics: whoever imports this module has them registered in `using.TACTICS`.

The title does. The package itself must not: questions of the title read the register, and these modules ask
questions.
"""

from __future__ import annotations

from sealed.games.shaef.tactics import fire, intelligence, movement, points, supply
from sealed.games.shaef.tactics.using import TACTICS

MODULES = (points, movement, fire, supply, intelligence)
"""The modules that register the cards, by theme."""

__all__ = ["MODULES", "TACTICS"]
