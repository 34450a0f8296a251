"""SHAEF read aloud: units, cards, regions and combat as lines, prices beside answers, what was seen."""

import pytest
from shaef_play import CARD, SETUP, UNIT, Table

from sealed.engine.explain import why_not
from sealed.engine.eye import EVERYBODY, PUBLIC, seat_eye
from sealed.engine.kernel import view
from sealed.engine.message import Event
from sealed.games.shaef.notation import NOTATION, PLACE
from sealed.games.shaef.state import ARRIVED, DOWN
from sealed.games.shaef.title import TITLE
from sealed_client.presenters.shaef import (
    answer_note,
    besides,
    board_lines,
    hand_lines,
    memory_lines,
    question_lines,
    templates,
)
from sealed_client.presenters.shaef.memory import Sighting, remembered
from sealed_client.words.catalogue import phrases_of

ENGLISH, SPANISH = (phrases_of(TITLE, SETUP, language) for language in ("en", "es"))
ARMY, CORPS, RESERVE = "First US Army", "V Corps", "7. Armee"
ENEMY = "LXXXIV. Armeekorps"
UNITS = {
    ARMY: {"at": "Normandy", "down": ["IX Tactical Air Command", "Night Drop"]},
    CORPS: {
        "at": "Normandy",
        "down": ["1st Infantry Division", "2nd Armored Division"],
        "up": ["29th Infantry Division"],
        "exhausted": True,
    },
    RESERVE: {"at": "Maine-Anjou"},
    ENEMY: {
        "at": "Maine-Anjou",
        "down": ["352. Infanterie-Division", "716. Infanterie-Division"],
        "up": ["709. Infanterie-Division"],
    },
}
HELD = {"regions": {"allied": ["Normandy"]}, "markers": {ARMY: "Normandy"}}


def table(units=UNITS, **more):
    """Return a table in July 1944 on which the Allies hold Normandy."""
    head = {"month": "July 1944", "side": "Allies", "step": "movement 1"}
    return Table(units, **{**head, **HELD, **more})


def only(lines, word):
    """Return the one line that begins with a word."""
    (line,) = [line for line in lines if line.startswith(word)]
    return line


def note(found, line, said=ENGLISH, seat=1):
    """Return what stands beside an answer, as its player sees it."""
    return answer_note(view(found.s, seat_eye(seat)), NOTATION.parse(line), said)


def test_own_cards_are_named_and_enemy_backs_counted():
    """A unit is a row: its owner reads every card with strengths, the enemy those that lie face-up."""
    s = table().s
    mine, theirs = (board_lines(view(s, seat_eye(seat)), ENGLISH) for seat in (1, 2))
    assert only(mine, "V Corps (") == (
        "V Corps (First US Army), Normandy: HQ 2/3; face-up 29th Infantry Division 4/4;"
        " face-down 1st Infantry Division 4/4, 2nd Armored Division 6/4; Exhausted."
    )
    assert only(theirs, "V Corps (") == (
        "V Corps (First US Army), Normandy: HQ 2/3; face-up 29th Infantry Division 4/4;"
        " face-down 2 cards; Exhausted."
    )


def test_abilities_stand_behind_the_strengths():
    """What a card can do is read with it."""
    line = only(board_lines(table().s, ENGLISH), "First US Army (")
    assert "IX Tactical Air Command 5/3 (Aircraft, Attack from Reserve, Defend from Reserve)" in line
    assert "HQ 3/3 (Defend from Reserve);" in only(board_lines(table().s, ENGLISH), "7. Armee (")


def test_a_corps_is_read_after_its_army():
    """Units are grouped by Army."""
    lines = board_lines(table().s, ENGLISH)
    at = [lines.index(only(lines, f"{unit} (")) for unit in (ARMY, CORPS, RESERVE, ENEMY)]
    assert at == sorted(at)
    assert at[1] == at[0] + 1


def test_the_supply_of_an_army_is_read_with_its_line():
    """Where its marker lies, over which regions its supply comes, and that it has none."""
    lines = board_lines(table().s, ENGLISH)
    assert "supplied over Normandy; Supply Marker in Normandy." in only(lines, "First US Army (")
    without = board_lines(table(markers={}).s, ENGLISH)
    assert "no supply as things stand; no Supply Marker." in only(without, "First US Army (")
    assert "no supply as things stand" in only(without, "V Corps (")


