"""Tactics of ground and movement (shaef-cards 7)."""

from shaef_play import REGION, UNIT, Table

from sealed.games.shaef.board.geography import terrain
from sealed.games.shaef.movement.counters import tires
from sealed.games.shaef.pack.facts import WETLANDS
from sealed.games.shaef.state import DOWN

AXIS = {
    "1. Armee": {"at": "Orleanais"},
    "LXXX. Armeekorps": {"at": "Maine-Anjou", "down": ["352. Infanterie-Division"]},
}


def attack(card, month, step, corps=None, army=None, axis=None, **tables):
    """An Allied attack on Maine-Anjou from Normandy; the Army Reserve has a tactic face-down."""
    units = {
        "First US Army": {"at": "Normandy", "down": [card], **(army or {})},
        "V Corps": {
            "at": "Maine-Anjou",
            "from": "Normandy",
            "down": ["1st Infantry Division"],
            **(corps or {}),
        },
        **(axis or AXIS),
    }
    return Table(units, month=month, step=step, regions={"allied": ["Normandy"]}, **tables)


def defence(card, month, step, **tables):
    """An Axis attack on Allied units in the Ardennes."""
    units = {
        "6. Panzerarmee": {"at": "Eifel", "down": [card]},
        "XLVII. Panzerkorps": {
            "at": "Ardennes",
            "from": "Eifel",
            "army": "6. Panzerarmee",
            "down": ["2. Panzer-Division"],
        },
        "First US Army": {"at": "Liege-Maastricht"},
        "V Corps": {"at": "Ardennes", "down": ["1st Infantry Division"]},
    }
    regions = {"allied": ["Ardennes", "Meuse-Argonne"]}
    return Table(units, month=month, side="Axis", step=step, regions=regions, **tables)


def test_engineers_lift_the_river_from_one_attacking_corps():
    """Combat Engineers, used when the combat is set up, spare a Corps that crossed a river for the turn."""
    table = attack("Combat Engineers", "June 1944", "combat 1", corps={"crossed": True})
    table.until("interlude", "set-up of a combat")
    table.do("use First US Army Combat Engineers")
    assert table.offered() == ["choose-unit V Corps"]
    table.do("choose-unit V Corps")
    assert table.lasts("ENGINEERS") == [(UNIT("V Corps"), 1)]
    assert table.happened("tactic-unit") == [(184, UNIT("V Corps"))]


def test_engineers_have_no_window_where_nobody_has_crossed():
    """Where no attacking Corps came over a river the engineers are not asked (E-114)."""
    table = attack("Combat Engineers", "June 1944", "combat 1").until("fire")
    assert table.why("use First US Army Combat Engineers", 1) == ["wrong-moment", "no-use"]


def test_the_watch_on_the_rhine_gives_points_and_a_crossing():
    """Wacht am Rhein: 5 points, and one Axis Corps ignores rivers for the turn (E-114)."""
    table = defence("Wacht am Rhein", "December 1944", "movement 1").do("use 6. Panzerarmee Wacht am Rhein")
    assert table.asking[0] == "target"
    table.do("choose-unit XLVII. Panzerkorps")
    assert (table.s.points, table.lasts("WACHT")) == ((35, 15), [(UNIT("XLVII. Panzerkorps"), 1)])


def test_pursuit_turns_an_exhausted_corps_ready():
    """Pursuit, at the start of the second Movement Phase, lets an exhausted Corps move again."""
    units = {
        "Third US Army": {"at": "Normandy", "down": ["Pursuit"]},
        "XV Corps": {"at": "Maine-Anjou", "exhausted": True},
        "VIII Corps (US)": {"at": "Normandy"},
    }
    table = Table(
        units, month="August 1944", step="movement 2", regions={"allied": ["Normandy", "Maine-Anjou"]}
    )
    assert table.why("move XV Corps Orleanais") == ["is-exhausted"]
    table.do("use Third US Army Pursuit", "choose-unit XV Corps")
    assert table.happened("ready") == [(UNIT("XV Corps"),)]
    table.do("move XV Corps Orleanais")


def test_pursuit_is_for_the_start_of_later_phases():
    """Pursuit is too early in the first Movement Phase, and too late once something has moved."""
    units = {
        "Third US Army": {"at": "Normandy", "down": ["Pursuit"]},
        "XV Corps": {"at": "Maine-Anjou", "exhausted": True},
        "VIII Corps (US)": {"at": "Normandy"},
    }
    held = {"allied": ["Normandy", "Maine-Anjou"]}
    table = Table(units, month="August 1944", step="movement 1", regions=held)
    assert table.why("use Third US Army Pursuit") == ["wrong-moment"]
    table = Table(units, month="August 1944", step="movement 3", regions=held)
    assert table.do("move VIII Corps (US) Brittany").why("use Third US Army Pursuit") == ["wrong-moment"]


def broken_through(**corps):
    """The V Corps has driven the Axis out of Maine-Anjou with face-up Infantry, in the first Combat Phase."""
    table = (
        attack("Operation Cobra", "July 1944", "combat 1", corps=corps).until("fire").do("done").until("fire")
    )
    table.do("fire V Corps LXXX. Armeekorps", "join V Corps 1st Infantry Division", "announce").roll(1)
    table.do("lose LXXX. Armeekorps 352. Infanterie-Division").until("retreat")
    return table.do("retreat LXXX. Armeekorps Orleanais")


