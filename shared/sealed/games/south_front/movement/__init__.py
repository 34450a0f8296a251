"""Movement: one piece, the two steps, airplanes, naval transport, moves by cards (rules, Movement)."""
