"""The driver of these tests itself: touches land where things are drawn, and nothing is missed."""

import pytest
from kivy.app import App
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView


class Tiny(App):
    """Is a button that counts, a list, and a veil that can cover both."""

    def build(self):
        """Lays everything out."""
        self.count = 0
        root = FloatLayout()
        column = BoxLayout(orientation="vertical")
        self.said = Label(text="0")
        self.button = Button(text="more", size_hint_y=None, height=60)
        self.button.bind(on_release=self.more)
        rows = BoxLayout(orientation="vertical", size_hint_y=None, height=60 * 40)
        self.rows = [Button(text=f"row {number}") for number in range(40)]
        for row in self.rows:
            row.bind(on_release=lambda row: setattr(self.said, "text", row.text))
            rows.add_widget(row)
        self.list = ScrollView()
        self.list.add_widget(rows)
        for part in (self.said, self.button, self.list):
            column.add_widget(part)
        root.add_widget(column)
        return root

    def more(self, *_):
        """Counts."""
        self.count += 1
        self.said.text = str(self.count)


@pytest.mark.parametrize("size", [(412, 915), (915, 412), (1280, 800)])
def test_a_tap_reaches_the_button_in_every_window(play, size):
    """The window takes the size that is asked for, and a touch at a button's middle releases that button."""
    from screen_driver import running

    async def scene():
        app = Tiny()
        async with running(app, size) as driver:
            assert tuple(Window.size) == size
            await driver.press(text="more")
            assert driver.says("1")

    play(scene())


def test_what_is_covered_cannot_be_touched(play):
    """A touch that would hit something else than what was meant fails the test."""
    from screen_driver import NotThereError, running

    async def scene():
        app = Tiny()
        async with running(app) as driver:
            app.root.add_widget(Button(text="veil"))
            await driver.settled()
            with pytest.raises(NotThereError, match="would hit"):
                await driver.tap(app.button)
            assert app.count == 0

    play(scene())


def test_a_row_far_down_is_scrolled_to(play):
    """What lies in a list beyond the window is brought into sight and touched there."""
    from screen_driver import running

    async def scene():
        app = Tiny()
        async with running(app) as driver:
            assert driver.found(text="row 30") is None
            await driver.tap(app.rows[30])
            assert app.said.text == "row 30"

    play(scene())


def test_what_the_app_raises_fails_the_test(play):
    """An exception in a clock's callback is raised by whatever waits."""
    from kivy.clock import Clock
    from screen_driver import running

    def breaks(_seconds):
        raise ZeroDivisionError

    async def scene():
        async with running(Tiny()) as driver:
            Clock.schedule_once(breaks, 0)
            await driver.until(lambda: False, "nothing")

    with pytest.raises(ZeroDivisionError):
        play(scene())


def test_an_idle_window_is_not_drawn(play):
    """Nothing that rests is drawn again."""
    import asyncio

    from screen_driver import running

    async def scene():
        async with running(Tiny()) as driver:
            before = driver.draws
            await asyncio.sleep(0.3)
            assert driver.draws == before

    play(scene())
