"""The words of a table: names of cities, cards, colours and people, and the screen's own sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.popular_front.board import CITIES
from sealed.games.popular_front.cards import CARD
from sealed.games.popular_front.notation import CITY
from sealed.games.popular_front.pack import load
from sealed_client.foreign_text import foreign

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.games.popular_front.state import State
    from sealed_client.presenters.title_presenter import Look
    from sealed_client.words.messages import Messages
    from sealed_client.words.phrases import Phrases

_TITLE = "popular-front"
_WATER = {frozenset((link.a, link.b)): link.kind for link in load().links if link.kind != "road"}


def water_between(origin: int, target: int) -> str:
    """Return what lies between two adjacent cities: `river`, `sea`, or nothing that counts."""
    return _WATER.get(frozenset((origin, target)), "")


class Speech:
    """Says everything that the screen shows of this title, in one language."""

    def __init__(self, messages: Messages, phrases: Phrases) -> None:
        """Take the catalogue of a language and the sentences of the table."""
        self.messages, self.phrases = messages, phrases

    def say(self, message_id: str, /, **values: object) -> str:
        """Return a sentence of the screen by the last part of its id."""
        return self.messages.text(f"{_TITLE}.screen.{message_id}", **values)

    def many(self, message_id: str, count: int, /, **values: object) -> str:
        """Return a sentence of the screen for so many."""
        return self.messages.plural(f"{_TITLE}.screen.{message_id}", count, **values)

    def listed(self, parts: Iterable[str]) -> str:
        """Return parts as a list in one line."""
        return ", ".join(parts)

    # -- names -----------------------------------------------------------------------------------------------

    def city(self, city: int) -> str:
        """Return the name of a city."""
        return self.phrases.name(CITY, city)

    def worth(self, city: int) -> str:
        """Return what a city is worth."""
        return self.say("worth-star" if CITIES[city].star else "worth", value=CITIES[city].value)

    def card(self, card: int) -> str:
        """Return the name of a card; of one that lies face down that it is a card."""
        return self.phrases.name("card", card)

    def card_words(self, card: int) -> str:
        """Return what a card does in two or three words."""
        return self.messages.text(f"{_TITLE}.card-words.{CARD[card].code}")

    def card_text(self, card: int) -> str:
        """Return what a card does in a sentence."""
        return self.messages.text(f"{_TITLE}.card-text.{CARD[card].code}")

    def army(self, side: int) -> str:
        """Return the name of an army (0 or 1)."""
        return self.messages.text(f"{_TITLE}.sides.{side + 1}")

    def colour(self, colour: int) -> str:
        """Return the name of a colour (0-based)."""
        return self.phrases.colour(colour)

    # -- people ----------------------------------------------------------------------------------------------

    def player(self, look: Look, seat: int) -> str:
        """Return what a player is called; others chose the text, so it is made harmless."""
        name = foreign(look.names[seat - 1]) if 0 < seat <= len(look.names) else ""
        return name or self.say("seat", number=seat)

    def person(self, look: Look, s: State, colour: int) -> str:
        """Return who runs a colour, with the colour's name where the person runs two."""
        runs = s.terms.runs
        name = self.player(look, runs[colour])
        if runs.count(runs[colour]) == 1:
            return name
        return self.say("person-and-colour", name=name, colour=self.colour(colour))
