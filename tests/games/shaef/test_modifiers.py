"""What changes the strength of a card that fires (12.3l, 2.8, 7.5b, 9.2g, 10h, 15; facts 1C, E-1 to E-4)."""

import pytest
from shaef_fire import NUMBER, alone, apart, combat, lasting, meeting
from shaef_map import REGION, UNIT, board, units

from sealed.engine.value import copy_with
from sealed.games.shaef.combat.modifiers import TABLE, Shot, modifiers, strength
from sealed.games.shaef.state import AXIS, NOWHERE, UP

INFANTRY, ARMOR = "1st Infantry Division", "2nd Armored Division"
GERMAN, PANZER, STATIC = "352. Infanterie-Division", "2. Panzer-Division", "709. Infanterie-Division"
V, LXXXIV = UNIT["US-V"], UNIT["GE-LXXXIV"]


def shot(name, unit="US-V", target="GE-LXXXIV", fresh=1, force=None):
    """A card and its shot; it fires with its own unit unless a force is named."""
    own = UNIT[unit]
    return NUMBER[name], Shot(UNIT[force] if force else own, UNIT[target] if target else NOWHERE, own, fresh)


def names(s, card, aimed):
    """What changes the strength of a card, by name."""
    return dict(modifiers(s, card, aimed))


def attack(name, region="MAI", **fields):
    """What changes an Allied attack by V Corps."""
    return names(meeting([name], region=region, **fields), *shot(name))


def defence(name, region="MAI", **fields):
    """What changes the defence of the German Corps."""
    return names(meeting(axis=[name], region=region, **fields), *shot(name, "GE-LXXXIV", "US-V"))


def with_units(s, **fields):
    """The position with these sets of units by their codes."""
    return copy_with(s, **{field: units(*codes) for field, codes in fields.items()})


def test_nothing_changes_a_fresh_card_in_open_country():
    """A card flipped to fire has its printed strength, attack or defence (2.4e, 2.4g, 12.3i)."""
    s = meeting([INFANTRY], [GERMAN])
    assert attack(INFANTRY) == defence(GERMAN) == {}
    assert strength(s, *shot(INFANTRY)) == 4
    assert strength(s, *shot(GERMAN, "GE-LXXXIV", "US-V")) == 4
    s = meeting([INFANTRY], [GERMAN], attacker=AXIS)
    assert strength(s, *shot(GERMAN, "GE-LXXXIV", "US-V")) == 2


def test_face_up_already():
    """A card that lay face-up before fires at -1; an HQ always does (12.3 table, 2.5d)."""
    assert names(meeting(), *shot("V Corps", fresh=0)) == {"face-up": -1}


@pytest.mark.parametrize(
    ("phase", "attacking", "defending"),
    [(1, {}, {}), (2, {"phase": -1}, {}), (3, {"phase": -1}, {"phase": -1})],
)
def test_later_phases(phase, attacking, defending):
    """The attacker fires at -1 from the second Combat Phase on, the defender in the third (case S-13)."""
    assert attack(ARMOR, phase=phase) == attacking
    assert defence(GERMAN, phase=phase) == defending


def test_secondary_army():
    """Cards of the Secondary Army fire at -1, its Reserve's with them (12.1d)."""
    s = meeting([INFANTRY], reserve=["182nd Field Artillery Group"], secondary=(UNIT["US1-R"], NOWHERE))
    assert names(s, *shot(INFANTRY)) == {"secondary": -1}
    assert names(s, *shot("182nd Field Artillery Group", "US1-R", force="US-V")) == {"secondary": -1}
    assert names(s, *shot("LXXXIV. Armeekorps", "GE-LXXXIV", "US-V")) == {}


def test_no_army_is_no_secondary_army():
    """A unit whose Army is lost does not count as one of a Secondary Army that there is not."""
    s = meeting(stands={"US-V": "MAI"})
    army = bytearray(s.army)
    army[V] = NOWHERE
    assert "secondary" not in names(copy_with(s, army=bytes(army)), *shot("V Corps"))


