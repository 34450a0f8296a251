"""Tables, positions of scenario files, and whole random games, as a player's look at them."""

import random
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from sealed.engine import kernel
from sealed.engine.chance import CHANCE
from sealed.engine.message import mask_event
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.position import TABLES, build
from sealed.testing.moments import random_outcome
from sealed_client.presenters.choosing import Choices
from sealed_client.presenters.popular_front import PopularFront
from sealed_client.presenters.title_presenter import Look
from sealed_client.words.catalogue import phrases_of
from sealed_client.words.messages import messages_of

NAMES = ("Ana", "Luis", "Marta", "Jonas", "Eva", "Max")
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "popular_front"


class Table(NamedTuple):
    """A setup with its presenter."""

    setup: object
    shown: PopularFront

    def look(self, full, seat, told=(), picked=()):
        """Returns the look of a seat (0: a spectator) at a full state after some picks."""
        eye = 1 | 1 << seat if seat else 1
        s = kernel.view(full, eye)
        names = NAMES[: self.setup.seats]
        told = tuple(mask_event(event, eye) for event in told)
        yours = seat in kernel.asked(s)
        legal = kernel.legal_actions(s, seat) if yours else ()
        bare = Look(s, seat, names, yours, legal, told=told)
        following = Choices(self.shown.paths(bare)).following(picked) if yours else ()
        return Look(s, seat, names, yours, legal, picked, following, told)


class Moment(NamedTuple):
    """A full state of a random game, who is asked, what happened before, and what is answered."""

    state: object
    seat: int
    told: tuple
    action: object


def moments(setup, seed, steps):
    """Yields the moments of a random game at which a seat is asked."""
    rng = random.Random(seed)
    s, told = TITLE.start(setup), []
    for _ in range(steps):
        if s.stack is None:
            return
        asked = kernel.asked(s)
        if asked:
            seat = asked[0]
            action = rng.choice(kernel.legal_actions(s, seat))
            yield Moment(s, seat, tuple(told), action)
        else:
            seat = CHANCE
            action = random_outcome(TITLE, s, kernel.requests(s)[0], rng)
        s, events = kernel.apply(s, action, seat)
        told = [*told[-200:], *events]


def at_scenario(name, steps):
    """Returns the position of a scenario file after so many answers (None: all), and what was told."""
    document = tomllib.loads((SCENARIOS / f"{name}.toml").read_text("utf-8"))
    setup = TITLE.setup(document.get("seats", 2), document.get("options", {}))
    s = build({key: document[key] for key in TABLES if key in document}, setup).state
    told = []
    answers = [step["do"] for step in document["step"] if "do" in step]
    for text in answers[:steps]:
        s, events = kernel.apply(s, TITLE.notation.parse(text), kernel.asked(s)[0])
        told += events
    return setup, s, tuple(told)


def table_of(setup, language="en"):
    """Returns a table in a language."""
    messages = messages_of(language)
    phrases = phrases_of(TITLE, setup, language)
    return Table(setup, PopularFront(TITLE, setup, messages, phrases))


@pytest.fixture
def table():
    """Returns the maker of tables: (seats or setup, language) to a table."""
    return lambda seats, language="en": table_of(
        TITLE.setup(seats, {}) if isinstance(seats, int) else seats, language
    )


@pytest.fixture
def game():
    """Returns the maker of random games: (setup, seed, steps) to moments."""
    return moments


@pytest.fixture
def scenario():
    """Returns the maker of positions: (name, answers) to setup, full state and what was told."""
    return lambda name, steps=None: at_scenario(name, steps)
