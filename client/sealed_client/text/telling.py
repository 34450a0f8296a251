"""Tells what happens at a table in sentences, from what the verified log and the seat's own eye show."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness import codec
from sealed.fairness.codec import EntryType
from sealed.fairness.messages import parse_header
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sealed.engine.message import Event
    from sealed_client.draft import Draft
    from sealed_client.follower import Follower
    from sealed_client.table_view import TableView
    from sealed_client.words.phrases import Phrases

CAUSES = {
    "rules": "by the rules",
    "resign": "because of a resignation",
    "time": "because the time ran out",
    "abandon": "because everybody agreed to stop",
    "exhausted": "because the table ran out of chance; the state of the board decides",
}
_VERDICTS = {1: "fair", 2: "NOT fair", 3: "not fully checkable"}


class Line(NamedTuple):
    """Is one sentence of the story, and how many entries the log had when it was told."""

    size: int
    text: str


class Story:
    """Is what has been told at a table so far."""

    def __init__(self, phrases: Phrases) -> None:
        """Starts with nothing told."""
        self.lines: list[Line] = []
        self._phrases = phrases
        self.came_late = 0
        self._known = 0
        self._events = 0
        self._own: deque[Event] = deque()

    def sent(self, draft: Draft) -> None:
        """Takes note that these answers have been told as they were given; the log will repeat them."""
        self._own = deque(draft.events)

    def unsent(self) -> None:
        """Takes note that what was sent has been refused, so the log will not repeat it."""
        self._own.clear()

    def told(self, follower: Follower, happenings: Sequence[Event], seat: int) -> list[str]:
        """Returns the sentences for what is new: events of the rules, then entries of another kind.

        A client that comes back to a running game starts there; `came_late` is where.
        """
        entries = follower.notebook.entries[self._known :]
        if not self._known and seat and len(entries) > 1 and not happenings:
            self.came_late = self._known = len(entries)
            return []
        fresh = [event for event in happenings[self._events :] if not self._is_own(event)]
        self._known += len(entries)
        self._events = len(happenings)
        sentences = [*self._phrases.events(fresh), *filter(None, (fact(follower, one) for one in entries))]
        self.note(sentences, self._known)
        return sentences

    def note(self, sentences: Iterable[str], size: int) -> None:
        """Adds sentences that were told elsewhere to the story."""
        self.lines += [Line(size, sentence) for sentence in sentences]

    def _is_own(self, event: Event) -> bool:
        if self._own and self._own[0] == event:
            self._own.popleft()
            return True
        return False


def name_of(follower: Follower, seat: int) -> str:
    """Returns who sits on a seat."""
    names = follower.verifier.names
    name = names[seat - 1] if seat <= len(names) else ""
    who = f"seat {seat} ({name})" if name else f"seat {seat}"
    return f"you, {who}" if seat == follower.seat else who


def result_words(follower: Follower, result: str, cause: str) -> str:
    """Returns how a game ended."""
    chairs = follower.rules.setup.chairs
    return _result(result, cause, [(chair.side, name_of(follower, n)) for n, chair in enumerate(chairs, 1)])


def outcome_words(view: TableView) -> str:
    """Returns how the game of a snapshot ended."""
    chairs = zip(view.rules.setup.chairs, view.names, strict=False)
    named = [(chair.side, f"seat {number} ({name})") for number, (chair, name) in enumerate(chairs, 1)]
    return _result(view.result, view.cause, named)


def _result(result: str, cause: str, named: list[tuple[int, str]]) -> str:
    why = CAUSES.get(cause, cause)
    side, _, number = result.partition(" ")
    if side != "side":
        return f"The game is over without a winner, {why}."
    winners = " and ".join(name for one, name in named if str(one) == number)
    return f"The game is over, {why}: side {number} wins, that is {winners}."


def fact(follower: Follower, entry: wire.Entry) -> str:
    """Returns the sentence for an entry that the rules know nothing of; empty for all others."""
    match entry.type:
        case EntryType.GENESIS:
            return "The table is set: decks, dice and the rules are fixed and sealed."
        case EntryType.START:
            return "Everybody agreed; the game begins."
        case EntryType.NOTICE:
            return _notice(codec.parse(wire.Notice, entry.payload))
        case EntryType.TIMEOUT:
            late = codec.parse(wire.Timeout, entry.payload)
            return f"The time of {name_of(follower, late.seat)} has run out."
        case EntryType.RESIGN:
            return _resigned(follower, codec.parse(wire.ResignEntry, entry.payload).msg)
        case EntryType.GAME_OVER:
            over = codec.parse(wire.GameOver, entry.payload)
            return result_words(follower, over.result, over.cause)
        case EntryType.RESULT:
            return _agreed(follower, codec.parse(wire.ResultEntry, entry.payload).msg)
        case EntryType.FINAL_REVEAL:
            return "The referee has opened its secrets; everything can now be checked."
        case EntryType.AUDIT:
            return _audited(follower, codec.parse(wire.AuditEntry, entry.payload).msg)
        case _:
            return ""


def _notice(notice: wire.Notice) -> str:
    if notice.kind == "credit":
        seconds = (notice.to_ms - notice.from_ms + 999) // 1000
        return f"The referee was away for {seconds} seconds; nobody's clock ran."
    return f"Notice of the referee: {notice.text or notice.kind}."


def _resigned(follower: Follower, signed: wire.Signed) -> str:
    who = name_of(follower, parse_header(signed.header).seat)
    if codec.parse(wire.Resign, signed.payload).stop:
        return f"Offer to end without a result from {who}. 'stop' agrees to it."
    return f"Resignation of {who}."


def _agreed(follower: Follower, signed: wire.Signed) -> str:
    vote = codec.parse(wire.ResultVote, signed.payload)
    if vote.agree:
        return ""
    return f"The result is DISPUTED by {name_of(follower, parse_header(signed.header).seat)}: {vote.reason}."


def _audited(follower: Follower, signed: wire.Signed) -> str:
    verdict = codec.parse(wire.AuditVerdict, signed.payload)
    who = name_of(follower, parse_header(signed.header).seat)
    failed = f" ({', '.join(verdict.failures)})" if verdict.failures else ""
    return f"Checked by {who}: {_VERDICTS.get(verdict.verdict, 'unclear')}{failed}."


def draft_words(phrases: Phrases, draft: Draft) -> str:
    """Returns the answers of a draft in one row."""
    return "; ".join(phrases.action(action) for action in draft.actions)


def last(lines: Sequence[Line], count: int) -> list[str]:
    """Returns the last lines of a story, each with how long the log was."""
    return [f"{line.size}: {line.text}" for line in lines[-count:]] if count else []
