"""Rolls of the product by section 5, D1 to D5.

The long layer has the sizes of the table there. All of `tests/statistics` takes about a minute of one core in
it, and some seconds in the small layer.
"""

from __future__ import annotations

from functools import cache

import broken_chance
import chi
import pytest
import slot_keys

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.arithmetic.slots import Purpose, Stream, dice, slot_prk

FACES = range(1, 11)
ROLLS = pytest.mark.parametrize("size", [100_000, pytest.param(1_000_000, marks=pytest.mark.long)])
TABLE = H(b"influence table")
INPUTS = ("referee", "seat 1", "seat 2", "seat 3")
EVERY_INPUT = pytest.mark.parametrize("varied", range(len(INPUTS)), ids=INPUTS)


@cache
def rolls(size: int, roll=dice) -> bytes:
    """Returns one d10 of each of `size` slots in a row."""
    return bytes(roll(key, 1, 10)[0] for key in slot_keys.slot_keys("dice", size, Purpose.DICE))


def slot_of(inputs: list[bytes]) -> bytes:
    """Returns the key of a slot whose inputs are s_k and the links of seats 1 to 3."""
    secret, *links = inputs
    return slot_prk(TABLE, 1, Purpose.DICE, secret, enumerate(links, 1))


def constant_inputs() -> list[bytes]:
    return [H(name.encode()) for name in INPUTS]


@ROLLS
def test_faces_are_even(size, measured) -> None:
    """D1: all ten faces come equally often."""
    assert chi.within(measured(chi.even(rolls(size), FACES)), 9)


@ROLLS
def test_neighbouring_slots_are_independent(size, measured) -> None:
    """D2: the roll of a slot says nothing of the roll of the next."""
    assert chi.within(measured(chi.serial(rolls(size), FACES)), 90)


@ROLLS
def test_runs_are_as_long_as_chance_makes_them(size, measured) -> None:
    """D3: high and low rolls alternate neither too often nor too seldom."""
    assert abs(measured(chi.runs_z([face > 5.5 for face in rolls(size)]))) < chi.Z_LIMIT


@EVERY_INPUT
@pytest.mark.parametrize("size", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_each_contributor_alone_makes_rolls_even(varied, size, measured) -> None:
    """D4: while all others stay the same, one contributor that merely counts makes even faces."""
    inputs, faces = constant_inputs(), bytearray()
    for number in range(size):
        inputs[varied] = number.to_bytes(32, "big")
        faces += bytes(dice(slot_of(inputs), 1, 10))
    assert chi.within(measured(chi.even(faces, FACES)), 9)


@EVERY_INPUT
def test_each_bit_of_an_input_turns_half_of_the_stream(varied, measured) -> None:
    """D5: one flipped bit flips on average 128 of the first 256 bits of the stream, and always 85 to 171."""
    inputs = constant_inputs()
    before = int.from_bytes(Stream(slot_of(inputs)).take(32), "big")
    value, flips = int.from_bytes(inputs[varied], "big"), []
    for bit in range(256):
        inputs[varied] = (value ^ 1 << bit).to_bytes(32, "big")
        after = int.from_bytes(Stream(slot_of(inputs)).take(32), "big")
        flips.append((before ^ after).bit_count())
    mean = measured(sum(flips) / len(flips), "mean")
    assert abs(mean - 128) <= 1.5
    assert measured(min(flips), "least") >= 85
    assert measured(max(flips), "most") <= 171


@pytest.mark.long
def test_a_byte_without_rejection_is_seen(measured) -> None:
    """Power of D1: a million rolls show the 4 % by which a byte modulo ten favours six faces."""
    assert measured(chi.even(rolls(1_000_000, broken_chance.unrejecting_dice), FACES)) > chi.limits(9)[1]


def test_inputs_that_are_merely_added_are_seen(measured) -> None:
    """Power of D4: the sum of the inputs modulo ten, as a counter varies one, is far too even."""
    faces = [(sum(b"constant") + number) % 10 + 1 for number in range(10_000)]
    assert measured(chi.even(faces, FACES)) < chi.limits(9)[0]


def test_a_contributor_without_influence_is_seen(measured) -> None:
    """Power of D4: if the link of a seat is left out, one face falls every time."""
    inputs, faces = constant_inputs(), bytearray()
    for number in range(1000):
        inputs[3] = number.to_bytes(32, "big")
        faces += bytes(dice(slot_of(inputs[:3]), 1, 10))
    assert measured(chi.even(faces, FACES)) > chi.limits(9)[1]


def test_the_same_links_again_are_seen(measured) -> None:
    """Power of D2 and D3: a roll that comes twice shows in pairs and in runs, while faces stay even."""
    doubled = [face for face in rolls(10_000) for _ in range(2)]
    assert measured(chi.serial(doubled, FACES), "pairs") > chi.limits(90)[1]
    assert measured(chi.runs_z([face > 5.5 for face in doubled]), "runs") < -chi.Z_LIMIT
