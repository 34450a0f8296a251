"""Every law of the battery on every title, at every number of seats and under its options."""

import random
from typing import NamedTuple

import pytest
from miniatures import kuhn, skirmish
from miniatures.skirmish_table import UNSHOWN

from sealed.engine.kernel import requests
from sealed.games.popular_front import TITLE as POPULAR_FRONT
from sealed.games.south_front.state import ALLIES, AXIS, FIRST
from sealed.games.south_front.title import TITLE as SOUTH_FRONT
from sealed.testing.audiences import answerer, check_audiences, drawer, everybody, viewer_and_owner
from sealed.testing.battery import LAWS

OUTCOMES = {"deal": drawer, "open": everybody, "look": viewer_and_owner}


def reader_of_the_pile(moment):
    """Who buries knows, and whoever has scouted the pile since it was last shuffled."""
    seen = moment.before.audience[UNSHOWN[moment.seat - 1]]
    return [seat for seat in range(1, moment.setup.seats + 1) if seen >> seat & 1]


def drawer_of_what_is_no_first_hand(moment):
    """Who draws knows what; the recommended first hands are printed in the rulebook (Setup, S-58)."""
    source = requests(moment.before)[0].source
    return everybody(moment) if source in {FIRST + AXIS, FIRST + ALLIES} else drawer(moment)


REACTIONS = (
    *("sustain", "advance"),
    *("stand-fast", "exchange", "exchange-force", "retreat", "withdraw", "anti-air", "naval-combat"),
)
AUDIENCES = {
    "kuhn": OUTCOMES,
    "popular-front": {
        "politics": answerer,
        "commit": answerer,
        **dict.fromkeys(("muster", "deploy", "discard", "lose", "destroy", "hit"), everybody),
        **OUTCOMES,
    },
    "skirmish": {"bury": reader_of_the_pile, "give": everybody, "lay": answerer, **OUTCOMES},
    "south-front": {
        "spend": answerer,
        "play": everybody,
        "show": everybody,
        **dict.fromkeys(REACTIONS, everybody),
        **OUTCOMES,
        "deal": drawer_of_what_is_no_first_hand,
    },
}


class Size(NamedTuple):
    """Random games for each table; of how many steps one is looked at, and by a law that tries all words."""

    games: int
    every: int
    wordy: int


QUICK = {
    "kuhn": Size(25, 1, 1),
    "skirmish": Size(3, 1, 1),
    "popular-front": Size(1, 40, 40),
    "south-front": Size(1, 20, 400),
}
LONG = {
    "kuhn": Size(300, 1, 10),
    "skirmish": Size(150, 1, 10),
    "popular-front": Size(60, 5, 50),
    "south-front": Size(40, 5, 200),
}
"""The same for `make test-long`: five numbers of seats make three hundred games of Popular Front."""
WORDY = {"offered_is_accepted", "replicas_offer_what_they_accept", "why_not_always_answers"}
"""Laws that try a whole vocabulary at each step."""
TITLES = {title.id: title for title in (kuhn.TITLE, skirmish.TITLE, POPULAR_FRONT, SOUTH_FRONT)}
OPTIONS = {
    "south-front": (
        {},
        {"first-hand": "first-game"},
        {"egypt-border": "open", "adriatic": "no", "usa-at-war": "8"},
        {"mulligan": "no"},
    )
}
"""Options of the tables of a title, where more than the usual ones are played."""
TABLES = [
    pytest.param(title.id, seats, options, id="-".join((title.id, str(seats), *options)))
    for title in TITLES.values()
    for seats in title.seats
    for options in OPTIONS.get(title.id, ({},))
]
by_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES)
by_law = pytest.mark.parametrize("law", LAWS)


def run(law, name, seats, options, games, every, *more):
    title = TITLES[name]
    seed = f"{name} {seats} {' '.join(options)}".rstrip()
    law(title, title.setup(seats, options), random.Random(seed), games, every, *more)


def steps(size, law):
    """Return of how many steps a law looks at one."""
    return size.wordy if law in WORDY else size.every


@by_table
@by_law
def test_law(law, name, seats, options):
    """Each law of `sealed.testing.battery` holds in random games."""
    size = QUICK[name]
    run(LAWS[law], name, seats, options, size.games, steps(size, law))


@by_table
def test_audiences(name, seats, options):
    """Every mask shows a card to exactly the seats that the title's explicit table names."""
    size = QUICK[name]
    run(check_audiences, name, seats, options, size.games, size.every, AUDIENCES[name])


@pytest.mark.long
@by_table
@by_law
def test_law_in_many_games(law, name, seats, options):
    """The same laws hold in many more games."""
    size = LONG[name]
    run(LAWS[law], name, seats, options, size.games, steps(size, law))


@pytest.mark.long
@by_table
def test_audiences_in_many_games(name, seats, options):
    """The same table of audiences holds in many more games."""
    size = LONG[name]
    run(check_audiences, name, seats, options, size.games, size.every, AUDIENCES[name])
