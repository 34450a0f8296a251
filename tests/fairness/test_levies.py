"""Open lists, mulligans, late cards, face-down discards of unique cards (spec 2.6, 2.7), by both verifiers.

`levies` has what a title with open first hands and late-war cards asks of the protocol, and nothing else.
"""

from functools import cache
from random import Random

import pytest
from malicious_referee import SEAL, MaliciousReferee
from match import play_match
from miniatures.levies import BIG, TITLE
from miniatures.levies_table import MULLIGAN
from scribe import Scribe

from sealed.engine.kernel import legal_actions
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.file import evidence_bytes, read_evidence
from sealed.fairness.evidence.judging import judge
from sealed.fairness.evidence.making import evidence_of
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.codec import decode
from sealed.fairness.record import Record, read_record_bytes, record_bytes
from sealed.fairness.signing import messages
from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1 import fairness_pb2 as wire
from second_verifier import V, no_title

BACKEND = load_backend("cryptography")
HANDS = ("open", "drawn")
LATE_OF_ALLIES = 3
"""The deck number of the second colour's late cards: kind 1 of two colours."""


def rules(title):
    """Returns what finds the rules of a title."""
    return lambda game, edition: title if (game, edition) == (title.id, title.edition) else None


def giving_back(rng):
    """Returns who gives every first hand back and then acts at random."""
    return lambda seat, legal: MULLIGAN if MULLIGAN in legal else rng.choice(legal)


def table(title, hands, seed=1, cls=Scribe):
    """Returns a table that has not begun; its referee's key is ours."""
    return cls(title, 2, Random(seed), {"hands": hands})


def to_the_end(scribe, seed=1):
    """Plays a table to the reveal, both first hands given back."""
    scribe.begin()
    choose = giving_back(Random(seed))
    while scribe.turn(choose):
        pass
    scribe.finish()
    return scribe


@cache
def honest(hands="open"):
    """Returns an honest finished table."""
    return to_the_end(table(TITLE, hands))


def logged(scribe, kind):
    """Returns the entries of a type, decoded."""
    return [decode(kind, entry.payload) for entry in scribe.entries if entry.type == kind]


def shuffles(scribe):
    """Returns the shuffles of each batch."""
    return [
        [request.shuffle for request in opened.requests if request.HasField("shuffle")]
        for opened in logged(scribe, E.SLOT_OPEN)
    ]


# ---- Honest tables ----


@pytest.mark.parametrize("hands", HANDS)
def test_an_honest_table_passes_both_verifiers(hands, tmp_path):
    """Nothing is found and nothing left out, with the rules and without them."""
    record = honest(hands).record()
    file = tmp_path / "levies.ftr"
    file.write_bytes(record_bytes(record))
    report = audit(record, rules(TITLE), BACKEND)

    assert (report.verdict, report.failures, dict(report.not_checked)) == ("PASS", (), {})
    assert audit(record, no_title, BACKEND).failures == ()
    assert (V.verify(str(file))[0]["failures"], V.verify(str(file))[1]) == ([], 0)


@pytest.mark.parametrize("title", [TITLE, BIG], ids=["12 a side", "180 a side"])
@pytest.mark.parametrize("hands", HANDS)
def test_the_real_table_and_seats_play_it(title, hands, tmp_path):
    """Referee and seats of this project play to signed audits: every live check of every seat holds."""
    rng = Random(len(hands))
    choose = giving_back(rng)

    def player(state, seat):
        return choose(seat, list(legal_actions(state, seat)))

    match = play_match(title, 2, {1: player, 2: player}, rng, {"hands": hands})
    file = tmp_path / "levies.ftr"
    file.write_bytes(record_bytes(match.record))

    assert match.failures == ()
    assert audit(match.record, rules(title), BACKEND).verdict == "PASS"
    assert V.verify(str(file))[1] == 0


