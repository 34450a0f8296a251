"""Audits a finished record from its bytes alone (spec 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sealed.fairness.keys import Signatures
    from sealed.fairness.record import Record
    from sealed.fairness.report import Report
    from sealed.fairness.verifier import TitleOf


def audit(record: Record, title_of: TitleOf, signatures: Signatures, *, referee_pk: bytes | None = None) -> Report:
    """Returns the report on a record: all live checks from entry 0, then all of 3.2."""
