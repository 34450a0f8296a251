"""The texts of the 66 deck cards and the twelve contingency sides, as programs of effects (facts B).

`PROGRAMS` holds them by title; the actions `play` and `contingency` are registered here.
"""

from sealed.games.south_front.effects import playing
from sealed.games.south_front.effects.allied_cards import ALLIES
from sealed.games.south_front.effects.axis_cards import AXIS
from sealed.games.south_front.effects.contingencies import CONTINGENCIES
from sealed.games.south_front.effects.program import PROGRAMS, Part, possible, program

PROGRAMS.update(AXIS)
PROGRAMS.update(ALLIES)
PROGRAMS.update(CONTINGENCIES)

__all__ = ["PROGRAMS", "Part", "playing", "possible", "program"]
