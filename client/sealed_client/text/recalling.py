"""What a player has seen at a table and cannot see any more, from his own verified log and looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.payloads import codec
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1.fairness_pb2 import Peek
from sealed_client.replay import Replay

if TYPE_CHECKING:
    from sealed.engine.message import Event
    from sealed_client.follower import Follower
    from sealed_client.text.looking_up import Table


class Past:
    """Is what happened before this client came (back) to a table, read once and when it is asked for."""

    def __init__(self) -> None:
        """Starts with nothing read."""
        self._until = 0
        self._events: tuple[Event, ...] = ()

    def before(self, follower: Follower, until: int) -> tuple[Event, ...]:
        """Returns the events of the entries before `until`, as everybody may know them."""
        if until != self._until:
            rules = follower.rules
            replay = Replay(follower.notebook.lines, lambda *_: rules.title, load_backend())
            moments = (moment for moment in replay.moments() if moment.entry.index < until)
            self._events = tuple(event for moment in moments for event in moment.events)
            self._until = until
        return self._events


def own_looks(follower: Follower, seat: int) -> list[tuple[int, ...]]:
    """Returns the cards of each look that a seat was given, in the order of the log."""
    drawn = follower.verifier.drawn
    return [
        tuple(sorted(drawn.get(entry.index, ())))
        for entry in follower.notebook.entries[: follower.reached]
        if entry.type == EntryType.PEEK and codec.parse(Peek, entry.payload).viewer == seat
    ]


def recalled(table: Table) -> list[str]:
    """Returns the lines of what the player has seen and no longer lies open; none for a spectator."""
    view, follower, recall = table.view, table.follower, table.presenter.memory_lines
    if recall is None or view is None or not view.seat or follower is None or table.state is None:
        return []
    late, past = table.story.came_late, table.story.past
    events = (*(past.before(follower, late) if late else ()), *view.happenings)
    return recall(table.state, table.phrases, view.seat, events, own_looks(follower, view.seat))
