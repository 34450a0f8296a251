"""The map of a table: what lies where, how it is drawn, and what fingers do to it."""
