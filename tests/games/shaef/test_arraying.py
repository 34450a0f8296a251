"""Setting up for combat: front, rear, enemy rear, cards that act alone (12.1b, 15; case S-47, E-81, E-82)."""

import pytest
from shaef_combat import after, ids, lines, phase_begun, said, until, what, why
from shaef_map import CARD, UNIT, units

from sealed.engine.zones import copies
from sealed.games.shaef.combat.forces import force_of, in_rear
from sealed.games.shaef.notation import INDEPENDENTS
from sealed.games.shaef.state import ALLIES, AXIS, N_UNITS, SHOWN, UP

TANKS, MORE_TANKS = "2nd Armored Division", "3rd Armored Division"
SAS, COMMANDOS = "Special Air Service Brigade", "4th Special Service Brigade"
BRITISH = "7th Armoured Division"
GERMANS = ("77. Infanterie-Division", "352. Infanterie-Division", "91. Luftlande-Division")
PLACES = {"US-V": "MAI", "US-VII": "MAI", "US1-R": "MAI", "GE-LXXXIV": "MAI", "GE7-R": "YON"}
CARDS = {"US-V": [f"+{TANKS}"], "US-VII": [f"+{MORE_TANKS}"], "GE-LXXXIV": GERMANS[:1]}


def arrayed(s, force):
    """Where a force stands."""
    combat = s.combat
    if not combat.arrayed >> force & 1:
        return "nowhere"
    return "front" if combat.front >> force & 1 else "enemy rear" if combat.strike >> force & 1 else "rear"


def begun(places=PLACES, cards=CARDS, held=("NOR",), **fields):
    """The attacker is asked to set up."""
    return until(phase_begun(places, held, cards, **fields), "array")[0]


def test_who_is_not_put_in_front_stands_in_the_rear():
    """What the owner leaves stands in the rear area."""
    s, events = said(begun(), "front V Corps", "done")
    assert arrayed(s, UNIT["US-V"]) == "front"
    assert arrayed(s, UNIT["US-VII"]) == "rear"
    assert ids(events, "in-front", "in-rear")[:2] == [("in-front", UNIT["US-V"]), ("in-rear", UNIT["US-VII"])]


def test_a_reserve_stands_in_the_rear():
    """An Army Reserve must be placed in the rear area, nobody is asked (case S-47)."""
    s = begun()
    assert arrayed(s, UNIT["US1-R"]) == "rear"
    assert why(s, "front First US Army") == ["already-set", "must-be-rear"]


def test_an_hq_alone_stands_in_the_rear():
    """A Corps with only its HQ card must be placed in the rear area (12.1b)."""
    s = begun(cards=CARDS | {"US-VII": []})
    assert arrayed(s, UNIT["US-VII"]) == "rear"
    assert lines(s, "front") == ["front V Corps"]


@pytest.mark.parametrize("marker", ["engaged", "amphibious"])
def test_who_must_stand_in_front(marker):
    """Engaged Corps and those of an Amphibious Assault stand in the front line (12.1b, 9.2e)."""
    s = begun(phase=2, **{marker: units("US-VII")})
    assert arrayed(s, UNIT["US-VII"]) == "front"
    assert why(s, "front VII Corps") == ["already-set"]
    assert arrayed(s, UNIT["US-V"]) == "nowhere"


def test_an_hq_alone_on_the_beach_stands_in_the_rear():
    """A Corps of which only the HQ is left goes to the rear though it landed (E-81)."""
    s = begun(cards=CARDS | {"US-VII": []}, amphibious=units("US-VII"))
    assert arrayed(s, UNIT["US-VII"]) == "rear"


def test_no_choice_no_question():
    """A side that has nothing to decide is not asked."""
    s = begun(cards=CARDS | {"GE-LXXXIV": []})
    s = after(s, "front V Corps", "front VII Corps")
    assert what(s)[0] != "array"
    assert arrayed(s, UNIT["GE-LXXXIV"]) == "rear"


AIRBORNE = {"UK-IABN": "MAI", "UK2-R": "NOR", "GE-LXXXIV": "MAI", "GE7-R": "MAI"}


def test_what_flew_may_strike_the_rear():
    """A Corps that flew may be set up against the enemy's rear in the First Combat Phase (10g)."""
    cards = {"UK-IABN": ["6th Airborne Division"], "GE-LXXXIV": GERMANS[:1]}
    s = begun(AIRBORNE, cards, airborne=units("UK-IABN"))
    assert arrayed(after(s, "strike I Airborne Corps"), UNIT["UK-IABN"]) == "enemy rear"
    assert why(begun(), "strike V Corps") == ["cannot-strike-rear"]
    later = begun(AIRBORNE, cards, airborne=units("UK-IABN"), phase=2)
    assert why(later, "strike I Airborne Corps") == ["cannot-strike-rear"]


def test_an_empty_rear_may_be_struck():
    """Units may be set up against an empty rear area (12.1b)."""
    cards = {"UK-IABN": ["6th Airborne Division"], "GE-LXXXIV": GERMANS[:1]}
    s = begun(AIRBORNE | {"GE7-R": "YON"}, cards, airborne=units("UK-IABN"))
    s, _ = until(after(s, "strike I Airborne Corps", "done", "front LXXXIV. Armeekorps"), "fire")
    assert [(battle.attackers, battle.defenders, battle.rear) for battle in s.combat.battles] == [
        (0, units("GE-LXXXIV"), False),
        (units("UK-IABN"), 0, True),
    ]


