"""The notation of South Front: verbs, names and the store of actions. `NOTATION.md` is for readers."""

from __future__ import annotations

from sealed.engine.notation import CARD as CARD_KIND
from sealed.engine.notation import NUMBER, Notation, Verb, outcome_verbs
from sealed.games.south_front.pack import load
from sealed.games.south_front.said import QUESTIONS
from sealed.games.south_front.state import FACTION, KIND, PIECES, ZONE_KINDS

SPACE, PIECE, TYPE, COUNTRY, FACTION_KIND = "space", "piece", "type", "country", "faction"
CONTINGENCY, SIDE_KIND, ZONE, CAUSE, QUESTION, MARKER, ROUND = (
    "contingency",
    "side",
    "zone",
    "cause",
    "question",
    "marker",
    "round",
)

CAUSES = ("lead", "points", "tie")
"""Why a side has won: ten points ahead after a scoring, more points at the end, a tie (the Axis)."""

MARKERS = ("Malta Depot", "Bulgaria Supply Flags", "Arabia Victory Star", "Night Convoy", "Luftflotte 2")
"""Markers and lasting effects; the argument is the place in this list, from 1."""

TYPES = tuple(sorted(set(PIECES)))
"""Faction and kind of every type of piece, by number of the type."""
TYPE_NUMBER = {pair: number for number, pair in enumerate(TYPES)}
TYPE_OF = tuple(TYPE_NUMBER[pair] for pair in PIECES)
"""The type of each piece."""

_VERBS: dict[str, Verb] = {
    "keep": Verb(),
    "mulligan": Verb(),
    "move": Verb((PIECE, SPACE)),
    "board": Verb((PIECE, PIECE)),
    "stay": Verb((PIECE,)),
    "done": Verb(),
    "declare-war": Verb((COUNTRY,)),
    "remove": Verb((PIECE,)),
    "play": Verb((CARD_KIND,)),
    "conscript": Verb((TYPE, SPACE)),
    "conscript-aboard": Verb((TYPE, PIECE)),
    "forced-march": Verb(),
    "desperate-attack": Verb(),
    "production": Verb(),
    "contingency": Verb((CONTINGENCY,)),
    "pass": Verb(),
    "spend": Verb((CARD_KIND,)),
    "deploy": Verb((TYPE, SPACE)),
    "deploy-aboard": Verb((TYPE, PIECE)),
    "recruit": Verb((TYPE, SPACE)),
    "recruit-aboard": Verb((TYPE, PIECE)),
    "skip": Verb(),
    "attack": Verb((FACTION_KIND, SPACE, SPACE)),
    "attack-with-french": Verb((FACTION_KIND, SPACE, SPACE)),
    "eliminate": Verb((PIECE,)),
    "eliminate-force": Verb((SPACE,)),
    "eliminate-all": Verb(),
    "concede": Verb(),
    "pay": Verb(),
    "show": Verb((CARD_KIND,)),
    "control": Verb((SPACE,)),
    "supply": Verb((PIECE,)),
    "lose": Verb((PIECE,)),
    "lose-force": Verb(),
    "exchange": Verb((CARD_KIND, PIECE)),
    "exchange-force": Verb((CARD_KIND,)),
    "stand-fast": Verb((CARD_KIND,)),
    "retreat": Verb((CARD_KIND, PIECE, SPACE)),
    "withdraw": Verb((CARD_KIND, PIECE, SPACE)),
    "anti-air": Verb((CARD_KIND,)),
    "naval-combat": Verb((CARD_KIND,)),
    "give": Verb((PIECE,)),
    "sustain": Verb((CARD_KIND,)),
    "stop": Verb(),
    "advance": Verb((CARD_KIND, PIECE)),
    "decline": Verb(),
}


def _names() -> dict[str, dict[int, str]]:
    pack = load()
    types = {number: f"{pack.factions[f]} {pack.kinds[k]}" for number, (f, k) in enumerate(TYPES)}
    zones = [f"{kind} {side}" for kind in ZONE_KINDS for side in pack.sides]
    return {
        SPACE: {space.index: space.name for space in pack.spaces},
        PIECE: dict(enumerate(_piece_names(types))),
        TYPE: types,
        COUNTRY: dict(enumerate(pack.countries)),
        FACTION_KIND: dict(enumerate(pack.factions)),
        CARD_KIND: {card.code: card.name for card in pack.cards},
        CONTINGENCY: {card.code: card.name for card in pack.contingencies},
        SIDE_KIND: dict(enumerate(pack.sides)),
        ZONE: dict(enumerate(zones)),
        CAUSE: dict(enumerate(CAUSES, 1)),
        QUESTION: dict(enumerate(QUESTIONS, 1)),
        MARKER: dict(enumerate(MARKERS, 1)),
        ROUND: {one.number: one.name for one in pack.rounds},
    }


def _piece_names(types: dict[int, str]) -> list[str]:
    """Return a name for each piece, numbered within its type: `Pact fleet 2`."""
    seen: dict[int, int] = {}
    names = []
    for pair in PIECES:
        number = TYPE_NUMBER[pair]
        seen[number] = seen.get(number, 0) + 1
        names.append(f"{types[number]} {seen[number]}")
    return names


NOTATION = Notation(verbs=_VERBS | outcome_verbs(), names=_names())
"""Parser, printer and store of every action of this title."""

make = NOTATION.action
"""Return the action of a verb with its arguments."""

(
    KEEP,
    MULLIGAN,
    DONE,
    PASS,
    SKIP,
    STOP,
    DECLINE,
    CONCEDE,
    PAY,
    PRODUCTION,
    FORCED_MARCH,
    DESPERATE_ATTACK,
) = map(
    make,
    (
        "keep",
        "mulligan",
        "done",
        "pass",
        "skip",
        "stop",
        "decline",
        "concede",
        "pay",
        "production",
        "forced-march",
        "desperate-attack",
    ),
)
LOSE_FORCE, ELIMINATE_ALL = make("lose-force"), make("eliminate-all")

MOVE = tuple(
    tuple(make("move", piece, space.index) for space in load().spaces) for piece in range(len(PIECES))
)
"""Moves by piece and space."""
BOARD = tuple(
    tuple(make("board", piece, ship) for ship in range(len(PIECES))) for piece in range(len(PIECES))
)
"""Moves aboard a ship, by piece and ship (any two pieces)."""
STAY, REMOVE, ELIMINATE, LOSE, GIVE, SUPPLY = (
    tuple(make(verb, piece) for piece in range(len(PIECES)))
    for verb in ("stay", "remove", "eliminate", "lose", "give", "supply")
)
"""Actions by piece."""

__all__ = [
    "BOARD",
    "CAUSE",
    "CONTINGENCY",
    "COUNTRY",
    "FACTION",
    "FACTION_KIND",
    "KIND",
    "MARKER",
    "NOTATION",
    "NUMBER",
    "PIECE",
    "QUESTION",
    "ROUND",
    "SIDE_KIND",
    "SPACE",
    "TYPE",
    "TYPES",
    "TYPE_NUMBER",
    "TYPE_OF",
    "ZONE",
    "make",
]
