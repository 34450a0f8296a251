"""The log on the screen: what has happened, kept without words, so that it can be told in any language."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed_client.chronicle import Chronicle
from sealed_client.presenters.entry_facts import EntryFacts
from sealed_client.presenters.scene import LogLine
from sealed_client.presenters.sealing import seal_state
from sealed_client.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sealed.engine.message import Event
    from sealed.fairness.record import Line
    from sealed.wire.v1.fairness_pb2 import Entry
    from sealed_client.agreement import Rules
    from sealed_client.presenters.glimpse import Glimpse
    from sealed_client.presenters.scene import SealState
    from sealed_client.presenters.situation import Situation, Tongue
    from sealed_client.table_view import TableView

_PLAYED: Final = frozenset(
    {
        *(EntryType.ACT, EntryType.SLOT_END, EntryType.DRAW, EntryType.FORCED, EntryType.PEEK),
        *(EntryType.TIMEOUT, EntryType.START),
    }
)
"""Entries from which events of the rules follow."""


class Item(NamedTuple):
    """Something to be told: events of the rules, or an entry of another kind; `entry` is where it stands."""

    entry: int
    events: tuple[Event, ...] = ()
    fact: Entry | None = None


class _Told(NamedTuple):
    """A line in words, without its seal, which changes."""

    entry: int
    text: str
    spaces: tuple[int, ...]


class Journal:
    """What is known of a table's story."""

    def __init__(self) -> None:
        """Starts with nothing told."""
        self._chronicle = Chronicle()
        self._items: list[Item] = []
        self._earlier: tuple[Item, ...] = ()
        self._told: dict[int, tuple[_Told, ...]] = {}
        self._tongue: Tongue | None = None
        self._lines: tuple[tuple[object, ...], tuple[LogLine, ...]] | None = None

    def take(self, glimpse: Glimpse, view: TableView) -> tuple[Event, ...]:
        """Takes what is new; returns the new events of the rules."""
        news = self._chronicle.news(glimpse.entries, view.happenings, view.seat)
        entries = (*news.before, *news.after)
        played = [entry.index for entry in entries if entry.type in _PLAYED]
        at = max(played, default=max(0, self._chronicle.known - 1))
        told = [Item(at, news.events)] if news.events else []
        before, after = ([Item(one.index, fact=one) for one in some] for some in (news.before, news.after))
        self._items += sorted([*before, *told, *after], key=lambda item: item.entry)
        return news.events

    @property
    def lacks(self) -> int:
        """Returns the entry before which nothing is told, since the client came back to a running game."""
        return 0 if self._earlier else self._chronicle.came_late

    def remember(self, earlier: Iterable[Item]) -> None:
        """Takes what `recalled` has found of the time before."""
        self._earlier = tuple(earlier)
        self._told.clear()
        self._lines = None

    def lines(self, now: Situation) -> tuple[LogLine, ...]:
        """Returns the lines, the newest first."""
        if self._tongue is not now.tongue:
            self._told.clear()
            self._tongue = now.tongue
        failed = now.view.failure.entry if now.view.failure is not None else -1
        mark = (
            now.tongue,
            len(self._items),
            len(self._earlier),
            seal_state(now.view),
            failed,
            now.view.names,
        )
        if self._lines is None or self._lines[0] != mark:
            self._lines = mark, tuple(self._sealed(now))
        return self._lines[1]

    def _sealed(self, now: Situation) -> Iterator[LogLine]:
        facts = EntryFacts(now.view.rules.title, now.tongue, now.name)
        state = seal_state(now.view)
        items = (*self._earlier, *self._items)
        for at in range(len(items) - 1, -1, -1):
            if at not in self._told:
                self._told[at] = tuple(_words(items[at], now.tongue, facts))
            for number, told in reversed(tuple(enumerate(self._told[at]))):
                seal = _seal_at(state, now.view, told.entry)
                detail = now.tongue.say("log.entry", entry=told.entry)
                yield LogLine(f"{told.entry}.{at}.{number}", told.text, told.entry, seal, detail, told.spaces)


def recalled(lines: Sequence[Line], rules: Rules, until: int) -> tuple[Item, ...]:
    """Returns what happened before entry `until`, as everybody may know it.

    It verifies the log once more, which takes its time: call it beside the screen, with
    `follower.notebook.lines`, and hand the result to `TablePresenter.remember`. Raises `ReplayError`.
    """
    items: list[Item] = []
    for moment in Replay(lines, lambda *_: rules.title, load_backend()).moments():
        entry = moment.entry
        if entry.index >= until:
            break
        events = [Item(entry.index, moment.events)] if moment.events else []
        fact = [Item(entry.index, fact=entry)]
        items += [*fact, *events] if entry.type == EntryType.TIMEOUT else [*events, *fact]
    return tuple(items)


def _words(item: Item, tongue: Tongue, facts: EntryFacts) -> Iterator[_Told]:
    if item.fact is not None:
        text = facts.words(item.fact)
        if text:
            yield _Told(item.entry, text, ())
    for sentence, run in groupby(item.events, key=tongue.event):
        events = tuple(run)
        if sentence:
            spaces = dict.fromkeys(space for event in events for space in tongue.title.spaces_of(event))
            yield _Told(item.entry, tongue.phrases.events(events)[0], tuple(spaces))


def _seal_at(state: SealState, view: TableView, entry: int) -> SealState:
    """Return the seal of an entry: what stands before the one that has failed was verified."""
    if state == "failed" and view.failure is not None and entry < view.failure.entry:
        return "verified"
    return state
