"""What a title lends to the scenario runner: how positions are written, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from sealed.games import popular_front, shaef, south_front
from sealed.games.popular_front import position as popular_front_position
from sealed.games.popular_front import readings as popular_front_readings
from sealed.games.shaef import position as shaef_position
from sealed.games.shaef import readings as shaef_readings
from sealed.games.south_front import position as south_front_position
from sealed.games.south_front import readings as south_front_readings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title

    Triples: TypeAlias = Iterator[tuple[str, object, object]]
    Reading: TypeAlias = Callable[[State, Setup, object], Triples]

S = TypeVar("S")


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


class Made(Protocol):
    """A position that was built: the state, and the orders of decks by zone."""

    @property
    def state(self) -> State:
        """Return the full state."""
        ...

    @property
    def orders(self) -> Mapping[int, tuple[int, ...]]:
        """Return the undrawn cards of the decks whose order was given, top first."""
        ...


def _built(
    build: Callable[[Mapping[str, object], Setup], Made],
) -> Callable[[Mapping[str, object], Setup], tuple[State, Mapping[int, tuple[int, ...]]]]:
    def built(tables: Mapping[str, object], setup: Setup) -> tuple[State, Mapping[int, tuple[int, ...]]]:
        made = build(tables, setup)
        return made.state, made.orders

    return built


def _readings(
    own_state: Callable[[State], S], own: Mapping[str, Callable[[S, Setup, object], Triples]]
) -> Mapping[str, Reading]:
    """Return a title's readings of its own states as readings of any state."""

    def of_any(read: Callable[[S, Setup, object], Triples]) -> Reading:
        return lambda s, setup, wanted: read(own_state(s), setup, wanted)

    return {key: of_any(read) for key, read in own.items()}


_STAGES = (
    Stage(
        title=popular_front.TITLE,
        tables=popular_front_position.TABLES,
        build=_built(popular_front_position.build),
        colours=popular_front_position.colour_names,
        readings=_readings(popular_front_position.own_state, popular_front_readings.READINGS),
        said=popular_front_readings.EVENT_READINGS,
        winners=popular_front_readings.WINNERS,
    ),
    Stage(
        title=south_front.TITLE,
        tables=south_front_position.TABLES,
        build=_built(south_front_position.build),
        colours=south_front_position.colour_names,
        readings=_readings(south_front_position.own_state, south_front_readings.READINGS),
        said=south_front_readings.EVENT_READINGS,
        winners=south_front_readings.WINNERS,
    ),
    Stage(
        title=shaef.TITLE,
        tables=shaef_position.TABLES,
        build=_built(shaef_position.build),
        colours=shaef_position.colour_names,
        readings=_readings(shaef_position.own_state, shaef_readings.READINGS),
        said=shaef_readings.EVENT_READINGS,
        winners=shaef_readings.WINNERS,
    ),
)
STAGES: Mapping[str, Stage] = {stage.title.id: stage for stage in _STAGES}
"""The titles that scenario files may be about, by id."""
