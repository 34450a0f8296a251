"""Product arithmetic against `arith.json` and `time.json`."""

from __future__ import annotations

import pytest

from sealed.fairness.arithmetic import identifiers, merkle, slots, timing
from sealed.fairness.arithmetic.blind import Handle, blind_inner, blind_outer
from sealed.fairness.arithmetic.chain import Chain, LinkError, chain_seed, links_between
from sealed.fairness.arithmetic.layout import T
from sealed.fairness.arithmetic.seals import SealedEpoch, check_opening
from sealed.fairness.arithmetic.tape import Tape, check_tape_proof

unhex = bytes.fromhex


@pytest.fixture(scope="module")
def arith(vectors):
    return vectors("arith")


@pytest.fixture(scope="module")
def table(arith) -> bytes:
    return unhex(arith["table_id"]["id"])


@pytest.fixture(scope="module")
def tape(arith, table) -> Tape:
    return Tape(table, unhex(arith["appendix_b"]["inputs"]["R"]), arith["tape"]["n"])


@pytest.fixture(scope="module")
def chains(arith, table) -> dict[int, Chain]:
    keys = arith["appendix_b"]["keys"]
    return {
        one["seat"]: Chain(table, unhex(keys[f"seat{one['seat']}"]), unhex(one["seed"]), arith["tape"]["n"])
        for one in arith["chains"]
    }


def test_labels_have_the_published_bytes(arith) -> None:
    """Every label is its length and its name, as published."""
    assert {name: T(name).hex() for name in arith["labels"]} == arith["labels"]


@pytest.mark.parametrize("name", ["", "abc", "x" * 244])
def test_a_label_outside_16_to_255_bytes_is_refused(name: str) -> None:
    """No label can begin like a Merkle leaf or node, or outgrow its length byte."""
    with pytest.raises(ValueError, match="16 to 255"):
        T(name)


def test_table_id_is_the_published_one(arith) -> None:
    """Parameters, keys and nonces give the published table id."""
    given = arith["appendix_b"]
    seats = [
        (unhex(given["keys"][f"seat{i}"]), unhex(given["inputs"][f"join_nonce_seat{i}"])) for i in (1, 2)
    ]
    assert identifiers.table_id(unhex(arith["table_id"]["params"]), seats).hex() == given["table_id"]


def test_chain_links_are_the_published_ones(arith, chains) -> None:
    """Anchor and sampled links of both chains are as published."""
    for one in arith["chains"]:
        chain = chains[one["seat"]]
        assert chain.anchor.hex() == one["anchor"]
        assert {k: chain.link(int(k)).hex() for k in one["links"]} == one["links"]


def test_a_link_leads_to_every_lower_one(arith, table, chains) -> None:
    """The link of the last slot of a batch gives those of the slots below, down to the known one."""
    pk = unhex(arith["appendix_b"]["keys"]["seat1"])
    chain = chains[1]
    links = links_between(table, pk, 37, chain.link(37), 31, chain.link(31))
    assert links == tuple(chain.link(k) for k in range(32, 38))
    assert links_between(table, pk, 1, chain.link(1), 0, chain.anchor) == (chain.link(1),)


@pytest.mark.parametrize("damage", ["other seat", "lower link", "random", "short", "not beyond"])
def test_a_link_that_leads_elsewhere_is_refused(arith, table, chains, damage: str) -> None:
    """Another seat's link, a lower one, a made-up one, a short one or an old one is no link for the slot."""
    pk = unhex(arith["appendix_b"]["keys"]["seat1"])
    chain = chains[1]
    k = 33 if damage == "not beyond" else 37
    link = {
        "other seat": chains[2].link(37),
        "lower link": chain.link(36),
        "random": bytes(32),
        "short": chain.link(37)[:31],
        "not beyond": chain.link(33),
    }[damage]
    with pytest.raises(LinkError):
        links_between(table, pk, k, link, 33, chain.link(33))


@pytest.mark.parametrize("n", [1, 31, 32, 33, 100])
def test_a_chain_of_any_length_hashes_down_to_its_anchor(n: int) -> None:
    """Link k gives link k - 1 for every k, whatever the chain keeps."""
    table, pk = bytes(32), bytes([1]) * 32
    chain = Chain(table, pk, bytes([7]) * 32, n)
    assert links_between(table, pk, n, chain.link(n), 0, chain.anchor) == tuple(
        chain.link(k) for k in range(1, n + 1)
    )


def test_a_chain_seed_comes_back_from_the_client_secret(vectors, arith, table) -> None:
    """The last link made from a client secret is the published one."""
    given = vectors("refs")["appendix_b"]["chain_seed"]
    pk = unhex(arith["appendix_b"]["keys"]["seat1"])
    assert chain_seed(unhex(given["client_secret"]), table, pk).hex() == given["seat1_c_N"]


