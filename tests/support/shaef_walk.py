"""Golden walks of SHAEF: games of bold players, written down with a digest of each step.

    python tests/support/shaef_walk.py

makes them anew in `tests/golden/shaef_walks`: needed when rules, pack or notation change on purpose.
A walk sees every change of what is legal, and of what follows from an answer, in the games that it tells of.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from shaef_bold import BoldPlayer

from sealed.engine.canonical import encode
from sealed.engine.kernel import apply, asked, legal_actions
from sealed.engine.message import Refusal
from sealed.games.shaef.title import TITLE
from sealed.testing.moments import answers_by, play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.frames import State

FOLDER = Path(__file__).parents[1] / "golden" / "shaef_walks"
SEEDS = {"historical": 5, "free": 2}
"""The seed of the walk of each scenario: games that meet much."""
_LENGTH = 8


def written(scenario: str, seed: int) -> Iterator[str]:
    """Yield the lines of a game: the digest before a step, who answers, and what."""
    with answers_by(BoldPlayer(Random(seed)).answer):
        for moment in play(TITLE, TITLE.setup(2, {"scenario": scenario}), Random(seed)):
            yield f"{digest(moment.before)} {moment.seat} {moment.action}"
    yield digest(moment.after)


def digest(s: State) -> str:
    """Return a short digest of a full state and of the legal answers of whoever is asked."""
    offered = [f"{seat} {action}" for seat in asked(s) for action in sorted(map(str, legal_actions(s, seat)))]
    return sha256(encode(s) + "\n".join(offered).encode()).hexdigest()[:_LENGTH]


def follow(scenario: str, lines: Sequence[str]) -> State:
    """Play a walk again and return its end. Raises `AssertionError` at the first line that has changed."""
    s = TITLE.start(TITLE.setup(2, {"scenario": scenario}))
    for number, line in enumerate(lines[:-1], 1):
        want, seat, text = line.split(" ", 2)
        assert digest(s) == want, (
            f"{scenario}, line {number}, before {text!r}: another state or other answers"
        )
        step = apply(s, TITLE.notation.parse(text), int(seat))
        assert not isinstance(step, Refusal), f"{scenario}, line {number}, {text!r}: {step}"
        s = step.state
    assert digest(s) == lines[-1], f"{scenario}: another end"
    return s


def walk(scenario: str) -> list[str]:
    """Return the lines of a golden walk."""
    return (FOLDER / f"{scenario}.txt").read_text("utf-8").splitlines()


def main() -> None:
    """Write all walks anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for scenario, seed in SEEDS.items():
        lines = list(written(scenario, seed))
        (FOLDER / f"{scenario}.txt").write_text("\n".join(lines) + "\n", "utf-8")
        sys.stdout.write(f"{scenario}: {len(lines)} lines\n")


if __name__ == "__main__":
    main()
