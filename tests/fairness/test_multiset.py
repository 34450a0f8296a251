"""Laws of the diagnosis of a false deck: what it held too much and too little of (FIN_MULTISET, spec 3.2)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from scribe import Scribe

from sealed.engine.zones import put, take
from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.signing.keys import load_backend
from sealed.games.popular_front import TITLE

BACKEND = load_backend("cryptography")
NAMES = TITLE.notation.names["card"]


class Exchanging(Scribe):
    """The referee seals the first deck with one more of the commonest card in place of a rare one.

    With many copies it does not come about that more lie open at once than there are (BLIND_TYPE_COUNT).
    """

    exchanged: tuple[int, int] | None = None

    def _seal(self, shuffle, prk):
        if self.exchanged is None:
            counts = self.title.deck_lists(self.setup)[self.places.deck(shuffle.deck)]
            few, many = min(counts, key=counts.get), max(counts, key=counts.get)
            self.exchanged = (few, many)
            order = self.orders[shuffle.deck, 0]
            order[order.index(few)] = many
            zone = self.places.deck(shuffle.deck)
            zones = list(self.state.zones)
            zones[zone] = put(take(zones[zone], few), many)
            self.state = replace(self.state, zones=tuple(zones))
        return super()._seal(shuffle, prk)


class Stacking(Scribe):
    """The referee seals the first deck in an order of its own, over the right cards."""

    stacked = False

    def _seal(self, shuffle, prk):
        if not self.stacked:
            self.stacked = True
            prk = bytes(32)
        return super()._seal(shuffle, prk)


def _report(cls, turns=None, seed=4):
    scribe = cls(TITLE, 2, Random(seed))
    scribe.begin()
    scribe.play(turns)
    if scribe.entries[-1].type != E.GAME_OVER:
        scribe.resign(1)
    scribe.finish()
    return scribe, audit(scribe.record(), lambda game, edition: TITLE, BACKEND)


@pytest.fixture(scope="module")
def exchanged():
    """The first match whose exchanged deck came to light whole, with its audit."""
    found = (_report(Exchanging, seed=seed) for seed in range(4, 60))
    return next((scribe, report) for scribe, report in found if report.executed["FIN_MULTISET"])


def test_a_deck_with_other_cards_is_named_by_type(exchanged) -> None:
    """When all its cards came to light the report says which are too many and which are missing."""
    scribe, report = exchanged
    few, many = scribe.exchanged
    assert [(one.code, one.klass, one.key) for one in report.failures] == [
        ("FIN_DECK_ROOT", Klass.C, scribe.referee.public),
        ("FIN_MULTISET", Klass.C, scribe.referee.public),
    ]
    told = report.failures[1].detail
    assert told.endswith(f"too many: 1 × {NAMES[many]}; missing: 1 × {NAMES[few]}")
    assert any(told[1:] in sentence for sentence in report.sentences())
    assert report.executed["FIN_MULTISET"] == 1


def test_without_the_rules_the_types_are_named_by_their_codes(exchanged) -> None:
    """The diagnosis rests on commitments alone, so it needs no rules."""
    scribe, _ = exchanged
    few, many = scribe.exchanged
    report = audit(scribe.record(), lambda game, edition: None, BACKEND)
    assert report.failures[1].detail.endswith(f"too many: 1 × card {many}; missing: 1 × card {few}")


def test_a_deck_in_a_false_order_held_the_right_cards() -> None:
    """Where only the order is false, no type is named; the diagnosis has run."""
    _, report = _report(Stacking)
    assert [one.code for one in report.failures] == ["FIN_DECK_ROOT"]
    assert report.executed["FIN_MULTISET"] == 1


@pytest.mark.parametrize("cls", [Exchanging, Stacking])
def test_without_all_cards_nothing_is_said_of_types(cls) -> None:
    """While some cards of the deck never came to light there is no diagnosis."""
    _, report = _report(cls, 20)
    assert [one.code for one in report.failures] == ["FIN_DECK_ROOT"]
    assert not report.executed["FIN_MULTISET"]