def test_a_first_hand_from_an_open_list_is_public():
    """It is a DRAW of epoch 0 without digest, from the top, and its cards are the list's (spec 2.6)."""
    first, second = logged(honest(), E.DRAW)[:2]

    for draw, seat in ((first, 1), (second, 2)):
        assert (draw.epoch, draw.first, draw.count, draw.digest) == (0, 0, 3, b"")
        assert (draw.seat, draw.zone) == (seat, 0)


@pytest.mark.parametrize("hands", HANDS)
def test_a_mulligan_is_an_epoch_of_rest_and_bag(hands):
    """The inputs are the undrawn rest and the whole hand, and as many cards are drawn anew (spec 2.7)."""
    given_back = [one for (one, *_) in shuffles(honest(hands)) if one.inputs[-1].HasField("bag")]

    assert [shuffle.deck for shuffle in given_back] == [0, 1]
    for shuffle in given_back:
        rest, bag = shuffle.inputs[0].range, shuffle.inputs[1].bag
        assert (bag.seat, bag.zone, bag.count) == (shuffle.deck + 1, 0, 3)
        assert (shuffle.n, rest.epoch) == (rest.count + 3, 1)


def test_late_cards_go_into_both_decks_in_one_batch():
    """The inputs are the undrawn rest and the whole open list of the late cards (spec 2.7)."""
    (joined,) = [batch for batch in shuffles(honest()) if batch[0].inputs[-1].range.deck == 2]

    assert [shuffle.deck for shuffle in joined] == [0, 1]
    for shuffle, late in zip(joined, (2, LATE_OF_ALLIES), strict=True):
        given = shuffle.inputs[1].range
        assert (given.deck, given.epoch, given.first, given.count) == (late, 0, 0, 3)
        assert shuffle.n == shuffle.inputs[0].range.count + 3


def test_a_list_that_is_used_up_is_no_input_again():
    """The late cards' list is closed; where the rules name it again it holds no card and is not listed."""
    again = shuffles(honest())[-2:]

    assert [[len(one.inputs) for one in batch] for batch in again] == [[1, 1], [1, 1]]
    assert [one.inputs[0].range.deck for batch in again for one in batch] == [0, 1, 0, 1]


def test_a_deck_that_is_empty_can_be_shuffled():
    """An epoch of no cards is sealed with the root of the empty tree, and nothing is drawn from it."""
    scribe = to_the_end(table(TITLE, "drawn", 2))
    ends = logged(scribe, E.SLOT_END)
    roots = [
        result.sealed.root
        for batch, end in zip(shuffles(scribe), ends, strict=True)
        for shuffle, result in zip(batch, end.results, strict=True)
        if not shuffle.n
    ]
    later = [draw for draw in logged(scribe, E.DRAW) if draw.epoch == scribe.current[draw.deck]]

    assert len(roots) >= 2
    assert set(roots) == {RightEdge().root()}
    assert later == []


def test_discards_lie_closed_or_open_to_the_end():
    """A played card is a SHOW into one zone, a discarded one a PLACE into another; neither leaves again."""
    record = honest().record()
    verifier = Verifier(rules(TITLE), BACKEND)
    for entries, head in appends(record):
        verifier.feed(entries, head)
    acts = [
        act
        for entry in logged(honest(), E.ACT)
        for step in wire.Draft.FromString(entry.msg.payload).steps
        for act in step.cards
    ]
    kinds = {act.WhichOneof("act") for act in acts}
    made = {seat: player.next_ref - 1 for seat, player in honest().players.items()}
    ends = {seat: len(lying) for seat, lying in verifier.ledger.refs.items()}

    assert kinds == {"place", "show"}
    assert all(act.place.to_zone == 257 for act in acts if act.HasField("place"))
    assert all(act.show.to_zone == 256 for act in acts if act.HasField("show"))
    assert ends == made


# ---- False tables ----


def appends(record):
    """Yields each append of a record."""
    waiting = []
    for line in record.lines:
        if isinstance(line, wire.Head):
            yield waiting, line
            waiting = []
        else:
            waiting.append(line)


