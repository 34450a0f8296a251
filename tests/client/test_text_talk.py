"""A conversation at a table: drafts, undo, what is final, reasons at any time, and what is told of others."""

import ast
from pathlib import Path
from random import Random

import pytest
from talked_match import TalkedMatch

import sealed.games.popular_front
from sealed.engine.zones import cards
from sealed.games import TITLES
from sealed.games.popular_front.state import HAND
from sealed_client.follower import Follower
from sealed_client.seat_errors import NotAskedError
from sealed_client.text import commands
from sealed_client.text.table_talk import TableTalk
from sealed_client.viewing import Own, Viewer
from sealed_client.wishes import Answer, Resign

TITLE = TITLES["popular-front"]
PARTIAL = {"muster", "politics"}


@pytest.fixture
def table():
    match = TalkedMatch(TITLE, 2, Random(5), {"round-cap": "8"})
    match.others()
    return match


@pytest.fixture(scope="module")
def acting():
    """Is a table at which seat 1 is asked for its action, with a card for Muster."""
    match = TalkedMatch(TITLE, 2, Random(7), {"round-cap": "8"})
    match.until("act")
    return match


def _hand(match):
    return cards(match.match.seats[match.number].replica.state.zones[HAND])


def _muster(match):
    return next(action for action in match.talk.draft.legal() if action.verb == "muster")


def test_why_not_is_answered_when_not_asked(table):
    """`why not` gives the rule and the reason also while another seat is asked."""
    table.say(f"{table.talk.menus.menu.first}")
    assert table.talk.draft is None

    reply = table.say("why not recruit Madrid")

    assert any("(" in line for line in reply.lines)
    assert not reply.wishes


def test_why_not_of_a_legal_answer_says_that_nothing_stands_against_it(table):
    """A legal answer has no reasons against it."""
    legal = table.talk.draft.legal()[0]

    assert "legal now" in table.say(f"why not {legal.text}").lines[0]


def test_why_not_of_an_illegal_answer_names_what_stands_on_the_board(table):
    """A taken city is named in the reason."""
    first = table.talk.draft.legal()[0]
    table.say(first.text)
    table.others()

    reply = table.say(f"why not {first.text}")

    city = table.talk.phrases.name("city", first.args[0])
    assert f"A disk stands in {city} already." in reply.lines[0]


@pytest.mark.parametrize(
    "typed", ["place la coruña", "PLACE  La  Coruna", "do place La Coruna", "place la coruna"]
)
def test_free_notation_is_read_with_and_without_accents(table, typed):
    """Notation may be typed in any case, with accents or without."""
    table.say("confirm on")

    table.say(typed)

    assert [action.text for action in table.talk.draft.actions] == ["place La Coruna"]


def test_a_misspelt_action_gets_the_nearest_and_does_nothing(table):
    """What is no action is never guessed and done."""
    reply = table.say("place madird")

    assert "place Madrid" in reply.lines[0]
    assert not reply.wishes
    assert not table.talk.draft.actions


def test_a_city_alone_gets_the_actions_it_stands_in(table):
    """A name without a verb is not taken for an answer; the open answers with it are named."""
    reply = table.say("madrid")

    assert "It stands in: place Madrid." in reply.lines[0]
    assert not reply.wishes


def test_outcomes_of_chance_are_no_players_answers(table):
    """A player cannot type a deal."""
    assert "chance's to say" in table.say("deal Leader").lines[0]


def test_final_answers_are_marked_before_they_are_given(table):
    """In set-up every answer is final, and the question says so before."""
    assert any("cannot be taken back" in line for line in table.said)
    reply = table.say(str(table.talk.menus.menu.first))

    assert len(reply.wishes) == 1
    assert any(line.startswith("Sending, final") for line in reply.lines)


