"""The two movement steps (rules, First Movement Step; Second Movement Step; Unloading; facts D2, D4, D10)."""

from random import Random

import pytest
from south_front_moves import board, quiet, space

from sealed.engine.kernel import apply, asked, legal_actions, question, stated_answer
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with
from sealed.games.south_front.board.pieces import ship_of, space_of
from sealed.games.south_front.movement.moving import end_of_transport
from sealed.games.south_front.notation import BOARD, DONE, MOVE, NOTATION
from sealed.games.south_front.position import piece_named
from sealed.games.south_front.question import board_reasons
from sealed.games.south_front.state import ALLIES, AXIS, OFF

SECOND = "second-movement"
LINE = {"Ionian Sea": "Pact fleet 3"}
"""A fleet that supplies the Axis in the Gulf of Sidra and beyond."""


def step(s, line, seat=1):
    """Return what an answer leads to."""
    found = apply(s, NOTATION.parse(line), seat)
    assert not isinstance(found, Refusal), f"{line}: {found}"
    return found


def played(s, *lines, seat=1):
    """Return the state after some answers."""
    for line in lines:
        s = step(s, line, seat).state
    return s


def refused(s, line, seat=1):
    """Return the codes of what the open question has against an answer."""
    return [refusal.code for refusal in s.stack.frame.reasons(s, NOTATION.parse(line), seat)]


def offered(s, seat=1):
    """Return the moves that are offered."""
    return {action.text for action in legal_actions(s, seat) if action.verb in {"move", "board"}}


@pytest.mark.parametrize("name", ["first-movement", "second-movement"])
def test_the_list_is_the_whole_vocabulary_without_what_is_refused(name):
    """On random boards the step offers exactly the moves that its predicates let pass."""
    rng = Random(7)
    total = 0
    for _ in range(10):
        s, _ = quiet(rng, name)
        frame = s.stack.frame
        actions = [action for row in (*MOVE, *BOARD) for action in row if action.verb in frame.verbs]
        passed = {action for action in actions if not any(True for _ in frame.why(s, action))}
        found = frame.own(s)
        assert found[0] is DONE
        assert len(found) == len(set(found))
        assert set(found) == passed | {DONE}
        total += len(passed)
    assert total


def test_the_step_is_asked_though_nothing_can_move():
    """With nothing to move the step still asks: wars and removals are open, and it ends with `done`."""
    s = board({}, position={"from": "empty"})
    assert question(s).id == "first-movement"
    assert [action.text for action in legal_actions(s, 1) if action.verb != "declare-war"] == ["done"]
    assert question(played(s, "done")).id == "act"


def test_done_ends_the_step_and_stands_in_at_a_deadline():
    """`done` is always offered and is the stated answer."""
    full = ["Mare Nostrum", "Regia Marina", "Afrika Korps", "Luftflotte 2", "Monte Cassino"]
    for name, after, seat in (("first-movement", "act", 1), (SECOND, "first-movement", 2)):
        s = board({"Rome": "Pact infantry"}, step=name, hands={"Axis": full})
        assert stated_answer(s, 1) is DONE
        s = played(s, "done")
        assert (question(s).id, asked(s)) == (after, (seat,))


def test_a_piece_moves_once_in_a_step():
    """A piece that has moved stays where it is for the rest of the step."""
    s = played(board({"Rome": "Pact infantry"}), "move Pact infantry 1 Naples")
    assert refused(s, "move Pact infantry 1 Sicily") == ["already-moved"]
    assert offered(s) == set()


def test_a_piece_that_was_loaded_does_not_unload_in_the_same_step():
    """Loading is the move of the step: unloading waits for a later one (facts D4-61, D4-62)."""
    s = board({"Rome": "Pact infantry", "Tyrrhenian Sea": "Pact fleet"})
    s = played(s, "board Pact infantry 1 Pact fleet 1", "move Pact fleet 1 Ionian Sea")
    assert refused(s, "move Pact infantry 1 Naples") == ["already-moved"]
    s = played(s, "done", "pass")
    assert question(s).id == SECOND
    assert "move Pact infantry 1 Naples" in offered(s)


