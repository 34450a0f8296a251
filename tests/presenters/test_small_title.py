"""A title without map, tracks and battles takes its place at the table by few lines and gets all the rest."""
# ruff: noqa: D102 - what each method returns is said by the protocol

from random import Random

import pytest
from miniatures import kuhn

from sealed.engine import kernel
from sealed.engine.chance import CHANCE
from sealed.engine.message import mask_event
from sealed.engine.zones import cards
from sealed.fairness.bridge.places import Places
from sealed.testing.moments import random_outcome
from sealed.wire.v1.fairness_pb2 import Params
from sealed_client.agreement import Rules
from sealed_client.presenters import table_titles
from sealed_client.presenters.gestures import Choose, TapCard, Undo
from sealed_client.presenters.manners import Manners
from sealed_client.presenters.picks import button, card
from sealed_client.presenters.scene import Board, CardFace, Coat, Facts, Hand, HandRow, SeatRow, Sentence
from sealed_client.presenters.table_presenter import TablePresenter
from sealed_client.presenters.title_presenter import ButtonWords, Sending, TitleBrings
from sealed_client.table_view import Debt, Line, Stage, TableView
from sealed_client.wishes import Answer
from sealed_client.words.messages import messages_of

PLAIN = Coat("rounded", "#000000", "#ffffff")
NAMES = kuhn.NOTATION.names["card"]


class KuhnPresenter:
    """Kuhn poker at the table's screen."""

    space_kind = "space"

    def paths(self, look):
        return {(button(action.verb),): action for action in look.legal}

    def attempts(self, look, pick):
        return tuple(action for action in kuhn.VOCABULARY if action.verb == pick.text)

    def idle_buttons(self, look):
        return tuple(button(action.verb) for action in kuhn.VOCABULARY) if look.yours else ()

    def single_is_public(self, look, action):
        return True

    def round_words(self, look):
        return "Hand 1"

    def over(self, look):
        return "Betting"

    def sentence(self, look):
        return Sentence("Check or bet?")

    def button(self, look, pick):
        return ButtonWords(pick.text.capitalize())

    def target(self, look, pick):
        raise NotImplementedError

    def focus(self, look):
        return ()

    def sending(self, look, before, action):
        return Sending(action.text.capitalize(), Sentence(f"{action.text}?"), "The other hears it")

    def answer_words(self, look, action):
        return action.text

    def board(self, look):
        return Board((), ())

    def hand(self, look):
        held = cards(look.state.zones[kuhn.HAND[look.seat - 1]]) if look.seat else ()
        return Hand((HandRow("", tuple(CardFace(str(one), NAMES[one], PLAIN) for one in held)),))

    def card_pick(self, look, key):
        return card(int(key)) if key else None

    def track(self, look):
        return None

    def seats(self, look):
        return tuple(SeatRow(seat, name, "", (PLAIN,), ()) for seat, name in enumerate(look.names, 1))

    def combat(self, look):
        return None

    def space_facts(self, look, space):
        return Facts("", ())

    def card_facts(self, look, key):
        return Facts(NAMES[int(key)], ())

    def spaces_of(self, event):
        return ()

    def motions(self, look, event):
        return ()

    def rule_words(self, rule):
        return rule

    def ending(self, look, result):
        return result


class KuhnPhrases:
    """The sentences of Kuhn poker."""

    def event(self, event):
        return kuhn.VOCABULARY[event.args[1]].text if event.id == "said" else ""

    def events(self, events):
        return list(filter(None, map(self.event, events)))

    def refusal(self, refusal):
        return refusal.code

    def refused(self, action):
        return f"Not now: {action.text}."

    def action(self, action):
        return action.text


