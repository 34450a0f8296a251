"""Ultra and Bodenplatte: tactics that bring closed cards to light (shaef-cards 7)."""

from shaef_play import UNIT, Table

from sealed.engine.eye import seat_eye
from sealed.engine.kernel import view
from sealed.engine.zones import has_hidden
from sealed.games.shaef.state import BOUND, DEAD, DOWN, UP

SECRET = ["352. Infanterie-Division", "Panzer-Brigade 106"]


def spied():
    """The Allies use Ultra on an Axis Corps with two closed cards."""
    units = {
        "Second British Army": {"at": "Britain", "down": ["Ultra"]},
        "1. Armee": {"at": "Orleanais"},
        "LXXX. Armeekorps": {"at": "Maine-Anjou", "down": SECRET},
        "LXXXVI. Armeekorps": {"at": "Gascony", "shown": ["709. Infanterie-Division"]},
    }
    return Table(units, month="July 1944", step="movement 2").do("use Second British Army Ultra")


def test_ultra_names_a_unit_with_closed_cards():
    """Only a unit whose face-down cards are not all known can be looked at."""
    assert spied().offered() == ["choose-unit LXXX. Armeekorps"]


def test_ultra_shows_the_cards_to_the_allies_alone_and_moves_none():
    """All face-down cards of the unit are shown; they stay in place: memory is the player's (E-46)."""
    table = spied().do("choose-unit LXXX. Armeekorps")
    before = table.s.zones
    unit = UNIT("LXXX. Armeekorps")
    (look,) = table.s.stack.frame.requests(table.s)
    assert (look.viewer, look.zone, look.n) == (1, DOWN + unit, 2)
    table.do("look 352. Infanterie-Division Panzer-Brigade 106")
    assert table.s.zones == before
    assert table.happened("looked") == [(0, unit)]
    assert has_hidden(view(table.s, seat_eye(1)).zones[DOWN + unit])
    assert table.asking[0] == "move"


def raid(allied=(), german=("IX. Fliegerkorps",), up=()):
    """The Axis uses Bodenplatte before a Combat Phase."""
    units = {
        "6. Panzerarmee": {"at": "Eifel", "down": ["Unternehmen Bodenplatte", *german]},
        "First US Army": {"at": "Liege-Maastricht", "down": list(allied), "up": list(up)},
        "Second British Army": {"at": "Antwerp"},
        "V Corps": {"at": "Ardennes"},
    }
    reserve = {"Allies": ["Eighth Air Force"] if "Eighth Air Force" not in up else [], "Axis": []}
    table = Table(units, side="Axis", month="December 1944", step="combat 1", reserve=reserve)
    assert table.asking == ("interlude", 1, "combat-phase")
    table.do("use 6. Panzerarmee Unternehmen Bodenplatte")
    assert table.offered() == ["choose-unit First US Army", "choose-unit Second British Army"]
    return table.do("choose-unit First US Army")


def test_bodenplatte_sends_all_aircraft_of_a_reserve_to_the_deck():
    """The Reserve hands over its Aircraft one by one, face-up ones too, and then says it has none (E-117)."""
    table = raid(["IX Tactical Air Command", "1st Infantry Division"], up=["Eighth Air Force"])
    army = UNIT("First US Army")
    assert table.asking[:2] == ("hand-over", 0)
    assert table.why("none") == ["has-aircraft"]
    assert table.why("give First US Army 1st Infantry Division") == ["no-ability"]
    assert table.why("give Second British Army IX Tactical Air Command") == ["not-of-this-unit", "not-there"]
    table.do("give First US Army IX Tactical Air Command", "give First US Army Eighth Air Force")
    assert table.offered() == ["none"]
    table.do("none")
    assert set(table.cards(BOUND)) == {"IX Tactical Air Command", "Eighth Air Force"}
    assert table.cards(DOWN + army) == ["1st Infantry Division"]
    assert table.cards(UP + army) == []


def test_bodenplatte_costs_an_axis_aircraft_card():
    """After the raid the Axis discards one Aircraft card in play, if it has one (E-117)."""
    table = raid().do("none")
    assert table.asking[:2] == ("target", 1)
    assert table.why("none") == ["has-aircraft"]
    table.do("give 6. Panzerarmee IX. Fliegerkorps")
    assert table.cards(DEAD + 1) == ["IX. Fliegerkorps"]
    assert table.asking[0] == "interlude"


def test_without_axis_aircraft_nothing_is_discarded():
    """An Axis player without Aircraft in play says so."""
    table = raid(german=()).do("none")
    assert table.offered() == ["none"]
    assert table.do("none").asking[0] == "interlude"


def test_others_accept_what_may_be_true():
    """Who does not see the cards accepts that there is one, or none: the audit proves it."""
    table = raid(["IX Tactical Air Command"])
    for eye in (1, seat_eye(2)):
        seen = view(table.s, eye)
        frame = seen.stack.frame
        lines = [str(action) for action in frame.legal(seen, 1)]
        assert "none" in lines
        assert "give First US Army Eighth Air Force" in lines
        assert "give First US Army 1st Infantry Division" not in lines


def test_a_known_aircraft_cannot_be_denied():
    """Where everybody sees an Aircraft card no replica accepts that there is none."""
    table = raid(up=["Eighth Air Force"])
    seen = view(table.s, 1)
    assert "none" not in [str(action) for action in seen.stack.frame.legal(seen, 1)]
