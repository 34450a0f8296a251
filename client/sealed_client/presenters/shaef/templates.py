"""Ready-made rows of answers: a set-up as printed, all cards of a unit that can fire or must be flipped."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

from sealed.engine.kernel import legal_actions
from sealed.engine.zones import copies
from sealed.games.shaef.combat.battle import unit_of
from sealed.games.shaef.combat.declaring import ANNOUNCE, Declaring
from sealed.games.shaef.combat.forces import fought
from sealed.games.shaef.combat.must_flip import MustFlip
from sealed.games.shaef.notation import THE_DECK
from sealed.games.shaef.question import DONE
from sealed.games.shaef.setup.historical import SET_UP, SetUp
from sealed.games.shaef.setup.organising import Assembling, Organising
from sealed.games.shaef.setup.stationing import Stationing
from sealed.games.shaef.setup.templates import historical_answers
from sealed.games.shaef.state import OFF, RESERVE, State
from sealed.games.shaef.units.holdings import assigned
from sealed.games.shaef.units.organisation import MOST_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine import frames
    from sealed.engine.action import Action

    Frame: TypeAlias = SetUp | Stationing | Organising | Assembling

JUNE = "june"
"""The lay-out that is printed for June 1944."""


UNIT, ALL = "unit", "all"
"""All cards of the unit that fires; those of its Army Reserve, too, or all that must flip."""


def templates(state: frames.State) -> dict[str, tuple[Action, ...]]:
    """Return the rows of answers that can be given to the open question at once, by name.

    In the set-up of the Free Scenario one lays the rest of the side out; what has been answered already is
    left out, and so is the `done` that ends the set-up, for it can be changed before. Where cards are
    declared for fire they all join in; where cards must flip they all do.
    """
    s = cast("State", state)
    frame = s.stack.frame if s.stack else None
    if isinstance(frame, Declaring):
        return _volleys(s, frame)
    if isinstance(frame, MustFlip):
        return {ALL: tuple(legal_actions(s, frame.colour + 1))}
    if not isinstance(frame, SetUp | Stationing | Organising | Assembling) or not s.terms.free:
        return {}
    rest = tuple(_rest(s, frame, historical_answers(frame.colour, free=True)))
    return {JUNE: rest} if rest else {}


def _volleys(s: State, frame: Declaring) -> dict[str, tuple[Action, ...]]:
    """Return the declarations of a whole unit, and of all that can fire with it, each with its end."""
    joins = [answer for answer in legal_actions(s, frame.colour + 1) if answer.verb == "join"]
    home = unit_of(fought(s), frame.volley.force)
    own = [answer for answer in joins if answer.args[0] == home]
    found = {UNIT: (*own, ANNOUNCE)} if own else {}
    return {**found, ALL: (*joins, ANNOUNCE)} if len(joins) > len(own) else found


def _rest(s: State, frame: Frame, answers: Sequence[Action]) -> Iterator[Action]:
    """Yield what is still to be answered of a whole set-up."""
    if isinstance(frame, SetUp):
        yield SET_UP
    placing = [answer for answer in answers if answer.verb in {"station", "fortify"}]
    if isinstance(frame, Stationing):
        yield from (answer for answer in placing if _unplaced(s, answer))
        yield DONE
    open_unit = frame.unit if isinstance(frame, Assembling) else None
    units = _by_unit(answers)
    if open_unit is not None:
        yield from _takes(s, frame.colour, open_unit, units.get(open_unit, ()))
        yield DONE
    for unit, takes in units.items():
        left = _takes(s, frame.colour, unit, takes)
        if left and unit != open_unit:
            yield from (_organise(answers, unit), *left, DONE)


def _by_unit(answers: Sequence[Action]) -> dict[int, list[Action]]:
    """Return for each unit, in order, the answers that give it cards."""
    found: dict[int, list[Action]] = {}
    unit = -1
    for answer in answers:
        if answer.verb == "organise":
            unit = answer.args[0]
            found[unit] = []
        elif answer.verb == "take":
            found[unit].append(answer)
    return found


def _organise(answers: Sequence[Action], unit: int) -> Action:
    return next(answer for answer in answers if answer.verb == "organise" and answer.args == (unit,))


def _unplaced(s: State, answer: Action) -> bool:
    """Tell whether a unit still has to be placed, or put beneath its Fortress Marker."""
    unit = answer.args[0]
    return s.where[unit] == OFF if answer.verb == "station" else not s.fortress >> unit & 1


def _takes(s: State, side: int, unit: int, takes: Sequence[Action]) -> Sequence[Action]:
    """Return the cards that a unit still takes: those of its row that wait, as far as it has room (5.3a)."""
    return [take for take in takes if _waits(s, side, take)][: max(0, MOST_CARDS - assigned(s, unit))]


def _waits(s: State, side: int, take: Action) -> bool:
    """Tell whether the card that an answer takes lies in the Reinforcement Deck still."""
    source, card = take.args
    return source == THE_DECK and bool(copies(s.zones[RESERVE + side], card))


__all__ = ["ALL", "JUNE", "UNIT", "templates"]
