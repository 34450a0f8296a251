"""A seat on two devices in words, and looking back while a question is open (lessons, spare cases)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from talked_match import TalkedMatch

from sealed.games import TITLES
from sealed_client.seat_errors import ELSEWHERE
from sealed_client.wishes import Take

TITLE = TITLES["popular-front"]


@pytest.fixture
def table():
    """A conversation of seat 1, which is asked."""
    match = TalkedMatch(TITLE, 2, Random(5), {"round-cap": "8"})
    match.others()
    return match


def _see(table, *, elsewhere):
    """Shows the conversation that its seat is played elsewhere, or here; returns what it says."""
    asked = table.view().asked and not elsewhere
    view = replace(table.view(), elsewhere=elsewhere, asked=asked)
    return table.talk.see(view, table.match.seats[1].follower)


def test_a_seat_that_is_played_elsewhere_says_so_once_and_asks_nothing(table):
    """The device that only follows says how to play here again, once, and puts no question."""
    said = _see(table, elsewhere=True)
    assert said == [ELSEWHERE]
    assert _see(table, elsewhere=True) == []
    assert table.talk.draft is None


def test_what_is_typed_at_a_seat_that_is_played_elsewhere_changes_nothing(table):
    """Numbers, actions and resigning are answered with the way to take over; the hand can be read."""
    number = str(table.talk.menus.menu.first)
    _see(table, elsewhere=True)
    for typed in (number, "place Madrid", "send", "resign", "list"):
        reply = table.talk.hear(typed)
        assert reply.wishes == ()
        assert reply.lines
    assert ELSEWHERE in table.talk.hear("resign").lines
    assert table.talk.hear("hand").lines
    assert table.talk.hear("board").lines


def test_take_asks_for_the_seat_and_the_question_comes_back(table):
    """'take' wishes the seat here; once it is, that is said and the open question is put again."""
    _see(table, elsewhere=True)
    assert table.talk.hear("take").wishes == (Take(),)
    said = _see(table, elsewhere=False)
    assert said[0] == "This seat is played here now."
    assert len(said) > 1
    assert table.talk.draft is not None


def test_take_at_a_seat_that_is_played_here_does_nothing(table):
    """There is nothing to take over from nobody."""
    reply = table.talk.hear("take")
    assert reply.wishes == ()
    assert reply.lines == ["This seat is played here."]


def test_a_menu_from_before_an_undo_answers_nothing(table):
    """After 'undo' the numbers are new; one of the old menu is refused in words and nothing is sent."""
    table.say("confirm on")
    old = table.talk.menus.menu.first
    table.say(str(old))
    table.say("undo")
    size, draft = table.match.table.size, table.talk.draft
    reply = table.say(str(old))
    assert "earlier question" in reply.lines[0]
    assert reply.wishes == ()
    assert (table.match.table.size, draft.actions) == (size, ())


@pytest.mark.parametrize("back", ["log 20", "prove 0", "board", "hand", "who", "rules", "seal"])
def test_looking_back_leaves_the_open_question_as_it_is(table, back):
    """What is read of the past is only read: numbers, draft and question are those of before."""
    menu, draft, size = table.talk.menus.menu, table.talk.draft, table.match.table.size
    reply = table.say(back)
    assert reply.lines
    assert reply.wishes == ()
    assert table.talk.menus.menu is menu
    assert (table.talk.draft, draft.actions, table.match.table.size) == (draft, (), size)
