"""Quartermaster General: South Front: the Mediterranean, 1940 to 1944, for two players.

`TITLE` is all that the rest of the project needs. `flow` is where to start reading; the folders are named
after the rulebook's chapters, `effects` holds what each card does. `NOTATION.md`, `RULINGS.md` lie beside.
"""

from sealed.games.south_front.title import TITLE

__all__ = ["TITLE"]
