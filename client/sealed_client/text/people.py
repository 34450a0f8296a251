"""Who sits where, and what the log says about people: resignations, notices, results, audits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.fairness.payloads import codec
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.foreign_text import foreign
from sealed_client.words.catalogue import army_of

if TYPE_CHECKING:
    from sealed.engine.title import Title
    from sealed_client.agreement import Rules
    from sealed_client.follower import Follower
    from sealed_client.table_view import TableView

CAUSES = {
    "rules": "by the rules",
    "resign": "because of a resignation",
    "time": "because the time ran out",
    "abandon": "because everybody agreed to stop",
    "exhausted": "because the table ran out of chance; the state of the board decides",
}
_VERDICTS = {1: "fair", 2: "NOT fair", 3: "not fully checkable"}


@dataclass(frozen=True, slots=True)
class People:
    """Is the players' names in seat order, the rules of their table, and the reader's seat (0: none)."""

    names: tuple[str, ...]
    rules: Rules
    own: int = 0

    def name(self, seat: int) -> str:
        """Returns who sits on a seat."""
        # A player chose it: letters that turn or hide what stands behind them are no control characters.
        name = foreign(self.names[seat - 1]) if seat <= len(self.names) else ""
        who = f"seat {seat} ({name})" if name else f"seat {seat}"
        return f"you, {who}" if seat == self.own else who

    def result(self, result: str, cause: str) -> str:
        """Returns how a game ended."""
        why = CAUSES.get(cause, cause)
        side = side_of(result)
        if side is None:
            return f"The game is over without a winner, {why}."
        chairs = self.rules.setup.chairs
        winners = [self.name(n) for n, chair in enumerate(chairs, 1) if chair.side == side]
        army = result_name(self.rules.title, result)
        return f"The game is over, {why}. Victory for the {army}: {' and '.join(winners)}."


def side_of(result: str) -> int | None:
    """Returns the number of the side that a result names; nothing if nobody won."""
    kind, _, number = result.partition(" ")
    return int(number) if kind == "side" and number.isascii() and number.isdigit() else None


def result_name(title: Title, result: str) -> str:
    """Returns a result by the name of the army that won."""
    side = side_of(result)
    return "no winner" if side is None else army_of(title, side)


def people_of(follower: Follower) -> People:
    """Returns who plays at a followed table."""
    return People(follower.verifier.names, follower.rules, follower.seat or 0)


def outcome_words(view: TableView) -> str:
    """Returns how the game of a snapshot ended."""
    return People(view.names, view.rules).result(view.result, view.cause)


def entry_words(people: People, entry: wire.Entry) -> str:
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
            return timeout_words(people, late, late.action)
        case EntryType.PAUSE:
            return _pause(people, codec.parse(wire.PauseEntry, entry.payload).msg)
        case EntryType.RESIGN:
            return _resigned(people, codec.parse(wire.ResignEntry, entry.payload).msg)
        case EntryType.GAME_OVER:
            over = codec.parse(wire.GameOver, entry.payload)
            return people.result(over.result, over.cause)
        case EntryType.RESULT:
            return _agreed(people, codec.parse(wire.ResultEntry, entry.payload).msg)
        case EntryType.FINAL_REVEAL:
            return "The referee has opened its secrets; everything can now be checked."
        case EntryType.AUDIT:
            return _audited(people, codec.parse(wire.AuditEntry, entry.payload).msg)
        case _:
            return ""


def _notice(notice: wire.Notice) -> str:
    if notice.kind == "credit":
        seconds = (notice.to_ms - notice.from_ms + 999) // 1000
        return f"The referee was away during the last {seconds} seconds; nobody's clock ran in them."
    return f"Notice of the referee: {foreign(notice.text or notice.kind)}."


def timeout_words(people: People, late: wire.Timeout, answer: str, misses: int = 0) -> str:
    """Returns what became of a seat that was late; `misses` are those in a row, if known."""
    who = people.name(late.seat)
    if late.rule != "answer":
        return f"The time of {who} has run out."
    most = people.rules.params.clock.misses
    last = "; once more in a row and the game is lost" if misses >= most else ""
    count = f", {misses} of {most} misses{last}" if misses else ""
    return f"For {who}: {answer}; time was up{count}."


def _resigned(people: People, signed: wire.Signed) -> str:
    who = people.name(parse_header(signed.header).seat)
    if codec.parse(wire.Resign, signed.payload).stop:
        return f"Offer to end without a result from {who}. 'stop' agrees to it."
    return f"Resignation of {who}."


def _pause(people: People, signed: wire.Signed) -> str:
    who = people.name(parse_header(signed.header).seat)
    on = codec.parse(wire.Pause, signed.payload).on
    return f"A pause is wished by {who}." if on else f"No pause is wished any more by {who}."


def _agreed(people: People, signed: wire.Signed) -> str:
    vote = codec.parse(wire.ResultVote, signed.payload)
    if vote.agree:
        return ""
    return (
        f"The result is DISPUTED by {people.name(parse_header(signed.header).seat)}: {foreign(vote.reason)}."
    )


def _audited(people: People, signed: wire.Signed) -> str:
    verdict = codec.parse(wire.AuditVerdict, signed.payload)
    who = people.name(parse_header(signed.header).seat)
    failed = f" ({foreign(', '.join(verdict.failures))})" if verdict.failures else ""
    return f"Checked by {who}: {_VERDICTS.get(verdict.verdict, 'unclear')}{failed}."
