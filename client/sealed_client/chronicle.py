"""What is new at a table since one last looked, in order and before any words are made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.payloads.codec import EntryType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.message import Event
    from sealed.wire.v1.fairness_pb2 import Entry


class News(NamedTuple):
    """Is what has come: entries that say why events come, the events, entries that follow from them."""

    before: tuple[Entry, ...] = ()
    events: tuple[Event, ...] = ()
    after: tuple[Entry, ...] = ()


class Chronicle:
    """Is how much of a table's log and events has been told."""

    def __init__(self) -> None:
        """Starts with nothing told."""
        self.came_late = 0
        self.known = 0
        self._events = 0

    def news(self, reached: Sequence[Entry], happenings: Sequence[Event], seat: int) -> News:
        """Returns what is new: what the replica has reached of the log, and what happened by the rules.

        A client that comes back to a running game starts there; `came_late` is where.
        """
        entries = reached[self.known :]
        if not self.known and seat and len(entries) > 1 and not happenings:
            self.came_late = self.known = len(entries)
            return News()
        fresh = tuple(happenings[self._events :])
        self.known += len(entries)
        self._events = len(happenings)
        # That time was up comes before what it brings; how a game ends, after what has ended it.
        late = tuple(one for one in entries if one.type == EntryType.TIMEOUT)
        rest = tuple(one for one in entries if one.type != EntryType.TIMEOUT)
        return News(late, fresh, rest)
