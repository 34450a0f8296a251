"""What must not be seen while a game runs is not seen, and chance has no other source than the secrets."""

from __future__ import annotations

import os
import random
import secrets
from random import Random

import pytest
from table_match import begin_match
from table_titles import POPULAR_FRONT, SKIRMISH

from sealed.fairness.arithmetic.blind import blind_seed
from sealed.fairness.arithmetic.tape import tape_seed
from sealed.wire.v1 import fairness_pb2 as wire


def hidden(match) -> list[bytes]:
    """Returns K_t, R and the blind seeds."""
    table = match.table
    r = tape_seed(table.opening.secret)
    seeds = [blind_seed(table.table_id, r, seat.seat) for seat in match.seats]
    return [table.opening.secret, r, *seeds]


def test_nothing_public_holds_a_secret():
    """Before the reveal no entry, head or description holds K_t, R or a blind seed."""
    match = begin_match(POPULAR_FRONT, 2, Random(2))
    match.play(60)
    public = b"".join(entry.SerializeToString() for entry in match.entries)
    public += match.table.description().SerializeToString()
    assert not [secret for secret in hidden(match) if secret in public]


def test_no_private_message_goes_to_the_wrong_seat():
    """What is told to one seat names that seat."""
    match = begin_match(POPULAR_FRONT, 3, Random(2))
    match.play(60)
    layout = len(b"\x13fairtable/1 private") + 32
    assert {private.message[layout] == seat for seat, private in match.privates} == {True}


def test_no_repr_shows_a_secret():
    """Printing a table, or any part of it, shows no seed, salt, link, handle or hidden card."""
    match = begin_match(SKIRMISH, 2, Random(2))
    match.open_slot()
    match.deliver(match.table.contribute(1, *match.seats[0].link(), match.tick()))
    table = match.table
    parts = [
        table,
        table.opening,
        table.match,
        table.match.game,
        table.match.game.piles,
        table.match.pending,
        table.match._dealer,
        table.match.game.piles.bag(1, 0),
        table.match.game.piles.epoch(0),
        *match.changes,
    ]
    shown = "".join(repr(part) for part in parts)
    for secret in [*hidden(match), match.seats[0].link()[1]]:
        assert secret.hex() not in shown
        assert repr(secret)[2:-1] not in shown


def test_a_refusal_names_no_hidden_card():
    """The words of a refusal repeat what was sent masked, and nothing behind it."""
    match = begin_match(SKIRMISH, 2, Random(2))
    seat, action = match.find("bury")
    steps, handles = seat.steps([action])
    forged = seat.forge(
        [*steps, wire.Step(action="parry")], b"".join(h.pack() for h in handles), seat.made + 1
    )
    output = match.submit(seat, forged)
    assert not any(name in output.detail for name in SKIRMISH.notation.names["card"].values())


def test_nothing_random_is_drawn_after_the_table_is_opened(monkeypatch):
    """From its opening on a table uses no random source but K_t: with all others broken it plays the same."""
    expected = begin_match(SKIRMISH, 2, Random(2))
    expected.play(20)

    def broken(*_args):
        raise AssertionError("randomness after the opening")

    for module, name in (
        (os, "urandom"),
        (secrets, "token_bytes"),
        (random, "random"),
        (random, "randrange"),
    ):
        monkeypatch.setattr(module, name, broken)
    match = begin_match(SKIRMISH, 2, Random(2))
    match.play(20)
    assert match.entries == expected.entries


def test_a_referee_can_check_itself_before_it_speaks():
    """The hook gets every append before it leaves, and what it raises stops it."""
    match = begin_match(SKIRMISH, 2, Random(2))
    seen = []
    match.table.self_check = lambda entries, head: seen.append((entries[0].index, head.size))
    size = match.table.size
    match.asked()
    assert seen[0] == (size, match.heads[2].size)

    def stop(entries, head):
        raise RuntimeError(f"{len(entries)} entries under head {head.size}")

    match.table.self_check = stop
    seat = match.asked()
    with pytest.raises(RuntimeError):
        match.submit(seat, seat.act())
