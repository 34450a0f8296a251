"""Laws that tie the vectors to the protocol text."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "shared/sealed/fairness/SPEC.md"


def test_the_reference_arithmetic_is_appendix_a() -> None:
    """The arithmetic behind the vectors is that of the protocol text, statement by statement."""
    block = re.search(r"```python\n(.*?)```", SPEC.read_text("utf-8"), re.DOTALL)
    assert block is not None
    copy = (ROOT / "tests/fairness/reference_arithmetic.py").read_text("utf-8")
    assert ast.dump(ast.parse(copy)) == ast.dump(ast.parse(block[1]))


def test_the_vectors_in_the_tree_are_those_of_the_reference(tmp_path: Path) -> None:
    """Making the vectors again gives the committed files, byte for byte."""
    command = [sys.executable, str(ROOT / "tools/make_vectors.py"), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own script
    for made in tmp_path.iterdir():
        assert made.read_bytes() == (ROOT / "tests/vectors" / made.name).read_bytes(), made.name
