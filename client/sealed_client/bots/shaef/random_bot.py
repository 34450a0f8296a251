"""A bot that answers anything legal, the verb first: lists are long, and free verbs ruinous."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions, question
from sealed.games.shaef.setup.organising import Assembling, Organising
from sealed.games.shaef.setup.stationing import Stationing
from sealed.games.shaef.state import State
from sealed.games.shaef.units.cards import is_land_force
from sealed.games.shaef.units.organisation import has_room, overfull

if TYPE_CHECKING:
    from random import Random

    from sealed.engine import frames
    from sealed.engine.action import Action

_FREE_IN = 60
"""A free verb is considered once in so many answers: discarding units loses games fast."""
_ENDS, _ENDED = frozenset({"done", "pass", "decline", "announce"}), 0.4
"""What ends a question, and how often that is thought of besides doing something."""
_LOSSES = frozenset({"flip", "discard", "disband", "leave-fortress"})


class RandomBot:
    """Chooses a verb, all equally likely, and then one of its answers."""

    def __init__(self, rng: Random) -> None:
        """Takes the source of its choices."""
        self._rng = rng

    def answer(self, s: frames.State, seat: int) -> Action:
        """Returns a legal answer; free verbs only rarely, tactics as any other verb."""
        rng = self._rng
        by_verb: dict[str, list[Action]] = {}
        tempted = rng.randrange(_FREE_IN) == 0
        for action in legal_actions(s, seat):
            by_verb.setdefault(action.verb, []).append(action)
        if _setting_up(s):
            return self._set_up(by_verb)
        if surplus := _surplus(s, seat - 1, by_verb):
            return rng.choice([*surplus, *by_verb.get("organise", [])])
        if "organise" in by_verb and not tempted and isinstance(s, State):
            # A full unit takes cards only in exchange for others, which is easily forgotten.
            by_verb["organise"] = [one for one in by_verb["organise"] if has_room(s, one.args[0])]
        verbs = [verb for verb in by_verb if by_verb[verb] and (tempted or verb not in _LOSSES)]
        doing = [verb for verb in verbs if verb not in _ENDS]
        if doing and rng.random() > _ENDED:
            verbs = doing
        return rng.choice(by_verb[rng.choice(verbs or list(by_verb))])

    def _set_up(self, by_verb: dict[str, list[Action]]) -> Action:
        """Lays Land Forces out first: all must be assigned, and other cards would take their places."""
        lands = [
            action
            for action in by_verb.get("take", ())
            if len(action.args) > 1 and is_land_force(action.args[1])
        ]
        if lands:
            return self._rng.choice(lands)
        verb = next(verb for verb in ("done", "organise", "station", "fortify") if verb in by_verb)
        return self._rng.choice(by_verb[verb])


def _setting_up(s: frames.State) -> bool:
    """Tells whether the Free Scenario is being laid out."""
    return s.stack is not None and isinstance(s.stack.frame, (Organising, Assembling, Stationing))


def _surplus(s: frames.State, side: int, by_verb: dict[str, list[Action]]) -> list[Action]:
    """Returns the discards that end a deployment which left units with too many cards (13.2c)."""
    asked = question(s)
    if asked is None or asked.id != "deploy" or "done" in by_verb or not isinstance(s, State):
        return []
    full = overfull(s, side)
    return [action for action in by_verb.get("discard", ()) if action.args[0] in full]
