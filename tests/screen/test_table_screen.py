"""The table's screen: it rests while nothing changes, and everything on it reports what was meant."""

import asyncio

import pytest
from kivy.app import App
from staged_tables import staged

from sealed_client.maps.board_map import read_map
from sealed_client.presenters import gestures
from sealed_client.presenters.place_names import places_of
from sealed_client.screens.table.table_screen import TableScreen

SIZES = [(412, 915), (915, 412), (1024, 768), (1280, 800)]
COVERS = ("why-not", "card", "resign", "alarm", "battle")


class Showing(App):
    """Is a table's screen alone."""

    def build(self):
        """Keeps what it reports."""
        self.gestures = []
        screen = TableScreen(board_map=read_map("popular-front"), places=places_of("popular-front"))
        screen.bind(on_gesture=lambda _, gesture: self.gestures.append(gesture))
        screen.scene = staged("en")["muster-march"]
        return screen


@pytest.mark.parametrize("size", SIZES)
def test_an_answer_reports_its_key(play, size):
    """In every layout the first answer can be touched and chooses what it says."""
    from screen_driver import running

    async def scene():
        app = Showing()
        async with running(app, size) as driver:
            answer = app.root.scene.prompt.answers[0]
            await driver.press(key=answer.key)
            assert app.gestures == [gestures.Choose(answer.key)]

    play(scene())


@pytest.mark.parametrize("size", SIZES[:1])
def test_an_equal_scene_draws_nothing(play, size):
    """The same scene once more, and time, change no pixel and ask for no drawing."""
    from screen_driver import running

    async def scene():
        app = Showing()
        async with running(app, size) as driver:
            await asyncio.sleep(1)
            await driver.settled()
            before, redraws = driver.draws, app.root.board.redraws
            app.root.scene = staged("en")["muster-march"]
            await driver.settled()
            assert (driver.draws, app.root.board.redraws) == (before, redraws)

    play(scene())


@pytest.mark.parametrize("size", SIZES[:1])
def test_back_closes_what_covers_the_table(play, size):
    """Back closes a cover of the table with a gesture."""
    from screen_driver import running

    async def scene():
        app = Showing()
        async with running(app, size) as driver:
            scenes = staged("en")
            for shown in (scenes[name] for name in COVERS):
                app.gestures.clear()
                app.root.scene = shown
                await driver.settled()
                covered = shown.alarm is None and bool(shown.confirmation or shown.why_not or shown.facts)
                assert app.root.back() == covered
                assert app.gestures == ([gestures.Close()] if covered else [])

    play(scene())
