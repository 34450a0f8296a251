"""Spending: discards that nobody else sees (rules, Cards; Actions; facts D9-152; S-57, S-63)."""

import pytest
from south_front_boards import written

from sealed.engine.cards import count
from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.frames import RuleBugError, pop
from sealed.engine.kernel import apply, legal_actions, mask, question, stated_answer, view
from sealed.engine.message import Refusal
from sealed.engine.value import copy_with
from sealed.engine.zones import HIDDEN, cards
from sealed.games.south_front.actions.conscription import Conscripted
from sealed.games.south_front.actions.production import Drawing
from sealed.games.south_front.actions.spending import Spending, spend
from sealed.games.south_front.notation import NOTATION, TYPE_NUMBER
from sealed.games.south_front.state import AIRPLANE, AXIS, HAND, OFF, PACT, SHOWN, TANK, UNSHOWN
from sealed.testing.playout import played

HELD = ["Mare Nostrum", "Afrika Korps", "Luftflotte 2"]
THEN, OTHERWISE = Conscripted(TYPE_NUMBER[PACT, TANK], 0), Drawing(AXIS, 1)
CARD, DECLINE = NOTATION.parse("spend Mare Nostrum"), NOTATION.parse("decline")


def table(*held):
    """Return a position with these cards in the hand of the Axis, whose action has just been taken."""
    return pop(written(board={"Rome": "Pact infantry"}, hands={"Axis": list(held)}))


def test_any_card_of_the_hand_pays():
    """One answer for each card of the hand, of every faction, and no way out."""
    offered = legal_actions(spend(table(*HELD), AXIS, 2), 1)
    assert sorted(map(str, offered)) == sorted(f"spend {name}" for name in HELD)


def test_a_spent_card_lies_face_down():
    """The card goes to the own closed discards, and only its owner knows which it was (D9-152)."""
    s = spend(table(*HELD), AXIS, 1)
    after = played(s, CARD, 1)
    assert cards(after.zones[UNSHOWN + AXIS]) == CARD.args
    assert not count(after, SHOWN + AXIS)
    assert set(cards(view(after, seat_eye(2)).zones[UNSHOWN + AXIS])) == {HIDDEN}
    assert str(mask(s, CARD, seat_eye(2), NOTATION)) == "spend ?"
    assert mask(s, CARD, seat_eye(1), NOTATION) is CARD


@pytest.mark.parametrize("eye", [PUBLIC, seat_eye(2)])
def test_who_does_not_see_the_card_can_follow(eye):
    """A replica without the hand offers the hidden card, accepts it, and comes to the same view."""
    s = spend(table(*HELD), AXIS, 1, then=THEN)
    seen = view(s, eye)
    hidden = mask(s, CARD, eye, NOTATION)
    assert list(legal_actions(seen, 1)) == [hidden]
    assert apply(seen, hidden, 1).state == view(apply(s, CARD, 1).state, eye)


def test_a_card_that_is_not_held_is_refused():
    """What lies elsewhere, belongs to the other side or is unknown cannot be spent."""
    s = spend(table("Afrika Korps"), AXIS, 1)
    assert apply(s, CARD, 1).code == "not-in-hand"
    assert apply(s, NOTATION.parse("spend Desert Rats"), 1).code == "other-side"
    assert apply(s, NOTATION.parse("spend ?"), 1).code == "not-in-hand"


def test_the_payment_is_told_once():
    """One event counts all cards, when the last one is paid."""
    s = spend(table(*HELD), AXIS, 2)
    first = apply(s, CARD, 1)
    last = apply(first.state, NOTATION.parse("spend Luftflotte 2"), 1)
    assert [event.id for event in first.events] == ["moved"]
    assert [(event.id, event.args) for event in last.events][1] == ("spent", (AXIS, 2))


def test_what_was_paid_for_follows():
    """The frame that depends on the payment runs after the last card."""
    s = played(spend(table(*HELD), AXIS, 1, then=THEN), CARD, 1)
    assert s.where[NOTATION.parse("stay Pact tank 1").args[0]] != OFF


def test_a_free_payment_can_be_declined_before_the_first_card():
    """`decline` comes first in the list, and is gone after one of two cards."""
    s = spend(table(*HELD), AXIS, 2, may=True)
    assert legal_actions(s, 1)[0] is DECLINE
    assert stated_answer(s, 1) is DECLINE
    s = played(s, CARD, 1)
    assert DECLINE not in legal_actions(s, 1)
    assert stated_answer(s, 1) is None
    assert isinstance(apply(s, DECLINE, 1), Refusal)


def test_a_duty_cannot_be_declined():
    """Without "may" there is no `decline`, and nothing stands in at a deadline."""
    s = spend(table(*HELD), AXIS, 1)
    assert apply(s, DECLINE, 1).code == "not-now"
    assert stated_answer(s, 1) is None


def test_declining_runs_the_alternative_alone():
    """Who declines keeps the cards and gets what the text says otherwise."""
    s = spend(table(*HELD), AXIS, 1, may=True, then=THEN, otherwise=OTHERWISE)
    after = played(s, DECLINE, 1)
    assert after.stack.frame == OTHERWISE
    assert after.where == s.where
    assert after.zones == s.zones


def test_paying_leaves_the_alternative_out():
    """Who pays gets what was paid for and nothing else."""
    s = spend(table(*HELD), AXIS, 1, may=True, then=OTHERWISE, otherwise=THEN)
    after = played(s, CARD, 1)
    assert after.stack.frame == OTHERWISE
    assert after.where == s.where


def test_nobody_is_asked_for_cards_he_does_not_have():
    """With fewer cards than an optional price the alternative runs at once, for every reader (S-57)."""
    s = table("Afrika Korps")
    for seen in (s, view(s, PUBLIC)):
        assert spend(seen, AXIS, 2, may=True, then=THEN, otherwise=OTHERWISE).stack.frame == OTHERWISE
        assert spend(seen, AXIS, 2, may=True, then=THEN) is seen


def test_a_duty_that_cannot_be_paid_is_an_error_of_the_rules():
    """Who lets cards be discarded has to count them first."""
    with pytest.raises(RuleBugError, match="discard 2 cards and has 1"):
        spend(table("Afrika Korps"), AXIS, 2)


def test_a_price_of_nothing_is_paid():
    """Where nothing is due nobody is asked and what was paid for follows."""
    assert spend(table(), AXIS, 0, then=OTHERWISE).stack.frame == OTHERWISE
    assert count(table(), HAND + AXIS) == 0


def test_the_question_counts_what_is_left():
    """The question names the side and how many cards are still due."""
    s = spend(table(*HELD), AXIS, 3)
    for left in (3, 2, 1):
        assert question(s).args == (AXIS, left)
        s = played(s, legal_actions(s, 1)[0], 1) if left > 1 else s


def test_questions_about_different_prices_differ():
    """A frame is a value: what has been paid and what follows belong to it."""
    frame = Spending(AXIS, 2, 0, may=False, then=THEN, otherwise=None)
    assert frame != copy_with(frame, paid=1)
    assert frame != copy_with(frame, then=Conscripted(TYPE_NUMBER[PACT, AIRPLANE], 0))
