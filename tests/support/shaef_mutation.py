"""Plays the scenario files of SHAEF against each mutant, and says which file sees it.

python tests/support/shaef_mutation.py [KIND...] [N/M] [--json]
"""

from __future__ import annotations

import sys

from mutation_run import main
from shaef_mutants import KINDS

if __name__ == "__main__":
    sys.exit(main("shaef", KINDS, sys.argv[1:]))
