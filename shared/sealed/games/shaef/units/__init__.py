"""Units and their cards: who holds what, flipping, discarding (Sections 2.6, 2.7, 5)."""
