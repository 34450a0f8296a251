"""What `sealed verify` tells a director beyond the verdict: where, how much it proves, and what to do now."""

import json
from pathlib import Path
from random import Random

import pytest
from match import InMemoryMatch

from sealed.fairness.record import read_record_bytes, record_bytes
from sealed.fairness.signing.messages import sign_head
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Head
from sealed_client.desk import main
from sealed_client.desk.talking import keep_record

TESTS = Path(__file__).parents[1]
GOLDEN = TESTS / "golden" / "popular_front"
EVIDENCE = TESTS / "evidence"


@pytest.fixture
def told(capsys):
    """Verifies files; returns the exit code and everything that was said."""

    def verify(*files):
        code = main(["verify", *map(str, files)])
        return code, capsys.readouterr().out

    return verify


def test_a_failure_in_an_answer_quotes_it_with_its_author_and_time(told) -> None:
    """A director reads who answered what, and when that was signed."""
    code, said = told(EVIDENCE / "045_reveal_2.fte")
    assert code == 1
    assert 'Where: entry 57, the answer of Player 1 (seat 1): "deploy ' in said
    assert "signed by the referee at 20" in said
    assert "sealed show RECORD --at 56" in said


@pytest.mark.parametrize(
    ("name", "code", "weight", "now"),
    [
        ("033_fork_2", 1, "Weight: this convicts.", "no player is at fault: the referee signed"),
        ("040_two_messages_2", 1, "Weight: this convicts.", "the seat that is named is at fault"),
        ("045_reveal_2", 1, "Weight: this convicts.", "the referee and the seat that is named both"),
        ("115_old_head", 2, "", "do not act on this file"),
    ],
)
def test_each_kind_of_evidence_ends_in_a_next_step(told, name, code, weight, now) -> None:
    """What convicts says whose fault it is; what shows nothing says not to act on it."""
    got, said = told(EVIDENCE / f"{name}.fte")
    assert got == code
    assert weight in said
    assert now in said.splitlines()[-1]


def test_of_a_verified_record_nothing_is_to_decide(told) -> None:
    """A record that passes ends in one sentence that says so."""
    code, said = told(GOLDEN / "two_steady.ftr")
    assert code == 0
    assert said.splitlines()[-1] == "What now: nothing to decide. The result stands as it was signed."


def cut(tmp_path, name="two_steady.ftr"):
    """Writes a record that ends in the middle of its game."""
    record = read_record_bytes((GOLDEN / name).read_bytes())
    last = [at for at, line in enumerate(record.lines) if isinstance(line, Head)][20]
    file = tmp_path / "cut.ftr"
    file.write_bytes(record_bytes(record._replace(lines=record.lines[: last + 1])))
    return file


def test_a_cut_record_decides_nothing(told, tmp_path) -> None:
    """A director is told where to get the rest."""
    code, said = told(cut(tmp_path))
    assert code == 2
    assert "What now: this cannot decide anything yet." in said
    assert "sealed record --own TABLE" in said


def test_several_files_are_judged_one_by_one_and_side_by_side(told) -> None:
    """The worst of them gives the exit code; evidence of another table is said to be that."""
    code, said = told(GOLDEN / "two_steady.ftr", EVIDENCE / "033_fork_2.fte")
    assert code == 1
    assert "two_steady.ftr: a record" in said
    assert "033_fork_2.fte: evidence" in said
    assert said.splitlines()[-1].startswith("Together: the two files are about different tables.")


def test_a_fork_beside_one_of_its_histories_clears_nobody(told, tmp_path) -> None:
    """A record of one of two histories does not weaken the evidence that there are two."""
    match = InMemoryMatch(TITLE, 2, Random(1))
    match.begin()
    follower = match.seats[2].follower
    false = sign_head(match.referee, follower.table_id, follower.verifier.size, b"\1" * 32, match.tick())
    match.seats[2].feed((), false)
    keep_record(follower, tmp_path)
    code, said = told(*tmp_path.glob("*.ftr"), *tmp_path.glob("*.fte"))
    assert code == 1
    assert "they show different histories" in said.splitlines()[-1]
    assert "clears nobody" in said.splitlines()[-1]


def test_evidence_that_shows_nothing_beside_its_record(told, tmp_path) -> None:
    """A claim without proof is set against a record of the same table."""
    match = InMemoryMatch(TITLE, 2, Random(1))
    match.begin()
    keep_record(match.seats[2].follower, tmp_path)
    (record,) = tmp_path.glob("*.ftr")
    wrong = json.loads((EVIDENCE / "115_old_head.fte").read_bytes())
    wrong["table"] = read_record_bytes(record.read_bytes()).table_id.hex()
    file = tmp_path / "claim.fte"
    file.write_bytes(json.dumps(wrong, separators=(",", ":")).encode() + b"\n")
    code, said = told(file, record)
    assert code == 2
    assert "the bytes of the evidence do not show what it claims" in said


def test_programs_get_one_line_a_file(capsys) -> None:
    """`--json` of two files is two lines, in the order in which they were named."""
    files = [str(GOLDEN / "two_steady.ftr"), str(EVIDENCE / "033_fork_2.fte")]
    assert main(["verify", "--json", *files]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["verdict"] == "PASS"
    assert second["claims"]["code"] == "LOG_FORK"
