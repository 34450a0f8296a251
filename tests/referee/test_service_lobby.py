"""Laws of the lobby (spec 2.3; referee.proto, "Lobby")."""

from __future__ import annotations

import pytest
from table_titles import SKIRMISH

from sealed.fairness.signing.messages import sign_join
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Clock, Option, Params
from sealed_referee import lobby


def join_of(
    someone, table: rpc.TableDescription, seat: int, nonce: bytes = bytes(32)
) -> rpc.JoinTableRequest:
    """Returns a good join of a guest."""
    join = sign_join(someone.identity.signer, table.params, seat, nonce or bytes(32), "Guest")
    return rpc.JoinTableRequest(table=rpc.TableRef(lobby_id=table.lobby_id), join=join)


def test_titles_come_with_all_their_options(guest):
    """ListTitles names each option, its values with the default first, and the default clock."""
    (title,) = guest().call("ListTitles", rpc.ListTitlesRequest()).titles
    assert (title.id, title.edition_digest, list(title.seats)) == (SKIRMISH.id, SKIRMISH.edition, [2, 3])
    assert [(option.name, list(option.values)) for option in title.options] == [("rounds", ["4", "2"])]
    assert title.clock.decision_s == 7 * 24 * 3600


def test_a_table_is_made_with_the_options_and_clock_that_were_asked_for(guest):
    """What is agreed in the lobby stands in the parameters, defaults too."""
    table = guest().create(SKIRMISH, 3, options={"rounds": "2"}, clock=Clock(decision_s=60), name="Evening")
    params = Params.FromString(table.params)
    assert list(params.options) == [Option(name="rounds", value="2")]
    assert (params.clock.decision_s, params.clock.link_s, params.seats) == (60, 7 * 24 * 3600, 3)
    assert (table.name, table.phase, len(table.seats)) == ("Evening", rpc.PHASE_GATHERING, 3)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"title": "bridge"}, "NO_SUCH_TITLE"),
        ({"seats": 5}, "BAD_OPTIONS"),
        ({"options": [Option(name="rounds", value="9")]}, "BAD_OPTIONS"),
        ({"options": [Option(name="weather", value="1")]}, "BAD_OPTIONS"),
        ({"clock": Clock(minimum_s=60, decision_s=30)}, "BAD_OPTIONS"),
        ({"request_id": b"short"}, "BAD_REQUEST"),
        ({"name": "tab\there"}, "BAD_REQUEST"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused_in_words(guest, change, code):
    """Unknown titles, seats, options and clocks are refused and leave nothing behind."""
    someone = guest()
    request = {"title": SKIRMISH.id, "seats": 2, "request_id": bytes(16)} | change
    problem = someone.refused("CreateTable", rpc.CreateTableRequest(**request))
    assert problem.code == code
    assert len(problem.text) > 20
    assert list(someone.call("ListTables", rpc.ListTablesRequest()).tables) == []


def test_the_same_request_makes_the_same_table(guest):
    """A repeated CreateTable gets the first answer; its id for anything else is refused."""
    someone = guest()
    first = someone.create(SKIRMISH, 2, request_id=b"i" * 16)
    assert someone.create(SKIRMISH, 2, request_id=b"i" * 16) == first
    other = rpc.CreateTableRequest(title=SKIRMISH.id, seats=3, request_id=b"i" * 16)
    assert someone.refused("CreateTable", other).code == "REQUEST_ID_REUSED"
    assert guest().create(SKIRMISH, 2, request_id=b"i" * 16).lobby_id != first.lobby_id


def test_a_seat_is_taken_by_the_first_good_join(guest):
    """A second player is told that the seat is taken; the same join again is no mistake."""
    one, other = guest(), guest()
    table = one.create(SKIRMISH)
    taken = one.call("JoinTable", join_of(one, table, 1))
    assert [seat.taken for seat in taken.seats] == [True, False]
    assert one.call("JoinTable", join_of(one, table, 1)) == taken
    assert other.refused("JoinTable", join_of(other, table, 1, b"n" * 32)).code == "SEAT_TAKEN"


def test_one_key_has_one_seat(guest):
    """A key that has a seat gets no second one."""
    someone = guest()
    table = someone.create(SKIRMISH)
    someone.call("JoinTable", join_of(someone, table, 1))
    assert someone.refused("JoinTable", join_of(someone, table, 2, b"n" * 32)).code == "KEY_DUPLICATE"


def test_a_join_for_other_parameters_takes_no_seat(guest):
    """What was signed for another table is invalid here."""
    someone = guest()
    here, there = someone.create(SKIRMISH), someone.create(SKIRMISH)
    request = join_of(someone, there, 1)
    request.table.lobby_id = here.lobby_id
    assert someone.refused("JoinTable", request).code == "SIG_INVALID"


def test_nobody_joins_for_another_key(guest):
    """The key that joins is the key that is logged in."""
    one, other = guest(), guest()
    table = one.create(SKIRMISH)
    assert one.refused("JoinTable", join_of(other, table, 1)).code == "NOT_YOUR_KEY"


def test_who_leaves_frees_his_seat(guest):
    """While a table gathers a seat can be given back and taken by another."""
    one, other = guest(), guest()
    table = one.create(SKIRMISH)
    ref = rpc.TableRef(lobby_id=table.lobby_id)
    one.call("JoinTable", join_of(one, table, 1))
    assert not one.call("LeaveTable", ref).seats[0].taken
    assert other.call("JoinTable", join_of(other, table, 1)).seats[0].pk == other.identity.public


def test_nobody_leaves_a_table_that_has_begun(party):
    """Once all seats are taken, leaving is resigning."""
    gathered = party()
    assert gathered.players[0].guest.refused("LeaveTable", gathered.ref).code == "TABLE_CLOSED"


def test_a_table_may_wait_for_its_creator(guest):
    """Such a table starts when its creator says so, and for nobody else."""
    one, other = guest(), guest()
    table = one.create(SKIRMISH, wait_for_start=True)
    ref = rpc.TableRef(lobby_id=table.lobby_id)
    one.call("JoinTable", join_of(one, table, 1))
    assert one.refused("StartTable", ref).code == "SEATS_FREE"
    full = other.call("JoinTable", join_of(other, table, 2, b"n" * 32))
    assert full.phase == rpc.PHASE_GATHERING
    assert other.refused("StartTable", ref).code == "NOT_YOUR_TABLE"
    assert one.call("StartTable", ref).phase == rpc.PHASE_COMMITTING


def test_an_unlisted_table_is_found_by_its_id_only(guest):
    """It is in nobody's list and can still be looked at by who knows its id."""
    someone = guest()
    table = someone.create(SKIRMISH, unlisted=True)
    assert list(guest().call("ListTables", rpc.ListTablesRequest()).tables) == []
    assert guest().call("GetTable", rpc.TableRef(lobby_id=table.lobby_id)) == table


def test_pages_of_the_list_show_each_table_once(guest, monkeypatch):
    """Page by page every table comes, the newest first, none twice."""
    monkeypatch.setattr(lobby, "PAGE_SIZE", 300)
    someone = guest()
    made = [someone.create(SKIRMISH, name=f"Table {number}").lobby_id for number in range(9)]
    seen, page, pages = [], "", 0
    while pages == 0 or page:
        told = someone.call("ListTables", rpc.ListTablesRequest(page=page))
        seen += [table.lobby_id for table in told.tables]
        page, pages = told.next_page, pages + 1
    assert seen == made[::-1]
    assert pages > 2
    assert someone.refused("ListTables", rpc.ListTablesRequest(page="nowhere")).code == "BAD_PAGE"


def test_the_list_can_be_narrowed(party, guest):
    """Title, phase and one's own seats choose among the tables."""
    gathered = party()
    free = guest().create(SKIRMISH)
    player = gathered.players[0].guest

    def found(**wanted) -> list[str]:
        return [table.lobby_id for table in player.call("ListTables", rpc.ListTablesRequest(**wanted)).tables]

    assert found() == [free.lobby_id, gathered.table.lobby_id]
    assert found(mine=True) == [gathered.table.lobby_id]
    assert found(phases=[rpc.PHASE_GATHERING]) == [free.lobby_id]
    assert found(title="bridge") == []


def test_who_watches_a_table_hears_of_each_change(guest):
    """WatchTable tells at once how things stand, then again when somebody joins."""
    one, other = guest(), guest()
    table = one.create(SKIRMISH)
    watching = other.call("WatchTable", rpc.TableRef(lobby_id=table.lobby_id))
    assert next(watching) == table
    joined = one.call("JoinTable", join_of(one, table, 1))
    assert next(watching) == joined
    watching.cancel()


def test_an_unknown_table_is_no_mystery(guest):
    """Both kinds of ids are looked up and missed in words."""
    someone = guest()
    for ref in (rpc.TableRef(lobby_id="nowhere"), rpc.TableRef(table_id=bytes(32)), rpc.TableRef()):
        assert someone.refused("GetTable", ref).code == "NO_SUCH_TABLE"