def test_tape_root_secrets_and_proofs_are_the_published_ones(arith, table, tape) -> None:
    """The tape on demand gives the published root, secrets and proofs, and they check."""
    assert tape.root.hex() == arith["tape"]["root"] == arith["appendix_b"]["tape_root"]
    for slot in arith["tape"]["slots"]:
        k = slot["k"]
        assert (tape.secret(k).hex(), [part.hex() for part in tape.proof(k)]) == (slot["s"], slot["proof"])
        assert check_tape_proof(table, arith["tape"]["n"], tape.root, k, tape.secret(k), tape.proof(k))


def test_a_proof_of_the_tape_on_demand_has_the_published_hash(arith, tape) -> None:
    """The proof of Appendix B's third block comes out of upper nodes and one block."""
    given = arith["tape_on_demand"]
    proof = tape.proof(given["k"])
    assert len(proof) == given["proof_length"]
    assert merkle.H(b"".join(proof)).hex() == given["sha256_of_proof"]
    assert tape.secret(given["k"]).hex() == given["s"]


def test_short_tapes_prove_their_last_slot(arith, table) -> None:
    """A tape whose last block is short has the published root and last proof."""
    for given in arith["short_tapes"]:
        tape = Tape(table, unhex(given["r"]), given["n"])
        assert tape.root.hex() == given["root"]
        assert tape.secret(given["n"]).hex() == given["s_n"]
        assert [part.hex() for part in tape.proof(given["n"])] == given["proof_n"]


def test_a_tape_secret_of_another_slot_does_not_check(arith, table, tape) -> None:
    """A secret with its own valid proof is refused at another slot."""
    n = arith["tape"]["n"]
    assert not check_tape_proof(table, n, tape.root, 2, tape.secret(1), tape.proof(1))
    assert not check_tape_proof(table, n, tape.root, 1, tape.secret(1), tape.proof(2))
    assert not check_tape_proof(table, n, tape.root, n + 1, tape.secret(1), tape.proof(1))


def test_slots_give_the_published_keys_and_outputs(arith, table, chains) -> None:
    """For each purpose, and with one or two contributors, key, stream and outputs are as published."""
    run = {
        1: lambda prk: slots.dice(prk, 5, 6),
        2: lambda prk: slots.shuffle(prk, range(1, 31)),
        3: lambda prk: slots.order(prk, [6, 5, 3, 2]),
        4: lambda prk: [slots.pick(prk, 7)],
    }
    for slot in arith["slots"]:
        links = [(seat, chains[seat].link(slot["k"])) for seat in slot["seats"]]
        prk = slots.slot_prk(table, slot["k"], slot["purpose"], unhex(slot["s"]), reversed(links))
        assert [link.hex() for _, link in links] == slot["links"]
        assert prk.hex() == slot["prk"]
        assert slots.Stream(prk).take(64).hex() == slot["stream64"]
        assert run[slot["purpose"]](prk) == slot["outputs"]


def test_uniform_draws_are_the_published_ones(arith) -> None:
    """Draws below n are as published, rejected words included."""
    for given in arith["below"]:
        stream = slots.Stream(unhex(given["prk"]))
        assert [stream.below(given["n"]) for _ in given["draws"]] == given["draws"]
    assert {given["n"] for given in arith["below"] if given["rejected"]} == {6, 10, 60, 257, 300}


@pytest.mark.parametrize("n", [0, -1, 65537])
def test_draws_below_other_numbers_are_refused(n: int) -> None:
    """A draw is defined below 1 to 65536 only."""
    with pytest.raises(ValueError, match="not defined"):
        slots.Stream(bytes(32)).below(n)


def test_shuffles_are_the_published_ones(arith) -> None:
    """Shuffles of all published sizes agree, in whatever order the cards come in."""
    for given in arith["shuffles"]:
        prk = unhex(given["prk"])
        assert (
            slots.shuffle(prk, given["items"]) == given["order"] == slots.shuffle(prk, given["items"][::-1])
        )


