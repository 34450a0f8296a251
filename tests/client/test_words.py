"""Every message id of every title has words, and the words take exactly the arguments of the id."""

import random
from string import Formatter

import pytest

from sealed.engine import kernel
from sealed.engine.chance import CHANCE, outcome_verb, possible
from sealed.engine.message import MOVED, Refusal
from sealed.games import TITLES
from sealed_client.words import catalogue


def _places(template):
    return {int(name) for _, name, _, _ in Formatter().parse(template) if name and name != "all"}


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
@pytest.mark.parametrize("table", ["question", "event", "reason"])
def test_every_id_has_words_that_fit_its_arguments(title, table):
    """A template exists for each id and names no argument that the id does not have."""
    kinds = getattr(title, f"{table}_kinds")
    words = getattr(catalogue._WORDINGS[title.id], f"{table}s")

    missing = [name for name in kinds if name != MOVED and name not in words]
    too_many = [name for name in words if _places(words[name]) - set(range(len(kinds[name])))]

    assert (missing, too_many) == ([], [])


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_every_seat_verb_has_words(title):
    """Each action of the vocabulary can be said in words."""
    setup = title.setup(title.seats[0])
    said = catalogue.phrases_of(title, setup)

    assert all(said.action(action) for action in title.vocabulary(setup))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_random_game_can_be_told(seats):
    """Every question, event and refusal of a random game becomes a sentence without braces."""
    title = TITLES["popular-front"]
    setup, rng = title.setup(seats, {"round-cap": "8"}), random.Random(seats)
    said, s = catalogue.phrases_of(title, setup), title.start(setup)
    vocabulary = title.vocabulary(setup)
    told = []
    for _ in range(400):
        if kernel.over(s):
            break
        if asked := kernel.asked(s):
            told.append(said.question(kernel.question(s)))
            tried = kernel.apply(s, rng.choice(vocabulary), asked[0])
            if isinstance(tried, Refusal):
                told.append(said.refusal(tried))
            step = kernel.apply(s, rng.choice(kernel.legal_actions(s, asked[0])), asked[0])
        else:
            request = kernel.requests(s)[0]
            outcomes = [args for args, _ in possible(s, request)] if len(kernel.requests(s)) else []
            step = kernel.apply(
                s, title.notation.action(outcome_verb(request), *rng.choice(outcomes)), CHANCE
            )
        s = step.state
        told += said.events(step.events)

    assert told
    assert not [line for line in told if "{" in line or "}" in line]
