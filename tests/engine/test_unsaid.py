"""Unsaid cards: a line has all of them or none, and hiding leaves them out (spec 2.16)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed.engine.notation import UNSAID, Notation, NotationError, Verb

VERBS = {
    "send": Verb(("city", UNSAID)),
    "swap": Verb(("city", "city", UNSAID, UNSAID)),
    "show": Verb(("card", UNSAID)),
    "mix": Verb(),
}
NAMES = {
    "card": {1: "Army", 2: "Army Group", 3: "Fleet"},
    "city": {0: "Ciudad", 1: "Ciudad Real", 2: "Real"},
}
NOTATION = Notation(VERBS, NAMES)
VALUES = {"city": st.integers(0, 2), "card": st.integers(0, 3), UNSAID: st.integers(1, 3)}
FULL = st.sampled_from(sorted(VERBS)).flatmap(
    lambda verb: st.tuples(*(VALUES[kind] for kind in VERBS[verb].kinds)).map(
        lambda args: NOTATION.action(verb, *args)
    )
)


@given(FULL)
def test_hiding_leaves_unsaid_cards_out(action):
    """The hidden line has no word for them, and says how many are missing."""
    hidden = NOTATION.hide(action)
    assert NOTATION.unsaid(hidden) == VERBS[action.verb].unsaid
    assert len(hidden.args) == VERBS[action.verb].least
    assert NOTATION.hide(hidden) is hidden
    assert NOTATION.unsaid(action) == 0


@given(FULL)
def test_what_was_hidden_can_be_put_back(action):
    """The inverse of hiding is to put in the unsaid cards, and those that have a `?`."""
    unsaid = action.args[VERBS[action.verb].least :]
    complete = NOTATION.with_unsaid(NOTATION.hide(action), unsaid)
    assert NOTATION.with_cards(complete, NOTATION.cards(action)) is action


@given(FULL)
def test_both_forms_are_read_as_written(action):
    """The full line and the hidden one are canonical, where no two names make a third."""
    for form in (action, NOTATION.hide(action)):
        if "Ciudad Real" not in form.text and "Army Group" not in form.text:
            assert NOTATION.parse(form.text) is form


def test_unsaid_cards_are_not_among_the_cards():
    """`cards` are those that a `?` can stand for."""
    action = NOTATION.action("show", 3, 1)
    assert NOTATION.cards(action) == (3,)
    assert action.text == "show Fleet Army"
    assert NOTATION.hide(action).text == "show ?"


@pytest.mark.parametrize(
    "text", ["swap Ciudad Real Fleet", "send Real ?", "send Real Army Fleet", "send Army"]
)
def test_a_line_has_all_of_them_or_none(text):
    """Some of the unsaid cards without the rest, a `?` for one, or one too many is no action."""
    with pytest.raises(NotationError):
        NOTATION.parse(text)


def test_some_of_them_are_no_action():
    """Nor can such an action be made."""
    with pytest.raises(KeyError):
        NOTATION.action("swap", 0, 1, 2)


@pytest.mark.parametrize("cards", [(), (1, 2)])
def test_another_number_of_cards_is_refused(cards):
    """Exactly the missing ones are put in."""
    with pytest.raises(ValueError, match="unsaid"):
        NOTATION.with_unsaid(NOTATION.action("send", 0), cards)
    with pytest.raises(ValueError, match="unsaid"):
        NOTATION.with_unsaid(NOTATION.action("send", 0, 1), (1,))
