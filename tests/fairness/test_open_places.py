"""Which code a false entry gets where more than one would do: the end of SPEC 3.1, place by place.

All without the rules, so that a second implementation can be held to it.
"""

from __future__ import annotations

import pytest
from falsified import changed, drafted, encoded, entries, honest, place, put_in, resigned, signed_anew, spoken
from malicious_seat import act_of, has_act

from sealed.fairness.arithmetic import slots
from sealed.fairness.arithmetic.identifiers import log_leaf_hash, record_digest
from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import record_bytes
from sealed.fairness.signing.messages import parse_header
from sealed.wire.v1 import fairness_pb2 as wire
from second_verifier import BACKEND, V, no_title


def header(change):
    """Changes the header of the first ACT."""
    return lambda: changed(E.ACT, lambda act: setattr(act.msg, "header", change(act.msg.header)))


def signed(**fields):
    """Lets the seat of the first ACT sign another header."""
    return lambda: resigned(place(E.ACT), **fields)


def opened(change):
    """Changes the second SLOT_OPEN."""
    return lambda: changed(E.SLOT_OPEN, change, nth=1)


def asked(**request):
    """Lets the last SLOT_OPEN ask for something else."""
    return lambda: changed(
        E.SLOT_OPEN, lambda m: m.requests[0].CopyFrom(wire.Request(pick=wire.Pick(**request))), nth=-1
    )


def ended(change, nth=0):
    """Changes a SLOT_END."""
    return lambda: changed(E.SLOT_END, change, nth=nth)


def zone(kind, name, number):
    """Changes a zone of a PLACE or SHOW."""
    return lambda: drafted(lambda draft: setattr(act_of(draft, kind), name, number), has_act(kind))


def points(**point):
    """Lets the last draft point at something."""
    return lambda: drafted(lambda d: d.steps[0].cards.add().point.CopyFrom(wire.Point(**point)), nth=-1)


def before_the_end(kind, message):
    """Puts an entry before the RESIGN that ends the game."""
    return lambda: put_in(place(E.RESIGN), (kind, encoded(message)))


def peek(viewer, owner, *refs):
    """Puts in a PEEK."""
    message = wire.Peek(viewer=viewer, owner=owner, refs=refs, digest=bytes(31) + b"1")
    return before_the_end(E.PEEK, message)


def again_while_open(kind):
    """Puts an old slot entry between the second SLOT_OPEN and its end."""
    return lambda: put_in(place(E.SLOT_END, nth=1), entries()[place(kind)])


def open_while_open(first_k):
    """Opens a slot while the second one is open."""
    message = wire.SlotOpen(first_k=first_k, contributors=[1, 2])
    message.requests.add().pick.m = 2
    return put_in(place(E.SLOT_END, nth=1), (E.SLOT_OPEN, encoded(message)))


def vote(seat, counter, leaf=b""):
    """Returns a further RESULT of a seat, about the right GAME_OVER if no other leaf is given."""
    over = place(E.GAME_OVER)
    leaf = leaf or log_leaf_hash(honest().id, over, E.GAME_OVER, entries()[over][1])
    return spoken(E.RESULT, seat, encoded(wire.ResultVote(game_over_leaf=leaf, agree=True)), counter)


def audits(*digests):
    """Lets seat 1 sign AUDITs about records."""
    kept = [
        spoken(E.AUDIT, 1, encoded(wire.AuditVerdict(record_digest=one, verdict=1)), 9000 + n)
        for n, one in enumerate(digests)
    ]
    return [*entries(), *kept]


def digest():
    """Returns the digest of the honest record."""
    return record_digest(honest().id, len(honest().entries), honest().roots[-1])


def twice_a_deck(message):
    """Lets a batch shuffle one deck a second time."""
    message.requests.add().shuffle.CopyFrom(wire.Shuffle(deck=0, epoch=1, n=0, scheme=1))


def cards_twice(message):
    """Lists the cards of the first shuffle a second time."""
    shuffle = next(one.shuffle for one in message.requests if one.HasField("shuffle"))
    shuffle.inputs.append(shuffle.inputs[0])
    shuffle.n += shuffle.inputs[0].range.count


