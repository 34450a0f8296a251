"""The last answer before the point of no return: what it will do, worked out by the rules themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine import kernel
from sealed.engine.chance import Look as LookAt
from sealed.engine.chance import Pick as Lot
from sealed.engine.zones import size
from sealed.games.popular_front.battle import battle_of
from sealed.games.popular_front.resolution import totals
from sealed.games.popular_front.state import RESERVE, State
from sealed.games.popular_front.strike import Destroying, Discarding, Losing
from sealed_client.presenters.popular_front.seen import (
    Effect,
    asked_question,
    drawn_by,
    effect_of,
    seat_of,
)
from sealed_client.presenters.scene import Sentence
from sealed_client.presenters.title_presenter import Sending

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action
    from sealed.games.popular_front.battle import Battle
    from sealed.games.popular_front.question import Question
    from sealed_client.presenters.popular_front.speech import Speech
    from sealed_client.presenters.title_presenter import Look

_SHOWN = frozenset({"deploy", "lose", "discard", "destroy"})
_BATTLE = frozenset({"deploy", "lose", "discard", "destroy", "hit"})


def sending_of(speech: Speech, look: Look, before: State, action: Action) -> Sending:
    """Return how an answer is put before it is sent."""
    clause = speech.phrases.action(action)
    label = clause[:1].upper() + clause[1:]
    effect = effect_of(before, action, look.seat)
    frame = asked_question(before)
    if effect is None or frame is None:
        return Sending(label, Sentence(), speech.say("note.final"))
    parts = _consequences(speech, look, before, frame, action, effect)
    sentence = Sentence(speech.say("send.lead", answer=label), " ".join(filter(None, parts)))
    return Sending(label, sentence, _note(speech, look, before, action, effect))


def _note(speech: Speech, look: Look, before: State, action: Action, effect: Effect) -> str:
    """Return what makes it final: cards that are seen afterwards, or an answer of somebody else."""
    if drawn_by(effect.events, before, look.seat):
        return speech.say("note.draws")
    due = kernel.requests(effect.state)
    if due and isinstance(due[0], LookAt):
        return speech.say("note.looks")
    battle = battle_of(before)
    if action.verb in _SHOWN and battle is not None:
        other = battle.defender if seat_of(before, battle.attacker) == look.seat else battle.attacker
        return speech.say("note.shown", name=speech.person(look, before, other))
    if action.verb == "commit" and battle is not None:
        other = battle.defender if seat_of(before, battle.attacker) == look.seat else battle.attacker
        return speech.say("note.laid", name=speech.person(look, before, other))
    return speech.say("note.hit" if action.verb == "hit" else "note.final")


def _consequences(
    speech: Speech, look: Look, before: State, frame: Question, action: Action, effect: Effect
) -> Iterator[str]:
    draws = drawn_by(effect.events, before, look.seat)
    battle = battle_of(before)
    if action.verb == "place":
        yield speech.say("send.place", worth=speech.worth(action.args[0]))
    elif action.verb == "commit" and battle is not None:
        enemy = speech.person(look, before, battle.enemy_of(frame.colour))
        yield speech.say("send.commit", name=enemy)
    elif action.verb == "pass" and battle is not None:
        yield speech.say("send.pass", name=speech.person(look, before, battle.defender))
    elif action.verb in _BATTLE and battle is not None:
        yield from _battle(speech, look, before, battle, frame.colour, action, effect)
    captured = effect.last("captured")
    if captured is not None:
        yield speech.say("send.captured", city=speech.city(captured[1]), value=captured[2])
    moved = effect.last("economic-moved")
    if moved is not None:
        yield speech.say("send.marker", army=speech.army(moved[0] - 1), at=moved[1])
    if draws:
        yield speech.many("send.draws", draws)


def _battle(
    speech: Speech,
    look: Look,
    before: State,
    battle: Battle,
    colour: int,
    action: Action,
    effect: Effect,
) -> Iterator[str]:
    """Yield what a card of a battle does: what it strikes, the sums then, and what is still to come."""
    after, enemy = effect.state, battle.enemy_of(colour)
    name = speech.person(look, before, enemy)
    ends = [effect]
    if effect.last("no-effect") is not None:
        yield speech.say("send.no-effect")
    frame = asked_question(after)
    if isinstance(frame, Losing | Discarding) and action.verb == "deploy":
        yield _struck(speech, after, frame, name)
        ends = _answers(after, frame) if isinstance(frame, Losing) else [effect]
    elif isinstance(frame, Destroying):
        yield speech.say("send.destroy", name=name)
    due = kernel.requests(after)
    if due and isinstance(due[0], Lot):
        yield speech.many("send.lot", size(after.zones[RESERVE + enemy]), name=name)
    elif due and isinstance(due[0], LookAt):
        yield speech.say("send.look", name=name)
    yield _sums(speech, look, before, battle, colour, ends)
    left = size(after.zones[RESERVE + enemy])
    if left and effect.last("resolved") is None:
        yield speech.many("send.left", left, name=name)


def _struck(speech: Speech, after: State, frame: Question, name: str) -> str:
    """Return what the enemy must give up; where everybody sees that there is one card, which."""
    if isinstance(frame, Discarding):
        return speech.say("send.discard", name=name)
    cards = {action.args[0] for action in kernel.legal_actions(after, seat_of(after, frame.colour))}
    if len(cards) == 1:
        return speech.say("send.lose-only", name=name, card=speech.card(next(iter(cards))))
    return speech.say("send.lose", name=name)


def _answers(after: State, frame: Question) -> list[Effect]:
    """Return what each answer of the enemy to a public question would do."""
    seat = seat_of(after, frame.colour)
    effects = (effect_of(after, action, seat) for action in kernel.legal_actions(after, seat))
    return [effect for effect in effects if effect is not None]


def _sums(speech: Speech, look: Look, before: State, battle: Battle, colour: int, ends: list[Effect]) -> str:
    """Return the sums afterwards, the worst for the colour if others choose, and who wins or has the tie."""
    attacking = colour == battle.attacker
    found = [(_totals(end, battle), end.last("resolved") is not None) for end in ends]
    (attack, defence), over = min(
        found, key=lambda one: (one[0][0] - one[0][1]) if attacking else (one[0][1] - one[0][0])
    )
    own, enemy = (attack, defence) if attacking else (defence, attack)
    if over:
        won = attack > defence
        kind = ("wins" if won else "loses") if attacking else ("falls" if won else "holds")
        return speech.say(f"send.{kind}", own=own, enemy=enemy, city=speech.city(battle.target))
    worst = len({sums for sums, _ in found}) > 1
    if not attacking:
        return speech.say("send.worst-yours" if worst else "send.then-yours", own=own, enemy=enemy)
    name = speech.person(look, before, battle.defender)
    return speech.say("send.worst" if worst else "send.then", own=own, enemy=enemy, name=name)


def _totals(end: Effect, battle: Battle) -> tuple[int, int]:
    """Return the sums after an answer: those of the decision if the battle is over by it."""
    resolved = end.last("resolved")
    return (resolved[0], resolved[1]) if resolved is not None else totals(end.state, battle)
