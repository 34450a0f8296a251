"""Law: nothing that leaves the referee says what its receiver may not know yet (spec 2.15, cases 68, 69)."""

from __future__ import annotations

import re
from random import Random

import pytest
from overheard import LOG, METRICS, SERVICE, brings_handles, listen_in
from table_titles import POPULAR_FRONT, SKIRMISH

from sealed.wire.v1 import referee_pb2 as rpc

SMALL = [(SKIRMISH, seats, 1) for seats in (2, 3)]
SMALL += [(POPULAR_FRONT, seats, 3) for seats in (2, 3)]
LARGE = [(SKIRMISH, seats, seed) for seats in (2, 3) for seed in range(10, 40)]
LARGE += [(POPULAR_FRONT, seats, seed) for seats, seed in ((2, 10), (3, 11), (4, 12), (5, 13), (6, 14))]
OPTIONS = {SKIRMISH.id: {"rounds": "2"}, POPULAR_FRONT.id: {"round-cap": "8"}}
EVERY = {SKIRMISH.id: 8, POPULAR_FRONT.id: 90}
RARELY = {SKIRMISH.id: 6, POPULAR_FRONT.id: 400}
"""After how many answers at most everybody asks for everything again: in small games, and in many."""
SHORT = {SKIRMISH.id: 1000, POPULAR_FRONT.id: 70}
"""After how many answers of a small game somebody resigns."""
STANDARD = {"Check", "ServerReflectionInfo", METRICS, "sealed.referee.house"}


def overheard(store, title, seats, seed, **more):
    """Plays one game with everybody listening."""
    more = {"options": OPTIONS[title.id], "every": EVERY[title.id]} | more
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
    check(overheard(tmp_path, title, seats, seed, every=RARELY[title.id]))


def test_every_way_out_is_searched(tmp_path):
    """Each call of the service, each Fetch, health, reflection, log and metrics said what can be searched."""
    heard = overheard(tmp_path, SKIRMISH, 2, 3)
    for seat in ("seat 1", "seat 2"):
        downs = [rpc.Down.FromString(one.data) for one in heard.sent[seat] if one.channel == "Table"]
        assert any(brings_handles(down) for down in downs)
    assert {method.name for method in SERVICE.methods} | STANDARD <= heard.channels
    assert min(heard.played[name] for name in ("refused", "FORCED")) > 0


def test_the_metrics_of_a_game_are_those_of_its_log(tmp_path):
    """After a game the page counts its entries, refusals, Problems, commits and judgements."""
    last = overheard(tmp_path, SKIRMISH, 2, 3).sent[METRICS][-1]
    page = last.data.decode()
    counted = {name: float(value) for name, value in re.findall(r"^(sealed_\S+) (\S+)$", page, re.MULTILINE)}
    assert counted["sealed_entries_total"] == last.size
    assert counted['sealed_tables{phase="revealed"}'] == 1
    assert counted['sealed_problems_total{code="NOT_SEATED"}'] > 0
    assert counted['sealed_refusals_total{code="ACT_ILLEGAL"}'] > 0
    assert 0 < counted["sealed_appends_total"] <= counted["sealed_commit_seconds_count"]
    assert counted["sealed_verification_seconds_count"] >= counted["sealed_appends_total"]
