"""The thread for everything that waits: nothing that fails there is silent, and it ends in good order."""

import asyncio
import threading

from sealed_client.loop_thread import LoopThread


def failing(error):
    """Returns work that raises."""

    async def work():
        raise error

    return work()


def test_what_nobody_has_caught_is_told():
    """An error of spawned work reaches `failed`, and the loop goes on."""
    told, heard = [], threading.Event()
    line = LoopThread(lambda error: (told.append(error), heard.set()))
    error = ValueError("x")
    line.spawn(failing(error))
    assert heard.wait(5)
    assert told == [error]
    assert line.call(asyncio.sleep(0, "still here")).result(5) == "still here"
    line.stop()


def test_an_error_of_a_callback_is_told():
    """So does an error of a plain call."""
    told, heard = [], threading.Event()
    line = LoopThread(lambda error: (told.append(error), heard.set()))
    line.soon(lambda: 1 // 0)
    assert heard.wait(5)
    assert isinstance(told[0], ZeroDivisionError)
    line.stop()


def test_work_runs_on_a_thread_of_its_own():
    """Never on the one that asked."""
    line = LoopThread(lambda _: None)

    async def where():
        return threading.current_thread()

    assert line.call(where()).result(5) is not threading.current_thread()
    line.stop()


def test_stopping_cancels_what_still_runs_and_ends_the_thread():
    """What waits gets its chance to clean up; afterwards calls do nothing."""
    line, cleaned = LoopThread(lambda _: None), threading.Event()
    begun = threading.Event()

    async def waits():
        begun.set()
        try:
            await asyncio.sleep(3600)
        finally:
            cleaned.set()

    line.spawn(waits())
    assert begun.wait(5)
    line.stop()
    assert cleaned.is_set()
    assert not line._thread.is_alive()
    line.soon(lambda: 1 // 0)
    line.stop()
