"""A card: in the hand (72 to 116 dp wide), on the table, or whole with all its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import sealed_client.screens.components.pictures
import sealed_client.screens.components.texts  # noqa: F401 - the kv rule uses both
from sealed_client.presenters.scene import CardFace, Coat
from sealed_client.screens.components.card_back import CardBack
from sealed_client.screens.components.framed import Framed
from sealed_client.screens.components.pressable import Pressable
from sealed_client.screens.components.word_widths import fitting_scale
from sealed_client.screens.kv_files import load_kv
from sealed_client.screens.speech import speech
from sealed_client.screens.theme import theme
from sealed_client.screens.theme.typefaces import ROLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kivy.event import EventDispatcher

_FULL_WIDTH, _FULL_HEIGHT = 236, 330
_SMALLEST = 12.5
"""No text is smaller (sp)."""
_SHAPE = 1.36
"""Height to width of a card in the hand, at the least."""


class CardBand(Framed, BoxLayout):
    """Is the coloured band at the top of a card."""


class CardView(Pressable, Framed, BoxLayout):
    """Shows a `card`; touched it dispatches `on_choose` with its key, touched for long `on_look`.

    Its width is given; its height follows its words, and can be set for a row of cards (`least_height`). A
    `full` one shows all the text. The words of effect go first when text is large. A selected card is told
    by its rim; whoever lays cards out lifts it (`lift` dp). `needed` is the height without `least_height`.
    """

    card = ObjectProperty(CardFace("", "", Coat("round", "#000000", "#ffffff")), rebind=True)
    full = BooleanProperty(False)
    is_down = BooleanProperty(False)
    least_height = NumericProperty(0)
    needed = NumericProperty(0)
    lift = NumericProperty(0)
    coat_fill = ColorProperty("#000000")
    hues = StringProperty("standard")

    def __init__(self, **properties: object) -> None:
        self._back: CardBack | None = None
        for event in ("on_choose", "on_look"):
            self.register_event_type(event)
        super().__init__(**properties)
        self.holds = True
        for words in (self.ids.title, self.ids.few, self.ids.value):
            words.bind(texture_size=self._refit)
        for name in ("width", "edge_width", "least_height", "full"):
            self.fbind(name, self._refit)
        if self.full and "width" not in properties:
            self.width = dp(_FULL_WIDTH)
        self.on_card(self, self.card)

    def on_full(self, _view: EventDispatcher, full: bool) -> None:
        """Takes the width of a whole card."""
        if full:
            self.width = dp(_FULL_WIDTH)

    def on_card(self, _view: EventDispatcher, card: CardFace) -> None:
        """Shows the card's face, or its back."""
        if "few" not in self.ids:
            return
        self.is_down = card.state == "down"
        self.lift = dp(8) if card.state == "selected" else 0
        if self.is_down and self._back is None:
            self._back = CardBack(pos=self.pos, size=self.size)
            self.bind(pos=self._back.setter("pos"), size=self._back.setter("size"))
            self.canvas.add(self._back.canvas)
        if self._back is not None:
            self._back.opacity = 1 if self.is_down else 0
            self._back.coat = card.coat
        self._refit()

    def few_words(self, text_scale: float) -> str:
        """Returns what stands below the value of a small card."""
        if self.card.state == "destroyed":
            return str(speech.say("screen.card.destroyed"))
        return "" if theme.is_large(text_scale) else self.card.words

    def wanted_height(self) -> float:
        """Returns the height that the words need, no less than that of a card of this width."""
        if self.full:
            return float(max(dp(_FULL_HEIGHT), self._needed()))
        return float(max(self.width * _SHAPE, self.least_height, self._needed()))

    def ground(
        self, state: str, raised: Sequence[float], sunken: Sequence[float], coat: Sequence[float]
    ) -> Sequence[float]:
        """Returns the colour of the card's ground."""
        return {"not-now": sunken, "destroyed": sunken, "down": coat}.get(state, raised)

    def on_choose(self, key: str) -> None:
        """Is called with the card's key when it is touched."""

    def on_look(self, key: str) -> None:
        """Is called with the card's key when it is touched for long."""

    def on_release(self) -> None:
        """Chooses the card."""
        self.dispatch("on_choose", self.card.key)

    def on_hold(self) -> None:
        """Looks at the card."""
        self.dispatch("on_look", self.card.key)

    def _needed(self) -> float:
        if self.is_down or "band" not in self.ids:
            return 0.0
        ids = self.ids
        return float(ids.band.height + ids.value.height + (ids.few.height if ids.few.text else 0) + dp(18))

    def _refit(self, *_: object) -> None:
        if "few" not in self.ids:
            return
        edges = 2 * self.edge_width
        for words, box in ((self.ids.title, self.ids.band), (self.ids.few, self.ids.inside)):
            room = self.width - edges - box.padding[0] - box.padding[2]
            if words is self.ids.title and self.full and self.card.strikes:
                room -= self.ids.reticle.height + box.spacing
            size = sp(ROLES[words.role].size) * theme.text_scale
            words.scale = fitting_scale(words.text.split(), words.font_name, size, room, sp(_SMALLEST))
        self.needed = max(self.width * _SHAPE, self._needed())
        self.height = self.wanted_height()


load_kv(__file__)
