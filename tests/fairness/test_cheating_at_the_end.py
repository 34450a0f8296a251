"""Laws of the final audit: what hides behind seals, hands and pages comes out at the reveal (spec 3.2)."""

from __future__ import annotations

from random import Random

import pytest
from scribe import Scribe

from sealed.engine.message import Refusal
from sealed.fairness.arithmetic.blind import Handle, equal_tag
from sealed.fairness.audit import occasions, replay
from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verdicts import Klass, Tally
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import End
from sealed.fairness.signing.keys import load_backend
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Entry

BACKEND = load_backend("cryptography")
SEEDS = range(1, 60)
TURNS = 90


def popular_front(game, edition):
    """Returns the rules of Popular Front."""
    return TITLE


def no_rules(game, edition):
    """Returns no rules."""
    return


def flip(data, at=0):
    """Returns the bytes with one bit changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def played(arrange=None, seed=1, turns=TURNS, cls=Scribe):
    """Returns a match that seat 1 gives up after some appends, revealed to the end."""
    scribe = cls(TITLE, 2, Random(seed))
    if arrange is not None:
        arrange(scribe)
    scribe.begin()
    scribe.play(turns)
    if scribe.entries[-1].type != E.GAME_OVER:
        scribe.resign(1)
    scribe.finish()
    return scribe


def report_of(scribe, rules=popular_front):
    """Returns the audit of what a scribe wrote."""
    return audit(scribe.record(), rules, BACKEND)


def altering(kind, change, when=lambda message: True):
    """Returns an arrangement that changes the first entry of a type that fits."""

    def arrange(scribe):
        done = []

        def alter(index, entry_type, message):
            if entry_type == kind and not done and when(message):
                done.append(index)
                change(message)
            return message

        scribe.alter = alter

    return arrange


def swap_handles(page):
    """Exchanges the first and the last handle of a page."""
    handles = page.handles
    page.handles = handles[-5:] + handles[5:-5] + handles[:5]


def seal_falsely(end):
    """Changes the root of a sealed epoch."""
    sealed = next(result.sealed for result in end.results if result.HasField("sealed"))
    sealed.root = flip(sealed.root)


END_CASES = {
    "another R": (E.FINAL_REVEAL, lambda m: setattr(m, "tape_seed", flip(m.tape_seed)), "FIN_TAPE_ROOT"),
    "another blind seed": (
        E.GENESIS,
        lambda m: m.blind_commits.__setitem__(1, flip(m.blind_commits[1])),
        "FIN_BLIND_SEED",
    ),
    "a deck sealed over something else": (E.SLOT_END, seal_falsely, "FIN_DECK_ROOT"),
    "an opening of nothing": (E.DRAW, lambda m: setattr(m, "digest", flip(m.digest)), "FIN_OPENING"),
    "two handles exchanged": (E.FINAL_PAGE, swap_handles, "FIN_BLIND_UNOPENED"),
    "a handle too few": (
        E.FINAL_PAGE,
        lambda m: setattr(m, "handles", m.handles[:-5]),
        "FIN_BLIND_UNOPENED",
    ),
    "a handle nobody asked for": (
        E.FINAL_PAGE,
        lambda m: setattr(m, "handles", m.handles + bytes(5)),
        "FIN_BLIND_UNOPENED",
    ),
    "a page from another number on": (
        E.FINAL_PAGE,
        lambda m: setattr(m, "first_ref", 2),
        "FIN_BLIND_UNOPENED",
    ),
    "a page of a seat that is not there": (
        E.FINAL_PAGE,
        lambda m: setattr(m, "seat", 6),
        "FIN_BLIND_UNOPENED",
    ),
}


@pytest.mark.parametrize("name", END_CASES)
@pytest.mark.parametrize("rules", [popular_front, no_rules], ids=["rules", "no rules"])
def test_what_was_hidden_falsely_convicts_the_referee(name, rules) -> None:
    """A false secret, deck, opening or page is found even without the rules, and names the referee."""
    kind, change, code = END_CASES[name]
    scribe = played(altering(kind, change))
    report = report_of(scribe, rules)
    assert [(f.code, f.klass, f.key) for f in report.failures] == [(code, Klass.C, scribe.referee.public)]
    assert report.exit_code == 1


def with_peek(change):
    """Returns the first match in which a PEEK was changed."""
    for seed in SEEDS:
        scribe = played(altering(E.PEEK, change), seed, turns=None)
        if any(entry.type == E.PEEK for entry in scribe.entries):
            return scribe
    message = "no match has a peek"
    raise AssertionError(message)


def test_a_peek_at_nothing_is_found() -> None:
    """A digest of no private message is FIN_OPENING (case 77)."""
    report = report_of(with_peek(lambda m: setattr(m, "digest", flip(m.digest))))
    assert [failure.code for failure in report.failures] == ["FIN_OPENING"]


class Thief(Scribe):
    """Seat and referee connive: the first card laid is one from the bottom of the deck."""

    stolen = False

    def _acts(self, player, shift):
        bag = self.bags[player.seat, shift.source.number] if shift.act in {"place", "show"} else []
        if bag and not self.stolen:
            deck, epoch, _ = bag[0]
            order = self.orders[deck, epoch]
            bottom = max(place for place, card in enumerate(order) if card == shift.card)
            held = [h for h in bag if self.card_at(h) == shift.card]
            if len(held) == 1 and held[0] != Handle(deck, epoch, bottom):
                self.stolen = True
                bag[bag.index(held[0])] = Handle(deck, epoch, bottom)
        return super()._acts(player, shift)


def test_a_card_that_was_never_drawn_convicts_seat_and_referee() -> None:
    """A reference to a card that did not lie in the hand is FIN_HAND, and names both (case 47)."""
    for seed in SEEDS:
        scribe = played(None, seed, 60, Thief)
        if scribe.stolen:
            break
    report = report_of(scribe)
    assert {failure.code for failure in report.failures} == {"FIN_HAND"}
    keys = {player.signer.public for player in scribe.players.values()}
    named = [failure.key for failure in report.failures]
    assert named[0] == scribe.referee.public
    assert named[1] in keys


class HighHand(Scribe):
    """Of equal cards in a hand the one drawn last is taken."""

    changed = False

    def _acts(self, player, shift):
        if shift.act in {"place", "show"}:
            bag = self.bags[player.seat, shift.source.number]
            equal = sorted(h for h in bag if self.card_at(h) == shift.card)
            if len(equal) > 1:
                self.changed = True
                kept = equal[:-1]
                bag[:] = [h for h in bag if h not in kept]
                acts = super()._acts(player, shift)
                bag.extend(kept)
                return acts
        return super()._acts(player, shift)


def test_of_equal_cards_in_a_hand_the_lowest_handle_is_taken() -> None:
    """Another one is FIN_HAND: a choice between equal cards could signal (spec 2.6)."""
    scribe = played(None, 1, TURNS, HighHand)
    assert scribe.changed
    assert report_of(scribe).failures[0].code == "FIN_HAND"


class WrongTag(Scribe):
    """Of equal closed cards the one with the highest tag is opened."""

    changed = False

    def closed(self, seat, zone, card):
        """Returns the reference that must not be opened first."""
        found = [c for c in self.lying(seat, zone) if not c.open and c.card == card]
        self.changed |= len(found) > 1
        return max(found, key=lambda c: equal_tag(self.seeds[seat], c.number))


def test_of_equal_closed_cards_the_lowest_tag_is_opened() -> None:
    """Another one is REF_ORDER (case 103)."""
    for seed in SEEDS:
        scribe = played(None, seed, None, WrongTag)
        if scribe.changed:
            break
    report = report_of(scribe)
    assert [(f.code, f.key) for f in report.failures] == [("REF_ORDER", scribe.referee.public)]


def test_a_reveal_too_many_pages_short_is_no_whole_record() -> None:
    """Pages that are announced and missing are FIN_TRUNCATED: disputed, nobody is named."""
    report = report_of(played(altering(E.FINAL_REVEAL, lambda m: setattr(m, "pages", m.pages + 1))))
    assert [(f.code, f.klass, f.key) for f in report.failures] == [("FIN_TRUNCATED", Klass.D, None)]
    assert report.exit_code == 2


def test_another_digest_in_the_end_line_is_no_whole_record() -> None:
    """What the end line says of a record is compared with the record: FIN_TRUNCATED, and nobody is named."""
    record = played(turns=5).record()
    true = audit(record, popular_front, BACKEND)
    for digest, wanted in ((true.digest, []), (flip(true.digest), ["FIN_TRUNCATED"])):
        report = audit(record._replace(end=End(len(record.lines) + 2, b"", digest)), popular_front, BACKEND)
        assert [f.code for f in report.failures] == wanted
        assert not [f.key for f in report.failures if f.key]


def test_entries_without_a_head_are_no_whole_record() -> None:
    """What stands after the last head is nobody's word, and the record is cut: FIN_TRUNCATED."""
    record = played(turns=5).record()
    more = Entry(index=sum(isinstance(line, Entry) for line in record.lines), type=E.NOTICE, payload=b"")
    report = audit(record._replace(lines=(*record.lines, more)), popular_front, BACKEND)
    assert [(f.code, f.klass, f.key) for f in report.failures] == [("FIN_TRUNCATED", Klass.D, None)]


