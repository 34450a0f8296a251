"""Laws of a reader who asks and does not listen."""

from __future__ import annotations

import asyncio

import pytest

from sealed.wire.v1.referee_pb2 import Fetch
from sealed_referee.problems import ServiceError
from sealed_referee.readers import Reader


def test_wishes_that_nobody_reads_the_answers_of_are_bounded() -> None:
    """A stream that sends Fetch after Fetch and reads nothing is cut off, as one that only reads slowly."""
    reader = Reader(1)
    for _ in range(5000):
        reader.push(Fetch(end=1))
    with pytest.raises(ServiceError, match="READER_BEHIND"):
        asyncio.run(reader.pull())


def test_wishes_that_are_served_weigh_nothing() -> None:
    """A reader whose wishes are served one after the other is never behind."""
    reader = Reader(1)
    for _ in range(5000):
        reader.push(Fetch(end=1))
        assert isinstance(asyncio.run(reader.pull()), Fetch)
