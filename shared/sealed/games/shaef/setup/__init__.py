"""Setting up the game: Historical and Free Scenario (Section 3)."""
