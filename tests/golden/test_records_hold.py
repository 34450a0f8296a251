"""Golden records of the titles for two: made once (tools/make_golden.py), judged by both verifiers.

They bind the edition of the rules and the bytes of the protocol. If one of those changes on purpose,
`python tools/make_golden.py TITLE` makes new ones. What else holds of a title's records stands beside.
"""

import pytest
from golden_folder import GoldenFolder
from golden_walk import in_short

from sealed.fairness.audit.audit import audit
from sealed.fairness.record import read_record_bytes, record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed_client.desk import main
from second_verifier import no_title, run

FOLDERS = {title: GoldenFolder(title) for title in ("south_front", "shaef")}
OWED = {"south_front": set(), "shaef": {"REGROUP_OWED"}}
"""Without the rules the first verifier does not speak of what only they can owe; the second says so."""

golden = pytest.mark.parametrize(
    ("title", "name"), [(title, name) for title, there in FOLDERS.items() for name in there.names]
)


@pytest.mark.parametrize("title", FOLDERS)
def test_every_record_has_its_expectations(title):
    """There is one record for each entry of expect.json, and no other."""
    there = FOLDERS[title]
    assert [file.stem for file in sorted(there.folder.glob("*.ftr"))] == there.names


@golden
def test_a_record_is_written_as_it_was_read(title, name):
    """Reading and writing a record gives the same bytes, and the end line states the digest of the audit."""
    record = read_record_bytes(FOLDERS[title].file_of(name).read_bytes())
    assert record_bytes(record) == FOLDERS[title].file_of(name).read_bytes()
    assert record.end.digest.hex() == FOLDERS[title].expected[name]["digest"]


@golden
def test_a_record_holds_publicly(title, name):
    """A fresh verifier that knows nothing hidden finds nothing in any append, and the same end."""
    seen = FOLDERS[title].walk(name)
    assert seen.verdicts == []
    assert seen.verifier.game_over.result == FOLDERS[title].expected[name]["result"]
    assert seen.verifier.game_over.cause == FOLDERS[title].expected[name]["cause"]
    assert seen.verifier.phase == "R"


@golden
def test_a_record_holds_fully(title, name):
    """The audit passes with nothing left unchecked and finds digest, end and numbers as when it was made."""
    record = read_record_bytes(FOLDERS[title].file_of(name).read_bytes())
    report = audit(record, title_of, load_backend())
    assert in_short(report, record) == FOLDERS[title].expected[name]
    assert (report.failures, dict(report.not_checked), report.exit_code) == ((), {}, 0)


@golden
def test_the_command_verifies_a_record(title, name, capsys):
    """`sealed verify` passes it."""
    assert main(["verify", str(FOLDERS[title].file_of(name))]) == 0
    assert "Verified" in capsys.readouterr().out


@golden
def test_the_second_verifier_agrees(title, name):
    """Exit 0, no failure, only what the first leaves without the rules unchecked, the same end."""
    code, line = run(FOLDERS[title].file_of(name))
    record = read_record_bytes(FOLDERS[title].file_of(name).read_bytes())
    left = {skipped.code for skipped in audit(record, no_title, load_backend()).not_checked}
    ended, expected = line["ended"], FOLDERS[title].expected[name]
    assert (code, line["failures"]) == (0, [])
    assert {one["code"] for one in line["not_checked"]} - OWED[title] == left
    assert (ended["cause"], ended["seats"]) == (expected["cause"], expected["seats"])
    assert len(line["unfinished"]) == len(expected["unfinished"])
