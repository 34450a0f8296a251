"""Cards as the screen shows them: the player's hands, and what a long touch on a card tells."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.engine.zones import HIDDEN, cards, size
from sealed.games.popular_front.cards import CARD
from sealed.games.popular_front.state import DECK, HAND
from sealed_client.presenters.popular_front import keys
from sealed_client.presenters.popular_front.coats import coat_of
from sealed_client.presenters.popular_front.keys import CardKey
from sealed_client.presenters.popular_front.seen import colours_of
from sealed_client.presenters.scene import CardFace, Facts, Hand, HandRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed.games.popular_front.state import State
    from sealed_client.presenters.popular_front.speech import Speech
    from sealed_client.presenters.scene import CardState


def face_of(speech: Speech, key: CardKey, state: CardState = "ready") -> CardFace:
    """Return the face of a card, or its back if it is not known."""
    coat = coat_of(key.colour)
    if key.card == HIDDEN:
        return CardFace(key.text, speech.card(HIDDEN), coat, "down")
    facts = CARD[key.card]
    return CardFace(
        key.text,
        speech.card(key.card),
        coat,
        state,
        str(facts.value),
        bool(facts.effects),
        speech.card_words(key.card),
        speech.card_text(key.card),
    )


def faces_of(speech: Speech, place: str, colour: int, lying: Iterable[int]) -> tuple[CardFace, ...]:
    """Return the faces of the cards of a pile."""
    copies: Counter[int] = Counter()
    faces = []
    for card in lying:
        faces.append(face_of(speech, CardKey(place, colour, card, copies[card])))
        copies[card] += 1
    return tuple(faces)


def hand_of(speech: Speech, s: State, seat: int) -> Hand:
    """Return the hands of a seat, one for each colour that it runs."""
    own = colours_of(s, seat) if seat else ()
    rows = []
    for colour in own:
        held = s.zones[HAND + colour]
        counts = {"hand": size(held), "deck": size(s.zones[DECK + colour])}
        if len(own) == 1:
            caption = speech.say("hand.yours", **counts)
        else:
            caption = speech.say("hand.of-colour", colour=speech.colour(colour), **counts)
        rows.append(HandRow(caption, faces_of(speech, keys.HAND, colour, cards(held))))
    return Hand(tuple(rows))


def facts_of(speech: Speech, key: CardKey) -> Facts | None:
    """Return what a card does; nothing of one that lies face down."""
    if key.card == HIDDEN:
        return None
    facts = CARD[key.card]
    lines = [speech.card_text(key.card), speech.say("card.value", value=facts.value)]
    lines.append(speech.say("card.counts", muster=facts.muster, political=facts.political))
    if facts.effects:
        lines.append(speech.say("card.supply" if facts.needs_supply else "card.no-supply"))
    lines.append(speech.many("card.copies", facts.copies))
    return Facts(speech.card(key.card), tuple(lines), face_of(speech, key))
