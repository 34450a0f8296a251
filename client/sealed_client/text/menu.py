"""The open answers, numbered: numbers carry their question, long lists are grouped by verb."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from sealed_client.text.reading import begins_word, fold

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from sealed.engine.action import Action

    Wording = Callable[[Action], str]

PAGE: Final = 15
"""So many answers are written out; of more, only small groups are."""

SMALL: Final = 3
"""A group of so few answers is written out even where others are only summed up."""

_SEVERAL: Final = 2
"""So many groups of rare answers share a line."""

WRAP: Final = 900
"""Numbers start again from 1 once they have come this far: old numbers are then long past."""


class Menu:
    """Is the numbered answers to one question."""

    def __init__(
        self,
        first: int,
        actions: Sequence[Action],
        final: Collection[Action],
        say: Wording,
        rare: Collection[str] = (),
    ) -> None:
        """Numbers the answers from `first` on, verb by verb in the order of the rules.

        `final` are those that cannot be taken back once given; several of a `rare` verb are only summed up,
        after all others.
        """
        self.first = first
        verbs = list(dict.fromkeys(action.verb for action in actions))
        order = {verb: (verb in rare, place) for place, verb in enumerate(verbs)}
        self.actions = sorted(actions, key=lambda action: order[action.verb])
        self._final, self._say, self._rare = frozenset(final), say, frozenset(rare)

    @property
    def last(self) -> int:
        """Returns the last number of this menu."""
        return self.first + len(self.actions) - 1

    def at(self, number: int) -> Action | None:
        """Returns the answer with a number; nothing for a number of another question."""
        return self.actions[number - self.first] if self.first <= number <= self.last else None

    def overview(self) -> list[str]:
        """Returns all answers if they fit on a screen, else small groups and a line for each other group."""
        groups = [(verb, list(numbers)) for verb, numbers in groupby(self._numbers(), self._verb_of)]
        few = sum(action.verb not in self._rare for action in self.actions) <= PAGE or len(groups) == 1
        seldom = [(verb, numbers) for verb, numbers in groups if verb in self._rare and len(numbers) > 1]
        if len(seldom) < _SEVERAL:
            seldom = []
        lines = (
            line
            for verb, numbers in groups
            if (verb, numbers) not in seldom
            for line in self._group(verb, numbers, len(numbers) if few else SMALL)
        )
        return [*self._finality(), *lines, *self._besides(seldom)]

    def matching(self, words: str) -> list[str]:
        """Returns the answers of the verb that is the first word, else all, that hold every other word.

        A word is held where another one begins like it: `Rom` stands for Rome, and `move` not for remove.
        """
        wanted = fold(words).split()
        numbers = list(self._numbers())
        verb = wanted[0] if wanted else ""
        if any(self._verb_of(number) == verb for number in numbers):
            numbers, wanted = [number for number in numbers if self._verb_of(number) == verb], wanted[1:]
        lines = [self._line(number) for number in numbers if self._holds(number, wanted)]
        return lines or [f"No open answer has {words!r} in it."]

    def _numbers(self) -> range:
        return range(self.first, self.last + 1)

    def _verb_of(self, number: int) -> str:
        return self.actions[number - self.first].verb

    def _holds(self, number: int, wanted: list[str]) -> bool:
        action = self.actions[number - self.first]
        text = f"{fold(action.text)} {fold(self._say(action))}"
        return all(begins_word(text, word) for word in wanted)

    def _line(self, number: int) -> str:
        action = self.actions[number - self.first]
        words = self._say(action)
        spoken, typed = fold(words), fold(action.text)
        notation = "" if spoken == typed or spoken.startswith(f"{typed} (") else f" [{action.text}]"
        final = " (final)" if action in self._final and len(self._final) < len(self.actions) else ""
        return f"{number}: {words}{notation}{final}"

    def _finality(self) -> list[str]:
        if not self._final:
            return []
        if len(self._final) == len(self.actions):
            return ["Every answer here is final: it is sent at once and cannot be taken back after this."]
        return ["Answers marked final are sent at once and cannot be taken back after this."]

    def _besides(self, groups: list[tuple[str, list[int]]]) -> list[str]:
        """Returns one line about several groups of rare answers."""
        if not groups:
            return []
        counted = ", ".join(f"{verb} {len(numbers)}" for verb, numbers in groups)
        first, last = groups[0][1][0], groups[-1][1][-1]
        return [f"{first} to {last}, besides: {counted}; 'list {groups[0][0]}' reads those of a verb."]

    def _group(self, verb: str, numbers: list[int], most: int) -> list[str]:
        """Returns the answers of a verb if they are `most` at most, else a line about them."""
        if len(numbers) <= (1 if verb in self._rare else most):
            return [self._line(number) for number in numbers]
        return [f"{numbers[0]} to {numbers[-1]}: {verb}, {len(numbers)} answers; 'list {verb}' reads them."]


class Menus:
    """Makes menus whose numbers never overlap with those of the questions before."""

    def __init__(self) -> None:
        """Starts at number 1."""
        self.menu: Menu | None = None
        self._next = 1

    def open(
        self, actions: Sequence[Action], final: Collection[Action], say: Wording, rare: Collection[str] = ()
    ) -> Menu:
        """Opens the menu of a new question; from now on all earlier numbers are refused."""
        if self._next > WRAP:
            self._next = 1
        self.menu = Menu(self._next, actions, final, say, rare)
        self._next = self.menu.last + 1
        return self.menu

    def close(self) -> None:
        """Says that no question is open."""
        self.menu = None

    def pick(self, number: int) -> Action | str:
        """Returns the answer with a number, or a sentence that says why it is none of the open question."""
        if self.menu is None:
            return "No question is open to you now, so a number answers nothing."
        action = self.menu.at(number)
        if action is not None:
            return action
        range_words = f"The open numbers are {self.menu.first} to {self.menu.last}"
        if number < self.menu.first:
            return f"Number {number} belonged to an earlier question; nothing was done. {range_words}."
        return f"There is no number {number}. {range_words}."