def test_no_reveal_is_disputed() -> None:
    """A game that ended without a reveal is FIN_MISSING: exit 2, nobody is named (case 65)."""
    scribe = Scribe(TITLE, 2, Random(1))
    scribe.begin()
    scribe.play(5)
    scribe.resign(1)
    report = report_of(scribe)
    assert [(f.code, f.klass, f.key) for f in report.failures] == [("FIN_MISSING", Klass.D, None)]
    assert {kind.code for kind in report.not_checked} >= {"FIN_DECK_ROOT", "FIN_HAND", "FIN_RULES"}


def test_a_running_game_is_never_verified() -> None:
    """A record that ends before the game does is exit 2; an open slot is named besides."""
    scribe = Scribe(TITLE, 2, Random(1))
    scribe.begin()
    assert [f.code for f in report_of(scribe).failures] == ["SLOT_STALLED", "FIN_TRUNCATED"]
    scribe.play(3)
    assert [f.code for f in report_of(scribe).failures] == ["FIN_TRUNCATED"]


def test_a_hidden_act_against_the_rules_is_found(monkeypatch) -> None:
    """What the rules refuse once all cards are known is FIN_RULES."""
    scribe = played()
    honest = replay.apply
    monkeypatch.setattr(replay, "apply", lambda s, a, seat: Refusal("x") if seat == 2 else honest(s, a, seat))
    report = report_of(scribe)
    assert [(f.code, f.key) for f in report.failures] == [("FIN_RULES", scribe.referee.public)]


