"""The published evidence files come to what `expect.json` says, with and without the rules (spec 6.1)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from witness import BACKEND, no_rules

from sealed.fairness.evidence.file import evidence_bytes, read_evidence
from sealed.fairness.evidence.judging import judge

FOLDER = Path(__file__).parents[1] / "evidence"
EXPECT = json.loads((FOLDER / "expect.json").read_text("utf-8"))


@pytest.mark.parametrize("name", sorted(EXPECT))
def test_published_evidence_comes_to_what_is_expected(name) -> None:
    """Exit code, code, class, entry and key, recomputed from the file alone."""
    wanted = EXPECT[name]
    data = (FOLDER / name).read_bytes()
    evidence = read_evidence(data)
    assert evidence_bytes(evidence) == data
    judgement = judge(evidence, no_rules, BACKEND)
    assert judgement.exit_code == wanted["exit"], judgement.sentences()
    assert (evidence.code, str(evidence.klass)) == (wanted["code"], wanted["class"])
    if wanted["exit"] == 1:
        main = next(one for one in judgement.failures if one.key == evidence.key)
        assert (main.code, main.entry, main.key.hex()) == (wanted["code"], wanted["entry"], wanted["key"])


def test_every_published_file_is_expected() -> None:
    """No file lies about that nobody judges."""
    assert {file.name for file in FOLDER.glob("*.fte")} == set(EXPECT)


def test_a_private_message_under_another_seats_number_convicts_nobody() -> None:
    """The seat beside a private message is the one in its bytes (6.2); another one is a claim too much."""
    evidence = read_evidence((FOLDER / "076_look_2.fte").read_bytes())
    assert judge(evidence, no_rules, BACKEND).exit_code == 1
    (line,) = evidence.private
    other = evidence._replace(private=(line._replace(seat=3 - line.seat),))
    assert judge(other, no_rules, BACKEND).exit_code == 2
