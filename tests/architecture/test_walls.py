"""Every import wall holds, and every wall is proven by a planted violation that it catches."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOTS = ("shared", "referee", "client")
PLANTED = {
    "two sides, one core": ("referee/sealed_referee/planted.py", "import sealed_client.words"),
    "inside the core": ("shared/sealed/engine/planted.py", "import sealed.fairness.arithmetic.layout"),
    "inside the protocol": (
        "shared/sealed/fairness/arithmetic/planted.py",
        "import sealed.fairness.live.verifier",
    ),
    "titles are strangers": ("shared/sealed/games/planted/__init__.py", "import sealed.games.popular_front"),
    "rules and protocol are pure": ("shared/sealed/games/popular_front/planted.py", "import random"),
    "the referee is headless": ("referee/sealed_referee/planted.py", "import PIL"),
    "clients carry no compiled transport": ("client/sealed_client/planted.py", "import grpc"),
    "only screens draw": ("client/sealed_client/presenters/planted.py", "import kivy.uix.label"),
    "screens know no rules": ("client/sealed_client/screens/planted.py", "import sealed.engine.state"),
}


def _lint(tree, *arguments):
    path = os.pathsep.join(str(tree / root) for root in ROOTS)
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", *arguments]
    return subprocess.run(  # noqa: S603 - our own linter over our own tree
        command, cwd=tree, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def planted_report(tmp_path_factory):
    """The linter's report over a copy of the tree with one violation for each wall."""
    tree = tmp_path_factory.mktemp("tree")
    for root in ROOTS:
        shutil.copytree(ROOT / root, tree / root, ignore=shutil.ignore_patterns("__pycache__", "assets"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    for file, line in PLANTED.values():
        target = tree / file
        target.parent.mkdir(exist_ok=True)
        with target.open("a") as module:
            module.write(f"{line}\n")
    return _lint(tree)


def test_no_wall_is_broken():
    """The tree as it stands breaks no contract."""
    result = _lint(ROOT)

    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("wall", PLANTED)
def test_a_planted_violation_is_caught(planted_report, wall):
    """Each contract reports the import that was planted against it."""
    assert f"{wall} BROKEN" in planted_report.stdout


def test_every_wall_is_proven(planted_report):
    """No contract exists without a planted violation in this file."""
    contracts = re.findall(r"^(.+) (?:KEPT|BROKEN)", planted_report.stdout, re.MULTILINE)

    assert sorted(contracts) == sorted(PLANTED)
