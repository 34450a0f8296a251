"""Golden walks: games that were played once are played the same, step by step, with the same answers legal.

If a rule changes on purpose, `python tests/support/shaef_walk.py` writes them anew.
"""

import pytest
from shaef_walk import SEEDS, follow, walk

from sealed.engine.kernel import over


@pytest.mark.parametrize("scenario", SEEDS)
def test_a_walk_is_played_the_same(scenario):
    """Each step of the game leads to the same state, in which the same answers are legal, to its end."""
    assert over(follow(scenario, walk(scenario)))


def test_a_change_is_noticed():
    """A line that says something else makes the walk fail where it stands."""
    lines = walk("historical")
    at = next(number for number, line in enumerate(lines) if " 1 done" in line)
    lines[at] = lines[at].replace(" 1 done", " 1 pass")
    with pytest.raises(AssertionError, match=f"line {at + 1}"):
        follow("historical", lines)
