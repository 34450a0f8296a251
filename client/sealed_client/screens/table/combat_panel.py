"""A battle: its steps, and both sides with their sums, their deployed cards and what is still in reserve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import sealed_client.screens.components.panel
import sealed_client.screens.components.pictures
import sealed_client.screens.components.texts
import sealed_client.screens.table.hand_strip  # noqa: F401 - the kv rules use them
from sealed_client.presenters.scene import Coat, Combat, CombatSide
from sealed_client.screens.components.word_widths import fitting_scale
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.theme.typefaces import ROLES

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

_NOBODY = CombatSide("", "", "", Coat("round", "#000000", "#ffffff"), "", (), (), "")
EMPTY = Combat("", "", (), 0, _NOBODY, _NOBODY, 0, 0)
_BESIDE, _SMALLEST = 560, 12.5
_NARROWEST, _WIDEST = 64, 72
_GAP, _BETWEEN = 8, 21
"""dp between two cards, and between what is deployed and what is left."""


class StepView(BoxLayout):
    """Is one step of a battle: a bar and its word; `phase` is -1 for past, 0 for present, 1 for to come."""

    text = StringProperty()
    phase = NumericProperty(1)

    def fitting(self, room: float, text: str, font_name: str, text_scale: float) -> float:
        """Returns how large the word may be, so that it is not broken."""
        return fitting_scale(
            text.split(), font_name, sp(ROLES["small"].size) * text_scale, room, sp(_SMALLEST)
        )


class StepsBar(BoxLayout):
    """Shows the `steps` of a battle."""

    steps = ObjectProperty(())
    step = NumericProperty(0)

    def on_steps(self, _bar: EventDispatcher, steps: tuple[str, ...]) -> None:
        """Shows the steps of another battle."""
        self.clear_widgets()
        for text in steps:
            self.add_widget(StepView(text=text))
        self.on_step(self, self.step)

    def on_step(self, _bar: EventDispatcher, step: float) -> None:
        """Goes on to another step."""
        for place, view in enumerate(reversed(self.children)):
            view.phase = (place > step) - (place < step)


class SideView(BoxLayout):
    """Shows one `side`; events ``on_choose(key)`` and ``on_look(key)`` for its cards."""

    side = ObjectProperty(_NOBODY, rebind=True)
    inert = BooleanProperty(defaultvalue=False)

    __events__ = ("on_choose", "on_look")

    def card_width(self, room: float, caption: float) -> float:
        """Returns how wide each card is: all of the side in the room if they are legible then."""
        there, left = len(self.side.deployed), len(self.side.reserve)
        gaps = dp(_GAP) * (max(0, there - 1) + max(0, left - 1)) + dp(_BETWEEN)
        taken = gaps if there else gaps + caption
        return float(min(max((room - taken) / max(1, there + left), dp(_NARROWEST)), dp(_WIDEST)))

    def on_choose(self, key: str) -> None:
        """Is called with the key of the card that was touched."""

    def on_look(self, key: str) -> None:
        """Is called with the key of the card that was touched for long."""


class CombatPanel(BoxLayout):
    """Shows a `combat`; wide ones have the sides beside each other. Events ``on_choose`` and ``on_look``."""

    combat = ObjectProperty(EMPTY, rebind=True)
    inert = BooleanProperty(defaultvalue=False)
    headed = BooleanProperty(defaultvalue=False)
    beside = BooleanProperty(defaultvalue=False)

    __events__ = ("on_choose", "on_look")

    def on_width(self, *_: object) -> None:
        """Puts the sides beside each other where there is room."""
        self.beside = self.width >= dp(_BESIDE)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the card that was touched."""

    def on_look(self, key: str) -> None:
        """Is called with the key of the card that was touched for long."""


load_kv(__file__)
