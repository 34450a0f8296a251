"""The three Movement Phases (Section 11) and crowded regions (5.2)."""
