"""Laws of files that want to hurt whoever verifies them: never PASS, never a traceback, in bounded memory."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest

from sealed.fairness import record as records
from sealed.fairness.record import RecordError, read_record_bytes
from sealed_client.desk import main

GOLDEN = Path(__file__).parents[1] / "golden" / "popular_front" / "two_time_at_a_question.ftr"
FIRST, *REST = GOLDEN.read_bytes().splitlines(keepends=True)
ZEROS = bytes(64 << 20)


def changed(number: int, **fields: object) -> bytes:
    """Returns the golden file with fields of one line (from 0) changed."""
    lines = [FIRST, *REST]
    lines[number] = json.dumps(json.loads(lines[number]) | fields, separators=(",", ":")).encode() + b"\n"
    return b"".join(lines)


HOSTILE = {
    "an entry of a type that no leaf can hold": changed(5, t=0x10000),
    "an entry of the greatest type that a line can hold": changed(5, t=0xFFFF_FFFF),
    "a packed line without an end": gzip.compress(FIRST + ZEROS, 1),
    "packed blank lines": gzip.compress(ZEROS.replace(b"\0", b"\n"), 1),
    "two packed files in one": gzip.compress(FIRST) + gzip.compress(b"".join(REST)),
    "a packed file whose end is missing": gzip.compress(GOLDEN.read_bytes())[:-9],
    "an array deeper than the parser": FIRST + b"[" * 60_000 + b"\n",
    "a number of 5,000 digits": FIRST + b'{"k":"e","i":' + b"9" * 5000 + b"}\n",
    "a lone surrogate as kind": FIRST + b'{"k":"\\ud800"}\n',
    "another encoding": GOLDEN.read_bytes().decode().encode("utf-16"),
    "a carriage return inside a line": GOLDEN.read_bytes().replace(b',"t":2,', b',\r"t":2,', 1),
    "nothing": b"",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_file_ends_in_words(name, tmp_path, capsys) -> None:
    """`sealed verify` says in words what is wrong with a file, and never PASS (issue, "Bad input")."""
    file = tmp_path / "hostile.ftr"
    file.write_bytes(HOSTILE[name])
    assert main(["verify", str(file)]) in {1, 2}
    said = capsys.readouterr()
    assert said.out + said.err
    assert "Traceback" not in said.out + said.err


def test_hostile_file_without_end(capsys) -> None:
    """A device that never ends is refused after the first line that is too long."""
    assert main(["verify", "/dev/zero"]) == 2
    assert "longer than 64 KiB" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["a packed line without an end", "packed blank lines"])
def test_packing_bomb_costs_no_memory(name) -> None:
    """Reading a packed file takes memory for its lines and not for what it unpacks to."""
    tracemalloc.start()
    try:
        with pytest.raises(RecordError):
            read_record_bytes(HOSTILE[name])
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()


def test_record_of_endless_lines_is_cut_off(monkeypatch) -> None:
    """A file with more lines or bytes than any game makes is refused where it passes the limit."""
    monkeypatch.setattr(records, "LINES_LIMIT", 20)
    with pytest.raises(RecordError, match="more than 20 lines"):
        read_record_bytes(GOLDEN.read_bytes())
    monkeypatch.setattr(records, "FILE_LIMIT", 4096)
    with pytest.raises(RecordError, match="no record is longer"):
        read_record_bytes(GOLDEN.read_bytes())


def test_packed_and_plain_are_one_record() -> None:
    """A file read in pieces is the same record, packed or not."""
    plain = read_record_bytes(GOLDEN.read_bytes())
    assert read_record_bytes(gzip.compress(GOLDEN.read_bytes())) == plain
