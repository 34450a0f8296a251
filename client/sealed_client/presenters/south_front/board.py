"""The board of South Front as plain lines, each of which can be read by itself (`board WORD` picks some)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sealed.games.south_front.board.countries import COUNTRIES, SPACES_OF, neutral
from sealed.games.south_front.notation import (
    COUNTRY,
    FACTION_KIND,
    MARKER,
    MARKERS,
    PIECE,
    ROUND,
)
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import ALLIES, AXIS, NOBODY, OFF, SIDE_OF_FACTION, USA, State
from sealed_client.presenters.south_front import under_way
from sealed_client.presenters.south_front.cards import card_lines
from sealed_client.presenters.south_front.spaces import Board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.engine import frames
    from sealed_client.words.phrases import Phrases

_SIDES = (AXIS, ALLIES)
_FACTIONS = range(len(SIDE_OF_FACTION))


def board_lines(state: frames.State, said: Phrases) -> list[str]:
    """Return the board: round, score, cards, combat, then space by space, and what is off the board."""
    s = cast("State", state)
    board = Board(s, said)
    return [
        *_track(s, said),
        *(_score(s, said, board, side) for side in _SIDES),
        *(line for side in _SIDES for line in card_lines(s, said, side)),
        *_in_force(s, said),
        *under_way.card_lines(s, said),
        *under_way.combat_lines(s, said),
        *(line for side in _SIDES for line in board.occupied(side)),
        *(line for side in _SIDES for line in board.held_without_pieces(side)),
        *board.open_seas(),
        *_neutral(s, said, board),
        *(_off_the_board(s, said, faction) for faction in _FACTIONS),
    ]


def _track(s: State, said: Phrases) -> Iterator[str]:
    """Yield the round, and what the round track has in store."""
    rounds = load().rounds
    if s.winner:
        yield said.say(
            "lines.over",
            round=said.name(ROUND, s.round),
            rounds=len(rounds),
            side=said.colour(s.winner - 1),
        )
        return
    if not s.round:
        yield said.say("lines.set-up")
    else:
        yield said.say("lines.round", round=said.name(ROUND, s.round), rounds=len(rounds))
    scoring = [one.number for one in rounds if one.scoring and one.number >= s.round]
    late = next(one.number for one in rounds if one.late_cards)
    if scoring:
        yield said.say("lines.next-scoring", round=said.name(ROUND, scoring[0]))
    if s.round <= late:
        yield said.say("lines.late-to-come", round=said.name(ROUND, late))
    usa = said.name(FACTION_KIND, USA)
    if s.round < s.terms.usa_at_war:
        yield said.say("lines.war-to-come", faction=usa, round=said.name(ROUND, s.terms.usa_at_war))
    else:
        yield said.say("lines.at-war", faction=usa)


def _score(s: State, said: Phrases, board: Board, side: int) -> str:
    return said.say("lines.score", side=said.colour(side), points=s.points[side], stars=board.stars(side))


def _in_force(s: State, said: Phrases) -> Iterator[str]:
    """Yield the markers on the board and the effects that last."""
    marked = [said.name(MARKER, bit + 1) for bit in range(len(MARKERS)) if s.markers >> bit & 1]
    if marked:
        yield said.say("lines.in-force", markers=", ".join(marked))
    if s.reserves != NOBODY:
        yield said.say("lines.reserves", piece=said.standing(s, PIECE, s.reserves))


def _neutral(s: State, said: Phrases, board: Board) -> Iterator[str]:
    """Yield the countries at peace, with the forces that their spaces will have."""
    for country in range(len(COUNTRIES)):
        if neutral(s, country):
            spaces = [
                said.say("lines.neutral-space", space=board.named(space), forces=s.forces[space])
                for space in SPACES_OF[country]
            ]
            yield said.say("lines.neutral", country=said.name(COUNTRY, country), spaces=", ".join(spaces))


def _off_the_board(s: State, said: Phrases, faction: int) -> str:
    """Return which pieces of a faction can still be placed, kind by kind."""
    pack, left = load(), []
    names = pack.kinds_es if said.language == "es" else pack.kinds
    for kind, name in enumerate(names):
        count = sum(
            s.where[piece] == OFF for piece, pair in enumerate(pack.pieces) if pair == (faction, kind)
        )
        if count:
            left.append(said.say("lines.pieces-of-kind", kind=name, count=count))
    return said.say(
        "lines.off-board",
        faction=said.name(FACTION_KIND, faction),
        pieces=", ".join(left) or said.say("lines.none"),
    )
