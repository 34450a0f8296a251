"""What a table says after an input, what must be durable before that, and what the journal gives back.

Whoever runs a table commits `Output.change` to the journal and sends the rest only then. If the commit fails
he throws the table away and restores it: what was never durable was never said (spec 2.13).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.value import plain

if TYPE_CHECKING:
    from sealed.engine.message import Refusal as Reason
    from sealed.wire.v1.fairness_pb2 import Entry, Head, Private, Refusal
    from sealed.wire.v1.referee_pb2 import Problem


class FactKind(IntEnum):
    """Numbers what the journal keeps beside entries and heads, in the order in which it happened."""

    JOIN = 1  # data: bytes of the Join; number: 0
    LEAVE = 2
    BEGIN = 3  # the table waits no longer for its creator
    COMMIT = 4  # data: bytes of the Signed
    AGREE = 5  # data: bytes of the Signed
    LINK = 6  # data: the link; number: the last slot of the batch
    HANDLES = 7  # data: five bytes a reference; number: the first reference
    REFUSAL = 8  # data: hash of the Signed and the code; number: the counter
    VOID = 9
    RESTORED = 10  # entries came back from clients; number: the size of the log with them


class Fact(NamedTuple):
    """Is one thing to keep: its kind, seat, number, bytes, and when the referee had it (milliseconds)."""

    kind: int
    seat: int
    number: int
    data: bytes
    time_ms: int

    def __repr__(self) -> str:
        """Shows no bytes: links and handles are secret while a game runs."""
        return f"<fact {self.kind} of seat {self.seat}>"


@dataclass(frozen=True, slots=True)
class Opening:
    """Is what the journal keeps of a table from its creation.

    `params` and `params_sig` are the exact signed bytes, `secret` is K_t, `request` the bytes of the
    CreateTableRequest, `creator` the key that asked for the table.
    """

    lobby_id: str
    params: bytes
    params_sig: bytes
    secret: bytes = field(repr=False)
    request: bytes
    creator: bytes
    created_ms: int


@dataclass(frozen=True, slots=True)
class Change:
    """Is what one input made, to be durable as a whole before anything of it is sent.

    `expected_size` is the size of the log before it (compare and append). `opening` stands in the first only.
    """

    lobby_id: str
    expected_size: int
    entries: tuple[Entry, ...] = field(default=(), repr=False)
    head: Head | None = None
    facts: tuple[Fact, ...] = ()
    opening: Opening | None = None


@dataclass(frozen=True, slots=True)
class Output:
    """Is the answer to one input.

    `entries` and `head` are new in the log and go to everybody, `privates` to one seat each, after `change`
    is durable (None: nothing to keep). To the sender goes `answer` (the entry that took his message, perhaps
    an old one, with the newest head), a signed `refusal`, or a `problem` (not judged, or not signed by that
    seat). `words` are the engine's reason for a refusal, if that is why: code, arguments, rule, nearest legal
    action. `changed` tells that the description of the table is another now.
    """

    entries: tuple[Entry, ...] = field(default=(), repr=False)
    head: Head | None = None
    privates: tuple[tuple[int, Private], ...] = field(default=(), repr=False)
    answer: Entry | None = None
    refusal: Refusal | None = None
    problem: Problem | None = None
    detail: str = ""
    words: Reason | None = field(default=None, repr=False)
    change: Change | None = None
    changed: bool = False


plain(Change, Output)


@dataclass(frozen=True, slots=True)
class Saved:
    """Is a table as the journal gives it back."""

    opening: Opening
    entries: tuple[Entry, ...] = field(repr=False)
    heads: tuple[Head, ...]
    facts: tuple[Fact, ...]
