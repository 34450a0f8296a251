"""Holds what one failed check leaves to show to a stranger: the evidence file `.fte` (spec 3 and 6.2)."""
