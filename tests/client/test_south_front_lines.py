"""South Front read aloud: board and hand as lines, refusals with their causes, what answers are worth."""

import pytest

from sealed.engine import kernel
from sealed.engine.explain import why_not
from sealed.engine.eye import seat_eye
from sealed.engine.kernel import view
from sealed.games import TITLES
from sealed.games.south_front.position import build
from sealed_client.presenters.south_front import answer_note, board_lines, hand_lines
from sealed_client.words.catalogue import phrases_of

TITLE = TITLES["south-front"]
SETUP = TITLE.setup(2)
ENGLISH, SPANISH = (phrases_of(TITLE, SETUP, language) for language in ("en", "es"))
START = {"position": {"from": "set-up"}}
BATTLE = {
    "board": {"Albania": "Pact infantry 1, Pact tank 1", "Athens": "UK infantry 1, UK airplane 1"},
    "countries": {"Greece": "Allies"},
    "control": {"Axis": ["Albania", "Rome", "Naples", "Sicily"]},
    "hands": {"Axis": ["Golden Square Coup", "Vichy Colonial Support"]},
    "turn": {"side": "Axis", "step": "act"},
}


def at(tables, *answers):
    """Return the position of some tables after some answers of whoever is asked."""
    s = build(tables, SETUP).state
    for text in answers:
        (seat,) = kernel.asked(s)
        s = kernel.apply(s, TITLE.notation.parse(text), seat).state
    return s


def lines_with(lines, word):
    """Return the lines that have a word in them, as `board WORD` does."""
    return [line for line in lines if word in line]


def told(s, line, said=ENGLISH, seat=1):
    """Return the sentences against an action."""
    return [said.refusal(reason, s) for reason in why_not(TITLE, s, TITLE.notation.parse(line), seat)]


def note(s, line, said=ENGLISH):
    """Return what stands beside an answer."""
    return answer_note(s, TITLE.notation.parse(line), said)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (ENGLISH, "Axis, Tripoli (1 star, desert): Pact infantry 2, unsupplied."),
        (SPANISH, "Eje, Trípoli (1 estrella, desierto): infantería 2 del Pacto, sin suministro."),
    ],
    ids=["en", "es"],
)
def test_a_space_is_one_line_with_all_that_stands_in_it(said, line):
    """A line says who holds a space, what is printed on it, and of each piece whether it lacks supply."""
    assert line in board_lines(at(START), said)


def test_cargo_is_read_with_its_ship():
    """What a fleet transports and a carrier carries is told beside the ship, and nowhere else."""
    s = at({"board": {"Tyrrhenian Sea": "Pact fleet 1 carrying Pact tank 1, Pact carrier 1"}})
    (line,) = lines_with(board_lines(s, ENGLISH), "Pact tank 1")
    assert line == "Axis, Tyrrhenian Sea: Pact fleet 1 transporting Pact tank 1; Pact carrier 1."


def test_every_space_in_play_is_read():
    """Each space of the board stands in some line, whether anything is there or not."""
    text = "\n".join(board_lines(at(START), ENGLISH))
    assert [name for name in TITLE.notation.names["space"].values() if name not in text] == []


def test_a_space_that_the_table_leaves_out_is_not_read():
    """Without the Adriatic Sea no line names it."""
    setup = TITLE.setup(2, {"adriatic": "no"})
    lines = board_lines(build(START, setup).state, phrases_of(TITLE, setup))
    assert lines_with(lines, "Adriatic") == []


def test_a_country_is_neutral_or_its_forces_are_somebodys():
    """Forces of a country that is activated stand in the line of their space, and it is neutral no longer."""
    s = at({"countries": {"Yugoslavia": "Allies"}})
    assert lines_with(board_lines(s, ENGLISH), "Yugoslavia") == [
        "Allies, Yugoslavia (1 star): 2 Minor Country Forces."
    ]
    assert any(line.startswith("Neutral, Iraq: Iraq") for line in board_lines(s, ENGLISH))


def test_the_marker_of_bulgaria_brings_its_flag():
    """A supply flag is read where it counts: in Bulgaria only once its marker lies there."""
    without = at({"countries": {"Bulgaria": "Axis"}})
    marked = at({"countries": {"Bulgaria": "Axis"}, "markers": {"placed": ["Bulgaria Supply Flags"]}})
    assert "flag" not in lines_with(board_lines(without, ENGLISH), "Bulgaria")[-1]
    assert lines_with(board_lines(marked, ENGLISH), "Axis, Bulgaria") == [
        "Axis, Bulgaria (supply flag of Pact, Germany): 1 Minor Country Force."
    ]


def test_points_and_stars_are_counted_for_each_side():
    """The score is read with the stars that would count now."""
    s = at({**START, "points": {"Axis": 3, "Allies": 5}})
    lines = board_lines(s, ENGLISH)
    assert "Axis: Victory Points 3, Victory Stars controlled 6." in lines
    assert "Allies: Victory Points 5, Victory Stars controlled 4." in lines


def test_a_combat_is_read_with_who_fights():
    """While a combat waits for an answer the board names its force and its defenders."""
    s = at(BATTLE, *PAID, "attack Pact Albania Athens")
    (line,) = lines_with(board_lines(s, ENGLISH), "Combat:")
    assert line.startswith("Combat: Pact attacks Athens from Albania. Force: Pact infantry 1, Pact tank 1.")
    assert line.endswith(" Defenders: UK infantry 1, UK airplane 1, 1 Minor Country Force.")


PAID = ("desperate-attack", "spend Golden Square Coup", "spend Vichy Colonial Support")


