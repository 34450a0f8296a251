"""What a table's screen tells when nothing is asked: others, the line, devices, checks, time, the end."""

from dataclasses import replace
from random import Random

import pytest
from shown_match import ShownMatch

from sealed.fairness.live.verdicts import Klass, Outcome, Verdict
from sealed.games import TITLES
from sealed_client.presenters.gestures import AskResign, Choose, Close, HoldSpace, TapLog, TapSpace
from sealed_client.presenters.glimpse import glimpse_of
from sealed_client.presenters.journal import recalled
from sealed_client.presenters.manners import Manners
from sealed_client.presenters.requests import KeepRecord, Leave, Rematch
from sealed_client.presenters.table_presenter import NothingSeenError, TablePresenter
from sealed_client.table_view import Line, Stage
from sealed_client.wishes import Pause, Resign, Take
from sealed_client.words.messages import messages_of

TITLE = TITLES["popular-front"]
BROKEN = Verdict("LOG_ROOT", Outcome.FAIL, 3, "made up", Klass.C, 0)


def shown(seed=5, **how):
    return ShownMatch(TITLE, 2, Random(seed), {"round-cap": "8"}, **how)


@pytest.fixture
def placing():
    """Is a table at which seat 1 is asked where to place its first disk."""
    match = shown()
    match.until("place")
    return match


@pytest.fixture
def waiting(placing):
    """Is a table at which the other seat is asked."""
    placing.do(TapSpace(placing.table.scene.board.targets[0].space))
    placing.do(Choose(placing.table.scene.prompt.answers[0].key))
    return placing


@pytest.fixture(scope="module")
def ended():
    """Is a table whose game is over, revealed, and not yet audited."""
    match = shown()
    match.match.play(match.players)
    match.look()
    return match


def choose(match, answers, name):
    return match.table.do(Choose(next(answer.key for answer in answers if answer.key.endswith(f":{name}"))))


def test_there_is_no_scene_before_the_first_snapshot(placing):
    """Who asks for a scene too early is told what to do."""
    table = TablePresenter(placing.view().rules, messages_of("en"), Manners(), lambda: 0)

    with pytest.raises(NothingSeenError):
        str(table.scene)


def test_another_players_question_names_him(waiting):
    """While another seat is asked the prompt says who, offers nothing and rings nothing."""
    scene = waiting.table.scene

    assert scene.prompt.mood == "theirs"
    assert "Player 2" in scene.prompt.sentence.lead
    assert (scene.prompt.answers, scene.board.targets, scene.yours) == ((), (), False)


def test_a_touch_out_of_turn_says_whose_turn_it_is(waiting):
    """Touching the map while another seat is asked names that seat; Close closes it."""
    waiting.do(TapSpace(3))
    assert "Player 2" in waiting.table.scene.why_not.headline

    waiting.do(Close())

    assert waiting.table.scene.why_not is None


def test_a_refusal_marks_its_reasons_on_the_board(placing):
    """Every reason that is about a space has its number there, and nothing else is marked."""
    taken = placing.table.scene.board.targets[0].space
    placing.do(TapSpace(taken))
    placing.do(Choose(placing.table.scene.prompt.answers[0].key))
    placing.until("place")

    placing.do(TapSpace(taken))

    scene = placing.table.scene
    told = [(one.number, one.space) for one in scene.why_not.reasons if one.space is not None]
    assert told == [(1, taken)]
    assert [(mark.number, mark.space) for mark in scene.board.marks] == told
    assert TITLE.notation.name("city", taken) in scene.why_not.headline


def test_a_long_touch_tells_of_a_space(waiting):
    """What a space is can be asked at any time."""
    waiting.do(HoldSpace(3))

    assert waiting.table._tongue.phrases.name("city", 3) in waiting.table.scene.facts.heading


def test_before_the_game_there_is_a_table_without_a_board(placing):
    """While the table gathers, it says who is waited for."""
    placing.look(stage=Stage.GATHERING, state=None, asked=False, waiting_for="Marta")

    scene = placing.table.scene
    assert scene.prompt.mood == "waiting"
    assert "Marta" in str(scene.prompt.sentence)
    assert placing.table.do(TapSpace(3)) == ()


