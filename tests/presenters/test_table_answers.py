"""How a table is answered: picks, the last word, undo, refusals, double taps, manners, a killed app."""

from dataclasses import replace
from random import Random

import pytest
from shown_match import ShownMatch

from sealed.engine.kernel import legal_actions
from sealed.engine.value import copy_with
from sealed.games import TITLES
from sealed_client.presenters.gestures import Choose, Cycle, TapCard, TapSea, TapSpace, Undo
from sealed_client.presenters.manners import Manners
from sealed_client.presenters.scene import Motions
from sealed_client.presenters.table_presenter import TablePresenter
from sealed_client.seat_errors import NotAskedError
from sealed_client.table_view import Rejected
from sealed_client.wishes import Answer
from sealed_client.words.messages import messages_of

TITLE = TITLES["popular-front"]
AT_ONCE = Manners(ask_before_final=False)
PASSING = Manners(auto_pass=True)


def shown(seed=5, **how):
    return ShownMatch(TITLE, 2, Random(seed), {"round-cap": "8"}, **how)


@pytest.fixture
def placing():
    """Is a table at which seat 1 is asked where to place its first disk."""
    match = shown()
    match.until("place")
    return match


@pytest.fixture
def acting():
    """Is a table at which seat 1 is asked for its action."""
    match = shown(7)
    match.until("act")
    return match


def still(scene):
    """Returns a scene without its motions, which are never shown twice."""
    return replace(scene, motions=Motions())


def offered(scene):
    """Returns a gesture for everything that the scene offers as an answer."""
    combat = scene.combat
    sides = (combat.attacker, combat.defender) if combat is not None else ()
    faces = [face for row in scene.hand.rows for face in row.cards]
    faces += [face for side in sides for face in (*side.deployed, *side.reserve)]
    return [
        *(TapSpace(target.space) for target in scene.board.targets),
        *(TapCard(face.key) for face in faces if face.state == "answers"),
        *(Choose(answer.key) for answer in scene.prompt.answers if answer.ready),
    ]


def button(scene, name):
    return next(Choose(answer.key) for answer in scene.prompt.answers if answer.key.endswith(f":{name}"))


def test_targets_are_the_legal_answers(placing):
    """The ringed spaces are those of the legal answers."""
    legal = {action.args[0] for action in placing.view().legal()}

    assert {target.space for target in placing.table.scene.board.targets} == legal


def test_the_last_answer_waits_for_a_word_that_names_it(placing):
    """What cannot be taken back is named on a button, with a note, before anything is sent."""
    space = placing.table.scene.board.targets[0].space

    outcomes = placing.do(TapSpace(space))

    prompt = placing.table.scene.prompt
    assert outcomes == ()
    assert [answer.rank for answer in prompt.answers] == ["primary"]
    assert placing.table._tongue.phrases.name("city", space) in prompt.answers[0].label
    assert prompt.note
    assert prompt.undo


def test_the_word_sends_the_draft_once(placing):
    """The button before the point of no return sends what was chosen; the same tap again does nothing."""
    action = placing.view().legal()[0]
    placing.table.do(TapSpace(action.args[0]))
    send = Choose(placing.table.scene.prompt.answers[0].key)

    outcomes = placing.table.do(send)

    assert [outcome.draft.actions for outcome in outcomes] == [(action,)]
    assert placing.table.do(send) == ()


def test_without_asking_an_answer_is_sent_as_it_is_chosen():
    """Who does not want to be asked again is not."""
    match = shown(manners=AT_ONCE)
    match.until("place")

    outcomes = match.do(TapSpace(match.table.scene.board.targets[0].space))

    assert isinstance(outcomes[0], Answer)


