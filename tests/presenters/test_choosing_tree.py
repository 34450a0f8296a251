"""The tree of picks holds the legal answers, all of them and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed.games.popular_front import TITLE
from sealed_client.presenters.choosing import AmbiguousPathsError, Choices
from sealed_client.presenters.picks import button, card, count, space

VOCABULARY = TITLE.vocabulary(TITLE.setup(2))
PICKS = st.one_of(
    st.integers(0, 4).map(space),
    st.integers(1, 3).map(card),
    st.sampled_from(("move", "end")).map(button),
    st.integers(1, 4).map(count),
)


@st.composite
def rows(draw):
    """Draws paths of which none is the beginning of another one, each with an answer of its own."""
    paths = []
    for path in draw(st.lists(st.lists(PICKS, min_size=1, max_size=4).map(tuple), max_size=12)):
        clashes = any(path[: len(one)] == one or one[: len(path)] == path for one in paths)
        if not clashes:
            paths.append(path)
    return {path: VOCABULARY[at] for at, path in enumerate(paths)}


def reached(choices):
    """Returns every answer that can be reached by picking what follows, with its path."""
    found, open_ends = {}, [()]
    while open_ends:
        picked = open_ends.pop()
        action = choices.answer(picked)
        if action is not None:
            found[picked] = action
        open_ends += [(*picked, pick) for pick in choices.following(picked)]
    return found


@given(rows())
def test_what_follows_leads_to_every_answer_and_to_no_other(paths):
    """Picking only what follows reaches exactly the title's paths."""
    assert reached(Choices(paths)) == paths


@given(rows())
def test_what_follows_is_exactly_the_children(paths):
    """A pick follows if and only if some path goes on with it."""
    choices = Choices(paths)
    for path in paths:
        for length in range(len(path) + 1):
            before = path[:length]
            children = {one[length] for one in paths if one[:length] == before and len(one) > length}
            assert set(choices.following(before)) == children
            assert len(choices.following(before)) == len(children)


@given(rows())
def test_a_way_leads_to_its_answer(paths):
    """The way of an answer amounts to it; what is no answer has none."""
    choices = Choices(paths)
    for action in VOCABULARY[:15]:
        way = choices.way(action)
        assert (way is None) == (action not in paths.values())
        assert way is None or choices.answer(way) is action


@given(rows())
def test_only_a_lonely_count_completes_itself(paths):
    """Completion adds counts that are the only ones left, and stops before anything else."""
    choices = Choices(paths)
    for path in paths:
        for length in range(len(path)):
            before = path[:length]
            done = choices.completed(before)
            assert done[:length] == before
            assert all(pick.kind == "count" for pick in done[length:])
            on = choices.following(done)
            assert not (len(on) == 1 and on[0].kind == "count")


@given(rows(), PICKS)
def test_another_beginning_never_answers(paths, pick):
    """Replacing picks leads somewhere in the tree, and is never an answer that was not on offer."""
    choices = Choices(paths)
    for path in paths:
        other = choices.instead(path[:-1], pick)
        if other is not None:
            assert choices.following(other)
            assert choices.answer(other) is None


def test_a_path_that_begins_another_one_is_refused():
    """Where touching A answers, nothing else may begin with A."""
    paths = {(space(1),): VOCABULARY[0], (space(1), space(2)): VOCABULARY[1]}
    with pytest.raises(AmbiguousPathsError):
        Choices(paths)


def test_an_empty_path_is_refused():
    """No answer gives itself without a touch."""
    with pytest.raises(AmbiguousPathsError):
        Choices({(): VOCABULARY[0]})
