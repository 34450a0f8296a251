"""Second Supply: unsupplied units leave the board, Corps left in a base find a new Army (7.1b, 7.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.cards import move, move_all
from sealed.engine.frames import pop, push
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.control import occupy
from sealed.games.shaef.board.presence import in_play, reserve_of
from sealed.games.shaef.moments import ORPHANED
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, PREDICATES, Free
from sealed.games.shaef.state import (
    ARRIVED,
    BASES,
    DEAD,
    DOWN,
    GONE,
    HQ_CARD,
    HQS,
    IS_ARMY,
    N_REGIONS,
    NOWHERE,
    OFF,
    RESERVE,
    SHOWN,
    SIDE,
    UP,
    State,
)
from sealed.games.shaef.supply.lines import supplied
from sealed.games.shaef.tactics.table import KEYS
from sealed.games.shaef.units.cards import CARD, TACTIC, TYPE
from sealed.games.shaef.units.discarding import destroy, without_counter
from sealed.games.shaef.units.holdings import face_up_cards
from sealed.games.shaef.units.organisation import attach_reasons
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_RULE = "7.3g"
_COST = load().numbers.cost_attach
_HOLDING = KEYS.index("FESTUNG")


def remove(s: State, side: int, tell: Tell) -> State:
    """Discard the units of a side on the Continent that are out of supply, then ask about orphans.

    All are judged before any goes (7.1b, 7.3h); Corps under a Fortress Marker may hold out (Festung halten!).
    """
    fed = supplied(s)
    for unit in in_play(s, side):
        place = s.where[unit]
        if fed >> unit & 1 or place >= N_REGIONS:
            continue
        if _holds_out(s, unit):
            happened(tell, "saved", (unit,))
            continue
        happened(tell, "unsupplied", (unit, place))
        s = destroy(s, unit, tell)
    if orphans(s, side):
        s = push(s, Orphans(side))
    return occupy(s, tell)


def _holds_out(s: State, unit: int) -> bool:
    if IS_ARMY[unit] or not s.fortress >> unit & 1:
        return False
    return any(one.key == _HOLDING and one.about == unit for one in s.lasting)


def orphans(s: State, side: int) -> list[int]:
    """Return the Corps in a base whose Army Reserve is no longer in play (7.3g)."""
    return [unit for unit in in_play(s, side) if s.where[unit] in BASES and reserve_of(s, unit) == NOWHERE]


@dataclass(frozen=True, slots=True)
class Orphans(Free):
    """What becomes of the Corps in a base whose Army is lost: a new Army, or the Reinforcement Deck (7.3g).

    `done` is there once the owner has disbanded the last of them himself.
    """

    id: ClassVar[str] = "orphans"
    rule: ClassVar[str] = _RULE
    verbs: ClassVar[frozenset[str]] = frozenset({"attach", "stand-down", "done"})
    colour: int
    moment: ClassVar[int] = ORPHANED

    def own(self, s: State) -> Sequence[Action]:
        """Return the attachments that can be paid, the Corps that must stand down, or the end."""
        waiting = orphans(s, self.colour)
        if not waiting:
            return (DONE,)
        armies = [unit for unit in in_play(s, self.colour) if IS_ARMY[unit]]
        answers = [make("attach", corps, army) for corps in waiting for army in armies]
        return self.allowed(s, [*answers, *(make("stand-down", corps) for corps in waiting)])

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against an attachment, against standing down, or against the end."""
        match action.verb:
            case "attach":
                yield from _adopt_reasons(s, self.colour, action.args)
            case "stand-down":
                yield from stand_down_reasons(s, self.colour, action.args)
            case _:
                for corps in orphans(s, self.colour):
                    yield Refusal("must-find-army", (corps,), _RULE)

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Attach the Corps or put it away; ask on while others wait."""
        if action.verb == "attach":
            corps, army = action.args
            s = _adopt(s, corps, army, tell)
        elif action.verb == "stand-down":
            s = _stand_down(s, action.args[0], tell)
        return s if orphans(s, self.colour) else pop(s)


def _orphan_reasons(s: State, side: int, corps: int) -> Iterator[Refusal]:
    if SIDE[corps] != side:
        yield Refusal("not-yours", (corps,), _RULE)
    elif s.where[corps] == OFF:
        yield Refusal("not-in-play", (corps,), _RULE)
    elif s.where[corps] not in BASES:
        yield Refusal("not-in-base", (corps,), _RULE)
    elif reserve_of(s, corps) != NOWHERE:
        yield Refusal("already-attached", (corps,), _RULE)


def _adopt_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    corps, army = args
    not_asked = tuple(_orphan_reasons(s, side, corps))
    yield from not_asked
    if not_asked:
        return
    yield from attach_reasons(s, corps, army, _RULE)
    yield from point_reasons(s, side, _COST, _RULE)


def stand_down_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield why a Corps does not go into the Reinforcement Deck: it is no orphan, or an Army can take it."""
    (corps,) = args
    not_asked = tuple(_orphan_reasons(s, side, corps))
    yield from not_asked
    if not not_asked:
        for army in in_play(s, side):
            if IS_ARMY[army] and not any(True for _ in _adopt_reasons(s, side, (corps, army))):
                yield Refusal("can-be-attached", (corps, army), _RULE)
                return


def _adopt(s: State, corps: int, army: int, tell: Tell) -> State:
    armies = bytearray(s.army)
    armies[corps] = army
    s = spend(s, SIDE[corps], _COST, tell)
    happened(tell, "attached", (corps, army))
    return copy_with(s, army=bytes(armies))


def _stand_down(s: State, corps: int, tell: Tell) -> State:
    """Put all cards of a Corps, its HQ too, into the Reinforcement Deck; its counter leaves the map.

    A Tactic that was used goes where it would go in the Clean-up Phase (E-65).
    """
    side = SIDE[corps]
    happened(tell, "stood-down", (corps,))
    for card in face_up_cards(s, corps):
        if TYPE[card] == TACTIC:
            pile = GONE if CARD[card].end == "remove" else DEAD
            s = move(s, card, UP + corps, pile + side, tell)
    for kind in (DOWN, ARRIVED, SHOWN, UP):
        s = move_all(s, kind + corps, RESERVE + side, tell)
    s = move(s, HQ_CARD[corps], HQS + side, RESERVE + side, tell)
    return without_counter(s, corps)


PREDICATES["stand-down"] = stand_down_reasons


__all__ = ["Orphans", "orphans", "remove", "stand_down_reasons"]
