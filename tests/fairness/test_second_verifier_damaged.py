"""The second verifier on damaged files: doubtful, in words, in bounded memory, and nobody is accused."""

import base64
import gzip
import json
import subprocess
import sys
from random import Random

import pytest

from second_verifier import GOLDEN, PROGRAM, TESTS, V

RECORDS = [
    GOLDEN / "two_time_at_a_question.ftr",
    TESTS / "records" / "good" / "exported_2.ftr",
    TESTS / "records" / "good" / "late_link_3.ftr",
    TESTS / "records" / "good" / "credited_2.ftr",
]
EVIDENCE = sorted((TESTS / "evidence").glob("*.fte"))
MEMORY = 700 * 2**20


def unpacked(file):
    """Returns the bytes of a record, packed or not."""
    data = file.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def signed_content(data):
    """Returns what is authoritative in a record; None where it cannot be read."""
    try:
        lines = [json.loads(line) for line in data.decode().splitlines()]
        first = {"ftr": lines[0]["ftr"], "table": lines[0]["table"]}
        return [first, *({k: v for k, v in line.items() if k != "view"} for line in lines[1:])]
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


def flipped(rng, data):
    """Changes one bit somewhere."""
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def damaged_field(rng, line):
    """Changes one bit of one field of a line, so that it stays well formed."""
    field = rng.choice([key for key in line if key not in {"k", "view", "created", "tool"}])
    value = line[field]
    if isinstance(value, int):
        return line | {field: value ^ 1 << rng.randrange(8)}
    if field in {"p", "sig"} and value:
        return line | {field: base64.b64encode(flipped(rng, base64.b64decode(value))).decode()}
    if value[:1] in {*"0123456789abcdef"}:
        return line | {field: f"{int(value[:1], 16) ^ 1 << rng.randrange(4):x}{value[1:]}"}
    return line | {field: value + "0"}


def edited(rng, data):
    """Returns a record with a bit flipped, or a line changed, dropped, repeated or moved."""
    lines = data.decode().splitlines()
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(6):
        case 0:
            return flipped(rng, data)
        case 1:
            del lines[at]
        case 2:
            lines.insert(to, lines[at])
        case 3:
            lines.insert(to, lines.pop(at))
        case _:
            lines[at] = json.dumps(damaged_field(rng, json.loads(lines[at])), separators=(",", ":"))
    end = json.loads(lines[-1])
    if rng.randrange(2) and "lines" in end:
        lines[-1] = json.dumps(end | {"lines": len(lines)}, separators=(",", ":"))
    return "\n".join(lines).encode() + b"\n"


def no_damaged_record_is_good(seeds, file):
    """Edits records and holds the verifier to it that it neither praises nor accuses."""
    for seed in seeds:
        rng = Random(seed)
        whole = unpacked(RECORDS[seed % len(RECORDS)])
        data = edited(rng, whole)
        file.write_bytes(data)
        line, code = V.verify(str(file))
        if signed_content(data) == signed_content(whole):
            continue
        if (
            code == 0
        ):  # only a head, a refusal or a private message that nobody needs can be left out or moved
            kept, all_lines = signed_content(data)[:-1], signed_content(whole)[:-1]
            assert all(one in all_lines for one in kept), seed
            assert [x for x in kept if x.get("k") == "e"] == [x for x in all_lines if x.get("k") == "e"], seed
        assert code != 1, (seed, line)
        assert all(one["key"] is None for one in line["failures"]), seed


def test_a_damaged_record_is_never_good_and_accuses_nobody(tmp_path) -> None:
    """Attack 70: whatever is changed without a key, no key is named and nothing is called good."""
    no_damaged_record_is_good(range(60), tmp_path / "damaged.ftr")


@pytest.mark.long
def test_two_thousand_damaged_records(tmp_path) -> None:
    """The same over 2,000 samples."""
    no_damaged_record_is_good(range(2000), tmp_path / "damaged.ftr")


