"""Puts names into templates: the sentences of one table in one language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.message import MOVED
from sealed.engine.title import BAG, DECK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sealed.engine.action import Action
    from sealed.engine.message import Event, Question, Refusal
    from sealed.engine.title import Setup, Title


@dataclass(frozen=True, slots=True)
class Wording:
    """Everything a title says in one language. Templates hold `{0}`, `{1}` ... for their arguments.

    `{all}` stands for a list of all arguments. An empty template is an event not worth a line. `names[kind][number]`
    are names that differ from the notation's (accents, translations); `draws` is the sentence for a card that comes
    from a deck (colour, card); `colour_number` is the number by which a title names a colour (colours at the table,
    0-based colour).
    """

    questions: Mapping[str, str]
    events: Mapping[str, str]
    reasons: Mapping[str, str]
    actions: Mapping[str, str]
    names: Mapping[str, Mapping[int, str]]
    draws: str
    hidden_card: str
    nearest: str
    colour_number: Callable[[int, int], int]


class Phrases:
    """The sentences of one table."""

    def __init__(self, title: Title, setup: Setup, wording: Wording) -> None:
        """Take the words of a title; every id of the title must have one (tested, not checked here)."""
        self._title, self._setup, self._words = title, setup, wording

    def question(self, question: Question) -> str:
        """Return the question as it is put to the player."""
        return self._fill(
            self._words.questions[question.id], self._title.question_kinds[question.id], question.args
        )

    def event(self, event: Event) -> str:
        """Return what happened, as somebody may know it who saw this event; empty for what is not worth a line."""
        if event.id == MOVED:
            return self._moved(event)
        template = self._words.events[event.id]
        kinds = self._title.event_kinds[event.id]
        if "{all}" in template:
            names = (self.name(kinds[min(i, len(kinds) - 1)], arg) for i, arg in enumerate(event.args))
            return template.replace("{all}", ", ".join(names))
        return self._fill(template, kinds, event.args)

    def events(self, events: Iterable[Event]) -> list[str]:
        """Return the sentences of a step, the silent events left out."""
        return [sentence for event in events if (sentence := self.event(event))]

    def refusal(self, refusal: Refusal) -> str:
        """Return why not, the rule, and what comes nearest."""
        kinds = self._title.reason_kinds[refusal.code]
        text = self._fill(self._words.reasons[refusal.code], kinds, refusal.args)
        if refusal.rule:
            text += f" ({refusal.rule})"
        if refusal.nearest is not None:
            text += " " + self._words.nearest.format(refusal.nearest)
        return text

    def action(self, action: Action) -> str:
        """Return what an answer does, in words."""
        verb = self._title.notation.verbs[action.verb]
        kinds = tuple(verb.kind(index) or "" for index in range(len(action.args)))
        return self._fill(self._words.actions.get(action.verb, action.text), kinds, action.args)

    def name(self, kind: str, number: int) -> str:
        """Return the name of an argument."""
        if kind == "card" and number == 0:
            return self._words.hidden_card
        named = self._words.names.get(kind, {}).get(number)
        if named is not None:
            return named
        return self._title.notation.name(kind, number) if kind in self._title.notation.names else str(number)

    def cards(self, cards: Iterable[int]) -> str:
        """Return the names of cards, copies counted."""
        held = list(cards)
        names = []
        for card in dict.fromkeys(held):
            copies = held.count(card)
            names.append(f"{copies} × {self.name('card', card)}" if copies > 1 else self.name("card", card))
        return ", ".join(names)

    def _moved(self, event: Event) -> str:
        """Return the sentence for a drawn card; all other moves are told by the events of the rules."""
        card, _, source, target = event.args
        forms = self._title.zone_forms
        if forms[source].form != DECK or forms[target].form != BAG:
            return ""
        return self._words.draws.format(self.colour(forms[target].colour), self.name("card", card))

    def colour(self, index: int) -> str:
        """Return the name of a colour by its 0-based index at this table."""
        return self.name("colour", self._words.colour_number(self._setup.colours, index))

    def _fill(self, template: str, kinds: tuple[str, ...], args: tuple[int, ...]) -> str:
        return template.format(*(self.name(kind, arg) for kind, arg in zip(kinds, args, strict=False)))
