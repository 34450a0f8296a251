"""Plays the draft of a seat on a branch of the game, all or nothing (spec 2.6, 2.8).

Each step is read, its hidden cards are filled in from the handles sent beside it, the engine judges it, and
the card acts must be exactly those that its events need, each with the commitment that the referee computes
itself.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.engine import kernel
from sealed.engine.eye import PUBLIC
from sealed.engine.frames import Decision, RuleBugError
from sealed.engine.message import Refusal
from sealed.engine.notation import NotationError
from sealed.engine.zones import HIDDEN
from sealed.fairness.arithmetic.blind import Handle, unpack_handles
from sealed.fairness.bridge.duties import Answers, duty
from sealed.fairness.bridge.shifts import fill, shifts
from sealed.wire.strict import EncodingError
from sealed_referee.card_acts import CardActs, disagree, makes
from sealed_referee.logs import frames, line
from sealed_referee.refusing import RefusedError

if TYPE_CHECKING:
    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.notation import Notation
    from sealed.fairness.bridge.duties import Duty
    from sealed.wire.v1.fairness_pb2 import Draft, Step
    from sealed_referee.game import Game
    from sealed_referee.piles import Piles

log: Final = logging.getLogger("sealed.referee.acting")


class Played(NamedTuple):
    """Is what a draft leads to: the state, the piles, and what is due then."""

    state: State
    piles: Piles
    due: Duty


def play(game: Game, seat: int, draft: Draft, handles: bytes, seed: bytes) -> Played:
    """Plays a draft and returns where it leads; the game itself stays as it is.

    `handles` are five bytes for each new reference, `seed` is the blind seed of the seat. Raises RefusedError
    with ACT_ILLEGAL, DRAFT_BARRIER, HAND_COUNT, PRIV_MISMATCH, REF_ORDER or one of the BLIND or REGROUP
    codes.
    """
    made = sum(makes(act) for step in draft.steps for act in step.cards)
    if made or draft.first_ref or handles:
        _check_numbers(game.piles.next_ref(seat), draft.first_ref, made, handles)
    acts = CardActs(game.table_id, seat, seed, game.piles.branch(), _handles(handles) if handles else ())
    try:
        return _play_steps(game, seat, draft, acts)
    except RuleBugError as error:
        # Nothing has changed yet, so refusing is safe; what happens after the draft has no such way out.
        # What the rules say of it may speak of cards that this seat does not see: only where it was is told.
        log.error(line("rules-failed", title=game.title.id, at=frames(error)))  # noqa: TRY400
        text = "the rules fail on this draft; nothing has changed, tell the operator and play otherwise"
        raise RefusedError("ACT_ILLEGAL", text) from error


def _play_steps(game: Game, seat: int, draft: Draft, acts: CardActs) -> Played:
    state, due = game.state, game.due
    for number, step in enumerate(draft.steps):
        if number and not (isinstance(due, Answers) and seat in due.seats):
            raise RefusedError("DRAFT_BARRIER", f"step {number} hands over to others; end the draft with it")
        state = _play_step(game, state, seat, step, acts)
        due = duty(game.title, game.places, state)
    return Played(state, acts.piles, due)


def _check_numbers(expected: int, first_ref: int, made: int, handles: bytes) -> None:
    if made and first_ref != expected:
        raise RefusedError(
            "BLIND_REF_NO", f"the next reference of this seat is {expected}; number from there"
        )
    if made * 5 != len(handles):
        raise RefusedError("PRIV_MISMATCH", f"{made} new references need as many handles of five bytes")


def _handles(run: bytes) -> tuple[Handle, ...]:
    try:
        return unpack_handles(run)
    except EncodingError as error:
        raise RefusedError("PRIV_MISMATCH", error.detail) from None


def _play_step(game: Game, state: State, seat: int, step: Step, acts: CardActs) -> State:
    """Plays one step: text, rules, card acts, in this order."""
    notation = game.title.notation
    try:
        masked = notation.parse(step.action)
    except NotationError as error:
        raise RefusedError("ACT_ILLEGAL", str(error)) from None
    named = notation.cards(masked)
    unsaid = notation.verbs[masked.verb].unsaid
    action = _fill(notation, masked, step, acts) if step.cards or unsaid or HIDDEN in named else masked
    result = kernel.apply(state, action, seat)
    if isinstance(result, Refusal):
        code = "REGROUP_OWED" if _owes(state, seat) else "ACT_ILLEGAL"
        raise RefusedError(code, f"the rules do not allow {masked} now ({result.code})", result)
    if (named or unsaid) and kernel.mask(state, action, PUBLIC, notation) is not masked:
        raise RefusedError(
            "ACT_ILLEGAL", "the text names just the cards that become public; hide the others by ?"
        )
    due = [one for one in shifts(game.places, result.events) for _ in range(one.n)]
    if due or step.cards:
        acts.match(due, step.cards)
    return result.state


def _fill(notation: Notation, masked: Action, step: Step, acts: CardActs) -> Action:
    try:
        return fill(notation, masked, acts.hidden(step.cards), acts.regrouped(step.cards))
    except ValueError:
        raise disagree() from None


def _owes(state: State, seat: int) -> bool:
    """Tells whether the seat has to turn cards down before it does anything else (spec 2.16)."""
    frame = state.stack.frame if state.stack else None
    return isinstance(frame, Decision) and frame.owes and seat in frame.seats(state)
