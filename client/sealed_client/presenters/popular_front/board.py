"""The map's moving part: who holds what, the counters, the arrow of an attack, and facts about a city."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.popular_front.battle import battle_of
from sealed.games.popular_front.board import CITIES, NEIGHBOURS
from sealed.games.popular_front.combat import attacks
from sealed.games.popular_front.notation import STACK
from sealed.games.popular_front.state import army_disks, holds, stack
from sealed_client.presenters.popular_front.coats import coat_of
from sealed_client.presenters.popular_front.seen import asked_question
from sealed_client.presenters.popular_front.speech import water_between
from sealed_client.presenters.scene import Arrow, Board, Counter, Facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.popular_front.state import State
    from sealed_client.presenters.picks import Path
    from sealed_client.presenters.popular_front.speech import Speech

_SIDES = (0, 1)


def board_of(speech: Speech, s: State, picked: Path) -> Board:
    """Return tints, counters and arrows; who is about to move or fights has his counter marked."""
    chosen, target = _chosen(s, picked), _attack(s)[1]
    counters = tuple(
        Counter(
            f"{city}-{colour}",
            city,
            coat_of(colour),
            str(row[city]),
            speech.many("counter", row[city], city=speech.city(city), colour=speech.colour(colour)),
            selected=(colour, city) == chosen,
            attacked=city == target,
        )
        for city in range(len(CITIES))
        for colour, row in enumerate(s.disks)
        if row[city]
    )
    return Board(_tints(s), counters, arrows=_arrows(s, picked))


def holder(s: State, city: int) -> int:
    """Return the side that holds a city, 0 for none."""
    return next((side + 1 for side in _SIDES if holds(s, side, city)), 0)


def _tints(s: State) -> tuple[int, ...]:
    return tuple(holder(s, city) for city in range(len(CITIES)))


def _attack(s: State) -> tuple[int, int]:
    battle = battle_of(s)
    return (battle.origin, battle.target) if battle is not None else (-1, -1)


def _chosen(s: State, picked: Path) -> tuple[int, int]:
    """Return colour and city of the disks that are about to move or to attack, or do so."""
    asked, battle = asked_question(s), battle_of(s)
    origin = next((pick.number for pick in picked if pick.kind == "space"), None)
    if origin is not None and asked is not None:
        return asked.colour, origin
    return (battle.attacker, battle.origin) if battle is not None else (-1, -1)


def _arrows(s: State, picked: Path) -> tuple[Arrow, ...]:
    origin, target = _attack(s)
    spaces = [pick.number for pick in picked if pick.kind == "space"]
    match spaces:
        case [start, end]:
            return (Arrow(start, end, hostile=holder(s, start) != holder(s, end)),)
    return (Arrow(origin, target, hostile=True),) if target >= 0 else ()


def focus_of(s: State) -> tuple[int, ...]:
    """Return both ends of a battle: the question is about them."""
    battle = battle_of(s)
    return (battle.origin, battle.target) if battle is not None else ()


# -- facts ---------------------------------------------------------------------------------------------------


def facts_of(speech: Speech, s: State, city: int) -> Facts:
    """Return what is in a city, what it is worth, who is beside it and who may come."""
    side = holder(s, city)
    lines = [_held(speech, s, city, side), *_room(speech, s, city, side)]
    lines.append(speech.say("facts.beside", cities=speech.listed(_neighbours(speech, s, city))))
    if side:
        lines.extend(_threats(speech, s, city, side - 1))
    return Facts(f"{speech.city(city)}: {speech.worth(city)}", tuple(lines))


def _held(speech: Speech, s: State, city: int, side: int) -> str:
    if not side:
        return speech.say("facts.empty")
    there = [(colour, row[city]) for colour, row in enumerate(s.disks) if row[city]]
    if len(s.disks) == len(_SIDES):
        return speech.many("facts.held", there[0][1], army=speech.army(side - 1))
    disks = (f"{speech.colour(colour)} {disks}" for colour, disks in there)
    return speech.say("facts.held-by", army=speech.army(side - 1), disks=speech.listed(disks))


def _room(speech: Speech, s: State, city: int, side: int) -> Iterator[str]:
    room = STACK - stack(s, city)
    if side and room:
        yield speech.many("facts.room", room, army=speech.army(side - 1))
    elif side:
        yield speech.say("facts.full", limit=STACK)


def _neighbours(speech: Speech, s: State, city: int) -> Iterator[str]:
    for near in NEIGHBOURS[city]:
        side = holder(s, near)
        name = speech.city(near)
        if side:
            disks = army_disks(s, side - 1, near)
            name = speech.say("facts.neighbour", city=name, army=speech.army(side - 1), disks=disks)
        water = water_between(city, near)
        yield speech.say(f"facts.over-{water}", city=name) if water else name


def _threats(speech: Speech, s: State, city: int, side: int) -> Iterator[str]:
    """Yield from where a city can be attacked, and what it can attack."""
    colours = range(len(s.disks))
    every = {action.args for colour in colours for action in attacks(s, colour)}
    comes = sorted(origin for origin, target in every if target == city)
    goes = sorted(target for origin, target in every if origin == city)
    if comes:
        yield speech.say(
            "facts.attacked-from", army=speech.army(1 - side), cities=speech.listed(map(speech.city, comes))
        )
    if goes:
        yield speech.say("facts.may-attack", cities=speech.listed(map(speech.city, goes)))
