"""Laws of private messages as their seat checks them (spec 2.6, "opening (mine)" in 3.1)."""

from __future__ import annotations

from random import Random

import pytest
from scribe import Scribe

from sealed.fairness.arithmetic.blind import pack_handles
from sealed.fairness.arithmetic.layout import u32
from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.record import PrivateLine, read_record_bytes, record_bytes
from sealed.fairness.signing import messages
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.private import Kind, parse_private, private_message
from sealed.games.popular_front import TITLE

BACKEND = load_backend("cryptography")


def popular_front(game, edition):
    """Returns the rules of Popular Front."""
    return TITLE


@pytest.fixture(scope="module")
def scribe():
    """Returns a match with draws and at least one peek."""
    for seed in range(1, 60):
        made = Scribe(TITLE, 2, Random(seed))
        made.begin()
        made.play()
        made.finish()
        if {parse_private(private.message).kind for _, private in made.privates} >= {Kind.DRAWN, Kind.PEEKED}:
            return made
    message = "no match has a peek"
    raise AssertionError(message)


def viewer(scribe, kind):
    """Returns a seat that was told something of a kind, and the message."""
    return next(
        (seat, private) for seat, private in scribe.privates if parse_private(private.message).kind == kind
    )


def following(scribe, seat):
    """Returns the verifier of a seat that has taken the whole log and no private message."""
    verifier = Verifier(popular_front, BACKEND, seat=seat)
    for entries, head in scribe.appends():
        assert verifier.feed(entries, head) == []
    return verifier


def told(scribe, private, **fields):
    """Returns a private message with some fields changed and signed again by the referee."""
    told = parse_private(private.message)
    parts = {"seat": told.seat, "index": told.index, "kind": told.kind, "content": told.content, **fields}
    table = parts.pop("table", scribe.id)
    return messages.sign_private(scribe.referee, private_message(table, **parts))


def test_every_honest_private_message_holds(scribe) -> None:
    """Both seats can verify all that they were told; afterwards nothing is unopened (receipts, 2.6)."""
    for seat in (1, 2):
        verifier = following(scribe, seat)
        assert verifier.unopened
        mine = [private for number, private in scribe.privates if number == seat]
        assert [verifier.feed_private(private) for private in mine] == [[]] * len(mine)
        assert verifier.unopened == ()
        assert verifier.seed == scribe.seeds[seat]
        assert len(verifier.drawn) == len(mine) - 1


def test_handles_given_back_are_checked(scribe) -> None:
    """OWN with the true handles holds; with two of them exchanged it is PRIV_MISMATCH, class L."""
    seat = 1
    handles = scribe.players[seat].pages
    verifier = following(scribe, seat)
    for number, private in scribe.privates:
        if number == seat:
            verifier.feed_private(private)
    laid = [n for n in range(len(handles)) if verifier.ledger.outers[seat, n + 1]]
    wrong = list(handles)
    wrong[laid[0]], wrong[laid[-1]] = wrong[laid[-1]], wrong[laid[0]]
    for given, found in ((handles, []), (wrong, [("PRIV_MISMATCH", Klass.L)])):
        content = u32(1) + pack_handles(given)
        own = messages.sign_private(scribe.referee, private_message(scribe.id, seat, 5, Kind.OWN, content))
        assert [(one.code, one.klass) for one in verifier.feed_private(own)] == found


def flip(data, at=0):
    """Returns the bytes with one bit changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


CASES = {
    "another digest": (Kind.DRAWN, lambda p: {"content": flip(p.content, -1)}, "OPEN_DIGEST", Klass.C),
    "about an entry that announces nothing": (Kind.DRAWN, lambda p: {"index": 1}, "OPEN_DIGEST", Klass.C),
    "about an entry beyond the log": (Kind.DRAWN, lambda p: {"index": 9999}, "OPEN_DIGEST", Klass.L),
    "of another table": (Kind.DRAWN, lambda p: {"table": bytes(32)}, "OPEN_POSITION", Klass.L),
    "for the other seat": (Kind.DRAWN, lambda p: {"seat": 3 - p.seat}, "OPEN_LEAK", Klass.L),
    "another seed": (Kind.SEED, lambda p: {"content": flip(p.content)}, "PRIV_SEED", Klass.C),
    "a seed too short": (Kind.SEED, lambda p: {"content": p.content[1:]}, "PRIV_SEED", Klass.C),
    "another text of a peek": (
        Kind.PEEKED,
        lambda p: {"content": flip(p.content, 7)},
        "OPEN_DIGEST",
        Klass.C,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_false_private_message_is_found(scribe, name) -> None:
    """What the referee signs for a seat and contradicts its log or GENESIS convicts; the rest stays local."""
    kind, change, code, klass = CASES[name]
    seat, private = viewer(scribe, kind)
    verifier = following(scribe, seat)
    wrong = told(scribe, private, **change(parse_private(private.message)))
    assert [(one.code, one.klass) for one in verifier.feed_private(wrong)] == [(code, klass)]
    assert (verifier.failed is None) == (klass is Klass.L)


def test_a_private_message_without_the_referees_signature_is_nothing(scribe) -> None:
    """Staged bytes are SIG_INVALID, class L: they stop nobody (case 111)."""
    seat, private = viewer(scribe, Kind.DRAWN)
    verifier = following(scribe, seat)
    private = type(private)(message=private.message, sig=bytes(64))
    assert [(one.code, one.klass) for one in verifier.feed_private(private)] == [("SIG_INVALID", Klass.L)]
    assert verifier.failed is None


DRAWN_CASES = {
    "a proof element": (-1, "OPEN_PROOF"),
    "the card": (6, "OPEN_PROOF"),
    "the salt": (8, "OPEN_PROOF"),
    "the position": (4, "OPEN_POSITION"),
    "the epoch": (2, "OPEN_POSITION"),
}


@pytest.mark.parametrize("name", DRAWN_CASES)
def test_an_opening_must_lead_to_the_seal(name) -> None:
    """A card, salt, place or proof that the seal does not hold is found (cases 1-7)."""
    at, code = DRAWN_CASES[name]
    scribe = Scribe(TITLE, 2, Random(1))
    honest, done = scribe.tell, []

    def tell(seat, index, kind, content):
        if kind == Kind.DRAWN and not done:
            done.append(seat)
            content = flip(content, at)
        return honest(seat, index, kind, content)

    scribe.tell = tell
    scribe.begin()
    while not done:
        scribe.turn()
    verifier = following(scribe, done[0])
    private = next(p for seat, p in scribe.privates if parse_private(p.message).kind == Kind.DRAWN)
    verdicts = verifier.feed_private(private)
    assert [(one.code, one.klass, one.key) for one in verdicts] == [(code, Klass.C, scribe.referee.public)]


def test_a_seats_own_export_is_audited_with_its_private_messages(scribe) -> None:
    """An export with all messages of one seat passes, and says that its openings were checked."""
    record = scribe.record()
    mine = tuple(PrivateLine(1, private) for seat, private in scribe.privates if seat == 1)
    export = read_record_bytes(record_bytes(record._replace(lines=(*record.lines, *mine))))
    report = audit(export, popular_front, BACKEND)
    assert report.verdict == "PASS"
    assert report.executed["OPEN_PROOF"] > 0
    assert report.executed["PRIV_SEED"] == 1