def timeout(**fields):
    """Puts in a TIMEOUT for an answer."""
    return before_the_end(E.TIMEOUT, wire.Timeout(seat=1, deadline_ms=5, kind=1, **fields))


PLACES = {
    "header too short": ("ENC_NOT_STRICT", header(lambda data: data[:-1])),
    "header too long": ("ENC_NOT_STRICT", header(lambda data: data + b"\0")),
    "header without its label": ("ENC_NOT_STRICT", header(lambda data: b"X" + data[1:])),
    "a seat that is not there": ("SIG_INVALID", signed(seat=5)),
    "no seat": ("SIG_INVALID", signed(seat=0)),
    "another seat": ("SIG_INVALID", lambda: resigned(place(E.ACT), seat=other_seat())),
    "another key": ("SIG_WRONG_CONTEXT", signed(pk=bytes(32))),
    "another table": ("SIG_WRONG_CONTEXT", signed(table_id=bytes(32))),
    "another type": ("SIG_WRONG_CONTEXT", signed(type=15)),
    "a type that is not there": ("SIG_WRONG_CONTEXT", signed(type=77)),
    "COMMITs exchanged": (
        "GEN_COMMIT_MISSING",
        lambda: changed(E.GENESIS, lambda m: m.commits.append(m.commits.pop(0))),
    ),
    "AGREEs exchanged": (
        "GEN_UNSIGNED",
        lambda: changed(E.START, lambda m: m.agrees.append(m.agrees.pop(0))),
    ),
    "slot 0 opened": ("SLOT_SEQUENCE", opened(lambda m: setattr(m, "first_k", 0))),
    "an old slot opened": ("SLOT_REOPENED", opened(lambda m: setattr(m, "first_k", 1))),
    "a slot too high opened": ("SLOT_SKIPPED", opened(lambda m: setattr(m, "first_k", 1000))),
    "an old slot opened while one is open": ("SLOT_REOPENED", again_while_open(E.SLOT_OPEN)),
    "slot 0 opened while one is open": ("SLOT_SEQUENCE", lambda: open_while_open(0)),
    "a slot too high opened while one is open": ("SLOT_SKIPPED", lambda: open_while_open(2000)),
    "the next slot opened while one is open": ("LOG_PHASE", lambda: open_while_open(second_slot_after())),
    "one deck shuffled twice at once": ("DECK_EPOCH", lambda: changed(E.SLOT_OPEN, twice_a_deck)),
    "the same cards shuffled in twice": ("DECK_SIZE", lambda: changed(E.SLOT_OPEN, cards_twice)),
    "an old slot ended while one is open": ("SLOT_REOPENED", again_while_open(E.SLOT_END)),
    "an old slot ended instead": ("SLOT_REOPENED", ended(lambda m: setattr(m, "first_k", 1), 1)),
    "a slot to come ended": ("LOG_PHASE", ended(lambda m: setattr(m, "first_k", m.first_k + 5))),
    "slot 0 ended": ("LOG_PHASE", ended(lambda m: setattr(m, "first_k", 0))),
    "a link too few": ("SLOT_EARLY", ended(lambda m: (m.links.pop(), m.waits.pop()))),
    "a link too many": ("SLOT_EARLY", ended(lambda m: (m.links.append(m.links[0]), m.waits.append(1)))),
    "a wait too few": ("TIME_RANGE", ended(lambda m: m.waits.pop())),
    "no waits": ("TIME_RANGE", ended(lambda m: m.ClearField("waits"))),
    "a result too few": ("SLOT_OUTPUT", ended(lambda m: m.results.pop())),
    "a result too many": ("SLOT_OUTPUT", ended(lambda m: m.results.append(m.results[-1]))),
    "a seal for what is shown": (
        "SLOT_OUTPUT",
        ended(lambda m: m.results[0].CopyFrom(wire.Result(sealed=wire.Sealed(root=b"1" * 32))), -1),
    ),
    "a card placed in a bag": ("ENC_BAD_VALUE", zone("place", "to_zone", 255)),
    "a card placed beyond all colours": ("ENC_BAD_VALUE", zone("place", "to_zone", 16640)),
    "a card placed from a laid zone": ("ENC_BAD_VALUE", zone("place", "from_zone", 256)),
    "a card shown in a bag": ("ENC_BAD_VALUE", zone("show", "to_zone", 0)),
    "a card shown from a laid zone": ("ENC_BAD_VALUE", zone("show", "from_zone", 300)),
    "a card placed from a bag that is empty": ("HAND_COUNT", zone("place", "from_zone", 9)),
    "a draw to a laid zone": ("ENC_BAD_VALUE", lambda: changed(E.DRAW, lambda m: setattr(m, "zone", 256))),
    "a draw to no seat here": ("DRAW_RECIPIENT", lambda: changed(E.DRAW, lambda m: setattr(m, "seat", 5))),
    "a pick of too many": ("ENC_BAD_VALUE", asked(m=65537)),
    "a pick of what nobody made": ("BLIND_NOT_HELD", asked(m=1, owner=1, refs=[99])),
    "a pick of no seat's": ("BLIND_NOT_HELD", asked(m=1, owner=5, refs=[1])),
    "a pick of what is open": ("BLIND_REUSED", asked(m=1, owner=1, refs=[1])),
    "a point at what is open": ("BLIND_NOT_HELD", points(owner=1, refs=[1])),
    "a point at what nobody made": ("BLIND_NOT_HELD", points(owner=1, refs=[250])),
    "a point at no seat's": ("BLIND_NOT_HELD", points(owner=5, refs=[1])),
    "a point that moves another seat's": ("ENC_BAD_VALUE", lambda: drafted(pointed_away, nth=-1)),
    "a point to a bag": ("ENC_BAD_VALUE", points(owner=1, refs=[1], to_zone=3)),
    "a point beyond all colours": ("ENC_BAD_VALUE", points(owner=1, refs=[1], to_zone=16640)),
    "a peek at what is open": ("BLIND_REUSED", peek(2, 1, 1)),
    "a peek at what nobody made": ("BLIND_NOT_HELD", peek(2, 1, 250)),
    "a peek at no seat's": ("BLIND_NOT_HELD", peek(1, 5, 1)),
    "a peek by its owner": ("PEEK_NOT_DUE", peek(1, 1, 1)),
    "a peek by no seat here": ("PEEK_NOT_DUE", peek(5, 1, 1)),
    "a peek at too many": ("ENC_TOO_LARGE", peek(1, 2, *range(1, 257))),
    "a notice after a resignation": (
        "LOG_PHASE",
        lambda: put_in(place(E.GAME_OVER), (E.NOTICE, encoded(wire.Notice(kind="info")))),
    ),
    "a stated answer without action": ("ENC_BAD_VALUE", timeout(rule="answer", state=b"1" * 32)),
    "a stated answer without digest": ("ENC_BAD_VALUE", timeout(rule="answer", action="pass")),
    "a loss with an answer": ("ENC_BAD_VALUE", timeout(rule="loss", action="pass")),
    "a RESULT about another end": (
        "ENC_BAD_VALUE",
        lambda: put_in(place(E.RESULT), vote(1, 9000, leaf=b"3" * 32)),
    ),
    "a second RESULT": ("LOG_PHASE", lambda: put_in(place(E.FINAL_REVEAL), vote(1, 9000))),
    "an AUDIT before the pages": ("LOG_PHASE", lambda: put_in(place(E.FINAL_PAGE), audits(digest())[-1])),
    "a page too many": (
        "LOG_PHASE",
        lambda: put_in(place(E.FINAL_PAGE, nth=-1) + 1, entries()[place(E.FINAL_PAGE, nth=-1)]),
    ),
    "an AUDIT of another record": ("ENC_BAD_VALUE", lambda: audits(b"3" * 32)),
    "a second AUDIT": ("LOG_PHASE", lambda: audits(digest(), digest())),
    "a page that does not go on": (
        "FIN_BLIND_UNOPENED",
        lambda: changed(E.FINAL_PAGE, lambda m: setattr(m, "first_ref", 2)),
    ),
    "a page of no seat here": (
        "FIN_BLIND_UNOPENED",
        lambda: changed(E.FINAL_PAGE, lambda m: setattr(m, "seat", 5)),
    ),
}


