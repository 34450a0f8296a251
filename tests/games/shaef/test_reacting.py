"""React: Reserves join a Corps and fire at what it has fired at (12.5, 15; E-25 to E-27; S-58, S-59)."""

import pytest
from shaef_fire import (
    ALLIES,
    AXIS,
    NOWHERE,
    NUMBER,
    begun,
    combat,
    dice_due,
    lasting,
    lines,
    meeting,
    names,
    rolled,
    said,
    why,
)
from shaef_map import UNIT, board, units

from sealed.engine.kernel import asked, question
from sealed.engine.value import copy_with
from sealed.games.shaef.combat.reacting import react_all
from sealed.games.shaef.combat.volley import Declared
from sealed.games.shaef.state import DOWN, UP

TANKS, DESTROYERS = "4th Armored Division", "3rd Tank Destroyer Group"
V, VII, LXXXIV = UNIT["US-V"], UNIT["US-VII"], UNIT["GE-LXXXIV"]
INFANTRY = (
    "1st Infantry Division",
    "2nd Infantry Division",
    "29th Infantry Division",
    "4th Infantry Division",
)


def after_fire(*args, targets=((V, LXXXIV),), **fields):
    """The position after both sides have fired, V Corps at the German one; all cards have entered."""
    return copy_with(meeting(*args, targets=targets, **fields), month=10)


def reacting(s, side=ALLIES):
    """The position in which a side may react."""
    return begun(react_all(s, side))


def test_a_card_joins_its_corps():
    """It moves from the Reserve to the Corps, face-up, for one point, and fires at once (12.5, 6)."""
    s, _ = said(reacting(after_fire(reserve=[TANKS])), f"react {TANKS} V Corps")
    assert names(s, UP + V) == [TANKS]
    assert s.points[ALLIES] == 34
    s, _ = said(s, "done")
    assert dice_due(s) == 1
    volley = s.stack.frame.volley
    assert (volley.force, volley.target) == (V, LXXXIV)
    assert volley.cards == (Declared(NUMBER[TANKS], V, 1),)
    s, events = rolled(s, 5)
    assert events[0].args == (NUMBER[TANKS], 15, 5)
    assert question(s).id == "casualty"


def test_a_card_that_lay_face_up():
    """It reacts, too, with the penalty for not being flipped (E-27)."""
    s, _ = said(reacting(after_fire(reserve=["+" + TANKS])), f"react {TANKS} V Corps")
    assert s.stack.frame.cards == (Declared(NUMBER[TANKS], V, 0),)
    assert names(s, UP + V) == [TANKS]


def test_all_are_announced_before_the_dice():
    """After the first roll nobody else reacts (case S-59); one volley for each Corps."""
    s = after_fire(
        reserve=[TANKS, DESTROYERS, "6th Armored Division"],
        stands={"US-VII": "MAI"},
        targets=((V, LXXXIV), (VII, LXXXIV)),
    )
    s = reacting(s)
    for line in (f"react {TANKS} VII Corps", f"react {DESTROYERS} V Corps"):
        s, _ = said(s, line)
    s, _ = said(s, "done")
    while not dice_due(s):
        s, _ = said(s, "pass", asked(s)[0] - 1)
    assert s.stack.frame.volley.force == VII
    s, _ = rolled(s, 10)
    while not dice_due(s):
        assert why(s, "react 6th Armored Division V Corps")[0] == "not-now"
        s, _ = said(s, "pass", asked(s)[0] - 1)
    assert s.stack.frame.volley.force == V
    assert rolled(s, 10)[0].stack is None


def test_cards_of_one_corps_fire_together():
    """The dice of all that have joined a Corps fall at once, in order of announcement (E-99)."""
    s = reacting(after_fire(reserve=[TANKS, DESTROYERS]))
    for line in (f"react {DESTROYERS} V Corps", f"react {TANKS} V Corps", "done"):
        s, _ = said(s, line)
    assert dice_due(s) == 2
    assert [one.card for one in s.stack.frame.volley.cards] == [NUMBER[DESTROYERS], NUMBER[TANKS]]


@pytest.mark.parametrize(("cards", "code"), [(INFANTRY, ["unit-full"]), (INFANTRY[:3], [])])
def test_a_corps_of_five_is_full(cards, code):
    """A Corps that has its HQ and four cards takes nobody (12.5, case S-58)."""
    s = after_fire(cards, reserve=[TANKS], stands={"US-VII": "MAI"}, targets=((V, LXXXIV), (VII, LXXXIV)))
    assert why(reacting(s), f"react {TANKS} V Corps") == code


def test_the_corps_has_fired():
    """Without a target of the Corps there is none for the card (E-25)."""
    s = after_fire(reserve=[TANKS], stands={"US-VII": "MAI"})
    assert why(reacting(s), f"react {TANKS} VII Corps") == ["corps-did-not-fire"]
    assert reacting(after_fire(reserve=[TANKS], targets=())).stack is None


def test_blind_fire_goes_on_blindly():
    """Where the Corps fired at nobody, so does the card (E-93)."""
    s = reacting(after_fire(reserve=[TANKS], targets=((V, NOWHERE),)))
    s, _ = said(said(s, f"react {TANKS} V Corps")[0], "done")
    assert s.stack.frame.volley.target == NOWHERE


