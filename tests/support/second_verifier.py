"""The second verifier as a stranger runs it and as a module, and the first verifier beside it."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

from sealed.fairness.audit.audit import audit
from sealed.fairness.record import RecordError, read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of

TESTS = Path(__file__).parent.parent
PROGRAM = TESTS / "second_verifier" / "verify.py"
GOLDEN = TESTS / "golden" / "popular_front"
BACKEND = load_backend("cryptography")


def _load():
    spec = importlib.util.spec_from_file_location("second_verifier", PROGRAM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


V = _load()


def run(file):
    """Returns exit code and JSON line of the second verifier as a stranger runs it."""
    command = [sys.executable, PROGRAM, file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own file
    assert not done.stderr
    return done.returncode, json.loads(done.stdout)


def first(data, titles=title_of):
    """Returns the report of the first verifier; None where it does not take the bytes for a record."""
    try:
        return audit(read_record_bytes(data), titles, BACKEND)
    except RecordError:
        return None


def no_title(_game, _edition):
    """Stands for somebody who has no rules."""
