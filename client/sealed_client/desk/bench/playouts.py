"""Random playouts of a title against random games of python-chess, in one process."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from sealed.games import TITLES
from sealed.testing.playout import playout
from sealed_client.desk.bench.cpu_time import rate
from sealed_client.desk.bench.figures import Figure, taking_turns
from sealed_client.desk.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.engine.title import Title
    from sealed_client.desk.bench.figures import Effort

LIMIT = 3.0
SEED = 7
_PLIES = 300
"""Random chess can go on for very long; whole games would be mostly bare kings."""


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns the playouts of Popular Front. Raises Trouble without python-chess."""
    title = TITLES["popular-front"]
    return against_chess(effort, title, Row("playouts", "games", "Popular Front", LIMIT))


class Row(NamedTuple):
    """Is how two figures are called, what is played, and what the first must keep."""

    name: str
    games: str
    played: str
    limit: float


def against_chess(effort: Effort, title: Title, row: Row) -> tuple[Figure, ...]:
    """Returns answers of seats (legal list, choice, apply with events) to moves of python-chess, a second.

    Chance outcomes are not counted, their time is. Raises Trouble without python-chess.
    """
    setup = title.setup(2, {})
    chess, rng = chess_game(Random(SEED)), Random(SEED)
    games = answers = 0

    def game() -> int:
        nonlocal games, answers
        done = playout(title, setup, rng).answers
        games, answers = games + 1, answers + done
        return done

    game()
    both = taking_turns(
        lambda: rate(chess, effort.seconds), lambda: rate(game, effort.seconds), effort.rounds
    )
    ratio = Figure(
        row.name,
        f"random {row.played}, answers a second, to python-chess, moves a second",
        both.ratio,
        row.limit,
        at_least=True,
        values={"floor moves/s": both.floor, "answers/s": both.ours},
    )
    whole = Figure(
        row.games,
        f"whole random games of {row.played}",
        values={"games/s": both.ours * games / answers, "answers/game": answers / games},
    )
    return ratio, whole


def chess_game(rng: Random) -> Callable[[], int]:
    """Returns what plays one random game of chess and returns its moves: `list(legal_moves)` and `push`."""
    try:
        import chess
    except ImportError as error:
        raise Trouble(
            "The floor for playouts is python-chess, which is not installed (only developers need it). "
            "Run: pip install chess==1.11.2"
        ) from error

    def one() -> int:
        board = chess.Board()
        for moves in range(_PLIES):
            legal = list(board.legal_moves)
            if not legal:
                return moves
            board.push(legal[int(rng.random() * len(legal))])
        return _PLIES

    return one
