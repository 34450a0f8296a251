"""One action, one line: texts are parsed exactly, and junk is an error with a position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed.engine.notation import Notation, NotationError, Verb, outcome_verbs

NAMES = {
    "card": {1: "Army", 2: "Army Group", 3: "Fleet"},
    "city": {0: "Ciudad", 1: "Ciudad Real", 2: "Real"},
}
VERBS = {
    "done": Verb(),
    "move": Verb(("number", "city", "city")),
    "play": Verb(("card", "city")),
    "show": Verb(("card",), many=True),
    **outcome_verbs("city"),
}
NOTATION = Notation(VERBS, NAMES)


def kinds_of(verb):
    """Draw arguments that fit a verb."""
    values = {"number": st.integers(0, 999), "card": st.integers(0, 3), "city": st.integers(0, 2)}
    fixed = st.tuples(*(values[kind] for kind in verb.kinds))
    if not verb.many:
        return fixed
    return st.lists(values[verb.kinds[-1]], max_size=6).map(tuple)


ACTIONS = st.sampled_from(sorted(VERBS)).flatmap(
    lambda verb: kinds_of(VERBS[verb]).map(lambda args: NOTATION.action(verb, *args))
)


@given(ACTIONS)
def test_same_words_are_the_same_action(action):
    """Two actions of the same verb and arguments are one object."""
    assert NOTATION.action(action.verb, *action.args) is action


@given(ACTIONS.filter(lambda action: "Ciudad Real" not in action.text and "Army Group" not in action.text))
def test_text_is_read_as_the_action(action):
    """Parsing the text of an action gives that action, where no two names make a third."""
    assert NOTATION.parse(action.text) is action


def test_longest_name_counts():
    """Of two names that fit, the longer one is meant."""
    assert NOTATION.parse("play Army Group Real").args == (2, 2)
    assert NOTATION.parse("play Army Ciudad Real").args == (1, 1)


@given(st.text(max_size=40) | ACTIONS.map(lambda action: action.text[1:]))
def test_any_text_is_an_action_or_an_error(text):
    """Whatever is typed is either exactly an action's text or a `NotationError` that keeps it."""
    try:
        read = NOTATION.parse(text).text
    except NotationError as error:
        read = error.text
    assert read == text


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("dance", 0),
        ("Done", 0),
        ("done ", 1),
        ("done done", 1),
        (" done", 0),
        ("play", 1),
        ("play Army", 2),
        ("play Navy Real", 1),
        ("play  Army Real", 1),
        ("move x Ciudad Real", 1),
        ("move 1000 Ciudad Ciudad", 1),
        ("move -1 Ciudad Ciudad", 1),
        ("move ١ Ciudad Ciudad", 1),
        ("move ? Ciudad Ciudad", 1),
        ("play Army ?", 2),
        ("move " + "9" * 5000 + " Ciudad Ciudad", 0),
    ],
)
def test_error_names_the_word(text, position):
    """The error says at which word the text stops making sense."""
    with pytest.raises(NotationError) as caught:
        NOTATION.parse(text)
    assert caught.value.position == position


def test_number_has_one_spelling():
    """Leading zeros are refused, and the error shows the canonical line."""
    with pytest.raises(NotationError, match="move 7 Ciudad Ciudad"):
        NOTATION.parse("move 007 Ciudad Ciudad")


def test_long_line_is_not_repeated():
    """An error about an endless line does not carry the line along."""
    with pytest.raises(NotationError) as caught:
        NOTATION.parse("show" + " Army" * 100_000)
    assert len(str(caught.value)) < 200


@given(ACTIONS)
def test_hiding_hides_cards_only(action):
    """A hidden action has a question mark for each card and everything else as it was."""
    hidden = NOTATION.hide(action)
    assert NOTATION.hide(hidden) is hidden
    assert NOTATION.cards(hidden) == (0,) * len(NOTATION.cards(action))
    assert NOTATION.with_cards(hidden, NOTATION.cards(action)) is action


def test_hidden_card_is_a_question_mark():
    """A card that a reader may not know is written `?`."""
    assert NOTATION.hide(NOTATION.action("play", 2, 1)).text == "play ? Ciudad Real"


def test_unknown_words_of_a_caller_are_bugs():
    """Asking for an action that cannot be is a `KeyError`, which no text can cause."""
    for verb, args in (("dance", ()), ("play", (9, 1)), ("done", (1,)), ("play", (1,))):
        with pytest.raises(KeyError):
            NOTATION.action(verb, *args)
