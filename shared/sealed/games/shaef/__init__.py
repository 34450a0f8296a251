"""SHAEF: the campaign in north-west Europe from June 1944 to March 1945, for two players.

`TITLE` is all that the rest of the project needs. `flow` is where to start reading; the folders are named
after the chapters of the rulebook, `tactics` holds what each Tactic card does. `NOTATION.md` and `RULINGS.md`
lie beside.
"""

from sealed.games.shaef.title import TITLE

__all__ = ["TITLE"]
