"""Calls of identity: Hello, LogIn, LogOut (spec 2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.wire.v1 import referee_pb2 as rpc

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed_referee.calls import Call
    from sealed_referee.sessions import Sessions

PROTOCOL: Final = "fairtable/1"


class IdentityService:
    """Answers who the referee is and learns who the client is."""

    def __init__(self, sessions: Sessions, referee_pk: bytes, name: str, now_ms: Callable[[], int]) -> None:
        """Speaks for the referee with this key and name."""
        self._sessions = sessions
        self._referee_pk = referee_pk
        self._name = name
        self._now_ms = now_ms

    async def hello(self, request: rpc.HelloRequest, call: Call) -> rpc.Challenge:
        """Gives a challenge."""
        self._sessions.peers.knock(call.peer)
        return rpc.Challenge(
            challenge=self._sessions.hello(request.pk, request.table_id),
            referee_pk=self._referee_pk,
            protocol=PROTOCOL,
            time_ms=self._now_ms(),
            name=self._name,
        )

    async def log_in(self, request: rpc.LogInRequest, call: Call) -> rpc.Session:
        """Opens a session."""
        self._sessions.peers.knock(call.peer)
        session = self._sessions.log_in(request, loopback=call.loopback)
        return rpc.Session(token=session.token, expires_ms=session.expires_ms)

    async def log_out(self, _request: rpc.LogOutRequest, call: Call) -> rpc.LogOutReply:
        """Ends the session of the call."""
        self._sessions.end(call.session())
        return rpc.LogOutReply()
