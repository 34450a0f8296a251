"""The notation of a title: one canonical line for each action, printed and parsed by one table.

A verb has argument kinds; a kind is a table of names or plain numbers. The text is the verb and the names,
separated by single spaces; names may contain spaces, the longest match counts. `?` is a hidden card. The last
kind of a verb may repeat (`many`). Cards of the kind `UNSAID` come last and are left out where they are
hidden: how many they are says the verb, and no `?` stands for a card that is mixed with others (spec 2.16).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from sealed.engine.action import Action
from sealed.engine.chance import DEAL, LOOK, OPEN, ORDER, PICK, ROLL, SHUFFLE
from sealed.engine.zones import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Mapping

NUMBER, CARD, UNSAID = "number", "card", "unsaid-card"
_HIDDEN_TEXT = "?"
_MAX_DIGITS = 3
_MAX_TEXT = 2_000
"""Longer lines are refused unread, so that a stranger's line costs little."""
_MAX_NAME_WORDS = 8


class NotationError(ValueError):
    """The text is no action of this title. `position` is the index of the word that made no sense."""

    def __init__(self, text: str, position: int, expected: str) -> None:
        """Keep what was read, where it stopped making sense, and what was expected there."""
        super().__init__(f"cannot read {text!r} at word {position + 1}: expected {expected}")
        self.text, self.position, self.expected = text, position, expected


@dataclass(frozen=True, slots=True)
class Verb:
    """The argument kinds of a verb, in order; with `many`, the last kind repeats any number of times.

    `UNSAID` kinds stand at the end, in a verb without `many`: a line has all of these cards, or none.
    """

    kinds: tuple[str, ...] = ()
    many: bool = False

    @property
    def unsaid(self) -> int:
        """Return how many cards a hidden line leaves out."""
        return self.kinds.count(UNSAID)

    @property
    def least(self) -> int:
        """Return the least number of arguments."""
        return len(self.kinds) - self.many - self.unsaid

    def takes(self, count: int) -> bool:
        """Tell whether so many arguments are enough, with all unsaid cards or without any."""
        return count == self.least or count >= self.least + self.unsaid

    def kind(self, index: int) -> str | None:
        """Return the kind of the argument at an index, or nothing if the verb takes no such argument."""
        if index < len(self.kinds):
            return self.kinds[index]
        return self.kinds[-1] if self.many and self.kinds else None


def outcome_verbs(order_of: str = NUMBER) -> dict[str, Verb]:
    """Return the verbs of chance; `order_of` is the kind of the things that an order puts in order."""
    return {
        DEAL: Verb((CARD,), many=True),
        SHUFFLE: Verb(),
        ORDER: Verb((order_of,), many=True),
        PICK: Verb((NUMBER,)),
        ROLL: Verb((NUMBER,), many=True),
        OPEN: Verb((CARD,), many=True),
        LOOK: Verb((CARD,), many=True),
    }


