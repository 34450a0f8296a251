"""A piece moves in the Action step (rules, Movement During Action Steps; Actions; S-57, S-67, S-68)."""

from random import Random

import pytest
from south_front_moves import board, quiet, space

from sealed.engine.cards import count
from sealed.engine.frames import pop
from sealed.engine.kernel import apply, legal_actions, question, stated_answer
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with
from sealed.games.south_front.board.pieces import DESERT, space_of
from sealed.games.south_front.movement.marching import ANY_FACTION, ANY_KIND, march, march_possible
from sealed.games.south_front.movement.moving import ANYWHERE
from sealed.games.south_front.notation import BOARD, FORCED_MARCH, MOVE, NOTATION, SKIP, STAY
from sealed.games.south_front.position import piece_named
from sealed.games.south_front.state import AXIS, HAND, INFANTRY, PACT, TANK, UNSHOWN

FOOT = 1 << INFANTRY | 1 << TANK
HAND_OF_ONE = {"Axis": ["Mare Nostrum"]}


def marching(stands, side="Axis", **limits):
    """Return a board on which a side is asked for a move by a card."""
    s = board(stands, side, step="act")
    return march(s, s.stack.frame.colour, **limits)


def step(s, line, seat=1):
    """Return what an answer leads to."""
    found = apply(s, NOTATION.parse(line), seat)
    assert not isinstance(found, Refusal), f"{line}: {found}"
    return found


def refused(s, line, seat=1):
    """Return the codes of what the open question has against an answer."""
    return [refusal.code for refusal in s.stack.frame.reasons(s, NOTATION.parse(line), seat)]


def offered(s, seat=1):
    """Return the own answers of the question."""
    return [action.text for action in legal_actions(s, seat) if action.verb not in {"remove", "declare-war"}]


def test_one_piece_moves_and_the_question_is_over():
    """A move answers the question, and nothing is marked as having moved in a movement step."""
    s = marching({"Rome": "Pact infantry"})
    assert question(s).id == "march"
    assert offered(s) == ["move Pact infantry 1 Naples"]
    after = step(s, "move Pact infantry 1 Naples").state
    assert question(after).id == "act"
    assert space_of(after, piece_named("Pact infantry 1")) == space("Naples")
    assert after.moved == 0


def test_loading_and_unloading_by_a_card():
    """By a card a piece may load, and infantry unloads into empty enemy land (facts D4-64)."""
    s = marching({"Rome": "Pact infantry", "Tyrrhenian Sea": "Pact fleet"}, kinds=1 << INFANTRY)
    assert "board Pact infantry 1 Pact fleet 1" in offered(s)
    s = board(
        {"Gulf of Sidra": "Pact fleet carrying Pact infantry"}, step="act", control={"Allies": ["Tobruk"]}
    )
    assert refused(march(s, AXIS), "move Pact infantry 1 Tobruk") == []


def test_a_directed_move_may_be_in_place():
    """Where a card directs the move, a piece may stay, also unsupplied and shut in (S-67)."""
    s = marching({"El Alamein": "Pact infantry", "Egypt": "UK tank"}, directed=True)
    assert "stay Pact infantry 1" in offered(s)
    found = step(s, "stay Pact infantry 1")
    assert next(event.id for event in found.events) == "stayed"
    assert question(found.state).id == "act"


def test_a_forced_march_is_not_in_place():
    """Only a card lets a piece stay: a Forced March moves it."""
    s = marching({"Rome": "Pact infantry"})
    assert refused(s, "stay Pact infantry 1") == ["not-directed"]


def test_the_effect_names_pieces_and_spaces():
    """An effect limits faction, kind and destination; each limit has its refusal."""
    stands = {"Tripoli": "Pact infantry, Pact airplane, Germany tank", "Gulf of Gabes": "Pact fleet"}
    limits = {"factions": 1 << PACT, "kinds": FOOT, "spaces": DESERT, "directed": True}
    s = marching({**stands, "Ionian Sea": "Pact fleet"}, **limits)
    assert set(offered(s)) == {"move Pact infantry 1 Benghazi", "stay Pact infantry 1"}
    assert refused(s, "move Pact infantry 1 Tunisia") == ["space-not-named"]
    assert refused(s, "move Pact airplane 1 Benghazi") == ["not-that-piece"]
    assert refused(s, "stay Germany tank 1") == ["not-that-piece"]
    assert refused(s, "board Pact infantry 1 Pact fleet 1") == ["space-not-named"]


