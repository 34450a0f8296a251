"""Both verifiers on false tables whose referee signed them: the same code, class, entry and keys."""

from functools import cache
from random import Random

import pytest
from scribe import Scribe

from sealed.fairness.arithmetic.blind import Handle, equal_tag, make_ref
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import Record, record_bytes
from sealed.fairness.signing import messages
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire
from second_verifier import V, first, no_title


def _flip(data):
    return data[:-1] + bytes([data[-1] ^ 1])


@cache
def honest():
    """Returns a finished table of two seats whose referee's key we hold."""
    scribe = Scribe(TITLE, 2, Random(1))
    scribe.begin()
    scribe.play(66)
    scribe.resign(1)
    scribe.finish()
    return scribe


def signed_anew(scribe, entries):
    """Returns the record of other entries under heads that the referee signs at the old times."""
    edge, lines, times = RightEdge(), [], {head.size: head.time_ms for head in scribe.heads}
    last = scribe.heads[0].time_ms
    for index, (kind, payload) in enumerate(entries):
        edge.append(log_leaf_hash(scribe.id, index, kind, payload))
        lines.append(wire.Entry(index=index, type=kind, payload=payload))
        last = times.get(index + 1, last)
        if index + 1 in times or index + 1 == len(entries):
            lines.append(messages.sign_head(scribe.referee, scribe.id, edge.size, edge.root(), last))
    return record_bytes(Record(scribe.id, "2026-01-01T00:00:00Z", "scribe", tuple(lines)))


def _entries():
    return [(entry.type, entry.payload) for entry in honest().entries]


def _changed(kind, schema, change, nth=0):
    """Returns the honest entries with one of a type changed."""
    entries = _entries()
    place = [at for at, (one, _) in enumerate(entries) if one == kind][nth]
    message = schema.FromString(entries[place][1])
    change(message)
    entries[place] = (kind, message.SerializeToString(deterministic=True))
    return entries


def _other(**values):
    return lambda message: [setattr(message, name, value) for name, value in values.items()]


def _shown(end):
    return next(result.shown for result in end.results if result.HasField("shown"))


def _shuffle(opened):
    return next(request.shuffle for request in opened.requests if request.HasField("shuffle"))


def _leave_out(end):
    del end.links[0]
    del end.waits[0]


def _exchange(page):
    page.handles = page.handles[5:10] + page.handles[:5] + page.handles[10:]


def _again(kind):
    entries = _entries()
    place = next(at for at, (one, _) in enumerate(entries) if one == kind)
    return [*entries[: place + 1], entries[place], *entries[place + 1 :]]


def _unknown_field():
    entries = _entries()
    return [(kind, data + b"\x78\x01") if kind == E.SLOT_OPEN else (kind, data) for kind, data in entries]


FALSE = {
    "SLOT_SKIPPED": lambda: _changed(E.SLOT_OPEN, wire.SlotOpen, _other(first_k=2)),
    "SLOT_CONTRIBUTORS": lambda: _changed(E.SLOT_OPEN, wire.SlotOpen, lambda m: m.contributors.pop()),
    "DECK_EPOCH": lambda: _changed(E.SLOT_OPEN, wire.SlotOpen, lambda m: setattr(_shuffle(m), "epoch", 2)),
    "DECK_SIZE": lambda: _changed(E.SLOT_OPEN, wire.SlotOpen, lambda m: setattr(_shuffle(m), "n", 7)),
    "SLOT_EARLY": lambda: _changed(E.SLOT_END, wire.SlotEnd, _leave_out),
    "SLOT_LINK": lambda: _changed(
        E.SLOT_END, wire.SlotEnd, lambda m: m.links.__setitem__(0, _flip(m.links[0]))
    ),
    "SLOT_TAPE": lambda: _changed(
        E.SLOT_END, wire.SlotEnd, lambda m: setattr(_shown(m), "s", _flip(_shown(m).s))
    ),
    "SLOT_OUTPUT": lambda: _changed(
        E.SLOT_END, wire.SlotEnd, lambda m: _shown(m).outputs.__setitem__(0, _shown(m).outputs[0] ^ 1)
    ),
    "TIME_RANGE": lambda: _changed(
        E.SLOT_END, wire.SlotEnd, lambda m: m.waits.__setitem__(0, m.waits[0] + 1)
    ),
    "DRAW_POSITION": lambda: _changed(E.DRAW, wire.Draw, lambda m: setattr(m, "first", m.first + 1)),
    "DECK_SEAL_LATE": lambda: _changed(E.DRAW, wire.Draw, lambda m: setattr(m, "epoch", m.epoch + 1)),
    "SIG_INVALID": lambda: _changed(E.ACT, wire.ActEntry, lambda m: setattr(m.msg, "sig", _flip(m.msg.sig))),
    "END_CAUSE": lambda: _changed(E.GAME_OVER, wire.GameOver, _other(cause="time")),
    "FIN_TAPE_ROOT": lambda: _changed(
        E.FINAL_REVEAL, wire.FinalReveal, lambda m: setattr(m, "tape_seed", _flip(m.tape_seed))
    ),
    "FIN_BLIND_UNOPENED": lambda: _changed(E.FINAL_PAGE, wire.FinalPage, _exchange),
    "ENC_UNKNOWN_FIELD": _unknown_field,
    "ACT_REPLAYED": lambda: _again(E.ACT),
    "LOG_PHASE": lambda: _again(E.START),
    "SLOT_REOPENED": lambda: _again(E.SLOT_END),
}


