"""Attacks 1-16 on decks: at the draw where they show, else in the audit, and the evidence alone convicts.

A seat that is shown a false card makes the evidence of its own private message.
"""

from __future__ import annotations

import pytest
from malicious_referee import PRIVATE, SEAL, MaliciousReferee, flip
from witness import Trial, convicted, no_rules, tried

from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.limits import MAX_DRAW_CARDS
from sealed.fairness.signing.private import Kind
from sealed.wire.v1 import fairness_pb2 as wire

CARD, SALT, LENGTH, PROOF = 6, 8, 40, 41
"""Where the first card of DRAWN, its salt, the length of its proof and the proof begin."""


def drawn(seat, kind, content) -> bool:
    """Tells whether a private message is a DRAWN."""
    return kind == Kind.DRAWN


def changed_content(change):
    """Returns a change of the content of a private message."""
    return lambda seat, kind, content: change(content)


def older_epoch(content):
    """Says that the cards are of the epoch before."""
    return content[:1] + (int.from_bytes(content[1:3], "big") - 1).to_bytes(2, "big") + content[3:]


def longer(content):
    """Adds one to the length of the first proof, which takes it from the padding or beyond the tree."""
    return content[:LENGTH] + bytes([content[LENGTH] + 1]) + content[LENGTH + 1 :]


def empty(content):
    """Shows no proof at all: the root itself as a leaf."""
    length = content[LENGTH]
    return content[:LENGTH] + b"\0" + bytes(32 * length) + content[PROOF + 32 * length :]


OPENINGS = {
    "1 another card": (lambda c: flip(c, CARD + 1), "OPEN_PROOF"),
    "3 another salt": (lambda c: flip(c, SALT), "OPEN_PROOF"),
    "4 a sibling changed": (lambda c: flip(c, PROOF), "OPEN_PROOF"),
    "4 another position": (lambda c: flip(c, 4), "OPEN_POSITION"),
    "5 a proof too long": (longer, "OPEN_PROOF"),
    "5 no proof": (empty, "OPEN_PROOF"),
    "6 an inner node for a leaf": (
        lambda c: c[:SALT] + c[PROOF : PROOF + 32] + c[SALT + 32 :],
        "OPEN_PROOF",
    ),
    "7 an older epoch": (older_epoch, "OPEN_POSITION"),
}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", OPENINGS)
def test_a_false_opening_convicts_the_referee(name, seats) -> None:
    """Only the drawing seat can see it, and what it was told convicts before anybody (cases 1-7)."""
    change, code = OPENINGS[name]
    trial, hook, found = tried(
        seats, lambda t: t.scribe.at(PRIVATE, changed_content(change), drawn), turns=60
    )
    assert found.says == (code, Klass.C, hook.done[0], trial.referee)
    assert [one.seat for one in trial.witnesses if one.found] == [found.seat]
    assert convicted(found) == {trial.referee}


def first_shuffle(opened):
    """Returns the first shuffle of a SLOT_OPEN."""
    return next(one.shuffle for one in opened.requests if one.HasField("shuffle"))


def equal_shuffles(opened):
    """Returns the shuffles of a SLOT_OPEN that make as large an epoch as its first shuffle."""
    found = [one.shuffle for one in opened.requests if one.HasField("shuffle")]
    return [shuffle for shuffle in found if shuffle.n == found[0].n]


def exchange_inputs(opened) -> None:
    """Lets two shuffles take each other's cards: n is right, and the rules say otherwise."""
    one, other = (shuffle.inputs[0].range for shuffle in equal_shuffles(opened)[:2])
    one.deck, other.deck = other.deck, one.deck


def shuffles(opened) -> bool:
    """Tells whether a SLOT_OPEN has a shuffle."""
    return any(one.HasField("shuffle") for one in opened.requests)


def reshuffles(opened) -> bool:
    """Tells whether a SLOT_OPEN shuffles a deck again."""
    return any(one.shuffle.epoch > 1 for one in opened.requests)


