"""Product Merkle trees against `merkle.json` and against each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed.fairness.arithmetic import merkle

unhex = bytes.fromhex


@pytest.fixture(scope="module")
def data(vectors):
    return vectors("merkle")


@pytest.fixture(scope="module")
def leaves(data) -> list[bytes]:
    return [merkle.leaf_hash(unhex(one)) for one in data["data"]]


def test_the_well_known_tree(data) -> None:
    """The eight-leaf tree of the transparency literature has its known roots."""
    hashes = [merkle.leaf_hash(unhex(one)) for one in data["well_known"]["inputs"]]
    assert merkle.root(hashes).hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    assert merkle.root(hashes[:7]).hex() == "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"


def test_roots_are_the_published_ones(data, leaves) -> None:
    """Trees of 0 to 17 leaves have the published roots."""
    assert [merkle.root(leaves[:size]).hex() for size in range(18)] == data["roots"]


def test_inclusion_proofs_are_the_published_ones_and_hold(data, leaves) -> None:
    """Every leaf of every tree has the published proof, which leads to the root."""
    for case in data["inclusion"]:
        size, index = case["size"], case["index"]
        proof = merkle.path(index, leaves[:size])
        assert [part.hex() for part in proof] == case["proof"]
        assert merkle.root_from(leaves[index], index, size, proof).hex() == data["roots"][size]


def test_damaged_inclusion_proofs_get_the_published_verdict(data) -> None:
    """A damaged proof, index or size leads to the root only where the reference says so."""
    for case in data["damaged_inclusion"]:
        proof = [unhex(part) for part in case["proof"]]
        try:
            reached = merkle.root_from(unhex(case["leaf"]), case["index"], case["size"], proof).hex()
        except merkle.ProofError:
            reached = ""
        assert (reached == case["root"]) == case["holds"], case


def test_consistency_proofs_are_the_published_ones_and_hold(data, leaves) -> None:
    """Every prefix of every tree has the published consistency proof, which checks."""
    roots = [unhex(root) for root in data["roots"]]
    for case in data["consistency"]:
        first, second = case["first"], case["second"]
        proof = merkle.consistency_proof(first, leaves[:second])
        assert [part.hex() for part in proof] == case["proof"]
        assert merkle.check_consistency(first, second, roots[first], roots[second], proof)


def test_damaged_consistency_proofs_get_the_published_verdict(data) -> None:
    """A damaged proof, size or root checks only where the reference says so."""
    for case in data["damaged_consistency"]:
        first_root, second_root = (unhex(root) for root in case["roots"])
        proof = [unhex(part) for part in case["proof"]]
        held = merkle.check_consistency(case["first"], case["second"], first_root, second_root, proof)
        assert held == case["holds"], case


@given(st.lists(st.binary(max_size=4), max_size=70))
def test_a_right_edge_has_the_root_of_its_leaves(data: list[bytes]) -> None:
    """Growing a tree leaf by leaf gives at each size the root that the proofs of its leaves lead to."""
    hashes = [merkle.leaf_hash(one) for one in data]
    edge = merkle.RightEdge()
    for size, leaf in enumerate(hashes, 1):
        edge.append(leaf)
        assert merkle.root_from(leaf, size - 1, size, merkle.path(size - 1, hashes[:size])) == edge.root()
    assert edge.size == len(hashes)
    assert edge.root() == merkle.root(hashes)


def test_a_copied_right_edge_grows_apart() -> None:
    """What is appended to a copy does not reach the original."""
    edge = merkle.RightEdge()
    edge.append(merkle.leaf_hash(b"a"))
    before = edge.root()
    edge.copy().append(merkle.leaf_hash(b"b"))
    assert edge.root() == before
    assert edge.size == 1


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_no_path_leads_from_outside_the_tree(index: int, size: int) -> None:
    """A proof for a leaf that is not in the tree is refused, not made."""
    with pytest.raises(merkle.ProofError):
        merkle.path(index, [bytes(32)] * size)


@pytest.mark.parametrize("first", [-1, 4])
def test_no_consistency_with_a_prefix_that_is_none(first: int) -> None:
    """A consistency proof from a size beyond the tree is refused, not made."""
    with pytest.raises(merkle.ProofError):
        merkle.consistency_proof(first, [bytes(32)] * 3)
