"""Texts that move pieces and attack with them (facts B5.3, B5.4, D4; S-50, S-51, S-67)."""

import pytest
from south_front_boards import written
from south_front_combats import LINE, asking, offered, play, refused

from sealed.engine.kernel import stated_answer
from sealed.games.south_front.board.pieces import pieces_in
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import LUFTFLOTTE


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


def deployed(board, *lines, card="Libyan Divisions", **terms):
    """Return the position after a card and what it deployed."""
    return play(holding(card, board=board, **terms), f"play {card}", *lines)


def test_the_deployed_piece_moves_loads_stays_or_attacks():
    """All of it with this piece only; nothing is optional (B5.3, B5.4)."""
    s = deployed(LINE | {"El Alamein": "UK tank"}, "deploy Pact infantry Tobruk")
    assert {
        "move Pact infantry 1 Western Desert",
        "board Pact infantry 1 Pact fleet 2",
        "stay Pact infantry 1",
        "attack Pact Tobruk El Alamein",
    } <= offered(s)
    assert "skip" not in offered(s)
    assert refused(s, "skip") == ["must-choose"]
    assert refused(s, "move Pact fleet 1 Tyrrhenian Sea") == ["not-that-piece"]
    assert stated_answer(s, 1) is None


def test_moving_in_place_is_always_possible():
    """Even where the piece has become unable to go anywhere (S-67)."""
    s = deployed({"Malta": "UK airplane"}, "deploy Pact infantry Benghazi")
    assert asking(play(s, "stay Pact infantry 1")) == "second-movement"


def test_a_piece_that_was_removed_neither_moves_nor_attacks():
    """Only `skip` is left of the own answers."""
    s = play(deployed({}, "deploy Pact infantry Tobruk"), "remove Pact infantry 1")
    assert offered(s) == {"skip"}
    assert refused(s, "stay Pact infantry 1") == ["not-on-board"]
    assert asking(play(s, "skip")) == "second-movement"


def test_the_attack_is_made_by_the_force_that_holds_the_piece():
    """Another force may not attack, and of equal infantry in the space no one is left out."""
    board = LINE | {"El Alamein": "UK tank", "Western Desert": "Pact infantry", "Tobruk": "Pact infantry"}
    s = deployed(board, "deploy Pact infantry Tobruk")
    assert {line for line in offered(s) if line.startswith("attack")} == {"attack Pact Tobruk El Alamein"}
    assert refused(s, "attack Pact Western Desert El Alamein") == ["force-lacks"]


def test_a_task_force_lands_or_fights():
    """The infantry unloads into empty enemy land, or either piece attacks (S-50)."""
    board = {"Western Mediterranean": "Pact fleet 1", "South Atlantic": "UK fleet"}
    s = holding("Eastern Task Force", side="Allies", round_number=9, board=board)
    s = play(s, "play Eastern Task Force", "deploy UK fleet South Atlantic")
    lines = offered(s)
    assert {
        "move UK infantry 1 Morocco",
        "attack UK South Atlantic Morocco",
        "attack UK South Atlantic Western Mediterranean",
    } <= lines
    assert not any(line.startswith("move UK fleet") for line in lines)
    assert standing(play(s, "move UK infantry 1 Morocco"), "Morocco") == {"UK infantry 1"}


def test_a_move_into_a_desert():
    """L3/35 Tankette: into a desert, or in place in one, by infantry or tank; then another action."""
    board = LINE | {"Tripoli": "Pact infantry", "Tobruk": "Pact tank", "Rome": "Pact infantry"}
    s = play(holding("L3/35 Tankette", board=board), "play L3/35 Tankette")
    lines = offered(s)
    assert {"move Pact infantry 1 Benghazi", "stay Pact tank 1", "stay Pact infantry 1"} <= lines
    assert "move Pact infantry 1 Tunisia" not in lines
    assert not any("infantry 2" in line for line in lines)
    assert asking(play(s, "move Pact infantry 1 Benghazi")) == "act"


