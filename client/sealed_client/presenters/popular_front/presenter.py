"""What Popular Front brings to the table's screen; each module beside this one answers its part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.zones import size
from sealed.games.popular_front.notation import CITY
from sealed.games.popular_front.state import DEPLOYED, HAND, RESERVE
from sealed.games.popular_front.title import own_state
from sealed_client.presenters.picks import button
from sealed_client.presenters.popular_front import board, cards, keys, paths
from sealed_client.presenters.popular_front.answers import button_words, target_words
from sealed_client.presenters.popular_front.attempts import attempts_of
from sealed_client.presenters.popular_front.combat import combat_of
from sealed_client.presenters.popular_front.happenings import motions_of, spaces_of
from sealed_client.presenters.popular_front.questions import (
    over_words,
    question_words,
    round_words,
    theirs,
)
from sealed_client.presenters.popular_front.seats import seats_of
from sealed_client.presenters.popular_front.seen import asked_question
from sealed_client.presenters.popular_front.sending import sending_of
from sealed_client.presenters.popular_front.speech import Speech
from sealed_client.presenters.popular_front.track import track_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.engine.title import Setup, Title
    from sealed_client.presenters.picks import Path, Pick
    from sealed_client.presenters.scene import (
        Board,
        Combat,
        Facts,
        Hand,
        Motion,
        SeatRow,
        Sentence,
        Sign,
        Track,
    )
    from sealed_client.presenters.title_presenter import ButtonWords, Look, Sending
    from sealed_client.words.messages import Messages
    from sealed_client.words.phrases import Phrases

_RESULT_SIDE = "side "


class PopularFront:
    """The title's presenter of one table in one language; `TitlePresenter` says what methods return."""

    def __init__(self, title: Title, setup: Setup, messages: Messages, phrases: Phrases) -> None:
        """Take the table's title and setup, and the words of a language."""
        self._title, self._setup = title, setup
        self._speech = Speech(messages, phrases)

    @property
    def space_kind(self) -> str:
        """Return the kind of argument that names a city."""
        return CITY

    # -- choosing --------------------------------------------------------------------------------------------

    def paths(self, look: Look) -> Mapping[Path, Action]:
        """Return the touches that amount to each legal answer."""
        frame = asked_question(own_state(look.state))
        return paths.paths_of(frame, look.legal) if frame is not None and look.legal else {}

    def attempts(self, look: Look, pick: Pick) -> tuple[Action, ...]:
        """Return what may have been meant by a touch that leads nowhere.

        An attack that is possible from elsewhere is among it, so that it is the nearest way; a card is never
        taken for an equal one that lies elsewhere.
        """
        s = own_state(look.state)
        frame = asked_question(s)
        if frame is None or not look.yours:
            return ()
        legal = set(look.legal)
        tried = dict.fromkeys(attempts_of(s, frame, look.picked, pick))
        if pick.kind == "space":
            return tuple(tried)
        return tuple(action for action in tried if action not in legal)

    def idle_buttons(self, look: Look) -> tuple[Pick, ...]:
        """Return the buttons of this question's actions that are not possible now."""
        frame = asked_question(own_state(look.state))
        if frame is None or not look.yours or look.picked:
            return ()
        wanted = {"act": (paths.ATTACK,), "muster": (paths.MOVE,), "commit": (paths.PASS,)}
        return tuple(button(text) for text in wanted.get(frame.id, ()) if button(text) not in look.following)

    def single_is_public(self, look: Look, action: Action) -> bool:
        """Tell whether the number of cards, which everybody sees, leaves only this answer."""
        s = own_state(look.state)
        frame = asked_question(s)
        if frame is None:
            return False
        if action.verb in {"commit", "deploy", "discard", "hit"}:
            place, colour = paths.pile_of(frame)
            zone = {keys.HAND: HAND, keys.RESERVE: RESERVE, keys.DEPLOYED: DEPLOYED}[place] + colour
            return size(s.zones[zone]) == 1
        return True

    # -- words of the question -------------------------------------------------------------------------------

    def round_words(self, look: Look) -> str:
        """Return the round and whose turn it is."""
        return round_words(self._speech, look, own_state(look.state))

    def over(self, look: Look) -> str:
        """Return what is going on."""
        return over_words(self._speech, look, own_state(look.state))

    def sentence(self, look: Look) -> Sentence:
        """Return the question, or what others decide."""
        s = own_state(look.state)
        frame = asked_question(s)
        if frame is None or not look.yours:
            return theirs(self._speech, look, s)
        return question_words(self._speech, look, s, frame)

    def button(self, look: Look, pick: Pick) -> ButtonWords:
        """Return how a button or a count is shown."""
        return button_words(self._speech, look, own_state(look.state), pick)

    def target(self, look: Look, pick: Pick) -> tuple[Sign, str]:
        """Return the sign at a city that answers, and what touching it does."""
        return target_words(self._speech, look, own_state(look.state), pick.number)

    def focus(self, look: Look) -> tuple[int, ...]:
        """Return both ends of a battle, and what was touched."""
        touched = [pick.number for pick in look.picked if pick.kind == "space"]
        return tuple(dict.fromkeys([*board.focus_of(own_state(look.state)), *touched]))

    def sending(self, look: Look, before: frames.State, action: Action) -> Sending:
        """Return how the last answer is put before it is sent."""
        return sending_of(self._speech, look, own_state(before), action)

    def answer_words(self, look: Look, action: Action) -> str:
        """Return what an answer does as a clause."""
        del look
        return self._speech.phrases.action(action)

    # -- the table -------------------------------------------------------------------------------------------

    def board(self, look: Look) -> Board:
        """Return tints, counters and arrows."""
        return board.board_of(self._speech, own_state(look.state), look.picked)

    def hand(self, look: Look) -> Hand:
        """Return the player's cards, colour by colour."""
        return cards.hand_of(self._speech, own_state(look.state), look.seat)

    def card_pick(self, look: Look, key: str) -> Pick | None:
        """Return the pick of the card with this key."""
        del look
        parsed = keys.key_of(key)
        return keys.pick_of(parsed) if parsed is not None else None

    def track(self, look: Look) -> Track:
        """Return the victory track."""
        return track_of(self._speech, own_state(look.state))

    def seats(self, look: Look) -> tuple[SeatRow, ...]:
        """Return the players with what everybody may know of them."""
        return seats_of(self._speech, look, own_state(look.state))

    def combat(self, look: Look) -> Combat | None:
        """Return the battle that is going on."""
        return combat_of(self._speech, look, own_state(look.state))

    def space_facts(self, look: Look, space: int) -> Facts:
        """Return what is in a city, what it is worth and who may come."""
        return board.facts_of(self._speech, own_state(look.state), space)

    def card_facts(self, look: Look, key: str) -> Facts | None:
        """Return what a card does; nothing of one that lies face down."""
        del look
        parsed = keys.key_of(key)
        return cards.facts_of(self._speech, parsed) if parsed is not None else None

    # -- what happens and why not ----------------------------------------------------------------------------

    def spaces_of(self, event: Event) -> tuple[int, ...]:
        """Return the cities that a line of the log lights up."""
        return spaces_of(event)

    def motions(self, look: Look, event: Event) -> tuple[Motion, ...]:
        """Return what an event moves on the screen."""
        return motions_of(event, look.told)

    def rule_words(self, rule: str) -> str:
        """Return the name of a section of the rules or of a ruling."""
        return self._speech.phrases.rule(rule)

    def ending(self, look: Look, result: str) -> str:
        """Return who has won, to the player if he took part."""
        if not result.startswith(_RESULT_SIDE):
            return self._speech.say("ending.none")
        side = int(result.removeprefix(_RESULT_SIDE)) - 1
        army = self._speech.army(side)
        if not look.seat:
            return self._speech.say("ending.army", army=army)
        own = self._setup.chairs[look.seat - 1].side - 1
        return self._speech.say("ending.won" if own == side else "ending.lost", army=army)
