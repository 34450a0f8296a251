"""Where the parts of a table lie, in pixels: one function for each layout (design, section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import Metrics, dp

from sealed_client.screens.table.arrangement import cover_of, has_strip
from sealed_client.screens.theme import theme
from sealed_client.screens.width_class import WidthClass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kivy.uix.widget import Widget

    from sealed_client.screens.table.arrangement import Showing
    from sealed_client.screens.table.table_parts import TableParts

_LANDSCAPE_SIDE, _LANDSCAPE_SIDE_LARGE = 276, 316
_TABLET_SIDE, _TABLET_SIDE_LARGE = 284, 340
_DESK_SIDE = (352, 408)
_DESK_SHARE = 0.29
_TABLET_BAR, _DESK_BAR = 156, 160
_HALF, _HALF_LARGE, _HALF_COMBAT, _HALF_COVER, _HALF_LOG = 0.56, 0.74, 0.85, 0.84, 0.66
_FOOT = 0.6
_HIDDEN = 0.85
_BAR, _BAR_LARGE = 0.45, 0.62
_LARGE = 1.3
_AROUND = 28
"""dp around the middle of a space that its ring and sign take."""
Spot = tuple[float, float]


def place(screen: Widget, parts: TableParts, showing: Showing) -> None:
    """Gives every part its box; the map learns what covers it."""
    {
        WidthClass.UPRIGHT: _upright,
        WidthClass.LANDSCAPE: _landscape,
        WidthClass.TABLET: _tablet,
        WidthClass.DESKTOP: _desktop,
    }[showing.kind](screen, parts, showing)
    for cover in (parts.dialog, parts.alarm):
        cover.size_hint = None, None
        cover.pos, cover.size = screen.pos, screen.size


def _is_large() -> bool:
    return float(theme.text_scale) >= _LARGE


def _box(widget: Widget, x: float, y: float, width: float, height: float) -> None:
    widget.size = max(1, width), max(1, height)
    widget.pos = x, y


def _upright(screen: Widget, parts: TableParts, showing: Showing) -> None:
    _head(screen, parts, screen.width)
    upper = parts.top.y
    if has_strip(showing):
        parts.strip.width = screen.width
        parts.strip.pos = screen.x, upper - parts.strip.height
        upper = parts.strip.y
    room = upper - screen.y
    _margins(parts, dp(14))
    parts.main.cap, parts.hand.widest = 0, dp(116)
    sheet = parts.sheet
    sheet.width, sheet.pos = screen.width, screen.pos
    sheet.room, sheet.full_height = room, max(dp(120), room - dp(24))
    parts.foot.cap = room * _FOOT
    sheet.half_height = _half(parts, showing, room)
    _box(parts.board, screen.x, screen.y, screen.width, room)
    covered = min(sheet.height, room * _HIDDEN)
    parts.board.insets = (0, covered / Metrics.density, 0, 0)
    _put_buttons(parts, screen.y + sheet.height + dp(10))
    _put_toast(parts, screen.center_x, screen.y + sheet.height + dp(12), screen.width)


def _half(parts: TableParts, showing: Showing, room: float) -> float:
    grab = dp(20 + 20)
    if showing.log:
        return room * _HALF_LOG
    if cover_of(parts, showing) is not None:
        return min(parts.main.inside.height + grab, room * _HALF_COVER)
    if showing.scene.combat is not None:
        return min(parts.main.inside.height + parts.foot.inside.height + grab, room * _HALF_COMBAT)
    hand = parts.hand.height + dp(12) if showing.scene.hand.rows else 0
    return min(parts.prompt.height + hand + grab, room * (_HALF_LARGE if _is_large() else _HALF))


def _landscape(screen: Widget, parts: TableParts, showing: Showing) -> None:
    side = dp(_LANDSCAPE_SIDE_LARGE if _is_large() else _LANDSCAPE_SIDE)
    free = screen.width - side
    _head(screen, parts, free)
    height = parts.top.y - screen.y
    _box(parts.side, screen.x + free, screen.y, side, screen.height)
    _margins(parts, dp(12))
    parts.main.cap, parts.hand.widest = 0, dp(116)
    _box(parts.board, screen.x, screen.y, free, height)
    low = 0.0
    if showing.scene.combat is not None:
        _box(parts.over, screen.x, screen.y, free, height)
    elif showing.hand:
        low = min(parts.over_column.inside.height, height * 0.8)
        _box(parts.over, screen.x, screen.y, free, low)
    parts.board.insets = (0, low / Metrics.density, 0, 0)
    _put_buttons(parts, screen.y + low + dp(10))
    _put_toast(parts, screen.x + free / 2, screen.y + low + dp(12), free)


def _tablet(screen: Widget, parts: TableParts, showing: Showing) -> None:
    side = dp(_TABLET_SIDE_LARGE if _is_large() else _TABLET_SIDE)
    free = _desk_like(screen, parts, side, dp(_TABLET_BAR))
    parts.bar_left.size_hint_x = None if showing.scene.hand.rows else 1
    parts.bar_left.width = max(dp(260), free * (0.55 if _is_large() else 0.4))
    parts.bar_right.size_hint_x = 1 if showing.scene.hand.rows else None
    if not showing.scene.hand.rows:
        parts.bar_right.width = 0
    parts.hand.widest = dp(82)
    full = cover_of(parts, showing) is not None or showing.scene.combat is not None
    parts.main.cap = 0 if full else parts.side.height * 0.7


def _desktop(screen: Widget, parts: TableParts, showing: Showing) -> None:
    least, most = _DESK_SIDE
    side = min(dp(most), max(dp(least), screen.width * _DESK_SHARE))
    free = _desk_like(screen, parts, side, dp(_DESK_BAR))
    parts.bar_right.size_hint_x = 1
    parts.hand.widest = dp(92)
    parts.top.track_width = min(dp(400), free * 0.4)
    fight = cover_of(parts, showing) is None and showing.scene.combat is not None
    parts.main.cap = 0 if fight else parts.side.height * 0.55
    parts.foot.cap = parts.side.height * _FOOT
    parts.tail.cap = parts.side.height * 0.3


def _desk_like(screen: Widget, parts: TableParts, side: float, least: float) -> float:
    """Places bar, map and side panel as they are wherever there is room; returns the map's width."""
    free = screen.width - side
    _head(screen, parts, screen.width)
    height = parts.top.y - screen.y
    _margins(parts, dp(14))
    _box(parts.side, screen.x + free, screen.y, side, height)
    needed = max(parts.bar_right.inside.height, parts.bar_left.inside.height if parts.bar_left.parent else 0)
    low = min(max(least, needed), height * (_BAR_LARGE if _is_large() else _BAR))
    _box(parts.bar, screen.x, screen.y, free, low)
    _box(parts.board, screen.x, screen.y + low, free, height - low)
    parts.board.insets = (0, 0, 0, 0)
    _put_buttons(parts, screen.y + low + dp(12), first_right=True)
    _put_toast(parts, screen.x + free / 2, screen.y + low + dp(12), free)
    return free


