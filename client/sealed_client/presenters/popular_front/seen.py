"""What a position says at a glance: who is asked, who has still to move, what an answer does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.engine import kernel
from sealed.engine.message import Refusal
from sealed.games.popular_front.flow import Turn, Turns
from sealed.games.popular_front.notation import colour_of
from sealed.games.popular_front.question import Question
from sealed.games.popular_front.title import own_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.games.popular_front.state import State
    from sealed_client.presenters.title_presenter import Look


class Effect(NamedTuple):
    """What an answer does: the position after it, and what happens on the way."""

    state: State
    events: tuple[Event, ...]

    def last(self, event_id: str) -> tuple[int, ...] | None:
        """Return the arguments of the last event of a kind, if it happens."""
        return next((event.args for event in reversed(self.events) if event.id == event_id), None)


def effect_of(s: frames.State, action: Action, seat: int) -> Effect | None:
    """Return what an answer does, by the rules themselves; nothing if it is not legal."""
    step = kernel.apply(s, action, seat)
    return None if isinstance(step, Refusal) else Effect(own_state(step.state), step.events)


def asked_question(s: State) -> Question | None:
    """Return the frame of the open question, if a colour is asked."""
    frame = s.stack.frame if s.stack else None
    return frame if isinstance(frame, Question) else None


def colours_of(s: State, seat: int) -> tuple[int, ...]:
    """Return the colours that a seat runs."""
    return tuple(colour for colour, runs in enumerate(s.terms.runs) if runs == seat)


def yours(look: Look, s: State, colour: int) -> bool:
    """Tell whether the player who looks runs a colour."""
    return look.seat != 0 and s.terms.runs[colour] == look.seat


def seat_of(s: State, colour: int) -> int:
    """Return the seat that runs a colour."""
    return s.terms.runs[colour]


def frames_of(s: State) -> Iterator[object]:
    """Yield the frames of the stack, the top one first."""
    node = s.stack
    while node is not None:
        yield node.frame
        node = node.below


def on_turn(s: State) -> int | None:
    """Return the colour whose turn it is, if a turn is on."""
    return next((frame.colour for frame in frames_of(s) if isinstance(frame, Turn)), None)


def to_come(s: State) -> tuple[int, ...]:
    """Return the colours that have still to begin their turn in this round, in their order."""
    return next((frame.order for frame in frames_of(s) if isinstance(frame, Turns)), ())


def drawn_by(events: Iterable[Event], s: State, seat: int) -> int:
    """Return how many cards a seat draws for certain."""
    drew = (event.args for event in events if event.id == "drew")
    return sum(cards for named, cards in drew if seat_of(s, colour_of(named)) == seat)
