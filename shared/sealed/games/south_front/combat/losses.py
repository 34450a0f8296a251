"""What may be removed in combat: losses of the defender, gifts of the attacker (rules, Attack Rounds)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.message import Refusal
from sealed.games.south_front.board.pieces import cargo_of, representative, space_of, transported
from sealed.games.south_front.combat.battle import (
    SUPPORTING,
    Battle,
    battle_of,
    bits,
    close_by,
    defending,
    force,
    forces_there,
    goes_with,
    rank,
    supported,
)
from sealed.games.south_front.notation import GIVE, LOSE
from sealed.games.south_front.question import PREDICATES
from sealed.games.south_front.state import AIRPLANE, CARRIER, FACTION, KIND, OFF, SIDE, State
from sealed.games.south_front.supply.supplied import supplied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine.action import Action


def loss_reasons(s: State, b: Battle, piece: int) -> Iterator[Refusal]:
    """Yield why the defender cannot remove a piece as the result of the attack."""
    if SIDE[piece] != b.defender:
        yield Refusal("not-yours", (piece,), "Attack Rounds")
    elif s.where[piece] == OFF:
        yield Refusal("not-on-board", (piece,), "Attack Rounds")
    else:
        yield from _in_reach(s, b, piece)
        yield from _equal(s, piece, LOSE)


def _in_reach(s: State, b: Battle, piece: int) -> Iterator[Refusal]:
    if space_of(s, piece) == b.target:
        if transported(s, piece):
            yield Refusal("not-in-combat", (piece,), "S-24")
        elif KIND[piece] == CARRIER and cargo_of(s, piece) is not None:
            yield Refusal("not-in-combat", (piece,), "S-26")
    elif b.reacted:
        yield Refusal("not-in-combat", (piece,), "Retreat" if b.on_land else "Withdraw Navy")
    elif not close_by(s, b.defender, piece, b.target):
        yield Refusal("not-in-combat", (piece,), "Attack Rounds")
    elif not defending(s, b) >> FACTION[piece] & 1:
        yield Refusal("support-faction", (piece,), "Airplanes and Fleets in Combat")


def force_loss_reasons(s: State, b: Battle) -> Iterator[Refusal]:
    """Yield why the defender cannot remove a Minor Country Force."""
    if not forces_there(s, b):
        yield Refusal("no-force-there", (b.target,), "Using Minor Country Force Counters")


def gift_reasons(s: State, b: Battle, piece: int, *, forced: bool) -> Iterator[Refusal]:
    """Yield why the attacker cannot remove a piece, to continue or, `forced`, because of an Exchange.

    A forced removal knows neither rank nor last piece (Exchange; S-38).
    """
    if SIDE[piece] != b.side:
        yield Refusal("not-yours", (piece,), "Continuing the Attack")
        return
    if s.where[piece] == OFF:
        yield Refusal("not-on-board", (piece,), "Continuing the Attack")
        return
    if not b.force >> piece & 1:
        yield from _support_reasons(s, b, piece)
    elif KIND[piece] == CARRIER and cargo_of(s, piece) is not None:
        yield Refusal("not-in-combat", (piece,), "Carriers")
    if not forced:
        if KIND[piece] == CARRIER or rank(b, KIND[piece]) < b.demanded:
            yield Refusal("rank-too-low", (piece,), "Combat Rank")
        if not bits(force(s, b)) & ~goes_with(s, piece):
            yield Refusal("last-piece", (piece,), "Continuing the Attack")
    yield from _equal(s, piece, GIVE)


def _support_reasons(s: State, b: Battle, piece: int) -> Iterator[Refusal]:
    """Yield why a piece outside the force does not support it."""
    if not close_by(s, b.side, piece, b.target):
        yield Refusal("not-in-combat", (piece,), "Continuing the Attack")
    if KIND[piece] in SUPPORTING:
        factions = supported(s, b)
        if not factions >> FACTION[piece] & 1 or (FACTION[piece] != b.faction and KIND[piece] != AIRPLANE):
            yield Refusal("support-faction", (piece,), "Airplanes and Fleets in Combat")
        if not supplied(s, piece):
            yield Refusal("support-unsupplied", (piece,), "Supply Effects")


def _equal(s: State, piece: int, named: tuple[Action, ...]) -> Iterator[Refusal]:
    if (same := representative(s, piece)) != piece:
        yield Refusal("equal-piece", (piece, same), "S-75", named[same])


def _losing(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    battle = battle_of(s)
    if battle is not None and side == battle.defender:
        yield from loss_reasons(s, battle, args[0])


def _losing_a_force(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    del args
    battle = battle_of(s)
    if battle is not None and side == battle.defender:
        yield from force_loss_reasons(s, battle)


def _giving(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    battle = battle_of(s)
    if battle is not None and side == battle.side:
        yield from gift_reasons(s, battle, args[0], forced=bool(battle.exchange))


PREDICATES["lose"] = _losing
PREDICATES["lose-force"] = _losing_a_force
PREDICATES["give"] = _giving
