"""The table: the map, the question, the hand and everything around them, for any title."""