def test_a_void_table_can_only_be_left(placing):
    """A table that was given up offers the way out."""
    placing.look(stage=Stage.VOID, state=None, asked=False)

    assert placing.table.scene.prompt.mood == "over"
    assert choose(placing, placing.table.scene.prompt.answers, "leave") == (Leave(),)


def test_a_lost_line_keeps_the_question(placing):
    """Offline the question stays answerable, and the words say what still works."""
    before = placing.table.scene
    placing.look(line=Line.LOST, trouble="No route.")

    scene = placing.table.scene
    assert scene.prompt.mood == "offline"
    assert scene.prompt.note
    assert scene.prompt.sentence == before.prompt.sentence
    assert scene.board == before.board


def test_how_long_the_line_is_gone_is_told_seldom(placing):
    """The time since the line was lost changes in steps, so that a quiet screen stays quiet."""
    placing.look(line=Line.LOST, trouble="No route.")
    texts = set()
    changes = 0
    for _ in range(120):
        texts.add(placing.table.scene.prompt.over)
        placing.now_ms += 1000
        changes += placing.table.tick()
    assert len(texts) == changes <= 6


def test_an_idle_table_does_not_change(placing):
    """Without a clock nothing changes by itself."""
    before = placing.table.scene
    placing.now_ms += 100_000

    assert not placing.table.tick()
    assert placing.table.scene is before


def test_a_seat_played_elsewhere_can_be_taken_over_once(placing):
    """The other device goes on until this one takes the seat; a double tap takes it once."""
    placing.look(elsewhere=True, asked=False)
    answers = placing.table.scene.prompt.answers

    assert placing.table.scene.prompt.mood == "elsewhere"
    assert choose(placing, answers, "take") == (Take(),)
    assert choose(placing, answers, "take") == ()


def test_the_clock_belongs_to_the_open_decision(placing):
    """The chip shows what is left, changes with its text, and warns in the last twenty seconds."""
    seat = placing.match.seats[1]
    glimpse = glimpse_of(seat.follower)._replace(dues=(100_000, None))
    placing.now_ms = 0
    placing.table.see(placing.view(ahead_ms=0), glimpse)
    assert (placing.table.scene.clock.text, placing.table.scene.clock.warns) == ("1:40", False)

    placing.now_ms = 400
    assert placing.table.tick()
    placing.now_ms = 81_000
    assert placing.table.tick()

    assert (placing.table.scene.clock.text, placing.table.scene.clock.warns) == ("0:19", True)


def test_pauses_are_offered_where_the_table_has_them(placing):
    """A wish for a pause can be made, agreed to and taken back."""
    glimpse = glimpse_of(placing.match.seats[1].follower)._replace(pause_left_ms=60_000)
    rules = placing.view().rules
    params = type(rules.params)()
    params.CopyFrom(rules.params)
    params.clock.pause_s = 60
    view = placing.view(ahead_ms=0, rules=replace(rules, params=params))
    placing.table.see(view, glimpse)
    assert choose(placing, placing.table.scene.prompt.answers, "pause") == (Pause(True),)

    placing.table.see(view, glimpse._replace(pause_wishes=(1,)))

    assert choose(placing, placing.table.scene.prompt.answers, "resume") == (Pause(False),)


def test_resigning_is_asked_again_whatever_the_manners():
    """Resigning, or offering to stop, takes a second word; keeping on playing takes nothing."""
    match = shown(manners=Manners(ask_before_final=False))
    match.until("place")
    for name, wishes in (("stay", ()), ("stop", (Resign(stop=True),)), ("resign", (Resign(stop=False),))):
        assert match.do(AskResign()) == ()
        answers = match.table.scene.confirmation.answers
        assert choose(match, answers, name) == wishes
        assert match.table.scene.confirmation is None


def test_under_a_confirmation_the_table_is_out_of_reach(placing):
    """While the table asks something itself, touches on the map do nothing."""
    placing.do(AskResign())
    before = placing.table.scene

    placing.do(TapSpace(before.board.targets[0].space))

    assert placing.table.scene == before


def test_a_failed_check_covers_the_table_in_words(placing):
    """The seal turns to failed, the alarm names the check, and the ways on are the record and the door."""
    placing.look(failure=BROKEN)

    scene = placing.table.scene
    assert scene.seal.state == "failed"
    assert any("LOG_ROOT" in line for line in scene.alarm.lines)
    assert choose(placing, scene.alarm.answers, "record") == (KeepRecord(),)
    assert choose(placing, scene.alarm.answers, "leave") == (Leave(),)


