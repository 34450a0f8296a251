"""Threads may play at the same time: states are values, and what the kernel remembers is never mixed up."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

from sealed.engine import kernel
from sealed.engine.canonical import encode
from sealed.games import TITLES
from sealed.testing.moments import random_answer

TITLE = TITLES["popular-front"]
SETUP = TITLE.setup(2, {"round-cap": "8"})
GAMES = 8


def _script(seed):
    """Plays a game at random and returns its answers and outcomes with the encoding of its end."""
    rng, s, script = random.Random(seed), TITLE.start(SETUP), []
    while not kernel.over(s):
        seat, action = random_answer(TITLE, s, rng)
        script.append((action, seat))
        s = kernel.apply(s, action, seat).state
    return script, encode(s)


def _replay(script):
    """Applies a script without asking for a legal list first, as audits do."""
    s = TITLE.start(SETUP)
    for action, seat in script:
        s = kernel.apply(s, action, seat).state
    return encode(s)


def test_games_replayed_by_threads_end_as_they_end_alone():
    """Games replayed side by side, with a switch of threads every few instructions, end as they end alone."""
    scripts, ends = zip(*(_script(seed) for seed in range(GAMES)), strict=True)

    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(GAMES) as pool:
            together = list(pool.map(_replay, scripts))
    finally:
        sys.setswitchinterval(switch)

    assert together == list(ends)
