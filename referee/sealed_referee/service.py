"""The service of referee.proto on grpc.aio: each call by name, and whose method answers it. Nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import grpc

from sealed.wire.v1 import referee_pb2 as rpc

if TYPE_CHECKING:
    from sealed_referee.calls import Guard, Handler
    from sealed_referee.service_identity import IdentityService
    from sealed_referee.service_lobby import LobbyService
    from sealed_referee.service_play import PlayService
    from sealed_referee.service_records import RecordService

SERVICE_NAME: Final = rpc.DESCRIPTOR.services_by_name["Referee"].full_name


def handlers(
    guard: Guard, identity: IdentityService, lobby: LobbyService, play: PlayService, records: RecordService
) -> dict[str, Handler]:
    """Returns the handler of every call, by its name."""
    return {
        "Hello": guard.unary(rpc.HelloRequest, identity.hello),
        "LogIn": guard.unary(rpc.LogInRequest, identity.log_in),
        "LogOut": guard.unary(rpc.LogOutRequest, identity.log_out),
        "ListTitles": guard.unary(rpc.ListTitlesRequest, lobby.list_titles),
        "ListTables": guard.unary(rpc.ListTablesRequest, lobby.list_tables),
        "GetTable": guard.unary(rpc.TableRef, lobby.get_table),
        "WatchTable": guard.stream_out(rpc.TableRef, lobby.watch_table),
        "CreateTable": guard.unary(rpc.CreateTableRequest, lobby.create_table),
        "JoinTable": guard.unary(rpc.JoinTableRequest, lobby.join_table),
        "LeaveTable": guard.unary(rpc.TableRef, lobby.leave_table),
        "StartTable": guard.unary(rpc.TableRef, lobby.start_table),
        "Commit": guard.unary(rpc.SignedRequest, play.set_up),
        "Agree": guard.unary(rpc.SignedRequest, play.set_up),
        "Table": guard.stream_both(rpc.Up, play.table),
        "Submit": guard.unary(rpc.SubmitRequest, play.submit),
        "Contribute": guard.unary(rpc.ContributeRequest, play.contribute),
        "PrivateFrom": guard.stream_out(rpc.PrivateFromRequest, play.private_from),
        "OwnHandles": guard.stream_out(rpc.OwnHandlesRequest, play.own_handles),
        "Follow": guard.stream_out(rpc.FollowRequest, records.follow),
        "GetRange": guard.unary(rpc.GetRangeRequest, records.get_range),
        "GetConsistency": guard.unary(rpc.GetConsistencyRequest, records.get_consistency),
        "GetRecord": guard.stream_out(rpc.GetRecordRequest, records.get_record),
        "PutEntries": guard.unary(rpc.PutEntriesRequest, records.put_entries),
    }


def generic_handler(by_name: dict[str, Handler]) -> grpc.GenericRpcHandler[bytes, bytes]:
    """Returns what a server is given."""
    return grpc.method_handlers_generic_handler(SERVICE_NAME, by_name)