def test_a_hand_is_read_with_texts_and_by_its_owner_only():
    """The own cards come with text and reaction, the other hand is a number."""
    s = at(BATTLE)
    own = hand_lines(view(s, seat_eye(1)), ENGLISH, 1)
    other = [*hand_lines(view(s, seat_eye(2)), ENGLISH, 2), *board_lines(view(s, seat_eye(2)), ENGLISH)]
    (line,) = lines_with(own, "Golden Square Coup")
    assert ENGLISH.fact("card", "text", CARDS["Golden Square Coup"]) in line
    assert "Reaction: " in line
    assert lines_with(other, "Golden Square") == []
    assert lines_with(other, "Axis: cards in hand 2,")


def test_the_card_that_is_carried_out_is_read():
    """While a card's text asks somebody something the board says which card it is, with its text."""
    s = at(BATTLE, "contingency Bulgaria Signs Pact")
    assert lines_with(board_lines(s, ENGLISH), "Being carried out, Bulgaria Signs Pact: Activate Bulgaria")
    assert lines_with(board_lines(at(BATTLE), ENGLISH), "Being carried out") == []


CARDS = {name: code for code, name in TITLE.notation.names["card"].items()}


def test_discards_are_open_only_where_they_were_shown():
    """What was played lies open by its title; what was discarded as a price is a number to the other side."""
    s = at(BATTLE, "contingency Night Convoy", *PAID)
    theirs = board_lines(view(s, seat_eye(2)), ENGLISH)
    assert lines_with(theirs, "discarded face-down 2")
    assert lines_with(theirs, "Golden Square") == []
    assert lines_with(hand_lines(view(s, seat_eye(1)), ENGLISH, 1), "own face-down discards: ")


def test_the_side_of_a_contingency_that_lies_up_is_read():
    """Once used, a contingency card shows its second side."""
    before, after = (
        lines_with(board_lines(at(BATTLE, *answers), ENGLISH), "Axis, contingencies")
        for answers in ((), ("contingency Night Convoy",))
    )
    assert "Night Convoy" in before[0]
    assert "Night Convoy" not in after[0]
    assert "Supply Reserves" in after[0]


def test_a_refusal_for_supply_names_every_piece_that_cuts_it():
    """An airplane to Tripoli at the start hears which fleet closes which sea."""
    sentences = told(at({**START, "turn": {"side": "Axis"}}), "move Pact airplane 2 Tripoli")
    assert sentences[0].startswith("Pact would be unsupplied in Tripoli")
    causes = [line for line in sentences if " closes " in line]
    assert causes
    for line in causes:
        assert line.startswith(
            (
                "UK fleet 1 in Western Mediterranean closes Gulf of Gabes",
                "UK fleet 2 in Eastern Mediterranean closes Gulf of Sidra",
            )
        )


@pytest.mark.parametrize(
    ("line", "said", "sentence"),
    [
        ("move Pact fleet 1 Ionian Sea", ENGLISH, ""),
        ("move Pact airplane 1 Malta", ENGLISH, "Airplanes cannot land in Malta: you did not control it"),
        ("move Pact infantry 1 Malta", SPANISH, "Hay enemigos en Malta"),
        (
            "move UK fleet 1 Gulf of Gabes",
            ENGLISH,
            "UK fleet 1 in Western Mediterranean belongs to the other",
        ),
        ("move Pact fleet 3 Ionian Sea", SPANISH, "Flota 3 del Pacto: no está en el tablero"),
        ("declare-war Greece", ENGLISH, ""),
        ("play Libyan Divisions", ENGLISH, "That does not answer what is asked now: First Movement step."),
    ],
)
def test_a_refusal_names_what_it_is_about(line, said, sentence):
    """Reasons say pieces with where they stand, in the language of the reader; legal answers have none."""
    sentences = told(at({**START, "turn": {"side": "Axis"}}), line, said)
    assert any(found.startswith(sentence) for found in sentences) if sentence else sentences == []


@pytest.mark.parametrize(
    ("answers", "line", "expected"),
    [
        ((), "conscript Pact infantry Rome", "costs 1 card"),
        ((), "desperate-attack", "costs 2 cards"),
        ((), "declare-war Iraq", "joins the Allies"),
        ((), "remove Pact tank 1", "in Albania"),
        (PAID[:1], "spend Golden Square Coup", "Pact, reaction Retreat"),
        (
            PAID,
            "attack Pact Albania Athens",
            "Pact infantry 1, Pact tank 1 against UK infantry 1, UK airplane 1",
        ),
        ((*PAID, "attack Pact Albania Athens"), "lose UK infantry 1", "in Athens; rank 1"),
        ((*PAID, "attack Pact Albania Athens"), "lose UK airplane 1", "in Athens; rank 3"),
        (
            (*PAID, "attack Pact Albania Athens", "lose UK infantry 1"),
            "stop",
            "to continue takes rank 1 or higher",
        ),
    ],
)
def test_an_answer_is_offered_with_what_it_is_worth(answers, line, expected):
    """The menu says what map, pieces and cards say about an answer."""
    battle = {**BATTLE, "forces": {"Athens": 0}}
    found = note(at(battle, *answers), line)
    assert found.startswith(expected)


def test_the_end_of_the_movement_says_what_is_lost():
    """Beside `done` stands what is still aboard a fleet, and what has no supply, before it is too late."""
    tables = {
        "board": {
            "Rome": "Pact infantry 1",
            "Tyrrhenian Sea": "Pact fleet 1 carrying Pact tank 1",
            "Morocco": "Pact infantry 2",
            "Western Mediterranean": "UK fleet 1",
        },
        "control": {"Allies": ["Algeria"]},
        "turn": {"side": "Axis", "step": "second-movement"},
    }
    assert note(at(tables), "done") == (
        "still aboard and then lost: Pact tank 1; unsupplied and then lost: Pact infantry 2"
    )