def test_what_is_on_its_way_cannot_be_changed(placing):
    """While an answer is sent nothing is ready, nothing ringed, nothing to undo."""
    placing.table.do(TapSpace(placing.table.scene.board.targets[0].space))
    placing.table.do(Choose(placing.table.scene.prompt.answers[0].key))

    scene = placing.table.scene
    assert scene.prompt.mood == "sending"
    assert offered(scene) == []
    assert scene.prompt.undo == ""
    placing.table.do(Undo())
    assert placing.table.scene == scene


def test_another_touch_compares_instead_of_explaining(placing):
    """Before it is sent, touching another legal space chooses that one instead."""
    first, second = placing.table.scene.board.targets[:2]
    placing.do(TapSpace(first.space))

    placing.do(TapSpace(second.space))

    assert placing.table.kept() == (f"place {TITLE.notation.name('city', second.space)}",)
    assert placing.table.scene.why_not is None


def test_a_double_tap_does_not_answer_the_next_question(acting):
    """A key belongs to its question: after any answer it does nothing, whatever is asked then."""
    rng = Random(3)
    for _ in range(150):
        acting.others()
        scene = acting.table.scene
        if scene.ending is not None:
            break
        gesture = rng.choice(offered(scene))
        acting.do(gesture)
        after, kept = acting.table.scene, acting.table.kept()
        if isinstance(gesture, Choose):
            assert acting.do(gesture) == ()
            assert acting.table.kept() == kept
            assert still(acting.table.scene) == replace(still(after), notice="")


def test_undo_gives_back_the_former_scene(acting):
    """Whatever was picked or answered and not sent, undo shows the table exactly as it was."""
    rng = Random(4)
    undone = 0
    for _ in range(150):
        acting.others()
        before = acting.table.scene
        if before.ending is not None:
            break
        gesture = rng.choice(offered(before))
        acting.table.do(gesture)
        assert acting.table.scene.prompt.mood == "yours"
        acting.table.do(Undo())
        assert still(acting.table.scene) == replace(still(before), notice="")
        undone += 1
        acting.do(gesture)
        if acting.table._answering.done:
            acting.do(button(acting.table.scene, "send"))
    assert undone > 30


def test_a_scene_is_a_value_of_what_was_seen(acting):
    """The same snapshots and gestures make an equal scene."""
    twin = shown(7)
    twin.until("act")

    assert twin.table.scene == acting.table.scene


def test_an_answer_leads_into_the_draft_and_nothing_out(acting):
    """Choices within the turn are private: they are kept in the draft and nothing is wished."""
    face = next(card for row in acting.table.scene.hand.rows for card in row.cards if card.state == "answers")

    acting.do(TapCard(face.key))
    outcomes = acting.do(button(acting.table.scene, "button-muster"))

    assert outcomes == ()
    assert acting.table.kept()[0].startswith("muster ")


def test_of_equal_cards_the_touched_one_rises(acting):
    """One card is selected, and it is the one that was touched."""
    for face in [card for row in acting.table.scene.hand.rows for card in row.cards]:
        acting.do(TapCard(face.key))
        cards = [card for row in acting.table.scene.hand.rows for card in row.cards]
        assert [card.key for card in cards if card.state == "selected"] == [face.key]
        acting.do(TapSea())


def test_open_sea_forgets_the_picks(acting):
    """A touch where nothing is takes back what was picked of the open question."""
    before = acting.table.scene
    acting.do(TapCard(before.hand.rows[0].cards[0].key))
    assert acting.table.scene != before

    acting.do(TapSea())

    assert acting.table.scene == before


def test_a_refused_answer_is_the_draft_again(placing):
    """What the referee refuses is told and stands as it stood before it was sent."""
    placing.table.do(TapSpace(placing.table.scene.board.targets[0].space))
    before = placing.table.scene
    wish = placing.table.do(Choose(before.prompt.answers[0].key))[0]

    placing.look(rejected=Rejected("ACT_STALE", wish.draft.actions))

    scene = placing.table.scene
    assert scene.notice
    assert still(replace(scene, notice="")) == still(before)


