"""Laws of evidence on the desk: it is written beside the record, and `sealed verify` says what it shows."""

from __future__ import annotations

import io
import json
from random import Random

import pytest
from crooked_referee import ChoosingDealer, crooked
from match import InMemoryMatch

from sealed.fairness.signing.messages import sign_head
from sealed.games.popular_front import TITLE
from sealed_client.desk import main
from sealed_client.desk.demo_command import Wishes, demonstrate
from sealed_client.desk.plans import plan_of
from sealed_client.desk.talking import keep_record


@pytest.fixture(scope="module")
def cheated(tmp_path_factory):
    """Is a match that a client broke off: the evidence beside its record, and what was said."""
    record = tmp_path_factory.mktemp("cheated") / "m.ftr"
    out = io.StringIO()
    plan = plan_of("popular-front", None, ["round-cap=8"], "random")
    demonstrate(plan, Wishes(1, record, None, progress=False), out, crooked(ChoosingDealer))
    return record.with_suffix(".fte"), out.getvalue()


def test_a_demonstration_says_where_the_evidence_is(cheated) -> None:
    """One sentence names the file, and the file is there."""
    evidence, said = cheated
    assert evidence.is_file()
    assert f"Evidence of the check that failed: {evidence}." in said


def test_verify_tells_a_director_who_and_where(cheated, capsys) -> None:
    """Who, which entry, in words, what was checked and what not; the exit code is 1."""
    code = main(["verify", str(cheated[0])])
    said = capsys.readouterr().out
    assert code == 1
    assert said.startswith("Proven: the bytes of this file alone convict the referee, key ")
    for words in (
        "At entry ",
        "the result of a random act",
        "played by",
        "Checked in this file",
        "Not checked",
    ):
        assert words in said


def test_verify_tells_programs_the_same(cheated, capsys) -> None:
    """`--json` has the claim, the failure with its key, and what was checked, in one line."""
    code = main(["verify", "--json", str(cheated[0])])
    told = json.loads(capsys.readouterr().out)
    assert code == 1
    assert told["failures"][0]["code"] == told["claims"]["code"] == "SLOT_OUTPUT"
    assert told["failures"][0]["key"] == told["claims"]["key"]
    assert told["checked"]["entries"] == 3


def test_evidence_about_another_referee_says_so(cheated, capsys) -> None:
    """With `--referee` another key than the file's is exit 2, in words (case 109)."""
    code = main(["verify", "--referee", "07" * 32, str(cheated[0])])
    assert code == 2
    assert "another referee than the one asked about" in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"", b"{", b'{"fte":1}', b'{"fte":2', b'{"fte":1,"fte":1}', b"\xff\xfe"])
def test_damaged_evidence_is_refused_in_words(content, tmp_path, capsys) -> None:
    """What is no whole evidence file is exit 2, without a traceback."""
    file = tmp_path / "x.fte"
    file.write_bytes(content)
    assert main(["verify", str(file)]) == 2
    assert "is no whole evidence file" in capsys.readouterr().err


@pytest.mark.parametrize("seats", [2, 3])
def test_a_player_gets_the_evidence_beside_the_record(seats, tmp_path, capsys) -> None:
    """A second history shown to a client's seat is in the file that its table leaves behind."""
    match = InMemoryMatch(TITLE, seats, Random(1))
    match.begin()
    follower = match.seats[seats].follower
    size = follower.verifier.size
    false = sign_head(match.referee, follower.table_id, size, b"\1" * 32, match.tick())
    match.seats[seats].feed((), false)
    said = keep_record(follower, tmp_path)
    (evidence,) = tmp_path.glob("*.fte")
    assert str(evidence) in said[-1]
    assert main(["verify", str(evidence)]) == 1
    assert match.referee.public.hex() in capsys.readouterr().out


def test_an_honest_table_leaves_no_evidence(tmp_path) -> None:
    """Where nothing failed there is only the record."""
    match = InMemoryMatch(TITLE, 2, Random(1))
    match.begin()
    assert len(keep_record(match.seats[1].follower, tmp_path)) == 1
    assert not list(tmp_path.glob("*.fte"))