class Poker:
    """Is a game of Kuhn poker without a network, of which seat 1's screen is shown."""

    def __init__(self, seed, manners=None, seat=1):
        self.rng, self.seat, self.told = Random(seed), seat, []
        setup = kuhn.TITLE.setup(2)
        self.rules = Rules(kuhn.TITLE, setup, Places(kuhn.TITLE, setup), Params())
        self.state = kuhn.TITLE.start(setup)
        self.table = TablePresenter(self.rules, messages_of("en"), manners or Manners(), lambda: 0)
        self.go_on()

    def take(self, action, seat):
        """Carries out an answer or an outcome."""
        self.state, events = kernel.apply(self.state, action, seat)
        self.told += events

    def go_on(self):
        """Lets chance decide until a seat is asked, and shows the table."""
        while requests := kernel.requests(self.state):
            self.take(random_outcome(kuhn.TITLE, self.state, requests[0], self.rng), CHANCE)
        asked, over = kernel.asked(self.state), kernel.over(self.state)
        eye = 1 | 1 << self.seat if self.seat else 1
        view = TableView(
            lobby_id="lobby",
            rules=self.rules,
            seat=self.seat,
            names=("Ann", "Ben"),
            stage=Stage.OVER if over else Stage.PLAYING,
            line=Line.CONNECTED,
            trouble="",
            waiting_for="",
            state=kernel.view(self.state, eye),
            debts=tuple(Debt(seat, "answer", None) for seat in asked),
            asked=self.seat in asked,
            sending=False,
            rejected=None,
            happenings=tuple(mask_event(event, eye) for event in self.told),
            size=len(self.told),
            checks=0,
            unchecked=0,
            failure=None,
            warnings=(),
            result=kuhn.TITLE.result(self.state) if over else "",
            cause="rules" if over else "",
            report=None,
        )
        assert self.table.see(view, None) == ()

    def do(self, gesture):
        """Makes a gesture; an answer is carried out."""
        outcomes = self.table.do(gesture)
        for outcome in outcomes:
            for action in outcome.draft.actions:
                self.take(action, self.seat)
            self.go_on()
        return outcomes


@pytest.fixture
def poker(monkeypatch):
    """Makes games of Kuhn poker."""
    brings = TitleBrings(lambda *_: KuhnPresenter(), lambda *_: KuhnPhrases())
    monkeypatch.setitem(table_titles.TITLES, kuhn.TITLE.id, brings)
    return Poker


def at(scene, name):
    return Choose(next(one.key for one in scene.prompt.answers if one.key.endswith(f":button-{name}")))


def test_a_small_title_is_played_to_its_end(poker):
    """Buttons, the last word, waiting and the end come from the table."""
    game = poker(1)
    game.do(at(game.table.scene, "bet"))
    game.do(Choose(game.table.scene.prompt.answers[0].key))
    assert game.table.scene.prompt.sentence.lead == "Waiting for Ben."

    game.take(kuhn.FOLD, 2)
    game.go_on()

    assert game.table.scene.ending.heading == "side 1"


def test_a_button_that_is_not_for_now_explains_itself(poker):
    """An answer that does not fit gets the engine's reason, its rule and the nearest way."""
    game = poker(1)

    game.do(at(game.table.scene, "call"))

    refusal = game.table.scene.why_not
    assert [reason.sentence.rest for reason in refusal.reasons] == ["no-bet"]
    assert (refusal.rule, "check" in refusal.nearest) == ("Kuhn 1950", True)


def test_the_nearest_way_waits_for_a_word(poker):
    """The nearest way is chosen and not sent, also for who is not asked before the end of a draft."""
    game = poker(1, Manners(ask_before_final=False))
    game.do(at(game.table.scene, "fold"))

    assert game.do(Choose(game.table.scene.why_not.nearest_key)) == ()

    assert game.table.kept() == ("check",)
    game.do(Undo())
    assert isinstance(game.do(at(game.table.scene, "bet"))[0], Answer)


def test_two_cards_that_others_may_hold_make_equal_scenes(poker):
    """Whichever card the other seat holds, the screen is the same, also before the last word."""
    scenes = {}
    for seed in range(30):
        game = poker(seed)
        own, theirs = (cards(game.state.zones[zone])[0] for zone in kuhn.HAND)
        seen = [game.table.scene]
        for name in ("call", "bet"):
            game.table.do(at(game.table.scene, name))
            seen.append(game.table.scene)
        scenes.setdefault(own, {}).setdefault(theirs, []).append(tuple(seen))
    assert {own: len(by_theirs) for own, by_theirs in scenes.items()} == {1: 2, 2: 2, 3: 2}
    for by_theirs in scenes.values():
        assert len({repr(seen) for some in by_theirs.values() for seen in some}) == 1


def test_a_spectator_is_never_asked(poker):
    """Who watches can answer nothing; a touch tells him so."""
    game = poker(1, seat=0)

    scene = game.table.scene
    assert (scene.prompt.mood, scene.prompt.answers, scene.yours) == ("theirs", (), False)
    assert game.table.do(TapCard("1")) == ()
    assert "watching" in game.table.scene.why_not.headline
