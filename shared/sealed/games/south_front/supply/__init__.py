"""Supply: where it reaches, who has it, and what cuts it (rules, Supply)."""
