"""Fixtures of the client's tests: matches in memory, bots, and logs signed with the referee's own key."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from match import InMemoryMatch

from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.signing.messages import sign_head
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Entry
from sealed_client.bots import make_bot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from google.protobuf.message import Message
    from match import Player

    from sealed.wire.v1.fairness_pb2 import Head


@pytest.fixture
def new_match() -> Callable[..., InMemoryMatch]:
    """Makes a match of Popular Front at which everybody has sat down."""
    return lambda seats=2, seed=1: InMemoryMatch(TITLE, seats, Random(seed))


@pytest.fixture
def begun(new_match: Callable[..., InMemoryMatch]) -> InMemoryMatch:
    """A match for two, begun, at its first question."""
    match = new_match()
    match.begin()
    return match


@pytest.fixture
def bots() -> Callable[..., dict[int, Player]]:
    """Makes a player for each seat."""

    def make(match: InMemoryMatch, name: str = "steady", seed: int = 5) -> dict[int, Player]:
        rng = Random(seed)
        return {number: make_bot(name, TITLE, Random(rng.random())).answer for number in match.seats}

    return make


@pytest.fixture
def forge() -> Callable[..., tuple[list[Entry], Head]]:
    """Signs, as the referee would, an append of made-up payloads after the first `size` entries."""

    def make(
        match: InMemoryMatch, size: int, payloads: Sequence[tuple[int, Message | bytes]]
    ) -> tuple[list[Entry], Head]:
        entries = [
            Entry(
                index=size + at,
                type=int(kind),
                payload=body if isinstance(body, bytes) else body.SerializeToString(deterministic=True),
            )
            for at, (kind, body) in enumerate(payloads)
        ]
        edge = merkle.RightEdge()
        for entry in [*match.table.entries(0, size), *entries]:
            edge.append(log_leaf_hash(match.table.table_id, entry.index, entry.type, entry.payload))
        head = sign_head(
            match.referee, match.table.table_id, size + len(entries), edge.root(), match.now_ms + 1
        )
        return entries, head

    return make
