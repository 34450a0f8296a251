"""The wording of South Front: its names in a language, where its pieces stand, which moves of cards are told.

Names of spaces, cards and rounds and the texts of cards are those of the pack; the catalogues hold the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.engine.notation import CARD
from sealed.engine.title import BAG, DECK, LAID
from sealed.games.south_front.board.pieces import ship_of, space_of
from sealed.games.south_front.notation import (
    CAUSE,
    CAUSES,
    CONTINGENCY,
    COUNTRY,
    FACTION_KIND,
    MARKER,
    MARKERS,
    PIECE,
    QUESTION,
    ROUND,
    SIDE_KIND,
    SPACE,
    TYPE,
    TYPE_OF,
    TYPES,
)
from sealed.games.south_front.pack import load
from sealed.games.south_front.said import QUESTIONS
from sealed.games.south_front.state import USA
from sealed_client.words.phrases import Wording
from sealed_client.words.pseudo import lengthened

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sealed.engine import frames
    from sealed.engine.message import Event
    from sealed.games.south_front.state import State
    from sealed_client.words.messages import Messages

    Names = Mapping[str, Mapping[int, str]]

_DECK, _FIRST, _HAND, _UNSHOWN = (DECK, 0), (DECK, 2), (BAG, 0), (LAID, 1)
"""The kinds of zones between which a card's way is worth a line of its own."""

_MOVES = {(_DECK, _HAND): "drawn", (_FIRST, _HAND): "drawn", (_HAND, _UNSHOWN): "unshown"}


def wording(messages: Messages) -> Wording:
    """Return how the title speaks a language."""
    names = {**_printed(messages), **_spoken(messages), **_pieces(messages)}

    def standing(state: frames.State, kind: str, number: int) -> str:
        s = cast("State", state)
        if kind == FACTION_KIND:
            return _until_war(messages, names, s, number)
        return _standing(messages, names, s, number) if kind == PIECE else ""

    return Wording(
        messages=messages,
        names=names,
        moves=_MOVES,
        silent=frozenset({"drew", "spent"}),
        colour_number=lambda _, colour: colour,
        facts=_facts(messages, names),
        standing=standing,
        armies={side + 1: name for side, name in names[SIDE_KIND].items()},
        retold=lambda state, event: _retold(cast("State | None", state), event),
    )


def _in(messages: Messages, english: str, spanish: str) -> str:
    """Return a text of the pack in the language of the messages."""
    found = {"en": english, "es": spanish}.get(messages.language)
    return lengthened(english) if found is None else found


def _printed(messages: Messages) -> Names:
    """Return the names that are printed on the board and the cards."""
    pack = load()

    def in_order(english: Iterable[str], spanish: Iterable[str], first: int = 0) -> dict[int, str]:
        pairs = zip(english, spanish, strict=True)
        return {number: _in(messages, one, other) for number, (one, other) in enumerate(pairs, first)}

    sides = in_order(pack.sides, pack.sides_es)
    rounds = {
        one.number: messages.text(
            "south-front.rounds.named", number=one.number, name=_in(messages, one.name, one.name_es)
        )
        for one in pack.rounds
    }
    return {
        SPACE: {one.index: _in(messages, one.name, one.name_es) for one in pack.spaces},
        CARD: {one.code: _in(messages, one.name, one.name_es) for one in pack.cards},
        CONTINGENCY: {one.code: _in(messages, one.name, one.name_es) for one in pack.contingencies},
        COUNTRY: in_order(pack.countries, pack.countries_es),
        FACTION_KIND: in_order(pack.factions, pack.factions_es),
        SIDE_KIND: sides,
        "colour": sides,
        ROUND: rounds,
    }


def _spoken(messages: Messages) -> Names:
    """Return the names that the rules give to questions, reasons of victory, markers and effects."""
    say = messages.text
    return {
        QUESTION: {i: say(f"south-front.question-names.{name}") for i, name in enumerate(QUESTIONS, 1)},
        CAUSE: {i: say(f"south-front.causes.{name}") for i, name in enumerate(CAUSES, 1)},
        MARKER: {number: say(f"south-front.markers.{number}") for number in range(1, len(MARKERS) + 1)},
    }


def _pieces(messages: Messages) -> Names:
    """Return the names of pieces, numbered within their type as in the notation, and of types."""
    pack, say = load(), messages.text
    types: dict[int, str] = {}
    pieces: dict[int, str] = {}
    for number, (faction, kind) in enumerate(TYPES):
        of_faction = say(f"south-front.pieces.of.{pack.factions[faction]}")
        word = _in(messages, pack.kinds[kind], pack.kinds_es[kind])
        types[number] = say("south-front.pieces.type", faction=of_faction, kind=word)
        own = [piece for piece, found in enumerate(TYPE_OF) if found == number]
        for place, piece in enumerate(own, 1):
            pieces[piece] = say("south-front.pieces.piece", faction=of_faction, kind=word, number=place)
    return {TYPE: types, PIECE: pieces}


def _facts(messages: Messages, names: Names) -> Mapping[str, Names]:
    """Return the texts of cards, and the faction and reaction of those that have one."""
    pack = load()
    titles = {one.name: _in(messages, one.title, one.title_es) for one in pack.reactions}
    where = {one.code: ", ".join(names[SPACE][place] for place in one.places) for one in pack.cards}
    return {
        CARD: {
            "text": {one.code: _in(messages, one.text_en, one.text_es) for one in pack.cards},
            "reaction": {
                one.code: titles[one.reaction] + (f" ({where[one.code]})" if one.places else "")
                for one in pack.cards
            },
            "faction": {one.code: names[FACTION_KIND][one.faction] for one in pack.cards},
        },
        CONTINGENCY: {
            "text": {one.code: _in(messages, one.text_en, one.text_es) for one in pack.contingencies}
        },
    }


def _standing(messages: Messages, names: Names, s: State, piece: int) -> str:
    """Return a piece with the space it stands in, and the ship it is aboard of."""
    space, ship = space_of(s, piece), ship_of(s, piece)
    if space is None:
        return ""
    values = {"piece": names[PIECE][piece], "space": names[SPACE][space]}
    if ship is None:
        return messages.text("south-front.pieces.in", **values)
    return messages.text("south-front.pieces.aboard", **values, ship=names[PIECE][ship])


def _until_war(messages: Messages, names: Names, s: State, faction: int) -> str:
    """Return a faction that is not at war yet with the round from which it is; empty for the others."""
    if faction != USA or s.round >= s.terms.usa_at_war:
        return ""
    values = {"faction": names[FACTION_KIND][faction], "round": names[ROUND][s.terms.usa_at_war]}
    return messages.text("south-front.pieces.at-war-from", **values)


def _retold(s: State | None, event: Event) -> tuple[str, tuple[str, ...], tuple[int, ...]] | None:
    """Return that a round is scored, or aboard of which ship a piece has come onto the board."""
    if event.id == "round" and load().rounds[event.args[0] - 1].scoring:
        return "round-scored", (ROUND,), event.args
    if s is None or event.id not in {"deployed", "recruited"}:
        return None
    piece, space = event.args
    ship = ship_of(s, piece)
    if ship is None or space_of(s, piece) != space:
        return None
    return f"{event.id}-aboard", (PIECE, PIECE, SPACE), (piece, ship, space)
