"""What a Popular Front table looks like: as lines for a screen reader, and as a picture's instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine import kernel
from sealed.engine.zones import cards, has_hidden, size
from sealed.games.popular_front.battle import Battle, powers
from sealed.games.popular_front.board import CITIES, NEIGHBOURS, across_water
from sealed.games.popular_front.notation import colour_of
from sealed.games.popular_front.pack import load
from sealed.games.popular_front.state import BOX, DECK, DEPLOYED, DISCARD, HAND, RESERVE, State, holds
from sealed_client.pictures.board_picture import BoardPicture, CityPicture, HandPicture
from sealed_client.pictures.track_picture import TrackPicture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine import frames
    from sealed.engine.action import Action
    from sealed.games.popular_front.pack import City
    from sealed_client.words.phrases import Phrases

_ARMIES = ("Nationalists", "Republic")
_SHORT_TRACK = 44
_CARD_VERBS = frozenset({"muster", "politics", "commit", "deploy", "discard", "lose", "destroy", "hit"})


def board_lines(state: frames.State, said: Phrases) -> list[str]:
    """Return the board as plain lines: tracks, what each player holds, then the cities army by army."""
    s = cast("State", state)
    return [*_track_lines(s), *_player_lines(s, said), *_city_lines(s, said)]


def hand_lines(state: frames.State, said: Phrases, seat: int) -> list[str]:
    """Return the cards of a seat, colour by colour: hand, reserve, box and own discard pile."""
    s = cast("State", state)
    lines = []
    for colour in _colours_of(s, seat):
        held = s.zones[HAND + colour]
        lines.append(f"{said.colour(colour)}, hand of {size(held)}: {said.cards(cards(held)) or 'no card'}.")
        for name, zone in (("reserve", RESERVE), ("political box", BOX), ("discard pile", DISCARD)):
            if lying := s.zones[zone + colour]:
                lines.append(f"{said.colour(colour)}, {name}: {said.cards(cards(lying))}.")
    return lines


def answer_note(state: frames.State, action: Action) -> str:
    """Return what map and card say about an answer, for those who see neither; empty for most.

    Of an attack these are the powers that would be declared (rules, Establish Power).
    """
    if action.verb == "place":
        return _worth(CITIES[action.args[0]])
    if action.verb == "attack":
        return _powers(cast("State", state), *action.args)
    if action.verb not in _CARD_VERBS:
        return ""
    card = load().cards[action.args[0] - 1]
    if action.verb == "muster":
        return f"Musters {card.muster}"
    return f"value {card.political if action.verb == 'politics' else card.value}"


def _powers(s: State, origin: int, target: int) -> str:
    """Return the powers of an attack by the colour that is asked."""
    asked = kernel.question(s)
    if asked is None:
        return ""
    colour = colour_of(asked.args[0])
    attack, defence = powers(s, Battle(colour, 1 - (colour & 1), origin, target))
    return f"{attack} against {defence}"


def board_picture(state: frames.State, said: Phrases, heading: str, note: str = "") -> BoardPicture:
    """Return the drawing instructions of the board."""
    s = cast("State", state)
    spread = range(len(s.disks))
    cities = tuple(
        CityPicture(
            owner=1 if holds(s, 0, city) else 2 if holds(s, 1, city) else 0,
            disks=tuple((colour + 1, s.disks[colour][city]) for colour in spread if s.disks[colour][city]),
        )
        for city in range(len(CITIES))
    )
    hands = tuple(
        HandPicture(colour + 1, said.colour(colour), size(s.zones[HAND + colour])) for colour in spread
    )
    track = TrackPicture(*s.economic, s.political, short=s.terms.spaces == _SHORT_TRACK)
    return BoardPicture(heading, max(s.round, 1), cities, track, hands, note)


def _colours_of(s: State, seat: int) -> Iterator[int]:
    return (colour for colour, runs in enumerate(s.terms.runs) if runs == seat)


def _track_lines(s: State) -> list[str]:
    end = s.terms.spaces - 1
    line = (
        f"Round {s.round}. Victory track 0 to {end}: economic marker of the Nationalists at {s.economic[0]}, "
        f"of the Republic at {s.economic[1]}, political marker at {s.political}."
    )
    return [line]


def _player_lines(s: State, said: Phrases) -> Iterator[str]:
    for colour, seat in enumerate(s.terms.runs):
        top = said.name("card", s.top[colour]) if s.top[colour] else "none"
        line = (
            f"{said.colour(colour)} (seat {seat}): hand {size(s.zones[HAND + colour])}, "
            f"deck {size(s.zones[DECK + colour])}, political box {size(s.zones[BOX + colour])}, "
            f"top discard {top}, disks left {s.stock[colour]}"
        )
        if reserve := s.zones[RESERVE + colour]:
            line += f", reserve {size(reserve)}"
            if not has_hidden(reserve):
                line += f" ({said.cards(cards(reserve))})"
        if deployed := s.zones[DEPLOYED + colour]:
            line += f", deployed {said.cards(cards(deployed))}"
        yield line + "."


def _city_lines(s: State, said: Phrases) -> Iterator[str]:
    for side, army in enumerate(_ARMIES):
        held = [city for city in CITIES if holds(s, side, city.index)]
        value = sum(city.value for city in held)
        stars = sum(city.star for city in held)
        cities = "1 city" if len(held) == 1 else f"{len(held)} cities"
        yield f"{army}: {cities}, value {value}, victory cities {stars}."
        yield from (f"  {_city(s, said, city)}" for city in held)
    empty = [
        f"{city.display} ({_worth(city)})"
        for city in CITIES
        if not holds(s, 0, city.index) and not holds(s, 1, city.index)
    ]
    if empty:
        yield f"Empty: {', '.join(empty)}."


def _worth(city: City) -> str:
    return f"value {city.value}" + (", victory city" if city.star else "")


def _city(s: State, said: Phrases, city: City) -> str:
    spread = [(colour, s.disks[colour][city.index]) for colour in range(len(s.disks))]
    if len(s.disks) == len(_ARMIES):
        disks = str(sum(n for _, n in spread))
    else:
        disks = ", ".join(f"{said.colour(colour)} {n}" for colour, n in spread if n)
    enemy = [other for other in NEIGHBOURS[city.index] if holds(s, 0, other) != holds(s, 0, city.index)]
    border = ", ".join(
        CITIES[other].display + (" over water" if across_water(city.index, other) else "") for other in enemy
    )
    return f"{city.display} ({_worth(city)}): {disks}" + (f"; borders enemy {border}" if border else "")
