"""The players of a table: what each runs, what everybody may know of it, and who is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import sealed_client.screens.components.texts  # noqa: F401 - the kv rules use them
from sealed_client.presenters.scene import SeatRow
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pictures import CoatPicture
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

EMPTY = SeatRow(0, "", "", (), ())


class SeatView(Framed, BoxLayout):
    """Shows a `row`: coats, name with army, details; who is asked has a ground of his own and a clock."""

    row = ObjectProperty(EMPTY, rebind=True)
    you = StringProperty()
    compact = BooleanProperty(defaultvalue=False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.on_row(self, self.row)

    def on_row(self, _view: EventDispatcher, row: SeatRow) -> None:
        """Shows another state of the player."""
        if "coats" not in self.ids:
            return
        slot = self.ids.coats
        pictures = list(reversed(slot.children))
        for spare in pictures[len(row.coats) :]:
            slot.remove_widget(spare)
        for _missing in range(len(pictures), len(row.coats)):
            slot.add_widget(CoatPicture(size=(dp(32), dp(32)), pos_hint={"center_y": 0.5}))
        for picture, coat in zip(reversed(slot.children), row.coats, strict=True):
            picture.coat, picture.label = coat, coat.letter


class SeatsList(BoxLayout):
    """Shows `seats`; rows that are there are used again."""

    seats = ObjectProperty(())

    def on_seats(self, _list: EventDispatcher, seats: tuple[SeatRow, ...]) -> None:
        """Shows other states."""
        rows = list(reversed(self.children))
        for spare in rows[len(seats) :]:
            self.remove_widget(spare)
        for _missing in range(len(rows), len(seats)):
            self.add_widget(SeatView())
        for view, seat in zip(reversed(self.children), seats, strict=True):
            view.row = seat


load_kv(__file__)
