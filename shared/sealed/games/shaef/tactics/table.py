"""The numbers by which lasting effects name their tactic."""

from __future__ import annotations

from sealed.games.shaef.pack import load

KEYS = tuple(tactic.rule for tactic in load().tactics)
"""The rule keys of the tactics in the order of their cards; `Lasting.key` is the place here."""
