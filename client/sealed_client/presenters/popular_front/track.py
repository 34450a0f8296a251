"""The victory track: both economic markers on their way towards the political one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.popular_front.board import CITIES
from sealed.games.popular_front.state import city_value, holds
from sealed.games.popular_front.victory import margins
from sealed_client.presenters.popular_front.coats import DISK, army_coat
from sealed_client.presenters.scene import Track, TrackMarker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.games.popular_front.state import State
    from sealed_client.presenters.popular_front.speech import Speech

_SIDES = (0, 1)


def track_of(speech: Speech, s: State) -> Track:
    """Return the track; the markers stand in the order of their ends."""
    last = s.terms.spaces - 1
    economic = tuple(
        TrackMarker(
            s.economic[side] / last,
            army_coat(side),
            -1 if side else 1,
            speech.say("track.economic", army=speech.army(side), at=s.economic[side], end=last),
        )
        for side in _SIDES
    )
    spoken = speech.say("track.political", at=s.political, end=last)
    disk = TrackMarker(s.political / last, DISK, 0, spoken)
    left, right = (speech.say("track.army", army=speech.army(side), at=s.economic[side]) for side in _SIDES)
    return Track(
        speech.say("track.name"),
        s.terms.spaces,
        (economic[0], disk, economic[1]),
        left,
        speech.say("track.disk", at=s.political),
        right,
        tuple(_lines(speech, s)),
    )


def _lines(speech: Speech, s: State) -> Iterator[str]:
    for side, margin in zip(_SIDES, margins(s), strict=True):
        army = speech.army(side)
        yield (
            speech.many("track.short", -margin, army=army)
            if margin < 0
            else speech.many("track.past", margin, army=army)
        )
    for side in _SIDES:
        held = [city for city in CITIES if holds(s, side, city.index)]
        yield speech.say(
            "track.cities",
            army=speech.army(side),
            cities=len(held),
            value=city_value(s.held[side]),
            stars=sum(city.star for city in held),
            all=sum(city.star for city in CITIES),
        )
    if s.terms.cap:
        yield speech.say("track.cap", round=s.terms.cap)
