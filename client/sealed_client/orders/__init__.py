"""Which windows and standing orders each title has, and where a device keeps what stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_client.orders import shaef, south_front

if TYPE_CHECKING:
    from sealed_client.standing_orders import Windows

_WINDOWS: dict[str, Windows] = {"shaef": shaef.WINDOWS, "south-front": south_front.WINDOWS}


def windows_of(title_id: str) -> Windows | None:
    """Returns the windows of a title; nothing for a title that has no standing orders."""
    return _WINDOWS.get(title_id)
