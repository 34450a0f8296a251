"""Golden records of South Front: made once (tools/make_golden.py), judged by both verifiers and replayed.

They bind the edition of the rules and the bytes of the protocol. If one of those changes on purpose, the tool
makes new ones.
"""

import pytest
from golden_folder import GoldenFolder

from sealed.engine.zones import size
from sealed.games.south_front import TITLE
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import (
    ABOARD,
    ALLIES,
    AXIS,
    CARRIER,
    FIRST,
    FLEET,
    KIND,
    LATE,
    OFF,
    PIECES,
    SIDE,
    UNSHOWN,
)

_RECORDS = GoldenFolder("south_front")
EXPECTED, NAMES, walk, total = _RECORDS.expected, _RECORDS.names, _RECORDS.walk, _RECORDS.total
SPACES = load().spaces

golden = pytest.mark.parametrize("name", NAMES)


# ---- what is conserved ----


@golden
def test_cards_are_conserved(name):
    """After every step each side has all of its cards, wherever they lie."""
    cards = [sum(card.side == side for card in load().cards) for side in (AXIS, ALLIES)]
    for number, state in enumerate(walk(name).states):
        found = [sum(map(size, state.zones[side::2])) for side in (AXIS, ALLIES)]
        assert found == cards, f"after step {number}"


def misplaced(state):
    """Returns the pieces that stand in the wrong terrain, in enemy spaces, or aboard what is no ship."""
    wrong = []
    for piece in range(len(PIECES)):
        where, ship = state.where[piece], KIND[piece] in (FLEET, CARRIER)
        if where == OFF:
            continue
        if where >= ABOARD:
            carrier = where - ABOARD
            held = KIND[carrier] in (FLEET, CARRIER) and SIDE[carrier] == SIDE[piece]
            wrong += [] if held and state.where[carrier] < ABOARD and not ship else [piece]
        elif SPACES[where].land:
            wrong += [piece] if ship or not state.held[SIDE[piece]] >> where & 1 else []
        elif not ship:
            wrong.append(piece)
    return wrong


@golden
def test_pieces_stand_where_they_can(name):
    """After every step ships are at sea, all others in own land spaces or aboard an own ship."""
    for number, state in enumerate(walk(name).states):
        assert misplaced(state) == [], f"after step {number}"


# ---- what they cover ----


def test_every_table_occurs():
    """Each value of each option is played in some golden record."""
    setups = [walk(name).verifier.setup for name in NAMES]
    for option in TITLE.options:
        assert {setup.option(option.name) for setup in setups} == set(option.values)


def test_every_question_of_a_common_turn_occurs():
    """Mulligan, movement, actions, combat with all its questions and what cards ask: all are answered."""
    rare = {"control", "supply", "forfeit", "recruit", "counter"}
    assert set(total("questions")) >= set(TITLE.question_kinds) - rare


def test_hidden_cards_go_every_way():
    """A mulligan, the late cards, an open first hand, face-down discards: all of them occur."""
    events = total("events")
    zones = [state.zones for name in NAMES for state in walk(name).states]
    assert events["mulligan"]
    assert events["kept"]
    assert events["late-cards"]
    assert events["spent"]
    assert any(zone[FIRST] for zone in zones)
    assert any(zone[UNSHOWN + AXIS] and zone[UNSHOWN + ALLIES] for zone in zones)
    assert any(zone[LATE] == zone[LATE + ALLIES] == 0 for zone in zones)


def test_an_unless_is_taken_and_declined():
    """The other side pays, eliminates or shows in some record, and concedes in some."""
    verbs = total("verbs")
    assert verbs["concede"]
    assert verbs["pay"] + verbs["show"] + verbs["eliminate-all"]


def test_every_end_occurs():
    """By the rules, by a resignation that leaves a slot unfinished, by time."""
    ends = {(one["cause"], bool(one["unfinished"])) for one in EXPECTED.values()}
    assert ends == {("rules", False), ("resign", True), ("time", False)}
    assert {"side 1", "side 2"} == {one["result"] for one in EXPECTED.values()}
