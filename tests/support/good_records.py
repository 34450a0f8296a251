"""Honest tables of Popular Front, one for each way to go and to end (spec 6.1 item 5); for tests only."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from scribe import Scribe

from sealed.fairness.arithmetic.identifiers import log_leaf_hash, record_digest
from sealed.fairness.bridge.duties import Answers, Slots
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.codec import encode
from sealed.fairness.record import PrivateLine, Record
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable

_WEEK_MS, _RESULT_MS = 604_800_000, 300_000


def begun(seats: int, seed: int = 1, turns: int = 20) -> Scribe:
    """Returns a table after some honest appends."""
    scribe = Scribe(TITLE, seats, Random(seed))
    scribe.begin()
    scribe.play(turns)
    return scribe


def asked(seats: int) -> Scribe:
    """Returns a table at which a seat is asked."""
    scribe = begun(seats)
    while not isinstance(scribe.due(), Answers):
        scribe.turn()
    return scribe


def vote(scribe: Scribe, seat: int, *, agree: bool) -> None:
    """Logs the RESULT of one seat."""
    over = next(entry for entry in scribe.entries if entry.type == E.GAME_OVER)
    leaf = log_leaf_hash(scribe.id, over.index, over.type, over.payload)
    payload = encode(wire.ResultVote(game_over_leaf=leaf, agree=agree))
    scribe.now += 1000
    scribe.log(E.RESULT, wire.ResultEntry(msg=scribe.say(seat, E.RESULT, payload)))
    scribe.sign()


def resigned(seats: int) -> Record:
    """A seat resigns."""
    scribe = begun(seats)
    scribe.resign(seats)
    scribe.finish()
    return scribe.record()


def by_rules(seats: int) -> Record:
    """The rules end the game."""
    scribe = begun(seats, 6, 10_000)
    assert scribe.entries[-1].type == E.GAME_OVER
    scribe.finish()
    return scribe.record()


def seen(*kinds: int) -> Callable[[Scribe], bool]:
    """Returns whether a log has entries of these types."""
    return lambda scribe: set(kinds) <= {entry.type for entry in scribe.entries}


def reshuffled(scribe: Scribe) -> bool:
    """Tells whether a deck was shuffled again and drawn from."""
    return any(number > 1 and scribe.cursor[deck] for deck, number in scribe.current.items())


def until(seats: int, what: Callable[[Scribe], bool]) -> Record:
    """Plays until something has come about, then a seat resigns."""
    scribe = next(one for one in (played_until(seats, seed, what) for seed in range(1, 30)) if one)
    scribe.resign(1)
    scribe.finish()
    return scribe.record()


def played_until(seats: int, seed: int, what: Callable[[Scribe], bool]) -> Scribe | None:
    """Plays until something has come about, before the rules end the game; None if it has not."""
    scribe = begun(seats, seed, 0)
    while not what(scribe):
        if not scribe.turn() or scribe.entries[-1].type == E.GAME_OVER:
            return None
    return scribe if scribe.entries[-1].type != E.GAME_OVER else None


def late_answer(seats: int) -> Record:
    """A seat gives no answer."""
    scribe = asked(seats)
    seat = scribe.due().seats[0]
    scribe.now += _WEEK_MS
    scribe.timeout(seat, scribe.heads[-1].time_ms + _WEEK_MS)
    scribe.finish()
    return scribe.record()


def late_link(seats: int) -> Record:
    """A seat gives no link: the first slot stays unfinished."""
    scribe = begun(seats, turns=0)
    assert isinstance(scribe.due(), Slots)
    scribe.now += _WEEK_MS
    scribe.timeout(seats, scribe.opened_ms + _WEEK_MS, first_k=1)
    scribe.finish()
    return scribe.record()


def stopped(seats: int) -> Record:
    """All seats agree to end without a result."""
    scribe = asked(seats)
    for seat in scribe.players:
        scribe.resign(seat, stop=True)
    scribe.game_over("abandon", *scribe.players)
    scribe.sign()
    scribe.finish()
    return scribe.record()


def given_up(seats: int) -> Record:
    """The referee ends the table."""
    scribe = asked(seats)
    scribe.now += 1000
    scribe.game_over("abandon")
    scribe.sign()
    scribe.finish()
    return scribe.record()


def unsigned(seats: int) -> Record:
    """The last seat signs no RESULT, and the first disputes it."""
    scribe = asked(seats)
    scribe.resign(1)
    vote(scribe, 1, agree=False)
    scribe.now += _RESULT_MS
    scribe.reveal()
    return scribe.record()


def credited(seats: int) -> Record:
    """The referee was away for an hour, and says what it was restored from."""
    scribe = asked(seats)
    before, scribe.now = scribe.now, scribe.now + 3_600_000
    scribe.credit(before, scribe.now)
    scribe.log(E.NOTICE, wire.Notice(kind="restored", text="from a copy"))
    scribe.sign()
    scribe.play(5)
    scribe.resign(1)
    scribe.finish()
    return scribe.record()


def audited(seats: int) -> Record:
    """Every seat signs its verdict."""
    scribe = begun(seats)
    scribe.resign(1)
    scribe.finish()
    digest = record_digest(scribe.id, len(scribe.entries), scribe.roots[-1])
    for seat in scribe.players:
        scribe.now += 1000
        verdict = encode(wire.AuditVerdict(record_digest=digest, verdict=1))
        scribe.log(E.AUDIT, wire.AuditEntry(msg=scribe.say(seat, E.AUDIT, verdict)))
        scribe.sign()
    return scribe.record()


def exported(seats: int) -> Record:
    """A seat's own export, with what it was told alone."""
    scribe = begun(seats, turns=60)
    scribe.resign(1)
    scribe.finish()
    record = scribe.record()
    told = [PrivateLine(2, private) for seat, private in scribe.privates if seat == 2]
    return record._replace(lines=(*record.lines, *told))


GOOD: dict[str, Callable[[], Record]] = {
    **{f"resigned_{seats}": (lambda seats=seats: resigned(seats)) for seats in (2, 3, 4, 5, 6)},
    "rules_2": lambda: by_rules(2),
    "reshuffled_2": lambda: until(2, reshuffled),
    "looks_2": lambda: until(2, seen(E.PEEK, E.FORCED)),
    "two_colours_3": lambda: until(3, seen(E.FORCED)),
    "late_answer_2": lambda: late_answer(2),
    "late_link_3": lambda: late_link(3),
    "stopped_2": lambda: stopped(2),
    "given_up_2": lambda: given_up(2),
    "unsigned_3": lambda: unsigned(3),
    "credited_2": lambda: credited(2),
    "audited_2": lambda: audited(2),
    "exported_2": lambda: exported(2),
}
"""Name of the record without its suffix: what makes it."""