def test_staying_needs_the_named_space():
    """A move into a desert is not done by staying elsewhere."""
    s = marching({"Tripoli": "Pact infantry 1", "Rome": "Pact infantry 2"}, spaces=DESERT, directed=True)
    assert refused(s, "stay Pact infantry 2") == ["space-not-named"]


def test_the_effect_names_single_pieces():
    """An effect may name the very pieces that may move, as after an attack."""
    tank = piece_named("Pact tank 1")
    s = marching({"Rome": "Pact infantry, Pact tank"}, pieces=1 << tank, may=True)
    assert offered(s) == ["skip", "move Pact tank 1 Naples"]
    assert refused(s, "move Pact infantry 1 Naples") == ["not-that-piece"]


def test_nothing_need_move_where_the_text_says_may():
    """`skip` is free at a "may" and the stated answer there; else it is refused while something can move."""
    s = marching({"Rome": "Pact infantry"}, may=True)
    assert stated_answer(s, 1) is SKIP
    assert question(step(s, "skip").state).id == "act"
    s = marching({"Rome": "Pact infantry"})
    assert refused(s, "skip") == ["must-choose"]
    assert stated_answer(s, 1) is None


def test_a_move_that_became_impossible_is_skipped():
    """Who removes the only piece that could move skips the rest."""
    s = step(marching({"Rome": "Pact infantry"}), "remove Pact infantry 1").state
    assert question(s).id == "march"
    assert offered(s) == ["skip"]
    assert question(step(s, "skip").state).id == "act"


def test_forced_march_costs_a_card_and_moves_a_piece():
    """A card goes face-down, then one piece moves, also one that has moved before (facts D4-64)."""
    s = board({"Rome": "Pact infantry"}, step="act", hands=HAND_OF_ONE)
    s = copy_with(s, moved=1 << piece_named("Pact infantry 1"))
    found = step(s, "forced-march")
    assert [event.id for event in found.events] == ["forced-march"]
    assert question(found.state).id == "spend"
    s = step(found.state, "spend Mare Nostrum").state
    assert (count(s, HAND), count(s, UNSHOWN)) == (0, 1)
    assert question(s).id == "march"
    assert question(step(s, "move Pact infantry 1 Naples").state).id == "second-movement"


def test_forced_march_needs_a_card():
    """Without a card there is no Forced March."""
    s = board({"Rome": "Pact infantry"}, step="act")
    assert refused(s, "forced-march") == ["too-few-cards"]
    assert FORCED_MARCH not in legal_actions(s, 1)


def test_forced_march_needs_a_piece_that_can_move():
    """Without a piece that could move there is no Forced March (S-57)."""
    s = board({}, step="act", hands=HAND_OF_ONE)
    assert refused(s, "forced-march") == ["nothing-to-move"]
    s = board({"Cyprus": "UK infantry"}, "Allies", step="act", hands={"Allies": ["Desert Rats"]})
    assert refused(s, "forced-march", 2) == ["nothing-to-move"]


@pytest.mark.parametrize("directed", [False, True])
def test_the_list_is_what_nothing_stands_against(directed):
    """On random boards the question offers exactly the answers without a reason against them."""
    rng = Random(11)
    total = 0
    for _ in range(8):
        s, side = quiet(rng)
        spaces = rng.choice((ANYWHERE, DESERT))
        s = march(
            pop(s), side, rng.randrange(ANY_FACTION + 1), rng.choice((ANY_KIND, FOOT)), spaces, directed
        )
        frame = s.stack.frame
        rows = (*MOVE, *BOARD, STAY, (SKIP,))
        passed = {action for row in rows for action in row if not any(True for _ in frame.why(s, action))}
        found = frame.own(s)
        assert len(found) == len(set(found))
        assert set(found) == passed
        limits = (frame.factions, frame.kinds, frame.spaces, frame.directed)
        assert march_possible(s, side, *limits) is (passed != {SKIP})
        total += len(passed)
    assert total