ENTRIES = {
    "7 a draw from the older epoch": (
        "DRAW",
        lambda m: (setattr(m, "epoch", 0), setattr(m, "digest", b"")),
        None,
        "DRAW_STALE_EPOCH",
    ),
    "8 not from the top": ("DRAW", lambda m: setattr(m, "first", m.first + 2), None, "DRAW_POSITION"),
    "9 before the seal": ("DRAW", lambda m: setattr(m, "epoch", m.epoch + 1), None, "DECK_SEAL_LATE"),
    "10 the same epoch again": (
        "SLOT_OPEN",
        lambda m: setattr(first_shuffle(m), "epoch", 1),
        reshuffles,
        "DECK_EPOCH",
    ),
    "12 an empty bag listed instead": (
        "SLOT_OPEN",
        lambda m: (
            first_shuffle(m)
            .inputs[-1]
            .CopyFrom(
                wire.Input(bag=wire.Bag(seat=1, zone=0, count=0)),
            )
        ),
        reshuffles,
        "DECK_SIZE HAND_COUNT",
    ),
    "12 cards of another deck": (
        "SLOT_OPEN",
        exchange_inputs,
        lambda m: len(equal_shuffles(m)) > 1,
        "DECK_INPUTS",
    ),
    "12 another number of cards": (
        "SLOT_OPEN",
        lambda m: setattr(first_shuffle(m), "n", first_shuffle(m).n - 1),
        shuffles,
        "DECK_SIZE",
    ),
}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", ENTRIES)
def test_a_false_deck_entry_convicts_the_referee(name, seats) -> None:
    """Everybody sees it at that entry; the evidence alone names the referee (cases 7-12)."""
    step, change, when, codes = ENTRIES[name]
    trial, hook, found = tried(
        seats, lambda t: t.scribe.at(step, change, when or (lambda m: True)), turns=400, seeds=range(1, 9)
    )
    assert found.verdict.code in codes.split()
    assert found.says[1:] == (Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


@pytest.mark.parametrize("seats", [2, 3])
def test_a_draw_beyond_the_last_card_convicts_without_the_rules(seats) -> None:
    """An epoch has as many cards as were sealed; whoever lacks the rules sees it as well (case 8)."""

    def beyond(trial):
        sealed = trial.scribe.sealed

        def left(draw) -> int:
            return len(sealed[draw.deck, draw.epoch]) - draw.first

        return trial.scribe.at(
            "DRAW",
            lambda m: setattr(m, "count", left(m) + 1),
            lambda m: bool(m.epoch) and left(m) < MAX_DRAW_CARDS,
        )

    trial, hook, found = tried(seats, beyond, turns=60)
    assert found.says == ("DRAW_POSITION", Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == convicted(found, no_rules) == {trial.referee}


def twice(shuffle, order):
    """Puts one card twice and leaves another out."""
    other = max(place for place, card in enumerate(order) if card != order[0])
    return [order[0] if place == other else card for place, card in enumerate(order)]


def sorted_falsely(shuffle, order):
    """Seals the cards as they were listed."""
    return sorted(order)


def a_copy_too_many(shuffle, order):
    """In a reshuffle leaves out an undrawn card and adds a copy of another."""
    return twice(shuffle, order)


SEALS = {
    "2 a card twice": (twice, lambda shuffle, order: True),
    "14 not shuffled": (sorted_falsely, lambda shuffle, order: len(set(order)) > 2),
    "11 a reshuffle without a card": (a_copy_too_many, lambda shuffle, order: shuffle.epoch > 1),
}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", SEALS)
def test_a_false_seal_convicts_the_referee_at_the_end(name, seats) -> None:
    """FIN_DECK_ROOT in the audit; the whole log is the evidence (cases 2, 11, 14)."""
    change, when = SEALS[name]
    for seed in range(1, 9):
        trial = Trial(seats, seed)
        hook = trial.scribe.at(SEAL, change, when)
        found = trial.finish(turns=400, until=hook)
        if hook.done:
            break
    assert found.verdict.code == "FIN_DECK_ROOT"
    assert found.says[1:] == (Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


@pytest.mark.parametrize("seats", [2, 3])
def test_more_copies_than_there_are_is_the_drawers_word_only(seats) -> None:
    """A deck of one type shows to who draws it: OPEN_DUPLICATE, local, until the reveal (cases 2, 110)."""

    class DealsOn(MaliciousReferee):
        """Signs what it has drawn, whatever its own rules say of it."""

        def draw(self, due):
            try:
                super().draw(due)
            except AttributeError:
                self.sign()
                raise

    trial = Trial(seats, cls=DealsOn)
    trial.scribe.at(SEAL, lambda shuffle, order: [max(order)] * len(order))
    found = trial.run(60)
    assert found.says[:2] == ("OPEN_DUPLICATE", Klass.L)
    assert [one.seat for one in trial.witnesses if one.found] == [found.seat]
    assert found.evidence is None


@pytest.mark.parametrize("seats", [2, 3])
def test_an_opening_that_reaches_another_seat_is_its_word_only(seats) -> None:
    """OPEN_LEAK is local: the seat says so and makes no file (cases 15 and 110)."""
    trial, _, _ = tried(seats, lambda t: t.scribe.at("DRAW", lambda m: None), turns=60)
    seat, private = next((s, p) for s, p in trial.scribe.privates if s == 1)
    other = trial.witnesses[2]
    other.hear(private)
    assert seat == 1
    assert other.found.says[:2] == ("OPEN_LEAK", Klass.L)
    assert other.found.evidence is None


@pytest.mark.parametrize("seats", [2, 3])
def test_another_text_than_the_log_announces_convicts(seats) -> None:
    """A private message that is valid and not the one in the log is OPEN_DIGEST (case 16)."""
    done = []

    def another(index, kind, message):
        if kind == E.DRAW and message.digest and not done:
            done.append(index)
            message.digest = flip(message.digest)
        return message

    trial = Trial(seats)
    trial.scribe.alter = another
    found = trial.run(60)
    assert found.says == ("OPEN_DIGEST", Klass.C, done[0], trial.referee)
    assert convicted(found) == {trial.referee}
