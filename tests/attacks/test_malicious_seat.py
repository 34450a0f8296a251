"""Seats that cheat an honest referee: refused at once, nothing is logged, and no file can be made of it.

Cases 26, 38-41, 45, 46, 53-57, 72, 73, 104 as far as one seat can commit them (spec section 4).
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from malicious_referee import flip
from malicious_seat import Cheat, act_of, has_act
from match import InMemoryMatch

from sealed.fairness.payloads.codec import EntryType as E
from sealed.games.popular_front import TITLE
from sealed.wire.v1.referee_pb2 import Link, Submit
from sealed_client.bots import make_bot
from sealed_client.evidence import evidence_file

BOTH = pytest.mark.parametrize("seats", [2, 3])


def begun(seats, seed=1) -> tuple[InMemoryMatch, dict]:
    """Returns a match that has not begun, and a player for each seat."""
    match = InMemoryMatch(TITLE, seats, Random(seed))
    rng = Random(5)
    return match, {n: make_bot("steady", TITLE, Random(rng.random())).answer for n in match.seats}


def cheated(seats, kind, change, when=lambda draft: True) -> Cheat:
    """Plays matches until the last seat has cheated; returns the cheat."""
    for seed in range(1, 12):
        match, players = begun(seats, seed)
        cheat = Cheat(match, seats, kind, change, when)
        match.begin()
        for _ in range(400):
            if cheat.output is not None or not match.asked:
                break
            match.answer(match.asked[0], players[match.asked[0]], most=3)
        if cheat.output is not None:
            return cheat
    raise AssertionError("no match has what this case needs")


def refused_for_good(cheat: Cheat) -> None:
    """Nothing was logged, no peer saw anything, and nobody can make evidence of it."""
    match = cheat.match
    assert cheat.output.entries == ()
    assert match.table.size == cheat.size
    for number, seat in match.seats.items():
        assert not [one for one in match.told[number].verdicts if one.failed]
        assert evidence_file(seat.follower, seat.report, match.titles, match.signatures) is None


def other_link(link) -> None:
    """Gives random bytes."""
    link.link = flip(link.link)


def lower_link(link) -> None:
    """Gives the link for another slot of the batch."""
    link.k += 1


LINKS = {"26 random bytes": (other_link, "SLOT_LINK"), "26 for another slot": (lower_link, "SLOT_SEQUENCE")}


@BOTH
@pytest.mark.parametrize("name", LINKS)
def test_a_false_link_is_refused_on_the_call(name, seats) -> None:
    """The referee does not log it, and the slot waits for the true one (case 26)."""
    change, code = LINKS[name]
    cheat = cheated(seats, Link, change)
    assert cheat.answer == code
    refused_for_good(cheat)
    match = cheat.match
    for sending in match.seats[seats].again():
        match.deliver(seats, match.post(seats, sending))
    match.settle()
    assert match.table.size > cheat.size


def fields(**changes):
    """Returns a change of header fields, or of payload or handles."""
    return lambda draft, header: header.update(
        {name: value(header, draft) if callable(value) else value for name, value in changes.items()}
    )


def places_random(draft, header) -> None:
    """Commits with salts of its own choice."""
    act_of(draft, "place").outer = flip(act_of(draft, "place").outer)


DRAFTS = {
    "39 an older view": (fields(seen_size=1, seen_root=lambda h, d: h["root_of"](1)), None, "HEAD_STALE"),
    "41 an invented view": (fields(seen_root=b"\1" * 32), None, "HEAD_FALSE"),
    "46 salts of its own": (places_random, has_act("place"), "PRIV_MISMATCH"),
    "45 another card revealed": (
        lambda d, h: setattr(act_of(d, "reveal"), "salt", flip(act_of(d, "reveal").salt)),
        has_act("reveal"),
        "BLIND_IDENTITY",
    ),
    "72 a reference never made": (
        lambda d, h: setattr(act_of(d, "reveal"), "ref", 250),
        has_act("reveal"),
        "BLIND_NOT_HELD",
    ),
    "73 a gap in the numbers": (
        lambda d, h: setattr(d, "first_ref", d.first_ref + 1),
        lambda d: d.first_ref > 0,
        "BLIND_REF_NO",
    ),
    "104 an action nobody offers": (
        lambda d, h: setattr(d.steps[0], "action", "sing"),
        None,
        "ACT_ILLEGAL",
    ),
    "53 an unknown field": (
        fields(payload=lambda h, d: d.SerializeToString() + b"\x78\x01"),
        None,
        "ENC_UNKNOWN_FIELD",
    ),
    "54 fields out of order": (
        fields(payload=lambda h, d: b"\x10\x01" + d.SerializeToString()),
        lambda d: d.first_ref == 0,
        "ENC_NOT_STRICT",
    ),
    "57 too large": (fields(payload=lambda h, d: bytes(40_000)), None, "ENC_TOO_LARGE"),
    "38 signed for another purpose": (fields(type=int(E.AGREE)), None, "ENC_BAD_TYPE LOG_PHASE"),
    "40 a number used before": (fields(counter=2), None, "ACT_EQUIVOCATED ACT_COUNTER"),
}


@BOTH
@pytest.mark.parametrize("name", DRAFTS)
def test_a_false_draft_is_refused(name, seats) -> None:
    """The code of the refusal, and nothing changed for anybody."""
    change, when, codes = DRAFTS[name]
    cheat = cheated(seats, Submit, change, when or (lambda draft: True))
    assert cheat.answer in codes.split()
    refused_for_good(cheat)


def test_no_hook_is_in_what_is_shipped() -> None:
    """The malicious wrappers live in the tests only: no shipped module knows them (6.2)."""
    root = Path(__file__).parents[2]
    shipped = [path for name in ("shared", "referee", "client") for path in (root / name).rglob("*.py")]
    assert shipped
    assert not [path for path in shipped if "malicious" in path.read_text("utf-8").lower()]
