"""South Front read aloud: board and hand as lines, refusals with their causes, what answers are worth."""

import pytest

from sealed.engine import kernel
from sealed.engine.explain import why_not
from sealed.engine.eye import EVERYBODY, seat_eye
from sealed.engine.frames import Node
from sealed.engine.kernel import view
from sealed.engine.message import Event, Refusal
from sealed.engine.value import copy_with
from sealed.games import TITLES
from sealed.games.south_front.board.pieces import space_of
from sealed.games.south_front.combat.battle import NOTHING
from sealed.games.south_front.position import build
from sealed.games.south_front.state import AIRPLANE, FLEET
from sealed_client.presenters.south_front import answer_note, board_lines, hand_lines, question_lines
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
            "to continue takes any piece, or a Sustain Attack",
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


def battle(where, **given):
    """Return a position whose attacker is asked to continue, with some facts of the combat."""
    s = at({**BATTLE, "forces": {"Athens": 0}}, *PAID, "attack Pact Albania Athens", "lose UK airplane 1")
    asked = s.stack.frame
    target = {"land": asked.battle.target, "sea": SEA}[where]
    return copy_with(
        s, stack=Node(copy_with(asked, battle=copy_with(asked.battle, target=target, **given)), s.stack.below)
    )


SEA = next(n for n, name in TITLE.notation.names["space"].items() if name == "Aegean Sea")


@pytest.mark.parametrize(
    ("where", "demanded", "what"),
    [
        ("land", 4, "a Sustain Attack"),
        ("land", 3, "an airplane, a fleet or a Sustain Attack"),
        ("land", 2, "a tank, an airplane, a fleet or a Sustain Attack"),
        ("land", 1, "any piece, or a Sustain Attack"),
        ("sea", 4, "Naval Combat"),
        ("sea", 3, "a fleet or Naval Combat"),
        ("sea", 2, "an airplane, a fleet or Naval Combat"),
        ("sea", 1, "any piece but a carrier, or Naval Combat"),
    ],
)
def test_what_continues_an_attack_is_named(where, demanded, what):
    """Beside `stop` stands what going on takes, by name and not by rank."""
    s = battle(where, demanded=demanded, lost=NOTHING)
    assert note(s, "stop") == f"to continue takes {what}"


@pytest.mark.parametrize(
    ("where", "lost", "expected"),
    [
        ("land", AIRPLANE, "Anti-Air continues it too"),
        ("land", FLEET, "Naval Combat continues it too"),
        ("sea", AIRPLANE, "Anti-Air continues it too"),
    ],
)
def test_a_reaction_that_fits_the_last_loss_is_named(where, lost, expected):
    """After the loss of an airplane, or on land of a fleet, one more reaction continues the attack."""
    found = note(battle(where, demanded=3, lost=lost), "stop")
    assert found.split("; ")[1:] == [expected]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((), []),
        (("contingency Bulgaria Signs Pact",), ["Being carried out, Bulgaria Signs Pact: Activate Bulgaria"]),
        (PAID[:1], []),
        (PAID, []),
        ((*PAID, "attack Pact Albania Athens"), ["Combat: Pact attacks Athens from Albania. Force: "]),
    ],
    ids=["action", "card", "price", "own attack", "defence"],
)
def test_a_question_comes_with_what_it_is_about(answers, expected):
    """Questions of a card come with its text, those in a combat with who fights, a price with neither."""
    lines = question_lines(at(BATTLE, *answers), ENGLISH)
    assert len(lines) == len(expected)
    assert all(line.startswith(start) for line, start in zip(lines, expected, strict=True))


def test_a_turn_begins_with_the_score_and_what_lacks_supply():
    """The first question of a turn comes with the points and the own unsupplied pieces, the next without."""
    s = at({**START, "turn": {"side": "Axis"}, "points": {"Axis": 3, "Allies": 5}})
    assert question_lines(s, ENGLISH) == [
        "Victory Points: Axis 3, Allies 5.",
        "Unsupplied now: Pact infantry 2 in Tripoli.",
    ]
    moved = at({**START, "turn": {"side": "Axis"}}, "move Pact fleet 1 Ionian Sea")
    assert question_lines(moved, ENGLISH) == []


