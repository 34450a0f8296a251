"""Limits of organisation and what a reveal shows to be in the wrong unit (5.1, 5.3; E-37; case S-22)."""

import pytest
from shaef_map import CARD, UNIT, board

from sealed.engine.cards import move
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, copies
from sealed.games.shaef.state import DEAD, DOWN, HQ_CARD, RESERVE, SHOWN, UNITS, UP
from sealed.games.shaef.units.cards import NATION, NON_HQ
from sealed.games.shaef.units.flipping import flip
from sealed.games.shaef.units.organisation import (
    attach_reasons,
    breaches,
    foreign,
    purge,
    room_reasons,
    would_breach,
)

BRITISH_TROOPS, FRENCH_TROOPS = "7th Armoured Division", "2e Division blindée"
FOURTH = ["1st Infantry Division", "2nd Infantry Division", "4th Infantry Division", "9th Infantry Division"]


def told(s, corps, army):
    """The codes of what stands against an attachment."""
    return [reason.code for reason in attach_reasons(s, UNIT[corps], UNIT[army], "13.1")]


def test_an_army_has_at_most_four_corps():
    """A fifth Corps is refused, four are not (5.1a)."""
    corps = ["US-V", "US-VII", "US-XIX"]
    units = ["US1-R", "US3-R", "US-XV", *corps]
    assert told(board(dict.fromkeys(units, "Britain")), "US-XV", "US1-R") == []
    full = board(dict.fromkeys([*units, "US-XVIII"], "Britain"))
    assert told(full, "US-XV", "US1-R") == ["army-full"]


def test_a_second_foreign_corps_is_refused():
    """A US Army with a UK Corps takes no French one; the Axis knows no foreigners (5.1b, case S-22)."""
    s = board(
        {"US3-R": "Britain", "FR1-R": "Africa", "UK-I": "Britain", "FR-I": "Africa", "US-XV": "Britain"}
    )
    assert told(s, "UK-I", "US3-R") == []
    army = bytearray(s.army)
    army[UNIT["UK-I"]] = UNIT["US3-R"]
    s = copy_with(s, army=bytes(army))
    assert told(s, "FR-I", "US3-R") == ["foreign-corps"]
    assert told(s, "US-XV", "FR1-R") == []


def test_kinds_and_sides():
    """Only a Corps comes under an Army in play of its own side to which it does not belong yet."""
    s = board({"US1-R": "Britain", "US-V": "Britain", "GE7-R": "MAI"})
    assert told(s, "US1-R", "US-V") == ["not-a-corps", "not-an-army"]
    assert told(s, "US-V", "US3-R") == ["not-in-play"]
    assert told(s, "US-V", "GE7-R") == ["other-side"]
    assert told(s, "US-V", "US1-R") == ["same-army"]


@pytest.mark.parametrize("number", range(5))
def test_a_unit_has_four_cards_besides_its_hq(number):
    """Room is there for four cards (5.3a)."""
    s = board({"US-V": "Britain"}, cards={"US-V": FOURTH[:number]})
    assert [reason.code for reason in room_reasons(s, UNIT["US-V"])] == (["unit-full"] if number == 4 else [])


def test_nationality_is_that_of_the_card():
    """Every Allied card is foreign just to the units of the other two nations; no Axis card is anywhere."""
    for unit in UNITS:
        for card in NON_HQ[unit.side]:
            assert foreign(unit.index, card) == (NATION[card] != NATION[HQ_CARD[unit.index]])


def test_a_foreigner_that_is_flipped_in_a_corps_is_discarded():
    """A Corps holds no foreigner: flipped, he goes to the seen part of the Discard Pile (5.3e, E-37)."""
    s = board({"US-V": "NOR"}, cards={"US-V": [BRITISH_TROOPS, FOURTH[0]]})
    unit, wrong = UNIT["US-V"], CARD[BRITISH_TROOPS]
    assert would_breach(s, unit, wrong)
    assert not would_breach(s, unit, CARD[FOURTH[0]])
    events = []
    after = flip(s, unit, wrong, events)
    assert cards(after.zones[DEAD]) == (wrong,)
    assert not after.zones[UP + unit]
    assert [event.args for event in events if event.id == "breach"] == [(unit, wrong)]
    kept = flip(s, unit, CARD[FOURTH[0]], [])
    assert cards(kept.zones[UP + unit]) == (CARD[FOURTH[0]],)


def test_an_army_reserve_may_show_one_foreigner():
    """The first foreigner of an Army Reserve stays; the one that is shown second goes (5.3e)."""
    s = board({"US1-R": "NOR"}, cards={"US1-R": [BRITISH_TROOPS, FRENCH_TROOPS]})
    unit, first, second = UNIT["US1-R"], CARD[FRENCH_TROOPS], CARD[BRITISH_TROOPS]
    s = flip(s, unit, first, [])
    assert copies(s.zones[UP + unit], first)
    assert would_breach(s, unit, second)
    s = flip(s, unit, second, [])
    assert copies(s.zones[UP + unit], first)
    assert copies(s.zones[DEAD], second)
    assert breaches(s, unit) == ()


def test_a_foreigner_that_is_shown_without_a_flip_goes_as_well():
    """What lies face-down and known is looked at like what is face-up."""
    s = board({"UK-I": "NOR"}, cards={"UK-I": [FOURTH[0]]})
    unit, wrong = UNIT["UK-I"], CARD[FOURTH[0]]
    assert breaches(s, unit) == ()
    s = move(s, wrong, DOWN + unit, SHOWN + unit, [])
    assert breaches(s, unit) == (wrong,)
    s = purge(s, unit, [])
    assert copies(s.zones[DEAD], wrong)
    assert not s.zones[SHOWN + unit]
    assert not copies(s.zones[RESERVE], wrong)
