"""Readers of foreign bytes, fed with nearly right ones: accepted means round trip, refused means words.

A million inputs in the long run (issue "Trust", item 10), some thousands in the short one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from mangling import mangled, no_hang

from sealed.engine.notation import NotationError
from sealed.fairness.evidence.file import EvidenceError, evidence_bytes, read_evidence
from sealed.fairness.payloads.codec import ENTRIES, SIGNED, EntryType
from sealed.fairness.record import RecordError, read_record, read_record_bytes, write_record
from sealed.games import TITLES
from sealed.testing.scenario import run_scenario
from sealed.testing.scenario_error import ScenarioError
from sealed.wire.strict import EncodingError, strict_parse
from sealed.wire.v1.fairness_pb2 import Entry

TESTS = Path(__file__).resolve().parents[1]
HANG = 600
"""Seconds for one shard; the slowest takes a tenth of it."""


@cache
def golden() -> tuple[bytes, ...]:
    return tuple(file.read_bytes() for file in sorted((TESTS / "golden/popular_front").glob("*.ftr")))


@cache
def payloads() -> tuple[tuple[int, bytes], ...]:
    """Returns entries of every type, and what players signed in them, each as (type, bytes)."""
    found: dict[tuple[int, int], list[bytes]] = {}
    for data in golden():
        for line in read_record_bytes(data).lines:
            if isinstance(line, Entry):
                found.setdefault((line.type, len(line.payload) % 16), []).append(line.payload)
    return tuple((kind, data) for (kind, _), all_of in sorted(found.items()) for data in all_of[:4])


@cache
def texts() -> tuple[bytes, ...]:
    """Returns lines in notation: all that every action of the vocabulary says, and the scenarios' own."""
    title = TITLES["popular-front"]
    said = {action.text for seats in title.seats for action in title.vocabulary(title.setup(seats))}
    for file in (TESTS / "scenarios/popular_front").glob("*.toml"):
        said |= {
            line.split('"')[1] for line in file.read_text("utf-8").splitlines() if line.startswith("do = ")
        }
    return tuple(text.encode() for text in sorted(said))


@cache
def short_records() -> tuple[bytes, ...]:
    """Returns the two shortest golden records."""
    return tuple(sorted(golden(), key=len)[:2])


@cache
def scenarios() -> tuple[bytes, ...]:
    return tuple(file.read_bytes() for file in sorted((TESTS / "scenarios/popular_front").glob("*.toml")))


@cache
def evidence() -> tuple[bytes, ...]:
    files = [file.read_bytes() for file in sorted((TESTS / "evidence").glob("*.fte"))]
    return tuple(sorted(files, key=len)[:8])


def refused(error: Exception) -> bool:
    """Holds a refusal to words; always False."""
    assert str(error)
    return False


def feed_parser(rng: Random) -> bool:
    """Feeds the strict parser: what it accepts, the library reads alike and writes back byte for byte."""
    kind, _ = rng.choice(payloads())
    message_class = rng.choice((ENTRIES, SIGNED)).get(EntryType(kind), ENTRIES[EntryType.ACT])
    data = mangled(rng, [sample for of, sample in payloads() if of == kind])
    try:
        message = strict_parse(message_class, data)
    except EncodingError as error:
        return refused(error)
    assert message == message_class.FromString(data)
    assert message.SerializeToString(deterministic=True) == data
    return True


def feed_notation(rng: Random) -> bool:
    """Feeds the notation: what it accepts is the text of the action that it gives."""
    text = mangled(rng, texts()).decode("utf-8", "replace")
    try:
        action = TITLES["popular-front"].notation.parse(text)
    except NotationError as error:
        return refused(error)
    assert action.text == text
    return True


def feed_record(rng: Random) -> bool:
    """Feeds the record reader: what it accepts is written to lines that read as the same record.

    The writer reckons the end line from the entries; that the one of the input is true is the audit's to say.
    """
    data = mangled_lines(rng, short_records())
    try:
        record = read_record_bytes(data)
    except RecordError as error:
        return refused(error)
    *lines, _ = write_record(record)
    assert read_record([*lines, data.splitlines(keepends=True)[-1]]) == record
    return True


def feed_evidence(rng: Random) -> bool:
    """Feeds the reader of evidence: what it accepts is written to a file that reads as the same evidence."""
    data = mangled_lines(rng, evidence())
    try:
        read = read_evidence(data)
    except EvidenceError as error:
        return refused(error)
    assert read_evidence(evidence_bytes(read)) == read
    return True


def feed_scenario(rng: Random) -> bool:
    """Feeds the scenario runner: a file holds, or it is said in words why not."""
    text = mangled_lines(rng, scenarios()).decode("utf-8", "replace")
    try:
        run_scenario(text)
    except ScenarioError as error:
        return refused(error)
    return True


def mangled_lines(rng: Random, files: tuple[bytes, ...]) -> bytes:
    """Returns a file with a few lines dropped, doubled, exchanged or changed inside."""
    lines = rng.choice(files).splitlines(keepends=True)
    for _ in range(rng.choice((1, 1, 2, 3))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(8):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                lines[at] = mangled(rng, [lines[at], lines[at], lines[other]])
    return b"".join(lines)


FEEDS = {
    "parser": (feed_parser, 10_000, 560_000),
    "notation": (feed_notation, 10_000, 340_000),
    "record": (feed_record, 500, 100_000),
    "evidence": (feed_evidence, 500, 50_000),
    "scenario": (feed_scenario, 500, 50_000),
}
SHARDS = 10


@pytest.mark.parametrize("name", FEEDS)
def test_no_reader_falls_over_what_is_nearly_right(name: str) -> None:
    """Accepted means round trip; refused means a typed error in words; never another exception or a hang."""
    feed, few, _ = FEEDS[name]
    feed_all(name, Random(f"fuzz {name}"), feed, few)


@pytest.mark.long
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("name", FEEDS)
def test_no_reader_falls_over_its_part_of_a_million(name: str, shard: int) -> None:
    """The same law, over a million inputs in all."""
    feed, _, many = FEEDS[name]
    feed_all(name, Random(f"fuzz {name} {shard}"), feed, many // SHARDS)


def test_the_inputs_are_a_million() -> None:
    """The long run feeds a million inputs in all."""
    assert sum(many for _, _, many in FEEDS.values()) >= 1_000_000


@pytest.mark.parametrize("name", FEEDS)
def test_inputs_are_near_enough_to_be_read_at_times(name: str) -> None:
    """Some of the inputs are accepted and some refused, else the fuzz would show nothing."""
    feed, _, _ = FEEDS[name]
    rng = Random(f"near {name}")
    assert {feed(rng) for _ in range(400)} == {True, False}


def feed_all(name: str, rng: Random, feed, count: int) -> None:
    """Feeds this many; what goes wrong is shown with the number of the input."""
    with no_hang(HANG, f"the {name}"):
        for number in range(count):
            try:
                feed(rng)
            except Exception as error:
                error.add_note(f"input {number} of {count} for the {name}")
                raise
