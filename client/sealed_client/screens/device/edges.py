"""How much of the window the device's bars, cameras and gestures cover."""

from __future__ import annotations

from typing import NamedTuple

from kivy.utils import platform


class Edges(NamedTuple):
    """Is what is covered at each side, in pixels of the window."""

    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0
    top: float = 0.0


def device_edges() -> Edges:
    """Returns what this device covers now; nothing on desktops, and where it cannot be asked."""
    try:
        if platform == "android":
            return _android()
        if platform == "ios":
            return _ios()
    except Exception:  # noqa: BLE001 - a bridge to another language raises what it likes; edges are a courtesy
        return Edges()
    return Edges()


def _android() -> Edges:
    """Asks the insets of the window (Android 11 and later; edge to edge is forced from API 35)."""
    from jnius import autoclass

    activity = autoclass("org.kivy.android.PythonActivity").mActivity
    insets = activity.getWindow().getDecorView().getRootWindowInsets()
    kinds = autoclass("android.view.WindowInsets$Type")
    covered = insets.getInsets(kinds.systemBars() | kinds.displayCutout())
    return Edges(covered.left, covered.bottom, covered.right, covered.top)


def _ios() -> Edges:
    import ios

    covered = ios.get_safe_area()
    return Edges(covered["left"], covered["bottom"], covered["right"], covered["top"])
