"""Tactics of fire (shaef-cards 7)."""

from shaef_play import CARD, UNIT, Table

from sealed.games.shaef.combat.modifiers import strength as modified
from sealed.games.shaef.state import BOUND, DEAD, DOWN, GONE

DEFENDER = {
    "1. Armee": {"at": "Orleanais"},
    "LXXX. Armeekorps": {
        "at": "Maine-Anjou",
        "down": ["352. Infanterie-Division", "709. Infanterie-Division"],
    },
}


def attack(card, month="July 1944", corps="V Corps", army="First US Army", step="combat 1", **more):
    """An Allied Corps attacks Maine-Anjou from Normandy; its Army Reserve has a tactic face-down."""
    units = {
        army: {"at": "Normandy", "down": [card]},
        corps: {"at": "Maine-Anjou", "from": "Normandy", "down": ["1st Infantry Division"]},
        **DEFENDER,
        **more,
    }
    return Table(units, month=month, step=step, regions={"allied": ["Normandy"]})


def counterattack(card, month="July 1944", step="combat 1", reserve="7. Armee", **tables):
    """An Axis Corps attacks an Allied one in Maine-Anjou; the Axis Reserve has a tactic face-down."""
    units = {
        reserve: {"at": "Orleanais", "down": [card]},
        "LXXX. Armeekorps": {
            "at": "Maine-Anjou",
            "from": "Orleanais",
            "army": reserve,
            "down": ["352. Infanterie-Division", "709. Infanterie-Division", "Panzer-Brigade 106"],
        },
        "First US Army": {"at": "Normandy", "down": ["IX Tactical Air Command"]},
        "V Corps": {"at": "Maine-Anjou", "down": ["1st Infantry Division"]},
    }
    tables |= {"regions": {"allied": ["Normandy", "Maine-Anjou"]}, "markers": {"First US Army": "Normandy"}}
    return Table(units, side="Axis", month=month, step=step, **tables)


def british(**more):
    """A British attack with a Set-Piece Attack in the Reserve."""
    units = {
        "Second British Army": {"at": "Normandy", "down": ["Set-Piece Attack"]},
        "XXX Corps": {
            "at": "Maine-Anjou",
            "from": "Normandy",
            "down": ["50th (Northumbrian) Infantry Division"],
        },
        **DEFENDER,
        **more,
    }
    return Table(units, month="July 1944", step="combat 1", regions={"allied": ["Normandy"]})


def strength(table, card):
    """The modified strength of a card that has been declared in the fire that is open."""
    volley = table.s.stack.frame.volley
    return next(modified(table.s, code, shot) for code, shot in volley.shots() if code == CARD(card))


def test_set_piece_attack_betters_all_that_fires_with_a_british_corps():
    """Set-Piece Attack: +1 for the fire of one attacking UK Corps in the first Combat Phase."""
    plain = british().until("fire").do("done").until("fire")
    plain.do("fire XXX Corps LXXX. Armeekorps", "join XXX Corps 50th (Northumbrian) Infantry Division")
    table = british().until("interlude", "before fire").do("use Second British Army Set-Piece Attack")
    assert table.offered() == ["choose-unit XXX Corps"]
    table.do("choose-unit XXX Corps", "pass").until("fire").do("done").until("fire")
    table.do("fire XXX Corps LXXX. Armeekorps", "join XXX Corps 50th (Northumbrian) Infantry Division")
    card = "50th (Northumbrian) Infantry Division"
    assert strength(table, card) == strength(plain, card) + 1


def test_set_piece_attack_is_british_and_of_the_first_phase():
    """A US Corps is no target; in the second Combat Phase no window opens."""
    american = {"V Corps": {"at": "Maine-Anjou", "from": "Normandy", "down": ["1st Infantry Division"]}}
    table = british(**american, **{"First US Army": {"at": "Normandy"}})
    table.until("interlude", "before fire").do("use Second British Army Set-Piece Attack")
    assert table.offered() == ["choose-unit XXX Corps"]