def test_the_board_after_the_end_says_who_has_won():
    """A finished game has no next scoring; its board names the winner."""
    s = copy_with(at({**START, "turn": {"side": "Axis"}}), round=16, winner=2, stack=None)
    lines = board_lines(s, ENGLISH)
    assert lines[0] == "Over after round 16: Spring 1944, of 16. Victory for the Allies."
    assert lines_with(lines, "scoring") == []


def test_a_card_is_offered_with_the_reaction_that_it_gives_up():
    """Who plays a card cannot use its reaction any more, and reads which one that is."""
    assert note(at(BATTLE), "play Golden Square Coup").endswith(". Gives up its reaction Retreat")


def test_what_averting_a_card_costs_is_said():
    """Beside `pay` stands how many cards it takes."""
    hands = {"Axis": ["Vichy Colonial Support", "Regia Marina"], "Allies": ["Convoy Raiders"]}
    turn = {"side": "Allies", "step": "act"}
    s = at({**BATTLE, "hands": hands, "turn": turn}, "play Convoy Raiders")
    assert note(s, "pay") == "costs 2 cards"


def test_what_declining_brings_is_said():
    """Beside `decline` stands who gains if no card is discarded."""
    hands = {"Allies": ["Rock of Gibraltar", "Operation Compass"]}
    allies = {**BATTLE, "hands": hands, "turn": {"side": "Allies", "step": "act"}}
    s = at(allies, "contingency Expeditionary Force")
    assert note(s, "decline") == "then 1 Victory Point for the Axis"


def test_who_comes_onto_the_board_on_a_ship_is_told_with_it():
    """`deployed` names the ship where the position shows that the piece is aboard of one."""
    s = at({"board": {"Tyrrhenian Sea": "Pact fleet 1 carrying Pact tank 1", "Rome": "Pact infantry 1"}})
    pieces = [TITLE.notation.parse(f"remove Pact {name} 1").args[0] for name in ("tank", "infantry")]
    aboard, ashore = (Event("deployed", (piece, space_of(s, piece)), EVERYBODY) for piece in pieces)
    assert ENGLISH.events([aboard, ashore], s) == [
        "Pact tank 1 was deployed aboard Pact fleet 1 in Tyrrhenian Sea.",
        "Pact infantry 1 was deployed in Rome.",
    ]


def test_a_round_says_that_it_is_scored():
    """Rounds 3 and 4 are told, and of the first that a scoring follows."""
    told = ENGLISH.events([Event("round", (number,), EVERYBODY) for number in (3, 4)])
    assert told == ["Round 3: Winter 1940. Scoring after this round.", "Round 4: Spring 1941."]


def test_a_name_with_a_mark_of_its_own_ends_a_sentence():
    """No full stop follows the exclamation mark of a card."""
    told = ENGLISH.event(Event("shown", (0, CARDS["Rommel Strikes!"]), EVERYBODY))
    reaction = ENGLISH.event(Event("reaction", (0, CARDS["Rommel Strikes!"]), EVERYBODY))
    assert "!." not in told + reaction
    assert ENGLISH.say("lines.shown", side="Axis", cards="Rommel Strikes!") == (
        "Axis, open discards: Rommel Strikes!"
    )


def test_a_refusal_before_the_war_names_its_round():
    """Who moves a USA piece too early reads from which round on it moves."""
    tables = {"board": {"South Atlantic": "USA fleet 1"}, "turn": {"side": "Allies"}}
    found = told(at(tables), "move USA fleet 1 Western Mediterranean", seat=2)
    assert any(line.startswith("USA (at war from round 7: Winter 1941) is not at war yet") for line in found)


@pytest.mark.parametrize(
    ("said", "ending"),
    [
        (ENGLISH, "Nearest legal: move Pact fleet 1 to Ionian Sea [move Pact fleet 1 Ionian Sea]."),
        (
            SPANISH,
            "hacer: mover flota 1 del Pacto a Mar Jónico [move Pact fleet 1 Ionian Sea].",
        ),
    ],
    ids=["en", "es"],
)
def test_the_nearest_answer_is_said_and_shown_as_it_is_typed(said, ending):
    """A refusal ends in the words of the nearest answer, with its notation in brackets."""
    action = TITLE.notation.parse("move Pact fleet 1 Ionian Sea")
    refusal = Refusal("nothing-to-move", (), "", action)
    assert said.refusal(refusal).endswith(ending)
