"""Laws of the limit on open tables: what it tells people to do helps."""

from __future__ import annotations

from random import Random

import pytest
from loopback import Guest, Party, referee
from table_titles import POPULAR_FRONT

from sealed.wire.v1 import referee_pb2 as rpc
from sealed_referee.options import Limits


@pytest.fixture
def house(tmp_path):
    """Runs a referee at which a key may have two open tables."""
    with referee(tmp_path, POPULAR_FRONT, limits=Limits(tables=2)) as running:
        yield running


def test_leaving_an_empty_table_makes_room_for_another(house, tmp_path) -> None:
    """Who has as many tables as allowed gives up one at which nobody sits, for good, and can make another."""
    guest = Guest(house, Random(1)).log_in()
    first = guest.create(POPULAR_FRONT)
    guest.create(POPULAR_FRONT)
    more = rpc.CreateTableRequest(title="popular-front", seats=2, request_id=bytes(16))
    assert guest.refused("CreateTable", more).code == "TOO_MANY_TABLES"
    ref = rpc.TableRef(lobby_id=first.lobby_id)
    assert guest.call("LeaveTable", ref).phase == rpc.PHASE_VOID
    assert guest.call("CreateTable", more).phase == rpc.PHASE_GATHERING
    house.stop()
    with referee(tmp_path, POPULAR_FRONT) as later:
        assert Guest(later, Random(2)).call("GetTable", ref).phase == rpc.PHASE_VOID


def test_only_the_creator_gives_a_table_up_and_only_an_empty_one(house) -> None:
    """Strangers leave nothing, and a table with a guest stays when its creator goes."""
    party = Party(house, POPULAR_FRONT, Random(3), wait_for_start=True)
    creator, other = (player.guest for player in party.players)
    stranger = Guest(house, Random(4)).log_in()
    assert stranger.call("LeaveTable", party.ref).phase == rpc.PHASE_GATHERING
    for _ in range(2):
        assert creator.call("LeaveTable", party.ref).phase == rpc.PHASE_GATHERING
    assert [seat.taken for seat in other.call("GetTable", party.ref).seats] == [False, True]
    other.call("LeaveTable", party.ref)
    assert other.call("LeaveTable", party.ref).phase == rpc.PHASE_GATHERING
    party.close()
