"""What the steady bot of South Front is known to do: its rules of thumb, each in a position of its own."""

from __future__ import annotations

from random import Random

import pytest
from south_front_boards import written
from south_front_combats import before, play

from sealed.engine import kernel
from sealed.engine.eye import seat_eye
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.title import TITLE
from sealed_client.bots import make_bot


def _answer(s, seat):
    """Returns what steady answers, in the words of the notation."""
    return str(make_bot("steady", TITLE, Random(1)).answer(kernel.view(s, seat_eye(seat)), seat))


def _turn(s, seat):
    """Returns what steady answers until the question changes."""
    asked, answers = kernel.question(s), []
    while kernel.question(s) == asked:
        text = _answer(s, seat)
        answers.append(text)
        s = kernel.apply(s, NOTATION.parse(text), seat).state
    return answers


def test_what_is_aboard_unloads():
    """A tank aboard a fleet lands before the second movement ends."""
    s = written(board={"Gulf of Sidra": "Pact fleet carrying Pact tank"}, turn={"step": "second-movement"})
    assert any(text.startswith("move Pact tank 1") for text in _turn(s, 1))


def test_an_empty_star_is_taken():
    """A tank walks into a Victory Star space that nobody guards."""
    board = {"Western Desert": "Germany tank", "Ionian Sea": "Pact fleet", "Gulf of Sidra": "Pact fleet"}
    assert "move Germany tank 1 Egypt" in _turn(written(board=board, turn={"step": "first-movement"}), 1)


def test_the_guard_of_a_star_stays():
    """The only piece in a Victory Star space beside enemy troops does not walk away."""
    board = {"Egypt": "UK infantry", "El Alamein": "Pact tank", "Levantine Sea": "UK fleet"}
    s = written(board=board, turn={"step": "first-movement", "side": "Allies"})
    assert not any("UK infantry" in text for text in _turn(s, 2))


def test_nobody_walks_out_of_supply_for_nothing():
    """A fleet that alone keeps troops in Africa supplied does not sail away from them."""
    board = {
        "Gulf of Sidra": "Pact fleet",
        "Ionian Sea": "Pact fleet",
        "Benghazi": "Germany tank, Pact infantry",
        "Eastern Mediterranean": "UK fleet",
        "Western Mediterranean": "UK fleet",
    }
    s = written(board=board, turn={"step": "second-movement"})
    while kernel.asked(s) == (1,) and kernel.question(s).id == "second-movement":
        s = kernel.apply(s, NOTATION.parse(_answer(s, 1)), 1).state
    standing = [NOTATION.name("piece", piece) for piece, place in enumerate(s.where) if place < 255]
    assert {"Germany tank 1", "Pact infantry 1"} <= set(standing)


@pytest.mark.parametrize("side", [1, 2])
def test_no_war_without_an_attack(side):
    """Nobody without troops next to a neutral country declares war on it, though that is always legal."""
    name = ("Axis", "Allies")[side - 1]
    s = written(board={"Rome": "Pact infantry", "Egypt": "UK infantry"}, turn={"step": "act", "side": name})
    offered = {action.verb for action in kernel.legal_actions(s, side)}
    assert "declare-war" in offered
    assert not _answer(s, side).startswith("declare-war")


def test_points_are_played_for():
    """A card that gives Victory Points at once, with nothing else to do, is played."""
    s = written(
        board={"Rome": "Pact infantry, Germany infantry"},
        hands={"Axis": ["Mare Nostrum", "National Republican Army"]},
        contingencies={"Axis": ["gone", "gone", "gone"]},
        turn={"step": "act", "round": 10},
    )
    assert _answer(s, 1) == "play National Republican Army"


def test_it_conscripts_when_it_has_nothing():
    """A side without pieces raises some while it has cards."""
    s = written(
        board={"Egypt": "UK tank"},
        hands={"Axis": ["Mare Nostrum", "Vichy Colonial Support", "National Republican Army"]},
        contingencies={"Axis": ["gone", "gone", "gone"]},
        control={"Allies": ["Morocco", "Algeria", "Tunisia"]},
        turn={"step": "act", "round": 12},
    )
    assert _answer(s, 1).startswith("conscript")


def test_the_last_defender_of_a_star_stands_fast():
    """Rather than lose the last piece in a Victory Star space, a card that saves it is shown."""
    s = before(
        {
            "Western Desert": "Germany tank, Germany infantry",
            "Egypt": "UK infantry",
            "Levantine Sea": "UK fleet",
        },
        hands={"Allies": ["ANZAC Reinforcements", "Mers-el-Kebir"], "Axis": ["Rommel Strikes!"]},
    )
    s = play(s, "attack Germany Western Desert Egypt")
    assert _answer(s, 2) == "stand-fast ANZAC Reinforcements"


def test_a_star_that_stands_empty_is_entered():
    """After clearing a Victory Star space the attacker moves in, if it has the card."""
    s = before(
        {"Western Desert": "Germany infantry", "Egypt": "UK infantry"},
        hands={"Axis": ["Afrika Korps", "Mare Nostrum"]},
    )
    s = play(s, "attack Germany Western Desert Egypt", "lose UK infantry 1")
    assert _answer(s, 1) == "advance Afrika Korps Germany infantry 1"


def test_a_hopeless_attack_is_stopped():
    """Nobody gives a tank to go on against infantry where nothing can be taken."""
    s = before(
        {"Albania": "Pact infantry, Pact tank", "Athens": "UK infantry 1, UK infantry 2, UK infantry 3"},
        countries={"Greece": "Allies"},
    )
    s = play(s, "attack Pact Albania Athens", "lose UK infantry 1")
    assert _answer(s, 1) == "stop"
