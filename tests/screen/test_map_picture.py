"""The still map: drawing only what has changed leaves the same picture as drawing everything."""

from random import Random

import pytest
from kivy.core.window import Window  # noqa: F401 - opens the window that the textures belong to

from sealed_client.maps import DARK, LIGHT, read_map
from sealed_client.screens.board.map_picture import MapPicture

CITIES = 36
SCALE = 700 / read_map("popular-front").width
"""Pixels for a unit: most of the map is in sight."""
VIEW = ((40, 30), (600, 420), SCALE)


def drawn(*paintings):
    """Returns the pixels after these paintings, each drawn before the next; of a list only the last."""
    picture = MapPicture(read_map("popular-front"), 1.0)
    for painting in paintings:
        for colours, tints in painting if isinstance(painting, list) else [painting]:
            picture.paint(colours, tints)
        picture.cover(*VIEW, exact=True)
        picture.fbo.draw()
    return picture.fbo.pixels


def some(rng):
    """Returns holders at random."""
    return tuple(rng.randint(0, 2) for _ in range(CITIES))


def but(tints, *cities):
    """Returns the holders with these cities in other hands."""
    return tuple((tint + 1) % 3 if city in cities else tint for city, tint in enumerate(tints))


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_space_is_drawn_as_if_all_were(seed):
    """A few cities change hands: the picture is that of a whole drawing, and it is another one."""
    rng = Random(seed)
    tints = some(rng)
    changed = but(tints, *rng.sample(range(CITIES), 1 + seed))
    assert drawn((LIGHT, tints), (LIGHT, changed)) == drawn((LIGHT, changed)) != drawn((LIGHT, tints))


def test_changes_that_wait_for_one_drawing_all_show():
    """Two far cities change one after the other before anything is drawn."""
    tints = some(Random(9))
    both = but(but(tints, 0), 35)
    assert drawn((LIGHT, tints), [(LIGHT, but(tints, 0)), (LIGHT, both)]) == drawn((LIGHT, both))


def test_another_theme_draws_everything():
    """With other colours nothing of the former ones is left."""
    tints = some(Random(5))
    assert drawn((LIGHT, tints), (DARK, but(tints, 3))) == drawn((DARK, but(tints, 3)))
