"""Which cards fire with a force: its own and its Army's Reserve (12.3f to 12.3k, 15; house texts)."""

import pytest
from shaef_fire import (
    ALLIES,
    AXIS,
    NUMBER,
    alone,
    apart,
    begun,
    combat,
    dice_due,
    lasting,
    lines,
    meeting,
    names,
    said,
    why,
)
from shaef_map import UNIT, board, units

from sealed.engine.message import MOVED
from sealed.engine.value import copy_with
from sealed.games.shaef.combat.firing import fire_all
from sealed.games.shaef.combat.volley import Declared
from sealed.games.shaef.state import DOWN, NOWHERE, UP
from sealed.games.shaef.tactics.table import KEYS

INFANTRY, ARMOR, GUNS = "1st Infantry Division", "2nd Armored Division", "182nd Field Artillery Group"
FIGHTER, BOMBER, FLEET = "IX Tactical Air Command", "Eighth Air Force", "Western Naval Task Force"
V = UNIT["US-V"]
AT_LXXXIV = "fire V Corps LXXXIV. Armeekorps"


def declaring(s, line=AT_LXXXIV, side=ALLIES):
    """The position in which a side is asked which cards fire."""
    return said(begun(fire_all(s, side)), line, side)[0]


def joins(s):
    """Who may join, unit and card."""
    return [line.removeprefix("join ") for line in lines(s, "join")]


def test_all_cards_of_the_unit_may():
    """HQ, Land Forces and Support of the unit fire with it, face-down or not; a Tactic never does (T-a)."""
    s = declaring(meeting([INFANTRY, "+" + ARMOR, GUNS, "Night Drop"]))
    assert {f"V Corps {name}" for name in ("V Corps", INFANTRY, ARMOR, GUNS)} == {
        line for line in joins(s) if line.startswith("V Corps")
    }
    assert why(s, "join V Corps Night Drop") == ["cannot-fire"]


def test_a_card_is_flipped_to_fire():
    """A face-down card is flipped as it is declared, and remembers that (12.3h, 12.3i)."""
    s, events = said(declaring(meeting([INFANTRY, "+" + ARMOR])), f"join V Corps {INFANTRY}")
    assert [event.id for event in events] == [MOVED, "flipped", "joined"]
    assert names(s, UP + V) == [INFANTRY, ARMOR]
    s, _ = said(s, f"join V Corps {ARMOR}")
    assert s.stack.frame.volley.cards == (
        Declared(NUMBER[INFANTRY], V, 1),
        Declared(NUMBER[ARMOR], V, 0),
    )


def test_one_shot_in_a_phase():
    """A card that has been declared has fired (12.3a, case S-55)."""
    s, _ = said(declaring(meeting(reserve=[GUNS])), f"join First US Army {GUNS}")
    assert why(s, f"join First US Army {GUNS}") == ["card-has-fired"]
    fresh = meeting(reserve=[GUNS])
    assert why(declaring(copy_with(fresh, fired=s.fired)), f"join First US Army {GUNS}") == ["card-has-fired"]


def test_somebody_fires():
    """The announcement needs a card; then no card can be added (12.3f, case S-53)."""
    s = declaring(meeting([INFANTRY]))
    assert why(s, "announce") == ["nobody-fires"]
    s, _ = said(s, "join V Corps V Corps")
    s, _ = said(s, "announce")
    assert why(s, f"join V Corps {INFANTRY}")[0] == "not-now"


def test_the_dice_are_those_of_the_declared():
    """One die falls for each card, in the order in which they were declared (12.3g)."""
    s = declaring(meeting(["+" + INFANTRY], reserve=["+" + GUNS]))
    for line in (f"join First US Army {GUNS}", "join V Corps V Corps"):
        s, _ = said(s, line)
    s, _ = said(s, "announce")
    assert dice_due(s) == 2
    assert [one.card for one in s.stack.frame.volley.cards] == [NUMBER[GUNS], NUMBER["V Corps"]]


@pytest.mark.parametrize(
    ("attacker", "card", "code"),
    [
        (ALLIES, GUNS, []),
        (AXIS, GUNS, []),
        (ALLIES, BOMBER, []),
        (AXIS, BOMBER, ["no-reserve-fire"]),
        (ALLIES, INFANTRY, ["no-reserve-fire"]),
    ],
)
def test_support_from_the_reserve(attacker, card, code):
    """Attack from Reserve serves the attacker, Defend from Reserve the defender (15)."""
    s = declaring(meeting(reserve=[card], attacker=attacker))
    assert why(s, f"join First US Army {card}") == code


