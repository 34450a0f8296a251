"""Why a call or a message was not served: a code, words that say what to do next, and the gRPC status.

The codes of spec section 3 keep their meaning; the others are this service's own. Every failure that a user
can see is a `ServiceError` here; `Problem` is its form on the wire (referee.proto, "Errors").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grpc import StatusCode

from sealed.wire.v1.referee_pb2 import Problem

if TYPE_CHECKING:
    from sealed_referee.journal import JournalError

STATUS: Final[dict[str, StatusCode]] = {
    "BAD_MESSAGE": StatusCode.INVALID_ARGUMENT,
    "BAD_PAGE": StatusCode.INVALID_ARGUMENT,
    "BAD_RANGE": StatusCode.OUT_OF_RANGE,
    "BAD_REQUEST": StatusCode.INVALID_ARGUMENT,
    "BAD_OPTIONS": StatusCode.INVALID_ARGUMENT,
    "ENC_BAD_TYPE": StatusCode.INVALID_ARGUMENT,
    "ENC_BAD_VALUE": StatusCode.INVALID_ARGUMENT,
    "ENC_NOT_STRICT": StatusCode.INVALID_ARGUMENT,
    "ENC_TOO_LARGE": StatusCode.INVALID_ARGUMENT,
    "ENC_UNKNOWN_FIELD": StatusCode.INVALID_ARGUMENT,
    "KEY_WEAK": StatusCode.INVALID_ARGUMENT,
    "SIG_INVALID": StatusCode.INVALID_ARGUMENT,
    "AUTH_CHANNEL": StatusCode.UNAUTHENTICATED,
    "AUTH_REPLAY": StatusCode.UNAUTHENTICATED,
    "AUTH_SIGNATURE": StatusCode.UNAUTHENTICATED,
    "LOG_IN_LATE": StatusCode.DEADLINE_EXCEEDED,
    "NOT_LOGGED_IN": StatusCode.UNAUTHENTICATED,
    "SESSION_REPLACED": StatusCode.ABORTED,
    "NOT_SEATED": StatusCode.PERMISSION_DENIED,
    "NOT_YOUR_KEY": StatusCode.PERMISSION_DENIED,
    "NOT_YOUR_TABLE": StatusCode.PERMISSION_DENIED,
    "NO_SUCH_TABLE": StatusCode.NOT_FOUND,
    "NO_SUCH_TITLE": StatusCode.NOT_FOUND,
    "SEAT_TAKEN": StatusCode.ALREADY_EXISTS,
    "KEY_DUPLICATE": StatusCode.ALREADY_EXISTS,
    "REQUEST_ID_REUSED": StatusCode.ALREADY_EXISTS,
    "TOO_BUSY": StatusCode.RESOURCE_EXHAUSTED,
    "TOO_FAST": StatusCode.RESOURCE_EXHAUSTED,
    "TOO_MANY_READERS": StatusCode.RESOURCE_EXHAUSTED,
    "TOO_MANY_STREAMS": StatusCode.RESOURCE_EXHAUSTED,
    "TOO_MANY_TABLES": StatusCode.RESOURCE_EXHAUSTED,
    "READER_BEHIND": StatusCode.RESOURCE_EXHAUSTED,
    "STORE_FULL": StatusCode.UNAVAILABLE,
    "STORE_TROUBLE": StatusCode.UNAVAILABLE,
    "SHUTTING_DOWN": StatusCode.UNAVAILABLE,
    "NOT_SUPPORTED": StatusCode.UNIMPLEMENTED,
    "TABLE_DAMAGED": StatusCode.DATA_LOSS,
    "INTERNAL": StatusCode.INTERNAL,
}
"""The gRPC status of a code; FAILED_PRECONDITION for all others."""

STORE_RETRY_MS: Final = 5000


class ServiceError(Exception):
    """Says why something was not served, in a form for programs and in words."""

    def __init__(self, code: str, text: str, *, retry_after_ms: int = 0, slot: int = 0) -> None:
        """Keeps the fields of a Problem; `retry_after_ms` 0 says that trying again does not help."""
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text
        self.retry_after_ms = retry_after_ms
        self.slot = slot

    @property
    def status(self) -> StatusCode:
        """Returns the gRPC status that goes with the code."""
        return STATUS.get(self.code, StatusCode.FAILED_PRECONDITION)

    @property
    def problem(self) -> Problem:
        """Returns its form on the wire."""
        return Problem(code=self.code, text=self.text, retry_after_ms=self.retry_after_ms, slot=self.slot)


def from_problem(problem: Problem) -> ServiceError:
    """Returns the error behind a Problem that a table made."""
    return ServiceError(problem.code, problem.text, retry_after_ms=problem.retry_after_ms, slot=problem.slot)


def store_trouble(error: JournalError, *, full: bool) -> ServiceError:
    """Returns what a caller is told when nothing of his input could be stored."""
    if full:
        text = (
            "the referee's disk is full, so nothing was recorded; "
            "make room there, then send the same message again"
        )
        return ServiceError("STORE_FULL", text, retry_after_ms=STORE_RETRY_MS)
    text = f"the referee's store took nothing of this ({error}); send the same message again"
    return ServiceError("STORE_TROUBLE", text, retry_after_ms=STORE_RETRY_MS)


def damaged(error: Exception) -> ServiceError:
    """Returns what a caller is told of a table that could not be taken up again."""
    from sealed_referee.chronicle import RestoreError

    # Only what is written for people is told: any other error may hold what was being restored.
    reason = str(error) if isinstance(error, RestoreError) else type(error).__name__
    text = (
        f"this table could not be taken up again ({reason}); the referee that wrote it or a backup can go on"
    )
    return ServiceError("TABLE_DAMAGED", text)


def internal(incident: str) -> ServiceError:
    """Returns what a caller is told when the referee itself went wrong."""
    text = f"the referee made a mistake; tell its operator the incident {incident}, then try again"
    return ServiceError("INTERNAL", text, retry_after_ms=1000)
