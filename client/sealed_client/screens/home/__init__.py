"""The home screen: games that wait, a new game, settings."""