def test_the_army_hq_may_support():
    """An Army HQ with the ability fires with a Corps, too, and has then fired."""
    s = declaring(meeting())
    assert "First US Army First US Army" in joins(s)
    s, _ = said(s, "join First US Army First US Army")
    assert s.stack.frame.volley.cards == (Declared(NUMBER["First US Army"], UNIT["US1-R"], 0),)


def test_only_the_own_armys_reserve_close_by():
    """The Reserve must be of the same Army and in the same or an adjacent region (15)."""
    stands = {"UK2-R": "MAI"}
    s = meeting(reserve=[GUNS], stands=stands)
    assert why(declaring(s), "join Second British Army Second British Army") == ["not-of-this-unit"]
    assert f"First US Army {GUNS}" in joins(declaring(s))
    s = declaring(meeting(reserve=[GUNS], stands={"US1-R": "PIC"}))
    assert "reserve-too-far" in why(s, f"join First US Army {GUNS}")
    assert not [line for line in joins(s) if line.startswith("First US Army")]
    s = declaring(meeting(reserve=[GUNS], stands={"US1-R": "Britain"}))
    assert "reserve-too-far" in why(s, f"join First US Army {GUNS}")


@pytest.mark.parametrize("unit", ["US1-R", "US-V"])
def test_both_must_be_supplied(unit):
    """A Reserve supports only if it and the unit are in supply (15)."""
    s = copy_with(meeting(reserve=[GUNS]), unsupplied=units(unit))
    assert why(declaring(s), f"join First US Army {GUNS}") == ["not-in-supply"]


def test_the_enemys_cards_do_not():
    """Nobody names a card of the enemy, of another Corps, or one that is not there."""
    s = declaring(meeting([INFANTRY], stands={"US-VII": "MAI"}))
    assert why(s, "join LXXXIV. Armeekorps LXXXIV. Armeekorps") == ["not-yours"]
    assert why(s, "join VII Corps VII Corps") == ["not-of-this-unit"]
    assert why(s, f"join V Corps {ARMOR}") == ["not-there"]
    assert why(s, "join V Corps ?") == ["not-there"]


@pytest.mark.parametrize(
    ("card", "engaged", "code"),
    [
        (INFANTRY, True, ["infantry-cannot-flip"]),
        ("+" + INFANTRY, False, ["cannot-fire"]),
        ("+" + INFANTRY, True, []),
        (ARMOR, False, []),
        ("Prinses Irene Brigade", False, []),
    ],
)
def test_attackers_in_later_phases(card, engaged, code):
    """Attacking Infantry fires only face-up and engaged; others flip and fire (12.3j; cases S-11 to S-14)."""
    s = copy_with(meeting([card], phase=2), engaged=units("US-V") if engaged else 0)
    assert why(declaring(s), "join V Corps " + card.removeprefix("+")) == code


def test_defending_infantry_flips_in_every_phase():
    """Only attacking Infantry is bound (12.3j)."""
    s = meeting(axis=["352. Infanterie-Division"], phase=3)
    s = declaring(s, "fire LXXXIV. Armeekorps V Corps", AXIS)
    assert why(s, "join LXXXIV. Armeekorps 352. Infanterie-Division", AXIS) == []


@pytest.mark.parametrize(("card", "code"), [(ARMOR, ["armor-cannot-land"]), (INFANTRY, [])])
def test_tanks_do_not_fire_from_the_sea(card, code):
    """Armored cards of an Amphibious Assault cannot flip, so they cannot fire (9.2f, 12.3k)."""
    s = copy_with(meeting([card], region="NOR"), amphibious=units("US-V"))
    assert why(declaring(s), f"join V Corps {card}") == code


def test_swimming_tanks_do():
    """DD tanks may flip in an Amphibious Assault (DD_TANKS)."""
    places = {"UK2-R": "NOR", "UK-I": "NOR", "GE7-R": "BRE", "GE-LXXXIV": "NOR"}
    cards = {"UK-I": ["27th Armoured Brigade"]}
    s = combat(board(places, cards=cards), "NOR", [UNIT["UK-I"]], [UNIT["GE-LXXXIV"]])
    s = declaring(copy_with(s, amphibious=units("UK-I", "UK2-R")), "fire I Corps LXXXIV. Armeekorps")
    assert why(s, "join I Corps 27th Armoured Brigade") == []


@pytest.mark.parametrize(
    ("rule", "allied", "german"),
    [
        ("AIR_SUPREMACY", [], ["aircraft-grounded"]),
        ("NOVEMBERNEBEL", ["aircraft-grounded"], ["aircraft-grounded"]),
    ],
)
def test_grounded_aircraft(rule, allied, german):
    """Air Supremacy grounds the Axis Aircraft, November fog all (shaef-cards 7)."""
    s = lasting(meeting(reserve=[FIGHTER], theirs=["IX. Fliegerkorps"]), rule)
    assert why(declaring(s), f"join First US Army {FIGHTER}") == allied
    s = declaring(s, "fire LXXXIV. Armeekorps V Corps", AXIS)
    assert why(s, "join 7. Armee IX. Fliegerkorps", AXIS) == german


