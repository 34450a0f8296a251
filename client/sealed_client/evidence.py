"""Makes the evidence file of what this device has found at a table (spec 3 and 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.evidence.file import evidence_bytes
from sealed.fairness.evidence.making import evidence_of

if TYPE_CHECKING:
    from sealed.fairness.audit.report import Report
    from sealed.fairness.signing.keys import Signatures
    from sealed_client.agreement import Titles
    from sealed_client.follower import Follower


def evidence_file(
    follower: Follower, report: Report | None, titles: Titles, signatures: Signatures
) -> bytes | None:
    """Returns the bytes of the evidence for the check that failed, live or in the audit.

    None if none failed, or if only this device can know. It may hold a private message of this seat where
    that is what failed.
    """
    failure = follower.verifier.failed
    held = follower.notebook.own_record()
    if failure is not None:
        held = held._replace(lines=(*held.lines, *follower.failing))
    elif report is not None and report.failures:
        failure, held = report.failures[0], follower.notebook.record_until()
    if failure is None:
        return None
    made = evidence_of(failure, held, titles, signatures)
    return None if made is None else evidence_bytes(made)