def test_an_airplane_goes_on_with_its_carrier():
    """An airplane lands on a carrier that then moves: it is in the new sea (facts D3-47)."""
    s = board({"Rome": "Pact airplane", "Tyrrhenian Sea": "Pact carrier"})
    s = played(s, "board Pact airplane 1 Pact carrier 1", "move Pact carrier 1 Ionian Sea")
    assert space_of(s, piece_named("Pact airplane 1")) == space("Ionian Sea")


def test_the_rulebooks_first_step():
    """The Axis player's first step of the example of play, in its order, is legal throughout (facts D10)."""
    s = board({}, number=1, position={"from": "set-up"})
    early = refused(s, "move Pact airplane 2 Tripoli")
    assert early[0] == "unsupplied-there"
    s = played(
        s,
        "board Pact tank 1 Pact fleet 1",
        "move Pact fleet 1 Ionian Sea",
        "move Pact airplane 1 Sicily",
        "move Pact infantry 1 Rome",
        "move Pact fleet 2 Gulf of Sidra",
        "move Pact airplane 2 Tripoli",
        "board Pact infantry 2 Pact fleet 2",
    )
    assert ship_of(s, piece_named("Pact infantry 2")) == piece_named("Pact fleet 2")


def test_tanks_and_ships_move_in_the_second_step():
    """Tanks, fleets and carriers move; infantry and airplanes do not, nothing loads (facts D3-46, D4-59)."""
    s = board(
        {"Rome": "Pact infantry, Pact tank, Pact airplane", "Tyrrhenian Sea": "Pact fleet"}, step=SECOND
    )
    assert offered(s) == {
        "move Pact tank 1 Naples",
        "move Pact fleet 1 Ionian Sea",
        "move Pact fleet 1 Western Mediterranean",
    }
    assert refused(s, "move Pact infantry 1 Naples") == ["no-second-move"]
    assert refused(s, "move Pact airplane 1 Naples") == ["no-second-move"]
    assert refused(s, "board Pact tank 1 Pact fleet 1") == ["not-now", "second-loading"]


def test_airplanes_stay_on_carriers_in_the_second_step():
    """An airplane on a carrier moves only with it in the second step (Carriers)."""
    s = board({"Tyrrhenian Sea": "Pact carrier carrying Pact airplane"}, step=SECOND)
    assert refused(s, "move Pact airplane 1 Rome") == ["no-leaving-carrier"]
    s = played(s, "move Pact carrier 1 Ionian Sea")
    assert space_of(s, piece_named("Pact airplane 1")) == space("Ionian Sea")


def test_infantry_unloads_onto_own_land_only_and_order_matters():
    """A tank unloads into enemy land and takes it; infantry may follow, not before (D2-40, D2-41)."""
    stands = {"Gulf of Sidra": "Pact fleet 1 carrying Pact infantry, Pact fleet 2 carrying Pact tank"}
    s = board({**stands, **LINE}, step=SECOND, control={"Allies": ["Tobruk"]})
    assert refused(s, "move Pact infantry 1 Tobruk") == ["not-held"]
    s = played(s, "move Pact tank 1 Tobruk")
    assert refused(s, "move Pact infantry 1 Tobruk") == []


def test_an_airplane_does_not_unload_onto_land_taken_in_the_step():
    """An airplane unloads only into land that was held when the step began (facts D2, 39)."""
    stands = {"Gulf of Sidra": "Pact fleet 1 carrying Pact airplane, Pact fleet 2 carrying Pact tank"}
    s = board({**stands, **LINE}, step=SECOND, control={"Allies": ["Tobruk"]})
    s = played(s, "move Pact tank 1 Tobruk")
    assert refused(s, "move Pact airplane 1 Tobruk") == ["not-held-at-start"]
    assert refused(s, "move Pact airplane 1 Benghazi") == []
    assert refused(s, "move Pact airplane 1 Western Desert") == ["too-far"]


