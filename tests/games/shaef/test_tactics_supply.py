"""Tactics of ports, supply and fortresses (shaef-cards 7)."""

from shaef_play import REGION, UNIT, Table

from sealed.games.shaef.board.ports import symbols
from sealed.games.shaef.supply.lines import in_supply

FOR_EVER = 255


def test_pluto_places_one_marker_for_nothing_in_a_shared_place():
    """PLUTO: the next marker costs nothing and may share the port of another (13.3, 7.3d)."""
    units = {
        "First US Army": {"at": "Normandy"},
        "Second British Army": {"at": "Normandy", "down": ["PLUTO"]},
        "1. Armee": {"at": "Champagne"},
    }
    markers = {"First US Army": "Normandy"}
    table = Table(units, month="September 1944", step="markers", markers=markers, tracks={"Allies": 0})
    assert table.why("mark Second British Army Normandy") == ["marker-taken", "points"]
    table.do("use Second British Army PLUTO", "mark Second British Army Normandy")
    assert table.s.points == (0, 10)
    assert table.lasts("PLUTO") == [(UNIT("Second British Army"), FOR_EVER)]
    assert in_supply(table.s, UNIT("First US Army"))
    assert in_supply(table.s, UNIT("Second British Army"))


def captured(**more):
    """The Allies enter Lower Loire, which has a port; the Axis has Hafensprengung face-down."""
    units = {
        "First US Army": {"at": "Normandy"},
        "V Corps": {"at": "Brittany"},
        "7. Armee": {"at": "Champagne", "down": ["Hafensprengung"]},
        **more,
    }
    table = Table(units, month="August 1944", step="movement 1", regions={"axis": ["Brittany"]})
    return table.do("move V Corps Lower Loire")


def test_a_captured_port_is_blown_up():
    """Hafensprengung closes the port just captured until the end of the next Allied turn (E-111)."""
    table = captured()
    assert table.asking == ("interlude", 1, "port captured")
    table.do("use 7. Armee Hafensprengung")
    assert table.offered() == ["choose-region Lower Loire"]
    table.do("choose-region Lower Loire")
    assert table.lasts("HAFENSPRENGUNG") == [(REGION("Lower Loire"), 3)]
    assert symbols(table.s, REGION("Lower Loire")) == 0
    table.do("pass")
    assert table.asking[0] == "move"


def test_a_port_whose_moment_has_passed_is_safe():
    """A second capture lets the Axis name the port of that capture alone (E-111)."""
    table = captured().do("pass", "move First US Army Lower Seine")
    assert table.asking[0] == "interlude"
    assert table.do("use 7. Armee Hafensprengung").offered() == ["choose-region Lower Seine"]


def test_a_region_without_port_opens_no_window():
    """Where there is no port nothing is blown up."""
    units = {
        "First US Army": {"at": "Normandy"},
        "V Corps": {"at": "Maine-Anjou"},
        "7. Armee": {"at": "Champagne", "down": ["Hafensprengung"]},
    }
    table = Table(units, month="August 1944", step="movement 1").do("move V Corps Orleanais")
    assert table.asking[0] == "move"


def test_a_port_blown_up_in_the_axis_turn_is_closed_for_one_clean_up_less():
    """In its own turn the Axis closes a port for the rest of it and the next Allied turn (E-111)."""
    units = {
        "1. Armee": {"at": "Orleanais", "down": ["Hafensprengung"]},
        "LXXX. Armeekorps": {"at": "Brittany", "from": "Lower Loire", "down": ["352. Infanterie-Division"]},
        "First US Army": {"at": "Normandy"},
        "V Corps": {"at": "Brittany", "down": ["1st Infantry Division"]},
    }
    table = Table(units, side="Axis", month="August 1944", step="combat 1")
    table.until("retreat").until("interlude", "port captured")
    table.do("use 1. Armee Hafensprengung", "choose-region Brittany")
    assert table.lasts("HAFENSPRENGUNG") == [(REGION("Brittany"), 2)]


def besieged(**more):
    """Two fortresses and an open Corps of an Axis Army are out of supply at the end of the Axis turn."""
    units = {
        "19. Armee": {"at": "Languedoc"},
        "LXII. Reservekorps": {
            "at": "Brittany",
            "fortress": True,
            "down": ["Festung halten!"],
            "unsupplied": True,
        },
        "LXXXV. Armeekorps": {"at": "Lower Loire", "fortress": True},
        "IV. Luftwaffen-Feldkorps": {"at": "Poitou"},
        "First US Army": {"at": "Normandy"},
        **more,
    }
    return Table(units, side="Axis", month="August 1944", step="second supply")


def test_fortresses_hold_out():
    """Festung halten!, even in a unit out of supply, saves up to two Corps under Fortress Markers (7.1b)."""
    table = besieged()
    assert table.asking == ("interlude", 1, "second supply")
    table.do("use LXII. Reservekorps Festung halten!")
    assert table.offered() == ["choose-unit LXII. Reservekorps", "choose-unit LXXXV. Armeekorps", "done"]
    table.do("choose-unit LXII. Reservekorps", "choose-unit LXXXV. Armeekorps", "pass")
    places = [table.s.where[UNIT(name)] for name in ("LXII. Reservekorps", "LXXXV. Armeekorps")]
    assert places == [REGION("Brittany"), REGION("Lower Loire")]
    assert table.s.where[UNIT("IV. Luftwaffen-Feldkorps")] == 255


