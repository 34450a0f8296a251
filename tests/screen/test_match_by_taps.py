"""A whole match against the computer, played by touching what is drawn where it is drawn."""

from random import Random

import pytest

from sealed_client.settings import Settings

CALM = Settings(theme="paper", sound=False, calm=True)

SHORT = {"round-cap": "8"}
"""A game that ends after eight rounds at the latest."""


@pytest.fixture
def match(play):
    """Plays a match from the first touch on Home at a size and returns the driver's last look at it."""

    def played(size, seed, taps=None):
        from memory_desk import MemoryDesk
        from screen_driver import nothing_filled, running
        from tapping import Tapper

        from sealed_client.screens.app import SealedApp

        desk = MemoryDesk(seed, settings=CALM, **SHORT)

        async def scene():
            async with running(SealedApp(desk), size) as driver:
                await driver.press(text="Play the computer")
                await driver.until(lambda: driver.app.table is not None, "the table")
                tapper = Tapper(driver, Random(seed))
                await driver.until(lambda: driver.app.table.screen.scene is not None, "the scene")
                await (tapper.rounds(taps) if taps else tapper.to_the_end())
                await tapper.drawn()
                return tapper.scene, tapper.taps, driver.words()

        with nothing_filled():
            return (*play(scene(), limit=300), desk)

    return played


def test_a_match_on_a_phone(match):
    """At 412x915 a game is begun, played and ended by touches alone; at its end the verdict is read."""
    scene, taps, words, desk = match((412, 915), 4)
    assert taps > 20
    assert scene.ending.seal == "verified"
    assert any(scene.ending.heading in word for word in words)
    assert desk.seat.report.verdict == "PASS"


def test_a_match_on_a_desk_begins(match):
    """At 1280x800 forty touches lead on, each received by what it was meant for."""
    _, taps, _, desk = match((1280, 800), 5, taps=40)
    assert taps == 40
    assert desk.asked.count("Answer") > 5


@pytest.mark.long
def test_a_match_on_a_desk(match):
    """At 1280x800 a whole game ends by touches alone, its audit passed."""
    scene, taps, _, desk = match((1280, 800), 5)
    assert taps > 20
    assert scene.ending.seal == "verified"
    assert desk.seat.report.verdict == "PASS"