def test_appendix_b_slots(arith, table, tape, chains) -> None:
    """The slots of Appendix B give its keys, dice, orders and rejections."""
    given = arith["appendix_b"]

    def key(k: int, purpose: int, seats: tuple[int, ...] = (1, 2)) -> bytes:
        return slots.slot_prk(table, k, purpose, tape.secret(k), [(s, chains[s].link(k)) for s in seats])

    assert slots.shuffle(key(1, 2), range(1, 61)) == given["slot1"]["order_of_1_to_60"]
    assert key(2, 1).hex() == given["slot2"]["prk"]
    assert slots.dice(key(2, 1), 20, 10) == given["slot2"]["dice_20d10"]
    assert slots.dice(key(3, 1, (2,)), 2, 10) == given["slot3_actor_only_seat2"]["dice_2d10"]
    # The text does not say for which purpose slot 9 was drawn; it is PICK.
    below300 = slots.Stream(key(9, slots.Purpose.PICK))
    assert [below300.below(300) for _ in range(4)] == given["slot9_below300_x4"]
    assert slots.order(key(10, 3), range(1, 7)) == given["slot10_turn_order_6"]
    assert slots.dice(key(62, 1), 3, 10) == given["slot62_first_byte_rejected"]["dice_3d10"]


def test_a_sealed_epoch_has_the_published_root_and_proof(arith, table) -> None:
    """Sealing the order of slot 1 gives Appendix B's root, salt and proof, and the openings check."""
    given = arith["appendix_b"]
    epoch = SealedEpoch(table, 0, 0, unhex(given["slot1"]["prk"]), range(60, 0, -1))
    deck = given["deck0_epoch0"]
    assert list(epoch.order) == given["slot1"]["order_of_1_to_60"]
    assert epoch.root.hex() == deck["root"]
    assert epoch.opening(0).salt.hex() == deck["salt_pos0"]
    assert [part.hex() for part in epoch.opening(59).proof] == deck["proof_pos59"]
    assert all(check_opening(table, (0, 0, p), 60, epoch.root, epoch.opening(p)) for p in range(60))


def test_an_opening_holds_at_its_own_place_only(arith, table) -> None:
    """An opening moved to another position, epoch, deck, table or size does not check."""
    epoch = SealedEpoch(table, 1, 2, bytes(32), [1, 1, 2, 3, 4, 5, 6])
    opening = epoch.opening(3)
    assert check_opening(table, (1, 2, 3), 7, epoch.root, opening)
    for handle, size in (((1, 2, 2), 7), ((1, 3, 3), 7), ((2, 2, 3), 7), ((1, 2, 3), 9), ((1, 2, 7), 7)):
        assert not check_opening(table, handle, size, epoch.root, opening)
    assert not check_opening(bytes(32), (1, 2, 3), 7, epoch.root, opening)


def test_the_blind_reference_of_appendix_b(arith, table) -> None:
    """Commitments over salts chosen by hand are as published."""
    given = arith["appendix_b"]["blind"]
    inner = blind_inner(table, Handle(*given["handle"]), unhex(given["salt_in"]))
    outer = blind_outer(table, given["seat"], given["ref_no"], given["card"], inner, unhex(given["salt_out"]))
    assert (inner.hex(), outer.hex()) == (given["inner"], given["outer"])


def test_the_log_of_appendix_b(arith, table) -> None:
    """The root over one entry is as published."""
    given = arith["appendix_b"]["log"]
    leaf = identifiers.log_leaf_hash(table, 0, given["entry0_type"], given["entry0_payload_utf8"].encode())
    assert merkle.root([leaf]).hex() == given["root1"]


def test_clocks_are_the_published_ones(vectors) -> None:
    """Free time, charges and deadlines are as published."""
    time = vectors("time")
    for case in time["free"]:
        assert timing.free(case["start"], case["end"], case["gaps"]) == case["free"]
    for case in time["charge"]:
        bank, used, minimum, increment, fresh, after = case.values()
        assert timing.charge(bank, used, minimum, increment, fresh=fresh) == after
    for case in time["deadline"]:
        start, bank, minimum, cap, clocked, gaps, due = case.values()
        assert timing.deadline(start, bank, minimum, cap, clocked=clocked, gaps=gaps) == due


def test_clocks_of_appendix_b(vectors) -> None:
    """The clocks of Appendix B's third block come out."""
    given = vectors("time")["appendix_b"]
    gaps = given["gaps"]
    assert timing.free(1000, 40000, gaps) == given["free_1000_40000"]
    assert timing.free(6000, 30500, gaps) == given["free_6000_30500"]
    for bank, used, minimum, increment, fresh, after in given["charge"]:
        assert timing.charge(bank, used, minimum, increment, fresh=fresh) == after
    for start, bank, minimum, cap, clocked, due in given["deadline"]:
        assert timing.deadline(start, bank, minimum, cap, clocked=clocked, gaps=gaps) == due


def test_secrets_do_not_show(tape, chains) -> None:
    """Tape, chain and stream print nothing that they hold."""
    shown = repr(tape) + repr(chains[1]) + repr(slots.Stream(bytes(32)))
    assert tape.secret(1).hex()[:8] not in shown
    assert str(tape.secret(1)) not in shown
    assert shown == "<tape of 4096 slots><chain of 4096 slots><stream>"