def agree(data, file, code, blamed):
    """Both convict the same keys by the same code at the same entry, without the rules and with them."""
    file.write_bytes(data)
    line, exit_code = V.verify(str(file))
    mine = {(one["code"], one["class"], one["entry"], one["key"]) for one in line["failures"]}
    theirs = {
        (str(one.code), one.klass.value, one.entry, one.key.hex() if one.key else None)
        for one in first(data, no_title).failures
    }
    assert exit_code == 1
    assert {(one[0], one[3]) for one in mine} == {(code, key.hex()) for key in blamed}
    assert mine <= theirs
    assert first(data).verdict != "PASS"


def _input(change):
    """Returns the honest entries with one thing changed in what the first shuffle lists."""
    return lambda: _changed(E.SLOT_OPEN, wire.SlotOpen, lambda m: change(_shuffle(m).inputs))


def _range_of(**values):
    return _input(lambda inputs: [setattr(inputs[0].range, name, value) for name, value in values.items()])


FALSE_INPUTS = {
    "a range too short": ("DECK_SIZE", _range_of(count=1)),
    "the same range twice": ("DECK_SIZE", _input(lambda inputs: inputs.append(inputs[0]))),
    "not from the top": ("DRAW_POSITION", _range_of(first=1)),
    "an epoch to come": ("DECK_SEAL_LATE", _range_of(epoch=7)),
    "a bag that is empty": (
        "HAND_COUNT",
        _input(lambda inputs: inputs.append(wire.Input(bag=wire.Bag(seat=1, count=3)))),
    ),
    "a reference that nobody made": (
        "BLIND_NOT_HELD",
        _input(lambda inputs: inputs.append(wire.Input(refs=wire.Refs(seat=1, refs=[9])))),
    ),
}


@pytest.mark.parametrize("name", FALSE_INPUTS)
def test_both_judge_what_a_shuffle_lists_without_the_rules(name, tmp_path):
    """A listed place that is not there so breaks its own law; `DECK_INPUTS` is left to the rules (2.7)."""
    code, entries = FALSE_INPUTS[name]
    data = signed_anew(honest(), entries())
    agree(data, tmp_path / "false.ftr", code, [honest().referee.public])
    assert "DECK_INPUTS" not in first(data, no_title).executed


@pytest.mark.parametrize("code", FALSE)
def test_both_convict_the_referee_that_signed_it(code, tmp_path):
    """A false entry under good heads: the same code, class, entry and key from both verifiers."""
    agree(signed_anew(honest(), FALSE[code]()), tmp_path / "false.ftr", code, [honest().referee.public])


NO_DECK = 200


def _exchanged():
    def exchange(opened):
        found = [request.shuffle for request in opened.requests if request.HasField("shuffle")]
        one, other = (shuffle.inputs[0].range for shuffle in found if shuffle.n == found[0].n)
        one.deck, other.deck = other.deck, one.deck

    return _changed(E.SLOT_OPEN, wire.SlotOpen, exchange)


def test_without_the_rules_both_let_two_shuffles_exchange_their_cards(tmp_path):
    """Which deck a card belongs to is the rules' to say (`DECK_INPUTS`); what follows is judged by both."""
    data = signed_anew(honest(), _exchanged())
    agree(data, tmp_path / "exchanged.ftr", "HEAD_FALSE", [honest().referee.public])
    assert first(data).failures[0].code == "DECK_INPUTS"


