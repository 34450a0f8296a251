"""Combat in a region: set-up, battles, fire, losses, React, retreats (Section 12)."""
