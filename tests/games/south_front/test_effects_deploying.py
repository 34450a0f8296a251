"""Texts that bring pieces onto the board, or take some off (facts B1, B2, B5, D5; S-11, S-46 to S-49)."""

import pytest
from south_front_boards import written
from south_front_combats import asking, offered, play, refused, told

from sealed.engine.kernel import stated_answer
from sealed.games.south_front.board.pieces import cargo_of, pieces_in
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ALLIES, AXIS


def holding(*cards, side="Axis", round_number=1, **tables):
    """Return a position in which a side with these cards takes its action."""
    turn = {"step": "act", "side": side, "round": round_number}
    return written(turn=turn, hands={side: list(cards)}, **tables)


def number(kind, name):
    """Return the number of a name."""
    return next(code for code, known in NOTATION.names[kind].items() if known == name)


def standing(s, space):
    """Return the names of the pieces in a space."""
    return {NOTATION.name("piece", piece) for piece in pieces_in(s, number("space", space))}


def test_a_deployment_offers_the_places_of_the_text():
    """Benghazi or a land space next to it, and no ship."""
    s = play(holding("Libyan Divisions"), "play Libyan Divisions")
    assert offered(s) == {
        f"deploy Pact infantry {space}" for space in ("Benghazi", "Tobruk", "Tripoli", "Western Desert")
    }
    assert refused(s, "deploy Pact infantry Rome") == ["space-not-named"]
    assert refused(s, "deploy Pact tank Benghazi") == ["wrong-type"]
    assert refused(s, "skip") == ["must-choose"]


def test_a_place_without_name_is_any_legal_one():
    """Also aboard a fleet or a carrier, and far from flags (B5.5, D5-73)."""
    s = holding("Regia Aeronautica", board={"Gulf of Sidra": "Pact fleet, Pact carrier"})
    lines = offered(play(s, "play Regia Aeronautica"))
    assert {"deploy Pact airplane Tripoli", "deploy Pact airplane Rome"} <= lines
    assert {
        "deploy-aboard Pact airplane Pact fleet 1",
        "deploy-aboard Pact airplane Pact carrier 1",
    } <= lines


def test_a_choice_of_types():
    """Gustav Line: of either faction, in either space."""
    s = play(holding(), "contingency Gustav Line")
    assert offered(s) == {
        f"deploy {who} infantry {at}" for who in ("Pact", "Germany") for at in ("Rome", "Naples")
    }


def test_a_may_can_be_declined_and_states_it():
    """Britain Supports Greece: the infantry is optional, `skip` stands in at a deadline."""
    s = play(holding("Britain Supports Greece", side="Allies"), "play Britain Supports Greece")
    assert offered(s) == {"skip", "deploy UK infantry Athens", "deploy UK infantry Crete"}
    assert stated_answer(s, 2).text == "skip"
    assert asking(play(s, "skip")) == "second-movement"


def test_one_or_two():
    """The second is optional, and is not asked for where no piece is left (D5-82)."""
    s = play(holding("Monte Cassino", round_number=9), "play Monte Cassino", "deploy Germany infantry Rome")
    assert offered(s) == {"skip", "deploy Germany infantry Rome"}
    s = holding("Monte Cassino", round_number=9, board={"Naples": "Germany infantry"})
    assert asking(play(s, "play Monte Cassino", "deploy Germany infantry Rome")) == "second-movement"


def test_and_or():
    """Rock of Gibraltar: either first, then the other if one wishes."""
    s = play(holding("Rock of Gibraltar", side="Allies"), "play Rock of Gibraltar")
    fleet, infantry = "deploy UK fleet South Atlantic", "deploy UK infantry Gibraltar"
    assert offered(s) == {fleet, infantry}
    assert offered(play(s, infantry)) == {fleet, "skip"}
    assert offered(play(s, fleet)) == {infantry, "skip"}
    assert refused(play(s, infantry), infantry) == ["wrong-type"]


