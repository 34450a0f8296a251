"""The rejection branch: vectors and a count of all words see what statistics cannot (section 5)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import broken_chance
import pytest

from sealed.fairness.arithmetic.slots import Stream, shuffle

ARITH = json.loads((Path(__file__).parents[1] / "vectors" / "arith.json").read_text(encoding="utf-8"))


class ScriptedStream(Stream):
    """Gives out one word, then zeros, and counts what was asked for."""

    def __init__(self, word: int, width: int) -> None:
        super().__init__(b"")
        self._coming, self.taken = [word.to_bytes(width, "big")], 0

    def take(self, size: int) -> bytes:
        """Returns the word first, then zeros."""
        self.taken += 1
        return self._coming.pop() if self._coming else bytes(size)


def kept_shares(n: int, width: int) -> Counter[int]:
    """Returns how many first words lead at once to each result."""
    shares: Counter[int] = Counter()
    for word in range(256**width):
        stream = ScriptedStream(word, width)
        result = stream.below(n)
        if stream.taken == 1:
            shares[result] += 1
    return shares


def test_every_result_has_the_same_number_of_bytes() -> None:
    """Of the 256 bytes, below(n) keeps equally many for each result, and as many as it can."""
    even = {n: dict.fromkeys(range(n), 256 // n) for n in range(2, 257)}
    assert {n: kept_shares(n, 1) for n in even} == even


@pytest.mark.parametrize("n", [257, 300, 1000, 40000])
def test_every_result_has_the_same_number_of_words(n) -> None:
    """Above 256 the same holds of words of two bytes."""
    assert kept_shares(n, 2) == dict.fromkeys(range(n), 65536 // n)


@pytest.mark.parametrize(
    "vector", [one for one in ARITH["below"] if one["rejected"]], ids=lambda one: one["n"]
)
def test_vectors_of_draws_hit_the_rejection(vector) -> None:
    """Wherever a published draw rejects a word, a stream that rejects nothing gives something else."""
    n, key = vector["n"], bytes.fromhex(vector["prk"])
    rejecting, unrejecting = Stream(key), broken_chance.UnrejectingStream(key, 1 if n <= 256 else 2)
    assert [rejecting.below(n) for _ in vector["draws"]] == vector["draws"]
    assert [unrejecting.below(n) for _ in vector["draws"]] != vector["draws"]


def test_the_published_roll_hits_the_rejection() -> None:
    """Three dice from the bytes fb 39 1c 8d are right only without the first of them."""
    vector = ARITH["appendix_b"]["slot62_first_byte_rejected"]
    unrejected = [byte % 10 + 1 for byte in bytes.fromhex(vector["stream4"])]
    assert unrejected[:3] != vector["dice_3d10"]
    assert unrejected[1:] == vector["dice_3d10"]


@pytest.mark.parametrize(
    "vector",
    [one for one in ARITH["shuffles"] if 60 <= len(one["items"]) <= 256],
    ids=lambda one: len(one["items"]),
)
def test_vectors_of_shuffles_hit_the_rejection(vector) -> None:
    """The published shuffles of whole decks come out otherwise without rejection."""
    key, order = bytes.fromhex(vector["prk"]), vector["order"]
    assert shuffle(key, vector["items"]) == order
    assert broken_chance.unrejecting_shuffle(key, vector["items"]) != order
