"""The numbers by which lasting effects name their tactic."""

from __future__ import annotations

from sealed.games.shaef.pack import load

KEYS = (*(tactic.rule for tactic in load().tactics), "BACK_TO_DECK")
"""The rule keys of the tactics in the order of their cards, and that of the cards that go back to the
Reinforcement Deck when they have fired; `Lasting.key` is the place here."""
