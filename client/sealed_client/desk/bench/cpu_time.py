"""CPU time of this process: other work on the machine counts less than by the clock on the wall."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def rate(one: Callable[[], int], seconds: float) -> float:
    """Returns units a second of CPU time; `one` does some and says how many."""
    done, begun = 0, process_time()
    while True:
        done += one()
        taken = process_time() - begun
        if taken >= seconds:
            return done / taken


def cost(one: Callable[[], object], seconds: float = 0.0) -> float:
    """Returns the seconds that one call takes, on average over calls of at least `seconds` in all."""
    calls, begun = 0, process_time()
    while True:
        one()
        calls += 1
        taken = process_time() - begun
        if taken > 0 and taken >= seconds:
            return taken / calls
