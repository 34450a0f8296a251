"""What a table's output means to the one who asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.codes import explain
from sealed.wire.v1.referee_pb2 import SubmitReply
from sealed_referee.problems import ServiceError, from_problem

if TYPE_CHECKING:
    from sealed_referee.changes import Output
    from sealed_referee.table import Table


def taken(output: Output) -> Output:
    """Returns an output whose input was taken. Raises the ServiceError that says why it was not."""
    if output.problem is not None:
        raise from_problem(output.problem)
    if output.refusal is not None:
        code = output.refusal.code
        raise ServiceError(code, output.detail or explain(code))
    return output


def submit_reply(table: Table, output: Output) -> SubmitReply:
    """Returns the answer to a submitted message."""
    if output.problem is not None:
        return SubmitReply(problem=output.problem)
    if output.refusal is not None:
        return SubmitReply(refusal=output.refusal, head=table.head)
    return SubmitReply(entry=output.answer, head=table.head)