def test_out_of_supply_in_the_own_turn():
    """An Out-of-Supply Marker of the First Supply Phase counts all turn (7.5b, 7.1a, case S-28)."""
    s = with_units(meeting([INFANTRY]), unsupplied=["US-V"])
    assert names(s, *shot(INFANTRY)) == {"out-of-supply": -1}


def test_out_of_supply_in_the_enemys_turn():
    """In the enemy's turn supply is judged at each combat (7.1c, case S-29)."""
    s = meeting([INFANTRY], attacker=AXIS)
    assert names(s, *shot(INFANTRY)) == {}
    assert names(copy_with(s, held=0), *shot(INFANTRY)) == {"out-of-supply": -1}


def test_a_lost_army_hq_tells_at_once():
    """Corps of an Army whose HQ is lost fire at -1 from then on (12.4, E-41)."""
    s = meeting([INFANTRY])
    where = bytearray(s.where)
    where[UNIT["US1-R"]] = 255
    assert names(copy_with(s, where=bytes(where)), *shot(INFANTRY)) == {"out-of-supply": -1}


def test_a_card_whose_hq_is_lost_is_cut_off():
    """A card on its own counts as out of supply when its unit has fallen (E-31, E-97)."""
    s = board({"UK2-R": "NOR", "UK-XXX": "MAI"}, cards={"UK-XXX": ["4th Special Service Brigade"]})
    s = combat(s, "MAI", [UNIT["UK-XXX"], alone("4th Special Service Brigade")], [LXXXIV])
    s = apart(s, "4th Special Service Brigade", "UK-XXX", UP)
    aimed = shot("4th Special Service Brigade", "UK-XXX")
    assert names(s, *aimed) == {}
    where, army = bytearray(s.where), bytearray(s.army)
    where[UNIT["UK-XXX"]], army[UNIT["UK-XXX"]] = 255, NOWHERE
    assert names(copy_with(s, where=bytes(where), army=bytes(army)), *aimed) == {"out-of-supply": -1}


def test_fortress_cards_outside_a_fortress():
    """A Fortress card fires at -1 unless its Corps stands beneath a Fortress Marker (15)."""
    assert defence(STATIC) == {"no-fortress": -1}
    s = with_units(meeting(axis=[STATIC]), fortress=["GE-LXXXIV"])
    assert names(s, *shot(STATIC, "GE-LXXXIV", "US-V")) == {}


@pytest.mark.parametrize(("region", "changed"), [("AAC", {}), ("EIF", {}), ("LIE", {"no-fortress": -1})])
def test_westwall_garrisons_need_no_marker_at_home(region, changed):
    """In five regions a Westwall garrison fires as under a marker (WESTWALL)."""
    name = "Westwall-Besatzung Aachen"
    s = board({"GE7-R": region, "GE-LXXXIV": region, "US-V": region}, cards={"GE-LXXXIV": [name]})
    s = combat(s, region, [V], [LXXXIV])
    assert names(s, *shot(name, "GE-LXXXIV", "US-V")) == changed


def landed(cards=(), **fields):
    """V Corps, landed in Normandy, against a fortress."""
    s = meeting(cards, [STATIC], region="NOR", **fields)
    return with_units(s, fortress=["GE-LXXXIV"], amphibious=["US-V"])


def test_a_fortress_against_a_landing():
    """Under a marker a Fortress card fires at +1 at an Amphibious Assault, only at its units (15, E-95)."""
    aimed = shot(STATIC, "GE-LXXXIV", "US-V")
    assert names(landed(), *aimed)["fortress"] == 1
    assert "fortress" not in names(copy_with(landed(), amphibious=0), *aimed)
    assert "fortress" not in names(landed(), *shot(STATIC, "GE-LXXXIV", None))