@pytest.mark.parametrize("unit", ["US1-R", "US-V"])
def test_both_are_supplied(unit):
    """Reserve and Corps must be in supply (E-26)."""
    s = copy_with(after_fire(reserve=[TANKS]), unsupplied=units(unit))
    assert reacting(s).stack is None


def test_the_reserve_is_close_by():
    """A Reserve two regions away reacts not (12.5)."""
    assert reacting(after_fire(reserve=[TANKS], stands={"US1-R": "PIC"})).stack is None
    assert reacting(after_fire(reserve=[TANKS], stands={"US1-R": "MAI"})).stack is not None


@pytest.mark.parametrize(
    ("card", "code"),
    [("182nd Field Artillery Group", "no-react"), ("2nd Armored Division", "no-react"), (TANKS, "not-there")],
)
def test_who_reacts(card, code):
    """Only cards of the Reserve with the ability do (15)."""
    held = [DESTROYERS] + ([card] if code == "no-react" else [])
    assert why(reacting(after_fire(reserve=held)), f"react {card} V Corps") == [code]


def test_a_card_that_has_fired_does_not_react():
    """One shot in a phase (12.3a)."""
    s = copy_with(after_fire(reserve=[TANKS, DESTROYERS]), fired=1 << NUMBER[TANKS])
    assert why(reacting(s), f"react {TANKS} V Corps") == ["card-has-fired"]


@pytest.mark.parametrize(("supremacy", "points", "left"), [(False, 1, 0), (True, 1, None), (True, 3, 1)])
def test_what_it_costs(supremacy, points, left):
    """One point; two for the Axis under Air Supremacy; who cannot pay is not asked (6, shaef-cards 7)."""
    s = after_fire(theirs=["21. Panzer-Division"], targets=((LXXXIV, V),))
    s = copy_with(lasting(s, "AIR_SUPREMACY") if supremacy else s, points=(35, points))
    s = reacting(s, AXIS)
    assert (s.stack is None) == (left is None)
    if left is not None:
        s, _ = said(s, "react 21. Panzer-Division LXXXIV. Armeekorps", AXIS)
        assert s.points == (35, left)


def test_the_second_card_is_paid_from_what_is_left():
    """Each card costs its point (12.5)."""
    s = copy_with(after_fire(reserve=[TANKS, DESTROYERS]), points=(1, 10))
    s, _ = said(reacting(s), f"react {TANKS} V Corps")
    assert why(s, f"react {DESTROYERS} V Corps") == ["points"]


def test_no_tanks_react_on_a_beach():
    """An Armored card cannot be flipped in an Amphibious Assault of its Corps (9.2f)."""
    s = copy_with(after_fire(reserve=[TANKS, DESTROYERS], region="NOR"), amphibious=units("US-V"))
    assert why(reacting(s), f"react {TANKS} V Corps") == ["armor-cannot-land"]
    assert why(reacting(s), f"react {DESTROYERS} V Corps") == []


def test_nobody_reacts():
    """A side may leave it; with only known cards that cannot react it is not asked."""
    assert said(reacting(after_fire(reserve=[TANKS])), "done")[0].stack is None
    assert reacting(after_fire(reserve=["+182nd Field Artillery Group"])).stack is None
    assert reacting(after_fire()).stack is None


def test_the_question_depends_on_counts_alone():
    """A face-down card of any kind opens it."""
    s = reacting(after_fire(reserve=["182nd Field Artillery Group"]))
    assert lines(s, "react") == []
    assert names(s, DOWN + UNIT["US1-R"]) == ["182nd Field Artillery Group"]


def test_whose_corps():
    """The enemy's Corps, an Army and a Corps elsewhere take no card."""
    s = reacting(after_fire(reserve=[TANKS], stands={"US-VII": "NOR"}))
    assert why(s, f"react {TANKS} LXXXIV. Armeekorps") == ["not-yours"]
    assert why(s, f"react {TANKS} First US Army") == ["not-a-corps"]
    assert why(s, f"react {TANKS} VII Corps") == ["not-in-combat"]
    assert why(s, "react ? V Corps") == ["no-react", "not-there"]


def test_a_lost_army_has_no_reserve():
    """A Corps without an Army is out of supply (E-41)."""
    s = after_fire(stands={"UK2-R": "NOR", "UK-I": "MAI"}, reserve=[TANKS])
    army = bytearray(s.army)
    army[UNIT["UK-I"]] = NOWHERE
    s = copy_with(
        s, army=bytes(army), combat=copy_with(s.combat, targets=((V, LXXXIV), (UNIT["UK-I"], LXXXIV)))
    )
    assert why(reacting(s), f"react {TANKS} I Corps") == ["not-in-supply"]


def test_the_rear_stays_the_rear():
    """A Corps that struck the rear area strikes it again with what joins it."""
    places = {"US1-R": "NOR", "US-V": "NOR", "GE7-R": "NOR"}
    s = board(places, held=("NOR",), cards={"US1-R": [TANKS]}, month=10)
    s = combat(s, "NOR", [V], [UNIT["GE7-R"]], rear=True, targets=((V, UNIT["GE7-R"]),))
    s, _ = said(said(reacting(s), f"react {TANKS} V Corps")[0], "done")
    assert s.stack.frame.volley.rear == 1
