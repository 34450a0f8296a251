"""Law: nobody can tell where a card went in a regroup, better than the public flows allow (spec 2.16).

Measured on real turns of SHAEF through the real table: what the enemy's client sees of every regroup, with
all references, places, sizes and times, goes to a tracker that learns on some matches and guesses on others.
"""

from __future__ import annotations

from contextlib import contextmanager
from unittest import mock

import chi
import pytest
from shaef_tracking import plays, seen_in, track

import sealed_client.regrouping
import sealed_referee.regrouping
from sealed.fairness.arithmetic.blind import make_ref
from sealed.fairness.live.ledger import Ledger

LEARNT, GUESSED = range(1, 3), range(3, 5)
MANY_LEARNT, MANY_GUESSED = range(10, 40), range(40, 70)
ALMOST_ALL = 0.9
SIDES = (sealed_client.regrouping, sealed_referee.regrouping)


def trails(seeds):
    """Returns the trails of some matches."""
    return [trail for seed in seeds for trail in seen_in(plays(seed))]


def test_a_card_is_found_no_oftener_than_the_flows_say():
    """What a tracker has learnt about references, sizes and times does not help it in another match."""
    found = track(trails(LEARNT), trails(GUESSED))
    assert found.trails > 400
    assert found.surplus < chi.Z_LIMIT


@pytest.mark.long
def test_many_cards_are_found_no_oftener_than_the_flows_say():
    """The same over sixty matches."""
    found = track(trails(MANY_LEARNT), trails(MANY_GUESSED))
    assert found.trails > 7_000
    assert abs(found.surplus) < chi.Z_LIMIT


@contextmanager
def made_otherwise(name, change):
    """Lets seats and referee make references in another way."""
    with mock.patch.object(SIDES[0], name, change), mock.patch.object(SIDES[1], name, change):
        yield


def test_a_build_whose_references_are_stable_is_found_out():
    """Control: where a card keeps its commitment in a regroup the tracker finds nine of ten and more."""

    def stable(table, seat, seed, number, handle, card):
        return make_ref(table, seat, seed, handle.position + 1, handle, card)

    with made_otherwise("make_ref", stable), mock.patch.object(Ledger, "fresh", return_value=True):
        found = track(trails((5,)), trails((6,)))
    assert found.share >= ALMOST_ALL


def test_a_build_that_keeps_the_order_of_cards_is_found_out():
    """Control: new references that lie by the place in the roster betray much more than the flows."""
    with made_otherwise("regroup_tag", lambda seed, first, handle: handle.pack()):
        found = track(trails((7, 8)), trails((9,)))
    assert found.surplus > 2 * chi.Z_LIMIT
