"""Who may see which card: each verb that names one, in every answer that a scenario file plays."""

import pytest
from south_front_coverage import answers_in_scenarios

from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.kernel import mask, requests
from sealed.engine.notation import CARD
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.state import ALLIES, AXIS, FIRST

WATCHER, EVERYBODY = 0, (0, 1, 2)


def only_the_discarder(answered):
    """Cards that pay for something lie face-down (Card Anatomy, S-63)."""
    return (answered.seat,)


def everybody(answered):
    """Cards that are played, shown or used to react lie open (S-63, S-74)."""
    return EVERYBODY


def who_draws(answered):
    """Who draws sees the card; the recommended first hands are printed in the rulebook (Setup)."""
    due = requests(answered.before)[0]
    return EVERYBODY if due.source in {FIRST + AXIS, FIRST + ALLIES} else (due.target % 2 + 1,)


TABLE = {
    "play": everybody,
    "show": everybody,
    "spend": only_the_discarder,
    "sustain": everybody,
    "advance": everybody,
    "stand-fast": everybody,
    "exchange": everybody,
    "exchange-force": everybody,
    "retreat": everybody,
    "withdraw": everybody,
    "anti-air": everybody,
    "naval-combat": everybody,
    "deal": who_draws,
}
"""For each verb that names a card whoever may know it, 0 for a watcher."""
NEVER = {"open", "look"}
"""Outcomes that no rule of this title asks for."""


@pytest.fixture(scope="module")
def answers():
    """Return the answers and outcomes of all scenario files that name a card."""
    return [one for one in answers_in_scenarios() if NOTATION.cards(one.action)]


def test_the_table_names_every_verb_with_a_card():
    """The table knows each verb of the notation that names a card, and no other."""
    assert set(TABLE) == {verb for verb, form in NOTATION.verbs.items() if CARD in form.kinds} - NEVER


def test_every_verb_is_met(answers):
    """Each of them is played in some scenario, by both sides where both hold such cards."""
    met = {(one.action.verb, one.seat) for one in answers}
    assert {verb for verb, _ in met} == set(TABLE)
    assert {(verb, seat) for verb in set(TABLE) - {"deal"} for seat in (1, 2)} - met == set()


def test_each_eye_sees_what_the_table_says(answers):
    """An eye that may know the card sees the answer, every other one sees it with the card hidden."""
    wrong = []
    for one in answers:
        allowed = TABLE[one.action.verb](one)
        for seat in EVERYBODY:
            eye = PUBLIC if seat == WATCHER else seat_eye(seat)
            seen = mask(one.before, one.action, eye, NOTATION)
            if seen is not (one.action if seat in allowed else NOTATION.hide(one.action)):
                wrong.append((one.file, one.action.text, seat, seen.text))
    assert wrong == []
