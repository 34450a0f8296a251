"""The bar at the top of a table: menu, title and round, the open decision's clock, the seal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import sealed_client.screens.components.icon_button
import sealed_client.screens.components.pictures
import sealed_client.screens.components.track_view  # noqa: F401 - the kv rules use them
from sealed_client.presenters.scene import SealBadge
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.panel import Chip
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

    from sealed_client.presenters.scene import ClockChip


class SealButton(Pressable, BoxLayout):
    """Shows the `seal` of a table, with its short line if there is room (`worded`)."""

    seal = ObjectProperty(SealBadge("checking", "", ()), rebind=True)
    worded = BooleanProperty(defaultvalue=False)


class ClockSlot(BoxLayout):
    """Shows a `clock`, or takes no room without one."""

    clock = ObjectProperty(None, allownone=True, rebind=True)

    def on_clock(self, _slot: EventDispatcher, clock: ClockChip | None) -> None:
        """Shows the time that is left."""
        if clock is None:
            self.clear_widgets()
            return
        if not self.children:
            self.add_widget(Chip(icon="clock", pos_hint={"center_y": 0.5}))
        chip = self.children[0]
        chip.text, chip.mood = clock.text, "warns" if clock.warns else "plain"


class TopBar(Framed, BoxLayout):
    """Shows title and round; `track` stands in it where it is `wide`.

    Events: ``on_menu``, ``on_tap_seal``, ``on_tap_track``.
    """

    title = StringProperty()
    round = StringProperty()
    seal = ObjectProperty(SealBadge("checking", "", ()), rebind=True)
    clock = ObjectProperty(None, allownone=True, rebind=True)
    track = ObjectProperty(None, allownone=True, rebind=True)
    wide = BooleanProperty(defaultvalue=False)
    seal_worded = BooleanProperty(defaultvalue=False)
    track_width = NumericProperty(0)

    __events__ = ("on_menu", "on_tap_seal", "on_tap_track")

    def on_menu(self) -> None:
        """Is called when the menu's button is touched."""

    def on_tap_seal(self) -> None:
        """Is called when the seal is touched."""

    def on_tap_track(self) -> None:
        """Is called when the track is touched."""


load_kv(__file__)
