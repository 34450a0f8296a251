"""The course of a battle as it was told: what was deployed, what is destroyed, how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sealed.engine.message import MOVED
from sealed.games.popular_front.battle import battle_of, powers
from sealed.games.popular_front.resolution import totals
from sealed.games.popular_front.state import COLOURS, DEPLOYED, DISCARD, RESERVE, State, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.engine.message import Event
    from sealed.games.popular_front.battle import Battle


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies open in a battle, or lay there until it was destroyed."""

    card: int
    destroyed: bool = False


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle: strength of both sides before cards, their sums now, and their open cards by colour.

    `resolved` says that the sums are final.
    """

    battle: Battle
    powers: tuple[int, int]
    totals: tuple[int, int]
    resolved: bool
    open: dict[int, list[Lying]] = field(default_factory=dict)


def fight_of(s: State, told: Sequence[Event]) -> Fight | None:
    """Return the battle that is going on; without what was told, nothing is known of destroyed cards."""
    battle = battle_of(s)
    if battle is None:
        return None
    course = _course(told, (number(s, battle.attacker), battle.origin, battle.target))
    if course is None:
        lying = {
            colour: [Lying(card) for card in s.lines[colour & 1]]
            for colour in (battle.attacker, battle.defender)
        }
        return Fight(battle, powers(s, battle), totals(s, battle), resolved=False, open=lying)
    declared = course[0].args
    strengths = declared[3], declared[4]
    cards, ended = _cards(course)
    found = totals(s, battle) if ended is None else ended
    return Fight(battle, strengths, found, resolved=ended is not None, open=cards)


def _course(told: Sequence[Event], attack: tuple[int, int, int]) -> Sequence[Event] | None:
    """Return what was told since the last attack was declared, if that is the one."""
    for at in range(len(told) - 1, -1, -1):
        if told[at].id == "declared":
            return told[at:] if told[at].args[:3] == attack else None
    return None


def _cards(course: Sequence[Event]) -> tuple[dict[int, list[Lying]], tuple[int, int] | None]:
    """Return the open cards by colour and the final sums, if the battle is decided."""
    cards: dict[int, list[Lying]] = {}
    for event in course:
        if event.id == "resolved":
            return cards, (event.args[0], event.args[1])
        if event.id == MOVED:
            card, _, source, target = event.args
            _follow(cards.setdefault(source % COLOURS, []), card, _kind(source), _kind(target))
    return cards, None


def _kind(zone: int) -> int:
    return zone - zone % COLOURS


def _follow(lying: list[Lying], card: int, came: int, went: int) -> None:
    if (came, went) == (RESERVE, DEPLOYED):
        lying.append(Lying(card))
    elif (came, went) == (DEPLOYED, DISCARD):
        lying[lying.index(Lying(card))] = Lying(card, destroyed=True)
    elif (came, went) == (RESERVE, DISCARD):
        lying.append(Lying(card, destroyed=True))
