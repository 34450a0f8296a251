"""Gives the vector tools their sources: the reference arithmetic, Appendix B, and a signer of its own."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ROOT = Path(__file__).resolve().parent.parent
Json = Any


def _load_reference() -> Any:
    path = ROOT / "tests/fairness/reference_arithmetic.py"
    spec = importlib.util.spec_from_file_location("reference_arithmetic", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


ref = _load_reference()
SPEC_TEXT = (ROOT / "shared/sealed/fairness/SPEC.md").read_text("utf-8")
APPENDIX_B: list[Json] = [
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", SPEC_TEXT, re.DOTALL)
]
BLOCK_1, BLOCK_2, BLOCK_3 = APPENDIX_B

_INPUTS = BLOCK_1["inputs"]
PARAMS = _INPUTS["params_utf8"].encode()
R = bytes.fromhex(_INPUTS["R"])
N = _INPUTS["N"]
SECRETS = {
    "referee": bytes.fromhex(_INPUTS["referee_secret_key"]),
    "seat1": bytes.fromhex(_INPUTS["seat1_secret_key"]),
    "seat2": bytes.fromhex(_INPUTS["seat2_secret_key"]),
}
SEEDS = {1: bytes.fromhex(_INPUTS["chain_seed_seat1"]), 2: bytes.fromhex(_INPUTS["chain_seed_seat2"])}
NONCES = {1: bytes.fromhex(_INPUTS["join_nonce_seat1"]), 2: bytes.fromhex(_INPUTS["join_nonce_seat2"])}


def public(who: str) -> bytes:
    """Returns the public key of `referee`, `seat1` or `seat2`."""
    return Ed25519PrivateKey.from_private_bytes(SECRETS[who]).public_key().public_bytes_raw()


def sign(who: str, message: bytes) -> bytes:
    """Returns that party's signature."""
    return Ed25519PrivateKey.from_private_bytes(SECRETS[who]).sign(message)


TABLE_ID: bytes = ref.table_id(PARAMS, [(public("seat1"), NONCES[1]), (public("seat2"), NONCES[2])])
CHAINS = {seat: ref.chain(TABLE_ID, public(f"seat{seat}"), SEEDS[seat], N) for seat in (1, 2)}
TAPE_SECRETS, TAPE_LEAVES = ref.tape(TABLE_ID, R, N)


def pattern(name: str, number: int = 0) -> bytes:
    """Returns 32 made-up bytes that are the same in every run."""
    return bytes(ref.H(f"vector {name} {number}".encode()))


def hexes(values: list[bytes]) -> list[str]:
    """Returns each value in lowercase hex."""
    return [value.hex() for value in values]
