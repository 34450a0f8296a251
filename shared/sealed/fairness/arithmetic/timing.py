"""Computes clocks and deadlines from logged times (spec 2.12 and Appendix A). All times are in milliseconds.

`gaps` are the pauses and credits of the table as (start, end), disjoint and ascending.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def free(start: int, end: int, gaps: Iterable[tuple[int, int]]) -> int:
    """Returns how much of [start, end] is charged to nobody."""
    return sum(max(0, min(end, after) - max(start, before)) for before, after in gaps)


def charge(bank: int, used: int, minimum: int, increment: int, *, fresh: bool) -> int:
    """Returns the bank after an answer or a link that took `used`, with free time already taken off.

    `fresh` tells whether the answered question earns the increment.
    """
    return max(0, bank - max(0, used - minimum)) + (increment if fresh else 0)


def deadline(
    start: int, bank: int, minimum: int, cap: int, *, clocked: bool, gaps: Iterable[tuple[int, int]]
) -> int:
    """Returns until when an answer or link owed from `start` is due.

    `cap` is decision_s or link_s of the table in milliseconds; without a bank clock (`clocked` false) it
    alone counts. Gaps that fall in between push the deadline back by their length.
    """
    due = start + (min(cap, minimum + bank) if clocked else cap)
    for before, after in gaps:
        if after > start and before < due:
            due += after - max(before, start)
    return due
