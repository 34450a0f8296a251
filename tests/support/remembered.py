"""Lets tests that play thousands of tables do equal work once: signatures, tapes and chains are remembered.

All three depend on their arguments alone, so that nothing is judged otherwise.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING
from unittest.mock import patch

import scribe_log
import witness

from sealed.fairness.audit import replay
from sealed.fairness.signing.keys import Signatures

if TYPE_CHECKING:
    from collections.abc import Iterator


class RememberedSignatures(Signatures):
    """Asks a library once about each signature: the seats of a table all verify the same ones."""

    def __init__(self, signatures: Signatures) -> None:
        """Wraps signatures that were loaded."""
        super().__init__(signatures)
        self._verify = lru_cache(maxsize=4096)(signatures.verify)

    def verify(self, pk: bytes, message: bytes, sig: bytes) -> bool:
        """Tells whether a signature holds."""
        return self._verify(pk, message, sig)


@contextmanager
def remembering() -> Iterator[None]:
    """Lets scribes, witnesses and the audit remember while a test runs."""
    tape, chain = lru_cache(maxsize=512)(scribe_log.Tape), lru_cache(maxsize=512)(scribe_log.Chain)
    with ExitStack() as stack:
        for place, name, value in (
            (witness, "BACKEND", RememberedSignatures(witness.BACKEND)),
            (scribe_log, "Tape", tape),
            (scribe_log, "Chain", chain),
            (replay, "Tape", tape),
        ):
            stack.enter_context(patch.object(place, name, value))
        yield