def test_cobra_turns_the_corps_ready_that_broke_through():
    """Operation Cobra: in a region attacked and free of the enemy, up to two US Corps are ready (12.7d)."""
    table = broken_through()
    assert table.asking == ("interlude", 0, "end of combats")
    assert table.s.exhausted >> UNIT("V Corps") & 1
    table.do("use First US Army Operation Cobra")
    assert table.offered() == ["choose-unit V Corps", "done"]
    table.do("choose-unit V Corps")
    assert not table.s.exhausted
    table.do("pass", "move V Corps Orleanais")


def test_cobra_does_not_help_what_is_out_of_supply():
    """A Corps with an Out-of-Supply Marker stays exhausted: no window opens (12.7e, E-113)."""
    table = broken_through(unsupplied=True)
    assert table.asking[:2] == ("move", 0)
    assert table.s.exhausted >> UNIT("V Corps") & 1


def test_a_flood_makes_wetlands_until_the_clean_up():
    """Überflutung makes Antwerp wetlands at the start of an Allied Movement Phase; entering exhausts."""
    units = {"15. Armee": {"at": "Holland", "down": ["Überflutung"]}, "First US Army": {"at": "Brabant"}}
    table = Table(units, month="September 1944", step="movement 2")
    assert table.asking == ("interlude", 1, "movement")
    table.do("use 15. Armee Überflutung")
    named = {line.removeprefix("choose-region ") for line in table.offered()}
    assert named == {"North Brabant", "Antwerp", "Brabant", "Lower Rhine", "Normandy"}
    table.do("choose-region Antwerp", "pass")
    assert terrain(table.s, REGION("Antwerp")) == WETLANDS
    assert tires(table.s, REGION("Antwerp"))
    assert table.lasts("UEBERFLUTUNG") == [(REGION("Antwerp"), 1)]


def test_a_flood_is_not_of_the_own_turn():
    """In the Axis turn nobody floods anything."""
    units = {"15. Armee": {"at": "Holland", "down": ["Überflutung"]}, "First US Army": {"at": "Brabant"}}
    table = Table(units, month="September 1944", side="Axis", step="movement 1")
    assert table.why("use 15. Armee Überflutung") == ["wrong-moment"]


def defended(card="Unternehmen Greif"):
    """An Axis attack that has come to the retreats."""
    return defence(card, "December 1944", "combat 1").until("interlude", "retreats")


def test_greif_bars_a_region_to_retreating_allies():
    """Unternehmen Greif names a region into which Allied units of that combat may not retreat (12.6)."""
    table = defended()
    assert table.asking == ("interlude", 1, "retreats")
    table.do("use 6. Panzerarmee Unternehmen Greif")
    assert table.offered() == ["choose-region Meuse-Argonne", "choose-region Liege-Maastricht"]
    table.do("choose-region Meuse-Argonne", "pass")
    assert table.why("retreat V Corps Meuse-Argonne") == ["retreat-blocked"]
    table.do("retreat V Corps Liege-Maastricht")


def test_greif_ends_with_its_combat():
    """When the combat is over the region is open again (E-118)."""
    table = defended().do("use 6. Panzerarmee Unternehmen Greif", "choose-region Meuse-Argonne", "pass")
    table.do("retreat V Corps Liege-Maastricht")
    table.until("move")
    assert table.lasts("GREIF") == []


def rear(month="August 1944"):
    """An Allied attack on two Axis Corps, one of them in the rear area, set up; the Axis has no points."""
    units = {
        "First US Army": {"at": "Normandy"},
        "V Corps": {"at": "Maine-Anjou", "from": "Normandy", "down": ["1st Infantry Division"]},
        "15. Armee": {"at": "Orleanais", "down": ["Models Eingreifreserve"]},
        "LXXXI. Armeekorps": {"at": "Maine-Anjou", "down": ["352. Infanterie-Division"]},
        "LXXXII. Armeekorps": {"at": "Maine-Anjou", "down": ["709. Infanterie-Division"]},
    }
    regions, tracks = {"allied": ["Normandy"]}, {"Axis": 0}
    return Table(units, month=month, step="combat 1", regions=regions, tracks=tracks)


def test_models_reserve_slips_away_for_nothing():
    """Models Eingreifreserve: a Corps in the rear retreats before the fire for no points, cards and all."""
    table = rear().until("interlude", "pre-combat retreat", rear=["LXXXI. Armeekorps"])
    table.do("use 15. Armee Models Eingreifreserve")
    assert table.offered() == ["choose-unit LXXXI. Armeekorps"]
    table.do("choose-unit LXXXI. Armeekorps", "pass", "slip LXXXI. Armeekorps Orleanais")
    assert table.s.where[UNIT("LXXXI. Armeekorps")] == REGION("Orleanais")
    assert table.cards(DOWN + UNIT("LXXXI. Armeekorps")) == ["352. Infanterie-Division"]
    assert table.s.points == (35, 0)


def test_models_reserve_waits_for_its_month():
    """In July no window opens and nobody slips away without points: the card enters in August (E-13)."""
    table = rear("July 1944").until("fire", rear=["LXXXI. Armeekorps"])
    assert table.s.where[UNIT("LXXXI. Armeekorps")] == REGION("Maine-Anjou")


def test_models_reserve_needs_a_corps_in_the_rear():
    """With all Corps in front no window opens."""
    assert rear().until("fire").asking[0] == "fire"
