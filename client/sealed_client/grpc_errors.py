"""From what grpclib raises to the errors of `transport`, once and for all calls."""

from __future__ import annotations

import ssl
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from google.protobuf.message import DecodeError
from grpclib.const import Status
from grpclib.exceptions import GRPCError, ProtocolError, StreamTerminatedError
from grpclib.metadata import decode_metadata

from sealed.fairness.signing.invitation import fingerprint
from sealed.wire.v1.referee_pb2 import Problem
from sealed_client.foreign_text import foreign
from sealed_client.pinned_tls import PinError
from sealed_client.transport import (
    BusyError,
    ChannelRefusedError,
    GarbledError,
    NotFoundError,
    NotLoggedInError,
    RefusedError,
    TimedOutError,
    TransportError,
    UnreachableError,
    WrongCertificateError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grpclib.client import Stream

PROBLEM_KEY = "sealed-problem-bin"
_AGAIN_S = 1.0

_KINDS: dict[Status, type[TransportError]] = {
    Status.UNAUTHENTICATED: NotLoggedInError,
    Status.NOT_FOUND: NotFoundError,
    Status.RESOURCE_EXHAUSTED: BusyError,
    Status.UNAVAILABLE: BusyError,
    Status.DEADLINE_EXCEEDED: TimedOutError,
    Status.ABORTED: NotLoggedInError,
}


@contextmanager
def in_words(stream: Stream[Any, Any]) -> Iterator[None]:
    """Turns whatever goes wrong on a stream into a TransportError, with the referee's own words."""
    try:
        yield
    except GRPCError as error:
        raise from_status(error, _problem(stream)) from error
    except TimeoutError as error:
        raise TimedOutError(
            "The referee did not answer in time; trying again.", retry_after=_AGAIN_S
        ) from error
    except StreamTerminatedError as error:
        raise (_last_words(stream) or unreachable()) from error
    except PinError as error:
        raise _other_certificate(error.shown) from error
    except ssl.SSLError as error:
        raise WrongCertificateError(
            "What answers at this address does not encrypt as the referee you know does. Either it was "
            "started for its own machine only, or this is somebody else. Nothing was sent to it.",
            b"",
        ) from error
    except OSError as error:
        raise unreachable() from error
    except (ProtocolError, DecodeError) as error:
        raise GarbledError("What answers at this address is no referee of this version.") from error


def from_status(error: GRPCError, problem: Problem | None) -> TransportError:
    """Returns the error for a gRPC status and the Problem that came with it."""
    kind = _KINDS.get(error.status, RefusedError)
    if problem is not None:
        return from_problem(problem, kind)
    retry = _AGAIN_S if kind in {BusyError, TimedOutError} else None
    return kind(
        foreign(error.message or "") or f"The referee answered {error.status.name}.", retry_after=retry
    )


def from_problem(problem: Problem, kind: type[TransportError] = RefusedError) -> TransportError:
    """Returns the error that a Problem of the referee states."""
    if problem.code == "AUTH_CHANNEL":
        kind = ChannelRefusedError
    retry = problem.retry_after_ms / 1000 if problem.retry_after_ms else None
    if retry is not None and kind is RefusedError:
        kind = BusyError
    return kind(foreign(problem.text), foreign(problem.code), retry)


def _other_certificate(shown: bytes) -> WrongCertificateError:
    return WrongCertificateError(
        "The referee shows another certificate than the one that you know; its fingerprint is "
        f"{fingerprint(shown) or 'unreadable'} now. Either its operator has made a new one, or somebody sits "
        "between you and the referee. Nothing was sent.",
        shown,
    )


def unreachable() -> UnreachableError:
    """Returns the error for a connection that is not there, or no longer."""
    text = "There is no connection to the referee. Check that it runs and that the address is right."
    return UnreachableError(text, retry_after=_AGAIN_S)


def _last_words(stream: Stream[Any, Any]) -> TransportError | None:
    """Returns what the referee said when it ended a stream that was still being written to.

    The library reports only that the stream was reset, though the trailers have come; so they are read here.
    """
    under = getattr(stream, "_stream", None)
    raw = getattr(under, "trailers", None) or getattr(under, "headers", None) or ()
    status = dict(raw).get("grpc-status", "")
    known = {str(one.value): one for one in Status if one is not Status.OK}.get(status)
    if known is None:
        return None
    error = GRPCError(known)
    return from_status(error, _parsed(decode_metadata(raw).get(PROBLEM_KEY)))


def _problem(stream: Stream[Any, Any]) -> Problem | None:
    return _parsed(stream.trailing_metadata.get(PROBLEM_KEY)) if stream.trailing_metadata else None


def _parsed(value: str | bytes | None) -> Problem | None:
    if not isinstance(value, bytes):
        return None
    try:
        return Problem.FromString(value)
    except DecodeError:
        return None
