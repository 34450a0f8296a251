"""The title as the table sees it: chairs, options, zones, decks."""

import pytest

from sealed.engine.eye import seat_audience
from sealed.engine.title import BAG, DECK, LAID, SetupError
from sealed.engine.zones import copies
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.notation import NOTATION, colour_of, named
from sealed.games.popular_front.state import BOX, COLOURS, DEPLOYED, DISCARD, HAND, RESERVE


@pytest.mark.parametrize(("seats", "colours"), [(2, 2), (3, 4), (4, 4), (5, 6), (6, 6)])
def test_every_colour_is_in_one_chair(seats, colours):
    """Two, four or six colours play, each run by one seat of its own side (F-14, F-29, spec 2.3)."""
    chairs = TITLE.chairs(seats)
    run = sorted(colour for chair in chairs for colour in chair.colours)
    assert run == list(range(1, colours + 1))
    assert len(chairs) == seats
    assert all((colour - chair.side) % 2 == 0 for chair in chairs for colour in chair.colours)


@pytest.mark.parametrize("seats", [1, 7])
def test_other_numbers_of_seats_are_refused(seats):
    """The title is for two to six seats."""
    with pytest.raises(SetupError):
        TITLE.setup(seats)


@pytest.mark.parametrize(
    "options", [{"track": "60"}, {"flags": "square"}, {"round-cap": "7"}, {"weather": "on"}]
)
def test_unknown_options_are_refused(options):
    """Only the declared options and values can be agreed."""
    with pytest.raises(SetupError):
        TITLE.setup(2, options)


def test_zone_forms():
    """Decks are epochs, hands are bags, the rest is laid, with the kinds of spec 2.6."""
    forms = {kind: TITLE.zone_forms[kind] for kind in (0, HAND, RESERVE, BOX, DEPLOYED, DISCARD)}
    assert [(form.form, form.kind) for form in forms.values()] == [
        (DECK, 0),
        (BAG, 0),
        (LAID, 0),
        (LAID, 1),
        (LAID, 2),
        (LAID, 3),
    ]
    assert [form.colour for form in TITLE.zone_forms[:COLOURS]] == list(range(COLOURS))


@pytest.mark.parametrize("seats", TITLE.seats)
def test_private_zones_belong_to_the_runner(seats):
    """Deck, hand, reserve and box of a colour are seen by the seat that runs it."""
    setup = TITLE.setup(seats)
    s = TITLE.start(setup)
    for colour in range(setup.colours):
        for kind in (0, HAND, RESERVE, BOX):
            assert s.audience[kind + colour] == seat_audience(setup.seat_of(colour))


def test_deck_lists_are_the_decks():
    """The printed lists are what lies in the decks before the first shuffle."""
    setup = TITLE.setup(6)
    s = TITLE.start(setup)
    lists = TITLE.deck_lists(setup)
    assert sorted(lists) == list(range(6))
    for zone, printed in lists.items():
        assert all(copies(s.zones[zone], card) == count for card, count in printed.items())
        assert sum(printed.values()) == 20


@pytest.mark.parametrize(
    ("colours", "names"),
    [
        (2, ["Nationalists", "Republic"]),
        (4, ["Falange", "Socialists", "Carlists", "Anarchists"]),
        (6, ["Falange", "Socialists", "Carlists", "Anarchists", "Requetes", "Communists"]),
    ],
)
def test_names_of_colours(colours, names):
    """At a table of two a colour bears the name of its army; every number leads back to its colour."""
    numbers = [named(colours, colour) for colour in range(colours)]
    assert [NOTATION.name("colour", number) for number in numbers] == names
    assert [colour_of(number) for number in numbers] == list(range(colours))