def test_the_order_ends_with_the_combat():
    """Gegenstoß serves in any Combat Phase of the own turn, and ends with its combat (E-119)."""
    for step in ("combat 1", "combat 2", "combat 3"):
        table = counterattack("Gegenstoß", step=step).until("interlude", "before fire")
        table.do("use 7. Armee Gegenstoß", "choose-unit LXXX. Armeekorps")
        assert table.lasts("GEGENSTOSS") == [(UNIT("LXXX. Armeekorps"), 1)]
        table.do("pass").until("retreat")
        while table.s.combat is not None:
            table.do("done")
        assert table.lasts("GEGENSTOSS") == []


def test_night_drop_hides_a_corps_that_has_flown():
    """Night Drop: the enemy cannot choose the Corps as target in the first Combat Phase."""
    units = {
        "First US Army": {"at": "Normandy"},
        "XVIII Airborne Corps": {"at": "Britain", "down": ["82nd Airborne Division", "Night Drop"]},
        "V Corps": {"at": "Normandy", "down": ["1st Infantry Division"]},
        **DEFENDER,
        "LXXX. Armeekorps": {"at": "Normandy", "down": ["352. Infanterie-Division"]},
    }
    markers = {"First US Army": "Normandy"}
    table = Table(units, month="July 1944", step="air", regions={"allied": ["Normandy"]}, markers=markers)
    assert table.why("use XVIII Airborne Corps Night Drop") == ["no-use"]
    assert not table.offered("use")
    table.do("fly XVIII Airborne Corps Normandy", "use XVIII Airborne Corps Night Drop", "done")
    corps = UNIT("XVIII Airborne Corps")
    assert table.lasts("NIGHT_DROP") == [(corps, 1)]
    table.until("fire")
    assert table.s.combat.spared == 1 << corps
    assert table.offered("fire") == ["fire LXXX. Armeekorps V Corps"]
    assert table.why("fire LXXX. Armeekorps XVIII Airborne Corps")
    table.until("move").do("done").until("fire")
    assert table.s.combat.phase == 2
    assert table.s.combat.spared == 0


def bombed():
    """Carpet bombing of the Axis Corps, close to the V Corps: the dice are due."""
    table = attack("Carpet Bombing").until("interlude", "before fire")
    table.do("use First US Army Carpet Bombing")
    assert table.offered() == ["choose-unit LXXX. Armeekorps"]
    table.do("choose-unit LXXX. Armeekorps")
    assert table.offered() == ["choose-unit V Corps"]
    return table.do("choose-unit V Corps")


def test_carpet_bombing_makes_two_shots_of_strength_four():
    """Two shots of strength 4 without modifiers; the owner takes his losses at once, then play goes on."""
    table = bombed().do("roll 4 5")
    assert [args[1:] for args in table.happened("shot")] == [(14, 4), (14, 5)]
    assert (table.asking[0], table.s.stack.frame.hits) == ("casualty", 1)
    table.do("lose LXXX. Armeekorps 709. Infanterie-Division")
    assert table.asking == ("interlude", 0, "before fire")
    assert table.cards(DEAD + 1) == ["709. Infanterie-Division"]
    assert table.do("pass").asking[0] == "fire"


def test_a_natural_ten_hits_the_own_corps():
    """Each 10 of the bombs is a hit on the own Corps, after the enemy has taken his (E-115)."""
    table = bombed().do("roll 1 10")
    table.do("lose LXXX. Armeekorps 709. Infanterie-Division")
    assert table.asking[:2] == ("casualty", 0)
    table.do("lose V Corps 1st Infantry Division")
    assert table.asking == ("interlude", 0, "before fire")
    twice = bombed().do("roll 10 10")
    assert (twice.asking[:2], twice.s.stack.frame.hits) == (("casualty", 0), 2)
    assert bombed().do("roll 5 9").asking[0] == "interlude"


def test_carpet_bombing_needs_a_battle_of_the_first_phase():
    """In the second Combat Phase nothing is bombed."""
    table = attack("Carpet Bombing", step="combat 2").until("fire")
    assert table.why("use First US Army Carpet Bombing", 1)[0] == "wrong-moment"


def test_air_supremacy_grounds_the_axis_and_makes_react_dear():
    """Air Supremacy holds until the Clean-up Phase, in either turn (12.3, 12.5)."""
    table = attack("Air Supremacy", army="Second British Army", corps="XXX Corps")
    assert table.asking == ("interlude", 0, "combat-phase")
    table.do("use Second British Army Air Supremacy")
    assert table.lasts("AIR_SUPREMACY") == [(0, 1)]
    table.until("move")
    assert table.lasts("AIR_SUPREMACY") == [(0, 1)]