def other_seat():
    """Returns the seat that did not send the first ACT."""
    act = wire.ActEntry.FromString(entries()[place(E.ACT)][1])
    return 3 - parse_header(act.msg.header).seat


def pointed_away(draft):
    """Points at another seat's reference and says where it goes."""
    act = wire.ActEntry.FromString(entries()[place(E.ACT, nth=-1)][1])
    other = 3 - parse_header(act.msg.header).seat
    draft.steps[0].cards.add().point.CopyFrom(wire.Point(owner=other, refs=[1], to_zone=300))


def second_slot_after():
    """Returns the number after the second SLOT_OPEN's last."""
    second = wire.SlotOpen.FromString(entries()[place(E.SLOT_OPEN, nth=1)][1])
    return second.first_k + len(second.requests)


@pytest.mark.parametrize("name", PLACES)
def test_a_false_entry_gets_the_code_that_the_text_says(name) -> None:
    """The code at the entry that is false, and it convicts the referee (SPEC 3.1)."""
    code, make = PLACES[name]
    false = make()
    honest_ones = entries()
    first = next(
        index for index, one in enumerate(false) if index >= len(honest_ones) or one != honest_ones[index]
    )
    failure = audit(signed_anew(false), no_title, BACKEND).failures[0]
    assert failure.code == code
    assert failure.key == honest().referee.public
    assert failure.entry == first + (code == "LOG_PHASE" and name == "a second AUDIT")


