"""Puts names into templates: the sentences of one table in one language.

The ids of a title begin with its id: `popular-front.questions.place`, then `events`, `reasons`, `actions`,
`refused` (by verb), `forms`, `kinds`, `moves` and `rules`. A placeholder is called by its argument's kind
(`{city}`), the second and third of a kind with a number (`{city2}`); `{all}` is a list of all arguments. What
else a title knows of an argument is called after it: `{card_text}`, `{piece_at}`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from sealed.engine.message import MOVED
from sealed.engine.notation import CARD, UNSAID
from sealed.engine.zones import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event, Question, Refusal
    from sealed.engine.title import Setup, Title
    from sealed_client.words.messages import Messages

    ZoneKind = tuple[str, int]
    Retold = tuple[str, tuple[str, ...], tuple[int, ...]]


def _nowhere(state: State, kind: str, number: int) -> str:
    """Return where a thing of a title stands that does not say it: nothing."""
    del state, kind, number
    return ""


def _as_it_is(state: State | None, event: Event) -> None:
    """Return nothing: the sentence of an event says all there is to say."""
    del state, event


@dataclass(frozen=True, slots=True)
class Wording:
    """How a title speaks one language.

    `names[kind][number]` are its names; a kind without any is a number. `moves` are the cards' ways worth a
    line, by form and kind of both zones, with the last part of their id. `silent` are events not worth one.
    `colour_number` is the number by which a title names a colour (colours at the table, 0-based colour).
    `facts[kind][fact][number]` are further texts about an argument, which a placeholder calls
    `{kind_fact}`. `standing` returns the name of an argument with where it stands in a position, as
    `{kind_at}`, empty for what stands nowhere. `armies` are the names of the sides of a game by their number
    in a result. `retold` returns the message of a fuller sentence about an event, with kinds and arguments:
    what the position after it shows, where that is known, and what the event alone does not say.
    """

    messages: Messages
    names: Mapping[str, Mapping[int, str]]
    moves: Mapping[tuple[ZoneKind, ZoneKind], str]
    silent: frozenset[str]
    colour_number: Callable[[int, int], int]
    facts: Mapping[str, Mapping[str, Mapping[int, str]]] = field(default_factory=dict)
    standing: Callable[[State, str, int], str] = _nowhere
    armies: Mapping[int, str] = field(default_factory=dict)
    retold: Callable[[State | None, Event], Retold | None] = _as_it_is


def places(kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the placeholders of a message whose arguments are of these kinds."""
    named: list[str] = []
    seen: Counter[str] = Counter()
    for kind in kinds:
        seen[kind] += 1
        named.append(kind if seen[kind] == 1 else f"{kind}{seen[kind]}")
    return tuple(named)


def _sentence(text: str) -> str:
    """Return a text with a capital letter at its beginning, where a name may stand that has none."""
    return text[:1].upper() + text[1:]


def _once_stopped(text: str) -> str:
    """Return a text without the full stop behind a name with a mark of its own ("Rommel Strikes!")."""
    return text.replace("!.", "!")