@pytest.mark.parametrize(("region", "code"), [("NOR", []), ("MAI", ["wrong-waters"])])
def test_ships_fire_at_their_coast(region, code):
    """A naval force fires only into regions of its coast (ATLANTIC_ONLY, MED_ONLY)."""
    s = declaring(meeting(reserve=[FLEET], region=region))
    assert why(s, f"join First US Army {FLEET}") == code


def test_bombers_return_to_the_deck():
    """A card that goes back after firing is noted for the clean-up, once (BACK_TO_DECK)."""
    s, _ = said(declaring(meeting(reserve=[BOMBER, GUNS])), f"join First US Army {BOMBER}")
    s, _ = said(s, f"join First US Army {GUNS}")
    assert s.lasting == ((KEYS.index("BACK_TO_DECK"), NUMBER[BOMBER], 1),)


def test_what_a_flip_shows_to_be_wrong_does_not_fire():
    """A card that proves to be of the wrong nation is discarded, and the question stays (E-37)."""
    s, events = said(declaring(meeting(["6th Airborne Division"])), "join V Corps 6th Airborne Division")
    assert "joined" not in [event.id for event in events]
    assert s.stack.frame.volley.cards == ()
    assert names(s, DOWN + V) == names(s, UP + V) == []


SPECIAL = "4th Special Service Brigade"


def brigade(home="MAI", kind=None, reserve=()):
    """A commando brigade on its own against the German Corps."""
    places = {"UK2-R": "NOR", "UK-XXX": home, "GE7-R": "BRE", "GE-LXXXIV": "MAI"}
    cards = {"UK-XXX": [SPECIAL, "43rd (Wessex) Infantry Division"], "UK2-R": reserve}
    s = board(places, held=("NOR",), cards=cards, markers={"UK2-R": "NOR"})
    force = alone(SPECIAL)
    s = combat(s, "MAI", [UNIT["UK-XXX"], force], [UNIT["GE-LXXXIV"]])
    return apart(s, SPECIAL, "UK-XXX")


def test_a_card_on_its_own_fires_alone_or_with_support():
    """The unit's other cards do not fire with it; its Army's guns may (15; E-92)."""
    s = declaring(brigade(reserve=["3rd Army Group Royal Artillery"]), f"fire {SPECIAL} LXXXIV. Armeekorps")
    assert joins(s) == [
        f"XXX Corps {SPECIAL}",
        "Second British Army Second British Army",
        "Second British Army 3rd Army Group Royal Artillery",
    ]
    assert why(s, "join XXX Corps XXX Corps") == ["not-of-this-unit"]


def test_the_unit_fires_without_what_is_on_its_own():
    """A card on its own does not fire with its unit."""
    s = declaring(brigade(), "fire XXX Corps LXXXIV. Armeekorps")
    assert why(s, f"join XXX Corps {SPECIAL}") == ["not-of-this-unit"]
    assert "XXX Corps 43rd (Wessex) Infantry Division" in joins(s)


def test_it_fires_though_its_hq_is_lost():
    """A card whose HQ has fallen fights on, without support (E-31)."""
    s = brigade(reserve=["3rd Army Group Royal Artillery"])
    where, army = bytearray(s.where), bytearray(s.army)
    where[UNIT["UK-XXX"]], army[UNIT["UK-XXX"]] = 255, NOWHERE
    s = copy_with(s, where=bytes(where), army=bytes(army))
    s = declaring(s, f"fire {SPECIAL} LXXXIV. Armeekorps")
    assert joins(s) == [f"XXX Corps {SPECIAL}"]
    s, _ = said(s, f"join XXX Corps {SPECIAL}")
    assert names(s, UP + UNIT["UK-XXX"]) == [SPECIAL]


@pytest.mark.parametrize(("cards", "asked"), [((), False), (("III. Flakkorps",), True)])
def test_a_reserve_whose_hq_has_fired(cards, asked):
    """A Reserve whose HQ has fired in support may have nothing left: it may announce nothing (E-91)."""
    s = combat(meeting(theirs=cards, stands={"GE7-R": "MAI"}), "MAI", [V], [UNIT["GE7-R"]], rear=True)
    s = begun(fire_all(copy_with(s, fired=1 << NUMBER["7. Armee"]), AXIS))
    assert (s.stack is not None) == asked
    if asked:
        s, _ = said(s, "fire 7. Armee V Corps", AXIS)
        assert why(s, "announce", AXIS) == []
        assert said(s, "announce", AXIS)[0].stack is None