def test_air_supremacy_opens_in_the_enemy_turn_too():
    """The Axis moves, and the Allies may command the air before its Combat Phase."""
    units = {
        "Second British Army": {"at": "Normandy", "down": ["Air Supremacy"]},
        "XXX Corps": {"at": "Maine-Anjou"},
        "1. Armee": {"at": "Orleanais"},
        "LXXX. Armeekorps": {"at": "Maine-Anjou", "from": "Orleanais"},
    }
    table = Table(units, side="Axis", month="July 1944", step="combat 2", regions={"allied": ["Maine-Anjou"]})
    assert table.asking == ("interlude", 0, "combat-phase")


def test_no_window_opens_where_nobody_fights():
    """Without a combat in the phase neither side is asked about the air (E-120)."""
    units = {
        "Second British Army": {"at": "Normandy", "down": ["Air Supremacy"]},
        "1. Armee": {"at": "Orleanais"},
    }
    table = Table(units, month="July 1944", step="combat 1")
    assert table.asking[0] == "move"


def test_november_fog_grounds_both_for_one_combat_phase():
    """Novembernebel: no Aircraft fires in this Combat Phase, from October on; the next one is clear."""
    table = counterattack("Novembernebel", month="October 1944")
    assert table.asking == ("interlude", 1, "combat-phase")
    table.do("use 7. Armee Novembernebel", "pass").until("fire")
    table.do("fire V Corps LXXX. Armeekorps")
    line = "join First US Army IX Tactical Air Command"
    assert "aircraft-grounded" in table.why(line)
    assert line not in table.offered()
    table.do("join V Corps 1st Infantry Division", "announce").roll(10).until("move")
    assert table.lasts("NOVEMBERNEBEL") == []
    clear = counterattack("Novembernebel", month="October 1944").do("pass").until("fire")
    assert line in clear.do("fire V Corps LXXX. Armeekorps").offered()


def test_the_fog_is_not_of_september():
    """Before October no window opens (E-13)."""
    assert counterattack("Novembernebel", month="September 1944").asking[0] != "interlude"


def test_the_last_levy_saves_two_land_forces():
    """Letztes Aufgebot: two Land Forces lost without Fragile go to the Reinforcement Deck (E-116)."""
    table = counterattack("Letztes Aufgebot", month="January 1945").until("fire")
    table.do("fire V Corps LXXX. Armeekorps", "join V Corps 1st Infantry Division", "join V Corps V Corps")
    table.do("announce").roll(1, 1)
    assert table.asking[0] == "casualty"
    table.do("use 7. Armee Letztes Aufgebot")
    assert table.lasts("AUFGEBOT") == [(2, 1)]
    table.do(
        "lose LXXX. Armeekorps 352. Infanterie-Division", "lose LXXX. Armeekorps 709. Infanterie-Division"
    )
    assert set(table.cards(BOUND + 1)) == {"352. Infanterie-Division", "709. Infanterie-Division"}
    assert table.lasts("AUFGEBOT") == []


def test_fragile_cards_are_not_saved():
    """A Fragile card leaves the game in spite of the levy."""
    table = counterattack("Letztes Aufgebot", month="January 1945").until("fire")
    table.do("fire V Corps LXXX. Armeekorps", "join V Corps 1st Infantry Division", "announce").roll(1)
    table.do("use 7. Armee Letztes Aufgebot", "lose LXXX. Armeekorps Panzer-Brigade 106")
    assert table.cards(BOUND + 1) == []
    assert "Panzer-Brigade 106" in table.cards(GONE + 1)
    assert table.lasts("AUFGEBOT") == [(2, 1)]


def test_the_tactic_itself_stays_face_up():
    """What was used lies face-up with its unit until the Clean-up Phase (2.7b, 14b)."""
    table = attack("Air Supremacy", army="Second British Army", corps="XXX Corps")
    table.do("use Second British Army Air Supremacy")
    assert table.cards(DOWN + UNIT("Second British Army")) == []
    assert table.why("discard Second British Army Air Supremacy") == ["tactic-stays"]
