"""Every screen at every size, in the longest language and with the largest text: nothing cut, nothing hidden.

What is looked at is `screen_audit`; the screens are those of `gallery`. Text and room are what can break a
layout, so `make test` takes all sizes with the pseudo-language at 160 %, and a phone with plain English; the
rest of the product (Spanish, both themes, every text size with every language) is long.
"""

from itertools import product

import pytest

EDGES = (12.0, 28.0, 12.0, 36.0)
"""What the device covers at each side (dp): the gesture bar, the camera, rounded corners."""
SIZES = ((412, 915), (915, 412), (1024, 768), (1280, 800))
PLAIN, HARDEST = ("en", "paper", 1.0), ("pseudo", "night", 1.6)
WHOLE = tuple(product(("en", "es", "pseudo"), ("paper", "night"), (1.0, 1.6)))


@pytest.fixture
def audited(play, monkeypatch):
    """Returns what is wrong with any screen at a size, in each of some ways of reading."""

    def look(size, ways):
        from gallery import OWN_WORDS, Gallery
        from screen_audit import Insets, complaints
        from screen_driver import nothing_filled, running

        from sealed_client.screens import frame
        from sealed_client.screens.device.edges import Edges

        monkeypatch.setattr(frame, "device_edges", lambda: Edges(*EDGES))
        found = []

        async def scene():
            gallery = Gallery()
            with nothing_filled():
                await through(gallery)

        async def through(gallery):
            async with running(gallery.app, size) as driver:
                for language, theme, scale in ways:
                    gallery.dress(language, theme, scale)
                    for name in gallery.everything():
                        await driver.settled()
                        words = OWN_WORDS if language == "pseudo" else ()
                        here = f"{name} {language} {scale:.0%}"
                        found.extend(f"{here}: {one}" for one in complaints(Insets(*EDGES), words))

        play(scene(), limit=300)
        return found

    return look


def _name(size):
    return "x".join(map(str, size))


@pytest.mark.parametrize("size", SIZES, ids=_name)
def test_every_screen_in_the_hardest_way(audited, size):
    """The pseudo-language at 160 %: no text beyond its box, no overlap, no small target, no bare word."""
    assert audited(size, [HARDEST]) == []


def test_every_screen_of_a_phone_as_it_comes(audited):
    """The same for English at 100 % where there is the least room."""
    assert audited(SIZES[0], [PLAIN]) == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=_name)
@pytest.mark.parametrize("theme", ["paper", "night"])
def test_every_screen_in_every_way(audited, size, theme):
    """All languages and sizes of text in both themes."""
    assert audited(size, [way for way in WHOLE if way[1] == theme]) == []