def test_a_wish_in_vain_is_told_and_can_be_made_again(placing):
    """A wish that the session refuses is a notice; the answer waits again for the player's word."""
    placing.table.do(TapSpace(placing.table.scene.board.targets[0].space))
    placing.table.do(Choose(placing.table.scene.prompt.answers[0].key))

    placing.table.trouble(NotAskedError())

    assert placing.table.scene.notice
    assert isinstance(placing.table.do(button(placing.table.scene, "send"))[0], Answer)


def test_an_ended_app_comes_back_to_its_draft(acting):
    """Kept answers are given again at the same question, and wait for the player's word."""
    face = next(card for row in acting.table.scene.hand.rows for card in row.cards if card.state == "answers")
    acting.do(TapCard(face.key))
    acting.do(button(acting.table.scene, "button-politics"))
    kept, prompt = acting.table.kept(), acting.table.scene.prompt
    seat = acting.match.seats[1]
    other = TablePresenter(seat.enrolment.rules, messages_of("en"), AT_ONCE, lambda: 0)
    other.restore(kept)

    assert other.see(acting.view(), seat.follower) == ()

    assert other.kept() == kept
    assert other.scene.prompt == prompt
    assert other.scene.notice


def test_kept_answers_that_no_longer_fit_are_dropped(placing):
    """Answers of another position are not given; that is told."""
    placing.table.restore(("place Madrid", "end"))
    placing.table._answering.draft = None

    placing.look()

    assert placing.table.kept() == ()
    assert placing.table.scene.notice


def test_a_draft_moves_with_what_does_not_touch_it(placing):
    """An entry that changes nothing of the question leaves the draft as it is."""
    placing.table.do(TapSpace(placing.table.scene.board.targets[0].space))
    kept = placing.table.kept()
    view = placing.view()

    placing.look(state=copy_with(view.state))

    assert placing.table.kept() == kept


def test_the_nearest_way_is_one_tap_and_not_sent():
    """The nearest legal way of a refusal performs that answer in the draft, and sends nothing."""
    match = shown(manners=AT_ONCE)
    match.until("place")
    taken = match.table.scene.board.targets[0].space
    match.do(TapSpace(taken))
    match.until("place")
    match.do(TapSpace(taken))
    refusal = match.table.scene.why_not

    assert match.do(Choose(refusal.nearest_key)) == ()

    assert len(match.table.kept()) == 1
    assert match.table.scene.why_not is None
    assert isinstance(match.table.do(button(match.table.scene, "send"))[0], Answer)


def test_keys_go_through_the_targets(placing):
    """The focus of the keyboard visits every target once and comes round; the sentence says where it is."""
    targets = [target.space for target in placing.table.scene.board.targets]
    visited = []
    for _ in targets:
        placing.do(Cycle(1))
        visited.append(placing.table.scene.board.cursor)
    assert visited == targets
    assert placing.table.scene.prompt.sentence.lead == placing.table.scene.board.targets[-1].spoken
    placing.do(Cycle(1))
    assert placing.table.scene.board.cursor == targets[0]


def lonely_pass(manners):
    """Returns a match in which seat 1 has come to lay a card with an empty hand, and what that brings."""
    match = shown(3)
    for _ in range(200):
        match.others()
        if [action.text for action in legal_actions(match.view().state, 1)] == ["pass"]:
            break
        match.match.answer(1, match.players[1], 1)
    return match, match.table.behave(manners)


def test_passing_alone_is_left_to_the_table():
    """With an empty hand, which everybody sees, the only answer is given by itself."""
    match, outcomes = lonely_pass(PASSING)

    assert [outcome.draft.actions[0].text for outcome in outcomes] == ["pass"]
    assert match.table.scene.prompt.mood == "sending"


def test_passing_alone_is_asked_without_the_manners():
    """Nothing is answered by itself unless the player wants it."""
    match, outcomes = lonely_pass(Manners())

    assert outcomes == ()
    assert match.table.scene.prompt.mood == "yours"
