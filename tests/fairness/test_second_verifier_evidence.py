"""The second verifier on evidence files: it believes nothing in them but signatures and hashes (spec 6.2)."""

import json

import pytest

from second_verifier import TESTS, V, run

FOLDER = TESTS / "evidence"
EXPECT = json.loads((FOLDER / "expect.json").read_text("utf-8"))
CONVICTING = sorted(name for name, wanted in EXPECT.items() if wanted["exit"] == 1)


@pytest.mark.parametrize("name", sorted(EXPECT))
def test_a_published_evidence_file_comes_to_what_is_expected(name) -> None:
    """Exit 1 with code, class, entry and key where the bytes convict; else exit 2, and nobody is named."""
    wanted = EXPECT[name]
    line, code = V.verify(str(FOLDER / name))
    found = [{key: one[key] for key in ("class", "code", "entry", "key")} for one in line["failures"]]
    assert code == wanted["exit"]
    assert {key: value for key, value in wanted.items() if key != "exit"} in found
    assert code == 1 or [one["key"] for one in found] == [None]


def claims(name, **changed):
    """Returns what an evidence file says, with some of it changed."""
    return json.loads((FOLDER / name).read_text("utf-8")) | changed


def judged(claim, tmp_path):
    """Returns exit code and line for an evidence file of our own making."""
    file = tmp_path / "made.fte"
    file.write_text(json.dumps(claim), "utf-8")
    line, code = V.verify(str(file))
    return code, line


@pytest.mark.parametrize("name", CONVICTING)
def test_a_file_that_claims_something_else_convicts_nobody(name, tmp_path) -> None:
    """Another key, another code, another class or another table than the bytes show: exit 2."""
    honest = claims(name)
    others = {"key": "00" * 32, "code": "DECK_SIZE", "class": "D", "table": "00" * 32, "params": "AA=="}
    for field, value in others.items():
        code, line = judged(honest | {field: value}, tmp_path)
        assert (code, line["failures"][0]["key"]) == (2, None), field


@pytest.mark.parametrize("name", CONVICTING)
def test_no_head_may_be_missing(name, tmp_path) -> None:
    """Without the heads over its entries a file shows nothing."""
    assert judged(claims(name, heads=[]), tmp_path)[0] == 2


def test_things_of_two_tables_do_not_mix(tmp_path) -> None:
    """A head, an entry or a message of another table spoils the whole file."""
    mine, other = claims("033_fork_2.fte"), claims("037_other_table_3.fte")
    assert judged(mine, tmp_path)[0] == 1
    for field in ("heads", "entries"):
        assert judged(mine | {field: mine[field] + other[field]}, tmp_path)[0] == 2
    spoken = claims("040_two_messages_3.fte")["messages"]
    assert judged(mine | {"messages": spoken}, tmp_path)[0] == 2


def test_one_message_twice_is_no_equivocation(tmp_path) -> None:
    """Two messages under one counter convict only if they differ."""
    claim = claims("040_two_messages_2.fte")
    one, other = claim["messages"]
    for messages in ([one], [one, one], [one, other | {"sig": one["sig"]}]):
        assert judged(claim | {"messages": messages}, tmp_path)[0] == 2


def test_a_fork_needs_two_roots(tmp_path) -> None:
    """The same head twice is no fork."""
    claim = claims("033_fork_2.fte")
    first, second, _ = claim["heads"]
    assert judged(claim | {"heads": [first, second, second]}, tmp_path)[0] == 2


def test_a_path_leads_to_a_head_that_is_there(tmp_path) -> None:
    """An entry whose path or index is another is under no head."""
    claim = claims("052_signature_2.fte")
    for changed in ({"i": 5}, {"t": 3}, {"size": 4}, {"path": []}):
        entries = [claim["entries"][0], claim["entries"][1] | changed]
        assert judged(claim | {"entries": entries}, tmp_path)[0] == 2, changed


def test_the_genesis_must_be_in_the_log(tmp_path) -> None:
    """Entry 0 must be there, under a head."""
    claim = claims("052_signature_2.fte")
    assert judged(claim | {"entries": claim["entries"][1:]}, tmp_path)[0] == 2


def test_it_is_run_as_a_program() -> None:
    """Exit code and one line, as for a record."""
    code, line = run(FOLDER / "020_output_2.fte")
    assert (code, line["failures"][0]["code"]) == (1, "SLOT_OUTPUT")
    code, line = run(FOLDER / "117_cut.fte")
    assert (code, line["failures"]) == (
        2,
        [{"code": "FIN_MISSING", "class": "D", "entry": None, "key": None}],
    )
