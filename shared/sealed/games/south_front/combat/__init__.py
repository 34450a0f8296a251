"""Combat on land and at sea, round by round, with all reactions (rules, Combat; Reactions)."""
