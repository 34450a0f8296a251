"""The second verifier (tests/second_verifier): what it is, the published vectors, honest records."""

import ast
import gzip
import json
import sys
from collections import Counter

import pytest

from second_verifier import GOLDEN, PROGRAM, TESTS, V, first, no_title, run

NAMES = sorted(path.stem for path in GOLDEN.glob("*.ftr"))
ENTRIES = {"ActEntry": "Act", "ResignEntry": "Say", "PauseEntry": "Say"}
ENTRIES |= {"ResultEntry": "Vote", "AuditEntry": "Vote"}


def vectors(name):
    """Returns one file of the published vectors."""
    return json.loads((TESTS / "vectors" / f"{name}.json").read_text("utf-8"))


def raw(words):
    """Returns a list of hex words as bytes."""
    return [bytes.fromhex(word) for word in words]


# ---- What it is ----


def test_it_is_one_short_file_that_needs_nothing_of_ours():
    """One file of at most 600 lines that imports the standard library and `cryptography` alone."""
    source = PROGRAM.read_text("utf-8")
    nodes = list(ast.walk(ast.parse(source)))
    wanted = {a.name.split(".")[0] for n in nodes if isinstance(n, ast.Import) for a in n.names}
    wanted |= {n.module.split(".")[0] for n in nodes if isinstance(n, ast.ImportFrom)}
    assert len(source.splitlines()) <= 600
    assert wanted - set(sys.stdlib_module_names) == {"cryptography"}
    assert [path.name for path in PROGRAM.parent.glob("*.py")] == [PROGRAM.name]


# ---- Published vectors ----


def test_it_judges_the_wire_vectors():
    """Strict parse and values give the published verdict on all payloads but those of the lobby."""
    judged = Counter()
    for case in vectors("wire")["cases"]:
        name = ENTRIES.get(case["message"], case["message"])
        data = bytes.fromhex(case["payload"])
        if name not in V.MESSAGES:
            continue
        try:
            (V.scan if case["stage"] == "strict" else V.parse)(name, data)
            verdict = "accept"
        except V.Fail as fail:
            verdict = fail.code
        assert verdict == case["verdict"], case
        judged[verdict] += 1
    assert judged["accept"] > 50
    assert judged["ENC_NOT_STRICT"] > 40


def test_it_computes_the_trees_of_the_vectors():
    """Roots and inclusion proofs of all sizes, and no damaged proof."""
    given = vectors("merkle")
    leaves = [V.leaf(data) for data in raw(given["data"])]
    for size, root in enumerate(given["roots"]):
        assert V.tree_root(leaves[:size]).hex() == root
    for case in given["inclusion"]:
        assert V.path(case["index"], leaves[: case["size"]]) == raw(case["proof"])
    for case in given["damaged_inclusion"]:
        found = V.root_from(bytes.fromhex(case["leaf"]), case["index"], case["size"], raw(case["proof"]))
        assert (found == bytes.fromhex(case["root"])) == case["holds"]


def test_it_computes_the_chance_of_the_vectors():
    """Chains, tape, slots, uniform integers and shuffles as published."""
    given = vectors("arith")
    tid, inputs = bytes.fromhex(given["table_id"]["id"]), given["appendix_b"]["inputs"]
    keys = raw([given["appendix_b"]["keys"][f"seat{seat}"] for seat in (1, 2)])
    nonces = raw([inputs[f"join_nonce_seat{seat}"] for seat in (1, 2)])
    pairs = list(zip(keys, nonces, strict=True))
    assert V.table_id(bytes.fromhex(given["table_id"]["params"]), pairs) == tid
    for chain, key in zip(given["chains"], keys, strict=True):
        link = bytes.fromhex(chain["links"]["2"])
        first_link = V.link_below(tid, key, 2, link)
        assert first_link.hex() == chain["links"]["1"]
        assert V.link_below(tid, key, 1, first_link).hex() == chain["anchor"]
    prk = V.MAC(tid, bytes.fromhex(inputs["R"]))
    for slot in given["tape"]["slots"]:
        k, secret = slot["k"], V.tape_secret(prk, slot["k"])
        assert secret.hex() == slot["s"]
        proven = V.root_from(V.tape_leaf(tid, k, secret), k - 1, given["tape"]["n"], raw(slot["proof"]))
        assert proven.hex() == given["tape"]["root"]
    for slot in given["slots"]:
        links = list(zip(slot["seats"], raw(slot["links"]), strict=True))
        made = V.slot_prk(tid, slot["k"], slot["purpose"], bytes.fromhex(slot["s"]), links)
        assert made.hex() == slot["prk"]
    for case in given["below"]:
        below = V.uniform(bytes.fromhex(case["prk"]), [case["n"]] * len(case["draws"]))
        assert list(below) == case["draws"]
    for case in given["shuffles"]:
        assert V.shuffle(bytes.fromhex(case["prk"]), case["items"]) == case["order"]


