"""The sentences of Popular Front say what is true, and who may read which pile."""

import pytest

from sealed.engine import kernel
from sealed.engine.explain import why_not
from sealed.engine.eye import EVERYBODY, seat_eye
from sealed.engine.kernel import view
from sealed.engine.message import MOVED, Event, Refusal
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.position import build
from sealed.games.popular_front.state import BOX, DECK, DEPLOYED, HAND, RESERVE
from sealed.testing.playout import scripted
from sealed_client.presenters.popular_front import answer_note, board_lines, hand_lines
from sealed_client.words.catalogue import phrases_of

SETUP = TITLE.setup(2)
PHRASES = phrases_of(TITLE, SETUP)
TABLES = {
    "board": {"Sevilla": "Nationalists 4", "Madrid": "Republic 3"},
    "fill": {"Nationalists": ["Cadiz", "Malaga"], "Republic": "rest"},
    "hands": {"Nationalists": ["March"], "Republic": ["March"]},
    "discards": {"Nationalists": ["Leader", "Armor"]},
}


def told(s, line, seat=1):
    """Return the sentences against an action."""
    return [PHRASES.refusal(reason) for reason in why_not(TITLE, s, TITLE.notation.parse(line), seat)]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("attack Madrid Brunete", "An attack needs two disks of your army in Madrid."),
        ("attack Malaga Granada", "An attack needs two disks of your army in Málaga."),
        ("attack Sevilla Cadiz", "Cádiz is not held by the enemy."),
        ("move 1 Cadiz Sevilla", "Disks in Sevilla already: 4; four is the limit."),
    ],
)
def test_refusals_are_true(line, sentence):
    """A refusal does not claim more about a city than its code says."""
    assert any(sentence in found for found in told(build(TABLES, SETUP).state, line))


def test_an_empty_city_is_nobodys():
    """During set-up a city without a disk belongs to neither army."""
    s = scripted(TITLE, SETUP, ["shuffle", "shuffle", "pick 0", "place Madrid"])
    assert not any("your own army" in found for found in told(s, "attack Madrid Brunete", 2))


@pytest.mark.parametrize(
    ("card", "line"), [(4, "Nationalists laid Armor face-down."), (0, "Nationalists laid a card face-down.")]
)
def test_a_card_laid_for_a_battle_is_told(card, line):
    """Everybody hears that a card was laid face-down, and who may know it hears which (Card Play)."""
    assert PHRASES.events([Event(MOVED, (card, 1, HAND, RESERVE), EVERYBODY)]) == [line]


def test_opened_political_cards_are_told():
    """What lay in a political box is told when it is opened (F-43)."""
    opened = Event(MOVED, (5, 1, BOX + 1, DEPLOYED + 1), EVERYBODY)
    assert PHRASES.events([opened]) == ["Republic had Election in the political box."]


def test_equal_sentences_in_a_row_are_said_once():
    """Several cards drawn unseen are one line with their number."""
    drawn = Event(MOVED, (0, 1, DECK + 1, HAND + 1), EVERYBODY)
    assert PHRASES.events([drawn] * 4) == ["Republic drew a card (4 times)."]


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        ("place Madrid", "value 4, victory city"),
        ("muster March", "Musters 4"),
        ("politics Election", "value 4"),
        ("commit Election", "value 2"),
        ("end", ""),
    ],
)
def test_an_answer_is_offered_with_what_it_is_worth(answer, note):
    """The menu says of a card or a city what is printed on it for that use."""
    assert answer_note(build(TABLES, SETUP).state, TITLE.notation.parse(answer)) == note


@pytest.mark.parametrize(
    ("seats", "board", "order", "answer", "note"),
    [
        (
            2,
            {"Algodor": "Nationalists 4", "Madrid": "Republic 2"},
            "Nationalists",
            "attack Algodor Madrid",
            "4 against 3",
        ),
        (
            2,
            {"Madrid": "Republic 3", "Algodor": "Nationalists 1"},
            "Republic",
            "attack Madrid Algodor",
            "3 against 2",
        ),
        (
            4,
            {"Algodor": "Carlists 1, Falange 3", "Madrid": "Socialists 1, Anarchists 2"},
            "Carlists",
            "attack Algodor Madrid",
            "1 against 4",
        ),
    ],
)
def test_an_attack_is_offered_with_the_powers_that_are_then_declared(seats, board, order, answer, note):
    """The menu says own disks against all the enemy's and the water, as the declaration does."""
    setup = TITLE.setup(seats)
    names = phrases_of(TITLE, setup)
    colours = [names.colour(colour) for colour in range(setup.colours)]
    tables = {
        "board": board,
        "fill": {
            colours[0]: ["Sevilla", "Cadiz", "Malaga", "Cordoba", "Granada", "Badajoz"],
            colours[1]: "rest",
        },
        "hands": {order: ["March"]},
        "turn": {"order": [order, *(colour for colour in colours if colour != order)]},
    }
    s = build(tables, setup).state
    action = TITLE.notation.parse(answer)
    (seat,) = kernel.asked(s)
    told = kernel.apply(s, action, seat).events

    assert answer_note(s, action) == note
    declared = next(event for event in told if event.id == "declared")
    assert note == f"{declared.args[3]} against {declared.args[4]}"


def test_one_city_is_a_city():
    """An army that holds one city is not said to hold cities."""
    tables = {"fill": {"Nationalists": ["Sevilla"], "Republic": "rest"}}

    lines = board_lines(build(tables, SETUP).state, PHRASES)

    assert any(line.startswith("Nationalists: 1 city, value") for line in lines)
    assert any(line.startswith("Republic: 35 cities, value") for line in lines)


def test_the_own_pile_can_be_searched():
    """A player may look through the own discard pile (Logistics)."""
    s = view(build(TABLES, SETUP).state, seat_eye(1))
    assert "Nationalists, discard pile: Armor, Leader." in hand_lines(s, PHRASES, 1)


def test_of_another_pile_the_top_is_shown():
    """Of a pile of somebody else only the top card is told (Logistics, F-33)."""
    s = view(build(TABLES, SETUP).state, seat_eye(2))
    lines = [*board_lines(s, PHRASES), *hand_lines(s, PHRASES, 2)]
    assert any("top discard Armor" in line for line in lines)
    assert not any("Leader" in line for line in lines)


def test_the_nearest_answer_is_said_in_the_readers_language():
    """A refusal in Spanish ends in Spanish words, with what is typed in brackets."""
    action = TITLE.notation.parse("place Madrid")
    said = phrases_of(TITLE, TITLE.setup(2), "es")
    sentence = said.refusal(Refusal("over", (), "", action))
    assert sentence.endswith(f"{said.action(action)} [place Madrid].")
    assert said.action(action) != "place Madrid"