@pytest.mark.parametrize("said", [ENGLISH, SPANISH], ids=["en", "es"])
def test_every_region_is_read(said):
    """Each region of the map stands in some line."""
    text = "\n".join(board_lines(table().s, said))
    names = [said.name("region", region) for region in NOTATION.names["region"]]
    assert [name for name in names if name not in text] == []


def test_a_region_is_read_with_who_stands_there():
    """Control, terrain, what is printed, and the units of both sides."""
    lines = board_lines(table().s, ENGLISH)
    assert only(lines, "Normandy (") == (
        "Normandy (Allies, Woods or hills, Atlantic coast, port 1, Fort symbol):"
        " Allies First US Army, V Corps."
    )


def test_points_of_both_sides_go_with_every_question():
    """The status line names month, turn and the Operation Points of both."""
    found = table(tracks={"Allies": 17, "Axis": 4})
    assert question_lines(found.s, ENGLISH)[0] == (
        "July 1944 (2 of 10), turn of the Allies. Operation Points: Allies 17, Axis 4."
    )


def test_the_deck_is_read_month_by_month_by_its_owner_only():
    """What can enter now comes first; the enemy reads a number."""
    own = ["30th Infantry Division", "8th Infantry Division", "106th Infantry Division"]
    deck = {"Allies": own, "Axis": []}
    s = table(reserve=deck).s
    lines = hand_lines(view(s, seat_eye(1)), ENGLISH, 1)
    assert "Own Reinforcement Deck: 3 cards." in lines
    assert only(lines, "Reinforcement Deck, can enter now").endswith(
        "30th Infantry Division 4/4, 8th Infantry Division 3/4."
    )
    assert only(lines, "Reinforcement Deck, December 1944").endswith("106th Infantry Division 2/3.")
    theirs = "\n".join(board_lines(view(s, seat_eye(2)), ENGLISH))
    assert "106th Infantry" not in theirs
    assert "Allies: Reinforcement Deck 3 cards" in theirs


def test_a_tactic_that_is_held_is_read_with_its_text():
    """The owner reads what it does and where it lies."""
    line = only(hand_lines(view(table().s, seat_eye(1)), ENGLISH, 1), "Tactic, Night Drop in First US Army")
    assert ENGLISH.fact("card", "text", CARD("Night Drop")) in line


# -- what an answer costs ----------------------------------------------------------------------------------


def at_sea(step, **more):
    """Return a table with an Army in Britain."""
    units = {
        **UNITS,
        "Third US Army": {"at": "Britain", "down": ["4th Armored Division"]},
        "XV Corps": {"at": "Britain", "army": "Third US Army"},
    }
    tracks = {"Allies": 20, "Axis": 10}
    return table(units, step=step, tracks=tracks, **more)


@pytest.mark.parametrize(
    ("step", "line", "cost"),
    [
        ("sea", "sail Third US Army Normandy", "costs 5, 15 left"),
        ("sea", "assault Third US Army Picardy", "costs 8, 12 left"),
        ("attach", "attach XV Corps First US Army", "costs 1, 19 left"),
        ("deploy", "redeploy First US Army Britain", "costs 3, 17 left"),
    ],
)
def test_an_answer_is_offered_with_its_price(step, line, cost):
    """What is asked for stands beside it, and what it leaves."""
    assert note(at_sea(step), line).startswith(cost)


def test_a_card_costs_a_point_but_none_from_the_deck_to_a_base():
    """Reassigning costs 1, from the Reinforcement Deck to a base nothing (13.2b)."""
    deck = {"Allies": ["30th Infantry Division"], "Axis": []}
    found = at_sea("deploy", reserve=deck).do("organise Third US Army")
    assert note(found, "take Reinforcement Deck 30th Infantry Division").startswith("costs 0, 20 left")
    assert note(found, "take First US Army Night Drop").startswith("costs 1, 19 left")


def test_a_move_is_offered_with_what_it_meets():
    """Where it comes from, the enemies there, or that it takes control."""
    units = {**UNITS, CORPS: {"at": "Normandy"}}
    assert note(table(units), "move V Corps Maine-Anjou") == (
        "from Normandy; enemies: 7. Armee, LXXXIV. Armeekorps"
    )
    assert note(table(units), "move V Corps Lower Seine") == "from Normandy; over a river; takes control"


def test_the_end_of_the_markers_says_what_has_no_supply():
    """Before units are removed it can be read which ones would be."""
    found = table(step="markers", markers={})
    assert note(found, "done") == "without supply as things stand: First US Army, V Corps"
    assert note(table(step="markers"), "done") == ""