def test_it_computes_the_references_of_the_vectors():
    """Blind seeds, commitments and private messages as published."""
    given = vectors("refs")
    one, told = given["appendix_b"]["seat1_ref7"], given["appendix_b"]["private_peeked"]
    arith = vectors("arith")
    tid = bytes.fromhex(arith["table_id"]["id"])
    seed = V.blind_seed(V.MAC(tid, bytes.fromhex(arith["appendix_b"]["inputs"]["R"])), 1)
    assert seed.hex() == given["appendix_b"]["blind_seed"]["seat1"]
    assert V.blind_commit(tid, 1, seed).hex() == given["appendix_b"]["blind_seed"]["commit_seat1"]
    salts = V.blind_salts(seed, 7)
    inner = V.blind_inner(tid, one["handle"], salts[0])
    assert inner.hex() == one["inner"]
    assert V.blind_outer(tid, 1, 7, one["card"], inner, salts[1]).hex() == one["outer"]
    peeked = V.private(tid, 2, 21, 3, V.peeked_content(1, [(7, one["card"], inner, salts[1])]))
    assert (peeked.hex(), V.opening_digest(peeked).hex()) == (told["message"], told["digest"])
    for case in given["drawn"]:
        deck, epoch, first_pos = case["deck"], case["epoch"], case["first"]
        prk, order = bytes.fromhex(case["prk"]), case["order"]
        assert V.shuffle(prk, case["inputs"]) == order
        salts = [V.card_salt(prk, pos) for pos in range(len(order))]
        leaves = [V.card_leaf(tid, (deck, epoch, pos), c, salts[pos]) for pos, c in enumerate(order)]
        assert V.tree_root(leaves).hex() == case["root"]
        span = range(first_pos, first_pos + case["count"])
        cards = [(order[pos], salts[pos], V.path(pos, leaves)) for pos in span]
        content = V.drawn_content((deck, epoch, first_pos), len(order), cards)
        assert content.hex() == case["content"]
        assert (
            V.opening_digest(V.private(tid, case["seat"], case["index"], 2, content)).hex() == case["digest"]
        )


def test_it_judges_the_signatures_of_the_vectors():
    """Edge signatures, weak keys and one signature of each context get the published verdict."""
    given = vectors("sign")
    key = bytes.fromhex(given["keys"]["seat1"]["public"])
    edge = given["appendix_b"]["edge"]
    for name, sig, verdict, *_ in edge["cases"]:
        assert V.sig_ok(key, bytes.fromhex(sig), edge["msg_utf8"].encode()) == (verdict == "accept"), name
    assert not any(V.point_ok(weak) for weak in raw(given["weak_keys"] + given["malformed_keys"]))
    for case in given["contexts"]:
        signer = bytes.fromhex(given["keys"][case["signer"]]["public"])
        assert V.sig_ok(signer, bytes.fromhex(case["sig"]), bytes.fromhex(case["preimage"])), case["context"]


# ---- Honest records ----


@pytest.mark.parametrize("name", NAMES)
def test_golden_records_leave_only_the_rules(name):
    """An honest record: exit 0, no failure, only the rules unchecked; both read the same end from it."""
    code, line = run(GOLDEN / f"{name}.ftr")
    report = first((GOLDEN / f"{name}.ftr").read_bytes())
    assert (code, line["failures"], report.verdict) == (0, [], "PASS")
    assert {left["reason"] for left in line["not_checked"]} == {"rules"}
    ended = line["ended"]
    assert (ended["cause"], tuple(ended["seats"]), ended["entry"]) == (
        report.ended.cause,
        tuple(report.ended.seats),
        report.ended.entry,
    )
    assert tuple(line["unsigned"]) == tuple(report.unsigned)
    assert len(line["unfinished"]) == len(report.unfinished)


def test_both_leave_the_same_to_the_rules():
    """What the first verifier leaves unchecked without the title, the second leaves, and no more."""
    data = (GOLDEN / "two_steady.ftr").read_bytes()
    left = {skipped.code for skipped in first(data, no_title).not_checked}
    _, line = run(GOLDEN / "two_steady.ftr")
    assert {one["code"] for one in line["not_checked"]} == left


def test_a_packed_record_is_the_same_record(tmp_path):
    """A record may be packed with gzip."""
    file = tmp_path / "packed.ftr.gz"
    file.write_bytes(gzip.compress((GOLDEN / "three_stop.ftr").read_bytes()))
    assert run(file)[0] == 0
