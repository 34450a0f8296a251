"""Attacks 22, 29, 49, 57, 106 and 118: batches, sizes, parameters, and a link that is shown to others."""

from __future__ import annotations

import tracemalloc

import pytest
import scribe_log
from malicious_referee import MaliciousReferee
from witness import BACKEND, Trial, convicted, judged, no_rules, popular_front, tried

from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.file import Evidence, Shown
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.codec import decode
from sealed.fairness.record import RecordError, read_record_bytes, record_bytes
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire

BOTH = pytest.mark.parametrize("seats", [2, 3])


def more(**request):
    """Adds a request to a batch."""
    return lambda opened: opened.requests.add(**request)


def falling(opened) -> None:
    """Asks for a pick among references that do not ascend."""
    opened.requests[0].CopyFrom(wire.Request(pick=wire.Pick(m=2, owner=1, refs=[2, 1])))


BATCHES = {
    "29 one that depends on another": (more(dice=wire.Dice(count=1, sides=6)), "SLOT_PURPOSE"),
    "49 a pick before anything was laid": (
        lambda m: m.requests[0].CopyFrom(wire.Request(pick=wire.Pick(m=1, owner=1, refs=[1]))),
        "SLOT_PURPOSE",
    ),
    "49 references that do not ascend": (falling, "ENC_BAD_VALUE"),
    "57 10,000 dice": (more(dice=wire.Dice(count=10_000, sides=6)), "ENC_TOO_LARGE"),
    "57 70,000 cards": (more(shuffle=wire.Shuffle(epoch=1, n=70_000, scheme=1)), "ENC_TOO_LARGE"),
}


@BOTH
@pytest.mark.parametrize("name", BATCHES)
def test_a_false_batch_convicts_the_referee(name, seats) -> None:
    """Everybody finds it at the SLOT_OPEN, before any link leaves (cases 29, 49, 57)."""
    change, code = BATCHES[name]
    trial, hook, found = tried(seats, lambda t: t.scribe.at("SLOT_OPEN", change), turns=40)
    assert found.says == (code, Klass.C, hook.done[0], trial.referee)
    assert all(one.found.says == found.says for one in trial.witnesses)
    assert convicted(found) == {trial.referee}


# ---- sizes ----

MIB = 1 << 20
LARGE = {
    "5 MiB of nothing": bytes(5 * MIB),
    "5 MiB in one field": b"\x0a\x80\x80\xc0\x02" + bytes(5 * MIB),
    "a length beyond the end": b"\x0a\xff\xff\xff\x7f" + b"1",
    "200 messages in each other": b"\x0a\x01" * 200,
    "100,000 tiny fields": b"\x0a\x00" * 100_000,
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_costs_no_memory(name) -> None:
    """It is refused by its size, before anything is made of it (case 57)."""
    data = LARGE[name]
    tracemalloc.start()
    try:
        for kind in (E.GENESIS, E.SLOT_OPEN, E.ACT, E.FORCED):
            with pytest.raises(EncodingError):
                decode(kind, data)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < MIB


# ---- parameters ----


def changed_params(change) -> type[MaliciousReferee]:
    """Returns a referee with other parameters, signed by it and by all seats."""

    class Other(MaliciousReferee):
        def _params(self):
            params = super()._params()
            change(params)
            return params

        def _join(self, seats):
            encoding, scribe_log.encode = scribe_log.encode, lambda m: m.SerializeToString(deterministic=True)
            try:
                super()._join(seats)
            finally:
                scribe_log.encode = encoding

    return Other


PARAMETERS = {
    "options unordered": (lambda p: p.options.append(p.options.pop(0)), "ENC_NOT_STRICT", Klass.D),
    "an option twice": (lambda p: p.options.append(p.options[-1]), "ENC_NOT_STRICT", Klass.D),
    "an option nobody knows": (lambda p: p.options.add(name="zeal", value="1"), "GEN_RULES", Klass.L),
    "an option of another value": (lambda p: setattr(p.options[0], "value", "x"), "GEN_RULES", Klass.L),
    "a colour in two chairs": (
        lambda p: p.chairs[-1].colours.__setitem__(0, p.chairs[0].colours[0]),
        "GEN_RULES",
        Klass.L,
    ),
    "a colour in no chair": (lambda p: setattr(p, "colours", p.colours + 1), "GEN_RULES", Klass.L),
    "fewer slots than any table": (lambda p: setattr(p, "n_slots", 100), "ENC_BAD_VALUE", Klass.D),
    "fewer slots than the rules say": (lambda p: setattr(p, "n_slots", p.n_slots - 1), "GEN_RULES", Klass.L),
}


@BOTH
@pytest.mark.parametrize("name", PARAMETERS)
def test_parameters_that_nobody_can_play_stop_everybody(name, seats) -> None:
    """Found in GENESIS, before anybody signs it; no key can be named, and no file convicts (case 106)."""
    change, code, klass = PARAMETERS[name]
    trial = Trial(seats, 1, changed_params(change))
    found = trial.begin()
    assert found.says == (code, klass, 0, None)
    assert all(witness.found.says == found.says for witness in trial.witnesses)
    assert found.evidence is None or judged(found.evidence).exit_code == 2


# ---- a link shown to others ----


@BOTH
def test_a_link_that_is_shown_to_others_changes_nothing_in_the_record(seats) -> None:
    """A time-out against a seat that did send: the table ends, nobody is named, and the slot stays (118)."""
    trial = Trial(seats)
    trial.begin()
    link = trial.scribe.players[seats].chain.link(trial.scribe.last_k)
    deadline = trial.witnesses[0].verifier.deadline(seats)
    trial.scribe.now = deadline
    trial.scribe.timeout(seats, deadline, first_k=1)
    trial.scribe.finish()
    assert trial.deliver() is None
    record = trial.scribe.record()
    report = audit(record, popular_front, BACKEND)
    assert (report.verdict, [one.owing for one in report.unfinished]) == ("PASS", [(seats,)])
    data = record_bytes(record)
    assert link not in data
    assert link.hex().encode() not in data
    shown = b'{"k":"link","seat":%d,"link":"%s"}\n' % (seats, link.hex().encode())
    with pytest.raises(RecordError):
        read_record_bytes(data + shown)
    assert not claims_that_hold(trial, record)


def claims_that_hold(trial, record) -> list[Evidence]:
    """Returns the files that convict anybody of the time-out or the slot, whatever they claim."""
    entries = [line for line in record.lines if isinstance(line, wire.Entry)]
    genesis = wire.Genesis.FromString(entries[0].payload)
    heads = tuple(line for line in record.lines if isinstance(line, wire.Head))
    base = Evidence(
        "TIMEOUT_EARLY",
        Klass.C,
        trial.scribe.id,
        trial.referee,
        b"",
        genesis.params,
        entries[0].payload,
        heads=heads,
        entries=tuple(Shown(entry) for entry in entries),
    )
    files = [
        base._replace(code=code, key=key)
        for code in ("TIMEOUT_EARLY", "SLOT_LINK", "FIN_SLOT_ORPHAN", "SLOT_EARLY", "END_CAUSE")
        for key in (trial.referee, *(trial.key(seat) for seat in trial.scribe.players))
    ]
    return [one for one in files if any(judged(one, r).exit_code != 2 for r in (no_rules, popular_front))]