def damaged_evidence(rng, data):
    """Returns an evidence file with a bit flipped, or one thing in it changed, dropped, repeated or moved."""
    if not rng.randrange(4):
        return flipped(rng, data)
    claim = json.loads(data)
    name = rng.choice([key for key in claim if isinstance(claim[key], list) and claim[key]] or ["says"])
    things = claim[name]
    if name == "says" or not rng.randrange(4):
        name = rng.choice(["code", "class", "table", "key", "params", "genesis", "fte"])
        claim[name] = rng.choice(["", "C", "D", None, 2, [], {}, "LOG_FORK", "SIG_INVALID", "0" * 64])
    else:
        at, to = rng.randrange(len(things)), rng.randrange(len(things))
        match rng.randrange(4):
            case 0:
                del things[at]
            case 1:
                things.insert(to, things[at])
            case 2:
                things.insert(to, things.pop(at))
            case _:
                things[at] = damaged_field(rng, {k: v for k, v in things[at].items() if k != "path"}) | {
                    k: v for k, v in things[at].items() if k == "path"
                }
    return json.dumps(claim, separators=(",", ":")).encode()


def no_damaged_evidence_frames(seeds, file):
    """Edits evidence files and holds the verifier to it that it convicts nobody else for nothing else."""
    wanted = json.loads((TESTS / "evidence" / "expect.json").read_text("utf-8"))
    for seed in seeds:
        source = EVIDENCE[seed % len(EVIDENCE)]
        file.write_bytes(damaged_evidence(Random(seed), source.read_bytes()))
        line, code = V.verify(str(file))
        assert code in {1, 2}, seed
        if code == 1:  # what is left still shows it
            assert wanted[source.name]["exit"] == 1, (seed, line)
            named = {(one["code"], one["key"]) for one in line["failures"]}
            assert (wanted[source.name]["code"], wanted[source.name]["key"]) in named, (
                seed,
                source.name,
                line,
            )
        else:
            assert not any(one["key"] for one in line["failures"]), seed


def test_damaged_evidence_convicts_nobody_else(tmp_path) -> None:
    """A file of evidence that was changed shows what it showed, or nothing."""
    no_damaged_evidence_frames(range(82), tmp_path / "damaged.fte")


@pytest.mark.long
def test_two_thousand_damaged_evidence_files(tmp_path) -> None:
    """The same over 2,000 samples."""
    no_damaged_evidence_frames(range(2000), tmp_path / "damaged.fte")


HOSTILE = {
    "nothing": lambda: b"",
    "one brace": lambda: b"{",
    "an endless line": lambda: b'{"ftr":1,"table":"' + b"a" * 2**25,
    "too many lines": lambda: b'{"k":"e","i":0,"t":1,"p":""}\n' * 2**18,
    "nested too deeply": lambda: b"[" * 60000,
    "evidence nested too deeply": lambda: b'{"fte":' + b"[" * 10**6,
    "evidence of endless lists": lambda: b'{"fte":[' + b"[]," * 2**21 + b"0]}",
    "evidence that is too long": lambda: b'{"fte":[' + b"[]," * 2**22 + b"0]}",
    "a huge number": lambda: b'{"ftr":' + b"9" * 50000 + b"}",
    "no number": lambda: b'{"ftr":NaN,"table":1e999}',
    "a packing bomb": lambda: gzip.compress(bytes(2**26), 1),
    "a packing bomb of lines": lambda: gzip.compress(b"{}\n" * 2**24, 1),
    "half a packed file": lambda: gzip.compress(RECORDS[0].read_bytes())[:-900],
    "a packed file with a tail": lambda: gzip.compress(RECORDS[0].read_bytes()) + b"tail",
    "not text": lambda: bytes(range(256)) * 9,
    "lists for lines": lambda: b"[]\n[]\n[]\n",
    "keys of other kinds": lambda: b'{"ftr":1,"k":[]}\n{"k":{}}\n',
}


BOUNDED = f"""
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Runs a program within a fixed memory. It bounds itself: a process with a network library in it is not to be
forked for that (`preexec_fn`), since the library's threads do not live on on the other side.
"""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_words_and_in_bounded_memory(name, tmp_path) -> None:
    """Exit 2 and a sentence, with no traceback and within a fixed memory (attack 57)."""
    file = tmp_path / "hostile"
    file.write_bytes(HOSTILE[name]())
    done = subprocess.run(  # noqa: S603 - our own file
        [sys.executable, "-c", BOUNDED, PROGRAM, file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "")
    assert json.loads(done.stdout)["says"]
