"""Runs `sealed referee` and kills itself at a fault point: mortal_referee.py POINT NTH [ARGUMENTS].

The product has no switch for it; this program puts itself between its methods.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count

from sealed_referee import cli
from sealed_referee.house import House
from sealed_referee.journal import Journal
from sealed_referee.tables import RunningTable

SEAMS = {
    "received": (House, "enter"),
    "journalled": (Journal, "_write"),
    "fsynced": (Journal, "commit"),
    "sent": (RunningTable, "publish"),
}


def arm(point: str, nth: int) -> None:
    """Lets the process die at the n-th time that it passes a point."""
    owner, name = SEAMS[point]
    inner, times = getattr(owner, name), count(1)

    def dying(self, *arguments, **named):
        if point == "received" and next(times) == nth:
            os.kill(os.getpid(), signal.SIGKILL)
        result = inner(self, *arguments, **named)
        if point != "received" and next(times) == nth:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(owner, name, dying)


if __name__ == "__main__":
    if sys.argv[1]:
        arm(sys.argv[1], int(sys.argv[2]))
    sys.exit(cli.run(sys.argv[3:]))
