"""Writes the picture of a board; without Pillow a match still counts, only the picture is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_client.presenters.catalogue import presenter_of
from sealed_client.words.catalogue import phrases_of

if TYPE_CHECKING:
    from pathlib import Path

    from sealed.engine.frames import State
    from sealed_client.agreement import Rules


def write_picture(path: Path, rules: Rules, state: State, note: str = "") -> str:
    """Writes the board as a PNG and returns a sentence about it. Raises OSError if it cannot be written."""
    drawn = presenter_of(rules.title).board_picture
    if drawn is None:
        return f"There is no picture of {rules.title.name} yet; {path} is not written. The lines tell it all."
    from sealed_client.pictures.board_picture import draw_board
    from sealed_client.pictures.canvas import PictureUnavailableError

    phrases = phrases_of(rules.title, rules.setup)
    picture = drawn(state, phrases, rules.title.name, note)
    try:
        data = draw_board(picture)
    except PictureUnavailableError:
        return "There is no picture: Pillow is missing. Install it with: pip install 'sealed-orders[screen]'."
    path.write_bytes(data)
    return f"Picture of the board: {path}."
