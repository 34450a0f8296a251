"""South Front talked: verbs that are commands too, reasons all at once, whole games without an odd word."""

from random import Random

import pytest
from talked_match import TalkedMatch

from sealed.engine.notation import outcome_verbs
from sealed.games import TITLES
from sealed_client.text import commands
from sealed_client.text.looking_up import rules_lines
from sealed_client.text.reading import meant

TITLE = TITLES["south-front"]
CHANCE = set(outcome_verbs())


@pytest.fixture
def table():
    match = TalkedMatch(TITLE, 2, Random(3), {"first-hand": "first-game"})
    match.until("first-movement")
    return match


def test_only_two_verbs_are_commands_too():
    """Whatever else is typed means one thing."""
    named = {name for name in TITLE.notation.verbs if commands.parse(name).kind == name}
    assert named == {"board", "stop"}


def test_boarding_a_ship_is_an_answer(table):
    """`board PIECE SHIP` loads the piece, whatever its letters; without a ship the board is read."""
    assert table.say("board tripoli").lines == [
        "Axis, Tripoli (1 star, desert): Pact infantry 2, unsupplied."
    ]
    assert table.say("board pact tank 1 pact fleet 1").lines[0] == (
        "Pact tank 1 boarded Pact fleet 1 in Tyrrhenian Sea."
    )


def test_boarding_that_cannot_be_is_refused_with_its_reasons(table):
    """A ship out of reach is no word to look for on the board."""
    lines = table.say("board Pact tank 1 UK fleet 1").lines
    assert any(line.startswith("UK fleet 1 in Western Mediterranean belongs to") for line in lines)


@pytest.mark.parametrize("verb", sorted(CHANCE))
@pytest.mark.parametrize("line", ["{}", "{} pass", "why not {}", "why not {} x"])
def test_a_verb_of_chance_said_by_a_player_is_told_whose_it_is(table, line, verb):
    """Chance's verbs have no words for players; `order pass` is an easy slip for `orders pass`."""
    assert f"'{verb}' is chance's to say" in " ".join(table.say(line.format(verb)).lines)


def test_stop_stops_an_attack_where_that_can_be_answered():
    """While an attack can be stopped `stop` is that answer; else it offers the end of the game."""
    setup, stop = TITLE.setup(2), TITLE.notation.parse("stop")
    assert meant(TITLE, setup, "Stop", [stop]) == commands.Command(commands.ACTION, "Stop")
    assert meant(TITLE, setup, "stop", [TITLE.notation.parse("pass")]) == commands.Command("stop")


def test_an_impossible_answer_hears_every_reason_at_once(table):
    """Who tries a move learns all that stands against it, and the nearest legal one once."""
    lines = table.say("move Pact airplane 2 Tripoli").lines
    assert lines[0].startswith("Pact would be unsupplied in Tripoli")
    assert any(" closes " in line for line in lines)
    assert sum("Nearest legal" in line for line in lines) <= 1
    assert not table.talk.draft.actions


@pytest.mark.parametrize("number", [1, 2])
def test_the_part_that_is_played_is_named(number):
    """Seat 1 hears that it plays the Axis, seat 2 the Allies."""
    match = TalkedMatch(TITLE, 2, Random(4), number=number)
    name = ("Axis", "Allies")[number - 1]
    assert any(line.startswith(f"You play the {name}, seat {number}.") for line in match.said)


def test_rules_cards_and_spaces_can_be_looked_up():
    """Sections, cards with their exclamation marks, spaces with what borders them: all are read."""
    for name in ("supply", "Advance!", "Rommel Strikes!", "night convoy", "Gulf of Sidra"):
        assert not rules_lines(TITLE.id, name)[0].startswith("There is no section")
    assert "Malta" in rules_lines(TITLE.id, "Gulf of Sidra")[0]
    for card in TITLE.notation.names["card"].values():
        assert rules_lines(TITLE.id, card)[0].startswith(card)


def test_a_word_is_looked_for_at_the_beginning_of_words(table):
    """`list` and `board` find what begins like the word: `move` no removal, `UK` no Tobruk."""
    moves = table.say("list move").lines
    assert moves
    assert all(": move " in line for line in moves)
    lines = table.say("board uk").lines
    assert lines
    assert all("UK" in line for line in lines)
    assert all("Rome" in line for line in table.say("board rom").lines)


def test_the_words_after_a_verb_choose_among_its_answers(table):
    """`list VERB WORD` reads the answers of the verb with that word, `list WORD` those of all verbs."""
    both = table.say("list remove fleet").lines
    assert both
    assert all("remove Pact fleet" in line for line in both)
    verbs = {line.split(": ")[1].split()[0] for line in table.say("list fleet").lines}
    assert {"move", "take"} <= verbs


@pytest.mark.parametrize(
    ("value", "words"), [("open", "border open at this table"), ("closed", "border closed at this table")]
)
def test_rules_say_how_an_option_stands_at_a_table(value, words):
    """At a table `rules Egypt` says whether its border is open; elsewhere that this is an option."""
    setup = TITLE.setup(2, {"egypt-border": value})
    assert f"Palestine-Jordan ({words})" in rules_lines(TITLE.id, "Egypt", setup)[0]
    assert "Palestine-Jordan (option egypt-border)" in rules_lines(TITLE.id, "Egypt")[0]


def test_a_table_reads_the_rules_with_its_own_options(table):
    """`rules` typed at a table knows what was agreed there."""
    assert "(border closed at this table)" in table.say("rules Egypt").lines[0]


def test_rules_name_reactions_with_their_marks():
    """A card's passage calls its reaction as the card does, and ends with one mark."""
    passages = [rules_lines(TITLE.id, card)[0] for card in TITLE.notation.names["card"].values()]
    assert any(passage.endswith("Reaction: Advance!") for passage in passages)
    assert not any("!." in passage for passage in passages)


def test_an_attack_out_of_place_hears_what_leads_to_one(table):
    """Who types an attack where none is asked for reads how one comes about, once."""
    lines = table.say("why not attack Pact Albania Athens").lines
    assert sum("desperate-attack" in line for line in lines) == 1


def test_a_question_of_the_turn_comes_with_the_score(table):
    """The first question of a turn is followed by the points, and names its step but once."""
    lines = table.talk.hear("list").lines
    assert lines[0] == "Axis: move your pieces one by one, then say done. (First Movement Step)"
    assert lines[1] == "Victory Points: Axis 0, Allies 0."


def test_what_is_sent_is_told_before_what_it_brings():
    """A final answer is read first, then its consequences: also in the turn of the other side."""
    match = TalkedMatch(TITLE, 2, Random(3), {"first-hand": "first-game"}, number=2)
    match.until("defend")
    reply = match.say(str(match.talk.menus.menu.first))
    assert reply.lines[0].startswith("Sending, final")
    assert len(reply.lines) > 1


def test_the_board_of_a_game_that_was_given_up_says_who_has_won(table):
    """After a resignation `board` begins with how the game ended."""
    table.say("resign")
    table.say("yes")
    assert (
        table.say("board")
        .lines[0]
        .startswith("The game is over, because of a resignation. Victory for the Allies:")
    )