@pytest.mark.parametrize(("lies", "breached"), [("+", True), ("", False)])
def test_engineers_breach_a_fortress(lies, breached):
    """While the BREACH card lies face-up, the +1 does not apply against units of its Army."""
    places = {
        "UK2-R": "NOR",
        "UK-I": "NOR",
        "US1-R": "NOR",
        "US-V": "NOR",
        "GE7-R": "BRE",
        "GE-LXXXIV": "NOR",
    }
    cards = {"UK2-R": [lies + "79th Armoured Division"], "GE-LXXXIV": [STATIC]}
    s = combat(board(places, cards=cards), "NOR", [V, UNIT["UK-I"]], [LXXXIV])
    s = with_units(s, fortress=["GE-LXXXIV"], amphibious=["US-V", "UK-I"])
    assert ("fortress" not in names(s, *shot(STATIC, "GE-LXXXIV", "UK-I"))) == breached
    assert names(s, *shot(STATIC, "GE-LXXXIV", "US-V"))["fortress"] == 1


@pytest.mark.parametrize(("region", "changed"), [("NOR", 1), ("MAI", 0), ("ALP", 1)])
def test_infantry_defends_rough_ground(region, changed):
    """Defending Infantry fires at +1 in woods, hills and mountains; nobody else does (2.8g, 2.8h)."""
    assert defence(GERMAN, region).get("defends-rough-ground", 0) == changed
    assert "defends-rough-ground" not in defence(PANZER, region)
    assert "defends-rough-ground" not in attack(INFANTRY, region)


def test_mountain_troops():
    """They fire at +1 in mountains on attack and defence, beside the bonus of defending Infantry (15)."""
    name = "2. Gebirgs-Division"
    fights = defence(name, "ALP")
    assert (fights["mountain-troop"], fights["defends-rough-ground"]) == (1, 1)
    s = meeting(axis=[name], region="ALP", attacker=AXIS)
    assert names(s, *shot(name, "GE-LXXXIV", "US-V")) == {"mountain-troop": 1}
    assert "mountain-troop" not in defence(name, "NOR")


def test_wetlands():
    """Vehicles fire at -1 there on attack and defence, Infantry on attack alone (2.8i, E-2)."""
    flooded = {"region": "NOR"}
    s = lasting(meeting([INFANTRY, ARMOR], [GERMAN, PANZER], **flooded), "UEBERFLUTUNG", REGION["NOR"])
    assert names(s, *shot(INFANTRY)) == names(s, *shot(ARMOR)) == {"wetlands": -1}
    assert names(s, *shot(PANZER, "GE-LXXXIV", "US-V")) == {"wetlands": -1}
    assert names(s, *shot(GERMAN, "GE-LXXXIV", "US-V")) == {}


def crossed(cards=(INFANTRY,), **fields):
    """V Corps over a river."""
    return with_units(meeting(cards, **fields), crossed=["US-V"])


def test_rivers():
    """Land Forces that came over a river fire at -1 in every phase of that combat; an HQ does not (2.8j)."""
    assert names(crossed(), *shot(INFANTRY)) == {"river": -1}
    assert names(crossed(phase=3), *shot(INFANTRY, fresh=0)) == {"river": -1, "phase": -1, "face-up": -1}
    assert names(crossed(), *shot("V Corps")) == {}


def test_fire_from_a_reserve_crosses_no_river():
    """Support from another region is no move (E-24)."""
    s = meeting(reserve=[ARMOR])
    s = with_units(s, crossed=["US1-R"])
    assert names(s, *shot(ARMOR, "US1-R", force="US-V")) == {}


@pytest.mark.parametrize("rule", ["ENGINEERS", "WACHT"])
def test_engineers_bridge_a_river(rule):
    """A Corps that a tactic helps over ignores the river (Combat Engineers, Wacht am Rhein)."""
    assert names(lasting(crossed(), rule, V), *shot(INFANTRY)) == {}
    assert names(lasting(crossed(), rule, V + 1), *shot(INFANTRY)) == {"river": -1}


