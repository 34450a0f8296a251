"""Laws of the bold player: in few games it meets most of what the rules of SHAEF know."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from shaef_bold import BoldPlayer

from sealed.engine.eye import seat_eye
from sealed.engine.kernel import question
from sealed.games.shaef.said import QUESTIONS
from sealed.games.shaef.tactics.all_cards import TACTICS
from sealed.games.shaef.title import TITLE
from sealed.testing.moments import answers_by, play

NEVER_ASKED = {"supply"}
"""Ids of questions that no rule asks."""
COMBAT = {"reconnoitre", "array", "fire", "declare", "before-roll", "casualty", "react", "retreat"}


def played(games, scenario="historical"):
    """Plays games of two bold players and returns how often each sort of answer and question was met."""
    given, asked = Counter(), Counter()
    setup = TITLE.setup(2, {"scenario": scenario})
    for seed in range(games):
        with answers_by(BoldPlayer(Random(seed), given).answer):
            for moment in play(TITLE, setup, Random(seed)):
                open_now = question(moment.before)
                asked[open_now.id if open_now else ""] += 1
    return given, asked


def test_two_games_meet_all_of_a_combat():
    """Two bold games ask every question of a combat that is common, and answer with most verbs."""
    given, asked = played(2)
    assert {sort[0] for sort in given} > {"move", "take", "join", "react", "assault", "mulberry", "use"}
    assert set(asked) >= COMBAT


def test_it_gets_out_of_the_free_set_up():
    """It assigns all cards of the Free Scenario by itself, and plays on to an end."""
    given, asked = played(1, "free")
    assert given["organise",] > 10
    assert asked["move"]


def test_it_knows_its_own_replica_only():
    """What it is given never shows the enemy's cards."""
    seen = set()

    def watched(s, seat):
        seen.add((s.eye, seat))
        return player.answer(s, seat)

    player = BoldPlayer(Random(1))
    with answers_by(watched):
        for _ in play(TITLE, TITLE.setup(2), Random(1)):
            pass
    assert seen == {(seat_eye(1), 1), (seat_eye(2), 2)}


@pytest.mark.long
def test_many_games_meet_all_questions_and_most_tactics():
    """A hundred bold games of each scenario ask every question; all tactics but a few are used."""
    given, asked = Counter(), Counter()
    for scenario in ("historical", "free"):
        for total, more in zip((given, asked), played(100, scenario), strict=True):
            total.update(more)
    assert set(QUESTIONS) - set(asked) == NEVER_ASKED
    assert sum(not given["use", card] for card in TACTICS) <= 3
