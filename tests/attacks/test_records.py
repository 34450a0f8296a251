"""The published records come to what `expect.json` says, by both verifiers (spec 6.1)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bad_records import BAD, WITHOUT_RULES
from good_records import GOOD

from sealed_client.desk import main
from second_verifier import V, first, no_title

FOLDER = Path(__file__).parents[1] / "records"
EXPECT = json.loads((FOLDER / "expect.json").read_text("utf-8"))


@pytest.mark.parametrize("name", sorted(EXPECT))
def test_a_published_record_comes_to_what_is_expected(name, capsys) -> None:
    """`sealed verify` tells exit code, verdict, and code, class, entry and key of each failure."""
    wanted = EXPECT[name]
    assert main(["verify", "--json", str(FOLDER / name)]) == wanted["exit"]
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"] == wanted["verdict"]
    assert told["failures"] == wanted["failures"]


@pytest.mark.parametrize("name", sorted(EXPECT))
def test_both_verifiers_agree_on_a_published_record(name) -> None:
    """What does not rest on the rules: good is good, and what convicts names the same key for the same."""
    wanted = EXPECT[name]["without rules"]
    line, code = V.verify(str(FOLDER / name))
    convicting = [one for one in wanted if one["class"] == "C"]
    found = [one for one in line["failures"] if one["class"] == "C"]
    assert code == (1 if convicting else 2 if wanted else 0)
    assert all(one in wanted for one in line["failures"])
    assert bool(found) == bool(convicting)


@pytest.mark.parametrize("name", sorted(EXPECT))
def test_what_is_expected_without_the_rules_is_found(name) -> None:
    """A stranger to the rules finds what `expect.json` says that he finds."""
    report = first((FOLDER / name).read_bytes(), no_title)
    found = [
        (str(one.code), str(one.klass), one.entry, one.key.hex() if one.key else None)
        for one in report.failures
    ]
    wanted = EXPECT[name]["without rules"]
    assert found == [(one["code"], one["class"], one["entry"], one["key"]) for one in wanted]


def test_every_record_is_made_and_expected() -> None:
    """Each good way to end and each code has its file, and no file lies about that nobody judges."""
    files = {str(file.relative_to(FOLDER)) for file in FOLDER.rglob("*.ftr")}
    made = {f"good/{name}.ftr" for name in GOOD} | {f"bad/{code.lower()}.ftr" for code in BAD}
    assert files == set(EXPECT) == made


def test_good_records_pass_and_bad_ones_show_their_code() -> None:
    """Good is PASS with no failure; a bad record shows the code it is named after first."""
    for name in GOOD:
        wanted = EXPECT[f"good/{name}.ftr"]
        assert (wanted["verdict"], wanted["failures"]) == ("PASS", [])
    for code in BAD:
        wanted = EXPECT[f"bad/{code.lower()}.ftr"]
        assert wanted["exit"] in {1, 2}
        assert wanted["without rules" if code in WITHOUT_RULES else "failures"][0]["code"] == code
