"""The bench: what it measures against, what it prints, and when it says no."""

from __future__ import annotations

import builtins
import json
import sys
from random import Random
from types import SimpleNamespace

import pytest

from sealed.engine.kernel import legal_actions
from sealed.fairness.signing.keys import load_backend
from sealed.games import TITLES
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.desk import bench_command, main
from sealed_client.desk.bench import (
    audit_cost,
    beside_pressure,
    campaign,
    latency,
    many_tables,
    playouts,
    shaef,
    south_front,
    step_cost,
    throughput,
)
from sealed_client.desk.bench.figures import Effort, Figure, taking_turns

SHORT = Effort(rounds=1, seconds=0.01, steps=4)


@pytest.fixture
def measurements(monkeypatch):
    """Puts made-up measurements in the place of the real ones, by a function that takes their figures."""

    def put(**figures: Figure) -> None:
        for name, figure in figures.items():
            monkeypatch.setitem(
                sys.modules, f"made_up_{name}", SimpleNamespace(measure=lambda effort, one=figure: (one,))
            )
        monkeypatch.setattr(bench_command, "MEASUREMENTS", {name: f"made_up_{name}" for name in figures})

    return put


GOOD = Figure("fast", "ours to theirs", 4.0, 3.0, at_least=True, values={"ours/s": 8.0, "theirs/s": 2.0})
BAD = Figure("slow", "ours to theirs", 1.7, 1.6, values={"ours us": 1.7, "theirs us": 1.0})
PLAIN = Figure("size", "a number alone", values={"bytes": 500.0})


def test_broken_limit_is_exit_one_in_words(measurements, capsys):
    """With --check one broken limit gives exit 1 and a sentence with the ratio, the limit and what to do."""
    measurements(fast=GOOD, slow=BAD, size=PLAIN)
    assert main(["bench", "--check"]) == 1
    said = capsys.readouterr()
    assert "slow: the ratio is 1.70 and must be at most 1.6" in said.err
    assert "measure again" in said.err
    assert "fast" not in said.err


def test_kept_limits_are_exit_zero(measurements, capsys):
    """With --check and every limit kept the exit is 0 and nothing is complained about."""
    measurements(fast=GOOD, size=PLAIN)
    assert main(["bench", "--check"]) == 0
    assert not capsys.readouterr().err


def test_without_check_nothing_fails(measurements, capsys):
    """Without --check a broken limit is printed, and the exit is 0."""
    measurements(slow=BAD)
    assert main(["bench"]) == 0
    assert "BROKEN" in capsys.readouterr().out


def test_limits_from_both_sides():
    """A figure holds at its limit, and breaks beyond it on its own side only."""
    assert Figure("a", "", 3.0, 3.0, at_least=True).holds
    assert not Figure("a", "", 2.99, 3.0, at_least=True).holds
    assert Figure("a", "", 1.6, 1.6).holds
    assert not Figure("a", "", 1.61, 1.6).holds


def test_lines_for_people(measurements, capsys):
    """Each figure is one line with its ratio, limit, verdict and absolute values."""
    measurements(fast=GOOD, size=PLAIN)
    main(["bench"])
    fast, size = capsys.readouterr().out.splitlines()
    for part in ("4.00", ">= 3", "ok", "ours/s 8.0", "theirs/s 2.0", "ours to theirs"):
        assert part in fast
    assert "bytes 500.0" in size
    assert "ok" not in size


