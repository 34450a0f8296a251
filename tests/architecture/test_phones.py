"""What runs on phones is pure Python: no compiled package but the standard library, no referee, no screen."""

import json
import os
import subprocess
import sys
from pathlib import Path

import phone_stage
import pytest
import referee_process

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("phone_program.py")
GOLDEN = ROOT / "tests/golden/popular_front/two_short_track.ftr"
NEEDS_A_LIBRARY = {
    "sealed.fairness.signing.ed25519_cryptography": "cryptography",  # one of two backends; the other is pure
    "sealed.vault.chacha20_cryptography": "cryptography",  # the same of two ciphers
    "sealed.wire.v1.referee_pb2_grpc": "grpc",  # the referee's half of the stubs; clients use referee_grpc
}


@pytest.fixture(scope="module")
def phone(tmp_path_factory):
    """What a Python without any compiled package says of the product."""
    path = os.pathsep.join(str(ROOT / root) for root in ("shared", "client"))
    result = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, str(PROGRAM), str(GOLDEN)],
        cwd=tmp_path_factory.mktemp("phone"),
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_every_module_can_be_imported_on_a_phone(phone):
    """All of sealed, and of sealed_client all but desk and screens, is pure Python but for three modules."""
    assert phone["missing"] == NEEDS_A_LIBRARY
    assert phone["count"] > 150


def test_nothing_compiled_was_loaded(phone):
    """After that no module is loaded from a file that is no Python source, outside the standard library."""
    assert phone["foreign"] == []


def test_a_phone_audits_a_record(phone):
    """With nothing but the pure Ed25519 a golden record passes, every signature included."""
    assert (phone["verdict"], phone["backend"]) == ("PASS", "pure")
    assert phone["messages"] > 50


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """What a staged client says that has played against a referee in another process."""
    folder = tmp_path_factory.mktemp("staged")
    staged = folder / "stage"
    staged.mkdir()
    phone_stage.stage(staged)
    referee, port = referee_process.start(folder, 0)
    try:
        return phone_stage.play(sys.executable, staged, port)
    finally:
        referee_process.kill(referee)


def test_a_staged_client_carries_no_desk_no_referee_and_nothing_compiled(played):
    """Everything that is staged can be imported, screens with a stub of Kivy; nothing else is used."""
    assert played["missing"] == NEEDS_A_LIBRARY
    assert played["foreign"] == []
    assert played["count"] > 300


def test_a_staged_client_plays_a_match_by_touches_to_a_passed_audit(played):
    """Scenes and touches alone bring a match to its verdict, on pure cryptography and pure messages."""
    assert (played["verdict"], played["pure"]) == ("PASS", ["pure", "python"])
    assert played["touched"] > 20
    assert played["ending"]
