"""Games of South Front typed into the text client: as people do, in processes of their own."""

from __future__ import annotations

import re
import time
from random import Random

import pytest
from person import Person
from referee_process import kill, start
from south_front_script import EL_ALAMEIN
from terminal import Terminal

from sealed_client.desk import main

PATIENCE_S = 30
RESIGN = "resign\nyes"
WHY = "Pact would be unsupplied in Tripoli"
TOLD = (
    "Pact infantry 2 moved from Tripoli to Benghazi.",
    "Axis: Production Initiative.",
    "Pact attacks El Alamein from Tobruk.",
    "Resignation of",
)
ENDED = ("The game is over", "Audit on this device: PASS.")


def typed(lines, then=lambda numbers: str(numbers[0])):
    """Returns a way of typing: these lines one by one, and then by the numbers of the menu."""
    left = list(lines)

    def type_line(numbers):
        return (left.pop(0) or str(numbers[0])) if left else then(numbers)

    return type_line


def chosen(seed):
    """Returns a way of choosing: half of the time the first answer, which is often `done`, else any."""
    rng = Random(seed)
    return lambda numbers: str(rng.choice((numbers[0], rng.choice(numbers))))


@pytest.fixture
def port(tmp_path):
    """Runs `sealed referee` in a process of its own."""
    process, port = start(tmp_path, 0)
    yield port
    kill(process)


def two_people(port, folder, axis, allies, options):
    """Lets one make a table by `sealed play` and the other come by `sealed join`; returns both at the end.

    The second sits at a terminal, the first at pipes.
    """
    people = [Person(axis), Person(allies)]
    address, stores = f"127.0.0.1:{port}", [folder / "axis", folder / "allies"]
    words = [word for option in options for word in ("--option", option)]
    words += ["--address", address, "--store", str(stores[0]), "--name", "Ada"]
    seats = [Terminal(["play", "south-front", *words], people[0], folder)]
    try:
        table = re.search(r"A new table, (\w+)\.", said(people[0], "A new table, ", "\n"))[1]
        words = [address, table, "--store", str(stores[1]), "--name", "Bo"]
        seats.append(Terminal(["join", *words], people[1], folder, tty=True))
        codes = [seat.wait() for seat in seats]
    finally:
        for seat in seats:
            seat.close()
    assert codes == [0, 0]
    return people, stores


def said(person, begins, ends):
    """Waits for something that a person reads, and returns it."""
    limit = time.monotonic() + PATIENCE_S
    while time.monotonic() < limit:
        _, found, rest = person.transcript.partition(begins)
        if found and ends in rest:
            return found + rest.partition(ends)[0]
        time.sleep(0.01)
    raise AssertionError(person.transcript)


def test_two_people_type_an_attack_and_a_resignation(port, tmp_path):
    """One at pipes and one at a terminal: moves, production, a combat; both devices find the game fair."""
    opening, attack = EL_ALAMEIN[1][:-1], EL_ALAMEIN[1][-1]
    why = "why not move Pact airplane 2 Tripoli\nmove Pact fleet 2 Gulf of Sidra"
    axis = typed(["keep", why, *opening[1:], "", "", attack], then=lambda _: RESIGN)
    people, stores = two_people(port, tmp_path, axis, typed(["keep", "done", "production"]), [])
    for person in people:
        read = " ".join(person.transcript.split())
        assert all(words in read for words in (*ENDED, *TOLD)), person.transcript
        assert "WARNING" not in read
    assert WHY in people[0].transcript, people[0].transcript
    records = [file for store in stores for file in (store / "records").iterdir()]
    assert [main(["verify", str(file)]) for file in records] == [0, 0]


@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["first-hand=first-game", "egypt-border=open"]])
def test_two_people_type_a_whole_game(options, port, tmp_path):
    """To the end by the rules; both devices and `sealed verify` find it fair."""
    people, stores = two_people(port, tmp_path, typed((), then=chosen(3)), typed((), then=chosen(4)), options)
    for person in people:
        assert all(words in person.transcript for words in ENDED), person.transcript
        assert "The game is over, by the rules." in person.transcript
    records = [file for store in stores for file in (store / "records").iterdir()]
    assert [main(["verify", str(file)]) for file in records] == [0, 0]