def test_what_stands_before_a_failure_was_verified(waiting):
    """Lines of the log before the entry that failed keep their seal; from there on it is broken."""
    waiting.until("place")
    failed_at = waiting.table.scene.log[0].entry
    waiting.look(failure=replace(BROKEN, entry=failed_at))

    seals = {line.entry < failed_at: line.seal for line in waiting.table.scene.log}
    assert seals == {True: "verified", False: "failed"}


def test_signatures_that_wait_leave_nothing_verified(waiting):
    """While signatures are still to be checked the seal says so."""
    waiting.look(pending=7)

    assert waiting.table.scene.seal.state == "checking"
    assert any("7" in line for line in waiting.table.scene.seal.lines)
    assert {line.seal for line in waiting.table.scene.log} == {"checking"}


def test_a_table_that_ended_in_trouble_says_why(placing):
    """If the session cannot go on, the sentence stands there with a way on."""
    placing.look(line=Line.ENDED, trouble="The disk is full.")

    assert "The disk is full." in placing.table.scene.alarm.lines


def test_a_line_of_the_log_lights_its_spaces(waiting):
    """A touched line lights the spaces it is about; touched again it goes dark."""
    line = next(line for line in waiting.table.scene.log if line.spaces)
    waiting.do(TapLog(line.key))
    assert waiting.table.scene.board.lit == line.spaces

    waiting.do(TapLog(line.key))

    assert waiting.table.scene.board.lit == ()


def test_the_log_tells_entries_newest_first(ended):
    """Lines go back in the log, and their keys are their own."""
    log = ended.table.scene.log
    entries = [line.entry for line in log]

    assert entries == sorted(entries, reverse=True)
    assert len({line.key for line in log}) == len(log)


def test_what_was_before_this_device_came_back_can_be_recalled(ended):
    """A client that comes back late recalls the public story of the entries before."""
    seat = ended.match.seats[1]
    table = TablePresenter(seat.enrolment.rules, messages_of("en"), Manners(), lambda: 0)
    table.see(replace(ended.view(), happenings=()), seat.follower)
    assert table.scene.log == ()

    table.remember(recalled(seat.follower.notebook.lines, seat.enrolment.rules, table.lacks))

    assert table.lacks == 0
    whole = [line.entry for line in ended.table.scene.log]
    assert {line.entry for line in table.scene.log} >= {entry for entry in whole if entry < 20}


def test_another_language_says_everything_anew(ended):
    """After a change of language nothing of the former one is left in the log or at the end."""
    english = ended.table.scene
    ended.table.speak(messages_of("es"))
    spanish = ended.table.scene
    ended.table.speak(messages_of("en"))

    assert ended.table.scene == english
    assert spanish.ending.heading != english.ending.heading
    same = {line.text for line in english.log} & {line.text for line in spanish.log}
    assert same == set()


def test_the_end_shows_the_audit_and_then_its_verdict():
    """Until the report is there the end shows how far the audit is; then the verdict and what it counted."""
    match = shown()
    match.match.play(match.players)
    match.look()
    before = match.table.scene.ending
    assert 0 < before.progress < 1
    match.match.finish()

    match.look()

    after = match.table.scene.ending
    assert (after.progress, after.seal) == (None, "verified")
    assert after.verdict.lead
    assert after.lines
    for name, request in (("rematch", Rematch()), ("record", KeepRecord()), ("leave", Leave())):
        assert choose(match, after.answers, name) == (request,)


def test_motions_are_shown_once():
    """What the player did is moved when he does it, and not once more when the log confirms it."""
    match = shown()
    match.until("place")
    serial = match.table.scene.motions.serial
    match.do(TapSpace(match.table.scene.board.targets[0].space))
    chosen = match.table.scene.motions
    assert chosen.serial == serial + 1
    assert len(chosen.each) == 1

    match.do(Choose(match.table.scene.prompt.answers[0].key))

    assert match.table.scene.motions == chosen


def test_names_that_others_chose_are_made_harmless(waiting):
    """A name with letters that turn the text around does not reach the screen as it is."""
    waiting.look(names=("Ann", "Eve\u202e\n"))

    assert not set("\u202e\n") & set(str(waiting.table.scene.prompt.sentence))
