"""Pre-combat retreat: who slips away, at what price, and where to (12.2; cases S-49, S-50; E-82, E-84)."""

import pytest
from shaef_combat import after, ids, lines, phase_begun, said, until, what, why
from shaef_fire import lasting
from shaef_map import REGION, UNIT, at, units

from sealed.engine.cards import count
from sealed.engine.kernel import asked, legal_actions, view
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.state import AXIS, DEAD, DOWN, LOST, OFF

TANKS = "2nd Armored Division"
FIRST, SECOND, THIRD = "77. Infanterie-Division", "352. Infanterie-Division", "91. Luftlande-Division"
PLACES = {"US-V": "MAI", "US1-R": "NOR", "GE-LXXXIV": "MAI", "GE-LXXIV": "MAI", "GE7-R": "MAI"}
CARDS = {"US-V": [f"+{TANKS}"], "GE-LXXXIV": [FIRST], "GE-LXXIV": [SECOND]}
REAR = "LXXIV. Armeekorps"


def set_up(places=PLACES, cards=CARDS, points=(35, 10), front=("LXXXIV. Armeekorps",), **fields):
    """V Corps attacks in Maine-Anjou; the Axis leaves all but these Corps in the rear."""
    s = phase_begun(places, ["NOR"], cards, points=points, **fields)
    s = after(s, "front V Corps", *(f"front {corps}" for corps in front))
    return until(s, "slip")[0]


def test_it_costs_a_point_for_each_card():
    """A unit pays one Operation Point for each of its cards, its HQ too, and goes at once (12.2c)."""
    s, events = said(set_up(), f"slip {REAR} Lower Loire")
    assert ids(events, "spent", "slipped") == [
        ("spent", AXIS, 2, 8),
        ("slipped", UNIT["GE-LXXIV"], REGION["LLO"]),
    ]
    assert at(s, "GE-LXXIV") == REGION["LLO"]
    assert s.combat.slipped == units("GE-LXXIV")


def test_too_dear():
    """A retreat of more cards than there are points is refused (case S-50)."""
    assert why(set_up(points=(35, 1)), f"slip {REAR} Lower Loire") == ["points"]
    assert what(set_up(points=(35, 0)))[0] != "slip"


def test_a_card_left_behind_makes_it_cheaper():
    """Who discards cards first pays for fewer; a face-down one goes unseen (2.7c, 2.7f)."""
    s = after(set_up(points=(35, 1)), f"discard {REAR} {SECOND}", f"slip {REAR} Lower Loire")
    assert at(s, "GE-LXXIV") == REGION["LLO"]
    assert count(s, LOST + AXIS) == 1


def test_a_face_down_discard_is_its_owners_secret():
    """Others read that a card is discarded, not which (2.7f)."""
    s = set_up()
    action = next(a for a in legal_actions(s, 2) if str(a) == f"discard {REAR} {SECOND}")
    assert str(NOTATION.hide(action)) == f"discard {REAR} ?"
    assert NOTATION.hide(action) in legal_actions(view(s, 1), asked(s)[0])
    assert s.stack.frame.audience(s, action) == 1 << 2


@pytest.mark.parametrize("card", [FIRST, "17. SS-Panzergrenadier-Division"])
def test_face_up_infantry_and_motorized_stay(card):
    """A unit with face-up Infantry or Motorized slips away only without them (case S-49, 12.2b)."""
    cards = CARDS | {"GE-LXXXIV": [THIRD], "GE-LXXIV": [f"+{card}", SECOND]}
    s = set_up(cards=cards)
    assert why(s, f"slip {REAR} Lower Loire") == ["face-up-forces"]
    s = after(s, f"discard {REAR} {card}")
    assert count(s, DEAD + AXIS) == 1
    assert at(after(s, f"slip {REAR} Lower Loire"), "GE-LXXIV") == REGION["LLO"]


def test_the_front_line_stays():
    """Only units in the rear area may (12.2a); the attacker never does."""
    s = set_up()
    assert why(s, "slip LXXXIV. Armeekorps Lower Loire") == ["not-in-rear"]
    assert why(s, "slip V Corps Brittany") == ["not-yours"]


def test_where_to():
    """Into adjacent regions that its side controls and no enemy occupies (12.6e)."""
    s = set_up(PLACES | {"US-VII": "LLO"})
    assert why(s, f"slip {REAR} Paris") == ["not-adjacent"]
    assert why(s, f"slip {REAR} Normandy") == ["enemy-controls", "enemy-there"]
    assert why(s, f"slip {REAR} Lower Loire") == ["enemy-there"]
    assert f"slip {REAR} Brittany" in lines(s, "slip")


def test_a_reserve_may_go():
    """An Army Reserve stands in the rear and may slip away."""
    assert at(after(set_up(), "slip 7. Armee Orleanais"), "GE7-R") == REGION["ORL"]


def test_a_fortress_marker_is_left_behind():
    """A Corps that slips away leaves its Fortress Marker (E-84)."""
    s = set_up(fortress=units("GE-LXXIV"))
    assert after(s, f"slip {REAR} Lower Loire").fortress == 0


