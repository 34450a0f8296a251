"""Puts names into templates: the sentences of one table in one language."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from sealed.engine.message import MOVED
from sealed.engine.title import BAG, DECK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sealed.engine.action import Action
    from sealed.engine.message import Event, Question, Refusal
    from sealed.engine.title import Setup, Title

    ZoneKind = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Wording:
    """Everything a title says in one language. Templates hold `{0}`, `{1}` ... for their arguments.

    `{all}` stands for a list of all arguments. An empty template is an event not worth a line.
    `forms` are the arguments of a verb as they are explained to who mistypes it, where their kinds do not say
    what each is for. `names[kind][number]` are names that differ from the notation's (accents, translations);
    `draws` is the sentence for a card that comes from a deck, `moves` those for cards that go from one zone
    to another, by form and kind of both (colour, card); `repeated` says a sentence once for several times
    (sentence without its full stop, times); `colour_number` is the number by which a title names a colour
    (colours at the table, 0-based colour).
    """

    questions: Mapping[str, str]
    events: Mapping[str, str]
    reasons: Mapping[str, str]
    actions: Mapping[str, str]
    forms: Mapping[str, str]
    names: Mapping[str, Mapping[int, str]]
    draws: str
    moves: Mapping[tuple[ZoneKind, ZoneKind], str]
    repeated: str
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
        """Return what happened, as who saw this event may know it; empty for what is not worth a line."""
        if event.id == MOVED:
            return self._moved(event)
        template = self._words.events[event.id]
        kinds = self._title.event_kinds[event.id]
        if "{all}" in template:
            names = (self.name(kinds[min(i, len(kinds) - 1)], arg) for i, arg in enumerate(event.args))
            return template.replace("{all}", ", ".join(names))
        return self._fill(template, kinds, event.args)

    def events(self, events: Iterable[Event]) -> list[str]:
        """Return the sentences of a step: silent events are left out, equal ones in a row said once."""
        sentences = filter(None, map(self.event, events))
        return [self._times(sentence, len(list(run))) for sentence, run in groupby(sentences)]

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

    def form(self, verb: str) -> str:
        """Return how an answer is typed: its verb, and its arguments in capitals."""
        kinds = self._title.notation.verbs[verb].kinds
        return f"{verb} {self._words.forms.get(verb) or ' '.join(kind.upper() for kind in kinds)}".rstrip()

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
        """Return the sentence for a move of a card that no event of the rules tells; empty for all others."""
        card, _, source, target = event.args
        came, went = (self._title.zone_forms[zone] for zone in (source, target))
        drawn = came.form == DECK and went.form == BAG
        way = ((came.form, came.kind), (went.form, went.kind))
        template = self._words.draws if drawn else self._words.moves.get(way, "")
        return template.format(self.colour(went.colour), self.name("card", card))

    def _times(self, sentence: str, times: int) -> str:
        return sentence if times == 1 else self._words.repeated.format(sentence.removesuffix("."), times)

    def colour(self, index: int) -> str:
        """Return the name of a colour by its 0-based index at this table."""
        return self.name("colour", self._words.colour_number(self._setup.colours, index))

    def _fill(self, template: str, kinds: tuple[str, ...], args: tuple[int, ...]) -> str:
        return template.format(*(self.name(kind, arg) for kind, arg in zip(kinds, args, strict=False)))
