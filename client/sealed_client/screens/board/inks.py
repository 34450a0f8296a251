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
        sea=name("sea"),
        on_sea=name("sea_ink"),
        bad=name("bad"),
        on_bad=name("paper"),
        brass=name("brass"),
        coat=theme.coat,
    )
