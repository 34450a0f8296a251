"""Law: no window of SHAEF opens, nothing is asked and no standing order answers because of a hidden card.

Cards that lie closed are exchanged: a tactic that fits a window with a card that does not, in a unit and in
the Reinforcement Deck. Both games go on alike; whatever is not the cards themselves has to be equal.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from unittest import mock

import pytest
import shaef_twins as twins
from shaef_bold import BoldPlayer

from sealed.engine.eye import FULL
from sealed.games.shaef import position
from sealed.games.shaef.tactics import windows
from sealed.games.shaef.tactics.using import unit_reasons
from sealed.games.shaef.title import TITLE
from sealed.games.shaef.units.holdings import lies_down
from sealed.testing.moments import answers_by, play

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "shaef"
ALL, OF_TACTICS = "*.toml", "t_*.toml"
STEPS, LONG_STEPS, THINNED = 5, 20, 2
EVERY = 37
"""After how many answers of a game another pair begins."""
OWN_LISTS = {("fly", "fly"), ("hand-over", "none"), ("collect", "take"), ("panzerarmee", "call")}
"""What a side may answer or not by its own cards: who flies is airborne, who denies has no Aircraft, the card
that is taken may go where it is taken, and what is called lies in the Reinforcement Deck. Whoever answers
says so; nobody sees that he could not."""
MET = {"combat-phase of one", "movement of one", "second supply of one", "set-up of a combat of one"}
MET |= {"pre-combat retreat of one"}
MET_AT_LENGTH = MET | {
    "before fire of one",
    "retreats of one",
    "port captured of one",
    "end of combats of one",
    "hand-over",
}
MET_AT_LENGTH |= {"before-roll", "casualty", "reconnoitre", "react", "must-flip", "turn-down", "panzerarmee"}


def positions(pattern: str):
    """Yields the positions of scenario files, before anything of their turn has begun.

    Cards that a file does not place lie in the Reinforcement Deck, so there is something to exchange.
    """
    for file in sorted(SCENARIOS.glob(pattern)):
        document = tomllib.loads(file.read_text("utf-8"))
        tables = {name: document[name] for name in position.TABLES if name in document and name != "reserve"}
        if tables:
            with mock.patch.object(position, "run", lambda s, told: s):
                s = position.build(tables, TITLE.setup(2, document.get("options", {}))).state
            yield s


def compare(states, seed: int, steps: int) -> tuple[Counter[str], set[tuple[str, str]]]:
    """Follows pairs from states on; returns what was asked, and what only one of a pair could answer."""
    asked, unequal = Counter(), set()
    for number, s in enumerate(states):
        for side in (0, 1):
            rng = Random(f"{seed} {number} {side}")
            unequal |= twins.follow(twins.swapped(s, side, rng), rng, steps, asked)
    return asked, unequal


def states_of_games(seeds):
    """Yields positions out of games of bold players."""
    for seed in seeds:
        setup = TITLE.setup(2, {"scenario": ("historical", "free")[seed % 2]})
        with answers_by(BoldPlayer(Random(seed)).answer):
            for number, moment in enumerate(play(TITLE, setup, Random(seed))):
                if number % EVERY == 0 and moment.before.stack:
                    yield moment.before


def test_nothing_is_asked_because_of_a_hidden_card():
    """Windows open alike where only one of two hands has a use; orders answer alike, and so do the rules."""
    asked, unequal = compare(islice(positions(OF_TACTICS), 0, None, THINNED), 1, STEPS)
    assert set(asked) >= MET
    assert unequal <= OWN_LISTS


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 3])
def test_nothing_is_asked_because_of_a_hidden_card_in_any_scenario(seed):
    """The same from all scenario files on, and further."""
    asked, unequal = compare(positions(ALL), seed, LONG_STEPS)
    assert set(asked) >= MET_AT_LENGTH
    assert unequal <= OWN_LISTS


@pytest.mark.long
@pytest.mark.parametrize("game", range(4))
def test_nothing_is_asked_because_of_a_hidden_card_in_whole_games(game):
    """The same along games of both scenarios."""
    asked, unequal = compare(states_of_games([game]), game, LONG_STEPS)
    assert asked.total() > 0
    assert unequal <= OWN_LISTS


def test_a_window_that_opens_for_the_card_itself_is_found(monkeypatch):
    """Control: were windows opened only for who has the card, two hands would be told apart."""

    def held(s, tactic):
        side = twins.SIDE_OF[tactic.card]
        units = [unit for unit in range(twins.N_UNITS) if twins.SIDE[unit] == side]
        there = [unit for unit in units if lies_down(s, unit, tactic.card)]
        return any(not any(unit_reasons(s, unit, tactic)) for unit in there) and s.eye == FULL

    monkeypatch.setattr(windows, "_may_be_used", held)
    with pytest.raises(AssertionError):
        compare(islice(positions(OF_TACTICS), 0, None, THINNED), 1, STEPS)