def test_amphibious_land_forces():
    """Land Forces of an Amphibious Assault fire at -1 all turn (9.2g); others of the unit do not."""
    assert names(landed([INFANTRY]), *shot(INFANTRY)) == {"amphibious": -1}
    assert names(landed(), *shot("V Corps")) == {}
    s = meeting([INFANTRY], region="NOR", phase=2)
    assert names(with_units(s, amphibious=["US-V"]), *shot(INFANTRY)) == {"amphibious": -1, "phase": -1}


def test_airborne_units_know_no_river_in_the_first_phase():
    """A unit that flew has no penalty of rivers in phase 1, and all of them later (10h, case S-46)."""
    for phase, expected in ((1, {}), (2, {"river": -1, "phase": -1})):
        s = with_units(crossed(phase=phase), airborne=["US-V"])
        assert names(s, *shot(INFANTRY)) == expected


def test_flak():
    """Aircraft fire at -1 for each face-up Anti-Aircraft card of the force fired at, and only these (15)."""
    flak = ["+13. Flak-Division", "+16. Flak-Division", "11. Flak-Division"]
    s = meeting(axis=flak, reserve=["IX Tactical Air Command"], theirs=["+III. Flakkorps"])
    fighter = shot("IX Tactical Air Command", "US1-R", force="US-V")
    assert names(s, *fighter) == {"anti-aircraft": -2}
    blind = shot("IX Tactical Air Command", "US1-R", None, force="US-V")
    assert names(s, *blind) == names(s, *shot("V Corps")) == {}


def test_anti_tank():
    """Armored Land Forces fire at -1 for each face-up Anti-Tank card of the force fired at (15)."""
    s = meeting([ARMOR, INFANTRY], ["+13. Flak-Division", "3. Fallschirmjäger-Division"])
    assert names(s, *shot(ARMOR)) == {"anti-tank": -1}
    assert names(s, *shot(INFANTRY)) == {}


def test_a_card_on_its_own_hides_behind_nobodys_guns():
    """A force that is one card has its own abilities alone, and its unit has not those of the card (15)."""
    places = {"UK2-R": "MAI", "UK-XXX": "MAI", "GE7-R": "MAI", "GE-LXXXIV": "MAI"}
    cards = {"UK-XXX": ["4th Special Service Brigade", "+76th Anti-Aircraft Brigade"], "GE-LXXXIV": []}
    s = combat(board(places, cards=cards), "MAI", [UNIT["UK-XXX"]], [LXXXIV])
    s = apart(s, "4th Special Service Brigade", "UK-XXX", UP)
    card = NUMBER["IX. Fliegerkorps"]
    own = Shot(LXXXIV, alone("4th Special Service Brigade"), UNIT["GE7-R"], 1)
    assert names(s, card, own) == {}
    assert names(s, card, own._replace(target=UNIT["UK-XXX"])) == {"anti-aircraft": -1}


@pytest.mark.parametrize("rule", ["SET_PIECE", "GEGENSTOSS"])
def test_an_ordered_attack(rule):
    """All that fires with a Corps so ordered gets +1, fire from the Reserve too (shaef-cards 7)."""
    s = lasting(meeting([INFANTRY], reserve=["182nd Field Artillery Group"]), rule, V)
    assert names(s, *shot(INFANTRY)) == {"ordered": 1}
    assert names(s, *shot("182nd Field Artillery Group", "US1-R", force="US-V")) == {"ordered": 1}
    assert names(s, *shot("LXXXIV. Armeekorps", "GE-LXXXIV", "US-V")) == {}


def test_all_add_up():
    """Modifiers add up, below nought if need be (12.3l)."""
    s = meeting([ARMOR], ["+13. Flak-Division", "+3. Fallschirmjäger-Division"], phase=2)
    s = with_units(s, crossed=["US-V"], unsupplied=["US-V"])
    assert strength(s, *shot(ARMOR, fresh=0)) == 6 - 6


def test_every_modifier_of_the_rules_is_in_the_table():
    """The table has the modifiers of the rulebook and of the house texts, each with its rule."""
    assert len(TABLE) == 14
    assert all(rule for rule, _ in TABLE.values())