def test_one_object_for_programs(measurements, capsys):
    """--json prints one object: whether all is well, and each figure with all that it knows."""
    measurements(fast=GOOD, slow=BAD)
    assert main(["bench", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is False
    assert said["figures"]["slow"] == {
        "what": "ours to theirs",
        "ratio": 1.7,
        "limit": 1.6,
        "at_least": False,
        "holds": False,
        "values": {"ours us": 1.7, "theirs us": 1.0},
    }
    assert said["figures"]["fast"]["holds"] is True


def test_only_what_is_asked_for(measurements, capsys):
    """--only measures what it names and nothing else."""
    measurements(fast=GOOD, slow=BAD)
    assert main(["bench", "--check", "--only", "fast"]) == 0
    assert "slow" not in capsys.readouterr().out


def test_a_missing_floor_is_told_in_words(monkeypatch, capsys):
    """Without python-chess the playouts say what to install, with exit 2 and without a traceback."""
    real = builtins.__import__

    def without_chess(name, *more, **named):
        if name == "chess":
            raise ImportError(name="chess")
        return real(name, *more, **named)

    monkeypatch.setattr(builtins, "__import__", without_chess)
    assert main(["bench", "--only", "playouts"]) == 2
    assert "pip install chess" in capsys.readouterr().err


def test_a_missing_package_is_told_in_words(monkeypatch, capsys):
    """A measurement whose package is not installed names it, with exit 2."""
    monkeypatch.setattr(bench_command, "MEASUREMENTS", {"odd": "no_such_package.bench"})
    assert main(["bench"]) == 2
    said = capsys.readouterr().err
    assert "no_such_package" in said
    assert "pip install" in said


def test_floor_and_product_take_turns():
    """Both are measured in every round, the floor first, and the ratio is the median of the rounds'."""
    order = []
    floors, ours = iter((1.0, 2.0, 4.0)), iter((2.0, 2.0, 2.0))

    def floor():
        order.append("floor")
        return next(floors)

    def product():
        order.append("ours")
        return next(ours)

    both = taking_turns(floor, product, 3)
    assert order == ["floor", "ours"] * 3
    assert (both.ratio, both.floor, both.ours) == (1.0, 2.0, 2.0)


def test_playouts_against_chess():
    """The row of playouts has its limit and both rates, measured in this run."""
    ratio, games = playouts.measure(SHORT)
    assert (ratio.limit, ratio.at_least) == (3.0, True)
    assert ratio.values["floor moves/s"] > 0
    assert ratio.values["answers/s"] > 0
    assert games.values["games/s"] > 0


def test_audit_against_its_signatures():
    """The row of the audit counts a real finished match, and every signature in its record verifies."""
    record = audit_cost.finished_match(1)
    found = list(audit_cost.signatures(record))
    lines = record.lines
    heads = sum(isinstance(line, wire.Head) for line in lines)
    answers = sum(isinstance(line, wire.Entry) and line.type in {10, 13, 14, 15} for line in lines)
    assert len(found) == heads + answers + 1 + 3 * audit_cost.SEATS  # parameters; JOIN, COMMIT, AGREE each
    assert all(load_backend().verify(*one) for one in found)


def test_south_front_against_chess():
    """The row of South Front's playouts has its limit and both rates, measured in this run."""
    row = playouts.Row("sf", "games", "South Front", south_front.PLAYOUTS_LIMIT)
    ratio, games = playouts.against_chess(SHORT, TITLES["south-front"], row)
    assert (ratio.limit, ratio.at_least) == (1.0, True)
    assert ratio.values["answers/s"] > 0
    assert games.values["answers/game"] > 100


def test_the_dense_lists_are_long():
    """The positions of the row of movements offer more than any that play comes by, and cost little."""
    figure = south_front.movements(SHORT)
    assert (figure.limit, figure.at_least, figure.holds) == (40.0, False, True)
    longest = [
        len(legal_actions(south_front.dense(side), seat)) for seat, side in ((1, "Axis"), (2, "Allies"))
    ]
    assert longest[0] > 130
    assert longest[1] > 170


def test_shaef_against_chess():
    """The row of SHAEF's playouts has its limit and both rates, measured in this run."""
    row = playouts.Row("sh", "games", "SHAEF", shaef.PLAYOUTS_LIMIT)
    ratio, games = playouts.against_chess(SHORT, TITLES["shaef"], row)
    assert (ratio.limit, ratio.at_least) == (0.5, True)
    assert ratio.values["answers/s"] > 0
    assert games.values["answers/game"] > 100


def test_the_largest_reorganisation_has_every_unit_everywhere():
    """The positions of the row of lists offer each Army, each region and each card of a side to its units."""
    figure = shaef.reorganisations(SHORT)
    assert (figure.limit, figure.at_least, figure.holds) == (200.0, False, True)
    longest = [[len(legal_actions(s, seat)) for s in shaef.largest(side)] for seat, side in SIDES]
    assert all(attach > 370 and deploy > 1600 and take > 130 for attach, deploy, take in longest)


SIDES = ((1, "Allies"), (2, "Axis"))


def test_a_regroup_of_a_hundred_cards():
    """The row regroups a hundred closed cards, and reads them as they were written."""
    assert shaef.Reassignment(Random(1)).regroup() == 100
    figure = shaef.regroup(SHORT)
    assert (figure.limit, figure.at_least) == (5.0, False)
    assert figure.ratio > 0


def test_a_campaign_early_and_late():
    """The row of a long campaign has its limit and both costs, measured in this run."""
    (figure,) = campaign.measure(SHORT, late=120)
    assert (figure.limit, figure.at_least) == (1.25, False)
    assert all(value > 0 for value in figure.values.values())


def test_steps_early_and_late():
    """The row of steps has its limit and both costs, measured in this run."""
    ratio, submit = step_cost.measure(SHORT, late=80)
    assert (ratio.limit, ratio.at_least) == (1.25, False)
    assert ratio.values["early us"] > 0
    assert 0 < ratio.values["late us"] == submit.values["us"]


def test_latency_over_real_streams():
    """The row of latency has its limit and both times, of servers in processes of their own."""
    (figure,) = latency.measure(SHORT)
    assert (figure.limit, figure.at_least) == (1.6, False)
    assert figure.values["floor us"] > 0
    assert figure.values["move us"] > 0


def test_a_crowd_acts_at_once():
    """The row of 32 seats counts every move of both servers, by the clock and by their own CPU time."""
    (figure,) = throughput.measure(SHORT)
    assert (figure.limit, figure.at_least) == (0.45, True)
    assert all(value > 0 for value in figure.values.values())


def test_many_tables_are_timed_weighed_and_broken_off():
    """The rows of many tables have their limits, and every stream comes back after the storm."""
    rows = {row.name: row for row in many_tables.measure(SHORT, many_tables.Size(6, 4), seconds=0.5)}
    assert [(row.name, row.limit) for row in rows.values()] == [
        ("tables", 3.0),
        ("cpu", 0.5),
        ("weight", 1.0),
        ("storm", 1.0),
    ]
    assert rows["tables"].values["move us"] > 0
    assert rows["storm"].values["s"] > 0


@pytest.mark.long
def test_moves_beside_pressure():
    """Each kind of pressure has a row for the time of a move and one for memory, with real peers."""
    rows = beside_pressure.measure(SHORT)
    assert [row.name for row in rows][::2] == ["p99 sign-ins", "p99 idle", "p99 great"]
    assert all(row.limit is not None for row in rows)