def test_a_card_in_two_places_is_found(monkeypatch) -> None:
    """Places by handles that differ from those of the rules are FIN_CONSERVATION."""
    scribe = played()
    honest = replay.Whereabouts.draw

    def draw(self, place, cards, seat, zone):
        honest(self, place, cards, seat, zone)
        self.zones[self._places.deck(place[0])] += 1 << 5

    monkeypatch.setattr(replay.Whereabouts, "draw", draw)
    assert [f.code for f in report_of(scribe).failures] == ["FIN_CONSERVATION"]


@pytest.mark.parametrize("code", ["SLOT_TAPE", "HAND_COUNT", "LOG_ROOT", "ACT_REPLAYED", "FIN_DECK_ROOT"])
def test_a_check_that_did_not_run_is_no_pass(monkeypatch, code) -> None:
    """A check whose executions do not match its occasions is AUDIT_INCOMPLETE: exit 2."""
    scribe = played()
    honest = Tally.ran

    def forgetful(self, *codes):
        honest(self, *(one for one in codes if one != code))

    monkeypatch.setattr(Tally, "ran", forgetful)
    report = report_of(scribe)
    assert (report.verdict, report.exit_code) == ("INCOMPLETE", 2)
    assert [f.code for f in report.failures] == ["AUDIT_INCOMPLETE"]
    assert code in report.failures[0].detail


def test_an_occasion_nobody_counted_is_no_pass(monkeypatch) -> None:
    """A check that runs without an occasion is AUDIT_INCOMPLETE too: the two counts must agree."""
    scribe = played()
    monkeypatch.setattr(occasions, "_DRAW", ())
    assert report_of(scribe).verdict == "INCOMPLETE"