@pytest.mark.parametrize("gone", ["infantry", "airplane"])
def test_of_several_pieces_those_that_are_left(gone):
    """Union Defense Force deploys the one of which a piece is left; without any it is impossible."""
    board = {"Malta": ", ".join([f"UK {gone}"] * 3)}
    other = {"infantry": "airplane", "airplane": "infantry"}[gone]
    s = play(holding("Union Defense Force", side="Allies", board=board), "play Union Defense Force")
    assert offered(s) == {f"deploy UK {other} Egypt"}
    none = {"Malta": ", ".join(["UK infantry"] * 3 + ["UK airplane"] * 3)}
    s = holding("Union Defense Force", side="Allies", board=none)
    assert refused(s, "play Union Defense Force")[0] == "card-impossible"


def test_of_several_pieces_both_where_both_are_left():
    """Neither is optional while pieces are left: the second question has no `skip`."""
    s = holding("Union Defense Force", side="Allies")
    s = play(s, "play Union Defense Force", "deploy UK infantry Egypt")
    assert offered(s) == {"deploy UK airplane Egypt"}


def test_a_ship_and_its_cargo_come_together():
    """One choice of sea; the answer names the ship, the airplane comes aboard by itself."""
    s = play(holding("HMS Illustrious", side="Allies"), "play HMS Illustrious")
    assert offered(s) == {
        "deploy UK carrier South Atlantic",
        "deploy UK carrier Western Mediterranean",
    }
    s = play(s, "deploy UK carrier South Atlantic")
    carrier, airplane = number("piece", "UK carrier 1"), number("piece", "UK airplane 1")
    assert cargo_of(s, carrier) == airplane
    s = holding("HMS Illustrious", side="Allies", board={"Malta": "UK airplane, UK airplane, UK airplane"})
    assert refused(s, "play HMS Illustrious") == ["card-impossible", "no-piece-left"]


def test_recruiting_needs_neither_supply_nor_control():
    """Fallschirmjaegers: within two spaces of a German airplane, enemy land included, not where he stands."""
    board = {"Sicily": "Germany airplane", "Malta": "UK infantry"}
    s = holding("Fallschirmjaegers", board=board, control={"Allies": ["Rome"]})
    lines = offered(play(s, "play Fallschirmjaegers"))
    assert "recruit Germany infantry Rome" in lines
    assert "recruit Germany infantry Malta" not in lines
    assert "recruit Germany infantry Egypt" not in lines


def test_a_transported_airplane_is_no_prerequisite():
    """Fallschirmjaegers needs one that is not aboard a fleet (D4-67)."""
    s = holding("Fallschirmjaegers", board={"Ionian Sea": "Pact fleet carrying Germany airplane"})
    assert refused(s, "play Fallschirmjaegers")[0] == "card-impossible"
    s = holding("Fallschirmjaegers", board={"Rome": "Germany airplane"})
    assert refused(s, "play Fallschirmjaegers") == []


def test_recruiting_before_the_war():
    """USA fleets can be recruited, both in one space (D5-80)."""
    s = play(holding("Neutrality Patrols", side="Allies"), "play Neutrality Patrols")
    assert offered(s) == {"recruit USA fleet South Atlantic"}
    s = play(s, "recruit USA fleet South Atlantic")
    assert standing(s, "South Atlantic") == {"USA fleet 1", "USA fleet 2"}


def test_operation_torch_recruits_all_that_are_left_in_one_space():
    """Infantry, tank and airplane, or what there is of them; the first that is left is named (S-49)."""
    board = {"Western Mediterranean": "USA fleet", "Gibraltar": "USA infantry, USA infantry"}
    s = holding("Operation Torch", side="Allies", round_number=9, board=board)
    s = play(s, "play Operation Torch")
    assert "recruit USA tank Algeria" in offered(s)
    assert refused(s, "recruit USA airplane Algeria") == ["wrong-type"]
    s = play(s, "recruit USA tank Algeria")
    assert standing(s, "Algeria") == {"USA tank 1", "USA airplane 1"}
    assert s.held[ALLIES] >> number("space", "Algeria") & 1


def test_operation_torch_needs_a_fleet_in_its_seas():
    """A fleet elsewhere brings nobody ashore."""
    s = holding("Operation Torch", side="Allies", round_number=9, board={"South Atlantic": "USA fleet"})
    assert refused(s, "play Operation Torch")[0] == "card-impossible"


