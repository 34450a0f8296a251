"""Laws of the generated stubs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUBS = ROOT / "shared/sealed/wire/v1"


def test_the_stubs_in_the_tree_are_those_of_the_schemas(tmp_path: Path) -> None:
    """Generating the stubs again gives the committed files, byte for byte, and no others."""
    command = [sys.executable, str(ROOT / "tools/generate_stubs.py"), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own script
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {
        path.name: path.read_bytes()
        for path in STUBS.iterdir()
        if path.is_file() and path.name != "__init__.py"
    }
    assert made == kept
