"""The door of the engine: who is asked, what is refused and why, and that refusals change nothing."""

from dataclasses import dataclass

import pytest
from miniatures import kuhn

from sealed.engine.chance import CHANCE, Deal, Open, Shuffle
from sealed.engine.explain import why_not
from sealed.engine.eye import FULL, PUBLIC, seat_eye
from sealed.engine.frames import Decision, Procedure, RuleBugError, State, pop, push, replace_top, top_node
from sealed.engine.kernel import (
    Step,
    apply,
    asked,
    legal_actions,
    mask,
    next_offer,
    over,
    permits,
    question,
    requests,
    run,
    stated_answer,
    view,
)
from sealed.engine.message import Event, Question, Refusal, mask_event
from sealed.engine.title import SetupError
from sealed.testing.moments import eyes

SETUP = kuhn.TITLE.setup(2)
DEALT = ("shuffle", "deal Jack", "deal King")


def position(*lines):
    """Return the state of Kuhn poker after some lines; a seat answers where one is asked."""
    s = kuhn.start(SETUP)
    for line in lines:
        step = apply(s, kuhn.NOTATION.parse(line), asked(s)[0] if asked(s) else CHANCE)
        assert isinstance(step, Step), step
        s = step.state
    return s


def test_chance_is_a_seat():
    """While chance owes something nobody is asked, and what is due stands in order, the first first."""
    s = position()
    assert requests(s) == (Shuffle(0, (0,)),)
    assert (asked(s), question(s), over(s)) == ((), None, False)
    assert requests(position("shuffle")) == (Deal(0, 1, 1), Deal(0, 2, 1))


def test_question_goes_to_its_seat():
    """A decision asks one seat one question, and only that seat has answers."""
    s = position(*DEALT)
    assert (asked(s), requests(s), question(s)) == ((1,), (), Question("bet", (1, 0), "Kuhn 1950"))
    assert [str(action) for action in legal_actions(s, 1)] == ["check", "bet"]
    assert legal_actions(s, 2) == legal_actions(s, CHANCE) == ()
    assert (stated_answer(s, 1), stated_answer(s, 2)) == (kuhn.CHECK, None)


def test_the_next_offer_is_seat_and_list_in_one_look():
    """Who plays all seats gets the first asked seat with its list, and nothing at chance or at the end."""
    s = position(*DEALT)
    assert next_offer(s) == (asked(s)[0], legal_actions(s, asked(s)[0]))
    assert next_offer(position()) is None
    assert next_offer(position(*DEALT, "bet", "call", "open Jack", "open King")) is None


def test_one_answer_is_permitted_as_the_list_says():
    """What a seat may answer is permitted without a list at hand; nothing is to other seats or chance."""
    s = position(*DEALT)
    permitted = [action for action in kuhn.TITLE.vocabulary(SETUP) if permits(s, action, 1)]
    assert permitted == list(legal_actions(s, 1))
    assert not any(permits(s, action, seat) for action in permitted for seat in (2, CHANCE))


def test_game_ends():
    """With an empty stack the game is over and has a result."""
    s = position(*DEALT, "bet", "call", "open Jack", "open King")
    assert over(s)
    assert (asked(s), requests(s), question(s)) == ((), (), None)
    assert kuhn.TITLE.result(s) == "side 2"


@pytest.mark.parametrize(
    ("lines", "seat", "line", "refusal"),
    [
        (("shuffle",), 1, "check", Refusal("chance-due")),
        (("shuffle",), CHANCE, "check", Refusal("impossible-outcome")),
        (("shuffle", "deal Jack"), CHANCE, "deal Jack", Refusal("impossible-outcome")),
        (DEALT, 2, "check", Refusal("not-asked", (1,))),
        (DEALT, CHANCE, "deal Queen", Refusal("not-asked", (1,))),
        (DEALT, 1, "call", Refusal("no-bet", (), "Kuhn 1950", kuhn.CHECK)),
        ((*DEALT, "bet"), 2, "bet", Refusal("bet-owed", (1,), "Kuhn 1950", kuhn.FOLD)),
        ((*DEALT, "bet", "fold"), 1, "check", Refusal("over")),
    ],
)
def test_refusals(lines, seat, line, refusal):
    """Every refusal has its code and arguments, and the state stays as it was."""
    s = position(*lines)
    twin = position(*lines)
    assert apply(s, kuhn.NOTATION.parse(line), seat) == refusal
    assert s == twin