def test_with_confirm_on_a_final_answer_waits_for_send(table):
    """`confirm on` sends nothing by itself; undo still takes the answer back."""
    table.say("confirm on")
    reply = table.say(str(table.talk.menus.menu.first))
    assert not reply.wishes
    assert "cannot be taken back" in reply.lines[-1]

    table.say("undo")
    assert not table.talk.draft.actions
    table.say(str(table.talk.menus.menu.first))
    sent = table.say("send")

    assert isinstance(sent.wishes[0], Answer)


def test_undo_restores_the_position_of_the_draft_exactly(acting):
    """Undo within the draft gives back an equal state and the same answers."""
    draft = acting.talk.draft
    before, legal = draft.state, draft.legal()
    acting.say(_muster(acting).text)
    assert draft.actions

    acting.say("undo")

    assert acting.talk.draft.state == before
    assert acting.talk.draft.legal() == legal


def test_undo_without_a_draft_says_that_what_was_sent_is_final(table):
    """There is no undo of what was sent."""
    table.say(str(table.talk.menus.menu.first))
    table.others()

    assert "final" in table.say("undo").lines[0]


def test_a_draft_survives_a_notice(acting):
    """A NOTICE in the log leaves the draft as it is."""
    acting.say(_muster(acting).text)
    actions = acting.talk.draft.actions
    output = acting.match.table.credit(acting.match.tick() + 5000)
    acting.match.deliver(0, output)

    told = acting.look()

    assert any("nobody's clock ran" in line for line in told)
    assert acting.talk.draft.actions == actions
    acting.say("undo")


def test_a_drafts_events_are_told_once(acting):
    """What a player has tried is not told again when the log repeats it."""
    acting.say(_muster(acting).text)
    acting.say("done")
    acting.say("send")
    acting.others()

    played = [line for line in acting.talk.story.lines if "for Muster" in line.text]
    last = played[-1].text

    assert sum(line.text == last for line in played[-2:]) == 1


def test_the_log_tells_what_was_sent_and_not_what_was_tried(acting):
    """What is taken back was never done, so `log` does not tell it."""
    told = list(acting.talk.story.lines)
    acting.say(_muster(acting).text)
    acting.say("undo")

    assert acting.talk.story.lines == told


def test_an_answer_that_came_to_nothing_leaves_the_log(table):
    """An answer that could not be sent is told as trouble, and `log` forgets it."""
    told = list(table.talk.story.lines)
    table.talk.hear(str(table.talk.menus.menu.first))
    assert len(table.talk.story.lines) > len(told)

    table.talk.trouble(NotAskedError())

    assert table.talk.story.lines == told


@pytest.mark.parametrize(
    ("seats", "whom"),
    [(2, "You play the Nationalists, seat 1."), (4, "You play Falange (army: Nationalists), seat 1.")],
)
def test_a_player_is_told_whom_he_plays(seats, whom):
    """At the beginning the client says which colours and which army are the reader's own."""
    match = TalkedMatch(TITLE, seats, Random(3))
    match.others()

    assert sum(line.startswith(whom) for line in match.said) == 1


def test_others_cards_are_never_told():
    """A whole game's telling names a card of another player only once it has been shown to all."""
    match = TalkedMatch(TITLE, 2, Random(3), {"round-cap": "8"})
    match.until("act")
    told = " ".join(match.said)

    drawn = [line for line in match.said if "Republic drew" in line]
    assert drawn
    assert all(line.startswith("Republic drew a card") for line in drawn)
    assert "Nationalists drew a card" not in told


def test_the_own_hand_is_read_and_another_seats_is_not(acting):
    """`hand` reads the cards of the own seat."""
    line = acting.say("hand").lines[0]

    assert line.startswith("Nationalists, hand of")
    assert all(acting.talk.phrases.name("card", card) in line for card in _hand(acting))


def test_resigning_asks_first_and_anything_but_yes_does_nothing(table):
    """`resign` needs a yes; another line takes the question away."""
    table.say("resign")
    table.say("board")
    assert not table.say("yes").wishes

    table.say("resign")
    reply = table.say("yes")

    assert reply.wishes == (Resign(stop=False),)
    assert any("resignation" in line.casefold() for line in table.said)


