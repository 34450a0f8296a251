"""Law: two hidden cards exchanged are not seen by anybody else, in number, size or content (lessons 21)."""

from __future__ import annotations

import pytest
from table_titles import POPULAR_FRONT, SKIRMISH
from twins import seen, twins

from sealed.fairness.payloads.codec import EntryType

SMALL = [(SKIRMISH, 2, 1, 1), (SKIRMISH, 3, 2, 4), (POPULAR_FRONT, 2, 3, 1), (POPULAR_FRONT, 3, 4, 12)]
"""Title, seats, seed, and how deep the card lies that changes places with the top one: in hand, or not."""
LARGE = [
    (title, seats, seed, depth)
    for title, depths in ((SKIRMISH, (1, 4)), (POPULAR_FRONT, (1, 12)))
    for seats in (2, 3)
    for depth in depths
    for seed in range(10, 16)
]


def compare(store, title, seats, seed, depth, hook=None):
    """Plays both games and compares what the others received; returns how seat 1 differed unseen."""
    with twins(store, title, seed, seats, depth) as games:
        for twin in games.both:
            twin.tap.hook = hook
        heard = games.play(150)
        logs = [twin.log() for twin in games.both]
    plain, exchanged = [one.others for one in heard]
    assert plain.keys() == exchanged.keys()
    for name in plain:
        channel = name.partition(" ")[2]
        told = [[seen(channel, data) for data in one.others[name]] for one in heard]
        assert told[0] == told[1], name
    assert heard[0].sizes_to_seat_1 == heard[1].sizes_to_seat_1
    roots = [next(entry.payload for entry in log if entry.type == EntryType.SLOT_END) for log in logs]
    assert roots[0] != roots[1]  # the decks do differ
    assert sum(len(messages) for messages in plain.values()) > 20
    return games.done


@pytest.mark.parametrize(("title", "seats", "seed", "depth"), SMALL)
def test_nobody_else_sees_which_card_it_was(tmp_path, title, seats, seed, depth):
    """Draws, closed plays and hidden discards of seat 1 look the same to all others."""
    assert sum(compare(tmp_path, title, seats, seed, depth).values()) > 0


@pytest.mark.long
@pytest.mark.parametrize(("title", "seats", "seed", "depth"), LARGE)
def test_nobody_else_sees_which_card_it_was_in_many_games(tmp_path, title, seats, seed, depth):
    """The same over many games."""
    compare(tmp_path, title, seats, seed, depth)


def more_of(data: bytes) -> bytes:
    """Returns bytes as a field that no message knows."""
    return b"\xfa\x7f" + bytes([len(data)]) + data


@pytest.mark.parametrize(
    ("channel", "write"), [("Table", bytes), ("Follow", lambda card: bytes([card])), ("GetTable", bytes)]
)
def test_a_referee_whose_messages_depend_on_a_hidden_card_is_found(tmp_path, channel, write):
    """A message to others that is longer by the card in seat 1's hand, or names it, tells the games apart."""

    def hook(tap, _receiver, name, data):
        bag = tap.table.match.game.piles.bag(1, 0) if tap.size > 1 else ()
        return data + more_of(write(sum(held.card for held in bag))) if bag and name == channel else data

    with pytest.raises(AssertionError):
        compare(tmp_path, SKIRMISH, 2, 1, 5, hook)
