"""Attacks 75-77 and 103 on looks at face-down cards, and on which of equal cards is opened."""

from __future__ import annotations

from random import Random

import pytest
from chi import tails
from malicious_referee import PRIVATE, MaliciousReferee, flip
from witness import SEEDS, Trial, convicted, no_rules, tried

from sealed.fairness.arithmetic.blind import blind_seed, equal_tag, make_ref
from sealed.fairness.bridge.shifts import PLACE
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.signing.private import Kind, parse_private

BOTH = pytest.mark.parametrize("seats", [2, 3])
OWNER, COUNT, NUMBER, CARD, SIZE = 0, 1, 5, 7, 70
"""Where a PEEKED has its owner, its count, the end of its first number, the card; bytes of each card."""


def peeked(seat, kind, content) -> bool:
    """Tells whether a private message is a PEEKED."""
    return kind == Kind.PEEKED


def fewer(content):
    """Leaves out the last card."""
    return content[:COUNT] + bytes([content[COUNT] - 1]) + content[COUNT + 1 : -SIZE]


LOOKS = {
    "76 another reference": (lambda c: flip(c, NUMBER), "PEEK_REFS"),
    "76 another owner": (lambda c: flip(c, OWNER), "PEEK_REFS"),
    "76 fewer cards": (fewer, "PEEK_REFS"),
    "76 another card": (lambda c: flip(c, CARD), "BLIND_IDENTITY"),
}


@BOTH
@pytest.mark.parametrize("name", LOOKS)
def test_a_false_look_convicts_by_what_was_told(name, seats) -> None:
    """The viewer alone can see it; its own message, the PEEK and GENESIS convict (case 76)."""
    change, code = LOOKS[name]
    trial, hook, found = tried(
        seats, lambda t: t.scribe.at(PRIVATE, lambda s, k, content: change(content), peeked)
    )
    assert found.says == (code, Klass.C, hook.done[0], trial.referee)
    assert [one.seat for one in trial.witnesses if one.found] == [found.seat]
    assert convicted(found) == convicted(found, no_rules) == {trial.referee}