# -- the combat sheet --------------------------------------------------------------------------------------


FIGHT = {
    ARMY: {"at": "Normandy", "down": ["IX Tactical Air Command"]},
    CORPS: {
        "at": "Lower Seine",
        "army": ARMY,
        "from": "Normandy",
        "crossed": True,
        "down": ["1st Infantry Division", "2nd Armored Division"],
    },
    RESERVE: {"at": "Picardy"},
    ENEMY: {"at": "Lower Seine", "down": ["352. Infanterie-Division", "716. Infanterie-Division"]},
}


def fighting():
    """Return a table in a combat, at the attacker's fire."""
    found = table(FIGHT, step="combat 1")
    found.until("fire")
    while found.asking[1] != 0:
        found.do("done")
        found.until("fire")
    return found


def test_a_combat_is_read_with_its_battles():
    """The sheet names region, phase, attacker and who meets whom, cards counted."""
    lines = question_lines(view(fighting().s, seat_eye(2)), ENGLISH)
    assert "Combat in Lower Seine, Combat Phase 1; attacking: Allies." in lines
    assert (
        "Battle in front: V Corps (face-up 0, face-down 2) against"
        " LXXXIV. Armeekorps (face-up 0, face-down 2)." in lines
    )


def test_a_card_is_offered_for_fire_with_every_modifier_by_name():
    """The strength it would have, the printed one, and why they differ."""
    found = fighting().do("fire V Corps LXXXIV. Armeekorps")
    assert note(found, "join V Corps 1st Infantry Division") == "strength 3: printed 4, over a river -1"
    assert note(found, "join V Corps V Corps") == "strength 1: printed 2, face-up before firing -1"
    assert note(found, "join First US Army IX Tactical Air Command") == "strength 5"


def test_declared_shots_are_read_by_both_sides():
    """Once declared a shot stands on the sheet with its strength."""
    found = fighting().do("fire V Corps LXXXIV. Armeekorps", "join V Corps 1st Infantry Division", "announce")
    for seat in (1, 2):
        lines = question_lines(view(found.s, seat_eye(seat)), ENGLISH)
        assert "Declared shot, 1st Infantry Division: strength 3: printed 4, over a river -1." in lines


def test_a_roll_is_told_with_strength_and_whether_it_hit():
    """A shot's line has the strength as it is, not as the event carries it."""
    found = fighting().do("fire V Corps LXXXIV. Armeekorps", "join V Corps 1st Infantry Division", "announce")
    found.roll(3)
    assert "1st Infantry Division fires at strength 3 and rolls 3: a hit." in ENGLISH.events(found.events)
    shot = Event("shot", (CARD("1st Infantry Division"), 8, 1), EVERYBODY)
    assert ENGLISH.event(shot) == "1st Infantry Division fires at strength -2 and rolls 1: no hit."


def test_losing_the_hq_is_offered_with_what_goes_along():
    """Beside the HQ of a unit stands that all its cards go with it."""
    found = fighting().do("fire V Corps LXXXIV. Armeekorps", "join V Corps 1st Infantry Division", "announce")
    found.roll(1)
    line = f"lose {ENEMY} {ENEMY}"
    assert line in found.offered()
    assert note(found, line, seat=2).endswith("all cards of the unit go with it")
    assert ENGLISH.action(NOTATION.parse(line)) == f"lose the HQ of {ENEMY}"
    told = Event("lost", (UNIT(CORPS), CARD(CORPS)), EVERYBODY)
    assert ENGLISH.event(told) == "The HQ of V Corps is lost."


def test_a_casualty_is_asked_with_who_was_fired_at_and_who_bears_the_hit():
    """The force that was fired at is named even where others have to bear its hits (12.4d)."""
    found = fighting().do("fire V Corps LXXXIV. Armeekorps", "join V Corps 1st Infantry Division", "announce")
    found.roll(1)
    line = "Fired at: LXXXIV. Armeekorps. Who bears the hit: LXXXIV. Armeekorps."
    assert line in question_lines(view(found.s, seat_eye(2)), ENGLISH)


