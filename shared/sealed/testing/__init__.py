"""What tests of titles share: random games, the battery of laws, scenarios. Not part of what is played."""
