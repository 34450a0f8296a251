"""Laws of the scanner: a planted leak of each kind, in each form and through each channel, is found."""

from __future__ import annotations

import base64
import json
import logging
from itertools import count
from random import Random

import pytest
from overheard import LOG, METRICS, SPECTATOR, listen_in
from scanner import EVERYBODY, Needle, Scanner, Sent
from table_titles import SKIRMISH
from wiretap import ERROR

from sealed.fairness.arithmetic.tape import tape_seed
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1 import referee_pb2 as rpc

OPTIONS = {"rounds": "2"}
KINDS = {
    "K_t": "K_t",
    "R": "R",
    "blind seed": "blind seed of 1",
    "link of an open slot": "link 1 of 1 ",
    "link never released": ", never released",
    "tape leaf of a sealed slot": "(shuffle)",
    "tape leaf of a later slot": "of a later slot",
    "key of a sealed slot": "prk_",
    "salt of a card": "salt of card",
    "salt of a handle": "salt_in of",
    "salt of an identity": "salt_out of",
    "identity": "inner of",
    "handle": "of the next",
    "handle as a field": "in field 2",
    "handle with its number": "behind its number",
    "handle in words": "in words",
    "opening": "card of reference",
    "action in full": "'lay ",
    "token": "token of",
    "challenge": "challenge of",
    "the referee's key": "the referee's key",
}


@pytest.fixture(scope="module")
def heard(tmp_path_factory):
    """A small honest game and what was recorded of it."""
    return listen_in(tmp_path_factory.mktemp("heard") / "store", SKIRMISH, Random(1), 2, options=OPTIONS)


def words(secret: bytes, order: str) -> bytes:
    """Returns a secret as packed numbers of 64 bits in a protobuf message."""
    numbers = [int.from_bytes(secret[at : at + 8], order) for at in range(0, len(secret), 8)]
    return b"".join(wire.Notice(from_ms=number).SerializeToString() for number in numbers)