def test_who_must_retreat_is_named_with_the_question():
    """An HQ without cards cannot stay; the question says so before `done` is tried (12.6b)."""
    bare = FIGHT | {ENEMY: {"at": "Lower Seine", "down": ["352. Infanterie-Division"]}}
    found = table(bare, step="combat 1")
    found.until("fire").do("done").until("fire")
    found.do("fire V Corps LXXXIV. Armeekorps", "join V Corps 1st Infantry Division", "announce")
    found.roll(1).do(f"lose {ENEMY} 352. Infanterie-Division").until("retreat")
    line = f"{ENEMY} (Lower Seine) has to retreat before you can end this."
    assert line in question_lines(view(found.s, seat_eye(2)), ENGLISH)


def test_ending_the_fire_is_offered_with_who_has_not_fired():
    """Beside `done` stand the forces that would stay silent."""
    assert note(fighting(), "done") == "without the fire of V Corps"


def test_an_empty_phase_is_said_to_be_one():
    """Where a phase offers nothing of its own the question says so; where a unit can move it does not."""
    empty = "Nothing of yours can do that now: say done to go on."
    assert empty not in question_lines(table().s, ENGLISH)
    spent = {name: unit | {"exhausted": True} for name, unit in UNITS.items()}
    assert empty in question_lines(table(spent).s, ENGLISH)


# -- what was seen -----------------------------------------------------------------------------------------


def event(name, *args):
    """Return an event that everybody sees."""
    return Event(name, args, EVERYBODY)


V, LXXXIV = UNIT(CORPS), UNIT(ENEMY)
FIRST, SECOND = CARD("352. Infanterie-Division"), CARD("716. Infanterie-Division")
SEEN = [event("month", 2), event("flipped", LXXXIV, FIRST), event("month", 3)]


def test_a_flipped_card_is_remembered_with_its_month():
    """What was face-up in July is remembered in August, and read with the unit."""
    assert remembered(SEEN, [], 0) == {LXXXIV: {FIRST: Sighting(2)}}
    units = {**UNITS, ENEMY: {"at": "Maine-Anjou", "down": ["352. Infanterie-Division"]}}
    s = view(table(units).s, seat_eye(1))
    assert memory_lines(s, ENGLISH, 1, SEEN, []) == [
        "Remembered of LXXXIV. Armeekorps, face-down: 352. Infanterie-Division 2/4, seen in July 1944."
    ]


def test_a_card_that_lies_open_needs_no_memory():
    """What is face-up now, or whose unit has nothing closed, is not read again."""
    units = {**UNITS, ENEMY: {"at": "Maine-Anjou", "up": ["352. Infanterie-Division"]}}
    assert memory_lines(view(table(units).s, seat_eye(1)), ENGLISH, 1, SEEN, []) == []


def test_the_own_cards_are_not_remembered_aloud():
    """Their owner sees them anyway."""
    assert memory_lines(view(table().s, seat_eye(2)), ENGLISH, 2, SEEN, []) == []


def test_own_looks_are_remembered_and_those_of_others_unknown():
    """The cards of a look come from the seat's own log, in the order of its looks."""
    looks = [event("looked", 0, LXXXIV), event("looked", 1, V), event("looked", 0, V)]
    found = remembered([event("month", 4), *looks], [(FIRST, SECOND), (7,)], 0)
    assert found == {LXXXIV: {FIRST: Sighting(4), SECOND: Sighting(4)}, V: {7: Sighting(4)}}


def test_a_card_is_remembered_where_it_was_seen_last():
    """A card that has reacted, or was seen elsewhere, is not looked for in its old unit."""
    reacted = event("reacted", FIRST, V)
    assert remembered([*SEEN, reacted], [], 0) == {LXXXIV: {}, V: {FIRST: Sighting(3)}}


def test_a_unit_that_gives_a_card_is_forgotten():
    """Which one went nobody can tell; a unit that only receives is remembered on."""
    gives = event("moved", 0, 1, DOWN + LXXXIV, ARRIVED + V)
    assert remembered([*SEEN, gives], [], 0) == {}
    takes = event("moved", 0, 1, DOWN + V, ARRIVED + LXXXIV)
    assert remembered([*SEEN, takes], [], 0) == {LXXXIV: {FIRST: Sighting(2)}}


def test_a_card_lost_openly_is_forgotten_and_an_unseen_discard_makes_unsure():
    """What everybody saw go is gone; after an unseen discard it may be."""
    assert remembered([*SEEN, event("lost", LXXXIV, FIRST)], [], 0) == {LXXXIV: {}}
    assert remembered([*SEEN, event("destroyed", LXXXIV, 10)], [], 0) == {}
    unsure = remembered([*SEEN, event("discarded-unseen", LXXXIV)], [], 0)
    assert unsure == {LXXXIV: {FIRST: Sighting(2, sure=False)}}


