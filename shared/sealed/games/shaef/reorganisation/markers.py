"""Supply markers and Mulberries are placed at the end of the Allied Reorganization Phase (13.3, 7.3, 7.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sealed.engine.frames import pop, replace_top
from sealed.engine.message import Refusal, happened
from sealed.engine.value import copy_with
from sealed.games.shaef.board.geography import PARIS, WITH_PORTS, regions_in
from sealed.games.shaef.board.ports import mulberries_at, port_reasons, symbols
from sealed.games.shaef.board.presence import in_play
from sealed.games.shaef.moments import MARKERS
from sealed.games.shaef.notation import make
from sealed.games.shaef.pack import load
from sealed.games.shaef.question import DONE, PREDICATES, Free
from sealed.games.shaef.state import ALLIES, IS_ARMY, N_REGIONS, NOWHERE, OFF, SIDE, Lasting, State
from sealed.games.shaef.supply.lines import FRENCH, PIPELINE
from sealed.games.shaef.units.points import point_reasons, spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.action import Action
    from sealed.engine.frames import Tell

_RULE, _MULBERRIES = "7.3", "7.4b"
_COST = load().numbers.cost_marker
FOR_EVER = 255
"""An end that no clean-up reaches."""


@dataclass(frozen=True, slots=True)
class Markers(Free):
    """Which supply markers are placed or moved, and whether Mulberries are; `placed` is a set of Armies.

    Each marker is placed once in a step (E-61). PLUTO, used meanwhile, is an effect about nobody until the
    next marker is placed: for nothing, and where it may share a place.
    """

    id: ClassVar[str] = "markers"
    rule: ClassVar[str] = "13.3"
    verbs: ClassVar[frozenset[str]] = frozenset({"mark", "mulberry", "done"})
    colour: int
    placed: int = 0
    moment: ClassVar[int] = MARKERS

    def own(self, s: State) -> Sequence[Action]:
        """Return the Mulberries and markers that may be placed, and the end."""
        regions = _regions(s)
        armies = [unit for unit in in_play(s, self.colour) if IS_ARMY[unit]]
        answers = [make("mulberry", region) for region in regions_in(s.landings)]
        answers += [make("mark", army, region) for army in armies for region in regions]
        return (*self.allowed(s, answers), DONE)

    def why(self, s: State, action: Action) -> Iterator[Refusal]:
        """Yield what stands against placing a marker or a Mulberry."""
        if action.verb == "mark":
            yield from mark_reasons(s, self.colour, action.args)
            if self.placed >> action.args[0] & 1:
                yield Refusal("marker-placed", (action.args[0],), "E-61")
        elif action.verb == "mulberry":
            yield from mulberry_reasons(s, self.colour, action.args)

    def offers(self, s: State, action: Action) -> bool:
        """Tell whether nothing stands against an answer."""
        return action.verb in self.verbs and not any(True for _ in self.why(s, action))

    def answer(self, s: State, action: Action, tell: Tell) -> State:
        """Place it and ask again, or go on."""
        match action.verb:
            case "mark":
                army, region = action.args
                s = _place(s, army, region, tell)
                return replace_top(s, Markers(self.colour, self.placed | 1 << army))
            case "mulberry":
                return _build(s, action.args[0], tell)
            case _:
                return pop(s)


def _regions(s: State) -> list[int]:
    """Return the regions that may have a place for a marker: with a port or a Mulberry, and Paris."""
    there = [region for region in s.mulberries if region < N_REGIONS]
    places = WITH_PORTS | 1 << PARIS | sum(1 << region for region in set(there))
    return list(regions_in(places & s.held))


def mark_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield why the marker of an Army cannot be placed in a region now (7.3b to 7.3d)."""
    army, region = args
    if side != ALLIES or SIDE[army] != ALLIES:
        yield Refusal("not-yours", (army,), _RULE)
        return
    if not IS_ARMY[army]:
        yield Refusal("not-an-army", (army,), _RULE)
        return
    if s.where[army] == OFF:
        yield Refusal("not-in-play", (army,), "E-62")
    if s.markers[army] == region:
        yield Refusal("marker-there", (army, region), _RULE)
    yield from _place_reasons(s, army, region)
    if not _pipeline_waits(s):
        yield from point_reasons(s, side, _COST, "7.3b")


def _place_reasons(s: State, army: int, region: int) -> Iterator[Refusal]:
    if region == PARIS:
        if army != FRENCH:
            yield Refusal("not-paris", (army,), "7.3c")
        if not s.held >> region & 1:
            yield Refusal("enemy-controls", (region,), "7.3c")
        return
    unusable = tuple(port_reasons(s, region, "7.3c"))
    yield from unusable
    if not unusable and s.markers[army] != region and not _has_room(s, region):
        yield Refusal("marker-taken", (region,), "7.3d")


def _has_room(s: State, region: int) -> bool:
    """Tell whether a region with a usable port has a place for one more marker; one may share (PLUTO)."""
    there = {other for other, place in enumerate(s.markers) if place == region}
    shared = _pipeline_waits(s) or any(one.key == PIPELINE and one.about in there for one in s.lasting)
    return len(there) < symbols(s, region) + mulberries_at(s, region) + shared


def _pipeline_waits(s: State) -> bool:
    """Tell whether PLUTO has been used and its marker not been placed yet."""
    return Lasting(PIPELINE, NOWHERE, 1) in s.lasting


def mulberry_reasons(s: State, side: int, args: tuple[int, ...]) -> Iterator[Refusal]:
    """Yield why no Mulberry can be placed in a region: only where a landing of this turn took it (7.4b)."""
    (region,) = args
    if side != ALLIES or NOWHERE not in s.mulberries:
        yield Refusal("no-mulberry", (), _MULBERRIES)
    if not s.landings >> region & 1:
        yield Refusal("no-landing", (region,), _MULBERRIES)


def _place(s: State, army: int, region: int, tell: Tell) -> State:
    """Put an Army's marker into a region; the pipeline ends there, or stays with the marker it had."""
    waits = _pipeline_waits(s)
    lasting = tuple(one for one in s.lasting if one.key != PIPELINE or one.about not in {army, NOWHERE})
    if waits:
        lasting = (*lasting, Lasting(PIPELINE, army, FOR_EVER))
    else:
        s = spend(s, ALLIES, _COST, tell)
    markers = bytearray(s.markers)
    markers[army] = region
    happened(tell, "marked", (army, region))
    return copy_with(s, markers=bytes(markers), lasting=lasting)


def _build(s: State, region: int, tell: Tell) -> State:
    first, second = s.mulberries
    happened(tell, "mulberry", (region,))
    return copy_with(s, mulberries=(region, second) if first == NOWHERE else (first, region))


PREDICATES["mark"] = mark_reasons
PREDICATES["mulberry"] = mulberry_reasons


__all__ = ["FOR_EVER", "Markers", "mark_reasons", "mulberry_reasons"]
