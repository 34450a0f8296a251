"""Quartermaster General: South Front: the Mediterranean, 1940 to 1944, for two players.

`TITLE` is all that the rest of the project needs. The rules are in modules named after the chapters of the
rulebook; `flow` is where to start reading, `effects` holds what each card does. `NOTATION.md`, `RULINGS.md`
lie beside them.
"""

from sealed.games.south_front.title import TITLE

__all__ = ["TITLE"]