def signed_anew(scribe, index, message):
    """Returns the record with one entry changed, under heads that the referee signs at the old times."""
    edge, lines, times = RightEdge(), [], {head.size: head.time_ms for head in scribe.heads}
    for entry in scribe.entries:
        data = message.SerializeToString(deterministic=True) if entry.index == index else entry.payload
        edge.append(log_leaf_hash(scribe.id, entry.index, entry.type, data))
        lines.append(wire.Entry(index=entry.index, type=entry.type, payload=data))
        if edge.size in times:
            told = times[edge.size]
            lines.append(messages.sign_head(scribe.referee, scribe.id, edge.size, edge.root(), told))
    return read_record_bytes(record_bytes(Record(scribe.id, "2026-01-01T00:00:00Z", "test", tuple(lines))))


def first_that(kind, fits, change):
    """Returns the index of the first honest entry that fits, and the entry with a change."""
    for entry in honest().entries:
        if entry.type == kind:
            message = decode(kind, entry.payload)
            if fits(message):
                change(message)
                return entry.index, message
    raise AssertionError("no entry is like that")


def returns(opened):
    """Tells whether a SLOT_OPEN takes a hand back."""
    return any(one.HasField("bag") for one in opened.requests[0].shuffle.inputs)


def joins(opened):
    """Tells whether late cards go into the decks."""
    return opened.requests[0].shuffle.inputs[-1].range.deck == 2


def joins_again(opened):
    """Tells whether a join comes when the late cards are used up."""
    decks = [request.shuffle for request in opened.requests]
    return len(decks) == 2 and decks[0].epoch > 2 and len(decks[0].inputs) == 1


def of_bag(**values):
    """Returns a change of the bag that a mulligan lists."""

    def change(opened):
        bag = opened.requests[0].shuffle.inputs[1].bag
        for name, value in values.items():
            setattr(bag, name, value)

    return change


def smaller_bag(opened):
    """Takes two cards of the three, and says so."""
    of_bag(count=2)(opened)
    opened.requests[0].shuffle.n -= 1


def without_bag(opened):
    """Leaves the hand out."""
    del opened.requests[0].shuffle.inputs[1]


def exchange_late(opened):
    """Gives each side the other's late cards."""
    one, other = (request.shuffle.inputs[1].range for request in opened.requests)
    one.deck, other.deck = other.deck, one.deck


def same_late(opened):
    """Puts one side's late cards into both decks."""
    opened.requests[1].shuffle.inputs[1].range.deck = 2


def not_all_late(opened):
    """Leaves the last late card out."""
    shuffle = opened.requests[0].shuffle
    shuffle.inputs[1].range.count -= 1
    shuffle.n -= 1


def late_again(opened):
    """Puts the late cards in a second time."""
    shuffle = opened.requests[0].shuffle
    shuffle.inputs.append(wire.Input(range=wire.Range(deck=2, count=3)))
    shuffle.n += 3


def values(**changed):
    """Returns a change of some fields."""
    return lambda message: [setattr(message, name, value) for name, value in changed.items()]


def is_open(draw):
    """Tells whether a DRAW is from an open list."""
    return not draw.epoch


