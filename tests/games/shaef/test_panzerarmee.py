"""The 5th PanzerArmee in June 1944 (8.3, E-39; case S-71)."""

import pytest
from shaef_map import ACTION, CARD, REGION, UNIT, answered, at, board, offered, played, told

from sealed.engine.eye import seat_eye
from sealed.engine.kernel import view
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, size, zone_of
from sealed.games.shaef.pack import load
from sealed.games.shaef.replacement.panzerarmee import CARDS, UNITS, Panzerarmee, bring_panzerarmee
from sealed.games.shaef.state import AXIS, DOWN, HQ_CARD, HQS, LOST, RESERVE, UP, Lasting
from sealed.games.shaef.tactics.table import KEYS

CODES = ("GEP5-R", "GE-ISS", "GE-XLVII")
DECEIVED = Lasting(KEYS.index("FORTITUDE_SOUTH"), 0, 1)


def june(stands=None, held=(), free=0, **fields):
    """The Axis is asked in its Replacement Phase of June."""
    stands = {"GE7-R": "MAI", **(stands or {})}
    s = board(stands, held, free=free, month=1, turn=AXIS, **fields)
    return bring_panzerarmee(s, AXIS, [])


def test_only_in_june_and_for_the_axis():
    """The question comes in the Axis turn of June 1944 and at no other time (8.3)."""
    assert june().stack.frame == Panzerarmee(AXIS)
    later = board({}, month=2, turn=AXIS)
    assert bring_panzerarmee(later, AXIS, []) is later


def test_paris_or_antwerp():
    """The Army may be called to Paris or to Antwerp, nowhere else, or stay (case S-71)."""
    s = june()
    assert offered(s, "call", AXIS) == ["call Paris", "call Antwerp"]
    assert told(s, "call Ruhr", AXIS) == ["not-printed-place"]
    after = answered(s, "decline", side=AXIS)
    assert (after.stack, after.points) == (None, (35, 10))


def test_with_its_printed_cards():
    """In the Historical Scenario the Reserve and both Corps come with their June cards, for five points."""
    s, events = played(june(), "call Paris", side=AXIS)
    assert {at(s, code) for code in CODES} == {REGION["PAR"]}
    assert [s.army[UNIT[code]] for code in CODES] == [UNIT["GEP5-R"]] * 3
    assert (s.points, s.stack) == ((35, 5), None)
    historical = {card.code: card.unit for card in load().cards if card.code in CARDS}
    for unit in UNITS:
        assert all(historical[card] == unit for card in cards(s.zones[DOWN + unit]))
    assert [size(s.zones[DOWN + UNIT[code]]) for code in CODES] == [3, 4, 2]
    assert [event.id for event in events].count("arrived") == 3


def test_the_cards_are_those_of_the_table():
    """Its June cards are three HQs and nine others (shaef-cards 4)."""
    assert [load().units[unit].code for unit in UNITS] == list(CODES)
    assert CARD["1. SS-Panzer-Division Leibstandarte"] in CARDS
    assert len(CARDS) == 9


def test_without_supply_or_river_marks():
    """The units act as if they had begun the turn there: no marker lies on them (8.3)."""
    s = answered(june(), "call Antwerp", side=AXIS)
    assert s.unsupplied == s.crossed == s.moved == s.exhausted == 0


@pytest.mark.parametrize(("lasting", "price"), [((), 5), ((DECEIVED,), 10)])
def test_the_price(lasting, price):
    """It costs five points, or ten after Fortitude South; who lacks them is refused (shaef-cards 7)."""
    assert june(lasting=lasting).stack.frame.question(june(lasting=lasting)).args == (AXIS, price)
    rich, poor = june(lasting=lasting, points=(35, price)), june(lasting=lasting, points=(35, price - 1))
    assert answered(rich, "call Paris", side=AXIS).points == (35, 0)
    assert told(poor, "call Paris", AXIS) == ["points"]
    assert offered(poor, "call", AXIS) == []


def test_control_and_peace():
    """A place that the Allies hold or contest is out of the question (E-39)."""
    s = june({"US1-R": "PAR", "UK2-R": "ANT"}, ["PAR"])
    assert told(s, "call Paris", AXIS) == ["enemy-controls", "enemy-there"]
    assert told(s, "call Antwerp", AXIS) == ["enemy-there"]
    assert answered(s, "decline", side=AXIS).stack is None


