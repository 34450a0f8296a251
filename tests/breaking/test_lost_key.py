"""Laws of a referee whose key is not the one that its tables know: it signs nothing in their name."""

from __future__ import annotations

from random import Random

import pytest
from loopback import Guest, referee
from table_match import MemoryMatch, referee_keys
from table_titles import POPULAR_FRONT, titles

from sealed.wire.v1 import referee_pb2 as rpc
from sealed_referee.chronicle import RestoreError
from sealed_referee.identity_key import KEY_FILE
from sealed_referee.options import StoreError
from sealed_referee.restoring import restore_table


def test_store_whose_key_is_missing_is_not_opened(tmp_path) -> None:
    """A store with tables and without its key is refused in words; no new key is drawn for it."""
    with referee(tmp_path, POPULAR_FRONT) as house:
        Guest(house, Random(1)).log_in().create(POPULAR_FRONT)
    (tmp_path / KEY_FILE).unlink()
    with pytest.raises(StoreError, match="put its backup back"), referee(tmp_path, POPULAR_FRONT):
        pass
    assert not (tmp_path / KEY_FILE).exists()


def test_table_of_another_key_is_not_taken_up(tmp_path) -> None:
    """A referee with another key leaves the table alone, and goes on with it once the right key is back."""
    with referee(tmp_path, POPULAR_FRONT) as house:
        table = Guest(house, Random(1)).log_in().create(POPULAR_FRONT)
    ref, key = rpc.TableRef(lobby_id=table.lobby_id), tmp_path / KEY_FILE
    right = key.read_bytes()
    key.write_bytes(bytes(32))
    with referee(tmp_path, POPULAR_FRONT) as house:
        assert Guest(house, Random(2)).refused("GetTable", ref).code == "TABLE_DAMAGED"
    key.write_bytes(right)
    with referee(tmp_path, POPULAR_FRONT) as house:
        assert Guest(house, Random(2)).call("GetTable", ref).params == table.params


def test_restoring_under_another_key_raises() -> None:
    """A table is not rebuilt with a key that has not signed its parameters."""
    match = MemoryMatch.open(POPULAR_FRONT, 2, Random(3))
    match.set_up()
    with pytest.raises(RestoreError, match="another key"):
        restore_table(match.saved(), titles, referee_keys(2))
