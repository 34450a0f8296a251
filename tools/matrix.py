"""Plays a match with what phones carry on every Python that is found here; run it with `make matrix`.

It looks on the path and where pyenv and uv keep theirs. What is not found is said: it was not run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests/support")]

import phone_stage  # noqa: E402 - found by the line above
import referee_process  # noqa: E402

WANTED = ("3.11", "3.12", "3.13", "3.14", "3.15")
"""Versions that the product is meant for, as far as they are out."""
KEPT = (".pyenv/versions", ".local/share/uv/python", ".local/share/mise/installs/python")
ASK = "import sys; print('%d.%d' % sys.version_info[:2])"


def main() -> int:
    """Runs all; 1 if one has failed."""
    pythons, failed = found(), False
    with tempfile.TemporaryDirectory() as name:
        staged = Path(name) / "stage"
        staged.mkdir()
        phone_stage.stage(staged)
        for version, python in pythons.items():
            passed, words = tried(python, staged, Path(name) / version)
            failed |= not passed
            print(f"{version}: {words} ({python})")
    left = [version for version in WANTED if version not in pythons]
    print(f"Not found here, so not run: {', '.join(left) or 'none'}.")
    return int(failed)


def tried(python: Path, staged: Path, folder: Path) -> tuple[bool, str]:
    """Plays with one Python; returns whether all went well, and what to say of it."""
    folder.mkdir()
    referee, port = referee_process.start(folder, 0)
    try:
        said = phone_stage.play(python, staged, port)
    except (phone_stage.PhoneError, OSError, subprocess.TimeoutExpired) as error:
        return False, f"FAILED\n{error}\n"
    finally:
        referee_process.kill(referee)
    return said["verdict"] == "PASS", f"{said['verdict']}, {said['count']} modules, {said['touched']} touches"


def found() -> dict[str, Path]:
    """Returns one interpreter of each version that is wanted."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += [path for kept in KEPT for path in sorted((Path.home() / kept).glob("*/bin"))]
    by_version: dict[str, Path] = {}
    for folder in folders:
        for version in WANTED:
            python = folder / f"python{version}"
            if version not in by_version and version_of(python) == version:
                by_version[version] = python
    return {version: by_version[version] for version in WANTED if version in by_version}


def version_of(python: Path) -> str:
    """Returns the version of an interpreter; empty if it is none that starts (such as a shim without one)."""
    if not python.exists():
        return ""
    asked = subprocess.run([str(python), "-c", ASK], capture_output=True, text=True, check=False)
    return asked.stdout.strip() if asked.returncode == 0 else ""


if __name__ == "__main__":
    sys.exit(main())