def test_who_holds_fewer_cards():
    """The call needs the cards in the Reinforcement Deck: a missing one is named (E-72)."""
    s = june()
    zones = list(s.zones)
    card = zone_of([CARDS[0]])
    zones[RESERVE + AXIS] -= card
    zones[LOST + AXIS] += card
    s = copy_with(s, zones=tuple(zones))
    assert told(s, "call Paris", AXIS) == ["not-from-deck"]
    assert offered(view(s, seat_eye(1)), "call", AXIS) == ["call Paris", "call Antwerp"]


def test_the_enemy_sees_the_hqs_alone():
    """The enemy learns the HQs and how many cards each unit has; the rest stays face-down."""
    s = june()
    masked = answered(view(s, seat_eye(1)), "call Paris", side=AXIS)
    assert masked == view(answered(s, "call Paris", side=AXIS), seat_eye(1))
    assert {HQ_CARD[unit] for unit in UNITS} <= set(cards(masked.zones[HQS + AXIS]))
    assert [masked.zones[DOWN + unit] for unit in UNITS] == [3, 4, 2]
    assert not any(masked.zones[UP + unit] for unit in UNITS)


def test_free_units_come_without_cards():
    """In the Free Scenario the Reserve and both Corps come, and then the June cards are handed out (8.3)."""
    s = answered(june(free=1), "call Paris", side=AXIS)
    assert {at(s, code) for code in CODES} == {REGION["PAR"]}
    assert not any(s.zones[DOWN + unit] for unit in UNITS)
    assert offered(s, "organise", AXIS) == [f"organise {load().units[unit].name}" for unit in UNITS]
    assert told(s, "organise 7. Armee", AXIS) == ["historical-army"]
    after = answered(s, "done", side=AXIS)
    assert (after.stack, after.points) == (None, (35, 5))


PANZER = "take Reinforcement Deck Panzer-Lehr-Division"


def organising(*lines):
    """The position in which XLVII Panzer Corps takes cards."""
    return answered(june(free=1), "call Paris", "organise XLVII. Panzerkorps", *lines, side=AXIS)


def test_free_cards_go_to_any_unit():
    """Any June card of the Army goes to any of its units, for nothing (8.3)."""
    s = organising()
    assert len(offered(s, "take", AXIS)) == len(CARDS)
    s = answered(s, PANZER, side=AXIS)
    assert cards(s.zones[DOWN + UNIT["GE-XLVII"]]) == (CARD["Panzer-Lehr-Division"],)
    assert s.points == (35, 5)
    assert told(s, PANZER, AXIS) == ["not-from-deck"]


def test_only_june_cards_of_the_army():
    """Cards of other Armies, of later months, HQs and cards in other units stay where they are (8.3)."""
    s = organising()
    deck = "take Reinforcement Deck"
    assert told(s, f"{deck} 89. Infanterie-Division", AXIS) == ["too-early", "historical-army"]
    assert told(s, f"{deck} 7. Armee", AXIS) == ["not-from-deck", "is-hq", "historical-army"]
    assert told(s, f"{deck} Innere Linie", AXIS) == ["historical-army"]
    assert told(s, "take 7. Armee Panzer-Lehr-Division", AXIS) == ["not-from-deck"]


def test_four_cards_fill_a_unit():
    """A full unit takes no more cards; its owner goes on with the others (5.3a)."""
    lines = offered(organising(), "take", AXIS)
    s = organising(*lines[:4])
    assert told(s, lines[4], AXIS) == ["unit-full"]
    assert offered(s, "take", AXIS) == []
    s = answered(s, "done", side=AXIS)
    assert told(s, "organise XLVII. Panzerkorps", AXIS) == ["unit-full"]
    assert answered(s, "organise I. SS-Panzerkorps", lines[4], "done", "done", side=AXIS).stack is None


def test_who_takes_what_is_a_secret():
    """The enemy learns how many cards a unit takes, and not which (spec 2.16)."""
    s = organising()
    seen = view(s, seat_eye(1))
    assert s.stack.frame.audience(s, ACTION(PANZER)) == seat_eye(2) & ~1
    assert offered(seen, "take", AXIS) == ["take Reinforcement Deck"]
    taken = answered(seen, "take Reinforcement Deck", side=AXIS)
    assert taken == view(answered(s, PANZER, side=AXIS), seat_eye(1))
