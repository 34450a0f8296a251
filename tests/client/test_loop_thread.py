"""The loop on a thread of its own: work from any thread, errors that are told, an end that is orderly."""

import asyncio
import threading

import pytest

from sealed_client.loop_thread import LoopThread


@pytest.fixture
def line():
    """A running loop; `line.told` are the errors nobody has caught."""
    told = []
    thread = LoopThread(told.append)
    thread.told = told
    yield thread
    thread.stop()


def test_work_runs_on_the_loops_own_thread(line):
    """What is called from here happens there, and its result comes back."""

    async def where():
        return threading.current_thread().name

    assert line.call(where()).result(5) == "network"


def test_an_error_that_nobody_waits_for_is_told(line):
    """Spawned work that fails is never silent."""
    done = threading.Event()

    async def fail():
        try:
            raise ValueError("lost")
        finally:
            done.set()

    line.spawn(fail())
    assert done.wait(5)
    line.call(asyncio.sleep(0)).result(5)
    assert [str(error) for error in line.told] == ["lost"]


def test_what_is_cancelled_is_no_error(line):
    """A task that is ended with the loop tells nothing."""
    begun = threading.Event()

    async def wait():
        begun.set()
        await asyncio.sleep(60)

    line.spawn(wait())
    assert begun.wait(5)
    line.stop()
    assert line.told == []


def test_after_the_end_a_call_does_nothing(line):
    """Who still speaks to a loop that has ended is not harmed, and a second end does nothing."""
    line.stop()
    line.soon(print)
    line.stop()
