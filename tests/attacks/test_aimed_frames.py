"""Frames aimed at each code: files as the client would make them of honest bytes convict nobody (P6)."""

from __future__ import annotations

from random import Random

import pytest
from framing import CLAIMS, Pool, aimed_file, table
from remembered import remembering
from witness import judged

from sealed.fairness.live.verdicts import Klass

AIMED, LONG_AIMED = 1, 60


@pytest.fixture(scope="module", params=[2, 3], ids=["2 seats", "3 seats"])
def short_pools(request):
    """Returns everything of two short honest games, whose whole logs are quick to judge."""
    with remembering():
        yield [Pool(table(request.param, seed, 26, finished=True)) for seed in (3, 4)]


def aimed_frames(pools, code: str, files: int, seed: int) -> None:
    """Judges files aimed at one code, against the referee and each seat, and asserts that none convicts."""
    rng = Random(f"{code} {seed}")
    for number in range(files):
        for key in pools[0].keys:
            judgement = judged(aimed_file(pools, rng, code, key))
            assert judgement.exit_code == 2, (number, judgement.sentences())
            assert not [one for one in judgement.shown if one.klass is Klass.C]


@pytest.mark.parametrize("code", CLAIMS)
def test_no_code_can_be_shown_by_honest_bytes(short_pools, code) -> None:
    """For each code that a file can claim: what the client would show of it, against everybody (P6)."""
    aimed_frames(short_pools, code, AIMED, 1)


@pytest.mark.long
@pytest.mark.parametrize("code", CLAIMS)
def test_no_code_can_be_shown_by_honest_bytes_at_length(short_pools, code) -> None:
    """The same for many files of each code (P6)."""
    aimed_frames(short_pools, code, LONG_AIMED, 2)
