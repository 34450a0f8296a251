"""Whether the device is set to dark screens."""

from __future__ import annotations

from kivy.utils import platform

_NIGHT_MASK, _NIGHT_YES = 0x30, 0x20
"""`Configuration.UI_MODE_NIGHT_MASK` and `UI_MODE_NIGHT_YES` of Android."""


def device_is_dark() -> bool:
    """Tells what Android says; elsewhere it cannot be asked without a compiled library: light."""
    if platform != "android":
        return False
    try:
        from jnius import autoclass

        activity = autoclass("org.kivy.android.PythonActivity").mActivity
        mode = activity.getResources().getConfiguration().uiMode
    except Exception:  # noqa: BLE001 - a bridge to another language raises what it likes
        return False
    return bool(mode & _NIGHT_MASK == _NIGHT_YES)
