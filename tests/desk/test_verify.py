"""What `sealed verify` and `sealed pack check` say first: the verdict, in words for everybody."""

from importlib import import_module
from pathlib import Path

import pytest

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import read_record_bytes, record_bytes
from sealed.games.popular_front import pack
from sealed.wire.v1.fairness_pb2 import Head
from sealed_client.desk import main

GOLDEN = Path(__file__).parents[1] / "golden" / "popular_front"


def until(record, stops):
    """Returns the file of a record up to the last head before the first line for which `stops` is true."""
    lines = record.lines
    end = next(at for at, line in enumerate(lines) if stops(line))
    last = max(at for at, line in enumerate(lines[:end]) if isinstance(line, Head))
    return record_bytes(record._replace(lines=lines[: last + 1]))


def verified(data, tmp_path, capsys):
    """Verifies a file; returns the exit code and the lines that were said."""
    file = tmp_path / "x.ftr"
    file.write_bytes(data)
    code = main(["verify", str(file)])
    return code, capsys.readouterr().out.splitlines()


@pytest.fixture(scope="module")
def record():
    """Is the record of a whole game."""
    return read_record_bytes((GOLDEN / "two_steady.ftr").read_bytes())


@pytest.mark.parametrize("size", [2, 40, 120])
def test_of_a_running_game_it_is_said_first_that_it_is_not_over(record, size, tmp_path, capsys):
    """A record that ends before its game is called cut or running before any detail, and exits 2."""
    data = until(record, lambda line: isinstance(line, Head) and line.size > size)

    code, said = verified(data, tmp_path, capsys)

    assert code == 2
    assert said[0].startswith("Not complete: this record is cut off, or its game is still running.")


def test_without_the_reveal_it_is_said_first_that_the_secrets_are_missing(record, tmp_path, capsys):
    """A record of a game that is over but not opened says so before any detail, and exits 2."""
    data = until(record, lambda line: getattr(line, "type", 0) == EntryType.FINAL_REVEAL)

    code, said = verified(data, tmp_path, capsys)

    assert code == 2
    assert said[0].startswith("Not complete: the game is over, but the referee's secrets are not")


def test_another_fault_is_not_called_a_game_that_runs(record, tmp_path, capsys):
    """A changed digest in the last line is something wrong, not something missing."""
    lines = record_bytes(record).splitlines(keepends=True)
    digest = lines[-1].split(b'"digest":"')[1][:64]

    code, said = verified(b"".join([*lines[:-1], lines[-1].replace(digest, b"0" * 64)]), tmp_path, capsys)

    assert code == 2
    assert said[0].startswith("Not verified: something is wrong")


@pytest.mark.parametrize("content", [b"hello\n", b"# A heading\n", b'{"a": NaN}\n', b"\xff\n", b"[1]\n", b""])
@pytest.mark.parametrize("command", ["verify", "show"])
def test_a_file_that_is_no_record_is_refused_without_a_parsers_words(command, content, tmp_path, capsys):
    """What is no record is said to be none, without columns, characters and codecs."""
    file = tmp_path / "x.ftr"
    file.write_bytes(content)

    assert main([command, str(file)]) == 2

    said = capsys.readouterr().err
    assert "is not a whole record: it does not begin as one" in said
    assert not any(word in said for word in ("column", "char 0", "Expecting", "codec", "byte"))


def test_the_pack_check_says_its_verdict_first(monkeypatch, capsys):
    """Whole or not is the first line, problems are the next ones, what is house-made comes last."""
    assert main(["pack", "check", "popular-front"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("The pack of Popular Front is whole.")
    assert said[1].startswith("House-made, free to correct")

    monkeypatch.setattr(import_module(pack.__name__), "check_pack", lambda: ("a city is missing",))
    assert main(["pack", "check", "popular-front"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["The pack of Popular Front has 1 problem.", "Problem: a city is missing"]
