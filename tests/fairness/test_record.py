"""Laws of record files (spec 6.2): one way to write them, and nothing else is read."""

from __future__ import annotations

import gzip
import json
from random import Random

import pytest
from scribe import Scribe

from sealed.fairness.record import (
    PrivateLine,
    Record,
    RecordError,
    RefusalLine,
    read_record_bytes,
    record_bytes,
)
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Refusal


@pytest.fixture(scope="module")
def data():
    """Returns the file of a table that was set up and played for a few answers."""
    scribe = Scribe(TITLE, 2, Random(3))
    scribe.begin()
    scribe.play(4)
    return record_bytes(scribe.record())


def lines_of(data):
    """Returns the lines of a file."""
    return data.splitlines(keepends=True)


def changed(data, number, change):
    """Returns the file with one line (from 0) changed as an object."""
    lines = lines_of(data)
    content = json.loads(lines[number])
    change(content)
    lines[number] = json.dumps(content).encode() + b"\n"
    return b"".join(lines)


def test_own_exports_hold_refusals_and_private_messages(data) -> None:
    """A seat's own lines are written and read like the rest."""
    record = read_record_bytes(data)
    scribe = Scribe(TITLE, 2, Random(3))
    scribe.begin()
    seat, private = scribe.privates[0]
    refusal = Refusal(counter=9, signed_hash=bytes(32), code="HEAD_STALE", sig=bytes(64))
    own = (*record.lines, RefusalLine(1, refusal), PrivateLine(seat, private))
    back = read_record_bytes(record_bytes(record._replace(lines=own)))
    assert back.lines == own


def test_what_stands_under_view_is_skipped(data) -> None:
    """The convenience decoding of an entry changes nothing."""
    viewed = changed(data, 1, lambda line: line.update(view={"says": [15, None, {"k": "h"}]}))
    assert read_record_bytes(viewed).lines == read_record_bytes(data).lines


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (0, lambda line: line.update(ftr=2)),
        (0, lambda line: line.update(more=1)),
        (0, lambda line: line.update(table=line["table"].upper())),
        (0, lambda line: line.pop("tool")),
        (1, lambda line: line.update(k="x")),
        (1, lambda line: line.update(i=1)),
        (1, lambda line: line.update(i=True)),
        (1, lambda line: line.update(t=1.0)),
        (1, lambda line: line.update(t=1 << 53)),
        (1, lambda line: line.update(p=line["p"][:-1])),
        (1, lambda line: line.update(p=line["p"].rstrip("=") + "\n")),
        (1, lambda line: line.update(p=None)),
        (2, lambda line: line.update(size=2)),
        (2, lambda line: line.update(root=line["root"][:-2])),
        (2, lambda line: line.update(ms=-1)),
        (2, lambda line: line.update(view={})),
        (-1, lambda line: line.update(lines=3)),
        (-1, lambda line: line.update(log_root="0" * 64)),
    ],
)
def test_any_other_form_of_a_line_is_refused(data, number, change) -> None:
    """Unknown or missing keys, other types, ranges, encodings or positions raise RecordError."""
    at = number if number >= 0 else len(lines_of(data)) - 1
    with pytest.raises(RecordError) as caught:
        read_record_bytes(changed(data, at, change))
    assert caught.value.line == at + 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [],
        lambda lines: lines[:-1],
        lambda lines: [*lines, lines[-1]],
        lambda lines: [*lines, b"\n"],
        lambda lines: lines[1:],
        lambda lines: [lines[0], *lines[2:]],
        lambda lines: [*lines[:2], *lines[1:]],
        lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
        lambda lines: [*lines[:-1], lines[-1].rstrip()],
        lambda lines: [line.replace(b"\n", b"\r\n") for line in lines],
        lambda lines: [lines[0], lines[1].replace(b'"t":1', b'"t":1,"t":1'), *lines[2:]],
        lambda lines: [lines[0], b"[1]\n", *lines[1:]],
        lambda lines: [lines[0], b'{"k":"e","i":NaN,"t":1,"p":""}\n', *lines[1:]],
        lambda lines: [lines[0], b"\xff\n", *lines[1:]],
        lambda lines: [lines[0], b"[" * 60_000 + b"\n", *lines[1:]],
        lambda lines: [lines[0], b" " * 70_000 + lines[1], *lines[2:]],
    ],
)
def test_a_damaged_file_is_refused(data, damage) -> None:
    """Lines cut, doubled, exchanged, overlong or unreadable raise RecordError."""
    with pytest.raises(RecordError):
        read_record_bytes(b"".join(damage(lines_of(data))))


def test_a_damaged_packing_is_refused(data) -> None:
    """A gzip that is cut off, or followed by something, raises RecordError."""
    packed = gzip.compress(data)
    for wrong in (packed[:-9], packed + b"x", packed[:40] + b"\0" + packed[41:]):
        with pytest.raises(RecordError):
            read_record_bytes(wrong)


def test_base64_has_one_form(data) -> None:
    """Spare bits that are not zero raise RecordError, though a lenient reader would take them."""
    lines = lines_of(data)
    sig = json.loads(lines[2])["sig"]
    assert sig.endswith("==")
    other = sig[:-3] + chr(ord(sig[-3]) + 1) + "=="
    with pytest.raises(RecordError):
        read_record_bytes(data.replace(sig.encode(), other.encode()))


def test_a_record_without_entries_is_none() -> None:
    """A file of its first and last line alone raises RecordError."""
    with pytest.raises(RecordError):
        read_record_bytes(record_bytes(Record(bytes(32), "", "", ())))