def test_a_piece_may_be_removed_to_be_deployed_again():
    """With no infantry left in the middle of a card one is taken off the board first (Special Card Cases)."""
    board = {"Sardinia": "Pact infantry 1, Pact infantry 2, Pact infantry 3"}
    s = play(holding("Libyan Divisions", board=board), "play Libyan Divisions")
    s = play(s, "remove Pact infantry 1", "deploy Pact infantry Tobruk")
    assert standing(s, "Sardinia") == {"Pact infantry 2", "Pact infantry 3"}


def test_a_mandatory_part_that_has_become_impossible_is_skipped():
    """War on Greece cuts nothing, but a piece removed may: then `skip` is the only own answer."""
    s = holding("Luftwaffe Field Divisions", round_number=9, board={"Tripoli": "Germany airplane"})
    s = play(s, "play Luftwaffe Field Divisions")
    assert offered(s) == {"deploy Germany infantry Tripoli"}
    s = play(s, "remove Germany airplane 1")
    assert offered(s) == {"skip"}
    assert asking(play(s, "skip")) == "second-movement"


def test_eliminating_is_no_combat():
    """The other player is asked nothing; a carrier's airplane goes in its place (D3-50, D6-100)."""
    board = {"Naples": "Pact airplane", "Tyrrhenian Sea": "UK carrier carrying UK airplane"}
    s = play(holding("SM.79 Sparviero", board=board), "play SM.79 Sparviero")
    assert offered(s) == {"eliminate UK carrier 1", "eliminate UK airplane 1"}
    s = play(s, "eliminate UK carrier 1")
    assert (standing(s, "Tyrrhenian Sea"), asking(s)) == ({"UK carrier 1"}, "second-movement")


def test_the_other_player_chooses_what_he_must_eliminate():
    """Co-Belligerent Navy: he has no way out, and no free verbs."""
    board = {
        "Rome": "UK infantry, UK tank",
        "Naples": "UK infantry, UK airplane",
        "Ionian Sea": "Pact fleet",
        "Tyrrhenian Sea": "Pact carrier",
    }
    s = holding("Co-Belligerent Navy", side="Allies", round_number=9, board=board)
    s = play(s, "play Co-Belligerent Navy")
    assert offered(s) == {"eliminate Pact fleet 1", "eliminate Pact carrier 1"}
    assert refused(s, "remove Pact fleet 1") == ["not-now"]
    s = play(s, "eliminate Pact carrier 1")
    assert (asking(s), standing(s, "Tyrrhenian Sea")) == ("act", set())


def test_a_transported_airplane_cannot_be_given_up():
    """Battle of Gondar counts pieces that could fulfil a prerequisite (D4-67)."""
    board = {"Red Sea": "UK fleet carrying UK airplane"}
    s = play(holding("Battle of Gondar", side="Allies", board=board), "play Battle of Gondar")
    assert offered(s) == {"eliminate UK fleet 1"}
    assert play(s, "eliminate UK fleet 1").points == (0, 2)


def test_an_own_force_is_exchanged_for_an_infantry():
    """Bulgaria Occupies Thrace and Macedonia: only while the Axis controls Bulgaria."""
    tables = {"contingencies": {"Axis": ["second", "initial", "initial"]}}
    flags = {"placed": ["Bulgaria Supply Flags"]}
    s = holding(countries={"Bulgaria": "Axis"}, markers=flags, **tables)
    s = play(s, "contingency Bulgaria Occupies Thrace and Macedonia", "eliminate-force Bulgaria")
    s = play(s, "deploy Pact infantry Bulgaria")
    bulgaria = number("space", "Bulgaria")
    assert (s.forces[bulgaria], standing(s, "Bulgaria"), asking(s)) == (0, {"Pact infantry 1"}, "act")
    s = holding(countries={"Bulgaria": "Allies"}, **tables)
    line = "contingency Bulgaria Occupies Thrace and Macedonia"
    assert refused(s, line) == ["contingency-impossible", "nothing-to-eliminate"]


def test_bulgaria_signs_pact_for_the_marker_alone():
    """Allied and held by its force: nobody is recruited, the marker is placed all the same (S-14)."""
    s = holding(countries={"Bulgaria": "Allies"})
    events = dict(told(s, "contingency Bulgaria Signs Pact"))
    assert events["marker"] == (number("marker", "Bulgaria Supply Flags"),)
    assert asking(play(s, "contingency Bulgaria Signs Pact")) == "second-movement"
    assert s.held[AXIS] >> number("space", "Bulgaria") & 1 == 0
