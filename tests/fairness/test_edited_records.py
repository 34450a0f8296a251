"""Laws of records that somebody edited: never PASS, and nobody is named (spec 4, case 70 and frames)."""

from __future__ import annotations

import base64
import json
from random import Random

import pytest
from scribe import Scribe

from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import RecordError, read_record_bytes, record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Entry, Head

BACKEND = load_backend("cryptography")
FLIPS = 60


def popular_front(game, edition):
    """Returns the rules of Popular Front."""
    return TITLE


@pytest.fixture(scope="module")
def honest():
    """Returns the record of a short match that was revealed."""
    return short_match(1).record()


def short_match(seed):
    """Returns a match that seat 1 gives up after its first reveal or so."""
    scribe = Scribe(TITLE, 2, Random(seed))
    scribe.begin()
    scribe.play(70)
    scribe.resign(1)
    scribe.finish()
    return scribe


def judged(data):
    """Returns verdict, exit code and the codes of a file; a file that cannot be read is exit 2."""
    try:
        record = read_record_bytes(data)
    except RecordError:
        return "UNREADABLE", 2, []
    report = audit(record, popular_front, BACKEND)
    return report.verdict, report.exit_code, [failure.code for failure in report.failures]


def rewritten(record, lines):
    """Returns the file of a record with other lines, its end line made anew."""
    return record_bytes(record._replace(lines=tuple(lines)))


def renumbered(lines):
    """Returns lines with entries and heads numbered so that they read well."""
    out, size = [], 0
    for line in lines:
        if isinstance(line, Entry):
            out.append(Entry(index=size, type=line.type, payload=line.payload))
            size += 1
        elif isinstance(line, Head) and size and not isinstance(out[-1], Head):
            out.append(Head(size=size, root=line.root, time_ms=line.time_ms, sig=line.sig))
    return out


def at(record, kind):
    """Returns where in the lines the first entry of a type stands."""
    return next(i for i, line in enumerate(record.lines) if isinstance(line, Entry) and line.type == kind)


def heads(record):
    """Returns where in the lines the heads stand."""
    return [i for i, line in enumerate(record.lines) if isinstance(line, Head)]


def test_the_honest_record_passes(honest) -> None:
    """What the following cases edit is PASS as it stands."""
    assert judged(record_bytes(honest)) == ("PASS", 0, [])


def swap(lines, one, other):
    """Returns the lines with two exchanged."""
    lines = list(lines)
    lines[one], lines[other] = lines[other], lines[one]
    return lines


