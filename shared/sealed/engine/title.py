"""What a title must provide to be played: one value of `Title`, exported by its package as `TITLE`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Refusal
    from sealed.engine.notation import Notation

DECK, BAG, LAID = "deck", "bag", "laid"
"""The forms a zone can have for the protocol (spec 2.6): an undrawn epoch, a count only, numbered
references."""


class ZoneForm(NamedTuple):
    """How the protocol names an engine zone: its form, its kind number, whose it is (0-based colour).

    `mixed` says that cards which come to lie here are mixed with those that lie here (spec 2.16).
    """

    form: str
    kind: int
    colour: int
    mixed: bool = False


class Chair(NamedTuple):
    """A seat's side (1 upwards) and colours (numbers from 1, ascending)."""

    side: int
    colours: tuple[int, ...]


class Option(NamedTuple):
    """A table option of a title: its name, the values it may take, and the value it has if nobody chooses."""

    name: str
    values: tuple[str, ...]
    default: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first card: seats in order with side and colours, options by name."""

    chairs: tuple[Chair, ...]
    options: tuple[tuple[str, str], ...]

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return len(self.chairs)

    @property
    def colours(self) -> int:
        """Return the number of colours."""
        return sum(len(chair.colours) for chair in self.chairs)

    def option(self, name: str) -> str:
        """Return the value of an option; every option of the title is present."""
        return dict(self.options)[name]

    def seat_of(self, colour: int) -> int:
        """Return the seat (1 upwards) that runs a colour (0-based)."""
        return next(seat for seat, chair in enumerate(self.chairs, 1) if colour + 1 in chair.colours)


@dataclass(frozen=True, slots=True, eq=False)
class Title:
    """A title as the table sees it. All callables are pure.

    `zone_forms[z]` is the form of engine zone z for every title state; zones of colours that do not play stay
    empty. `deck_lists` gives the printed list of each deck as {engine zone: {card: copies}}. `result` is the
    result string of a state whose game is over ("side N" or "none"), `unfinished` the one for a game that ran
    out of slots, `after_loss` the one when these seats resign or run out of time (spec 2.10).
    `vocabulary` holds every answer that a seat could ever give, but of the verbs in `sampled` a sample: where
    a card can lie in any unit, all answers would be more than any law could try.
    `stated_answer` is what a seat answers that lets its deadline pass (2.12): public, moving no hidden card,
    legal whenever it is given; None where the question has none. As a rule the frames of the rules say it.
    """

    id: str
    name: str
    edition: bytes
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    notation: Notation
    zone_forms: tuple[ZoneForm, ...]
    chairs: Callable[[int], tuple[Chair, ...]]
    slots: Callable[[Setup], int]
    deck_lists: Callable[[Setup], Mapping[int, Mapping[int, int]]]
    start: Callable[[Setup], State]
    result: Callable[[State], str]
    unfinished: Callable[[State], str]
    after_loss: Callable[[Setup, tuple[int, ...]], str]
    vocabulary: Callable[[Setup], tuple[Action, ...]]
    reasons: Callable[[State, Action, int], Iterator[Refusal]]
    event_kinds: Mapping[str, tuple[str, ...]]
    question_kinds: Mapping[str, tuple[str, ...]]
    reason_kinds: Mapping[str, tuple[str, ...]]
    stated_answer: Callable[[State, int], Action | None] = kernel.stated_answer
    sampled: frozenset[str] = frozenset()

    def setup(self, seats: int, options: Mapping[str, str] | None = None) -> Setup:
        """Return the set-up for a number of seats, options not named at their defaults.

        Raises `SetupError` for a number of seats, an option or a value that the title does not know.
        """
        chosen = dict(options or {})
        if seats not in self.seats:
            raise SetupError(f"{self.name} is for {', '.join(map(str, self.seats))} seats, not {seats}")
        pairs = []
        for option in sorted(self.options):
            value = chosen.pop(option.name, option.default)
            if value not in option.values:
                raise SetupError(f"option {option.name} is one of {', '.join(option.values)}, not {value!r}")
            pairs.append((option.name, value))
        if chosen:
            known = ", ".join(sorted(option.name for option in self.options))
            raise SetupError(f"{self.name} has no option {min(chosen)!r}; it has {known}")
        return Setup(self.chairs(seats), tuple(pairs))


class SetupError(ValueError):
    """A table that this title cannot play; the text says what would do."""
