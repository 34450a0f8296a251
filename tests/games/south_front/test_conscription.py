"""Conscription (rules, Actions; Deploying Pieces; facts D5-70, D5-73, D5-74)."""

from random import Random

import pytest
from south_front_boards import shuffled, written

from sealed.engine.cards import count
from sealed.engine.kernel import apply, legal_actions, question
from sealed.games.south_front.actions.acting import ACTS
from sealed.games.south_front.actions.conscription import near_flags
from sealed.games.south_front.board.pieces import cargo_of, space_of
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.question import board_reasons
from sealed.games.south_front.state import ALLIES, AXIS, FRANCE, GERMANY, HAND, PACT, UK, UNSHOWN, USA
from sealed.testing.playout import played

THREE = {"Axis": ["Mare Nostrum", "Afrika Korps", "Luftflotte 2"]}
ALLIED = {"side": "Allies", "step": "act", "round": 8}


def codes(s, line, side=AXIS):
    """Return the codes of what the board has against a line."""
    return [refusal.code for refusal in board_reasons(s, NOTATION.parse(line), side)]


def answer(s, line, seat=1):
    """Return the state after a seat's answer."""
    return played(s, NOTATION.parse(line), seat)


def names(mask):
    """Return the names of a set of spaces."""
    return {name for space, name in NOTATION.names["space"].items() if mask >> space & 1}


def test_an_infantry_costs_one_card_and_comes_when_it_is_paid():
    """The space is named, one card goes face-down, then the piece stands (NOTATION.md)."""
    s = written(board={"Rome": "Pact tank"}, hands=THREE)
    s = answer(s, "conscript Pact infantry Naples")
    assert question(s).args == (AXIS, 1)
    step = apply(s, NOTATION.parse("spend Mare Nostrum"), 1)
    assert [event.id for event in step.events[:3]] == ["moved", "spent", "deployed"]
    assert space_of(step.state, NOTATION.parse("stay Pact infantry 1").args[0]) is not None
    assert (count(step.state, HAND), count(step.state, UNSHOWN)) == (2, 1)
    assert question(step.state).id == "second-movement"


@pytest.mark.parametrize(
    "piece", ["tank Naples", "airplane Naples", "fleet Tyrrhenian Sea", "carrier Tyrrhenian Sea"]
)
def test_everything_else_costs_two_cards(piece):
    """Tanks, airplanes, fleets and carriers take two discards, one after the other."""
    s = answer(written(board={"Rome": "Pact infantry"}, hands=THREE), f"conscript Pact {piece}")
    assert question(s).args == (AXIS, 2)
    s = answer(s, "spend Mare Nostrum")
    assert question(s).args == (AXIS, 1)
    s = answer(s, "spend Luftflotte 2")
    assert (count(s, HAND), count(s, UNSHOWN)) == (1, 2)


def test_the_price_must_be_in_hand():
    """Who holds fewer cards than the price is told both numbers (D5-74)."""
    s = written(board={"Rome": "Pact infantry"}, hands={"Axis": ["Mare Nostrum"]})
    (refusal,) = board_reasons(s, NOTATION.parse("conscript Pact tank Naples"), AXIS)
    assert (refusal.code, refusal.args) == ("too-few-cards", (2, 1))
    assert codes(s, "conscript Pact infantry Naples") == []


def test_conscripts_come_in_or_next_to_a_flag():
    """Elsewhere nobody is conscripted, however well supplied the space is (D5-73)."""
    s = written(board={"Ionian Sea": "Pact fleet", "Gulf of Gabes": "Pact fleet"}, hands=THREE)
    assert codes(s, "deploy Pact infantry Tripoli") == []
    assert codes(s, "conscript Pact infantry Tripoli") == ["far-from-flag"]
    assert codes(s, "conscript Pact infantry Rome") == []


@pytest.mark.parametrize(
    ("faction", "flags"),
    [
        (PACT, {"Rome"}),
        (GERMANY, {"Rome"}),
        (UK, {"South Atlantic", "Red Sea"}),
        (USA, {"South Atlantic"}),
        (FRANCE, {"South Atlantic", "Red Sea"}),
    ],
)
def test_whose_flags_count(faction, flags):
    """Each faction has flags of its own; France uses those of the UK."""
    assert names(near_flags(written(), faction)) & {"Rome", "Bulgaria", "South Atlantic", "Red Sea"} == flags


@pytest.mark.parametrize("faction", [PACT, GERMANY])
def test_the_flags_of_bulgaria_count_once_they_are_placed(faction):
    """With the Bulgaria marker its neighbours are near a flag, for both factions of the Axis (S-5)."""
    s = written(markers={"placed": ["Bulgaria Supply Flags"]})
    assert names(near_flags(s, faction)) - names(near_flags(written(), faction)) == {
        "Bulgaria",
        "Yugoslavia",
        "Athens",
    }


def test_a_strait_brings_a_sea_next_to_a_flag():
    """The Western Mediterranean is next to the flag in the South Atlantic for who controls Gibraltar."""
    assert "Western Mediterranean" in names(near_flags(written(), UK))
    lost = written(control={"Axis": ["Gibraltar"]})
    assert "Western Mediterranean" not in names(near_flags(lost, UK))


def test_conscription_onto_a_ship():
    """With one card an infantry is loaded directly onto a fleet at a flag (D5-70)."""
    s = written(board={"South Atlantic": "UK fleet"}, hands={"Allies": ["Desert Rats"]}, turn=ALLIED)
    s = answer(s, "conscript-aboard UK infantry UK fleet 1", 2)
    s = answer(s, "spend Desert Rats", 2)
    fleet = NOTATION.parse("stay UK fleet 1").args[0]
    assert NOTATION.name("piece", cargo_of(s, fleet)) == "UK infantry 1"


def test_the_ship_must_be_near_a_flag():
    """A fleet far from the flags takes no conscripts."""
    s = written(board={"Ionian Sea": "Pact fleet"}, hands=THREE)
    assert codes(s, "conscript-aboard Pact infantry Pact fleet 1") == ["far-from-flag"]


def test_no_conscripts_of_the_usa_before_its_war():
    """Conscription deploys, so the USA has to wait (D5-79)."""
    board, hand = {"South Atlantic": "UK fleet"}, {"Allies": ["Desert Rats"]}
    s = written(board=board, hands=hand, turn={**ALLIED, "round": 6})
    assert codes(s, "conscript USA infantry Gibraltar", ALLIES) == ["not-at-war"]
    assert (
        codes(written(board=board, hands=hand, turn=ALLIED), "conscript USA infantry Gibraltar", ALLIES) == []
    )


@pytest.mark.parametrize("verb", ["conscript", "conscript-aboard"])
def test_what_nothing_stands_against_is_offered(verb):
    """On random boards the action offers every conscription that the board allows, and no other."""
    rng, found = Random(verb), 0
    kinds, places = NOTATION.names["type"], NOTATION.names["piece" if verb.endswith("aboard") else "space"]
    every = [NOTATION.action(verb, kind, place) for kind in kinds for place in places]
    for _ in range(12):
        s = shuffled(rng)
        side = s.stack.frame.colour
        allowed = {action for action in every if not any(True for _ in board_reasons(s, action, side))}
        offered = [action for action in legal_actions(s, side + 1) if action.verb == verb]
        assert len(offered) == len(set(offered))
        assert set(offered) == allowed <= set(ACTS[verb].offered(s, side))
        found += len(offered)
    assert found