FALSE = {
    "an open hand not from the top": (E.DRAW, is_open, values(first=1, count=2), "DRAW_POSITION"),
    "an open hand with a digest": (E.DRAW, is_open, values(digest=bytes(31) + b"\1"), "ENC_BAD_VALUE"),
    "an open hand for the other seat": (E.DRAW, is_open, values(seat=2), "DRAW_RECIPIENT"),
    "late cards as a first hand": (E.DRAW, is_open, values(deck=2), "DRAW_RECIPIENT"),
    "a card fewer": (E.DRAW, is_open, values(count=2), "DRAW_RECIPIENT"),
    "a mulligan of the other's hand": (E.SLOT_OPEN, returns, of_bag(seat=2), "DECK_INPUTS"),
    "a mulligan of an empty bag": (E.SLOT_OPEN, returns, of_bag(zone=1), "HAND_COUNT"),
    "a mulligan of part of the hand": (E.SLOT_OPEN, returns, smaller_bag, "HAND_COUNT"),
    "a mulligan without the hand": (E.SLOT_OPEN, returns, without_bag, "DECK_SIZE"),
    "late cards of the other side": (E.SLOT_OPEN, joins, exchange_late, "DECK_INPUTS"),
    "the same late cards twice in a batch": (E.SLOT_OPEN, joins, same_late, "DECK_SIZE"),
    "late cards but one": (E.SLOT_OPEN, joins, not_all_late, "DECK_SIZE"),
    "late cards a second time": (E.SLOT_OPEN, joins_again, late_again, "DRAW_STALE_EPOCH"),
}
BY_THE_RULES = {"DRAW_RECIPIENT", "DECK_INPUTS"}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_entry_convicts_the_referee_at_once(name):
    """Whoever follows the log sees it at that entry, with its code; the evidence alone names the referee."""
    kind, fits, change, code = FALSE[name]
    index, message = first_that(kind, fits, change)
    record = signed_anew(honest(), index, message)
    verifier = Verifier(rules(TITLE), BACKEND)
    found = None
    for entries, head in appends(record):
        found = found or next((one for one in verifier.feed(entries, head) if one.failed), None)

    assert found is not None
    assert (found.code, found.klass, found.entry) == (code, Klass.C, index)
    assert found.key == honest().referee.public
    evidence = evidence_of(found, record, rules(TITLE), BACKEND)
    judgement = judge(read_evidence(evidence_bytes(evidence)), rules(TITLE), BACKEND)
    assert (judgement.exit_code, {one.key for one in judgement.failures}) == (1, {found.key})


@pytest.mark.parametrize("name", FALSE)
def test_the_second_verifier_says_the_same(name, tmp_path):
    """Code, class, entry and key are those of the first without the rules; what rests on rules it leaves."""
    kind, fits, change, code = FALSE[name]
    index, message = first_that(kind, fits, change)
    record = signed_anew(honest(), index, message)
    file = tmp_path / "false.ftr"
    file.write_bytes(record_bytes(record))
    said = V.verify(str(file))[0]["failures"][0]
    one = audit(record, no_title, BACKEND).failures[0]

    assert (said["code"], said["class"], said["entry"], said["key"]) == (
        str(one.code),
        one.klass.value,
        one.entry,
        one.key.hex() if one.key else None,
    )
    assert (said["code"] == code) == (code not in BY_THE_RULES)


def another_card(shuffle, order):
    """Leaves the lowest card out and puts another in twice, where nobody will draw."""
    return [*order[:-1], order[-2]]


def another_order(shuffle, order):
    """Exchanges the last two cards."""
    return [*order[:-2], order[-1], order[-2]]


def of_a_hand(shuffle, order):
    """Tells whether a hand is given back."""
    return any(one.HasField("bag") for one in shuffle.inputs)


def of_late_cards(shuffle, order):
    """Tells whether late cards go in."""
    return len(shuffle.inputs) == 2 and shuffle.inputs[1].range.deck == LATE_OF_ALLIES


@pytest.mark.parametrize("change", [another_card, another_order])
@pytest.mark.parametrize("when", [of_a_hand, of_late_cards])
def test_a_false_seal_is_found_in_the_audit(when, change, tmp_path):
    """Other cards or another order than the inputs give are FIN_DECK_ROOT, for both verifiers (spec 2.7)."""
    scribe = table(BIG, "open", cls=MaliciousReferee)
    hook = scribe.at(SEAL, change, when)
    to_the_end(scribe)
    record = scribe.record()
    file = tmp_path / "false.ftr"
    file.write_bytes(record_bytes(record))
    said = V.verify(str(file))[0]["failures"][0]

    for titles in (rules(BIG), no_title):
        one = audit(record, titles, BACKEND).failures[0]
        assert (one.code, one.klass, one.entry) == ("FIN_DECK_ROOT", Klass.C, hook.done[0])
        assert one.key == scribe.referee.public
    assert (said["code"], said["entry"], said["key"]) == (
        "FIN_DECK_ROOT",
        hook.done[0],
        scribe.referee.public.hex(),
    )
