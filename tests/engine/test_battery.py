"""Every law of the battery on every title, at every number of seats."""

import random

import pytest
from miniatures import kuhn, skirmish
from miniatures.skirmish_table import UNSHOWN

from sealed.games.popular_front import TITLE as POPULAR_FRONT
from sealed.testing.audiences import answerer, check_audiences, drawer, everybody, viewer_and_owner
from sealed.testing.battery import LAWS

OUTCOMES = {"deal": drawer, "open": everybody, "look": viewer_and_owner}


def reader_of_the_pile(moment):
    """Who buries knows, and whoever has scouted the pile since it was last shuffled."""
    seen = moment.before.audience[UNSHOWN[moment.seat - 1]]
    return [seat for seat in range(1, moment.setup.seats + 1) if seen >> seat & 1]


AUDIENCES = {
    "kuhn": OUTCOMES,
    "popular-front": {
        "politics": answerer,
        "commit": answerer,
        **dict.fromkeys(("muster", "deploy", "discard", "lose", "destroy", "hit"), everybody),
        **OUTCOMES,
    },
    "skirmish": {"bury": reader_of_the_pile, "give": everybody, "lay": answerer, **OUTCOMES},
}
QUICK = {"kuhn": (25, 1), "skirmish": (3, 1), "popular-front": (1, 40)}
"""Random games for each number of seats, and of how many steps one is looked at."""
LONG = {"kuhn": (300, 1), "skirmish": (150, 1), "popular-front": (60, 5)}
"""The same for `make test-long`: five numbers of seats make three hundred games of Popular Front."""
WORDY = {"offered_is_accepted", "replicas_offer_what_they_accept", "why_not_always_answers"}
"""Laws that try a whole vocabulary at each step; in many games they look at one step in ten of those."""
TITLES = {title.id: title for title in (kuhn.TITLE, skirmish.TITLE, POPULAR_FRONT)}
TABLES = [(title.id, seats) for title in TITLES.values() for seats in title.seats]


def run(law, name, seats, size, *more):
    title = TITLES[name]
    games, every = size
    law(title, title.setup(seats), random.Random(f"{name} {seats}"), games, every, *more)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("law", LAWS)
def test_law(law, name, seats):
    """Each law of `sealed.testing.battery` holds in random games."""
    run(LAWS[law], name, seats, QUICK[name])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_audiences(name, seats):
    """Every mask shows a card to exactly the seats that the title's explicit table names."""
    run(check_audiences, name, seats, QUICK[name], AUDIENCES[name])


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("law", LAWS)
def test_law_in_many_games(law, name, seats):
    """The same laws hold in many more games."""
    games, every = LONG[name]
    run(LAWS[law], name, seats, (games, every * 10 if law in WORDY else every))