def test_models_reserve_goes_free():
    """Models Eingreifreserve: one Corps pays nothing and keeps its face-up Infantry (shaef-cards 7)."""
    cards = CARDS | {"GE-LXXIV": [f"+{SECOND}"]}
    s = lasting(set_up(cards=cards, points=(35, 1)), "EINGREIFRESERVE", UNIT["GE-LXXIV"])
    s = after(s, f"slip {REAR} Lower Loire")
    assert at(s, "GE-LXXIV") == REGION["LLO"]
    assert s.points == (35, 1)


def test_nobody_is_asked_without_a_way():
    """Without a region to go to, or without points, nobody is asked."""
    everywhere = ["NOR", "BRE", "LLO", "ORL", "POI"]
    s = phase_begun(PLACES, everywhere, CARDS)
    s = after(s, "front V Corps", "front LXXXIV. Armeekorps", "done")
    assert what(s)[0] != "slip"


def test_who_slips_away_leaves_the_battle():
    """A battle against the rear goes on without who has slipped away (12.2f)."""
    places = PLACES | {"UK-IABN": "MAI", "UK2-R": "NOR", "GE7-R": "YON"}
    cards = CARDS | {"UK-IABN": ["+6th Airborne Division"]}
    s = phase_begun(places, ["NOR"], cards, airborne=units("UK-IABN"))
    s = after(s, "front V Corps", "strike I Airborne Corps", "front LXXXIV. Armeekorps", "done")
    assert s.combat.battles[1].defenders == units("GE-LXXIV")
    s = after(s, f"slip {REAR} Lower Loire")
    assert s.combat.battles[1][:2] == (units("UK-IABN"), 0)


THREE = {
    "US-V": "MAI", "US1-R": "NOR", "GE-LXXXIV": "MAI", "GE-LXXXI": "MAI", "GE-LXXX": "MAI", "GE7-R": "YON",
}  # fmt: skip
THREE_CARDS = {"US-V": [f"+{TANKS}"], "GE-LXXXIV": [FIRST], "GE-LXXXI": [SECOND], "GE-LXXX": [THIRD]}


def crowded(front, points=(35, 10)):
    """Three German Armies defend; of the two in front one is secondary."""
    s = phase_begun(THREE, ["NOR"], THREE_CARDS, points=points)
    s = after(s, "front V Corps", *(f"front {corps}" for corps in front))
    s = after(s, "done") if what(s)[0] == "array" else s
    return after(s, lines(s, "secondary")[0]) if what(s)[0] == "secondary" else s


def test_a_third_army_must_go():
    """All units of a third Army must slip away: the defender may not go on before (12.2d)."""
    s = crowded(["LXXXIV. Armeekorps", "LXXXI. Armeekorps"])
    assert what(s) == ("slip", AXIS)
    assert why(s, "done") == ["must-slip"]
    s = after(s, "slip LXXX. Armeekorps Lower Loire")
    assert what(s)[0] != "slip"


def test_a_third_army_that_does_not_go_is_discarded():
    """What cannot or will not pay is discarded instead (12.2d, case S-50)."""
    s = crowded(["LXXXIV. Armeekorps", "LXXXI. Armeekorps"], points=(35, 0))
    assert [str(action) for action in legal_actions(s, 2)] == [
        "discard LXXX. Armeekorps 91. Luftlande-Division",
        "disband LXXX. Armeekorps",
    ]
    assert at(after(s, "disband LXXX. Armeekorps"), "GE-LXXX") == OFF


def test_the_owner_says_which_army_is_the_third():
    """Of Armies without a unit in front the owner chooses which one goes (E-82)."""
    s = crowded(["LXXXIV. Armeekorps"])
    assert why(s, "disband LXXXIV. Armeekorps") == ["not-in-rear"]
    s = after(s, "slip LXXXI. Armeekorps Lower Loire")
    assert why(s, "done") == []
    assert why(s, "disband LXXX. Armeekorps") == ["not-crowded"]


def test_a_deserted_region_is_taken():
    """Where all defenders slip away the attacker takes control at once (Region Control)."""
    places = {"US-V": "MAI", "US1-R": "NOR", "GE-LXXXIV": "MAI", "GE7-R": "YON"}
    s = set_up(places, {"US-V": [f"+{TANKS}"], "GE-LXXXIV": [FIRST]}, front=())
    s = after(s, "done") if what(s)[0] == "array" else s
    s = after(s, "slip LXXXIV. Armeekorps Lower Loire")
    assert s.held >> REGION["MAI"] & 1


def test_cards_of_others_stay():
    """Cards are left behind by units in the rear only."""
    s = set_up()
    assert why(s, f"discard LXXXIV. Armeekorps {FIRST}") == ["not-in-rear"]
    assert why(s, f"discard V Corps {TANKS}") == ["not-yours"]
    assert count(s, DOWN + UNIT["GE-LXXXIV"]) == 1
