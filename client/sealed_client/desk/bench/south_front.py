"""South Front: its random playouts, its longest lists of movements, and the audit of a match of it."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING

from sealed.engine.kernel import legal_actions
from sealed.engine.value import copy_with
from sealed.games import TITLES
from sealed.games.south_front.board.pieces import LAND
from sealed.games.south_front.position import build
from sealed.games.south_front.state import ABOARD, FLEET, KIND
from sealed_client.desk.bench.audit_cost import finished_match, of_a_match
from sealed_client.desk.bench.cpu_time import rate
from sealed_client.desk.bench.figures import Figure, taking_turns
from sealed_client.desk.bench.playouts import Row, against_chess, chess_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sealed.games.south_front.state import State
    from sealed_client.desk.bench.figures import Effort

PLAYOUTS_LIMIT, DENSE_LIMIT = 1.0, 40.0
SEED, ENTRIES_WANTED = 7, 400
_GAME = "south-front"
_LISTS = 100
"""Positions of a round, each looked at once: nothing remembers a list that was made before."""

DENSE: Mapping[str, Mapping[str, str]] = {
    "Axis": {
        "Egypt": "Pact infantry, Pact airplane, Germany infantry, Germany tank, Germany airplane",
        "Palestine-Jordan": (
            "Pact infantry, Pact tank, Pact airplane, Germany infantry, Germany tank, Germany airplane"
        ),
        "Tobruk": "Pact infantry",
        "Western Desert": "Pact infantry",
        "Levantine Sea": "Pact fleet",
        "Eastern Mediterranean": "Pact fleet",
        "Red Sea": "Pact fleet",
        "Ionian Sea": "Pact carrier carrying Pact airplane",
    },
    "Allies": {
        "Egypt": ("UK infantry, UK tank, UK airplane, USA infantry, USA tank, USA airplane, France infantry"),
        "Palestine-Jordan": "UK infantry, UK airplane, USA infantry, USA tank, USA airplane",
        "Red Sea": "UK fleet, USA fleet",
        "Levantine Sea": "UK fleet, USA fleet",
        "Ionian Sea": (
            "UK fleet carrying UK infantry, UK carrier carrying UK airplane, "
            "USA carrier carrying USA airplane"
        ),
        "Eastern Mediterranean": "UK fleet, USA fleet",
    },
}
"""The longest lists of a first movement step that a search over all places of all pieces has found."""


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns playouts, lists of movements and the audit. Raises Trouble without python-chess."""
    row = Row("sf playouts", "sf games", "South Front", PLAYOUTS_LIMIT)
    return (
        *against_chess(effort, TITLES[_GAME], row),
        movements(effort),
        *of_a_match(effort, finished_match(ENTRIES_WANTED, _GAME), "sf audit", "sf record"),
    )


def movements(effort: Effort) -> Figure:
    """Returns the longest lists of a first movement step to a step of random chess."""
    chess, rng = chess_game(Random(SEED)), Random(SEED)
    boards = [(dense(side), seat) for seat, side in enumerate(DENSE, 1)]
    both = taking_turns(
        lambda: 1 / rate(chess, effort.seconds), lambda: _cost_of_a_list(boards, rng), effort.rounds
    )
    longest = max(len(legal_actions(s, seat)) for s, seat in boards)
    return Figure(
        "sf movements",
        f"a densest list of first movements, up to {longest} answers, to a step of python-chess",
        both.ratio,
        DENSE_LIMIT,
        values={"floor us": both.floor * 1e6, "list us": both.ours * 1e6},
    )


def dense(side: str) -> State:
    """Returns the position of a full piece pool on land that is all its own, in the first movement step."""
    title = TITLES[_GAME]
    names = title.notation.names
    land = [name for space, name in names["space"].items() if LAND >> space & 1]
    tables = {
        "board": DENSE[side],
        "countries": dict.fromkeys(names["country"].values(), side),
        "control": {side: land},
        "markers": {"placed": ["Bulgaria Supply Flags"]},
        "turn": {"side": side, "step": "first-movement", "round": 9},
    }
    return build(tables, title.setup(2, {"egypt-border": "open"})).state


def _cost_of_a_list(boards: list[tuple[State, int]], rng: Random) -> float:
    """Returns the mean seconds of a list, over boards with two pieces elsewhere."""
    fresh = [(_shifted(s, rng), seat) for s, seat in boards for _ in range(_LISTS // len(boards))]
    begun = process_time()
    for s, seat in fresh:
        legal_actions(s, seat)
    return (process_time() - begun) / len(fresh)


def _shifted(s: State, rng: Random) -> State:
    where = bytearray(s.where)
    ashore = [piece for piece, place in enumerate(where) if place < ABOARD and KIND[piece] < FLEET]
    for piece in rng.sample(ashore, 2):
        where[piece] = rng.choice([space for space in range(LAND.bit_length()) if LAND >> space & 1])
    return copy_with(s, where=bytes(where))
