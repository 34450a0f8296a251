"""Judges a message under a valid signature: known here, head true and new, in time, legal (spec 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from sealed.fairness.payloads.codec import EntryType, parse
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_referee.refusing import RefusedError

if TYPE_CHECKING:
    from sealed_referee.letters import Letter
    from sealed_referee.match import Match
    from sealed_referee.readable import ReadableTable

_Payload = TypeVar("_Payload", wire.Draft, wire.Resign, wire.Pause, wire.ResultVote, wire.AuditVerdict)


_IN_PLAY: Final = frozenset({int(EntryType.ACT), int(EntryType.RESIGN), int(EntryType.PAUSE)})
_AFTER_IT: Final = frozenset({int(EntryType.RESULT), int(EntryType.AUDIT)})


def judge(
    table: ReadableTable, letter: Letter, handles: bytes, now_ms: int, received_ms: int | None = None
) -> int:
    """Takes a message into the log and returns its entry; the append is begun and not yet ended.

    `received_ms` is when it was received if that stands in the log already; else now, within the bounds of
    spec 2.12. Raises RefusedError and changes nothing; the codes are those of spec 3.1.
    """
    match, log = table.running, table.running.log
    _check_type(table, letter)
    if log.root_at(letter.seen_size) != letter.seen_root:
        raise RefusedError("HEAD_FALSE", "the log had another root at that size; fetch the entries again")
    if letter.seen_size < log.restored:
        text = "the referee was restored from a backup since; look at the table again and send it anew"
        raise RefusedError("HEAD_STALE", text)
    if letter.type == EntryType.ACT:
        _check_fresh(match, letter)
    if not log.has_head(letter.seen_size):  # logged, it would stop every client: none knows such a head
        raise RefusedError("HEAD_FALSE", "no head over so many entries was signed; name the newest you hold")
    if received_ms is None:
        received_ms = max(now_ms, log.time_at(letter.seen_size))
    index = _take(table, match, letter, handles, now_ms, received_ms)
    table.answers.logged(letter.seat, letter.counter, letter.digest, index)
    return index


def _check_type(table: ReadableTable, letter: Letter) -> None:
    """Refuses what cannot come in this phase."""
    over, kind = table.ending is not None, letter.type
    if kind in _IN_PLAY:
        if over:
            raise RefusedError("ENC_BAD_TYPE", "the game is over; sign its result")
    elif kind not in _AFTER_IT:
        raise RefusedError("ENC_BAD_TYPE", f"no message of type {kind} is taken here")
    elif not over:
        raise RefusedError("ENC_BAD_TYPE", "the game is not over yet")


def _take(
    table: ReadableTable, match: Match, letter: Letter, handles: bytes, now_ms: int, received_ms: int
) -> int:
    if letter.type == EntryType.ACT:
        _check_time(match, letter, received_ms)
        draft = _payload(wire.Draft, letter)
        return match.act(letter, draft, handles, received_ms, now_ms)
    if letter.type == EntryType.RESIGN:
        return match.resign(letter, _payload(wire.Resign, letter), received_ms, now_ms)
    if letter.type == EntryType.PAUSE:
        wish = _payload(wire.Pause, letter)
        return match.pause(letter, on=wish.on, received_ms=received_ms, now_ms=now_ms)
    ending = table.ended
    if letter.type == EntryType.RESULT:
        return ending.take_result(letter, _payload(wire.ResultVote, letter), match.game.piles, now_ms)
    return ending.take_audit(letter, _payload(wire.AuditVerdict, letter), now_ms)


def _check_fresh(match: Match, letter: Letter) -> None:
    """Refuses an answer to an older question."""
    if letter.seen_size <= match.game.asked.get(letter.seat, 0):
        raise RefusedError("HEAD_STALE", "a new question has been put since; look at it and answer that one")


def _check_time(match: Match, letter: Letter, received_ms: int) -> None:
    """Refuses an answer that comes after its deadline."""
    game, seat = match.game, letter.seat
    if seat in game.owing and received_ms > match.deadlines.answer(seat, game.asked_ms[seat]):
        raise RefusedError("TIME_UP", "the deadline for this answer has passed")


def _payload(message_class: type[_Payload], letter: Letter) -> _Payload:
    try:
        return parse(message_class, letter.signed.payload)
    except EncodingError as error:
        raise RefusedError(error.code, error.detail) from None
