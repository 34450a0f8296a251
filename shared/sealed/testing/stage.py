"""What a title lends to the scenario runner: how positions are written, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sealed.games import popular_front
from sealed.games.popular_front import position, readings
from sealed.games.south_front import position as south_front_position
from sealed.games.south_front import readings as south_front_readings
from sealed.games.south_front.title import TITLE as SOUTH_FRONT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title

    Reading: TypeAlias = Callable[[State, Setup, object], Iterator[tuple[str, object, object]]]


@dataclass(frozen=True, slots=True)
class Stage:
    """A title with its hooks.

    `tables` are the tables that describe a position; `build` makes of them a full state and the orders of
    decks by zone, top first; `colours` names the colours of a table in order. `readings` yield for a key of
    `expect` and its value triples of part, wanted and found. `said` names for a key the event that said it
    last and which of its arguments are meant. `winners` names the results. Hooks raise `ValueError` with a
    plain sentence.
    """

    title: Title
    tables: tuple[str, ...]
    build: Callable[[Mapping[str, object], Setup], tuple[State, Mapping[int, tuple[int, ...]]]]
    colours: Callable[[Setup], tuple[str, ...]]
    readings: Mapping[str, Reading]
    said: Mapping[str, tuple[str, slice]]
    winners: Mapping[str, str]


def _built(tables: Mapping[str, object], setup: Setup) -> tuple[State, Mapping[int, tuple[int, ...]]]:
    made = position.build(tables, setup)
    return made.state, made.orders


def _built_in_the_south(
    tables: Mapping[str, object], setup: Setup
) -> tuple[State, Mapping[int, tuple[int, ...]]]:
    made = south_front_position.build(tables, setup)
    return made.state, made.orders


def _reading_in_the_south(read: south_front_readings.Reading) -> Reading:
    def reading(s: State, setup: Setup, wanted: object) -> Iterator[tuple[str, object, object]]:
        return read(south_front_position.own_state(s), setup, wanted)

    return reading


def _reading(read: readings.Reading) -> Reading:
    def reading(s: State, setup: Setup, wanted: object) -> Iterator[tuple[str, object, object]]:
        return read(position.own_state(s), setup, wanted)

    return reading


STAGES: Mapping[str, Stage] = {
    popular_front.TITLE.id: Stage(
        title=popular_front.TITLE,
        tables=position.TABLES,
        build=_built,
        colours=position.colour_names,
        readings={key: _reading(read) for key, read in readings.READINGS.items()},
        said=readings.EVENT_READINGS,
        winners=readings.WINNERS,
    ),
    SOUTH_FRONT.id: Stage(
        title=SOUTH_FRONT,
        tables=south_front_position.TABLES,
        build=_built_in_the_south,
        colours=south_front_position.colour_names,
        readings={key: _reading_in_the_south(read) for key, read in south_front_readings.READINGS.items()},
        said=south_front_readings.EVENT_READINGS,
        winners=south_front_readings.WINNERS,
    ),
}
"""The titles that scenario files may be about, by id."""
