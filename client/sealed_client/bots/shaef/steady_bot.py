"""A bot that campaigns by rules of thumb: it reads its own replica, what is legal, and public facts only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.eye import seat_eye
from sealed.engine.kernel import legal_actions, question, view
from sealed.games.shaef.free import FREE
from sealed.games.shaef.replacement.panzerarmee import Assigning, PanzerarmeeCards
from sealed.games.shaef.setup.organising import Assembling, Organising
from sealed.games.shaef.state import State
from sealed_client.bots.shaef import combat, crossing, layout, marching, reorganising, tactics, withdrawal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from sealed.engine import frames
    from sealed.engine.action import Action

    Answer = Callable[[State, int, Sequence[Action]], Action]

ANSWERS: dict[str, Answer] = {
    "muster": crossing.muster,
    "panzerarmee": crossing.panzerarmee,
    "sail": crossing.sail,
    "fly": crossing.fly,
    "move": marching.march,
    "overcrowded": withdrawal.overcrowded,
    "orphans": reorganising.orphans,
    "attach": reorganising.attach,
    "deploy": reorganising.deploy,
    "markers": reorganising.markers,
    "fight": combat.fight,
    "reconnoitre": combat.reconnoitre,
    "array": combat.array,
    "pair": combat.pair,
    "secondary": combat.secondary,
    "slip": withdrawal.slip,
    "fire": combat.fire,
    "declare": combat.declare,
    "before-roll": combat.before_roll,
    "casualty": combat.casualty,
    "react": combat.react,
    "must-flip": combat.must_flip,
    "retreat": withdrawal.retreat,
    "rejoin": withdrawal.rejoin,
    "target": tactics.aim,
    "hand-over": combat.hand_over,
    "station": lambda s, side, legal: layout.lay_out(s, side, legal) or legal[0],
}
"""How each question is answered; what is asked otherwise has one answer, or takes the first."""


class SteadyBot:
    """Answers each question by what it is about; where two answers are as good, the first one stands."""

    def __init__(self, rng: Random) -> None:
        """Takes the source of its choices, which it needs for questions that it does not know."""
        self._rng = rng

    def answer(self, s: frames.State, seat: int) -> Action:
        """Returns a legal answer to the question that is open in a state of SHAEF."""
        asked = question(s)
        if asked is None or not isinstance(s, State):
            message = "a bot is asked although no question is open"
            raise ValueError(message)
        s = view(s, seat_eye(seat))
        legal = legal_actions(s, seat)
        if len(legal) == 1:
            return legal[0]
        side = seat - 1
        tactic = tactics.use(s, side, legal, asked.id)
        if tactic is not None and asked.id != "casualty":
            return tactic
        if asked.id in {"organise", "collect"}:
            return self._of_cards(s, side, legal)
        known = ANSWERS.get(asked.id)
        if known is not None:
            return known(s, side, legal)
        own = [action for action in legal if action.verb not in FREE]
        return self._rng.choice(own or list(legal))

    def _of_cards(self, s: State, side: int, legal: Sequence[Action]) -> Action:
        """Answers which unit takes cards, and which ones, by the occasion."""
        frame = s.stack.frame if s.stack else None
        if isinstance(frame, Organising):
            return layout.lay_out(s, side, legal) or legal[0]
        if isinstance(frame, Assembling):
            return layout.assemble(s, side, frame.unit, legal)
        if isinstance(frame, (PanzerarmeeCards, Assigning)):
            return layout.panzerarmee_cards(s, legal, getattr(frame, "unit", None))
        return reorganising.collect(s, side, getattr(frame, "unit", 0), legal)


__all__ = ["ANSWERS", "SteadyBot"]
