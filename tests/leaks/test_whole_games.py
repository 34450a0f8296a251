"""Law: nothing that leaves the referee says what its receiver may not know yet (spec 2.15, cases 68, 69)."""

from __future__ import annotations

import re
from random import Random

import pytest
from overheard import LOG, METRICS, SERVICE, listen_in
from table_titles import POPULAR_FRONT, SKIRMISH

SMALL = [(SKIRMISH, seats, 1) for seats in (2, 3)]
SMALL += [(POPULAR_FRONT, seats, 3) for seats in (2, 3)]
LARGE = [(SKIRMISH, seats, seed) for seats in (2, 3) for seed in range(10, 40)]
LARGE += [(POPULAR_FRONT, seats, seed) for seats in (2, 3, 4, 5, 6) for seed in (10, 11)]
OPTIONS = {SKIRMISH.id: {"rounds": "2"}, POPULAR_FRONT.id: {"round-cap": "8"}}
EVERY = {SKIRMISH.id: 8, POPULAR_FRONT.id: 90}
SHORT = {SKIRMISH.id: 1000, POPULAR_FRONT.id: 70}
"""After how many answers of a small game somebody resigns."""
STANDARD = {"Check", "ServerReflectionInfo", METRICS, "sealed.referee.house"}


def overheard(store, title, seats, seed, **more):
    """Plays one game with everybody listening."""
    more |= {"options": OPTIONS[title.id], "every": EVERY[title.id]}
    return listen_in(store / "store", title, Random(seed), seats, **more)


def check(heard) -> None:
    """Asserts that nobody learnt anything early, and that there was something to learn."""
    assert heard.leaks() == []
    assert min(heard.played[name] for name in ("DRAW", "SLOT_END", "hidden", "FINAL_PAGE")) > 0
    for receiver in (LOG, METRICS):
        told = b"\n".join(one.data for one in heard.sent[receiver]).decode()
        assert told
        assert not re.findall(rf"\b({'|'.join(map(re.escape, heard.names | heard.people))})\b", told)


@pytest.mark.parametrize(("title", "seats", "seed"), SMALL)
def test_nobody_learns_anything_early(tmp_path, title, seats, seed):
    """Seats, spectators, strangers, log and metrics get no hidden card, salt, seed, link or token early."""
    check(overheard(tmp_path, title, seats, seed, acts=SHORT[title.id]))


@pytest.mark.long
@pytest.mark.parametrize(("title", "seats", "seed"), LARGE)
def test_nobody_learns_anything_early_in_many_games(tmp_path, title, seats, seed):
    """The same over many games, up to six seats."""
    check(overheard(tmp_path, title, seats, seed))


def test_every_way_out_is_searched(tmp_path):
    """Each call of the service, health, reflection, log and metrics has said something to be searched."""
    heard = overheard(tmp_path, SKIRMISH, 2, 3)
    assert {method.name for method in SERVICE.methods} | STANDARD <= heard.channels
    assert min(heard.played[name] for name in ("refused", "FORCED")) > 0
