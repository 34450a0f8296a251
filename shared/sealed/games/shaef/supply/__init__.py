"""Supply of both sides (Section 7)."""
