"""The player's cards, a row for each colour, side by side; a row that is too long scrolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

import sealed_client.screens.components.texts  # noqa: F401 - the kv rules use them
from sealed_client.presenters.scene import Hand, HandRow
from sealed_client.screens.components.card_view import CardView
from sealed_client.screens.components.clipping import ClippingScroll
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kivy.event import EventDispatcher

    from sealed_client.presenters.scene import CardFace

_LIFT, _GAP, _NARROWEST = 8, 8, 64


class AlongScroll(ClippingScroll):
    """Scrolls to the side, but only if what it holds is too wide; else touches go straight to it."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(width=self._fit)

    def add_widget(self, widget: Widget, *arguments: object, **options: object) -> None:
        """Holds a widget and follows its width."""
        super().add_widget(widget, *arguments, **options)
        widget.bind(width=self._fit)

    def _fit(self, *_: object) -> None:
        wide = max((child.width for child in self.children), default=0)
        self.do_scroll_x = wide > self.width + 1
        if not self.do_scroll_x:
            self.scroll_x = 0


class CardRow(Widget):
    """Shows `cards` side by side, all as high as the highest; ``on_choose(key)``, ``on_look(key)``.

    It is as wide as its cards. Cards are used again; a selected one is lifted.
    """

    cards = ObjectProperty(())
    card_width = NumericProperty(dp(76))
    inert = BooleanProperty(defaultvalue=False)

    __events__ = ("on_choose", "on_look")

    def __init__(self, **properties: object) -> None:
        self._views: list[CardView] = []
        self._place = Clock.create_trigger(self._place_now, -1)
        super().__init__(**properties)
        self.size_hint = None, None
        for name in ("pos", "card_width"):
            self.fbind(name, self._place)
        self.fbind("inert", self._mark)
        self.on_cards(self, self.cards)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the card that was touched."""

    def on_look(self, key: str) -> None:
        """Is called with the key of the card that was touched for long."""

    def on_cards(self, _row: EventDispatcher, cards: Sequence[CardFace]) -> None:
        """Shows other cards."""
        while len(self._views) > len(cards):
            self.remove_widget(self._views.pop())
        while len(self._views) < len(cards):
            self._views.append(self._made())
            self.add_widget(self._views[-1])
        for view, card in zip(self._views, cards, strict=True):
            view.card, view.spoken = card, card.title
        self._mark()

    def _made(self) -> CardView:
        view = CardView()
        view.bind(on_choose=lambda _view, key: self.dispatch("on_choose", key))
        view.bind(on_look=lambda _view, key: self.dispatch("on_look", key))
        view.fbind("needed", self._place)
        return view

    def _mark(self, *_: object) -> None:
        for view in self._views:
            view.inert = self.inert
        self._place()

    def _place_now(self, *_: object) -> None:
        for view in self._views:
            view.width = self.card_width
        if not self._views:
            self.size = 0, 0
            return
        high = max(view.needed for view in self._views)
        for place, view in enumerate(self._views):
            view.least_height = high
            view.pos = self.x + place * (self.card_width + dp(_GAP)), self.y + view.lift
        count = len(self._views)
        self.size = count * self.card_width + dp(_GAP) * (count - 1), high + dp(_LIFT)


class HandRowView(BoxLayout):
    """Is the cards of one colour, with their caption."""

    row = ObjectProperty(HandRow("", ()), rebind=True)
    inert = BooleanProperty(defaultvalue=False)
    widest = NumericProperty(dp(96))

    __events__ = ("on_choose", "on_look")

    def on_choose(self, key: str) -> None:
        """Is called with the key of the card that was touched."""

    def on_look(self, key: str) -> None:
        """Is called with the key of the card that was touched for long."""

    def card_width(self, room: float, count: int, widest: float) -> float:
        """Returns how wide each card is: all in the room if they are legible then."""
        if not count:
            return widest
        return float(min(max((room - dp(_GAP) * (count - 1)) / count, dp(_NARROWEST)), widest))


class HandStrip(BoxLayout):
    """Shows a `hand`; ``on_choose(key)``, ``on_look(key)``. Cards are at most `widest` wide."""

    hand = ObjectProperty(Hand())
    widest = NumericProperty(dp(96))
    inert = BooleanProperty(defaultvalue=False)

    __events__ = ("on_choose", "on_look")

    def __init__(self, **properties: object) -> None:
        self._rows: list[HandRowView] = []
        super().__init__(**properties)
        self.fbind("widest", self._mark)
        self.fbind("inert", self._mark)
        self.on_hand(self, self.hand)

    def on_choose(self, key: str) -> None:
        """Is called with the key of the card that was touched."""

    def on_look(self, key: str) -> None:
        """Is called with the key of the card that was touched for long."""

    def on_hand(self, _strip: EventDispatcher, hand: Hand) -> None:
        """Shows other cards."""
        while len(self._rows) > len(hand.rows):
            self.remove_widget(self._rows.pop())
        while len(self._rows) < len(hand.rows):
            view = HandRowView()
            view.bind(on_choose=lambda _row, key: self.dispatch("on_choose", key))
            view.bind(on_look=lambda _row, key: self.dispatch("on_look", key))
            self._rows.append(view)
            self.add_widget(view)
        for view, row in zip(self._rows, hand.rows, strict=True):
            view.row = row
        self._mark()

    def _mark(self, *_: object) -> None:
        for view in self._rows:
            view.inert, view.widest = self.inert, self.widest


load_kv(__file__)
