"""What the steady bot of SHAEF is known to do: its rules of thumb, each in a position of its own."""

from __future__ import annotations

from random import Random

from shaef_fire import meeting
from shaef_map import UNIT
from shaef_play import Table

from sealed.engine.eye import seat_eye
from sealed.engine.kernel import asked, question, view
from sealed.games.shaef.combat.casualties import hit
from sealed.games.shaef.title import TITLE
from sealed_client.bots import make_bot

INFANTRY = ["84. Infanterie-Division", "331. Infanterie-Division", "85. Infanterie-Division"]
US = ["1st Infantry Division", "29th Infantry Division", "2nd Infantry Division", "2nd Armored Division"]
MORE_US = ["4th Infantry Division", "9th Infantry Division", "90th Infantry Division", "3rd Armored Division"]
GUNS = ["32nd Field Artillery Brigade"]


def _answer(s):
    """Returns what steady answers to the open question, in the words of the notation."""
    seat = asked(s)[0]
    return str(make_bot("steady", TITLE, Random(1)).answer(view(s, seat_eye(seat)), seat))


def _answers(table):
    """Returns what steady answers until the question changes."""
    open_question, found = question(table.s), []
    while question(table.s) == open_question:
        found.append(_answer(table.s))
        table.do(found[-1])
    return found


def _board(units, *, allied, side="Allies", step="movement 1", **tables):
    """Returns a table at a step, First US Army supplied by a Mulberry in Normandy."""
    return Table(
        units,
        side=side,
        step=step,
        regions={"allied": allied},
        markers={"First US Army": "Normandy"},
        **{"tracks": {"mulberries": ["Normandy", "lost"]}, **tables},
    )


def _before_orleans(corps, defenders):
    """Returns the first Movement Phase of the Allies in Maine, with Axis infantry in Orleans."""
    units = {
        "First US Army": {"at": "Maine-Anjou", "down": GUNS},
        "7. Armee": {"at": "Upper Seine"},
        "II. Fallschirmkorps": {"at": "Orleanais", "down": defenders},
        **{name: {"at": "Maine-Anjou", "down": cards} for name, cards in corps.items()},
    }
    return _board(units, allied=["Normandy", "Maine-Anjou"])


def test_two_corps_attack_one():
    """Two good Corps are thrown against one Corps of infantry in clear ground."""
    lines = _answers(_before_orleans({"V Corps": US, "VII Corps": MORE_US}, INFANTRY))
    assert {"move V Corps Orleanais", "move VII Corps Orleanais"} <= set(lines)


def test_one_corps_does_not_attack_its_equal():
    """A Corps does not go alone against one that is as strong."""
    table = _before_orleans({"V Corps": US[:3]}, [*INFANTRY, "275. Infanterie-Division"])
    assert "move V Corps Orleanais" not in _answers(table)


def test_a_corps_stays_with_its_army():
    """No Corps goes where its Army, which is exhausted, cannot follow, though prizes lie open there."""
    units = {
        "First US Army": {"at": "Normandy", "exhausted": True, "down": GUNS},
        "V Corps": {"at": "Orleanais", "down": US},
        "1. Armee": {"at": "Ruhr"},
    }
    lines = _answers(_board(units, allied=["Normandy", "Orleanais"]))
    assert not {"move V Corps Paris", "move V Corps Upper Seine"} & set(lines)


def test_an_open_prize_is_walked_into():
    """Paris, which nobody holds, is entered by a Corps next to it."""
    units = {
        "First US Army": {"at": "Orleanais", "down": GUNS},
        "V Corps": {"at": "Orleanais", "down": US},
        "1. Armee": {"at": "Ruhr"},
    }
    assert "move V Corps Paris" in _answers(_board(units, allied=["Normandy", "Orleanais"]))


def test_an_army_that_is_outflanked_goes_home():
    """An Axis Corps on the Rhone marches east when the Allies are as near to the Rhine as it is."""
    units = {
        "First US Army": {"at": "Lorraine", "down": GUNS},
        "V Corps": {"at": "Lorraine", "down": US},
        "1. Armee": {"at": "Rhone Valley"},
        "LXXXVI. Armeekorps": {"at": "Rhone Valley", "down": INFANTRY},
    }
    table = _board(units, allied=["Normandy", "Orleanais", "Upper Seine", "Lorraine"], side="Axis")
    moves = {line for line in _answers(table) if line.startswith("move LXXXVI. Armeekorps")}
    assert moves == {"move LXXXVI. Armeekorps Belfort-Jura"}


def test_the_weakest_card_is_lost_first():
    """Of the cards that can be lost the worst is, not the HQ with which all go."""
    s = hit(
        meeting(["1st Infantry Division", "4th Cavalry Group", "83rd Infantry Division"]), UNIT["US-V"], 1, []
    )
    assert _answer(s) == "lose V Corps 83rd Infantry Division"


def test_the_mulberries_and_the_markers_come_first():
    """After a landing both Mulberries are built, and the Armies ashore get their markers."""
    units = {
        "First US Army": {"at": "Normandy", "amphibious": True, "down": GUNS},
        "V Corps": {"at": "Normandy", "amphibious": True, "down": US},
        "1. Armee": {"at": "Ruhr"},
    }
    table = Table(
        units,
        side="Allies",
        step="markers",
        regions={"allied": ["Normandy"], "captured": ["Normandy"], "landings": ["Normandy"]},
    )
    assert _answers(table) == [
        "mulberry Normandy",
        "mulberry Normandy",
        "mark First US Army Normandy",
        "done",
    ]


def test_points_stay_for_the_markers():
    """With one point left and an Army ashore without a marker, no Corps is raised for it."""
    units = {
        "First US Army": {"at": "Normandy", "down": GUNS},
        "V Corps": {"at": "Normandy", "down": US},
        "1. Armee": {"at": "Ruhr"},
    }
    table = Table(
        units,
        side="Allies",
        step="attach",
        month="August 1944",
        regions={"allied": ["Normandy"]},
        reserve={"Axis": []},
        tracks={"Allies": 1, "mulberries": ["Normandy", "lost"]},
    )
    assert any(line.startswith("raise") for line in table.offered())
    assert _answers(table) == ["done"]


def test_depleted_corps_in_britain_are_filled_for_nothing():
    """A Corps in Britain takes Land Forces of its nation from the Reinforcement Deck."""
    units = {
        "First US Army": {"at": "Normandy", "down": GUNS},
        "XIX Corps": {"at": "Britain"},
        "1. Armee": {"at": "Ruhr"},
    }
    table = _board(units, allied=["Normandy"], step="deploy", reserve={"Axis": []})
    table.do(_answer(table.s))
    lines = _answers(table)
    assert len(lines) == 5
    assert all(line.startswith("take Reinforcement Deck") for line in lines[:4])
    assert table.s.points[0] == 35


def test_a_corps_of_hq_alone_retreats():
    """What is only an HQ goes back towards its Army."""
    units = {
        "First US Army": {"at": "Orleanais", "down": GUNS},
        "V Corps": {"at": "Orleanais", "down": US},
        "7. Armee": {"at": "Paris"},
        "II. Fallschirmkorps": {"at": "Orleanais"},
    }
    table = _board(units, allied=["Normandy", "Orleanais"], step="combat 1").until("retreat")
    assert _answer(table.s).startswith("retreat II. Fallschirmkorps")
