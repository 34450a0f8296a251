"""What phones carry, put into a folder: our packages without desk and referee, and pure ones of others."""

import json
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
SUPPORT = Path(__file__).parent
PURE = ("google", "grpclib", "h2", "hpack", "hyperframe", "multidict")
"""Packages of others, whose compiled parts stay behind: they do without."""
PROGRAMS = ("phone_match.py", "stub_kivy.py", "touches.py")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.pyi", "desk", "testdata")


def stage(folder):
    """Copies everything into a folder, which is all that a phone's Python will see beside its own library."""
    shutil.copytree(ROOT / "shared/sealed", folder / "sealed", ignore=LEFT_OUT)
    shutil.copytree(ROOT / "client/sealed_client", folder / "sealed_client", ignore=LEFT_OUT)
    for name in PURE:
        found = find_spec(name)
        for place in found.submodule_search_locations:
            shutil.copytree(place, folder / name, ignore=LEFT_OUT, dirs_exist_ok=True)
    for program in PROGRAMS:
        shutil.copy(SUPPORT / program, folder)


def play(python, staged, port):
    """Lets a Python play a match from a staged folder; returns what it says of itself and of the match.

    It sees no installed package (-S, -P) and nothing of the environment but the folder.
    """
    result = subprocess.run(  # noqa: S603 - our own program
        [str(python), "-S", "-P", str(staged / "phone_match.py"), str(port)],
        cwd=staged,
        env={"PYTHONPATH": str(staged), "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.defpath},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if result.returncode:
        raise PhoneError(result.stderr[-2000:])
    return json.loads(result.stdout)


class PhoneError(Exception):
    """Says what a staged client has stumbled over."""
