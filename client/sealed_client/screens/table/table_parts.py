"""The parts of a table's screen: made once, given scenes by difference, and what they report as gestures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp

from sealed_client.presenters import gestures
from sealed_client.presenters.scene import Answer
from sealed_client.screens.board.board_view import BoardView
from sealed_client.screens.components.dialog import Dialog
from sealed_client.screens.components.sheet import Sheet
from sealed_client.screens.components.toast import Toast
from sealed_client.screens.speech import speech
from sealed_client.screens.table import combat_panel, cover_panels, facts_panel, why_not_panel
from sealed_client.screens.table.answer_grid import AnswerGrid
from sealed_client.screens.table.frames import Column, LogBox, Surface, TrackBlock, TrackStrip
from sealed_client.screens.table.hand_strip import HandStrip
from sealed_client.screens.table.map_buttons import MapButtons
from sealed_client.screens.table.prompt_panel import PromptPanel
from sealed_client.screens.table.seats_list import SeatsList
from sealed_client.screens.table.top_bar import TopBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from kivy.uix.boxlayout import BoxLayout

    from sealed_client.presenters.gestures import Gesture
    from sealed_client.presenters.scene import TableScene

LOG, HAND = "log", "hand"


class TableParts:
    """Holds the widgets; `emit` is called with every gesture."""

    def __init__(self, emit: Callable[[Gesture], object]) -> None:
        self._emit = emit
        self.board = BoardView(size_hint=(None, None))
        self.top = TopBar()
        self.strip, self.block = TrackStrip(), TrackBlock()
        self.buttons = MapButtons()
        self.corner = 0
        self.corners: tuple[tuple[float, float], ...] = ((0.0, 0.0),) * 4
        self.prompt, self.hand, self.seats = PromptPanel(), HandStrip(), SeatsList()
        self.log = LogBox()
        self.links = AnswerGrid(paired=True)
        self.why_not, self.facts = why_not_panel.WhyNotPanel(), facts_panel.FactsPanel()
        self.local = facts_panel.FactsPanel()
        self.combat, self.ending = combat_panel.CombatPanel(), cover_panels.EndingPanel()
        self.alarm = cover_panels.AlarmCover()
        self.dialog, self.toast = Dialog(), Toast()
        self.sheet = Sheet(peek_height=dp(120))
        self.side, self.bar, self.over = Surface(), Surface(orientation="horizontal", lining="top"), Surface()
        self.main, self.foot, self.tail = Column(), Column(), Column()
        self.bar_left, self.bar_right, self.over_column = Column(), Column(), Column()
        self.sheet_box = self.sheet.content
        self._bind()

    def _bind(self) -> None:
        emit = self._emit
        self.board.bind(
            on_space=lambda _board, space: emit(gestures.TapSpace(space)),
            on_hold=lambda _board, space: emit(gestures.HoldSpace(space)),
            on_sea=lambda _board: emit(gestures.TapSea()),
        )
        for part in (self.prompt, self.why_not, self.ending, self.alarm, self.dialog):
            part.bind(on_choose=lambda _part, key: emit(gestures.Choose(key)))
        for part in (self.hand, self.combat):
            part.bind(on_choose=lambda _part, key: emit(gestures.TapCard(key)))
            part.bind(on_look=lambda _part, key: emit(gestures.HoldCard(key)))
        for part in (self.why_not, self.facts, self.dialog):
            part.bind(on_close=lambda _part: emit(gestures.Close()))
        self.prompt.bind(on_undo=lambda _prompt: emit(gestures.Undo()))
        self.prompt.bind(inert=self.hand.setter("inert"))
        self.prompt.bind(inert=self.combat.setter("inert"))
        self.buttons.bind(
            on_centre=lambda _buttons: self.board.centre(),
            on_fit=lambda _buttons: self.board.fit(),
            on_zoom=lambda _buttons, factor: self.board.zoom(factor),
        )

    def show(self, scene: TableScene, lit: str) -> None:
        """Gives every part its share of a scene; equal shares change nothing."""
        self.board.motions, self.board.scene = scene.motions, scene.board
        self.top.title, self.top.round = scene.title, scene.round
        self.top.seal, self.top.clock, self.top.track = scene.seal, scene.clock, scene.track
        self.strip.track = self.block.track = scene.track
        self.prompt.prompt, self.hand.hand, self.seats.seats = scene.prompt, scene.hand, scene.seats
        self.log.lines, self.log.lit = scene.log, lit
        if scene.why_not is not None:
            self.why_not.why_not = scene.why_not
        if scene.facts is not None:
            self.facts.facts = scene.facts
        if scene.combat is not None:
            self.combat.combat = scene.combat
        if scene.ending is not None:
            self.ending.ending = scene.ending
        if scene.alarm is not None:
            self.alarm.alarm = scene.alarm
        if scene.confirmation is not None:
            self.dialog.confirmation = scene.confirmation

    def speak(self, *, hand: bool, hand_open: bool) -> None:
        """Writes the words of the buttons that lead to log and hand."""
        say = speech.say
        answers: tuple[Answer, ...] = (Answer(LOG, str(say("screen.table.log"))),)
        if hand:
            word = "screen.table.hand-away" if hand_open else "screen.table.hand"
            answers = (Answer(HAND, str(say(word))), *answers)
        self.links.answers = answers

    def columns(self) -> tuple[BoxLayout, ...]:
        """Returns what holds parts one below the other, in every layout."""
        boxes = (self.main, self.foot, self.tail, self.bar_left, self.bar_right, self.over_column)
        return tuple(box.inside for box in boxes)
