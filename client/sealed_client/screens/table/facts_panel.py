"""What a long touch tells: a heading, lines, and the whole card if it is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import sealed_client.screens.components.icon_button
import sealed_client.screens.components.pictures  # noqa: F401 - the kv rules use them
from sealed_client.presenters.scene import Facts
from sealed_client.screens.components.card_view import CardView
from sealed_client.screens.components.texts import BodyText
from sealed_client.screens.kv_files import load_kv

if TYPE_CHECKING:
    from kivy.event import EventDispatcher

EMPTY = Facts("", ())


class FactsPanel(BoxLayout):
    """Shows `facts`, with a seal before the heading if there is a `seal`; ``on_close()`` when it shall go."""

    facts = ObjectProperty(EMPTY, rebind=True)
    seal = StringProperty()

    __events__ = ("on_close",)

    def __init__(self, **properties: object) -> None:
        self._card: CardView | None = None
        super().__init__(**properties)
        self.on_facts(self, self.facts)

    def on_close(self) -> None:
        """Is called when the panel shall go."""

    def on_facts(self, _panel: EventDispatcher, facts: Facts) -> None:
        """Tells something else."""
        if "lines" not in self.ids:
            return
        told = self.ids.lines
        told.clear_widgets()
        for line in facts.lines:
            if facts.card is None or line != facts.card.text:
                told.add_widget(BodyText(text=line))
        self._show_card(facts)

    def _show_card(self, facts: Facts) -> None:
        slot = self.ids.card
        if facts.card is None:
            slot.clear_widgets()
            return
        if self._card is None:
            self._card = CardView(full=True, width=dp(236), focusable=False)
        self._card.card, self._card.spoken = facts.card, facts.card.title
        if self._card.parent is None:
            slot.add_widget(self._card)


load_kv(__file__)