def _head(screen: Widget, parts: TableParts, width: float) -> None:
    parts.top.width = width
    parts.top.pos = screen.x, screen.top - parts.top.height


def _margins(parts: TableParts, margin: float) -> None:
    """Sets what all layouts have alike; a value in between would be laid out and ask for another placing."""
    for column in (parts.main, parts.foot, parts.tail, parts.bar_left, parts.bar_right, parts.over_column):
        column.margin = margin


def _put_buttons(parts: TableParts, low: float, *, first_right: bool = False) -> None:
    """Puts the map's buttons into the chosen corner, unless there is hardly any map left."""
    board, buttons = parts.board, parts.buttons
    shown = board.top - low >= buttons.height + dp(24)
    buttons.opacity, buttons.disabled = float(shown), not shown
    sides = (board.x + dp(8), board.right - buttons.width - dp(8))
    high = max(low, board.top - buttons.height - dp(10))
    parts.corners = tuple((x, y) for y in (low, high) for x in (sides[::-1] if first_right else sides))
    buttons.pos = parts.corners[parts.corner]


def clearest(spots: Sequence[Spot], corners: Sequence[Spot], size: Spot) -> int:
    """Return the first of the corners in which a box of that size lies on the fewest spots."""
    around = dp(_AROUND)

    def under(corner: Spot) -> int:
        x, y = corner
        across, up = (x - around, x + size[0] + around), (y - around, y + size[1] + around)
        return sum(across[0] < spot[0] < across[1] and up[0] < spot[1] < up[1] for spot in spots)

    return min(range(len(corners)), key=lambda place: (under(corners[place]), place))


def _put_toast(parts: TableParts, x: float, y: float, room: float) -> None:
    parts.toast.widest = min(room - dp(32), dp(480))
    parts.toast.center_x, parts.toast.y = x, y