BRITONS = {"UK-XXX": "MAI", "UK2-R": "NOR", "GE-LXXXIV": "MAI", "GE7-R": "YON"}


def british(cards, **fields):
    """XXX Corps attacks with these cards."""
    return begun(BRITONS, {"UK-XXX": cards, "GE-LXXXIV": GERMANS[:1]}, **fields)


def test_an_independent_card_acts_alone():
    """An Independent card is revealed, not flipped, and placed as a force of its own (15)."""
    s, events = said(british([COMMANDOS, BRITISH]), f"detach XXX Corps {COMMANDOS}")
    unit, card = UNIT["UK-XXX"], CARD[COMMANDOS]
    assert ids(events, "detached") == [("detached", unit, card)]
    assert copies(s.zones[SHOWN + unit], card) == 1
    assert not copies(s.zones[UP + unit], card)
    assert lines(s, "front") == ["front XXX Corps", f"front {COMMANDOS}"]
    assert why(s, f"strike {COMMANDOS}") == ["cannot-strike-rear"]
    assert why(s, f"detach XXX Corps {COMMANDOS}") == ["already-set"]


def test_an_independent_card_strikes_by_its_own_ability():
    """Independent and Attack Enemy Rear go together, in any phase (15)."""
    s = after(british([f"+{SAS}", BRITISH], phase=2), f"detach XXX Corps {SAS}")
    assert arrayed(after(s, f"strike {SAS}"), force_of(CARD[SAS])) == "enemy rear"


def test_whoever_separates_his_last_card():
    """A Corps whose only card acts alone has but its HQ there: it stands in the rear (E-81)."""
    s = after(british([COMMANDOS]), "front XXX Corps", f"detach XXX Corps {COMMANDOS}")
    assert arrayed(s, UNIT["UK-XXX"]) == "rear"
    assert lines(s, "front") == [f"front {COMMANDOS}"]


def test_others_do_not_act_alone():
    """Only attacking cards with the ability do, of units in the region (15)."""
    s = british([COMMANDOS, BRITISH])
    assert why(s, f"detach XXX Corps {BRITISH}") == ["no-ability"]
    assert why(s, f"detach XXX Corps {SAS}") == ["not-there"]
    assert why(s, f"detach Second British Army {COMMANDOS}") == ["not-there", "not-in-combat"]
    defending = british([COMMANDOS, BRITISH], attacker=AXIS)
    defending = after(defending, "front LXXXIV. Armeekorps")
    assert why(defending, f"detach XXX Corps {COMMANDOS}") == ["no-ability"]


def test_the_attacker_is_asked_as_long_as_a_card_may_act_alone():
    """Whether the question stays depends on counts: with a card face-down it stays, without it goes."""
    assert what(after(british([BRITISH]), "front XXX Corps")) == ("array", ALLIES)
    assert what(after(british([f"+{BRITISH}"]), "front XXX Corps")) == ("array", AXIS)


def test_a_brigade_in_the_wrong_corps_is_found_out():
    """A revealed card of another nation than its Corps is discarded at once (5.3e, E-37)."""
    s = begun(cards=CARDS | {"US-V": [COMMANDOS, TANKS]})
    s, events = said(s, f"detach V Corps {COMMANDOS}")
    assert ids(events, "breach", "detached") == [("breach", UNIT["US-V"], CARD[COMMANDOS])]
    assert not s.combat.detached


THREE = {
    "US-V": "MAI", "US1-R": "NOR", "GE-LXXXIV": "MAI", "GE-LXXXI": "MAI", "GE-LXXX": "MAI", "GE7-R": "YON",
}  # fmt: skip
THREE_CARDS = {
    "US-V": [f"+{TANKS}"], "GE-LXXXIV": GERMANS[:1], "GE-LXXXI": GERMANS[1:2], "GE-LXXX": GERMANS[2:],
}  # fmt: skip


def test_a_third_army_stands_in_the_rear():
    """Two Armies of a defender may stand in front; all of a third is in the rear (12.1b, E-82)."""
    s = after(begun(THREE, THREE_CARDS), "front V Corps", "front LXXXI. Armeekorps")
    assert lines(s, "front") == ["front LXXXIV. Armeekorps", "front LXXX. Armeekorps"]
    s = after(s, "front LXXX. Armeekorps")
    assert in_rear(s, AXIS) == units("GE-LXXXIV")
    assert what(after(s, "secondary 15. Armee")) == ("slip", AXIS)


def test_engaged_corps_come_before_a_third_army():
    """Armies with an engaged Corps are in front already, so the third has no choice (E-82)."""
    s = begun(THREE, THREE_CARDS, phase=2, engaged=units("GE-LXXXIV", "GE-LXXX"))
    s = after(s, "front V Corps")
    assert arrayed(s, UNIT["GE-LXXXI"]) == "rear"


def test_attackers_may_have_three_armies_in_front():
    """The rule about a third Army is the defender's."""
    s = begun(THREE, THREE_CARDS, attacker=AXIS)
    s = after(s, "front LXXXI. Armeekorps", "front LXXX. Armeekorps")
    assert lines(s, "front") == ["front LXXXIV. Armeekorps"]


def test_forces_of_cards_follow_the_units():
    """Independent cards are forces numbered after the units."""
    assert [force_of(card) for card in INDEPENDENTS] == list(range(N_UNITS, N_UNITS + len(INDEPENDENTS)))
