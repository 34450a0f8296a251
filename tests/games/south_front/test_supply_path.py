"""Why a space is unsupplied: what the refusals name is what must go, and no more (rules, Supply Paths)."""

from collections import Counter
from random import Random

import pytest
from south_front_oracle import reached_by_supply
from south_front_plain import NAMES, PACK, plain, scattered

from sealed.engine.value import copy_with
from sealed.games.south_front.board.pieces import LAND, space_of
from sealed.games.south_front.said import REASON_KINDS
from sealed.games.south_front.state import ABOARD, FACTION, OFF, SIDE
from sealed.games.south_front.supply.supplied import supplied_spaces, supply_reasons

TAKING = {"enemy-control", "neutral-on-path"}


def causes(refusals):
    """What must go: pieces, and spaces to be taken."""
    pieces = {refusal.args[1] for refusal in refusals if refusal.code == "interdicted"}
    return {("piece", piece) for piece in pieces} | {
        ("space", refusal.args[0]) for refusal in refusals if refusal.code in TAKING
    }


def rid_of(s, side, gone):
    """The board without these causes: pieces off it, spaces taken by the side and free of enemies."""
    where, forces, held, neutral = bytearray(s.where), bytearray(s.forces), list(s.held), s.neutral
    for what, number in gone:
        if what == "piece":
            where[number] = OFF
            continue
        for piece, place in enumerate(s.where):
            if place == number and SIDE[piece] != side:
                where[piece] = OFF
        if s.held[1 - side] >> number & 1:
            forces[number] = 0
        if LAND >> number & 1:
            held[side] |= 1 << number
            held[1 - side] &= ~(1 << number)
            neutral &= ~(1 << number)
    for piece, place in enumerate(where):
        if ABOARD <= place < OFF and where[place - ABOARD] == OFF:
            where[piece] = OFF
    return copy_with(s, where=bytes(where), forces=bytes(forces), held=tuple(held), neutral=neutral)


def helped(s, faction, space, gone):
    """Whether a piece in a space is supplied by a path when these causes are gone, by the second model."""
    position, _ = plain(rid_of(s, 0 if faction < 2 else 1, gone))
    return NAMES[space] in reached_by_supply(position, PACK.factions[faction])


def refused(s):
    """Yield what is told of each faction and space whose pieces are unsupplied."""
    for faction, space in {
        (FACTION[piece], space_of(s, piece)) for piece, at in enumerate(s.where) if at != OFF
    }:
        if not supplied_spaces(s, faction) >> space & 1:
            yield faction, space, list(supply_reasons(s, faction, space, "Supply"))


def explained(seed, boards):
    """Check what is told on many random boards; return how often each code was told."""
    rng, told = Random(seed), Counter()
    for _ in range(boards):
        s = scattered(rng)
        for faction, space, refusals in refused(s):
            told.update(refusal.code for refusal in refusals)
            assert refusals[0][:3] == ("unsupplied-there", (faction, space), "Supply")
            assert len(set(refusals)) == len(refusals)
            gone = causes(refusals)
            assert helped(s, faction, space, gone)
            for one in gone:
                assert not helped(s, faction, space, gone - {one})
    return told


def test_removing_just_the_named_causes_helps():
    """With every named cause gone the piece is supplied, with one of them left it is not."""
    told = explained(3, 250)
    assert min(told[code] for code in ("unsupplied-there", "interdicted", *TAKING)) > 20


@pytest.mark.long
def test_removing_just_the_named_causes_helps_on_many_boards():
    """The same on 10,000 boards."""
    assert explained(33, 10_000)


def test_codes_and_kinds_are_those_of_the_catalogue():
    """Every refusal has as many arguments as the catalogue says."""
    rng = Random(8)
    for _ in range(50):
        for _, _, refusals in refused(scattered(rng)):
            assert all(len(refusal.args) == len(REASON_KINDS[refusal.code]) for refusal in refusals)
