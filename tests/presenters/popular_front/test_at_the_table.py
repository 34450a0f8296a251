"""The title at the table's own presenter: real touches on the scene lead to every legal answer."""

import pytest

from sealed.engine import kernel
from sealed.engine.message import mask_event
from sealed.fairness.bridge.places import Places
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.agreement import Rules
from sealed_client.presenters import gestures
from sealed_client.presenters.choosing import Choices
from sealed_client.presenters.manners import Manners
from sealed_client.presenters.table_presenter import TablePresenter
from sealed_client.table_view import Debt, Line, Stage, TableView
from sealed_client.words.messages import messages_of


def view_of(setup, full, seat, told=()):
    """Returns a table's snapshot as a seat sees it at a full state."""
    asked = kernel.asked(full)
    return TableView(
        lobby_id="x",
        rules=Rules(TITLE, setup, Places(TITLE, setup), wire.Params()),
        seat=seat,
        names=("Ana", "Luis", "Marta", "Jonas", "Eva", "Max")[: setup.seats],
        stage=Stage.PLAYING,
        line=Line.CONNECTED,
        trouble="",
        waiting_for="",
        state=kernel.view(full, 1 | 1 << seat),
        debts=tuple(Debt(one, "answer", None) for one in asked),
        asked=seat in asked,
        sending=False,
        rejected=None,
        happenings=tuple(mask_event(event, 1 | 1 << seat) for event in told),
        size=100,
        checks=1,
        unchecked=0,
        failure=None,
        warnings=(),
        result="",
        cause="",
        report=None,
    )


def seated(setup, full, seat, told=(), language="en"):
    """Returns the presenter of a table that has seen one snapshot."""
    presenter = TablePresenter(
        Rules(TITLE, setup, Places(TITLE, setup), wire.Params()), messages_of(language), Manners(), lambda: 0
    )
    presenter.see(view_of(setup, full, seat, told), None)
    return presenter


def faces(scene):
    """Returns the cards of a scene that answer."""
    combat = [scene.combat.attacker, scene.combat.defender] if scene.combat is not None else []
    piles = [
        *(row.cards for row in scene.hand.rows),
        *(pile for side in combat for pile in (side.reserve, side.deployed)),
    ]
    return [face for pile in piles for face in pile if face.state in {"answers", "selected"}]


def touch(at, presenter, look, pick):
    """Makes the gesture that a pick is; the scene must offer it."""
    scene = presenter.scene
    if pick.kind == "space":
        assert pick.number in {target.space for target in scene.board.targets}
        presenter.do(gestures.TapSpace(pick.number))
        return
    if pick.kind == "card":
        keys = [face.key for face in faces(scene) if at.shown.card_pick(look, face.key) == pick]
        presenter.do(gestures.TapCard(keys[0]))
        return
    name = f"button-{pick.text}" if pick.kind == "button" else f"count-{pick.number}"
    keys = [answer.key for answer in scene.prompt.answers if answer.key.endswith(f":{name}") and answer.ready]
    presenter.do(gestures.Choose(keys[0]))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_answer_is_given_by_touches_that_the_scene_offers(table, game, seats):
    """Following its path by touches on rings, raised cards and buttons, a draft holds the answer."""
    at = table(seats)
    for number, moment in enumerate(game(at.setup, seats + 30, 700)):
        if number % 9 and moment.action.verb in {"place", "muster", "recruit", "move"}:
            continue
        look = at.look(moment.state, moment.seat)
        choices = Choices(at.shown.paths(look))
        path = choices.way(moment.action)
        presenter = seated(at.setup, moment.state, moment.seat, moment.told)
        targets = {target.space for target in presenter.scene.board.targets}
        assert targets == {pick.number for pick in choices.following(()) if pick.kind == "space"}
        for length, pick in enumerate(path):
            if length and pick.kind == "count" and len(choices.following(path[:length])) == 1:
                break
            touch(at, presenter, look, pick)
        assert presenter.kept() == (moment.action.text,)


@pytest.mark.parametrize("name", ["m_mustering_with_march", "m_battle_for_madrid"])
def test_rings_of_the_pictures_are_the_legal_cities(table, scenario, name):
    """The scene of a picture's position rings every city that begins a legal answer, and no other."""
    setup, s, told = scenario(name)
    scene = seated(setup, s, 2, told).scene
    legal = kernel.legal_actions(s, 2)
    recruits = {one.args[0] for one in legal if one.verb == "recruit"}
    origins = {one.args[1] for one in legal if one.verb == "move"}
    assert {one.space for one in scene.board.targets} == recruits | origins
    assert {one.space for one in scene.board.targets if one.sign == "plus"} == recruits


def test_watching_rings_nothing(table, scenario):
    """Who watches an attack sees both cities lit up by the question, and touches nothing that answers."""
    setup, s, told = scenario("m_four_players_watch_an_attack")
    scene = seated(setup, s, 4, told).scene
    assert scene.board.targets == ()
    assert len(scene.board.focus) == 2
    assert scene.prompt.sentence.lead == "Waiting for Marta."


def test_a_battle_shows_what_is_destroyed(table, scenario):
    """The snapshot's happenings reach the battle: the destroyed Infantry lies there, Armor counts."""
    setup, s, told = scenario("m_battle_for_madrid")
    combat = seated(setup, s, 2, told).scene.combat
    assert [(face.title, face.state) for face in combat.defender.deployed] == [("Infantry", "destroyed")]
    assert combat.attacker.sums == "4 disks + 4 Armor"


def test_deploying_waits_for_a_word_and_says_what_comes(table, scenario):
    """A touch on the reserve's Infantry asks first, with both sums; a touch on the other replaces it."""
    setup, s, told = scenario("m_battle_for_madrid")
    presenter = seated(setup, s, 2, told)
    presenter.do(gestures.TapCard("reserve-1-1-0"))
    prompt = presenter.scene.prompt
    assert "Then 4 against 4, and ties are yours." in str(prompt.sentence)
    assert [answer.label for answer in prompt.answers] == ["Deploy Infantry"]
    presenter.do(gestures.TapCard("reserve-1-8-0"))
    assert presenter.kept() == ("deploy Withdrawal",)


def test_ciudad_real_cannot_recruit_and_says_why(table, scenario):
    """The refused city gets the engine's reason with its numbers at its place."""
    setup, s, told = scenario("m_mustering_with_march")
    presenter = seated(setup, s, 2, told)
    presenter.do(gestures.TapSpace(13))
    why = presenter.scene.why_not
    assert [str(reason.sentence) for reason in why.reasons] == [
        "Neighbours of Ciudad Real: 2 friendly, 3 enemy; recruiting needs more friendly ones."
    ]
    assert [mark.space for mark in presenter.scene.board.marks] == [13]


def test_a_card_tells_what_it_does(table):
    """Facts about a card name value, Musters and political value; of a hidden card there are none."""
    shown = table(2).shown
    facts = shown.card_facts(None, "hand-0-5-0")
    assert facts.heading == "Election"
    assert "Counts 2 for Muster and 4 in the political box." in facts.lines
    assert shown.card_facts(None, "reserve-0-0-1") is None
