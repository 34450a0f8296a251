"""Gives the tests of the protocol its vectors and both signature libraries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sealed.fairness.signing.keys import BACKENDS, Signatures, load_backend

VECTORS = Path(__file__).resolve().parents[1] / "vectors"


@pytest.fixture(scope="session")
def vectors():
    """Returns a function that reads a vector file by its short name."""

    def read(name: str) -> dict[str, Any]:
        return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))

    return read


@pytest.fixture(scope="session", params=BACKENDS)
def signatures(request) -> Signatures:
    """Returns each signature library in turn."""
    return load_backend(request.param)
