"""Makes the vectors of Merkle proofs: all sizes 0 to 17, valid and systematically damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vector_source import Json, hexes, ref

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = range(18)
DAMAGED_INCLUSION = ((1, 0), (2, 1), (3, 2), (7, 0), (8, 5), (13, 12), (17, 16), (17, 3))
DAMAGED_CONSISTENCY = ((1, 2), (3, 7), (4, 7), (6, 8), (8, 8), (8, 13), (13, 17), (16, 17))
WELL_KNOWN = (
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)
GARBAGE = bytes(range(32))

DATA = [bytes([number]) * (number % 4) for number in SIZES]
LEAVES = [ref.leaf(data) for data in DATA]


def subproof(first: int, leaves: list[bytes], *, whole: bool) -> list[bytes]:
    """Returns the consistency proof by the recursive definition of RFC 9162 2.1.4.1."""
    size = len(leaves)
    if first == size:
        return [] if whole else [ref.root(leaves)]
    k = ref.split(size)
    if first <= k:
        return [*subproof(first, leaves[:k], whole=whole), ref.root(leaves[k:])]
    return [*subproof(first - k, leaves[k:], whole=False), ref.root(leaves[:k])]


def consistent(first: int, second: int, roots: tuple[bytes, bytes], proof: list[bytes]) -> bool:
    """Follows the seven steps of RFC 9162 2.1.4.2, with the trivial cases before them."""
    first_root, second_root = roots
    if not 0 <= first <= second:
        return False
    if first in {0, second}:
        expected = second_root if first == second else ref.root([])
        return not proof and first_root == expected
    if not proof:
        return False
    elements = [first_root, *proof] if first.bit_count() == 1 else list(proof)
    fn, sn = first - 1, second - 1
    while fn % 2:
        fn, sn = fn // 2, sn // 2
    fr = sr = elements[0]
    for c in elements[1:]:
        if sn == 0:
            return False
        if fn % 2 or fn == sn:
            fr, sr = ref.node(c, fr), ref.node(c, sr)
            while not fn % 2 and fn:
                fn, sn = fn // 2, sn // 2
        else:
            sr = ref.node(sr, c)
        fn, sn = fn // 2, sn // 2
    return fr == first_root and sr == second_root and sn == 0


def _damages(proof: list[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """Yields what can happen to the elements of a proof."""
    yield "one element too many at the end", [*proof, GARBAGE]
    yield "one element too many in front", [GARBAGE, *proof]
    yield "last element twice", [*proof, *proof[-1:]]
    if proof:
        yield "last element missing", proof[:-1]
        yield "first element missing", proof[1:]
        yield "no element", []
        yield "first bit flipped", [bytes([proof[0][0] ^ 1]) + proof[0][1:], *proof[1:]]
        yield "last bit flipped", [*proof[:-1], proof[-1][:-1] + bytes([proof[-1][-1] ^ 0x80])]
        yield "element cut short", [*proof[:-1], proof[-1][:-1]]
    if len(proof) > 1:
        yield "elements reversed", proof[::-1]


def _inclusion(leaf: bytes, index: int, size: int, proof: list[bytes], root: bytes) -> bool:
    try:
        return all(len(part) == 32 for part in proof) and ref.root_from(leaf, index, size, proof) == root
    except ValueError:
        return False


def _damaged_inclusion(size: int, index: int) -> Iterator[Json]:
    leaves = LEAVES[:size]
    root, proof, leaf = ref.root(leaves), ref.path(index, leaves), leaves[index]

    def case(what: str, leaf: bytes, index: int, size: int, proof: list[bytes]) -> Json:
        return {
            "what": what,
            "leaf": leaf.hex(),
            "index": index,
            "size": size,
            "proof": hexes(proof),
            "root": root.hex(),
            "holds": _inclusion(leaf, index, size, proof, root),
        }

    for what, damaged in _damages(proof):
        yield case(what, leaf, index, size, damaged)
    for other in (index - 1, index + 1, index ^ 1, size):
        yield case("another index", leaf, other, size, proof)
    for other in (size - 1, size + 1, 2 * size, 0):
        yield case("another size", leaf, index, other, proof)
    yield case("the data instead of its hash", DATA[index], index, size, proof)
    yield case("the root as a leaf", root, 0, 1, [])


def _damaged_consistency(first: int, second: int) -> Iterator[Json]:
    roots = ref.root(LEAVES[:first]), ref.root(LEAVES[:second])
    proof = subproof(first, LEAVES[:second], whole=True)

    def case(what: str, first: int, second: int, roots: tuple[bytes, bytes], proof: list[bytes]) -> Json:
        return {
            "what": what,
            "first": first,
            "second": second,
            "roots": hexes(list(roots)),
            "proof": hexes(proof),
            "holds": all(len(part) == 32 for part in proof) and consistent(first, second, roots, proof),
        }

    for what, damaged in _damages(proof):
        yield case(what, first, second, roots, damaged)
    yield case("roots exchanged", first, second, (roots[1], roots[0]), proof)
    yield case("sizes exchanged", second, first, roots, proof)
    yield case("first root of another tree", first, second, (GARBAGE, roots[1]), proof)
    yield case("second root of another tree", first, second, (roots[0], GARBAGE), proof)
    for other in (first - 1, first + 1):
        yield case("another first size", other, second, roots, proof)
    for other in (second - 1, second + 1):
        yield case("another second size", first, other, roots, proof)


def merkle() -> Json:
    """Returns `merkle.json`. Verdicts are those of the reference, not assumed: a size may go unnoticed."""
    known = [ref.leaf(bytes.fromhex(data)) for data in WELL_KNOWN]
    return {
        "well_known": {
            "inputs": list(WELL_KNOWN),
            "root8": ref.root(known).hex(),
            "root7": ref.root(known[:7]).hex(),
        },
        "data": hexes(DATA),
        "roots": [ref.root(LEAVES[:size]).hex() for size in SIZES],
        "inclusion": [
            {"size": size, "index": index, "proof": hexes(ref.path(index, LEAVES[:size]))}
            for size in SIZES
            for index in range(size)
        ],
        "consistency": [
            {
                "first": first,
                "second": second,
                "proof": hexes(subproof(first, LEAVES[:second], whole=True) if first else []),
            }
            for second in SIZES
            for first in range(second + 1)
        ],
        "damaged_inclusion": [
            case for size, index in DAMAGED_INCLUSION for case in _damaged_inclusion(size, index)
        ],
        "damaged_consistency": [
            case for first, second in DAMAGED_CONSISTENCY for case in _damaged_consistency(first, second)
        ],
    }