def test_a_number_is_not_swallowed_by_an_open_yes_or_no_question(table):
    """After `stop` a number still answers the game's question, not the offer."""
    table.say("stop")
    reply = table.say(str(table.talk.menus.menu.first))

    assert isinstance(reply.wishes[0], Answer)


def test_who_names_the_seat_that_is_asked(table):
    """`who` says who owes an answer."""
    assert "you, seat 1" in table.say("who").lines[0]
    assert table.say("clock").lines == table.say("who").lines


def test_seal_counts_and_says_that_all_passed(table):
    """`seal` gives the entries verified so far."""
    lines = table.say("seal").lines

    assert f"{table.match.table.size} entries" in lines[0]
    assert "passed" in lines[-1]


def test_own_draws_and_slots_are_proven_and_recomputed(acting):
    """`prove` recomputes an own draw from the private message and the logged seal."""
    log = acting.match.seats[1].follower.notebook.entries
    draws = [entry.index for entry in log if entry.type == 5]
    ends = [entry.index for entry in log if entry.type == 4]
    lines = [line for index in draws for line in acting.say(f"prove {index}").lines]
    slots = [line for index in ends for line in acting.say(f"prove {index}").lines]

    assert sum("You drew" in line for line in lines) >= len(_hand(acting))
    assert any("matches" in line for line in lines)
    assert any("matches" in line for line in slots)
    assert not any("NOT MATCH" in line for line in [*lines, *slots])


def test_a_false_opening_does_not_match(acting):
    """A proof fails if the card of a private message is changed."""
    from sealed_client import proof

    follower = acting.match.seats[1].follower
    index = next(
        entry.index
        for entry in follower.notebook.entries
        if entry.type == 5 and proof._private(follower, entry.index)
    )
    message = bytearray(proof._private(follower, index))
    message[-40] ^= 1
    honest = proof._private
    try:
        proof._private = lambda _, at: bytes(message) if at == index else honest(follower, at)
        assert not all(one.matches for one in proof.prove(follower, index))
    finally:
        proof._private = honest


def test_prove_of_what_holds_no_chance_says_so(acting):
    """An entry without cards has nothing to prove."""
    assert "no chance and no card" in acting.say("prove 0").lines[0]
    assert "there is no entry" in acting.say("prove 99999").lines[0]


@pytest.mark.parametrize("name", [name for name in commands.HELP if name.islower() and name != "quit"])
def test_every_command_of_help_is_understood(acting, name):
    """Every command that help lists is answered in words, or by a record, and never taken for an action."""
    command = commands.parse(name)

    assert command.kind == name
    reply = acting.talk.hear(name)
    assert reply.lines or reply.keeps
    acting.talk.hear("no")


def test_rules_have_sections_and_unknown_ones_are_named(acting):
    """`rules SECTION` reads a section; an unknown one lists those that exist."""
    assert "Leader, 1 in a deck" in " ".join(acting.say("rules cards").lines)
    assert "combat" in acting.say("rules nonsense").lines[0]


def _rules_named():
    """Returns every rule that the title's questions and refusals can name in brackets."""
    folder = Path(sealed.games.popular_front.__file__).parent
    named = set()
    for node in (
        node for file in folder.glob("*.py") for node in ast.walk(ast.parse(file.read_text("utf-8")))
    ):
        match node:
            case ast.Call(func=ast.Name(id="Refusal"), args=[_, _, ast.Constant(value=str(rule))]):
                named.add(rule)
            case ast.Call(func=ast.Name(id="missing_card"), args=[*_, ast.Constant(value=str(rule))]):
                named.add(rule)
            case ast.AnnAssign(target=ast.Name(id="rule"), value=ast.Constant(value=str(rule))):
                named.add(rule)
    return sorted(named)


def test_the_rules_named_in_brackets_are_collected():
    """What the next test looks up is not nothing."""
    assert {"Units", "Card Play", "Actions", "Withdrawal", "F-21"} <= set(_rules_named())


