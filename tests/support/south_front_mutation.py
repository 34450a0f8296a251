"""Plays the scenario files of South Front against each mutant, and says which file sees it.

python tests/support/south_front_mutation.py [KIND...] [--json]
"""

from __future__ import annotations

import sys

from mutation_run import main
from south_front_mutants import KINDS

if __name__ == "__main__":
    sys.exit(main("south_front", KINDS, sys.argv[1:]))
