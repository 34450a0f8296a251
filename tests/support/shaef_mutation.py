"""Plays the scenario files of SHAEF against each mutant, and says which file or golden walk sees it.

python tests/support/shaef_mutation.py [KIND...] [N/M] [--json]
"""

from __future__ import annotations

import sys

from mutation_run import main
from shaef_mutants import KINDS
from shaef_walk import SEEDS, follow, walk

WALKS = {f"walk {scenario}": lambda of=scenario: follow(of, walk(of)) for scenario in SEEDS}
"""What no scenario sees a golden walk may."""

if __name__ == "__main__":
    sys.exit(main("shaef", KINDS, sys.argv[1:], WALKS))
