"""Every law of the battery on SHAEF, along games of chance and of a bold player, in both scenarios."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest
from shaef_bold import BoldPlayer

from sealed.engine.eye import EVERYBODY
from sealed.engine.kernel import Step, apply, stated_answer
from sealed.engine.message import MOVED
from sealed.engine.zones import copies
from sealed.games.shaef.reorganisation.deploying import Deploying
from sealed.games.shaef.setup.organising import Organising
from sealed.games.shaef.state import DOWN, SHOWN, UP
from sealed.games.shaef.title import TITLE
from sealed.testing.audiences import answerer, check_audiences, drawer, everybody, viewer_and_owner
from sealed.testing.battery import LAWS
from sealed.testing.moments import answers_by, play


def who_discards(moment):
    """A card that everybody knows is discarded openly, any other one face-down (2.7f)."""
    unit, card = moment.action.args
    known = any(copies(moment.before.zones[kind + unit], card) for kind in (SHOWN, UP))
    return everybody(moment) if known else answerer(moment)


OPEN = ("flip", "use", "muster", "raise", "reconnoitre", "detach", "join", "lose", "react", "give", "open")
AUDIENCES = {
    **dict.fromkeys(OPEN, everybody),
    "take": answerer,
    "discard": who_discards,
    "deal": drawer,
    "look": viewer_and_owner,
}
"""For each verb that names a card whoever may know it; what is fired, lost or used lies face-up (2.6)."""


class Size(NamedTuple):
    """Games for each law; of how many steps one is looked at, and by a law that tries all words."""

    games: int
    every: int
    wordy: int


QUICK = {"uniform": Size(1, 10, 150), "bold": Size(1, 30, 400)}
LONG = {"uniform": Size(8, 5, 300), "bold": Size(6, 5, 400)}
WORDY = {"offered_is_accepted", "replicas_offer_what_they_accept", "why_not_always_answers"}
"""Laws that try a whole vocabulary at each step."""
FAST = (("uniform", "free"), ("bold", "historical"))
ALL = tuple((player, scenario) for player in QUICK for scenario in ("historical", "free"))


def thinned(vocabulary):
    """Return a part of a vocabulary: all words of short families, of long ones one in thirty."""
    long = [word for word in vocabulary if word.verb in TITLE.sampled]
    return tuple(word for word in vocabulary if word.verb not in TITLE.sampled) + tuple(long[::30])


WORDS = TITLE.vocabulary(TITLE.setup(2))
BRIEF = replace(TITLE, vocabulary=lambda _: thinned(WORDS))
"""The title with fewer words to try."""


def prove(law: Callable[..., None], player: str, scenario: str, *more: object, title=TITLE) -> None:
    """Hold games of a player to a law."""
    seed = f"{law.__name__} {player} {scenario}"
    chooser = answers_by(BoldPlayer(Random(seed)).answer) if player == "bold" else nullcontext()
    with chooser:
        law(title, TITLE.setup(2, {"scenario": scenario}), Random(seed), *more)


@pytest.mark.parametrize(("player", "scenario"), FAST)
@pytest.mark.parametrize("law", LAWS)
def test_law(law, player, scenario):
    """Each law of `sealed.testing.battery` holds along a game of chance and along a bold one."""
    size = QUICK[player]
    prove(LAWS[law], player, scenario, size.games, size.wordy if law in WORDY else size.every, title=BRIEF)


@pytest.mark.parametrize(("player", "scenario"), FAST)
def test_audiences(player, scenario):
    """Every mask shows a card to exactly the seats that the table names."""
    prove(check_audiences, player, scenario, 2, 2, AUDIENCES)


@pytest.mark.long
@pytest.mark.parametrize(("player", "scenario"), ALL)
@pytest.mark.parametrize("law", LAWS)
def test_law_in_many_games(law, player, scenario):
    """The same laws hold in many more games, and where a whole vocabulary is tried."""
    size = LONG[player]
    if law in WORDY:
        prove(LAWS[law], player, scenario, 1, size.wordy)
        prove(LAWS[law], player, scenario, size.games, size.wordy, title=BRIEF)
    else:
        prove(LAWS[law], player, scenario, size.games, size.every)


@pytest.mark.long
@pytest.mark.parametrize(("player", "scenario"), ALL)
def test_audiences_in_many_games(player, scenario):
    """The same table of audiences holds in many more games."""
    prove(check_audiences, player, scenario, 20, 1, AUDIENCES)


def test_unseen_cards_stay_unseen():
    """Face-down cards lie where their owner alone sees them; those that everybody knows, openly."""
    s = TITLE.start(TITLE.setup(2))
    closed, open_zones = s.audience[DOWN : DOWN + len(s.where)], s.audience[SHOWN : UP + len(s.where)]
    assert not any(audience & EVERYBODY for audience in closed)
    assert all(audience & EVERYBODY for audience in open_zones)


# ---- what the battery has found ----


def stated_at(question, scenario, seed):
    """Return the question's states of a bold game with what the asked seat's stated answer is there."""
    with answers_by(BoldPlayer(Random(seed)).answer):
        for moment in play(TITLE, TITLE.setup(2, {"scenario": scenario}), Random(seed)):
            node = moment.before.stack
            if node is not None and isinstance(node.frame, question):
                yield moment, stated_answer(moment.before, moment.seat)


def test_the_end_of_the_lay_out_is_not_stated():
    """Whether all Land Forces are assigned only their owner knows, so nobody else says `done` for him."""
    assert {answer for _, answer in stated_at(Organising, "free", 1)} == {None}


def test_a_deployment_after_which_units_fall_is_not_stated():
    """`done` leads on to Second Supply; where hidden cards are lost by that it is not stated, else it is."""
    told = set()
    for seed in (3, 4):
        for moment, answer in stated_at(Deploying, "historical", seed):
            done = apply(moment.before, TITLE.notation.parse("done"), moment.seat)
            if isinstance(done, Step):
                moves = any(event.id == MOVED and not event.audience & EVERYBODY for event in done.events)
                assert not (moves and answer)
                told.add((moves, answer is None))
    assert told >= {(True, True), (False, False)}