FORMS = {
    "raw": bytes,
    "hex": lambda secret: secret.hex().encode(),
    "upper hex": lambda secret: secret.hex().upper().encode(),
    "base64": base64.b64encode,
    "base64, one byte on": lambda secret: base64.b64encode(b"x" + secret),
    "base64, two bytes on": lambda secret: base64.b64encode(b"xy" + secret),
    "base64 for addresses": lambda secret: base64.urlsafe_b64encode(b"\xfb\xff" + secret + b"\xff"),
    "a protobuf field": lambda secret: rpc.ContributeRequest(link=rpc.Link(link=secret)).SerializeToString(),
    "JSON": lambda secret: json.dumps({"x": base64.b64encode(secret).decode()}).encode(),
}
LONG_FORMS = {
    "repr": lambda secret: repr(secret).encode(),
    "protobuf text": lambda secret: str(rpc.Link(link=secret)).encode(),
    "a list of numbers": lambda secret: str(list(secret)).encode(),
    "decimal": lambda secret: str(int.from_bytes(secret, "big")).encode(),
    "latin text in JSON": lambda secret: json.dumps([secret.decode("latin-1")]).encode(),
    "latin text": lambda secret: rpc.Problem(text=secret.decode("latin-1")).SerializeToString(),
    "numbers of one byte": lambda secret: wire.Order(items=secret).SerializeToString(),
    "varints": lambda secret: words(secret, "big"),
    "varints the other way": lambda secret: words(secret, "little"),
    "reversed": lambda secret: secret[::-1],
    "its first half": lambda secret: secret[: len(secret) // 2],
    "its middle": lambda secret: secret[5:-5],
}


def stranger_to(needle: Needle) -> str:
    """Returns a receiver who is never to know it, or not yet."""
    return SPECTATOR if "token of None" not in needle.name else "seat 1"


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_secret_is_found_in_each_form(heard, kind):
    """Whatever way a secret is written, a message with it among others is found, by name."""
    needle = next(one for one in heard.needles if KINDS[kind] in one.name)
    scanner = Scanner([needle])
    receiver = stranger_to(needle)
    long = len(needle.data) >= 16 and not needle.text
    raw_only = len(needle.data) < 8
    found = {}
    for form, write in (FORMS | (LONG_FORMS if long else {})).items():
        if raw_only and form not in {"raw", "a protobuf field"}:
            continue
        sent = [Sent(0, "a", b"before"), Sent(0, "Follow", b"\x00" + write(needle.data) + b"\x01")]
        found[form] = [(one.needle, one.channel) for one in scanner.scan(receiver, sent)]
    assert found == {form: [(needle.name, "Follow")] for form in found}
    assert len(found) >= (20 if long else 2 if raw_only else 9)


def test_a_secret_cut_in_two_is_found():
    """A leak that goes over the border of two messages is one."""
    secret = Random(5).randbytes(32)
    sent = [Sent(0, "Table", secret[:20]), Sent(0, "Table", secret[20:])]
    assert len(Scanner([Needle("it", secret)]).scan("seat 1", sent)) == 1
    sent = [Sent(0, "Table", secret[:5]), Sent(0, "Table", secret[5:10])]
    assert len(Scanner([Needle("it", secret)]).scan("seat 1", sent)) == 1


def test_what_may_be_known_is_no_leak_and_not_a_moment_earlier():
    """A secret is open to a receiver from a size of the log on; before, and to others, it is a leak."""
    secret = Random(5).randbytes(32)
    scanner = Scanner([Needle("it", secret, {"seat 1": 7, EVERYBODY: 9})])
    told = {
        (receiver, size): len(scanner.scan(receiver, [Sent(size, "Table", secret)]))
        for receiver in ("seat 1", "seat 2")
        for size in (6, 7, 8, 9)
    }
    assert told == {(who, size): int(size < (7 if who == "seat 1" else 9)) for who, size in told}


def field_of(data: bytes) -> bytes:
    """Returns bytes as a field that no message knows, so that any message can carry them."""
    return b"\xfa\x7f" + bytes([len(data)]) + data


class Leaks:
    """Leaks K_t once through each of some channels, written another way each time, and R in a log line."""

    WAYS = ("Table", "Follow", "GetTable", "GetRange", "GetRecord", "PrivateFrom", "WatchTable", "Submit")

    def __init__(self) -> None:
        self.done: set[str] = set()
        self._forms = count()

    def __call__(self, tap, receiver: str, channel: str, data: bytes) -> bytes:
        """Returns a message with the leak."""
        if not tap.size or channel in self.done or channel not in {*self.WAYS, ERROR, METRICS}:
            return data
        if channel == "PrivateFrom":
            return self._private(tap, receiver, data)
        self.done.add(channel)
        secret = tap.table.opening.secret
        if channel in {ERROR, METRICS}:
            logging.getLogger("sealed.referee.calls").error("seed %s", tape_seed(secret).hex())
            return data + b" # " + secret.hex().encode()
        writes = list(FORMS.values())
        return data + field_of(writes[next(self._forms) % len(writes)](secret))

    def _private(self, tap, receiver: str, data: bytes) -> bytes:
        """Gives one seat what another was told, in the very form in which it was told."""
        for other, _, message in tap.table.match.privates:
            if tap.table.gathering.joins[other].pk.hex() != receiver and len(message) > 200:
                self.done.add("PrivateFrom")
                return data + rpc.Down(opening=wire.Private(message=message)).SerializeToString()
        return data


def test_a_leak_through_each_channel_of_a_real_referee_is_found(tmp_path):
    """What leaks in streams, answers, exports, errors, log or metrics of a running referee is found there."""
    leaks = Leaks()
    heard = listen_in(tmp_path / "store", SKIRMISH, Random(1), 2, options=OPTIONS, hook=leaks)
    assert leaks.done >= {*Leaks.WAYS, ERROR, METRICS} - {"Submit"}
    scanner = Scanner([one for one in heard.needles if one.name in {"K_t", "R"}])
    where = set()
    for receiver, sent in heard.sent.items():
        for one in sent:
            where |= {(found.needle, found.channel) for found in scanner.scan(receiver, [one])}
    streams = {channel for needle, channel in where if needle == "K_t"}
    assert streams >= {"Table", "Follow", "GetTable", "GetRange", "GetRecord", "WatchTable", METRICS}
    assert ("R", "sealed.referee.calls") in where
    assert len(streams) > 7  # the error too, in the call that failed
    told = {found.needle for found in heard.leaks() if found.channel == "PrivateFrom"}
    assert any("salt of card" in name for name in told)
    assert {found.needle for found in heard.leaks() if found.receiver == LOG} == {"R"}


class PendingLink:
    """Leaks, in the description of a table, a link that has come while another one is still missing."""

    def __init__(self) -> None:
        self.done = False

    def __call__(self, tap, _receiver: str, channel: str, data: bytes) -> bytes:
        """Returns a message with the leak."""
        match = tap.table.match if tap.size else None
        if channel != "GetTable" or match is None or match.pending is None or not match.pending.links:
            return data
        self.done = True
        return data + field_of(next(iter(match.pending.links.values())).link)


def test_a_link_that_waits_for_the_others_is_found_before_the_slot_ends(tmp_path):
    """Everybody asks while one link of a slot is in and another is missing; what leaks then is found."""
    leak = PendingLink()
    heard = listen_in(tmp_path / "store", SKIRMISH, Random(1), 2, options=OPTIONS, hook=leak, acts=3)
    assert leak.done
    assert any(one.needle.startswith("link ") and one.channel == "GetTable" for one in heard.leaks())
