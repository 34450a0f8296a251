"""The players: what they run, and what everybody may know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine import kernel
from sealed.engine.zones import size
from sealed.games.popular_front.state import BOX, DECK, HAND, State
from sealed_client.presenters.popular_front.coats import coat_of
from sealed_client.presenters.popular_front.seen import colours_of, on_turn, to_come
from sealed_client.presenters.scene import SeatRow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed_client.presenters.popular_front.speech import Speech
    from sealed_client.presenters.title_presenter import Look


def seats_of(speech: Speech, look: Look, s: State) -> tuple[SeatRow, ...]:
    """Return the players by their numbers."""
    asked = kernel.asked(s)
    return tuple(
        SeatRow(
            seat,
            speech.player(look, seat),
            _army(speech, s, colours_of(s, seat)),
            tuple(map(coat_of, colours_of(s, seat))),
            tuple(_details(speech, s, colours_of(s, seat))),
            asked=seat in asked,
            you=seat == look.seat,
            turn=_turn(speech, s, colours_of(s, seat)),
        )
        for seat in sorted(set(s.terms.runs))
    )


def _army(speech: Speech, s: State, colours: tuple[int, ...]) -> str:
    army = speech.army(colours[0] & 1)
    if len(s.terms.runs) == 2:
        return army
    return speech.say("seat.army", army=army, colours=speech.listed(map(speech.colour, colours)))


def _details(speech: Speech, s: State, colours: tuple[int, ...]) -> Iterator[str]:
    for colour in colours:
        line = speech.say("seat.cards", hand=size(s.zones[HAND + colour]), deck=size(s.zones[DECK + colour]))
        yield line if len(colours) == 1 else f"{speech.colour(colour)}: {line}"
        if s.top[colour]:
            yield speech.say("seat.top", card=speech.card(s.top[colour]))
        if box := size(s.zones[BOX + colour]):
            yield speech.many("seat.box", box)
        yield speech.many("seat.disks", s.stock[colour])


def _turn(speech: Speech, s: State, colours: tuple[int, ...]) -> str:
    """Return where a player stands in this round; two colours of one player each have their turn."""
    now, coming = on_turn(s), to_come(s)
    if not s.round or s.stack is None or (now is None and not coming):
        return ""
    notes = [_stands(speech, colour, now, coming) for colour in colours]
    if len(colours) == 1:
        return notes[0]
    return speech.listed(
        f"{speech.colour(colour)} {note}" for colour, note in zip(colours, notes, strict=True)
    )


def _stands(speech: Speech, colour: int, now: int | None, coming: tuple[int, ...]) -> str:
    if colour == now:
        return speech.say("turn.now")
    if colour not in coming:
        return speech.say("turn.played")
    if colour == coming[0]:
        return speech.say("turn.next")
    if colour == coming[-1]:
        return speech.say("turn.last")
    return speech.say("turn.place", place=coming.index(colour) + 1)