DRAWN = {
    "of a deck that is not there": (
        "DECK_SEAL_LATE",
        lambda: _changed(E.DRAW, wire.Draw, _other(deck=NO_DECK)),
    ),
    "from the open list of such a deck": (
        "DRAW_POSITION",
        lambda: _changed(E.DRAW, wire.Draw, _other(deck=NO_DECK, epoch=0, digest=b"")),
    ),
    "from an open list after the seal": (
        "DRAW_STALE_EPOCH",
        lambda: _changed(E.DRAW, wire.Draw, _other(epoch=0, digest=b"")),
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_both_judge_the_epoch_of_a_draw(name, tmp_path):
    """No epoch is drawn from before it is sealed, whatever the deck (2.5), nor after the next one is."""
    code, entries = DRAWN[name]
    agree(signed_anew(honest(), entries()), tmp_path / "false.ftr", code, [honest().referee.public])


# ---- Tables that were false from the moment on, so that only the end audit sees it ----


def _played(turns, alter=None, alter_draft=None):
    """Returns a finished table at which some entries or drafts were false before they were signed."""
    scribe = Scribe(TITLE, 2, Random(1))
    scribe.alter = alter or scribe.alter
    scribe.alter_draft = (
        (lambda seat, draft: alter_draft(scribe, seat, draft)) if alter_draft else scribe.alter_draft
    )
    scribe.begin()
    scribe.play(turns)
    scribe.resign(1)
    scribe.finish()
    return scribe


def _altering(kind, change):
    """Returns a hook that changes the first entry of a type for which the change returns True."""
    done = []

    def alter(_index, one, message):
        if one == kind and not done and change(message):
            done.append(one)
        return message

    return alter


def _false_digest(draw):
    draw.digest = _flip(draw.digest) if draw.epoch else draw.digest
    return draw.epoch


def _false_root(end):
    sealed = next((result.sealed for result in end.results if result.HasField("sealed")), None)
    if sealed:
        sealed.root = _flip(sealed.root)
    return sealed


def _false_commit(genesis):
    genesis.blind_commits[1] = _flip(genesis.blind_commits[1])
    return True


AT_THE_END = {"FIN_OPENING": (E.DRAW, _false_digest), "FIN_DECK_ROOT": (E.SLOT_END, _false_root)}
AT_THE_END |= {"FIN_BLIND_SEED": (E.GENESIS, _false_commit)}


@pytest.mark.parametrize("code", AT_THE_END)
def test_both_convict_at_the_end(code, tmp_path):
    """What only the reveal shows: the same code, entry and key from both verifiers."""
    scribe = _played(50, alter=_altering(*AT_THE_END[code]))
    agree(record_bytes(scribe.record()), tmp_path / "false.ftr", code, [scribe.referee.public])


def _with_an_empty_range(opened):
    shuffle = next((request.shuffle for request in opened.requests if request.HasField("shuffle")), None)
    if shuffle is not None:
        shuffle.inputs.append(wire.Input(range=wire.Range(deck=NO_DECK)))
    return shuffle is not None


def test_both_take_an_empty_range_for_nothing(tmp_path):
    """Empty inputs may be listed, also of a deck without a list (decision 0007, 8)."""
    scribe = _played(30, alter=_altering(E.SLOT_OPEN, _with_an_empty_range))
    data = record_bytes(scribe.record())
    (tmp_path / "empty.ftr").write_bytes(data)
    line, code = V.verify(str(tmp_path / "empty.ftr"))
    assert (code, line["failures"], first(data, no_title).failures) == (0, [], ())
    assert any(b"\x08\xc8\x01" in entry.payload for entry in scribe.entries if entry.type == E.SLOT_OPEN)
    assert first(data).verdict == "PASS"


def _unheld(scribe, seat, draft):
    """Lays, once, an equal card that still lies in the deck instead of the one in the hand."""
    laid = next((act.place for step in draft.steps for act in step.cards if act.HasField("place")), None)
    player = scribe.players[seat]
    if not laid or scribe.notes:
        return draft
    true = player.pages[-1]
    order, drawn = scribe.orders[true.deck, true.epoch], scribe.cursor[true.deck]
    equal = [at for at in range(drawn, len(order)) if order[at] == order[true.position]]
    if equal:
        held = player.pages[-1] = Handle(true.deck, true.epoch, equal[0])
        seed, number = scribe.seeds[seat], player.next_ref - 1
        laid.outer = make_ref(scribe.id, seat, seed, number, held, scribe.card_at(held)).outer
        scribe.refs[seat, number].handle = held
        scribe.notes.append(player.signer.public)
    return draft


def _same_counter(scribe, seat, draft):
    """Uses the counter of the seat's last message again, once."""
    player = scribe.players[seat]
    if player.counter == 6 and not scribe.notes:
        scribe.notes.append(player.signer.public)
        player.counter -= 1
    return draft


def _noting(change):
    def alter(scribe, seat, draft):
        scribe.notes = getattr(scribe, "notes", [])
        return change(scribe, seat, draft)

    return alter


def test_both_convict_a_seat_and_its_referee(tmp_path):
    """A card that was not in the hand names the seat that signed for it, and its referee."""
    scribe = _played(66, alter_draft=_noting(_unheld))
    keys = [scribe.referee.public, *scribe.notes]
    agree(record_bytes(scribe.record()), tmp_path / "false.ftr", "FIN_HAND", keys)


def test_both_convict_a_seat_that_equivocates(tmp_path):
    """Two messages with one counter name the seat alone."""
    scribe = _played(40, alter_draft=_noting(_same_counter))
    agree(record_bytes(scribe.record()), tmp_path / "false.ftr", "ACT_EQUIVOCATED", scribe.notes)


class _WrongTag(Scribe):
    """Of equal closed cards the one with the highest tag is opened."""

    changed = False

    def closed(self, seat, zone, card):
        """Returns the reference that must not be opened first."""
        found = [c for c in self.lying(seat, zone) if not c.open and c.card == card]
        self.changed |= len(found) > 1
        return max(found, key=lambda c: equal_tag(self.seeds[seat], c.number))


def _of_equal_cards_the_wrong_one():
    for seed in range(1, 20):
        scribe = _WrongTag(TITLE, 2, Random(seed))
        scribe.begin()
        scribe.play(None)
        scribe.finish()
        if scribe.changed:
            break
    return scribe


def test_without_the_rules_neither_judges_the_order_of_equal_cards(tmp_path):
    """The rules move cards, so only they convict whoever opened the wrong one of two (decision 0007, 9)."""
    scribe = _of_equal_cards_the_wrong_one()
    data = record_bytes(scribe.record())
    (tmp_path / "order.ftr").write_bytes(data)
    line, code = V.verify(str(tmp_path / "order.ftr"))
    report = first(data, no_title)
    assert (code, line["failures"], report.failures) == (0, [], ())
    left = [count for skipped, count in report.not_checked.items() if skipped.code == "REF_ORDER"]
    assert [one["n"] for one in line["not_checked"] if one["code"] == "REF_ORDER"] == left
    assert left
    assert [(one.code, one.key) for one in first(data).failures] == [("REF_ORDER", scribe.referee.public)]


# ---- Anything at all, signed anew ----


def _any_change(rng):
    """Returns the honest entries with one of them changed by a byte, dropped, doubled or exchanged."""
    entries = _entries()
    place, other = rng.randrange(1, len(entries)), rng.randrange(1, len(entries))
    kind, payload = entries[place]
    match rng.randrange(5):
        case 0:
            entries.insert(place, entries[other])
        case 1:
            del entries[place]
        case 2:
            entries[place], entries[other] = entries[other], entries[place]
        case _:
            at = rng.randrange(len(payload))
            entries[place] = (
                kind,
                payload[:at] + bytes([payload[at] ^ 1 << rng.randrange(8)]) + payload[at + 1 :],
            )
    return entries


@pytest.mark.parametrize("seed", range(24))
def test_both_see_any_change_and_name_nobody_else(seed, tmp_path):
    """A random change under good heads is seen by both; the second names no key that the first does not."""
    entries = _any_change(Random(seed))
    data = signed_anew(honest(), entries)
    (tmp_path / "any.ftr").write_bytes(data)
    line, code = V.verify(str(tmp_path / "any.ftr"))
    report = first(data, no_title)
    named = {one["key"] for one in line["failures"] if one["key"]}
    if entries == _entries():
        assert code == 0
        return
    assert code != 0
    assert report.failures
    assert named <= {one.key.hex() for one in report.failures if one.key}
