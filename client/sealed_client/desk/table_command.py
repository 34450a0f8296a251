"""`sealed table`: the table on a screen, against the computer."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING, Final, Protocol

from sealed_client.desk import incident, where
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from pathlib import Path

NOT_INSTALLED: Final = (
    "The screen is not installed here. Install it with: pip install 'sealed-orders[screen]'. "
    "In the terminal you play with: sealed play popular-front"
)
NO_DISPLAY: Final = (
    "There is no display here to open a window on. In the terminal you play with: sealed play popular-front"
)
_WITHOUT_A_SERVER: Final = ("darwin", "win32", "cygwin")
"""Systems whose windows need no server that could be missing."""


def run(arguments: list[str]) -> int:
    """Return 0 when the window is closed. Raises Trouble without a display, or without Kivy."""
    parser = ArgumentParser(prog="sealed table", description="Play at a table on the screen.")
    where.add_store(parser)
    given = parser.parse_args(arguments)
    if not has_display():
        raise Trouble(NO_DISPLAY)
    folder = where.folder_of(given)
    try:
        prepare(folder / "screen")
        from kivy.core.window import Window

        if not _is_seen(Window):
            raise Trouble(NO_DISPLAY)
        from sealed_client.screens.app import SealedApp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "kivy":
            raise
        raise Trouble(NOT_INSTALLED) from error
    from sealed_client.desk.solo_desk import SoloDesk

    SealedApp(SoloDesk(folder), told=incident.told).run()
    return 0


def has_display() -> bool:
    """Tell whether a window can be opened: a display server is named, or the system brings its own."""
    named = (os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY"), _driver())
    return sys.platform in _WITHOUT_A_SERVER or any(named)


def _driver() -> str | None:
    """Return how SDL is told to draw, which may well be into memory."""
    return os.environ.get("SDL_VIDEODRIVER")


def _is_seen(window: Window | None) -> bool:
    """Tell whether a window has come to be, on a display: SDL draws into memory if no server answers."""
    if window is None:
        return False
    return sys.platform in _WITHOUT_A_SERVER or bool(_driver()) or window.get_window_info() is not None


class Window(Protocol):
    """Is Kivy's window."""

    def get_window_info(self) -> object | None:
        """Return what the display server knows of it, None if there is no server."""


def prepare(folder: Path) -> None:
    """Set what Kivy reads when it is first imported: no words of the command line, no log of its own.

    `folder` is where it keeps what it must keep.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ.update(
        KIVY_HOME=str(folder),
        KIVY_NO_ARGS="1",
        KIVY_NO_FILELOG="1",
        KIVY_NO_CONSOLELOG="1",
        KIVY_LOG_MODE="MIXED",
    )
    from kivy.config import Config

    for section, name, value in (
        ("kivy", "exit_on_escape", "0"),
        ("kivy", "window_title", "Sealed Orders"),
        ("graphics", "multisamples", "0"),
        ("graphics", "minimum_width", "360"),
        ("graphics", "minimum_height", "400"),
        ("graphics", "width", "1280"),
        ("graphics", "height", "800"),
        ("graphics", "resizable", "1"),
        ("input", "mouse", "mouse,disable_multitouch"),
    ):
        Config.set(section, name, value)
