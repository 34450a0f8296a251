"""Popular Front: the war in Spain, 1936 to 1939, for two to six players.

`TITLE` is all that the rest of the project needs. The rules are in modules named after the chapters of the
rulebook; `flow` is where to start reading. `NOTATION.md` and `RULINGS.md` lie beside them.
"""

from sealed.games.popular_front.title import TITLE

__all__ = ["TITLE"]