@pytest.mark.parametrize("rule", _rules_named())
def test_every_rule_named_in_brackets_can_be_read(acting, rule):
    """What stands in brackets behind a question or a refusal is a name that `rules` knows."""
    said = acting.say(f"rules {rule}").lines

    assert said
    assert "There is no section" not in said[0]


def test_a_ruling_is_read_by_its_number(acting):
    """`rules F-21` reads question and answer of the ruling, without module and file names."""
    said = acting.say("rules f-21").lines

    assert said[0].startswith("F-21: May a colour attack from a city where only allies stand? No")
    assert "`" not in said[0]
    assert acting.say("rules P-20").lines == ["P-20: Without a card in hand no attack."]
    assert "There is no section 'F-999'" in acting.say("rules F-999").lines[0]


@pytest.mark.parametrize(
    ("typed", "form"),
    [
        ("attack Madrid", "attack ORIGIN TARGET"),
        ("attack Madrid Berlin", "attack ORIGIN TARGET"),
        ("move 1 Madrid", "move DISKS ORIGIN DESTINATION"),
        ("recruit Berlin", "recruit CITY"),
    ],
)
def test_how_an_action_is_written_says_what_each_word_is(acting, typed, form):
    """Whoever mistypes an action is told its form, with what each of two cities is for."""
    assert acting.say(f"why not {typed}").lines[0].endswith(f"It is written: {form}.")


def test_the_board_of_one_word_is_the_lines_with_it(acting):
    """`board WORD` reads the lines of a city or player, whatever the accents, and no others."""
    whole = acting.talk.presenter.board_lines(acting.talk.draft.state, acting.talk.phrases)

    assert acting.say("board cadiz").lines == [line for line in whole if "Cádiz" in line]
    assert acting.say("board Republic").lines == [line for line in whole if "Republic" in line]
    assert acting.say("board Berlin").lines == ["No line of the board has 'Berlin' in it."]


def test_help_says_why_numbers_run_on(acting):
    """`help NUMBER` says that a number typed too late answers nothing."""
    assert "run on from question to question" in acting.say("help number").lines[0]


def test_quit_says_how_to_come_back(acting):
    """Leaving names the command that leads back."""
    reply = acting.talk.hear("quit")

    assert reply.leaves
    assert "sealed join HERE" in reply.lines[0]


@pytest.mark.parametrize(
    "typed", ["", "   ", "x" * 5000, "prove x", "log -1", "log 99999999", "9" * 50, "undo 3", "\x00"]
)
def test_nonsense_is_answered_in_words_and_changes_nothing(acting, typed):
    """No typed line raises, and none does anything by accident."""
    size, actions = acting.match.table.size, acting.talk.draft.actions if acting.talk.draft else ()

    reply = acting.say(typed)

    assert not reply.wishes
    assert acting.match.table.size == size
    assert (acting.talk.draft.actions if acting.talk.draft else ()) == actions


def test_a_spectator_holds_nothing_and_answers_nothing():
    """Whoever watches hears what is public, and is refused every answer in words."""
    match = TalkedMatch(TITLE, 2, Random(2), {"round-cap": "8"})
    seat = match.match.seats[1]
    talk = TableTalk(seat.enrolment.rules, "sealed watch HERE")
    follower = Follower(
        seat.enrolment.rules,
        lambda *_: TITLE,
        match.match.signatures,
        referee_pk=match.match.referee.public,
        table_id=match.match.table.table_id,
    )
    viewer = Viewer("lobby", seat.enrolment.rules, 0)
    told = []
    for output in match.match.outputs:
        if output.entries and output.head is not None:
            viewer.note(follower.feed(output.entries, output.head).events, ())
            told += talk.see(viewer.snapshot(follower, Own()), follower)

    assert "Everybody agreed; the game begins." in told
    assert talk.hear("hand").lines == ["You are watching and hold no cards."]
    assert "watching" in talk.hear("place Madrid").lines[0]
    assert "watching" in talk.hear("resign").lines[0]
    assert "sealed watch HERE" in talk.hear("quit").lines[0]