class Phrases:
    """The sentences of one table."""

    def __init__(self, title: Title, setup: Setup, wording: Wording) -> None:
        """Take the words of a title; every id of the title must have one (tested, not checked here)."""
        self._title, self._setup, self._words = title, setup, wording
        self._messages = wording.messages

    @property
    def language(self) -> str:
        """The language of the sentences, by its code."""
        return self._messages.language

    def say(self, message: str, /, **values: object) -> str:
        """Return a text of the title by its id without the title's own. Raises like `Messages.text`."""
        return _once_stopped(self._messages.text(f"{self._title.id}.{message}", **values))

    def say_count(self, message: str, count: int, /, **values: object) -> str:
        """Return a text of the title for so many; `{count}` is the number. Raises like `say`."""
        return _once_stopped(self._messages.plural(f"{self._title.id}.{message}", count, **values))

    def question(self, question: Question) -> str:
        """Return the question as it is put to the player."""
        kinds = self._title.question_kinds[question.id]
        return _sentence(self._fill(f"questions.{question.id}", kinds, question.args))

    def event(self, event: Event, state: State | None = None) -> str:
        """Return what happened, as who saw this event may know it; empty for what is not worth a line.

        `state` is the position after it, or a later one, if that is known.
        """
        if event.id in self._words.silent:
            return ""
        if retold := self._words.retold(state, event):
            message, kinds, args = retold
            return _sentence(self._fill(f"events.{message}", kinds, args))
        if event.id == MOVED:
            return self._moved(event)
        return _sentence(self._fill(f"events.{event.id}", self._title.event_kinds[event.id], event.args))

    def events(self, events: Iterable[Event], state: State | None = None) -> list[str]:
        """Return the sentences of a step (see `event`): no silent ones, equal ones in a row said once."""
        sentences = filter(None, (self.event(event, state) for event in events))
        return [self.times(sentence, len(list(run))) for sentence, run in groupby(sentences)]

    def reason(self, refusal: Refusal, state: State | None = None) -> str:
        """Return why not, in one sentence; with a position it says where pieces stand."""
        kinds = self._title.reason_kinds[refusal.code]
        return _sentence(self._fill(f"reasons.{refusal.code}", kinds, refusal.args, state))

    def rule(self, rule: str) -> str:
        """Return the name of a section of the rules or a ruling; as it stands if it has no words."""
        message_id = f"{self._title.id}.rules.{rule.lower().replace(' ', '-')}"
        return self._messages.text(message_id) if rule and self._messages.knows(message_id) else rule

    def refusal(self, refusal: Refusal, state: State | None = None) -> str:
        """Return why not (see `reason`), the rule, and what comes nearest."""
        text = self.reason(refusal, state)
        if refusal.rule:
            text += f" ({self.rule(refusal.rule)})"
        if refusal.nearest is not None:
            text += " " + self._messages.text("table.phrases.nearest", action=self.typed(refusal.nearest))
        return text

    def action(self, action: Action) -> str:
        """Return what an answer does, in words."""
        return self._of_verb("actions", action) or action.text

    def typed(self, action: Action) -> str:
        """Return what an answer does, and in brackets how it is typed where that reads otherwise."""
        words = self.action(action)
        if words.casefold() == action.text.casefold():
            return words
        return self._messages.text("table.phrases.typed", words=words, typed=action.text)

    def advice(self, action: Action) -> str:
        """Return how one comes to an answer that is not asked for; empty if the title gives no advice."""
        message = f"{self._title.id}.advice.{action.verb}"
        return self._messages.text(message) if self._messages.knows(message) else ""

    def refused(self, action: Action) -> str:
        """Return that an answer cannot be given, as the headline above the reasons."""
        return _sentence(self._of_verb("refused", action))

    def form(self, verb: str) -> str:
        """Return how an answer is typed: its verb, and its arguments in capitals."""
        own = f"{self._title.id}.forms.{verb}"
        if self._messages.knows(own):
            return f"{verb} {self._messages.text(own)}"
        kinds = self._title.notation.verbs[verb].kinds
        return " ".join([verb, *(self._messages.text(f"{self._title.id}.kinds.{kind}") for kind in kinds)])

    def name(self, kind: str, number: int) -> str:
        """Return the name of an argument."""
        if kind in {CARD, UNSAID} and number == HIDDEN:
            return self._messages.text("table.phrases.hidden-card")
        named = self._words.names.get(kind, {}).get(number)
        if named is not None:
            return named
        return self._title.notation.name(kind, number) if kind in self._title.notation.names else str(number)

    def fact(self, kind: str, fact: str, number: int) -> str:
        """Return what else a title says of an argument (see `Wording`), empty if it says nothing."""
        return self._words.facts.get(kind, {}).get(fact, {}).get(number, "")

    def standing(self, state: State, kind: str, number: int) -> str:
        """Return the name of an argument with where it stands in a position."""
        return self._words.standing(state, kind, number) or self.name(kind, number)

    def army(self, number: int) -> str:
        """Return the name of a side of the game by its number in a result."""
        return self._words.armies.get(number, str(number))

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
        way = self._words.moves.get(((came.form, came.kind), (went.form, went.kind)))
        if way is None:
            return ""
        colour, name = self.colour(went.colour), self.name("card", card)
        return _once_stopped(self._messages.text(f"{self._title.id}.moves.{way}", colour=colour, card=name))

    def times(self, sentence: str, times: int) -> str:
        """Return a sentence, or a part of one, with how often in a row it is so."""
        if times == 1:
            return sentence
        told = sentence.removesuffix(".")
        return self._messages.text("table.phrases.repeated", sentence=told, count=times)

    def colour(self, index: int) -> str:
        """Return the name of a colour by its 0-based index at this table."""
        return self.name("colour", self._words.colour_number(self._setup.colours, index))

    def _of_verb(self, table: str, action: Action) -> str:
        """Return the words of an answer by its verb; empty if the verb has none (outcomes of chance)."""
        if not self._messages.knows(f"{self._title.id}.{table}.{action.verb}"):
            return ""
        verb = self._title.notation.verbs[action.verb]
        args = action.args
        if len(args) == verb.least:
            args = (*args, *(HIDDEN for _ in range(verb.unsaid)))
        kinds = tuple(verb.kind(index) or "" for index in range(len(args)))
        return self._fill(f"{table}.{action.verb}", kinds, args)

    def _fill(
        self, message: str, kinds: tuple[str, ...], args: tuple[int, ...], state: State | None = None
    ) -> str:
        """Return a message of the title with the names of its arguments; the last kind repeats itself."""
        given = [(kinds[min(index, len(kinds) - 1)], arg) for index, arg in enumerate(args)]
        known = [self.name(kind, arg) for kind, arg in given]
        values = dict(zip(places(kinds), known, strict=False))
        for place, (kind, arg) in zip(places(kinds), given, strict=False):
            for fact in self._words.facts.get(kind, {}):
                values[f"{place}_{fact}"] = self.fact(kind, fact, arg)
            values[f"{place}_at"] = self.name(kind, arg) if state is None else self.standing(state, kind, arg)
        text = self._messages.text(f"{self._title.id}.{message}", all=", ".join(known), **values)
        return _once_stopped(text)
