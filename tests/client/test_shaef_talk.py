"""SHAEF talked: its verbs and the commands, templates, lists of answers, memory, a whole match."""

import re
from random import Random

import pytest
from talked_match import TalkedMatch

from sealed.engine import kernel
from sealed.engine.notation import outcome_verbs
from sealed.engine.zones import cards
from sealed.games import TITLES
from sealed.games.shaef.pack.facts import UK
from sealed.games.shaef.position import unit_named
from sealed.games.shaef.setup.templates import historical_answers
from sealed.games.shaef.state import ALLIES, AXIS, DOWN, RESERVE, UNITS
from sealed.games.shaef.units.cards import BY_RULE
from sealed.games.shaef.units.holdings import assigned
from sealed.games.shaef.units.organisation import MOST_CARDS
from sealed_client.presenters.shaef.memory import remembered
from sealed_client.text import commands
from sealed_client.text.looking_up import rules_lines
from sealed_client.text.reading import meant
from sealed_client.text.recalling import Past, own_looks, recalled
from sealed_client.text.telling import draft_words
from sealed_client.text.templates import told

TITLE = TITLES["shaef"]
SETUP = TITLE.setup(2)
ULTRA = BY_RULE["ULTRA"]
NATION = [unit.nation for unit in UNITS]


@pytest.fixture
def table():
    """A Historical match at the first question of the Allied turn."""
    match = TalkedMatch(TITLE, 2, Random(3))
    match.say("1")
    match.until("muster")
    return match


def test_only_one_verb_is_a_command_too():
    """Whatever else is typed means one thing."""
    named = {name for name in TITLE.notation.verbs if commands.parse(name).kind == name}
    assert named - set(outcome_verbs()) == {"take"}


def test_taking_a_card_is_an_answer_and_take_alone_is_the_command():
    """`take SOURCE CARD` answers, wrong or right; `take` alone takes the seat over."""
    line = "take Reinforcement Deck Ultra"
    assert meant(TITLE, SETUP, line, []) == commands.Command(commands.ACTION, line)
    assert meant(TITLE, SETUP, "Take nothing known", []).kind == commands.ACTION
    assert meant(TITLE, SETUP, "take", []).kind == "take"


def test_what_can_be_given_any_time_stands_last_in_one_line(table):
    """The question's own answers come first, written out; flips, discards and disbandings are counted."""
    lines = table.say("list").lines
    assert lines[0].startswith("Allies: which Army HQ comes into play?")
    assert lines[1].startswith(
        "June 1944 (1 of 10), turn of the Allies. Operation Points: Allies 3, Axis 10."
    )
    assert lines[2] == "Nothing of yours can do that now: say done to go on."
    assert ": done" in lines[3]
    assert re.search(r"besides: flip \d+, discard \d+, disband \d+; 'list flip' reads", lines[-1])
    assert len(lines) < 8
    flips = table.say("list flip XXX").lines
    assert flips
    assert all("of XXX Corps" in line for line in flips)


def test_a_verb_of_another_phase_is_refused_with_advice(table):
    """Who types a move in the Replacement Phase hears all reasons, and when units move."""
    lines = table.say("move V Corps Paris").lines
    assert lines[0].startswith("That does not answer what is asked now: Army HQs.")
    assert lines[-1].startswith("Units move in the three Movement Phases")


@pytest.mark.parametrize("number", [1, 2])
def test_a_template_lays_out_the_free_scenario(number):
    """Its answers are given as drafts; the cards lie where they are printed, and `done` ends the set-up."""
    match = TalkedMatch(TITLE, 2, Random(3), {"scenario": "free"}, number=number)
    side = (ALLIES, AXIS)[number - 1]
    if side == AXIS:
        match.until("station")
    for _ in range(4):
        if "template june" not in match.say("template").lines[0]:
            break
        match.say("template june")
    assert match.match.asked == (number,)
    assert match.talk.draft.question.id == "organise"
    match.say("done")
    laid = {}
    for action in historical_answers(side, free=True):
        if action.verb == "organise":
            unit = action.args[0]
            laid[unit] = 0
        elif action.verb == "take":
            laid[unit] += 1
    s = match.talk.view.state
    assert {unit: assigned(s, unit) for unit in laid} == laid
    assert match.match.asked != (number,) or match.talk.view.question.id not in {"organise", "station"}


def test_a_template_goes_on_from_what_has_been_laid_out_otherwise():
    """A unit that another card has filled is passed over, and what has no place is left to the player."""
    match = TalkedMatch(TITLE, 2, Random(3), {"scenario": "free"})
    own = (f"take Reinforcement Deck {number} Infantry Division" for number in ("1st", "9th"))
    for line in ("set-up", "organise XIX Corps", *own, "done", "template june", "template june"):
        match.say(line)
    assert match.say("why not done").lines[0].startswith("Land Forces that still have to be assigned: 1.")
    assert "template june" not in match.say("template").lines[0]
    for line in ("organise V Corps", "take Reinforcement Deck 3rd Armored Division", "done"):
        match.say(line)
    assert match.say("why not done").lines[0].startswith("Nothing stands against it")


def test_what_a_template_has_done_is_told():
    """Of a fire every answer is told, of a whole set-up, which is long, the last one."""
    steps = [[f"{number} fires too."] for number in range(16)]
    assert told(steps) == [line for step in steps for line in step]
    assert told([*steps, ["the end", "of it"]]) == ["the end", "of it"]


