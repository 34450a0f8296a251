"""A battle as the screen shows it: both sides with their sums, their open cards, and what lies face down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.zones import cards, has_hidden, size
from sealed.games.popular_front.card_play import CardPlay
from sealed.games.popular_front.cards import VALUE
from sealed.games.popular_front.combat import Defenders
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.resolution import Occupying, Withdrawing
from sealed.games.popular_front.state import RESERVE, State
from sealed_client.presenters.popular_front import keys
from sealed_client.presenters.popular_front.cards import face_of, faces_of
from sealed_client.presenters.popular_front.coats import coat_of
from sealed_client.presenters.popular_front.fight import fight_of
from sealed_client.presenters.popular_front.keys import CardKey
from sealed_client.presenters.popular_front.seen import asked_question, frames_of, yours
from sealed_client.presenters.popular_front.speech import water_between
from sealed_client.presenters.scene import CardFace, Combat, CombatSide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed_client.presenters.popular_front.fight import Fight, Lying
    from sealed_client.presenters.popular_front.speech import Speech
    from sealed_client.presenters.title_presenter import Look

_WATER = load().numbers.water_bonus
DECLARE, CARD_PLAY, DEPLOY, RESULT = range(4)
_STEPS = ("declare", "card-play", "deploy", "result")


def combat_of(speech: Speech, look: Look, s: State) -> Combat | None:
    """Return the battle that is going on."""
    fight = fight_of(s, look.told)
    if fight is None:
        return None
    battle = fight.battle
    return Combat(
        speech.say("combat.heading", city=speech.city(battle.target)),
        attack_words(speech, look, s),
        tuple(speech.say(f"combat.step.{step}") for step in _STEPS),
        _step(s),
        _side(speech, look, s, fight, attacking=True),
        _side(speech, look, s, fight, attacking=False),
        battle.origin,
        battle.target,
    )


def attack_words(speech: Speech, look: Look, s: State) -> str:
    """Return who attacks what from where; empty without a battle."""
    fight = fight_of(s, ())
    if fight is None:
        return ""
    battle = fight.battle
    cities = {"origin": speech.city(battle.origin), "target": speech.city(battle.target)}
    if yours(look, s, battle.attacker):
        return speech.say("combat.over-you", **cities)
    return speech.say("combat.over", name=speech.person(look, s, battle.attacker), **cities)


def _step(s: State) -> int:
    for frame in frames_of(s):
        if isinstance(frame, Defenders):
            return DECLARE
        if isinstance(frame, CardPlay):
            return CARD_PLAY
        if isinstance(frame, Occupying | Withdrawing):
            return RESULT
    return DEPLOY


def _side(speech: Speech, look: Look, s: State, fight: Fight, *, attacking: bool) -> CombatSide:
    battle = fight.battle
    colour = battle.attacker if attacking else battle.defender
    unnamed = not attacking and _step(s) == DECLARE
    own = yours(look, s, colour) and not unnamed
    what = "attacks" if attacking else "defends"
    name = speech.army(colour & 1) if unnamed else speech.person(look, s, colour)
    heading = speech.say(f"combat.you-{what}") if own else speech.say(f"combat.{what}", name=name)
    disks = fight.powers[0] if attacking else fight.powers[1] - _bonus(fight)
    reserve = s.zones[RESERVE + colour]
    lying = fight.open.get(colour, [])
    sums = f" {speech.say('plus')} ".join(_sums(speech, fight, disks, lying, attacking=attacking))
    if not attacking and not _bonus(fight):
        sums = speech.say("combat.no-water", sums=sums)
    return CombatSide(
        heading,
        sums,
        str(fight.totals[0 if attacking else 1]),
        coat_of(colour),
        str(disks),
        _open(speech, colour, lying),
        faces_of(speech, keys.RESERVE, colour, cards(reserve)),
        _caption(speech, s, reserve, colour, own=own),
        you=own,
    )


def _bonus(fight: Fight) -> int:
    """Return what the water adds to the defence."""
    battle = fight.battle
    return _WATER if water_between(battle.origin, battle.target) else 0


def _sums(speech: Speech, fight: Fight, disks: int, lying: list[Lying], *, attacking: bool) -> Iterator[str]:
    yield speech.many("combat.disks", disks)
    if not attacking:
        water = water_between(fight.battle.origin, fight.battle.target)
        if water:
            yield speech.say(f"combat.{water}", value=_bonus(fight))
    for one in lying:
        if not one.destroyed:
            yield speech.say("combat.card", value=VALUE[one.card], card=speech.card(one.card))


def _open(speech: Speech, colour: int, lying: list[Lying]) -> tuple[CardFace, ...]:
    """Return the deployed cards in their order, and those that are destroyed where they lay."""
    faces = []
    copies: dict[tuple[str, int], int] = {}
    for one in lying:
        place = keys.GONE if one.destroyed else keys.DEPLOYED
        copy = copies.get((place, one.card), 0)
        copies[place, one.card] = copy + 1
        key = CardKey(place, colour, one.card, copy)
        faces.append(face_of(speech, key, "destroyed" if one.destroyed else "ready"))
    return tuple(faces)


def _caption(speech: Speech, s: State, reserve: int, colour: int, *, own: bool) -> str:
    left = size(reserve)
    asked = asked_question(s)
    if own and left > 1 and asked is not None and asked.id == "deploy" and asked.colour == colour:
        return speech.say("combat.reserve-compare")
    if own:
        return speech.many("combat.reserve-yours", left)
    if left and not has_hidden(reserve):
        return speech.many("combat.reserve-seen", left)
    return speech.many("combat.reserve", left)