def test_memory_of_a_played_combat_needs_the_own_view_only():
    """Of what a seat's replica tells, what both sides flipped is remembered; nothing else is."""
    found = fighting()
    events = [event("month", 2)]
    for line in ("fire V Corps LXXXIV. Armeekorps", "join V Corps 1st Infantry Division"):
        found.do(line)
        events += found.events
    assert remembered(events, [], 1) == {V: {CARD("1st Infantry Division"): Sighting(2)}}


# -- refusals ----------------------------------------------------------------------------------------------


def reasons(found, line, said=ENGLISH):
    """Return the sentences against an answer of the Allies."""
    seen = view(found.s, seat_eye(1))
    return [said.refusal(one, seen) for one in why_not(TITLE, seen, NOTATION.parse(line), 1)]


@pytest.mark.parametrize(
    ("said", "start"),
    [
        (ENGLISH, "That costs 5 Operation Points; left: 2. (9.1b, Sailing into port)"),
        (SPANISH, "Eso cuesta 5 Puntos de Operaciones; quedan: 2. (9.1b, entrada en puerto)"),
    ],
    ids=["en", "es"],
)
def test_a_refusal_for_points_names_price_and_rest(said, start):
    """What it costs and what is there, with the section's name."""
    units = {**UNITS, "Third US Army": {"at": "Britain"}}
    found = table(units, step="sea", tracks={"Allies": 2, "Axis": 10})
    assert any(line.startswith(start) for line in reasons(found, "sail Third US Army Normandy", said))


def test_a_refusal_names_the_unit_with_its_place():
    """Who stands too far away is read with where it stands."""
    (first, *_) = reasons(table(), "move First US Army Paris")
    assert first.startswith("First US Army (Normandy) is not next to Paris")


VERBS = sorted({action.verb for action in TITLE.vocabulary(SETUP)})


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("said", [ENGLISH, SPANISH], ids=["en", "es"])
def test_why_not_answers_for_every_verb(verb, said):
    """At any moment each verb is legal or refused in whole sentences, with a headline."""
    answers = [action for action in TITLE.vocabulary(SETUP) if action.verb == verb]
    for found in (table(), fighting(), at_sea("deploy")):
        seen = view(found.s, seat_eye(1))
        for action in answers[:: 1 + len(answers) // 40]:
            told = [said.refusal(one, seen) for one in why_not(TITLE, seen, action, 1)]
            legal = action.text in found.offered(verb)
            assert told or legal, action.text
            assert not [line for line in (*told, said.refused(action)) if "{" in line or not line]


def test_verbs_that_can_be_given_any_time_are_named_as_that():
    """In a question of the turn discards and flips stand besides; before the dice a flip is the answer."""
    assert besides(table().s) == {"flip", "discard", "disband", "leave-fortress"}
    assert besides(fighting().s) == frozenset()


def test_a_whole_unit_is_declared_for_fire_at_once():
    """`unit` names every card of the unit that can fire, `all` those of its Reserve, too; both end it."""
    found = fighting().do("fire V Corps LXXXIV. Armeekorps")
    known = {name: [str(one) for one in row] for name, row in templates(found.s).items()}
    own = [line for line in found.offered("join") if line.startswith("join V Corps")]
    assert known["unit"] == [*own, "announce"]
    assert known["all"] == [*found.offered("join"), "announce"]
    found.do(*known["all"])
    assert found.asking[0] == "before-roll"


def test_there_is_no_template_where_the_unit_moves():
    """A Movement Phase offers none."""
    assert templates(table().s) == {}


def test_nothing_hidden_is_read_by_a_spectator():
    """Board and question name no card that lies closed to everybody."""
    for found, units in ((table(), UNITS), (fighting(), FIGHT)):
        hidden = [card for unit in units.values() for card in unit.get("down", ())]
        seen = view(found.s, PUBLIC)
        text = "\n".join([*board_lines(seen, ENGLISH), *question_lines(seen, ENGLISH)])
        assert [name for name in hidden if f" {name}" in text] == []


def test_lanes_and_bases_have_names():
    """Every place that a unit can be in is named in both languages."""
    for said in (ENGLISH, SPANISH):
        assert all(said.name(PLACE, place) for place in NOTATION.names[PLACE])