def test_equal_answers_in_a_row_are_said_once_when_they_are_sent(table):
    """Three phases that were passed over are one word in the line of what is sent."""
    for _ in range(3):
        table.say("done")
    assert draft_words(table.talk.phrases, table.talk.draft) == "done (3 times)"


def test_an_order_that_ends_with_the_own_turn_says_when_own_will_hold(table):
    """`orders own on` beside `orders pass` is answered with what it waits for."""
    table.say("orders pass")
    assert table.say("orders own on").lines[-1].startswith("Orders will hold in your own turn, too, once")
    table.say("orders dice")
    assert table.say("orders").lines[1] == "Orders hold in your own turn, too."


def test_there_is_no_template_in_a_game_that_goes_on(table):
    """The command says so."""
    assert table.say("template june").lines[0] == "There is no template for what is asked now."


def test_what_was_seen_is_read_with_the_board():
    """A card that the enemy has flipped is remembered after his clean-up, in a line with his unit's name."""
    match = TalkedMatch(TITLE, 2, Random(5), number=2, bot="steady")
    match.say("1")
    for _ in range(400):
        match.others()
        found = [line for line in match.say("board").lines if "Remembered of" in line]
        while not found and "more" in match.said[-1]:
            found = [line for line in match.say("more").lines if "Remembered of" in line]
        if found or kernel.over(match.talk.view.state):
            break
        match.match.answer(2, match.bots[2].answer, 1)
        match.look()
    assert found
    assert "seen in June 1944" in found[0]
    name = found[0].removeprefix("Remembered of ").partition(",")[0]
    assert unit_named(name) < 32
    assert match.say(f"board {name}").lines


def test_rules_cards_regions_and_abilities_can_be_looked_up():
    """Sections, paragraphs, cards, regions with what borders them: all are read."""
    for name in ("12.4d", "supply", "shaef-cards 7", "React", "Normandy", "Côte d'Azur"):
        assert not rules_lines(TITLE.id, name)[0].startswith("There is no section"), name
    assert "Lower Seine (over a river)" in rules_lines(TITLE.id, "Normandy")[0]
    for card in TITLE.notation.names["card"].values():
        assert rules_lines(TITLE.id, card)[0].startswith(card)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_match_is_told_in_whole_sentences(seed):
    """Nothing that is said of a random match has a brace or an empty line in it."""
    match = TalkedMatch(TITLE, 2, Random(seed), number=seed)
    rng = Random(seed)
    for _ in range(600):
        if match.talk.view.result:
            break
        draft = match.talk.draft
        if draft is None or not match.match.seats[seed].asked:
            match.others()
            continue
        match.say("send" if draft.done else rng.choice(draft.legal()).text)
    assert len(match.said) > 300
    assert [line for line in match.said if "{" in line or "}" in line or not line.strip()] == []


def has_place(s, unit):
    """Tell whether a British unit holds fewer than four cards."""
    return NATION[unit] == UK and assigned(s, unit) < MOST_CARDS


def curious(bot):
    """Return a player that brings Ultra into a unit, uses it when it can, and else is a bot."""

    def answer(s, seat):
        legal = kernel.legal_actions(s, seat)
        ultra = [one for one in legal if "Ultra" in one.text and one.verb in {"take", "use"}]
        aims = [one for one in legal if one.verb == "choose-unit"]
        waits = any(card == ULTRA for card in cards(s.zones[RESERVE + ALLIES]))
        opens = [one for one in legal if one.verb == "organise" and waits and has_place(s, one.args[0])]
        return (ultra + aims + opens)[0] if ultra or aims or opens else bot.answer(s, seat)

    return answer


def test_a_look_is_remembered_by_who_looked_and_nobody_else():
    """After Ultra the Allies read the cards of the unit with their month; the memory comes from their log."""
    match = TalkedMatch(TITLE, 2, Random(2), bot="steady")
    match.say("1")
    player = curious(match.bots[1])
    for _ in range(400):
        looked = [one for one in match.talk.view.happenings if one.id == "looked"]
        if looked:
            break
        if match.match.seats[1].asked:
            match.match.answer(1, player, 1)
        match.others()
    unit = looked[0].args[1]
    follower = match.match.seats[1].follower
    (seen,) = own_looks(follower, 1)
    assert own_looks(match.match.seats[2].follower, 2) == []
    theirs = match.match.seats[2].follower.replica.state
    assert seen == tuple(cards(theirs.zones[DOWN + unit]))
    table = match.talk._table()
    line = next(one for one in recalled(table) if TITLE.notation.name("unit", unit) in one)
    assert all(TITLE.notation.name("card", card) in line for card in seen)


def test_what_happened_before_the_client_came_back_is_read_from_the_log():
    """Who comes back to a running game remembers what everybody has seen since the beginning."""
    match = TalkedMatch(TITLE, 2, Random(5), bot="steady")
    match.say("1")
    for _ in range(40):
        if match.match.seats[1].asked:
            match.match.answer(1, match.bots[1].answer, 1)
        match.others()
    follower, happenings = match.match.seats[1].follower, match.talk.view.happenings
    past = Past().before(follower, len(follower.notebook.entries))
    assert remembered(past, [], ALLIES) == remembered(happenings, [], ALLIES)
    assert any(one.id == "flipped" for one in past)