@BOTH
def test_a_second_text_of_a_look_convicts(seats) -> None:
    """A PEEKED that is valid and not the one in the log is OPEN_DIGEST (case 76)."""
    trial, hook, found = tried(
        seats, lambda t: t.scribe.at("PEEK", lambda m: setattr(m, "digest", flip(m.digest)))
    )
    assert found.says == ("OPEN_DIGEST", Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


@BOTH
def test_a_look_that_reaches_another_seat_is_its_word_only(seats) -> None:
    """A PEEKED for somebody else is OPEN_LEAK, and no file is made of it (case 76)."""
    trial, _, _ = tried(seats, lambda t: t.scribe.at("PEEK", lambda m: None))
    seat, private = next(
        (to, one) for to, one in trial.scribe.privates if parse_private(one.message).kind == Kind.PEEKED
    )
    other = trial.witnesses[seat % seats + 1]
    other.hear(private)
    assert other.found.says[:2] == ("OPEN_LEAK", Klass.L)
    assert other.found.evidence is None


@BOTH
def test_a_look_at_nothing_convicts_at_the_end(seats) -> None:
    """Viewer and referee connive: the digest of a PEEK is of nothing, and FIN_OPENING names it (77)."""
    for seed in SEEDS:
        trial = Trial(seats, seed)
        trial.connive()
        hook = trial.scribe.at("PEEK", lambda m: setattr(m, "digest", flip(m.digest)))
        found = trial.finish(1200, until=hook)
        if hook.done:
            break
    assert found.says == ("FIN_OPENING", Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


# ---- equal cards ----


class AnyOfEqual(MaliciousReferee):
    """Referee and owner open, of equal closed cards, the one with the highest tag in a FORCED."""

    wrong = -1

    def force(self, due):
        """Opens another card of the type than the tags say."""
        self.forcing = True
        super().force(due)
        self.forcing = False

    def closed(self, seat, zone, card):
        """Returns the reference that must not be opened first."""
        found = [c for c in self.lying(seat, zone) if not c.open and c.card == card]
        if getattr(self, "forcing", False) and len(found) > 1:
            self.wrong = len(self.entries) if self.wrong < 0 else self.wrong
            return max(found, key=lambda c: equal_tag(self.seeds[seat], c.number))
        return super().closed(seat, zone, card)


@pytest.mark.parametrize(("seats", "seed"), [(2, 54), (3, 23)])
def test_the_wrong_one_of_two_equal_cards_forced_open_convicts(seats, seed) -> None:
    """REF_ORDER in the audit, at the FORCED, class C against the referee only (case 103)."""
    trial = Trial(seats, seed, AnyOfEqual)
    trial.begin()
    turns = iter(range(400))
    while trial.scribe.wrong < 0 and next(turns, None) is not None:
        assert trial.play(1) is None
    found = trial.finish_on()
    assert found.says == ("REF_ORDER", Klass.C, trial.scribe.wrong, trial.referee)
    assert trial.scribe.entries[found.verdict.entry].type == E.FORCED
    assert convicted(found) == {trial.referee}


class ForcesFalsely(MaliciousReferee):
    """Logs a false FORCED, at `wrong`, and stops where its own rules cannot go on from it."""

    wrong = -1
    forcing = False

    def falsify(self, due) -> None:
        """Arranges what is false about it."""

    def force(self, due):
        """Logs the FORCED under a head of its own."""
        self.falsify(due)
        self.forcing = True
        try:
            super().force(due)
        finally:
            self.forcing = False
            if self.wrong >= 0:
                self.sign()


class AnotherThanNamed(ForcesFalsely):
    """Opens, where the rules name a type, a face-down card of another type."""

    def closed(self, seat, zone, card):
        """Returns a reference of another type than is named, if one lies there."""
        others = [c for c in self.lying(seat, zone) if not c.open and c.card != card]
        if self.forcing and others:
            self.wrong = len(self.entries) if self.wrong < 0 else self.wrong
            return others[0]
        return super().closed(seat, zone, card)


class AnotherThanPicked(ForcesFalsely):
    """Opens, where chance has picked a face-down card, the one beside it."""

    def falsify(self, due):
        """Takes another card for the picked one."""
        picked = self.refs[self.picked] if due.disclosures[0].which == "picked" else None
        beside = [c for c in self.lying(picked.seat, picked.zone) if not c.open] if picked else []
        if len(beside) > 1 and self.wrong < 0:
            self.picked = next((c.seat, c.number) for c in beside if c is not picked)
            self.wrong = len(self.entries)


class OneTypeOnly(ForcesFalsely):
    """Seats and referee connive: whatever is laid is committed to as the card that exists once."""

    def _acts(self, player, shift):
        acts = super()._acts(player, shift)
        if shift.act == PLACE:
            number, seat = player.next_ref - 1, player.seat
            self.refs[seat, number].card = ONCE
            made = make_ref(self.id, seat, self.seeds[seat], number, self.refs[seat, number].handle, ONCE)
            acts[0].place.outer = made.outer
        return acts

    def falsify(self, due):
        """Notes the first that opens two of them."""
        places = [one.place for one in due.disclosures if one.which == "all"]
        if any(sum(not c.open for c in self.lying(one.seat, one.number)) > 1 for one in places):
            self.wrong = len(self.entries) if self.wrong < 0 else self.wrong


ONCE = 10
FORCED = {
    "another type than was named": (AnotherThanNamed, 3, 5, "BLIND_EARLY"),
    "another card than was picked": (AnotherThanPicked, 3, 2, "BLIND_EARLY"),
    "two cards of a type that exists once": (OneTypeOnly, 2, 4, "BLIND_TYPE_COUNT"),
}


@pytest.mark.parametrize("name", FORCED)
def test_a_card_forced_open_that_was_not_meant_convicts(name) -> None:
    """Each card is what was laid, and still not what had to be opened, or cannot be (case 75)."""
    cls, seats, seed, code = FORCED[name]
    trial = Trial(seats, seed, cls)
    found = trial.run()
    assert found.says == (code, Klass.C, trial.scribe.wrong, trial.referee)
    assert convicted(found) == {trial.referee}


PLACES, EQUAL = 6, 3
GAMES, LONG_GAMES = 1_000, 50_000


def opened_first(game: int, numbers) -> int:
    """Returns which of equal closed references is opened first."""
    seed = blind_seed(game.to_bytes(32, "big"), b"\7" * 32, 1)
    return min(numbers, key=lambda number: equal_tag(seed, number))


def lower_are_equal(games: int, first) -> float:
    """Returns chi-square (df PLACES - 1) of: a lower number than the opened one is of its type, or is not.

    Three of six references are of one type, at random places. Each game gives one sample: a random lower
    number, by the number opened. If that says nothing, two of the five others are equal to it.
    """
    rng, counts = Random(103), {number: [0, 0] for number in range(2, PLACES + 1)}
    for game in range(games):
        numbers = rng.sample(range(1, PLACES + 1), EQUAL)
        number = first(game, numbers)
        if number > 1:
            counts[number][rng.randrange(1, number) in numbers] += 1
    share = (EQUAL - 1) / (PLACES - 1)
    total = 0.0
    for others, equal in counts.values():
        n = others + equal
        if n:
            total += (equal - n * share) ** 2 / (n * share * (1 - share))
    return total


def says_nothing(chi: float) -> bool:
    """Tells whether a statistic is within both limits for alpha 0.001."""
    return min(tails(chi, PLACES - 1)) > 5e-4


def test_the_number_that_is_opened_says_nothing_about_lower_ones() -> None:
    """Over 1,000 games, with tags by the seat's blind seed (case 103, secrecy)."""
    assert says_nothing(lower_are_equal(GAMES, opened_first))


@pytest.mark.long
def test_the_number_that_is_opened_says_nothing_about_lower_ones_at_length() -> None:
    """The same over 50,000 games."""
    assert says_nothing(lower_are_equal(LONG_GAMES, opened_first))


def test_opening_by_number_would_say_that_no_lower_one_is_equal() -> None:
    """The statistic sees the leak that the tags avoid: by number nothing below is of the type (2.6)."""
    assert not says_nothing(lower_are_equal(GAMES, lambda game, numbers: min(numbers)))
