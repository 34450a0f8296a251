"""Keeps the hand out of pictures that the system makes of the window, and the screen awake."""

from __future__ import annotations

from contextlib import suppress

from kivy.core.window import Window
from kivy.utils import platform

_SECURE = 0x2000
"""`WindowManager.LayoutParams.FLAG_SECURE`: the task switcher shows nothing of the window."""


def hide_in_task_switcher() -> None:
    """Tells Android to show nothing of the window outside itself; elsewhere the cover of a pause does it."""
    if platform != "android":
        return
    with suppress(Exception):
        from android.runnable import run_on_ui_thread
        from jnius import autoclass

        activity = autoclass("org.kivy.android.PythonActivity").mActivity
        run_on_ui_thread(lambda: activity.getWindow().addFlags(_SECURE))()


def keep_awake(on: bool) -> None:
    """Lets the device sleep or not: it stays awake while it is the player's move."""
    with suppress(Exception):  # a window provider without this has nothing to be kept from
        if Window.allow_screensaver is on:
            Window.allow_screensaver = not on


def to_background() -> None:
    """Leaves the screen to other programs, as Back does at the outermost place of a phone."""
    if platform == "android":
        with suppress(Exception):
            from jnius import autoclass

            autoclass("org.kivy.android.PythonActivity").mActivity.moveTaskToBack(True)
    else:
        Window.minimize()
