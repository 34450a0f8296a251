"""Tells what happens at a table in sentences, from what the verified log and the seat's own eye show."""

from __future__ import annotations

from collections import deque
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.payloads import codec
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import Timeout
from sealed_client.chronicle import Chronicle
from sealed_client.text.people import entry_words, people_of, timeout_words
from sealed_client.text.recalling import Past

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.wire.v1.fairness_pb2 import Entry
    from sealed_client.draft import Draft
    from sealed_client.follower import Follower
    from sealed_client.text.people import People
    from sealed_client.words.phrases import Phrases


class Line(NamedTuple):
    """Is one sentence of the story, and how many entries the log had when it was told."""

    size: int
    text: str


class Story:
    """Is what has been told at a table so far."""

    def __init__(self, phrases: Phrases) -> None:
        """Starts with nothing told."""
        self.lines: list[Line] = []
        self.past = Past()
        self._phrases = phrases
        self._chronicle = Chronicle()
        self._own: deque[Event] = deque()
        self._unsure: list[Line] = []

    def sent(self, draft: Draft, sentences: Iterable[str], size: int) -> None:
        """Takes note that these answers have been told as they were given; the log will repeat them."""
        self._own = deque(draft.events)
        self._unsure = [Line(size, sentence) for sentence in sentences]
        self.lines += self._unsure

    def unsent(self) -> None:
        """Takes note that what was sent came to nothing: the log will not repeat it."""
        self._own.clear()
        self.lines = [line for line in self.lines if not any(line is one for one in self._unsure)]
        self._unsure = []

    def told(
        self, follower: Follower, happenings: Sequence[Event], seat: int, state: State | None = None
    ) -> list[str]:
        """Returns the sentences for what is new: events of the rules, then entries of another kind.

        `state` is the position that they have led to.
        A client that comes back to a running game starts there; `came_late` is where.
        """
        news = self._chronicle.news(follower.notebook.entries[: follower.reached], happenings, seat)
        fresh = [event for event in news.events if not self._is_own(event)]
        people = people_of(follower)
        before, after = (
            [self._fact(follower, people, one) for one in some] for some in (news.before, news.after)
        )
        sentences = [*filter(None, before), *self._phrases.events(fresh, state), *filter(None, after)]
        self.lines += [Line(self._chronicle.known, sentence) for sentence in sentences]
        return sentences

    @property
    def came_late(self) -> int:
        """Returns the entry at which this client came back to a running game; 0 if it saw the beginning."""
        return self._chronicle.came_late

    def _fact(self, follower: Follower, people: People, entry: Entry) -> str:
        if entry.type != EntryType.TIMEOUT:
            return entry_words(people, entry)
        late = codec.parse(Timeout, entry.payload)
        answer = follower.rules.title.notation.parse(late.action) if late.action else None
        words = self._phrases.action(answer) if answer is not None else ""
        return timeout_words(people, late, words, follower.verifier.misses(late.seat))

    def _is_own(self, event: Event) -> bool:
        if self._own and self._own[0] == event:
            self._own.popleft()
            return True
        return False


def draft_words(phrases: Phrases, draft: Draft) -> str:
    """Returns the answers of a draft in one row, equal ones that follow each other said once."""
    words = groupby(phrases.action(action) for action in draft.actions)
    return "; ".join(phrases.times(one, len(list(run))).removesuffix(".") for one, run in words)


def last(lines: Sequence[Line], count: int) -> list[str]:
    """Returns the last lines of a story, each with the newest entry of the log at that time."""
    return [f"{max(0, line.size - 1)}: {line.text}" for line in lines[-count:]] if count else []
