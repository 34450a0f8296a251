"""Tactics of points, cards and prices (shaef-cards 7)."""

import pytest
from shaef_play import Table

from sealed.games.shaef.state import RESERVE

BRITAIN = {"at": "Britain"}


def allied(card, army="First US Army", **tables):
    """A table at which an Allied Army Reserve in Britain has a tactic face-down."""
    return Table({army: {**BRITAIN, "down": [card]}}, **tables)


def german(card, army="15. Armee", at="Picardy", **tables):
    """A table at which an Axis Army Reserve has a tactic face-down."""
    return Table({army: {"at": at, "down": [card]}}, side="Axis", **tables)


def test_shaef_raises_the_points_by_twenty_up_to_59():
    """SHAEF raises the Operation Points by 20, never above 59, and lies face-up then."""
    table = allied("SHAEF", step="sea", tracks={"Allies": 35}).do("use First US Army SHAEF")
    assert table.s.points == (55, 10)
    assert table.happened("tactic") == [(0, 179)]
    table = allied("SHAEF", step="muster", tracks={"Allies": 50}).do("use First US Army SHAEF")
    assert table.s.points == (59, 10)


def test_shaef_comes_before_the_airborne_phase():
    """From the Airborne Phase on SHAEF is too late."""
    assert allied("SHAEF", step="air").why("use First US Army SHAEF") == ["wrong-moment"]


@pytest.mark.parametrize(
    "step", ["muster", "sea", "air", "movement 1", "movement 3", "attach", "deploy", "markers"]
)
def test_red_ball_express_is_used_at_any_time_of_the_own_turn(step):
    """Red Ball Express raises the points by 5 in every phase of the own turn outside combat (E-45)."""
    table = allied("Red Ball Express", "Third US Army", month="August 1944", step=step)
    assert table.do("use Third US Army Red Ball Express").s.points == (40, 10)


def test_v_weapons_take_three_points_from_the_allies():
    """V-Waffen lower the Allied points by 3, not below 0."""
    table = german("V-Waffen", month="July 1944", step="movement 1").do("use 15. Armee V-Waffen")
    assert table.s.points == (32, 10)
    table = german("V-Waffen", month="July 1944", step="movement 1", tracks={"Allies": 2})
    assert table.do("use 15. Armee V-Waffen").s.points == (0, 10)


def test_v_weapons_need_a_launching_region():
    """V-Waffen are of no use without one of their regions."""
    lost = ["Pas-de-Calais", "Picardy", "West Flanders", "Zeeland", "Holland", "Gelderland", "North Brabant"]
    table = german("V-Waffen", at="Champagne", month="July 1944", step="attach", regions={"allied": lost})
    assert table.why("use 15. Armee V-Waffen") == ["no-use"]
    table = german(
        "V-Waffen", at="Champagne", month="July 1944", step="attach", regions={"allied": lost[:-1]}
    )
    assert table.why("use 15. Armee V-Waffen") == []


@pytest.mark.parametrize(
    ("card", "army", "side", "pile"),
    [
        (
            "Emergency Replacements",
            "Ninth US Army",
            "Allies",
            ["1st Infantry Division", "4th Infantry Division"],
        ),
        ("Volkssturm", "25. Armee", "Axis", ["352. Infanterie-Division", "Panzer-Brigade 106"]),
    ],
)
def test_further_replacements_are_drawn_from_the_shuffled_pile(card, army, side, pile):
    """Emergency Replacements and Volkssturm bring two further cards into the Reinforcement Deck."""
    at = "Britain" if side == "Allies" else "Cologne"
    units = {army: {"at": at, "down": [card]}}
    table = Table(units, month="December 1944", side=side, step="muster", pile={side: pile})
    table.do(f"use {army} {card}", f"deal {pile[0]}", f"deal {pile[1]}")
    assert sorted(table.cards(RESERVE + (side == "Axis"))) == sorted(pile)
    assert table.asking[0] == "muster"


def test_replacements_need_a_pile():
    """Without a card in the shuffled pile there is nothing to draw; a single one is drawn alone (E-122)."""
    table = allied("Emergency Replacements", "Ninth US Army", month="December 1944", step="muster")
    assert table.why("use Ninth US Army Emergency Replacements") == ["no-use"]
    pile = {"Allies": ["1st Infantry Division"]}
    table = allied("Emergency Replacements", "Ninth US Army", month="December 1944", step="muster", pile=pile)
    table.do("use Ninth US Army Emergency Replacements")
    assert table.happened("drew") == [(0, 1)]
    assert table.do("deal 1st Infantry Division").asking[0] == "muster"


def test_fortitude_doubles_the_price_of_the_panzerarmee():
    """Fortitude South, used before the Axis decides, makes the 5th PanzerArmee cost 10 points (8.3)."""
    units = {"Second British Army": {**BRITAIN, "down": ["Fortitude South"]}, "15. Armee": {"at": "Picardy"}}
    table = Table(units, side="Axis", step="panzerarmee")
    assert table.asking == ("interlude", 0, "replacement")
    table.do("use Second British Army Fortitude South", "pass")
    assert table.lasts("FORTITUDE_SOUTH") == [(0, 1)]
    assert (table.asking[0], table.s.stack.frame.details(table.s)) == ("panzerarmee", (10,))


def test_fortitude_is_of_june_and_of_the_enemy_turn():
    """Nobody is deceived in the own turn, or by a window in July."""
    table = allied("Fortitude South", step="muster")
    assert table.why("use First US Army Fortitude South") == ["wrong-moment"]
    units = {"Second British Army": {**BRITAIN, "down": ["Fortitude South"]}, "15. Armee": {"at": "Picardy"}}
    assert Table(units, side="Axis", step="panzerarmee", month="July 1944").asking[0] == "move"


def test_interior_lines_let_five_cards_go_for_nothing():
    """Innere Linie waives five card moves of the step; the sixth costs a point (13.2a)."""
    cards = ["352. Infanterie-Division", "709. Infanterie-Division", "716. Infanterie-Division"]
    more = ["243. Infanterie-Division", "91. Luftlande-Division", "21. Panzer-Division"]
    units = {
        "7. Armee": {"at": "Brabant", "down": ["Innere Linie"]},
        "LXXXIV. Armeekorps": {"at": "Brabant", "down": cards},
        "LXXIV. Armeekorps": {"at": "Brabant", "down": more},
        "XXV. Armeekorps": {"at": "Brabant"},
        "II. Fallschirmkorps": {"at": "Brabant"},
    }
    table = Table(units, side="Axis", step="deploy").do(
        "use 7. Armee Innere Linie", "organise XXV. Armeekorps"
    )
    table.do(
        *(f"take LXXXIV. Armeekorps {card}" for card in cards), f"take LXXIV. Armeekorps {more[0]}", "done"
    )
    assert table.s.points == (35, 10)
    table.do("organise II. Fallschirmkorps", *(f"take LXXIV. Armeekorps {card}" for card in more[1:]))
    assert table.s.points == (35, 9)
