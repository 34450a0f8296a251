"""The 28 Tactic cards: when they may be used and what they do (shaef-cards 7)."""
