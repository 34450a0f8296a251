"""The canonical encoding: fixed bytes for fixed values, one encoding for one value."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from miniatures import kuhn

from sealed.engine.canonical import encode, public_bytes
from sealed.engine.kernel import view


@dataclass(frozen=True, slots=True)
class Pair:
    left: object
    right: object


GOLDEN = [
    (0, "69 00000001 00"),
    (1, "69 00000001 01"),
    (-1, "69 00000001 ff"),
    (127, "69 00000001 7f"),
    (128, "69 00000002 0080"),
    (-128, "69 00000001 80"),
    (-129, "69 00000002 ff7f"),
    (1 << 31, "69 00000005 0080000000"),
    (True, "54"),
    (False, "46"),
    (None, "6e"),
    (b"", "62 00000000"),
    (b"\x00\xff", "62 00000002 00ff"),
    ("", "74 00000000"),
    ("é", "74 00000002 c3a9"),
    ((), "6c 00000000"),
    ((1, None), "6c 00000002 69 00000001 01 6e"),
    (Pair(1, ()), "64 00000004 50616972 00000002 69 00000001 01 6c 00000000"),
]


@pytest.mark.parametrize(("value", "expected"), GOLDEN)
def test_golden_bytes(value, expected):
    """The bytes of a value never change: other engines and old records depend on them."""
    assert encode(value) == bytes.fromhex(expected)


@given(st.integers())
def test_integers_are_the_shortest_twos_complement(value):
    """The body of an integer decodes to it, and one byte less would not hold it."""
    body = encode(value)[5:]
    assert int.from_bytes(body, "big", signed=True) == value
    assert len(body) == 1 or not -(1 << 8 * len(body) - 9) <= value < 1 << 8 * len(body) - 9


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.binary(max_size=4) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.builds(Pair, inner, inner),
    max_leaves=8,
)


@given(VALUES, VALUES)
def test_different_values_have_different_bytes(one, other):
    """Bytes are equal exactly if the values are, `True` and 1 apart."""
    assert (encode(one) == encode(other)) == (repr(one) == repr(other))


@pytest.mark.parametrize("value", [1.0, [1], {1}, {"a": 1}, object(), bytearray(b"a")])
def test_other_values_are_refused(value):
    """What has no place in a state has no encoding."""
    with pytest.raises(TypeError, match="no canonical encoding"):
        encode(value)


def test_public_bytes_are_those_of_the_public_view():
    """Everybody computes the same bytes, whatever else he knows."""
    s = kuhn.start(kuhn.TITLE.setup(2))
    assert public_bytes(s) == encode(view(s, 1)) == public_bytes(view(s, 0b11))
