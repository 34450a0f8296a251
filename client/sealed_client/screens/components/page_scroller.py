"""A page that scrolls up and down."""

from __future__ import annotations

from kivy.properties import BooleanProperty
from kivy.uix.scrollview import ScrollView

from sealed_client.screens.kv_files import load_kv


class PageScroller(ScrollView):
    """Scrolls what it holds; its bar can be dragged where there is a mouse (`by_bar`)."""

    by_bar = BooleanProperty(False)


load_kv(__file__)