EDITS = {
    "entry dropped": lambda r: [x for i, x in enumerate(r.lines) if i != at(r, E.ACT)],
    "entry doubled": lambda r: [*r.lines[: at(r, E.ACT)], *r.lines[at(r, E.ACT) - 2 :]],
    "draw dropped": lambda r: [x for i, x in enumerate(r.lines) if i != at(r, E.DRAW)],
    "two entries exchanged": lambda r: swap(r.lines, at(r, E.SLOT_OPEN), at(r, E.SLOT_END)),
    "act moved to the end": lambda r: [
        *(x for i, x in enumerate(r.lines) if i != at(r, E.ACT)),
        r.lines[at(r, E.ACT)],
        r.lines[-1],
    ],
    "page dropped": lambda r: [x for i, x in enumerate(r.lines) if i != at(r, E.FINAL_PAGE)],
    "pages exchanged": lambda r: swap(r.lines, at(r, E.FINAL_PAGE), at(r, E.FINAL_PAGE) + 1),
    "reveal dropped": lambda r: r.lines[: heads(r)[-2] + 1],
    "end dropped": lambda r: r.lines[: at(r, E.RESIGN)],
    "cut in the middle": lambda r: r.lines[: heads(r)[len(heads(r)) // 2] + 1],
    "cut after GENESIS": lambda r: r.lines[:2],
    "cut in an open slot": lambda r: r.lines[: heads(r)[1] + 1],
    "START dropped": lambda r: [*r.lines[:2], *r.lines[at(r, E.SLOT_OPEN) :]],
    "GENESIS dropped": lambda r: r.lines[2:],
    "the type of an entry changed": lambda r: [
        Entry(index=x.index, type=9, payload=x.payload) if i == at(r, E.ACT) else x
        for i, x in enumerate(r.lines)
    ],
    "the time of a head changed": lambda r: [
        Head(size=x.size, root=x.root, time_ms=x.time_ms + 1, sig=x.sig) if i == heads(r)[3] else x
        for i, x in enumerate(r.lines)
    ],
    "the root of a head changed": lambda r: [
        Head(size=x.size, root=bytes(32), time_ms=x.time_ms, sig=x.sig) if i == heads(r)[3] else x
        for i, x in enumerate(r.lines)
    ],
    "the signature of another head": lambda r: [
        Head(size=x.size, root=x.root, time_ms=x.time_ms, sig=r.lines[heads(r)[2]].sig)
        if i == heads(r)[3]
        else x
        for i, x in enumerate(r.lines)
    ],
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_record_is_exit_2_without_a_name(honest, name) -> None:
    """Whoever edits a finished record can make it worthless, and can make it accuse nobody."""
    verdict, code, codes = judged(rewritten(honest, renumbered(EDITS[name](honest))))
    assert verdict != "PASS"
    assert (code, "AUDIT_INCOMPLETE" in codes) == (2, False)


def test_two_matches_stitched_together_name_nobody(honest) -> None:
    """The beginning of one table and the end of another are exit 2 (case 117)."""
    other = short_match(2).record()
    half = heads(honest)[20]
    stitched = [*honest.lines[: half + 1], *other.lines[half + 1 :]]
    assert judged(rewritten(honest, renumbered(stitched)))[1] == 2


def test_a_record_of_another_table_id_names_nobody(honest) -> None:
    """Line 1 with another table is GEN_TABLE_ID, disputed."""
    data = record_bytes(honest).replace(honest.table_id.hex().encode(), b"0" * 64, 1)
    assert judged(data) == ("FAIL", 2, ["GEN_TABLE_ID"])


def test_a_line_left_out_or_doubled_is_seen(honest) -> None:
    """With the end line as it was, a file with a line fewer or more cannot be read (case 70)."""
    lines = record_bytes(honest).splitlines(keepends=True)
    for number in range(1, len(lines) - 1, 7):
        assert judged(b"".join([*lines[:number], *lines[number + 1 :]]))[1] == 2
        assert judged(b"".join([*lines[: number + 1], *lines[number:]]))[1] == 2


def test_heads_left_out_name_nobody(honest) -> None:
    """Without one of its heads an entry looks younger than it is; no stamp convicts the referee by that."""
    seen = set()
    found = heads(honest)
    opened = [at for at in found[:-1] if honest.lines[at - 1].type == E.SLOT_OPEN]
    for left_out in {*opened, *found[:-1:5]}:
        rest = [line for number, line in enumerate(honest.lines) if number != left_out]
        verdict, code, codes = judged(rewritten(honest, rest))
        seen.update(codes)
        assert code == (0 if verdict == "PASS" else 2)
    assert "TIME_RANGE" in seen


def test_another_digest_in_the_end_line_is_no_whole_record(honest) -> None:
    """The digest of the record is recomputed."""
    lines = record_bytes(honest).splitlines(keepends=True)
    end = json.loads(lines[-1])
    end["digest"] = "0" * 64
    lines[-1] = json.dumps(end).encode() + b"\n"
    assert judged(b"".join(lines)) == ("FAIL", 2, ["FIN_TRUNCATED"])


def flipped(rng, line):
    """Returns a line with one bit of an authoritative field changed; nothing for line 1 and the end line."""
    content = json.loads(line)
    fields = {"e": ["i", "t", "p", "p", "p"], "h": ["size", "root", "ms", "sig"]}.get(content.get("k"))
    if fields is None:
        return None
    name = rng.choice(fields)
    value = content[name]
    if isinstance(value, int):
        content[name] = value ^ 1 << rng.randrange(8)
    elif name == "root":
        raw = bytearray.fromhex(value)
        raw[rng.randrange(32)] ^= 1 << rng.randrange(8)
        content[name] = raw.hex()
    else:
        raw = bytearray(base64.b64decode(value))
        if not raw:
            return None
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        content[name] = base64.b64encode(raw).decode()
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


def test_no_flipped_byte_passes_or_accuses(honest) -> None:
    """Any byte of any authoritative field, of every kind of line: never PASS, and exit 2 (case 70)."""
    rng = Random(70)
    lines = record_bytes(honest).splitlines(keepends=True)
    kinds: dict[object, list[int]] = {}
    for number, line in enumerate(lines):
        content = json.loads(line)
        kinds.setdefault((content.get("k"), content.get("t")), []).append(number)
    tried = 0
    while tried < FLIPS:
        number = rng.choice(kinds[rng.choice(list(kinds))])
        changed = flipped(rng, lines[number])
        if changed is None:
            continue
        tried += 1
        verdict, code, _ = judged(b"".join([*lines[:number], changed, *lines[number + 1 :]]))
        assert (verdict != "PASS", code) == (True, 2), (number, changed)
