"""Laws of the referee's log: one line an event, nothing that others chose or an error held (spec 2.15)."""

from __future__ import annotations

import asyncio
import logging
from random import Random

import pytest
from loopback import Guest, Party, referee
from table_match import begin_match
from table_titles import SKIRMISH
from wiretap import LOG, Wiretap

from sealed.engine import kernel
from sealed.engine.frames import RuleBugError
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Option
from sealed_referee.logs import frames, line, of_loop
from sealed_referee.problems import damaged

HOSTILE = 'x\nlevel=ERROR event="forged"\r\x1b[31m\u2028\u202e" key=1'


@pytest.mark.parametrize("text", [HOSTILE, "", "a b", 'a"b', "a=b", "а", "a\\nb", "\x00"])
def test_a_value_cannot_leave_its_place(text):
    """Whatever a value holds, a log line stays one line of printable ASCII with the same keys."""
    written = line("table-made", title=text, size=3)
    assert written.isascii()
    assert written.isprintable()
    head, _, rest = written.partition(" title=")
    assert (head, rest.endswith(" size=3")) == ("event=table-made", True)
    inner = rest.removesuffix(" size=3")
    assert inner == text or (inner.startswith('"') and inner.endswith('"'))


def test_nothing_that_players_choose_is_logged(tmp_path):
    """Names, table names and words of requests do not come into the log, hostile or not."""
    with Wiretap() as tap, referee(tmp_path / "store", SKIRMISH) as served:
        guest = Guest(served, Random(1), "Mallory event-forged").log_in()
        guest.create(SKIRMISH, name="forged by Mallory")
        for wish in (
            rpc.CreateTableRequest(title="event-forged", seats=2, request_id=bytes(16)),
            rpc.CreateTableRequest(title=SKIRMISH.id, seats=2, name=HOSTILE, request_id=bytes(16)),
            rpc.CreateTableRequest(
                title=SKIRMISH.id, seats=2, options=[Option(name="forged", value="1")], request_id=bytes(16)
            ),
        ):
            guest.refused("CreateTable", wish)
        guest.refused("GetTable", rpc.TableRef(lobby_id="forged"))
        guest.channel.close()
    told = b"\n".join(one.data for one in tap.sent[LOG])
    assert b"table-made" in told
    assert b"forged" not in told
    assert b"Mallory" not in told


def test_what_an_event_loop_cannot_hand_on_is_logged_without_what_it_held(caplog, monkeypatch):
    """An error in a callback or a lost task leaves its kind and place in the log, not its message."""
    monkeypatch.setattr(logging.getLogger("sealed.referee"), "propagate", True)

    async def run() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(of_loop)
        loop.call_soon(_fail)
        await asyncio.sleep(0.01)

    asyncio.run(run())
    assert "event=loop-error error=ValueError" in caplog.text
    assert "_fail" in caplog.text
    assert "c0ffee" not in caplog.text


def _fail() -> None:
    raise ValueError("the salt is c0ffee")


def test_a_running_referee_has_that_handler(tmp_path):
    """The loop of every referee logs by it."""
    with referee(tmp_path / "store", SKIRMISH) as served:
        assert served._loop.get_exception_handler() is of_loop


def test_a_failure_of_the_rules_tells_nobody_what_it_held(monkeypatch, caplog):
    """A seat whose draft breaks the rules engine is refused without the engine's words, and so is the log."""
    monkeypatch.setattr(logging.getLogger("sealed.referee"), "propagate", True)
    match = begin_match(SKIRMISH, 2, Random(2))
    seat = match.asked()
    sent = seat.act()

    def fail(*_given):
        raise RuleBugError("seat 2 holds the Banner")

    monkeypatch.setattr(kernel, "apply", fail)
    output = match.table.submit(seat.seat, sent.signed, sent.handles, match.tick())
    assert output.refusal.code == "ACT_ILLEGAL"
    assert "Banner" not in output.detail + caplog.text
    assert "event=rules-failed" in caplog.text


def test_a_table_that_is_not_taken_up_tells_nobody_what_it_held():
    """Callers hear of the kind of error; only words that were written for people are repeated."""
    assert "c0ffee" not in damaged(ValueError("the salt is c0ffee")).text
    assert "ValueError" in damaged(ValueError("the salt is c0ffee")).text
    with pytest.raises(ValueError) as failed:
        _fail()
    assert "c0ffee" not in frames(failed.value)
    assert "_fail" in frames(failed.value)


def test_a_reveal_is_not_logged_either(tmp_path):
    """A whole game leaves no line about a card, an answer or a player."""
    with Wiretap() as tap, referee(tmp_path / "store", SKIRMISH) as served:
        party = Party(served, SKIRMISH, Random(1), options={"rounds": "2"})
        party.set_up()
        party.play()
        party.finish()
        party.close()
    events = {
        one.data.partition(b"event=")[2].partition(b" ")[0].decode()
        for one in tap.sent[LOG]
        if one.channel.startswith("sealed")
    }
    assert events == {"tables-restored", "serving", "table-made", "stopped"}
