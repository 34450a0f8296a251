"""Whole games through everything that the screen shows, for every number of players and every language."""

import pytest

from sealed.engine import kernel
from sealed.games.popular_front.board import CITIES
from sealed.games.popular_front.notation import STACK
from sealed_client.presenters.choosing import Choices


def texts(part):
    """Yields every text of a part of a scene."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from texts(one)
    elif hasattr(part, "__dataclass_fields__"):
        for name in part.__dataclass_fields__:
            yield from texts(getattr(part, name))


def shown(at, look):
    """Returns everything that a title brings to a scene."""
    title = at.shown
    targets = tuple(title.target(look, pick) for pick in look.following if pick.kind == "space")
    buttons = tuple(
        tuple(title.button(look, pick))
        for pick in (*look.following, *title.idle_buttons(look))
        if pick.kind in {"button", "count"}
    )
    return (
        *(title.round_words(look), title.over(look), title.sentence(look), targets, buttons),
        *(title.focus(look), title.board(look), title.hand(look), title.track(look), title.seats(look)),
        title.combat(look),
    )


@pytest.mark.parametrize("language", ["en", "es", "pseudo"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everything_has_words(table, game, seats, language):
    """At every moment each seat and a spectator see a whole picture, and no place in a text is left open."""
    at = table(seats, language)
    for number, moment in enumerate(game(at.setup, seats, 800)):
        if number % 9 and moment.action.verb in {"place", "muster", "recruit", "move"}:
            continue
        picked = Choices(at.shown.paths(at.look(moment.state, moment.seat))).way(moment.action)[:-1]
        for length in range(len(picked) + 1):
            look = at.look(moment.state, moment.seat, moment.told, picked[:length])
            said = list(texts(shown(at, look)))
            assert not [text for text in said if "{" in text]
            assert at.shown.sentence(look).lead
        step = kernel.apply(look.state, moment.action, moment.seat)
        after = at.look(step.state, moment.seat)
        sending = at.shown.sending(after, look.state, moment.action)
        assert sending.label
        assert sending.note
        assert at.shown.answer_words(look, moment.action)
        for event in step.events:
            at.shown.motions(look, event)
            assert all(0 <= city < len(CITIES) for city in at.shown.spaces_of(event))
        if number % 20 == 0:
            for seat in range(seats + 1):
                shown(at, at.look(moment.state, seat, moment.told))
            at.shown.space_facts(look, number % len(CITIES))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_counters_are_the_disks(table, game, seats):
    """Counters and tints say city by city and colour by colour what stands there, up to a full stack."""
    at = table(seats)
    for moment in game(at.setup, seats, 300):
        s = moment.state
        board = at.shown.board(at.look(s, moment.seat))
        found = {one.key: int(one.label) for one in board.counters}
        wanted = {
            f"{city.index}-{colour}": row[city.index]
            for city in CITIES
            for colour, row in enumerate(s.disks)
            if row[city.index]
        }
        assert found == wanted
        assert max([0, *found.values()]) <= STACK
        assert board.tints == tuple(
            1 if s.held[0] >> city.index & 1 else 2 if s.held[1] >> city.index & 1 else 0 for city in CITIES
        )


def test_a_person_with_two_colours_has_two_hands(table, game):
    """Who runs two colours sees both hands apart, and is told for which colour he is asked."""
    at = table(3)
    named = set()
    for moment in game(at.setup, 3, 300):
        if moment.seat != 1 or moment.action.verb == "place":
            continue
        look = at.look(moment.state, 1)
        captions = [row.caption.partition(":")[0] for row in at.shown.hand(look).rows]
        assert captions == ["Falange", "Carlists"]
        named.add(at.shown.over(look).partition(" · ")[0])
        (row,) = [row for row in at.shown.seats(look) if row.you]
        assert [coat.letter for coat in row.coats] == ["A", "B"]
    assert named == {"Falange", "Carlists"}
