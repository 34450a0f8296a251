"""The combat sheet of SHAEF in words: lines of both sides, battles, and the fire that has been declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.notation import CARD
from sealed.engine.zones import size
from sealed.games.shaef.combat.forces import (
    forces_there,
    in_battle,
    in_front,
    in_rear,
    members,
    standing,
    striking,
    with_unit,
)
from sealed.games.shaef.combat.modifiers import Shot, modifiers, printed, strength
from sealed.games.shaef.combat.volley import Volley
from sealed.games.shaef.notation import FORCE, REGION, UNIT
from sealed.games.shaef.state import ALLIES, AXIS, N_UNITS, NOWHERE, UP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.shaef.combat.battle import Combat
    from sealed.games.shaef.state import State
    from sealed_client.words.phrases import Phrases


def combat_lines(s: State, said: Phrases) -> Iterator[str]:
    """Yield the combat that is fought; nothing outside one."""
    combat = s.combat
    if combat is None:
        return
    yield said.say(
        "lines.combat",
        region=said.name(REGION, combat.region),
        phase=combat.phase,
        side=said.colour(combat.attacker),
    )
    yield from _arrayed(s, said, combat)
    yield from _battles(s, said, combat)
    for side in (ALLIES, AXIS):
        if combat.secondary[side] != NOWHERE:
            yield said.say("lines.secondary", unit=said.name(UNIT, combat.secondary[side]))
    yield from volley_lines(s, said)


def _arrayed(s: State, said: Phrases, combat: Combat) -> Iterator[str]:
    """Yield who stands where, side by side, and who has no place yet; battles are read by themselves."""
    for side in (combat.attacker, 1 - combat.attacker):
        lines = {"front": in_front(s, side), "rear": in_rear(s, side)}
        if side == combat.attacker:
            lines["strike"] = striking(s)
        in_battles = sum(battle.attackers | battle.defenders for battle in combat.battles)
        lines = {name: forces & ~in_battles for name, forces in lines.items()}
        lines["waiting"] = forces_there(s, side) & ~combat.arrayed
        for name, forces in lines.items():
            if forces:
                yield said.say(f"lines.{name}", side=said.colour(side), forces=forces_listed(s, said, forces))


def forces_listed(s: State, said: Phrases, forces: int) -> str:
    """Return forces in a row, each unit with how many cards lie face-up and face-down with its HQ."""
    return ", ".join(_force(s, said, force) for force in members(forces))


def _force(s: State, said: Phrases, force: int) -> str:
    name = said.name(FORCE, force)
    counts = ", ".join(seen_of(s, said, force))
    return said.say("lines.force", force=name, counts=counts) if counts else name


def seen_of(s: State, said: Phrases, force: int) -> Iterator[str]:
    """Yield how many cards of a unit lie face-up and face-down with its HQ; nothing for a single card."""
    if force < N_UNITS:
        up = size(s.zones[UP + force])
        yield said.say("lines.counts", up=up, down=max(0, with_unit(s, force) - up))


def _battles(s: State, said: Phrases, combat: Combat) -> Iterator[str]:
    for battle in combat.battles:
        attackers, defenders = (
            sum(1 << force for force in in_battle(s, battle, side))
            for side in (combat.attacker, 1 - combat.attacker)
        )
        if attackers or defenders:
            nobody = said.say("lines.none")
            yield said.say(
                "lines.rear-battle" if battle.rear else "lines.battle",
                attackers=forces_listed(s, said, standing(s, attackers)) or nobody,
                defenders=forces_listed(s, said, standing(s, defenders)) or nobody,
            )


def volley_of(s: State) -> Volley | None:
    """Return the volley that is declared or about to be rolled, if there is one."""
    node = s.stack
    while node is not None:
        volley = getattr(node.frame, "volley", None)
        if isinstance(volley, Volley):
            return volley
        node = node.below
    return None


def volley_lines(s: State, said: Phrases) -> Iterator[str]:
    """Yield the fire that has been declared: who at whom, each card with its strength and why."""
    volley = volley_of(s)
    if volley is None or s.combat is None:
        return
    if volley.target == NOWHERE:
        yield said.say("lines.blind-fire", force=said.name(FORCE, volley.force))
    else:
        yield said.say(
            "lines.fire",
            force=said.name(FORCE, volley.force),
            target=forces_listed(s, said, 1 << volley.target),
        )
    for card, shot in volley.shots():
        yield said.say("lines.shot", card=said.name(CARD, card), strength=shot_words(s, said, card, shot))


def shot_words(s: State, said: Phrases, card: int, shot: Shot) -> str:
    """Return the strength of a shot, with the printed one and every modifier by name."""
    found = modifiers(s, card, shot)
    if not found:
        return said.say("lines.strength", strength=strength(s, card, shot))
    changes = ", ".join(
        said.say("lines.modifier", modifier=said.say(f"modifiers.{name}"), value=f"{value:+d}")
        for name, value in found
    )
    return said.say(
        "lines.modified", strength=strength(s, card, shot), printed=printed(s, card, shot), changes=changes
    )


__all__ = ["combat_lines", "forces_listed", "seen_of", "shot_words", "volley_lines", "volley_of"]
