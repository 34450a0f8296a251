"""Where the buttons lie on the map."""

from kivy.metrics import dp

from sealed_client.screens.table.places import clearest

CORNERS = ((0, 0), (dp(400), 0), (0, dp(400)), (dp(400), dp(400)))
SIZE = (dp(48), dp(104))


def test_the_buttons_go_to_the_first_corner_without_a_ring():
    """With rings at the lower corners the first upper corner is taken."""
    spots = [(dp(20), dp(20)), (dp(420), dp(110))]
    assert clearest(spots, CORNERS, SIZE) == 2


def test_with_rings_everywhere_the_corner_with_the_fewest_is_taken():
    """If no corner is free, the one with the fewest rings is."""
    spots = [(x + dp(20), y + dp(20)) for x, y in CORNERS for _ in range(1 if (x, y) == CORNERS[3] else 2)]
    assert clearest(spots, CORNERS, SIZE) == 3