def test_a_card_that_moves_nothing_cannot_be_played():
    """No infantry or tank of the faction is in or next to a desert."""
    s = holding("L3/35 Tankette", board={"Rome": "Pact infantry"})
    assert refused(s, "play L3/35 Tankette") == ["card-impossible", "nothing-to-move"]


def test_an_attack_that_a_card_demands():
    """Rommel Strikes!: a desert, by a German force with a tank."""
    board = LINE | {"Tobruk": "Germany tank, Germany infantry", "El Alamein": "UK tank"}
    s = play(holding("Rommel Strikes!", board=board), "play Rommel Strikes!")
    assert offered(s) == {"attack Germany Tobruk El Alamein"}
    assert refused(s, "skip") == ["must-choose"]
    without = LINE | {"Tobruk": "Germany infantry, Pact tank", "El Alamein": "UK tank"}
    s = holding("Rommel Strikes!", board=without)
    assert refused(s, "play Rommel Strikes!") == ["card-impossible", "no-target"]


def test_regia_marina_deploys_or_attacks():
    """One question offers both; the attack needs a fleet in the force."""
    board = {"Ionian Sea": "Pact fleet 1", "Gulf of Sidra": "UK fleet"}
    s = play(holding("Regia Marina", board=board), "play Regia Marina")
    lines = offered(s)
    assert {"attack Pact Ionian Sea Gulf of Sidra", "deploy Pact fleet Tyrrhenian Sea"} <= lines
    assert asking(play(s, "attack Pact Ionian Sea Gulf of Sidra")) == "defend"
    assert asking(play(s, "deploy Pact fleet Tyrrhenian Sea")) == "second-movement"


@pytest.mark.parametrize(
    ("deploy", "attack"),
    [
        ("deploy Pact airplane Tobruk", "attack Pact Tobruk El Alamein"),
        ("deploy-aboard Pact airplane Pact carrier 1", "attack Pact Gulf of Sidra Malta"),
        ("deploy-aboard Pact airplane Pact fleet 2", ""),
        ("deploy Pact airplane Rome", ""),
    ],
)
def test_a_force_beside_the_airplane_attacks(deploy, attack):
    """Regia Aeronautica: in the airplane's space, but not where it is in transport (D4-67)."""
    board = {
        "Ionian Sea": "Pact fleet 1",
        "Gulf of Sidra": "Pact fleet 2, Pact fleet 3 carrying Pact infantry 2, Pact carrier",
        "Tobruk": "Pact infantry 1",
        "El Alamein": "UK tank",
    }
    s = deployed(board, deploy, card="Regia Aeronautica")
    if attack:
        assert offered(s) == {attack, "skip"}
        assert stated_answer(s, 1).text == "skip"
    else:
        assert asking(s) == "second-movement"


def test_operation_compass_follows_up():
    """Then one piece of the force may move into the space, whatever the season (S-51, D7-106)."""
    board = {"El Alamein": "UK tank, UK infantry", "Egypt": "UK infantry"}
    s = holding("Operation Compass", side="Allies", round_number=4, board=board)
    s = play(s, "play Operation Compass", "attack UK El Alamein Tobruk")
    while asking(s) != "march":
        s = play(s, "decline")
    assert offered(s) == {"move UK infantry 1 Tobruk", "move UK tank 1 Tobruk", "skip"}
    assert standing(play(s, "move UK tank 1 Tobruk"), "Tobruk") == {"UK tank 1"}


def test_operation_compass_follows_up_only_into_an_empty_space():
    """While a defender stands there nobody moves in, and nobody is asked (S-51)."""
    board = LINE | {"El Alamein": "UK tank", "Tobruk": "Pact infantry, Pact tank"}
    s = holding("Operation Compass", side="Allies", board=board)
    s = play(s, "play Operation Compass", "attack UK El Alamein Tobruk", "lose Pact infantry 1", "stop")
    assert asking(s) == "second-movement"


def test_luftflotte_2_lasts_into_the_granted_action():
    """The support of Pact attacks holds in the action that the card grants."""
    s = deployed(LINE, "deploy Germany airplane Tripoli", card="Luftflotte 2")
    assert (asking(s), s.markers & LUFTFLOTTE) == ("act", LUFTFLOTTE)
