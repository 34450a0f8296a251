"""Which touches amount to which answer.

Where a touch is an answer by itself, what starts with the same touch begins with a button (recruit, move).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.popular_front.cards import FIFTH_COLUMN
from sealed.games.popular_front.deploy import Deploying
from sealed.games.popular_front.strike import Destroying, Discarding, Hitting, Losing
from sealed_client.presenters.picks import button, count, space
from sealed_client.presenters.popular_front.keys import DEPLOYED, HAND, RESERVE, card_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.games.popular_front.question import Question
    from sealed_client.presenters.picks import Path, Pick

    Ways = Iterator[tuple[Path, Action]]

MUSTER, POLITICS, COLUMN, ATTACK, END = "muster", "politics", "column", "attack", "end"
MOVE, DONE, PASS = "move", "done", "pass"
AGAINST = "against-"
"""The words of the buttons; `AGAINST` is followed by the number that names a colour."""


def paths_of(frame: Question, legal: Sequence[Action]) -> Mapping[Path, Action]:
    """Return the paths of the legal answers to a question."""
    verbs: dict[str, list[Action]] = {}
    for action in legal:
        verbs.setdefault(action.verb, []).append(action)
    if frame.id == "act":
        return dict(_acting(frame.colour, verbs))
    if frame.id == "muster":
        return dict(_mustering(verbs))
    return dict(_plain(frame, legal))


def _acting(colour: int, verbs: Mapping[str, Sequence[Action]]) -> Ways:
    """Yield what can be done on a turn: first by its button, so that these keep their order."""
    for verb in (MUSTER, POLITICS):
        for action in verbs.get(verb, ()):
            yield (button(verb), card_in(HAND, colour, action.args[0])), action
    for action in verbs.get("fifth-column", ()):
        yield (button(COLUMN), space(action.args[0])), action
    for action in verbs.get("attack", ()):
        yield (button(ATTACK), *map(space, action.args)), action
    for action in verbs.get("end", ()):
        yield (button(END),), action
    yield from _by_card(colour, verbs)
    for action in verbs.get("attack", ()):
        yield tuple(map(space, action.args)), action


def _by_card(colour: int, verbs: Mapping[str, Sequence[Action]]) -> Ways:
    for verb in (MUSTER, POLITICS):
        for action in verbs.get(verb, ()):
            yield (card_in(HAND, colour, action.args[0]), button(verb)), action
    column = card_in(HAND, colour, FIFTH_COLUMN)
    for action in verbs.get("fifth-column", ()):
        yield (column, button(COLUMN), space(action.args[0])), action


def _mustering(verbs: Mapping[str, Sequence[Action]]) -> Ways:
    moves, recruits = verbs.get("move", ()), verbs.get("recruit", ())
    for action in moves:
        disks, origin, target = action.args
        yield (button(MOVE), space(origin), space(target), count(disks)), action
    for action in verbs.get("done", ()):
        yield (button(DONE),), action
    for action in recruits:
        yield (space(action.args[0]),), action
    recruiting = {action.args[0] for action in recruits}
    for action in moves:
        disks, origin, target = action.args
        if origin not in recruiting:
            yield (space(origin), space(target), count(disks)), action


def _plain(frame: Question, legal: Sequence[Action]) -> Ways:
    """Yield the answers that are one touch each."""
    for action in legal:
        yield (_touch(frame, action),), action


def _touch(frame: Question, action: Action) -> Pick:
    verb, args = action.verb, action.args
    if verb in {"place", "withdraw"}:
        return space(args[0])
    if verb == "occupy":
        return count(args[0])
    if verb == "against":
        return button(f"{AGAINST}{args[0]}")
    if not args:
        return button(verb)
    place, colour = pile_of(frame)
    return card_in(place, colour, args[0])


def pile_of(frame: Question) -> tuple[str, int]:
    """Return where the cards lie that answer a question: place and colour."""
    match frame:
        case Deploying() | Discarding():
            return RESERVE, frame.colour
        case Losing():
            return DEPLOYED, frame.colour
        case Destroying():
            return DEPLOYED, frame.enemy
        case Hitting():
            return RESERVE, frame.enemy
        case _:
            return HAND, frame.colour
