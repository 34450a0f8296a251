"""Makes the test vectors of the fairness protocol from the reference arithmetic of its text (spec 6.1, 1-4).

Run as `python tools/make_vectors.py [OUTPUT_DIRECTORY]`; without an argument the vectors in the tree are
replaced. No product code takes part, so the vectors judge it independently.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from vector_arithmetic import arithmetic, time
from vector_merkle import merkle
from vector_references import references, signatures
from vector_source import ROOT, Json
from vector_wire import wire

VECTORS = {
    "arith.json": arithmetic,
    "merkle.json": merkle,
    "refs.json": references,
    "sign.json": signatures,
    "time.json": time,
    "wire.json": wire,
}
_NUMBER_LIST = re.compile(r"\[\s+((?:-?\d+,\s+)*-?\d+)\s+\]")


def layout(value: Json) -> str:
    """Returns readable JSON: one value a line, but lists of numbers on one line."""
    text = json.dumps(value, indent=1, ensure_ascii=True)
    return _NUMBER_LIST.sub(lambda found: "[" + " ".join(found[1].split()) + "]", text) + "\n"


def main() -> None:
    """Writes all vector files into the directory named on the command line, or into the tree."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "tests/vectors"
    target.mkdir(parents=True, exist_ok=True)
    for name, make in VECTORS.items():
        (target / name).write_text(layout(make()), "utf-8")


if __name__ == "__main__":
    main()
