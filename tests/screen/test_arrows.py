"""The arrow of an attack is drawn however near its two cities lie."""

from types import SimpleNamespace

import pytest

from sealed_client.presenters.scene import Arrow


@pytest.mark.parametrize("apart", [0.0, 1.0, 20.0, 30.0, 38.0, 44.0, 60.0, 400.0])
def test_an_arrow_of_any_length(apart):
    """From no distance at all to the length of the map nothing breaks; far apart there are shaft and head."""
    from sealed_client.screens.board.arrows import arrow_layers

    ink = SimpleNamespace(bad="#96302a", sea="#1f4e5f", board=SimpleNamespace(pill="#fdf9ee"))
    setting = SimpleNamespace(radius=13.0, middle=lambda space: (100.0 + apart * space, 100.0))
    layers = list(arrow_layers((Arrow(0, 1, hostile=True),), setting, ink, 1.0))
    assert len(layers) == 4 or apart < 100
