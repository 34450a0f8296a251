"""The theme's colours as the map's recipes take them."""

from __future__ import annotations

from kivy.utils import get_hex_from_color

from sealed_client.screens.board.recipes import Ink
from sealed_client.screens.theme import theme


def ink_of_theme() -> Ink:
    """Return the present colours."""

    def name(token: str) -> str:
        return str(get_hex_from_color(getattr(theme, token)[:3]))

    return Ink(
        board=theme.board,
        paper=name("paper"),
        raised=name("raised"),
        ink=name("ink"),
        sea=name("sea"),
        on_sea=name("on_sea"),
        bad=name("bad"),
        on_bad=name("paper"),
        brass=name("brass"),
        strong_line=name("strong_line"),
    )