@dataclass(frozen=True, slots=True)
class Notation:
    """A title's verbs and names. `names[kind][number]` is a name; the kind `number` needs none.

    Actions are interned. What the rules make stays for good; what is only read from somebody's lines is
    forgotten when nobody holds it, so that no flood of lines fills the memory.
    """

    verbs: Mapping[str, Verb]
    names: Mapping[str, Mapping[int, str]]
    _made: dict[tuple[str, tuple[int, ...]], Action] = field(default_factory=dict)
    _read: dict[str, Action] = field(default_factory=dict)
    _alive: WeakValueDictionary[tuple[str, tuple[int, ...]], Action] = field(
        default_factory=WeakValueDictionary
    )
    _numbers: dict[str, dict[str, int]] = field(default_factory=dict)

    def action(self, verb: str, *args: int) -> Action:
        """Return the one action of this verb and these arguments.

        Raises `KeyError` for an unknown verb or name, or too few or many arguments: a bug of the caller,
        never the answer to a text.
        """
        made = self._made.get((verb, args))
        # Threads share a title, so of two that make an action at once both must get the same.
        return made if made is not None else self._made.setdefault((verb, args), self._interned(verb, args))

    def parse(self, text: str) -> Action:
        """Return the action that a line says; `NotationError` unless it is exactly its canonical text."""
        found = self._read.get(text)
        if found is None:
            verb, args = self._scan(text)
            found = self._interned(verb, args)
            if found.text != text:
                raise NotationError(text, 0, f"the canonical form {found.text!r}")
            if (verb, args) in self._made:
                self._read[text] = found
        return found

    def _interned(self, verb: str, args: tuple[int, ...]) -> Action:
        """Return the one action that anybody holds, or a new one that lives as long as somebody does."""
        known = self._made.get((verb, args)) or self._alive.get((verb, args))
        if known is not None:
            return known
        if not self.verbs[verb].takes(len(args)):
            message = f"{verb} takes more arguments"
            raise KeyError(message)
        text = " ".join((verb, *(self.name(self._kind(verb, i), arg) for i, arg in enumerate(args))))
        return self._alive.setdefault((verb, args), Action(verb, args, text))

    def _alike(self, action: Action, args: tuple[int, ...]) -> Action:
        """Return an action with other arguments, for good if the first one is."""
        known = self._made.get((action.verb, action.args)) is action
        return self.action(action.verb, *args) if known else self._interned(action.verb, args)

    def name(self, kind: str, number: int) -> str:
        """Return how an argument is written."""
        if kind == NUMBER:
            return str(number)
        if kind == CARD and number == HIDDEN:
            return _HIDDEN_TEXT
        return self.names[_named_as(kind)][number]

    def hide(self, action: Action) -> Action:
        """Return the action with every card hidden, and without its unsaid cards."""
        verb = self.verbs[action.verb]
        said = action.args[: verb.least] if verb.unsaid else action.args
        args = tuple(HIDDEN if verb.kind(i) == CARD else arg for i, arg in enumerate(said))
        return self._alike(action, args)

    def unsaid(self, action: Action) -> int:
        """Return how many unsaid cards are missing: 0 in an action that is complete."""
        verb = self.verbs[action.verb]
        return verb.least + verb.unsaid - len(action.args) if verb.unsaid else 0

    def with_unsaid(self, action: Action, cards: tuple[int, ...]) -> Action:
        """Return the action with its missing cards put in, in order.

        Raises `ValueError` unless there are exactly as many as are missing.
        """
        if self.unsaid(action) != len(cards):
            message = f"{action} leaves {self.unsaid(action)} cards unsaid, not {len(cards)}"
            raise ValueError(message)
        return self._alike(action, (*action.args, *cards))

    def cards(self, action: Action) -> tuple[int, ...]:
        """Return the cards that an action names, hidden ones included; unsaid ones are not among them."""
        verb = self.verbs[action.verb]
        return tuple(arg for i, arg in enumerate(action.args) if verb.kind(i) == CARD)

    def with_cards(self, action: Action, cards: tuple[int, ...]) -> Action:
        """Return the action with its cards put in, in order; the inverse of `hide` for who knows them."""
        rest = iter(cards)
        verb = self.verbs[action.verb]
        args = tuple(next(rest) if verb.kind(i) == CARD else arg for i, arg in enumerate(action.args))
        return self._alike(action, args)

    def _kind(self, verb: str, index: int) -> str:
        kind = self.verbs[verb].kind(index)
        if kind is None:
            message = f"{verb} takes fewer arguments"
            raise KeyError(message)
        return kind

    def _scan(self, text: str) -> tuple[str, tuple[int, ...]]:
        if len(text) > _MAX_TEXT:
            raise NotationError(text[:20], 0, f"a line of at most {_MAX_TEXT} characters")
        words = text.split(" ")
        verb = self.verbs.get(words[0])
        if verb is None:
            raise NotationError(text, 0, "a verb: " + ", ".join(sorted(self.verbs)))
        args: list[int] = []
        at = 1
        while at < len(words):
            kind = verb.kind(len(args))
            if kind is None:
                raise NotationError(text, at, "the end of the line")
            number, at = self._scan_name(text, words, at, kind)
            args.append(number)
        if not verb.takes(len(args)):
            raise NotationError(text, at, f"a {_named_as(verb.kinds[len(args)])}")
        return words[0], tuple(args)

    def _scan_name(self, text: str, words: list[str], at: int, kind: str) -> tuple[int, int]:
        """Read one name, the longest that fits, and return its number and the index after it."""
        if kind == NUMBER:
            word = words[at]
            if word.isascii() and word.isdigit() and len(word) <= _MAX_DIGITS:
                return int(word), at + 1
            raise NotationError(text, at, "a number")
        if kind == CARD and words[at] == _HIDDEN_TEXT:
            return HIDDEN, at + 1
        named = _named_as(kind)
        for end in range(min(len(words), at + _MAX_NAME_WORDS), at, -1):
            number = self._number(named).get(" ".join(words[at:end]))
            if number is not None:
                return number, end
        raise NotationError(text, at, f"a {named}")

    def _number(self, kind: str) -> dict[str, int]:
        """Return the numbers of a kind by name; of one name for two things the first counts."""
        known = self._numbers.get(kind)
        if known is None:
            first = reversed(tuple(self.names[kind].items()))
            known = self._numbers.setdefault(kind, {name: number for number, name in first})
        return known


def _named_as(kind: str) -> str:
    """Return the kind whose names an argument has: an unsaid card is written as a card."""
    return CARD if kind == UNSAID else kind
