"""Time in words: the chip of the open decision, and spans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed_client.presenters.scene import ClockChip
from sealed_client.table_view import Stage
from sealed_client.time_left import SHORT_MS

if TYPE_CHECKING:
    from sealed_client.presenters.situation import Situation
    from sealed_client.words.messages import Messages

_SECOND, _MINUTE, _HOUR, _DAY = 1_000, 60_000, 3_600_000, 86_400_000
_FINE: Final = 10 * _MINUTE
"""From here on seconds are shown; above, the text changes once a minute."""
_COARSE: Final = 15
"""How many seconds pass between two texts of how long the line has been gone."""


def clock_of(now: Situation) -> ClockChip | None:
    """Return the time left for the open decision: the player's own, else of who is asked first."""
    glimpse, at_ms, view = now.glimpse, now.at_ms, now.view
    if glimpse is None or at_ms is None or view.stage is not Stage.PLAYING:
        return None
    if glimpse.paused(at_ms):
        return ClockChip(now.tongue.say("clock.paused"))
    seats = [view.seat] if view.seat else []
    seats += [debt.seat for debt in view.debts if debt.seat != view.seat]
    left = next((ms for seat in seats if (ms := glimpse.left_ms(seat, at_ms)) is not None), None)
    if left is None or left >= _DAY:
        return None
    return ClockChip(span(now.tongue.messages, left), warns=left <= SHORT_MS[-1])


def span(messages: Messages, ms: int) -> str:
    """Return a span short: seconds below ten minutes (2:41), then minutes, then hours with them."""
    if ms < _FINE:
        return f"{ms // _MINUTE}:{ms % _MINUTE // _SECOND:02}"
    hours, minutes = divmod(ms // _MINUTE, 60)
    if not hours:
        return messages.text("table.clock.minutes", minutes=minutes)
    return messages.text("table.clock.hours", hours=hours, minutes=minutes)


def since(messages: Messages, ms: int) -> str:
    """Return how long ago something was, coarsely, so that the text seldom changes."""
    if ms < _COARSE * _SECOND:
        return ""
    if ms < _MINUTE:
        seconds = ms // _SECOND // _COARSE * _COARSE
        return messages.text("table.line.seconds", seconds=seconds)
    return messages.plural("table.line.minutes", ms // _MINUTE)
