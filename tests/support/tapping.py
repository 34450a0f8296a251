"""A player who touches what he sees: rings, cards and buttons, one at a time, until the game is over."""

import asyncio

from fingers import ancestors, in_front, shown_box, walked
from kivy.uix.scrollview import ScrollView
from screen_driver import TOUCHED, keys

from sealed_client.maps.touching import AGAIN
from sealed_client.screens.components.answer_button import AnswerButton
from sealed_client.screens.components.card_view import CardView

COVERS = ("why_not", "facts", "confirmation")


class Tapper:
    """Plays the open table of an app by touches; `taps` counts them."""

    def __init__(self, driver, rng):
        self.driver, self.app, self.rng, self.taps = driver, driver.app, rng, 0
        self._last = None

    @property
    def scene(self):
        """Returns what is shown."""
        return self.app.table.scene

    async def to_the_end(self, most=2000):
        """Plays until the game is over."""
        while self.scene.ending is None:
            assert self.taps < most, "the game does not end"
            await self.once()

    async def rounds(self, number):
        """Plays so many touches."""
        until = self.taps + number
        while self.scene.ending is None and self.taps < until:
            await self.once()

    async def once(self):
        """Touches one thing that leads on, and waits until the screen shows what came of it."""
        driver = self.driver
        await driver.until(lambda: self.scene.yours or self.scene.ending or self._answers(), "the turn")
        if self.scene.ending is not None:
            return
        before = self.scene
        await self.drawn()
        choices = [*self._answers(), *self._cards(), *self._targets()]
        self.rng.shuffle(choices)
        for kind, value in choices:
            if await self._touch(kind, value):
                break
        else:
            raise AssertionError(f"nothing of {choices} can be touched: {driver.words()}")
        self.taps += 1
        await driver.until(lambda: self.scene is not before and self.scene != before, f"{kind} {value}")

    async def drawn(self):
        """Waits until the screen shows the scene of the presenter."""
        screen = self.app.table.screen
        await self.driver.until(lambda: screen.scene == self.scene, "the scene on the screen")
        await asyncio.sleep(0.02)

    def _answers(self):
        return [("answer", one.key) for one in self.scene.prompt.answers if one.ready]

    def _cards(self):
        cards = [card for row in self.scene.hand.rows for card in row.cards]
        if self.scene.combat is not None:
            for side in (self.scene.combat.attacker, self.scene.combat.defender):
                cards += [*side.deployed, *side.reserve]
        return [("card", card.key) for card in cards if card.state == "answers"]

    def _targets(self):
        return [("space", one.space) for one in self.scene.board.targets]

    async def _touch(self, kind, value):
        """Touches one thing if it can be reached; tells whether it was."""
        if kind == "space":
            return await self._touch_space(value)
        widget = self._reachable(value, AnswerButton if kind == "answer" else CardView)
        if widget is None:
            return False
        await self.driver.tap(widget)
        return True

    @staticmethod
    def _reachable(key, kind):
        """Returns the widget of a key that is seen, or that can be scrolled to."""
        found = [one for one in walked() if isinstance(one, kind) and key in keys(one)]
        seen = [one for one in found if shown_box(one)]
        lists = [one for one in found if any(isinstance(outer, ScrollView) for outer in ancestors(one))]
        return next(iter([*seen, *lists]), None)

    async def _touch_space(self, space):
        board = self.app.table.screen.board
        for look in ("", "centre", "fit"):
            if look:
                self.app.table.look(look)
                await self.driver.settled()
            place = board.where(space)
            if in_front(place, TOUCHED) is board and _inside(board, place):
                break
        else:
            return False
        if space == self._last:
            await asyncio.sleep(AGAIN + 0.02)  # a second tap on a piece within that time is swallowed
        self._last = space
        await self.driver.tap_space(board, space)
        return True


def _inside(board, place):
    box = shown_box(board)
    return bool(box) and box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]
