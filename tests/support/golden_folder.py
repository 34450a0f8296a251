"""The golden records of a title: where they lie, what is expected of them, each walked through once."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

from golden_walk import walked

_ALL = Path(__file__).parents[1] / "golden"


class GoldenFolder:
    """The records of one title, by name."""

    def __init__(self, title):
        """Read what is expected of the records of a title's folder."""
        self.folder = _ALL / title
        self.expected = json.loads((self.folder / "expect.json").read_text("utf-8"))
        self.names = sorted(self.expected)
        self.walk = cache(lambda name: walked(self.file_of(name).read_bytes()))

    def file_of(self, name):
        """Return where a golden record lies."""
        return self.folder / f"{name}.ftr"

    def total(self, part):
        """Return the sum of a count over all records."""
        return sum((getattr(self.walk(name), part) for name in self.names), Counter())