def test_why_not_names_the_moment_and_the_board():
    """Why not gives the reasons of the moment and those of the board together."""
    s = position(*DEALT, "bet")
    assert [reason.code for reason in why_not(kuhn.TITLE, s, kuhn.BET, 1)] == ["not-asked"]
    assert [reason.code for reason in why_not(kuhn.TITLE, s, kuhn.CALL, 1)] == ["not-asked", "no-bet"]
    assert why_not(kuhn.TITLE, s, kuhn.CALL, 2) == ()


def test_events_come_with_the_step():
    """A step reports what happened, cards only to whom they concern."""
    step = apply(position("shuffle"), kuhn.NOTATION.parse("deal Jack"), CHANCE)
    assert isinstance(step, Step)
    (dealt,) = step.events
    assert dealt[:2] == ("moved", (1, 1, 0, 1))
    assert [mask_event(dealt, eye).args[0] for eye in eyes(SETUP)] == [0, 1, 0, 1]
    public = Event("said", (1, 0), 0)
    assert mask_event(public, PUBLIC) is public


def test_view_shows_own_secrets_only():
    """A seat sees its hand and no other; a spectator counts."""
    s = position(*DEALT)
    hands = {eye: view(s, eye).zones[:3] for eye in eyes(SETUP)}
    assert hands[PUBLIC] == (1, 1, 1)
    assert hands[seat_eye(1)] == (1, s.zones[1], 1)
    assert hands[seat_eye(2)] == (1, 1, s.zones[2])
    assert hands[FULL] == s.zones[:3]


def test_mask_follows_the_audience():
    """A deal is masked for everybody but its receiver, an opening for nobody."""
    deal, opening = kuhn.NOTATION.parse("deal Jack"), kuhn.NOTATION.parse("open Jack")
    s = position("shuffle")
    assert [str(mask(s, deal, eye, kuhn.NOTATION)) for eye in eyes(SETUP)] == [
        "deal ?",
        "deal Jack",
        "deal ?",
        "deal Jack",
    ]
    s = position(*DEALT, "bet", "call")
    assert requests(s)[0] == Open(1, 1, "all")
    assert {mask(s, opening, eye, kuhn.NOTATION) for eye in eyes(SETUP)} == {opening}


@dataclass(frozen=True, slots=True)
class Circle(Procedure[State]):
    def run(self, s, tell):
        """Do nothing for ever."""
        return s


@dataclass(frozen=True, slots=True)
class Mute(Decision[State]):
    def seats(self, s):
        """Ask seat 1."""
        return (1,)

    def legal(self, s, seat):
        """Offer nothing."""
        return ()

    def reasons(self, s, action, seat):
        """Have no reasons."""
        return iter(())


EMPTY = State(None, FULL, (), ())


def test_rules_in_a_circle_freeze_the_table():
    """Procedures that never wait are a bug of the rules, not a hang."""
    with pytest.raises(RuleBugError, match="circle"):
        run(push(EMPTY, Circle()), [])


def test_refusal_without_words_freezes_the_table():
    """An answer that is not offered though no predicate stands against it is a bug of the rules."""
    with pytest.raises(RuleBugError, match="no predicate says why"):
        apply(push(EMPTY, Mute()), kuhn.CHECK, 1)


def test_stack_is_last_in_first_out():
    """Frames are pushed, replaced and popped at the top only; an empty stack is a bug of the rules."""
    s = push(push(EMPTY, Mute()), Circle())
    assert top_node(s).frame == Circle()
    assert top_node(replace_top(s, Mute())).below == top_node(s).below
    assert pop(pop(s)) == EMPTY
    with pytest.raises(RuleBugError, match="empty"):
        pop(EMPTY)


def test_setup_refuses_in_words():
    """A table that a title cannot play is refused with what would do."""
    with pytest.raises(SetupError, match="2 seats, not 3"):
        kuhn.TITLE.setup(3)
    with pytest.raises(SetupError, match="no option 'rounds'"):
        kuhn.TITLE.setup(2, {"rounds": "9"})
