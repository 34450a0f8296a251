"""Buttons and ringed cities in words: a verb with its object, and what it brings by the rules themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.zones import size
from sealed.games.popular_front import notation
from sealed.games.popular_front.card_play import CardPlay
from sealed.games.popular_front.cards import CARD
from sealed.games.popular_front.notation import colour_of
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.resolution import Occupying, Withdrawing
from sealed.games.popular_front.state import HAND, State
from sealed_client.presenters.popular_front import paths
from sealed_client.presenters.popular_front.seen import asked_question, drawn_by, effect_of
from sealed_client.presenters.popular_front.speech import water_between
from sealed_client.presenters.title_presenter import ButtonWords

if TYPE_CHECKING:
    from sealed.games.popular_front.question import Question
    from sealed_client.presenters.picks import Pick
    from sealed_client.presenters.popular_front.speech import Speech
    from sealed_client.presenters.scene import Rank, Sign
    from sealed_client.presenters.title_presenter import Look

_COLUMN = load().numbers.column_recruits
_HOTKEYS = {paths.MOVE: "M", paths.PASS: "N"}


def button_words(speech: Speech, look: Look, s: State, pick: Pick) -> ButtonWords:
    """Return how a button or a count is shown."""
    frame = asked_question(s)
    if frame is None:
        return ButtonWords(pick.text)
    if pick.kind == "count":
        return _count(speech, look, s, frame, pick.number)
    if pick.text.startswith(paths.AGAINST):
        return _against(speech, look, s, int(pick.text.removeprefix(paths.AGAINST)))
    if frame.id == "act":
        return _act(speech, look, s, pick.text)
    if pick.text == paths.DONE:
        return _done(speech, s, frame)
    if pick.text == paths.PASS:
        return _pass(speech, s, frame)
    return ButtonWords(speech.say(f"button.{pick.text}"), hotkey=_HOTKEYS.get(pick.text, ""))


def _act(speech: Speech, look: Look, s: State, text: str) -> ButtonWords:
    label = speech.say(f"button.{text}")
    card = next((pick.number for pick in look.picked if pick.kind == "card"), 0)
    if text == paths.END:
        effect = effect_of(s, notation.END, look.seat)
        draws = drawn_by(effect.events, s, look.seat) if effect is not None else 0
        return ButtonWords(label, speech.many("button.draws", draws) if draws else "", "quiet")
    if text == paths.COLUMN:
        return ButtonWords(label, speech.say("button.recruits", count=_COLUMN))
    if not card or text == paths.ATTACK:
        return ButtonWords(label)
    facts = CARD[card]
    better = paths.POLITICS if facts.political > facts.muster else paths.MUSTER
    value = facts.muster if text == paths.MUSTER else facts.political
    words = speech.say(f"button.{text}-value", value=value)
    if text == better:
        return ButtonWords(label, words, "primary", "Enter")
    return ButtonWords(label, words)


def _done(speech: Speech, s: State, frame: Question) -> ButtonWords:
    if isinstance(frame, Withdrawing):
        left = s.disks[frame.colour][frame.battle.target]
        return ButtonWords(speech.say("button.stay"), speech.many("button.lost", left))
    left = frame.details(s)[0]
    return ButtonWords(speech.say("button.done"), speech.many("button.given-up", left), "primary", "Enter")


def _pass(speech: Speech, s: State, frame: Question) -> ButtonWords:
    undefended = (
        isinstance(frame, CardPlay) and frame.colour == frame.battle.defender and not frame.battle.defended
    )
    what = "button.pass-undefended" if undefended else "button.pass-closes"
    empty = not s.zones[HAND + frame.colour]
    rank: Rank = "primary" if empty else "secondary"
    return ButtonWords(speech.say("button.pass"), speech.say(what), rank, _HOTKEYS[paths.PASS])


def _against(speech: Speech, look: Look, s: State, named: int) -> ButtonWords:
    colour = colour_of(named)
    cards = speech.many("button.hand", size(s.zones[HAND + colour]))
    person = speech.person(look, s, colour)
    label = speech.say("button.against", name=person)
    return ButtonWords(label, speech.say("button.against-cards", colour=speech.colour(colour), cards=cards))


def _count(speech: Speech, look: Look, s: State, frame: Question, count: int) -> ButtonWords:
    if isinstance(frame, Occupying):
        origin, label = frame.battle.origin, speech.many("button.occupy", count)
    else:
        spaces = [pick.number for pick in look.picked if pick.kind == "space"]
        if not spaces:
            return ButtonWords(str(count))
        origin, label = spaces[0], speech.many("button.move-count", count)
    left = s.disks[frame.colour][origin] - count
    stay = speech.many("button.stays", left, city=speech.city(origin))
    return ButtonWords(label, stay, hotkey=str(count))


# -- cities --------------------------------------------------------------------------------------------------


def target_words(speech: Speech, look: Look, s: State, city: int) -> tuple[Sign, str]:
    """Return the sign at a city that answers, and what touching it does."""
    frame = asked_question(s)
    name = speech.city(city)
    if frame is None:
        return "check", name
    if frame.id == "place":
        return "plus", speech.say("target.place", city=name, worth=speech.worth(city))
    if frame.id == "withdraw":
        return "arrow", speech.say("target.withdraw", city=name)
    if frame.id == "muster":
        return _muster_target(speech, look, city)
    return _act_target(speech, look, s, city)


def _muster_target(speech: Speech, look: Look, city: int) -> tuple[Sign, str]:
    name = speech.city(city)
    spaces = [pick for pick in look.picked if pick.kind == "space"]
    if spaces:
        return "arrow", speech.say("target.move", city=name)
    if not look.picked and notation.RECRUIT[city] in look.legal:
        return "plus", speech.say("target.recruit", city=name)
    return "arrow", speech.say("target.move-from", city=name)


def _act_target(speech: Speech, look: Look, s: State, city: int) -> tuple[Sign, str]:
    name = speech.city(city)
    spaces = [pick.number for pick in look.picked if pick.kind == "space"]
    if spaces:
        power = strength(speech, look, s, spaces[0], city)
        return "attack", speech.say("target.attack", city=name, strength=power)
    if any(pick.text == paths.COLUMN for pick in look.picked):
        effect = effect_of(s, notation.FIFTH[city], look.seat)
        recruited = effect.last("recruited") if effect is not None else None
        disks = recruited[2] if recruited is not None else 0
        return "plus", speech.many("target.column", disks, city=name)
    return "attack", speech.say("target.attack-from", city=name)


def strength(speech: Speech, look: Look, s: State, origin: int, target: int) -> str:
    """Return the strength of both sides of an attack as its declaration would state it."""
    effect = effect_of(s, notation.ATTACK[origin, target], look.seat)
    declared = effect.last("declared") if effect is not None else None
    if declared is None:
        return ""
    water = water_between(origin, target)
    return speech.say(f"strength.{water or 'road'}", attack=declared[3], defence=declared[4])
