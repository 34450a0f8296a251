"""The question in words: what is going on, what is asked after what was touched, what others decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine import kernel
from sealed.games.popular_front.battle import battle_of, powers
from sealed.games.popular_front.board import CITIES
from sealed.games.popular_front.card_play import CardPlay
from sealed.games.popular_front.cards import CARD
from sealed.games.popular_front.muster import Mustering
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.resolution import Occupying, Withdrawing, totals
from sealed.games.popular_front.state import HAND, State
from sealed.games.popular_front.strike import Destroying, Hitting
from sealed_client.presenters.popular_front import paths
from sealed_client.presenters.popular_front.combat import attack_words
from sealed_client.presenters.popular_front.seen import asked_question, colours_of, on_turn, yours
from sealed_client.presenters.scene import Sentence

if TYPE_CHECKING:
    from sealed.games.popular_front.question import Question
    from sealed_client.presenters.popular_front.speech import Speech
    from sealed_client.presenters.title_presenter import Look

_COLUMN = load().numbers.column_recruits


def round_words(speech: Speech, look: Look, s: State) -> str:
    """Return the round and whose turn it is."""
    if not s.round:
        return speech.say("round.set-up")
    if s.stack is None:
        return speech.say("round.over", round=s.round)
    colour = on_turn(s)
    if colour is None:
        return speech.say("round.plain", round=s.round)
    if yours(look, s, colour) and len(colours_of(s, look.seat)) == 1:
        return speech.say("round.yours", round=s.round)
    return speech.say("round.of", round=s.round, name=speech.person(look, s, colour))


def over_words(speech: Speech, look: Look, s: State) -> str:
    """Return what is going on, with the colour that is asked where the player runs two."""
    frame = asked_question(s)
    if frame is None:
        return attack_words(speech, look, s) or round_words(speech, look, s)
    words = _over(speech, look, s, frame)
    if yours(look, s, frame.colour) and len(colours_of(s, look.seat)) > 1:
        return speech.say("over.colour", colour=speech.colour(frame.colour), words=words)
    return words


def _over(speech: Speech, look: Look, s: State, frame: Question) -> str:
    if frame.id == "place":
        return speech.say("over.place")
    if isinstance(frame, Mustering):
        card = speech.card(s.top[frame.colour])
        if yours(look, s, frame.colour):
            return speech.say("over.muster", card=card)
        return speech.say("over.muster-of", name=speech.person(look, s, frame.colour), card=card)
    if frame.id == "act":
        if yours(look, s, frame.colour):
            return speech.say("over.act")
        return speech.say("over.act-of", name=speech.person(look, s, frame.colour))
    return attack_words(speech, look, s)


# -- what others decide --------------------------------------------------------------------------------------


def theirs(speech: Speech, look: Look, s: State) -> Sentence:
    """Return what is decided now, by others or by chance."""
    frame = asked_question(s)
    if frame is not None:
        return Sentence("", speech.say(f"theirs.{frame.id}", name=speech.person(look, s, frame.colour)))
    due = kernel.requests(s)
    if due:
        return Sentence("", speech.say(f"chance.{type(due[0]).__name__.lower()}"))
    return Sentence("", speech.say("over.game"))


# -- what the player is asked --------------------------------------------------------------------------------


def question_words(speech: Speech, look: Look, s: State, frame: Question) -> Sentence:
    """Return the question as it is put to the player after what he has touched."""
    asks = {"place": _place, "act": _act, "muster": _muster, "commit": _commit, "deploy": _deploy}
    ask = asks.get(frame.id, _other)
    return ask(speech, look, s, frame)


def _put(speech: Speech, question: str, **values: object) -> Sentence:
    return Sentence(
        speech.say(f"ask.{question}.lead", **values), speech.say(f"ask.{question}.rest", **values)
    )


def _place(speech: Speech, look: Look, s: State, frame: Question) -> Sentence:
    del look, frame
    empty = len(CITIES) - sum(held.bit_count() for held in s.held)
    return Sentence(speech.say("ask.place.lead"), speech.many("ask.place.rest", empty))


def _act(speech: Speech, look: Look, s: State, frame: Question) -> Sentence:
    if not look.picked:
        if not s.zones[HAND + frame.colour]:
            return _put(speech, "act-empty")
        attack = any(action.verb == "attack" for action in look.legal)
        return _put(speech, "act" if attack else "act-cards")
    last = look.picked[-1]
    if last.kind == "space":
        return _put(speech, "act-origin", city=speech.city(last.number))
    if last.kind == "card":
        facts = CARD[last.number]
        values = {"card": speech.card(last.number), "muster": facts.muster, "political": facts.political}
        column = any(pick.text == paths.COLUMN for pick in look.following)
        return _put(speech, "act-column-card" if column else "act-card", **values)
    return _put(speech, f"act-{last.text}", count=_COLUMN)


def _muster(speech: Speech, look: Look, s: State, frame: Question) -> Sentence:
    spaces = [pick.number for pick in look.picked if pick.kind == "space"]
    if len(spaces) > 1:
        return _put(speech, "move-count", origin=speech.city(spaces[0]), target=speech.city(spaces[1]))
    if spaces:
        return _put(speech, "move-target", origin=speech.city(spaces[0]))
    if look.picked:
        return _put(speech, "move-origin")
    left = frame.details(s)[0]
    lead = speech.many("ask.muster.lead", left, all=max(left, CARD[s.top[frame.colour]].muster))
    verbs = {action.verb for action in look.legal}
    what = "both" if {"recruit", "move"} <= verbs else next(iter(verbs - {"done"}), "none")
    return Sentence(lead, speech.say(f"ask.muster.{what}"))


def _commit(speech: Speech, look: Look, s: State, frame: Question) -> Sentence:
    battle = battle_of(s)
    if battle is None or not isinstance(frame, CardPlay):
        return Sentence()
    target = speech.city(battle.target)
    if frame.first:
        return _put(speech, "commit-first", city=target)
    attack, defence = powers(s, battle)
    values = {
        "name": speech.person(look, s, battle.enemy_of(frame.colour)),
        "city": target,
        "attack": attack,
        "defence": defence,
    }
    role = "attacker" if frame.colour == battle.attacker else "defender"
    if not s.zones[HAND + frame.colour]:
        return _put(speech, f"commit-{role}-empty", **values)
    return _put(speech, f"commit-{role}", **values)


def _deploy(speech: Speech, look: Look, s: State, frame: Question) -> Sentence:
    battle = battle_of(s)
    if battle is None:
        return Sentence()
    attack, defence = totals(s, battle)
    lead = speech.say("ask.deploy.lead")
    return Sentence(lead, stands(speech, look, s, frame.colour, battle.attacker, (attack, defence)))


def stands(speech: Speech, look: Look, s: State, colour: int, attacker: int, sums: tuple[int, int]) -> str:
    """Return how a battle stands, the sum of a colour first, and whose a tie is."""
    attack, defence = sums
    if colour != attacker:
        return speech.say("stands.defence", own=defence, enemy=attack)
    battle = battle_of(s)
    if battle is None:
        return speech.say("stands.plain", own=attack, enemy=defence)
    name = speech.person(look, s, battle.defender)
    return speech.say("stands.attack", own=attack, enemy=defence, name=name)


def _other(speech: Speech, look: Look, s: State, frame: Question) -> Sentence:
    battle = battle_of(s)
    city = speech.city(battle.target) if battle is not None else ""
    values: dict[str, object] = {"city": city}
    if isinstance(frame, Destroying | Hitting):
        values["name"] = speech.person(look, s, frame.enemy)
    if isinstance(frame, Withdrawing):
        left = s.disks[frame.colour][frame.battle.target]
        return Sentence(speech.say("ask.withdraw.lead", city=city), speech.many("ask.withdraw.rest", left))
    if isinstance(frame, Occupying):
        values["most"] = frame.details(s)[1]
    return _put(speech, frame.id, **values)