def test_only_the_named_fortress_holds_out():
    """Whoever names one fortress of the two loses the other (E-124)."""
    table = besieged().do("use LXII. Reservekorps Festung halten!", "choose-unit LXII. Reservekorps", "done")
    table.do("pass")
    assert table.s.where[UNIT("LXXXV. Armeekorps")] == 255


def test_no_fortress_no_window():
    """Without a Corps under a Fortress Marker that is out of supply the Axis is not asked."""
    table = besieged(
        **{
            "LXII. Reservekorps": {"at": "Brittany", "down": ["Festung halten!"], "unsupplied": True},
            "LXXXV. Armeekorps": {"at": "Languedoc", "fortress": True},
        }
    )
    assert table.s.where[UNIT("LXII. Reservekorps")] == 255


def walls(step="attach", **more):
    """Axis Corps on the sites of Westwand, in its Reorganization Phase."""
    units = {
        "1. Armee": {"at": "Lorraine", "down": ["Westwand"]},
        "LXXX. Armeekorps": {"at": "Aachen-Roer"},
        "LXXXVI. Armeekorps": {"at": "Pas-de-Calais"},
        "XIII. SS-Armeekorps": {"at": "Cologne"},
        "LXXXI. Armeekorps": {"at": "Zeeland", "army": "1. Armee", "fortress": True},
        **more,
    }
    return Table(units, side="Axis", month="August 1944", step=step)


def test_westwand_puts_markers_of_the_pool_on_two_corps():
    """Westwand: up to two Corps at Fort symbols or sites of the Westwall come under Fortress Markers."""
    for step in ("attach", "deploy"):
        table = walls(step).do("use 1. Armee Westwand")
        assert table.offered() == ["choose-unit LXXX. Armeekorps", "choose-unit LXXXVI. Armeekorps", "done"]
        table.do("choose-unit LXXX. Armeekorps")
        assert table.offered() == ["choose-unit LXXXVI. Armeekorps", "done"]
        table.do("choose-unit LXXXVI. Armeekorps")
        marked = [UNIT(name) for name in ("LXXX. Armeekorps", "LXXXVI. Armeekorps", "LXXXI. Armeekorps")]
        assert table.s.fortress == sum(1 << unit for unit in marked)
        assert table.asking[0] == step


def test_westwand_leaves_out_contested_regions():
    """An Allied unit in the region keeps the marker away."""
    table = walls(**{"First US Army": {"at": "Brabant"}, "V Corps": {"at": "Pas-de-Calais"}})
    assert table.do("use 1. Armee Westwand").offered() == ["choose-unit LXXX. Armeekorps", "done"]


def test_westwand_needs_markers_in_the_pool():
    """With eight markers on the map there is none to put."""
    forts = ["LXXXIV. Armeekorps", "LXXIV. Armeekorps", "XXV. Armeekorps", "II. Fallschirmkorps"]
    more = {name: {"at": "Zeeland", "fortress": True, "army": "7. Armee"} for name in forts}
    others = ["LXVII. Armeekorps", "LXXXII. Armeekorps", "LXXXIX. Armeekorps"]
    more |= {name: {"at": "Zeeland", "fortress": True, "army": "15. Armee"} for name in others[:2]}
    table = walls(**more, **{"7. Armee": {"at": "Brabant"}, "15. Armee": {"at": "Brabant"}})
    table.do("use 1. Armee Westwand", "choose-unit LXXX. Armeekorps")
    assert table.asking[0] == "attach"
    more[others[2]] = {"at": "Zeeland", "fortress": True, "army": "15. Armee"}
    table = walls(**more, **{"7. Armee": {"at": "Brabant"}, "15. Armee": {"at": "Brabant"}})
    assert table.why("use 1. Armee Westwand") == ["no-use"]


def test_the_resistance_closes_a_region_to_axis_deployments():
    """Résistance française: no Axis card or unit deploys into, out of or through a region in France."""
    units = {
        "First US Army": {"at": "Normandy", "down": ["Résistance française"]},
        "1. Armee": {"at": "Burgundy"},
        "LXXX. Armeekorps": {"at": "Rhone Valley"},
    }
    table = Table(units, side="Axis", month="June 1944", step="attach")
    assert table.asking == ("interlude", 0, "attachment")
    table.do("use First US Army Résistance française")
    assert "choose-region Brabant" not in table.offered()
    assert "choose-region Normandy" not in table.offered()
    table.do("choose-region Burgundy", "pass", "done")
    assert table.asking[0] == "deploy"
    assert table.why("redeploy 1. Armee Champagne") == ["closed-by-resistance"]
    assert table.why("redeploy LXXX. Armeekorps Burgundy") == ["closed-by-resistance"]


def test_the_resistance_rises_in_the_enemy_turn_alone():
    """In the own turn, and later in the Axis turn, it is not the moment."""
    units = {
        "First US Army": {"at": "Normandy", "down": ["Résistance française"]},
        "1. Armee": {"at": "Burgundy"},
    }
    table = Table(units, month="June 1944", step="attach")
    assert table.why("use First US Army Résistance française") == ["wrong-moment"]
    assert Table(units, side="Axis", month="June 1944", step="deploy").asking[0] == "deploy"