@pytest.mark.parametrize("name", PLACES)
def test_the_second_verifier_gives_it_the_same_code(name, tmp_path) -> None:
    """Whoever has read nothing but the text names the same code, entry and key (SPEC 3.1)."""
    false, file = signed_anew(PLACES[name][1]()), tmp_path / "false.ftr"
    file.write_bytes(record_bytes(false))
    first, (line, code) = audit(false, no_title, BACKEND).failures[0], V.verify(str(file))
    found = [(one["code"], one["entry"], one["key"]) for one in line["failures"]]
    assert (code, found) == (1, [(first.code, first.entry, first.key.hex())])


def used_up():
    """Returns a log in which all slots of the table are used, and one more is opened."""
    scribe, batch = honest(), 16
    made = entries()[:2]
    for first in range(1, scribe.n + 2, batch):
        asked_for = [wire.Request(pick=wire.Pick(m=2))] * (batch if first <= scribe.n else 1)
        opened = wire.SlotOpen(first_k=first, contributors=[1, 2], requests=asked_for)
        made.append((E.SLOT_OPEN, encoded(opened)))
        if first > scribe.n:
            return made
        last = first + batch - 1
        end = wire.SlotEnd(first_k=first, waits=[0, 0])
        end.links.extend(player.chain.link(last) for player in scribe.players.values())
        for k in range(first, last + 1):
            links = [(seat, player.chain.link(k)) for seat, player in scribe.players.items()]
            prk = slots.slot_prk(scribe.id, k, 4, scribe.tape.secret(k), links)
            end.results.add().shown.CopyFrom(
                wire.Shown(s=scribe.tape.secret(k), proof=scribe.tape.proof(k), outputs=[slots.pick(prk, 2)])
            )
        made.append((E.SLOT_END, encoded(end)))
    raise AssertionError


def test_a_slot_beyond_the_last_names_nobody() -> None:
    """SLOT_EXHAUSTED is nobody's: a table that runs out ends by the title's rule (2.4)."""
    false = used_up()
    failure = audit(signed_anew(false), no_title, BACKEND).failures[0]
    assert (failure.code, failure.klass, failure.key) == ("SLOT_EXHAUSTED", Klass.D, None)
    assert failure.entry == len(false) - 1


def test_a_regroup_out_of_form_needs_no_rules() -> None:
    """Without the rules as well an empty REGROUP convicts the referee that logged it (2.16, 2.17)."""
    made = drafted(lambda d: d.steps[0].cards.add().regroup.CopyFrom(wire.Regroup()))
    report = audit(signed_anew(made), no_title, BACKEND)
    assert [(one.code, one.party) for one in report.failures] == [("REGROUP_ZONE", "referee")]
    assert report.verdict == "FAIL"
