"""The second verifier computes the published vectors as they stand (spec 6.1, Appendix B)."""

import json

import pytest

from second_verifier import TESTS, V


def vectors(name):
    """Returns one file of the published vectors."""
    return json.loads((TESTS / "vectors" / f"{name}.json").read_text("utf-8"))


def raw(words):
    """Returns a list of hex words as bytes."""
    return [bytes.fromhex(word) for word in words]


ARITH, REFS, SIGN, TIME = (vectors(name) for name in ("arith", "refs", "sign", "time"))
TABLE = bytes.fromhex(ARITH["table_id"]["id"])
PRK = V.MAC(TABLE, bytes.fromhex(ARITH["appendix_b"]["inputs"]["R"]))
KEYS = {name: bytes.fromhex(key["public"]) for name, key in SIGN["keys"].items()}


def links_down(key, k, link):
    """Returns the links of a chain from the anchor up to a link that is known."""
    made = [link]
    for number in range(k, 0, -1):
        made.append(V.link_below(TABLE, key, number, made[-1]))
    return made[::-1]


def test_labels() -> None:
    """A label is its length and its ASCII text, in at most 255 bytes."""
    for name, label in ARITH["labels"].items():
        assert V.T(name).hex() == label


@pytest.mark.parametrize("chain", ARITH["chains"], ids=lambda chain: f"seat{chain['seat']}")
def test_chains(chain) -> None:
    """Every published link follows from the last one, down to the anchor."""
    links = links_down(KEYS[f"seat{chain['seat']}"], 4096, bytes.fromhex(chain["links"]["4096"]))
    assert links[0].hex() == chain["anchor"]
    assert {k: links[int(k)].hex() for k in chain["links"]} == chain["links"]


def test_the_tape_and_its_proofs() -> None:
    """All secrets, the root and the proofs of the tape, of every size."""
    for tape in (ARITH["tape"], *ARITH["short_tapes"]):
        n, prk = tape["n"], V.MAC(TABLE, bytes.fromhex(tape["r"])) if "r" in tape else PRK
        secrets = [V.tape_secret(prk, k) for k in range(1, n + 1)]
        leaves = [V.tape_leaf(TABLE, k, secret) for k, secret in enumerate(secrets, 1)]
        shown = tape.get("slots") or [{"k": n, "s": tape["s_n"], "proof": tape["proof_n"]}]
        assert V.tree_root(leaves).hex() == tape["root"]
        for slot in shown:
            assert secrets[slot["k"] - 1].hex() == slot["s"]
            assert V.path(slot["k"] - 1, leaves) == raw(slot["proof"])


def test_a_proof_of_the_tape_on_demand() -> None:
    """The proof of one slot, as Appendix B gives its digest."""
    given = ARITH["tape_on_demand"]
    leaves = [V.tape_leaf(TABLE, k, V.tape_secret(PRK, k)) for k in range(1, 4097)]
    proof = V.path(given["k"] - 1, leaves)
    assert V.tape_secret(PRK, given["k"]).hex() == given["s"]
    assert (len(proof), V.H(b"".join(proof)).hex()) == (given["proof_length"], given["sha256_of_proof"])


@pytest.mark.parametrize("slot", ARITH["slots"], ids=lambda slot: f"slot{slot['k']}")
def test_what_a_slot_gives(slot) -> None:
    """The key of a slot, and what its request gives, of each purpose."""
    links = list(zip(slot["seats"], raw(slot["links"]), strict=True))
    prk = V.slot_prk(TABLE, slot["k"], slot["purpose"], bytes.fromhex(slot["s"]), links)
    outputs = slot["outputs"]
    assert prk.hex() == slot["prk"]
    asked = {
        1: [{"count": len(outputs), "sides": sides} for sides in (2, 3, 4, 6, 8, 10, 12, 20, 100)],
        2: [{"items": sorted(outputs)}],
        3: [{"items": sorted(outputs)}],
        4: [{"m": m} for m in range(1, 1000)],
    }
    made = [
        V.shuffle(prk, request["items"])
        if "items" in request
        else V.OUTPUTS[slot["purpose"]](prk, V.Fields(**request))
        for request in asked[slot["purpose"]]
    ]
    assert outputs in made


def test_the_first_block_of_appendix_b() -> None:
    """Dice, order, a rejected byte, a sealed deck and a blind reference of the text itself."""
    given = ARITH["appendix_b"]
    slot, deck, blind = given["slot1"], given["deck0_epoch0"], given["blind"]
    prk = V.slot_prk(TABLE, 1, 2, bytes.fromhex(slot["s"]), list(enumerate(raw(slot["c"]), 1)))
    order = V.shuffle(prk, range(1, 61))
    salts = [V.card_salt(prk, position) for position in range(60)]
    leaves = [V.card_leaf(TABLE, (0, 0, p), card, salts[p]) for p, card in enumerate(order)]
    assert (prk.hex(), order) == (slot["prk"], slot["order_of_1_to_60"])
    assert (salts[0].hex(), leaves[0].hex(), leaves[59].hex()) == (
        deck["salt_pos0"],
        deck["leafhash_pos0"],
        deck["leafhash_pos59"],
    )
    assert (V.tree_root(leaves).hex(), V.path(59, leaves)) == (deck["root"], raw(deck["proof_pos59"]))
    assert V.root_from(leaves[59], 59, 60, raw(deck["proof_pos59"])).hex() == deck["root"]
    assert V.dice(bytes.fromhex(given["slot2"]["prk"]), 20, 10) == given["slot2"]["dice_20d10"]
    actor = given["slot3_actor_only_seat2"]
    assert V.dice(bytes.fromhex(actor["prk"]), 2, 10) == actor["dice_2d10"]
    inner = V.blind_inner(TABLE, blind["handle"], bytes.fromhex(blind["salt_in"]))
    outer = V.blind_outer(TABLE, 1, blind["ref_no"], blind["card"], inner, bytes.fromhex(blind["salt_out"]))
    assert (inner.hex(), outer.hex()) == (blind["inner"], blind["outer"])


