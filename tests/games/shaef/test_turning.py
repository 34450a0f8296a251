"""Turning cards over at the clean-up and mixing them (14b, 14c; spec 2.16; case S-70)."""

from shaef_answers import require_exact, require_replicas_follow
from shaef_map import ACTION, CARD, UNIT, board

from sealed.engine.cards import move
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, copies, size
from sealed.games.shaef.state import (
    ALLIES,
    AXIS,
    BOUND,
    DEAD,
    DOWN,
    GONE,
    HQS,
    RESERVE,
    SHOWN,
    UP,
    Lasting,
)
from sealed.games.shaef.units.turning import (
    BACK_TO_DECK,
    TurningDown,
    turn_down_owed,
    turn_over,
)

TURN_DOWN = ACTION("turn-down")
V, XIX, RESERVE_7 = UNIT["US-V"], UNIT["US-XIX"], UNIT["GE7-R"]


def after_a_fight():
    """Both sides have face-up cards: Land Forces, tactics of both ends, an air force that has fired."""
    s = board(
        {"US1-R": "NOR", "US-V": "NOR", "GE7-R": "MAI", "GE-LXXXIV": "MAI"},
        cards={
            "US1-R": ["+SHAEF", "+Night Drop", "+Eighth Air Force", "+32nd Field Artillery Brigade"],
            "US-V": ["+1st Infantry Division", "29th Infantry Division"],
            "GE7-R": ["+Gegenstoß", "+Festung halten!"],
            "GE-LXXXIV": ["+709. Infanterie-Division", "352. Infanterie-Division"],
        },
    )
    return copy_with(s, lasting=(Lasting(BACK_TO_DECK, CARD["Eighth Air Force"], 1),))


def test_both_sides_cards_are_turned_over():
    """No card but an HQ stays face-up on either side (14c, case S-70)."""
    s = turn_over(after_a_fight(), [])
    assert not any(s.zones[UP : UP + 63])
    assert cards(s.zones[SHOWN + V]) == (CARD["1st Infantry Division"],)
    assert cards(s.zones[SHOWN + UNIT["GE-LXXXIV"]]) == (CARD["709. Infanterie-Division"],)
    assert size(s.zones[HQS]) == 2
    assert cards(s.zones[DOWN + V]) == (CARD["29th Infantry Division"],)


def test_tactics_go_where_their_text_says():
    """Tactics are discarded, or removed from the game (14b)."""
    events = []
    s = turn_over(after_a_fight(), events)
    assert cards(s.zones[GONE + ALLIES]) == (CARD["SHAEF"],)
    assert cards(s.zones[DEAD + ALLIES]) == (CARD["Night Drop"],)
    assert cards(s.zones[DEAD + AXIS]) == (CARD["Gegenstoß"], CARD["Festung halten!"])
    assert [event.args[1] for event in events if event.id == "gone"] == [CARD["SHAEF"]]


def test_what_has_fired_and_returns_is_bound_for_the_deck():
    """An air force that has fired goes back to the Reinforcement Deck; one that has not stays."""
    air = CARD["Eighth Air Force"]
    s = after_a_fight()
    assert cards(turn_over(s, []).zones[BOUND + ALLIES]) == (air,)
    idle = turn_over(copy_with(s, lasting=()), [])
    assert not idle.zones[BOUND + ALLIES]
    assert copies(idle.zones[SHOWN + UNIT["US1-R"]], air)


def test_turning_down_mixes_all_in_one_step():
    """The side's known cards lie with the others of their unit; what is bound lies in the deck."""
    s = turn_down_owed(turn_over(after_a_fight(), []), ALLIES)
    assert s.stack.frame == TurningDown(ALLIES)
    assert s.stack.frame.owes
    after = require_replicas_follow(s, ALLIES, TURN_DOWN)
    assert after.stack is None
    assert size(after.zones[DOWN + V]) == 2
    assert copies(after.zones[RESERVE + ALLIES], CARD["Eighth Air Force"])
    assert not any(after.zones[SHOWN : SHOWN + 32])
    assert after.zones[SHOWN + UNIT["GE-LXXXIV"]]


def test_nothing_is_owed_without_known_cards():
    """A side without such cards is not asked; each side is asked for its own."""
    s = board({"US-V": "NOR", "GE7-R": "MAI"}, cards={"US-V": ["1st Infantry Division"]})
    assert turn_down_owed(s, ALLIES) is s
    shown = move(s, CARD["1st Infantry Division"], DOWN + V, SHOWN + V, [])
    assert turn_down_owed(shown, AXIS) is shown
    assert turn_down_owed(shown, ALLIES).stack.frame == TurningDown(ALLIES)


def test_what_is_face_up_stays_so():
    """What was revealed without a flip is mixed; flipped cards stay face-up (2.6b, 2.6g)."""
    s = after_a_fight()
    assert turn_down_owed(s, ALLIES) is s
    s = move(s, CARD["29th Infantry Division"], DOWN + V, SHOWN + V, [])
    s = turn_down_owed(s, ALLIES)
    after = require_replicas_follow(s, ALLIES, TURN_DOWN)
    assert cards(after.zones[DOWN + V]) == (CARD["29th Infantry Division"],)
    assert cards(after.zones[UP + V]) == (CARD["1st Infantry Division"],)


def test_turn_down_is_the_only_answer():
    """Who owes it can do nothing else."""
    s = turn_down_owed(turn_over(after_a_fight(), []), AXIS)
    spoken = [ACTION(line) for line in ("turn-down", "done", "pass", "flip V Corps 1st Infantry Division")]
    assert require_exact(s, AXIS, spoken) == 1
    assert s.stack.frame.stated(s, 2) is None
