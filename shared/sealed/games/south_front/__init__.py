"""Quartermaster General: South Front: the Mediterranean, 1940 to 1944, for two players.

The rules are in modules named after the chapters of the rulebook; `flow` is where to start reading, `effects`
holds what each card does. `NOTATION.md` and `RULINGS.md` lie beside them.
"""