def test_a_fleet_moves_and_then_unloads():
    """In the second step a fleet moves with its tank, which then unloads (Example of Play, M and N)."""
    s = board({"Ionian Sea": "Pact fleet 1 carrying Pact tank, Pact fleet 2"}, step=SECOND)
    s = played(s, "move Pact fleet 1 Gulf of Sidra", "move Pact tank 1 Tobruk")
    assert space_of(s, piece_named("Pact tank 1")) == space("Tobruk")


def test_who_is_still_aboard_a_fleet_is_lost():
    """After the second step transported pieces are eliminated, carried airplanes are not (facts D4-65)."""
    stands = {"Ionian Sea": "Pact fleet carrying Pact tank, Pact carrier carrying Pact airplane"}
    s = board({**stands, "Red Sea": "UK fleet carrying UK infantry"}, step=SECOND)
    events = []
    s = end_of_transport(s, AXIS, events)
    tank = piece_named("Pact tank 1")
    assert [(event.id, event.args) for event in events] == [("stranded", (tank, space("Ionian Sea")))]
    assert s.where[tank] == OFF
    assert space_of(s, piece_named("Pact airplane 1")) == space("Ionian Sea")
    assert space_of(s, piece_named("UK infantry 1")) == space("Red Sea")


def test_the_end_of_the_second_step_strands_what_is_aboard():
    """`done` with a piece aboard loses it, and says so."""
    found = step(board({"Ionian Sea": "Pact fleet carrying Pact tank"}, step=SECOND), "done")
    assert "stranded" in [event.id for event in found.events]


def test_equal_pieces_are_named_by_the_lowest():
    """Another equal piece is refused with the one to name."""
    s = board({"Rome": "Pact infantry 1, Pact infantry 2"})
    first, second = piece_named("Pact infantry 1"), piece_named("Pact infantry 2")
    found = list(s.stack.frame.reasons(s, MOVE[second][space("Naples")], 1))
    assert [(refusal.code, refusal.args) for refusal in found] == [("equal-piece", (second, first))]
    assert found[0].nearest is MOVE[first][space("Naples")]
    s = played(s, "move Pact infantry 1 Naples")
    assert refused(s, "move Pact infantry 2 Naples") == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("move UK infantry 1 Gibraltar", "not-yours"),
        ("move Pact infantry 3 Rome", "not-on-board"),
        ("move Pact infantry 1 Malta", "too-far"),
    ],
)
def test_whose_piece_moves(line, code):
    """A player moves his own pieces on the board, and hears what else stands against it."""
    s = board({"Rome": "Pact infantry", "Gibraltar": "UK infantry"})
    assert refused(s, line)[0] == code


def test_why_not_answers_for_who_is_not_on_turn():
    """The other player learns what his own first movement step would say of a move."""
    s = board({"Egypt": "UK airplane, UK infantry", "Rome": "Pact infantry"})
    s = copy_with(s, moved=1 << piece_named("UK airplane 1"))
    codes = [r.code for r in board_reasons(s, NOTATION.parse("move UK airplane 1 El Alamein"), ALLIES)]
    assert codes == []
    codes = [r.code for r in board_reasons(s, NOTATION.parse("move UK airplane 1 Western Desert"), ALLIES)]
    assert codes == ["not-held-at-start"]


def test_why_not_in_the_action_step_speaks_of_a_card():
    """While an action is asked for, a move is judged as one by a card: what has moved may move again."""
    s = board({"Rome": "Pact infantry"}, step="act")
    s = copy_with(s, moved=1 << piece_named("Pact infantry 1"))
    assert refused(s, "move Pact infantry 1 Naples") == ["not-now"]
