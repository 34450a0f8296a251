"""A page that scrolls up and down."""

from __future__ import annotations

from kivy.properties import BooleanProperty

from sealed_client.screens.components.clipping import ClippingScroll
from sealed_client.screens.kv_files import load_kv


class PageScroller(ClippingScroll):
    """Scrolls what it holds; its bar can be dragged where there is a mouse (`by_bar`)."""

    by_bar = BooleanProperty(False)


load_kv(__file__)
