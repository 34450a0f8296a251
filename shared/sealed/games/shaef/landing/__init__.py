"""Sea Transport and Airborne Movement (Sections 9 and 10)."""
