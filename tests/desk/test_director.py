"""What `sealed verify` tells a director beyond the verdict: where, how much it proves, and what to do now."""

import json
import re
import shutil
from pathlib import Path
from random import Random

import pytest
from match import InMemoryMatch

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import RefusalLine, read_record_bytes, record_bytes
from sealed.fairness.signing.messages import sign_head, sign_refusal
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Entry, Head, Signed
from sealed_client.desk import main
from sealed_client.desk.talking import keep_record
from sealed_client.words.director import params_of

TESTS = Path(__file__).parents[1]
GOLDEN = TESTS / "golden" / "popular_front"
EVIDENCE = TESTS / "evidence"
RECORDS = TESTS / "records"


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
    assert 'Where: entry 53, the answer of Player 2 (seat 2): "deploy ' in said
    assert "signed by the referee at 20" in said
    assert "sealed show RECORD --at 52" in said


@pytest.mark.parametrize(
    ("name", "code", "weight", "now"),
    [
        ("033_fork_2", 1, "Weight: this convicts.", "nothing here is against a player: the referee signed"),
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


def test_two_records_that_differ_convict_the_referee_that_signed_both(told, tmp_path) -> None:
    """Each player's record may be whole in itself; two histories under one signature are a fork (exit 1)."""
    good = TESTS / "records" / "good"
    one, other = good / "resigned_2.ftr", good / "late_answer_2.ftr"
    assert read_record_bytes(one.read_bytes()).table_id == read_record_bytes(other.read_bytes()).table_id
    code, said = told(one, other)
    assert code == 1
    assert "The referee signed both, which convicts it" in said.splitlines()[-1]
    assert told(one, cut(tmp_path))[0] == 2


def test_a_fork_leaves_standing_what_a_seat_has_signed(told) -> None:
    """Two histories convict the referee and clear no seat; neither file's own advice is left beside that."""
    code, said = told(RECORDS / "bad" / "act_equivocated.ftr", RECORDS / "good" / "resigned_2.ftr")
    assert code == 1
    assert "and convicts seat 1 (Player 1)" in said
    last = said.splitlines()[-1]
    assert "against a seat by its own signature remains" in last
    assert "nothing here is against a player" not in said
    assert "nothing to decide" not in said
    assert said.count("What now: see Together, below.") == 2


def test_an_answer_that_was_changed_is_not_called_signed(told, tmp_path) -> None:
    """Words under no signature are shown as the file's own; beside the whole record they are put aside."""
    whole = GOLDEN / "two_steady.ftr"
    record = read_record_bytes(whole.read_bytes())
    at, entry = next(
        (index, line)
        for index, line in enumerate(record.lines)
        if isinstance(line, Entry) and line.type == EntryType.ACT and b"attack " in line.payload
    )
    other = Entry(index=entry.index, type=entry.type, payload=_turned(entry.payload))
    lines = (*record.lines[:at], other, *record.lines[at + 1 :])
    changed = tmp_path / "changed.ftr"
    *written, _ = record_bytes(record._replace(lines=lines)).splitlines(keepends=True)
    changed.write_bytes(b"".join([*written, whole.read_bytes().splitlines(keepends=True)[-1]]))
    code, said = told(changed)
    assert code == 2
    (where,) = [line for line in said.splitlines() if line.startswith("Where:")]
    assert "No signature of the referee covers these words" in where
    assert "signed by the referee at" not in where
    assert "damaged on the way" in said
    assert "fetch the record again" in said.splitlines()[-1]
    code, said = told(changed, whole)
    assert code == 2
    assert f"Judge by {whole} and put the other aside" in said.splitlines()[-1]


def _turned(payload: bytes) -> bytes:
    """Returns an answer with one letter of its text changed."""
    at = payload.index(b"attack ") + 8
    return payload[:at] + bytes([payload[at] ^ 1]) + payload[at + 1 :]


def test_secrets_that_are_missing_accuse_nobody(told) -> None:
    """The game is over and nothing is revealed: three reasons are possible, and the file shows none."""
    code, said = told(RECORDS / "bad" / "fin_missing.ftr")
    assert code == 2
    assert "Weight: none against anybody yet. The game is over and this file lacks" in said
    assert "while the game runs" not in said


def test_what_a_referee_must_not_log_is_called_its_fault(told) -> None:
    """A late answer in the log is the referee's doing, and that is said where the answer is named."""
    code, said = told(RECORDS / "bad" / "time_up.ftr")
    assert code == 1
    assert "The fault is the referee's: an honest one does not log that." in said


def test_a_record_beside_a_forged_one_of_its_table_convicts_nobody(told, tmp_path) -> None:
    """A history that the referee did not sign is no second history."""
    record = read_record_bytes((GOLDEN / "two_steady.ftr").read_bytes())
    lines = list(record.lines)
    at = [index for index, line in enumerate(lines) if isinstance(line, Head)][20]
    head = lines[at]
    assert isinstance(head, Head)
    lines[at] = Head(size=head.size, root=bytes(32), time_ms=head.time_ms, sig=head.sig)
    forged = tmp_path / "forged.ftr"
    forged.write_bytes(record_bytes(record._replace(lines=tuple(lines))))
    code, said = told(GOLDEN / "two_steady.ftr", forged)
    assert code == 2
    assert "The referee did not sign both" in said.splitlines()[-1]


def test_a_shorter_record_beside_the_whole_one_shows_the_same_history(told, tmp_path) -> None:
    """A player's own record that stops early is no contradiction."""
    code, said = told(cut(tmp_path), GOLDEN / "two_steady.ftr")
    assert code == 2
    assert "the referee signed the same history in both" in said.splitlines()[-1]


def test_a_damaged_file_does_not_keep_the_others_from_being_judged(told, capsys, tmp_path) -> None:
    """The director reads what can be read, and which file to ask for again."""
    damaged = tmp_path / "damaged.fte"
    damaged.write_bytes((EVIDENCE / "033_fork_2.fte").read_bytes()[:700])
    missing = tmp_path / "missing.ftr"
    code, said = told(damaged, GOLDEN / "two_steady.ftr", missing)
    assert code == 2
    assert "Verified: every check" in said
    assert f"== {damaged}: cannot be read" in said
    assert f"There is no file {missing}" in said
    assert main(["verify", "--json", str(damaged), str(GOLDEN / "two_steady.ftr")]) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert "no whole evidence" in first["unread"]
    assert second["verdict"] == "PASS"


def test_a_record_of_another_referee_is_not_called_false(told) -> None:
    """A key that does not fit says so in the first line and the last, and blames nobody."""
    code, said = told("--referee", "ab" * 32, GOLDEN / "two_steady.ftr")
    assert code == 2
    assert said.startswith("Not verified: this is the record of another referee")
    assert "Weight:" not in said
    assert said.splitlines()[-1].startswith("What now: compare the two keys.")
    code, said = told("--referee", "ab" * 32, EVIDENCE / "033_fork_2.fte")
    assert said.splitlines()[-1].startswith("What now: compare the two keys.")


def test_a_verified_record_shows_whose_table_it_is(told) -> None:
    """Anybody can make a whole record with a key of his own: without --referee one is told to compare."""
    params = params_of(read_record_bytes((GOLDEN / "two_steady.ftr").read_bytes()))
    assert params is not None
    key = params.referee_pk.hex()
    assert f"Key: the referee of this table has the key {key}. Anybody" in told(GOLDEN / "two_steady.ftr")[1]
    said = told("--referee", key, GOLDEN / "two_steady.ftr")[1]
    assert "Key: the referee of this table has the key that you gave." in said


def test_a_loss_on_time_tells_by_when_and_by_which_terms(told) -> None:
    """A bank that looks full does not contradict the loss: the deadline, the terms, the player's word."""
    code, said = told(GOLDEN / "two_by_the_clock.ftr")
    assert code == 0
    assert "Late: Player 2 (seat 2) owed an answer by 2023-11-14 22:39:50 UTC" in said
    assert "The wait by which seat 2 lost is not counted in these times." in said
    assert "The clock of this table: Each player has 10 minutes" in said
    assert said.splitlines()[-1].startswith(
        "What now: by the log the loss on time stands. If the player says"
    )


def test_a_refusal_in_a_players_own_record_is_told(told, tmp_path) -> None:
    """Who says that he had answered can show by it that the referee had his message, and why not."""
    match = InMemoryMatch(TITLE, 2, Random(1))
    match.begin()
    keep_record(match.seats[2].follower, tmp_path)
    (file,) = tmp_path.glob("*.ftr")
    record = read_record_bytes(file.read_bytes())
    refusal = sign_refusal(match.referee, record.table_id, 2, 9, Signed(payload=b"late"), "TIME_UP")
    file.write_bytes(record_bytes(record._replace(lines=(*record.lines, RefusalLine(2, refusal)))))
    _, said = told(file)
    assert "Refused: message 9 of " in said
    assert "(seat 2), by the referee's signature (TIME_UP): The answer came after its deadline." in said
    refusal.sig = bytes(64)
    file.write_bytes(record_bytes(record._replace(lines=(*record.lines, RefusalLine(2, refusal)))))
    assert "Refused: " not in told(file)[1]


def test_a_record_that_merely_stops_blames_nobody(told, tmp_path) -> None:
    """Its last entry is where it stops, not where something is wrong."""
    _, said = told(cut(tmp_path))
    assert "Where it stops: entry " in said
    assert "Where: " not in said
    assert "Weight: none against anybody." in said


@pytest.mark.parametrize("name", ["enc_bad_type", "slot_purpose", "end_cause", "fin_truncated"])
def test_a_director_reads_no_type_of_an_entry_and_no_list_of_codes(told, name) -> None:
    """What an entry is, and what was not checked, stands there in words."""
    _, said = told(TESTS / "records" / "bad" / f"{name}.ftr")
    assert not re.search(r"entry \d+, an? [A-Z]|of the unknown|[A-Z]_\w+, [A-Z]+_", said)
    assert "the sealed order of the decks" in said


def test_what_is_not_checked_is_not_put_down_to_missing_secrets_when_they_are_there(told) -> None:
    """A record with the reveal in it says that the check stopped, not that the secrets are missing."""
    _, said = told(TESTS / "records" / "bad" / "log_time.ftr")
    assert "Not checked, because the check stopped there" in said


def test_the_board_is_shown_by_the_name_of_the_file(told, tmp_path) -> None:
    """The command under a failure can be typed as it stands, spaces in the name or not."""
    file = tmp_path / "my record.ftr"
    shutil.copy(TESTS / "records" / "bad" / "state_mismatch.ftr", file)
    assert f"The board before: sealed show '{file}' --at 3" in told(file)[1]


def test_show_of_evidence_says_what_to_type(capsys) -> None:
    """Evidence has no board; the command that judges it is named."""
    file = EVIDENCE / "033_fork_2.fte"
    assert main(["show", str(file)]) == 2
    assert f"sealed verify {file}" in capsys.readouterr().err