def test_slots_with_a_rejection() -> None:
    """Slots 9, 10 and 62 of both seats: two-byte words, an order, and a first byte that is rejected."""
    given = ARITH["appendix_b"]
    chains = {s: links_down(KEYS[f"seat{s}"], 4096, bytes.fromhex(c * 32)) for s, c in ((1, "a1"), (2, "a2"))}

    def prk(k, purpose):
        links = [(seat, chain[k]) for seat, chain in chains.items()]
        return V.slot_prk(TABLE, k, purpose, V.tape_secret(PRK, k), links)

    assert list(V.uniform(prk(9, 4), [300] * 4)) == given["slot9_below300_x4"]
    assert V.shuffle(prk(10, 3), range(1, 7)) == given["slot10_turn_order_6"]
    assert V.dice(prk(62, 1), 3, 10) == given["slot62_first_byte_rejected"]["dice_3d10"]


def test_blind_seeds_and_references() -> None:
    """Seeds, commitments, salts and both levels of every published reference."""
    for one in REFS["blind_seeds"]:
        seed = V.blind_seed(PRK, one["seat"])
        commit = V.blind_commit(TABLE, one["seat"], seed)
        assert (seed.hex(), commit.hex()) == (one["seed"], one["commit"])
    for ref in REFS["references"]:
        salts = V.blind_salts(V.blind_seed(PRK, ref["seat"]), ref["ref_no"])
        inner = V.blind_inner(TABLE, ref["handle"], salts[0])
        outer = V.blind_outer(TABLE, ref["seat"], ref["ref_no"], ref["card"], inner, salts[1])
        wanted = [ref[name] for name in ("salt_in", "salt_out", "inner", "outer")]
        assert [one.hex() for one in (*salts, inner, outer)] == wanted


def test_private_messages() -> None:
    """Contents, messages, digests and signatures of what a seat is told about its draws."""
    for case in REFS["drawn"]:
        content = bytes.fromhex(case["content"])
        message = V.private(TABLE, case["seat"], case["index"], 2, content)
        signed = V.T("sig-referee-private") + KEYS["referee"] + message
        assert (message.hex(), V.opening_digest(message).hex()) == (case["message"], case["digest"])
        assert V.sig_ok(KEYS["referee"], bytes.fromhex(case["sig"]), signed)
    for case in REFS["peeked"]:
        message = bytes.fromhex(case["message"])
        assert message.endswith(V.LV(bytes.fromhex(case["content"])))
        assert V.opening_digest(message).hex() == case["digest"]


def test_the_log_and_its_first_head() -> None:
    """Leaf, root and signed head of a log of one entry, and the digest of a record."""
    given = ARITH["appendix_b"]["log"]
    root = V.tree_root([V.log_leaf(TABLE, 0, 1, b"genesis")])
    head = V.log_head(TABLE, 1, root, given["time_ms"])
    signed = V.T("sig-referee-head") + KEYS["referee"] + head
    assert root.hex() == given["root1"]
    assert V.sig_ok(KEYS["referee"], bytes.fromhex(given["head_sig"]), signed)
    digest = V.record_digest(TABLE, 9, b"\x55" * 32).hex()
    assert digest == REFS["appendix_b"]["record_digest_size9_root_55"]


def test_signatures_of_the_rfc_and_weak_keys() -> None:
    """RFC 8032 holds; a key of small order or of another form never does."""
    for case in SIGN["rfc8032"]:
        key, message = bytes.fromhex(case["public"]), bytes.fromhex(case["message"])
        assert V.sig_ok(key, bytes.fromhex(case["sig"]), message)
        assert not V.sig_ok(key, bytes.fromhex(case["sig"]), message + b"!")
    for key in raw(SIGN["weak_keys"] + SIGN["malformed_keys"]):
        assert not V.sig_ok(key, bytes.fromhex(SIGN["rfc8032"][0]["sig"]), b"")


def test_deadlines() -> None:
    """Every published deadline, with and without a bank, over pauses and credits."""
    for case in TIME["deadline"]:
        terms = [case[name] for name in ("start", "bank", "minimum", "cap", "clocked", "gaps")]
        assert V.deadline(*terms) == case["due"], case
    for *terms, due in TIME["appendix_b"]["deadline"]:
        assert V.deadline(*terms, TIME["appendix_b"]["gaps"]) == due
