"""Keeps the signatures that are still to be checked while a slow library catches up (spec 2.13).

An append up to the newest known head is hashed, and judged by everything but its signatures; those are put
off, each with the verdict that it would have had at once. A debt that is checked later and fails therefore
says the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.live.verdicts import Klass
from sealed.fairness.signing.keys import Signatures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sealed.fairness.live.verdicts import Verdict
    from sealed.fairness.live.watched import Watched
    from sealed.wire.v1.fairness_pb2 import Head

    Claim = Callable[[Signatures], bool]

PENDING: Final = "pending"
"""Why a signature counts as not checked as long as it is owed."""

_START: Final = 1
"""The entry before which, itself included, the table is set up: GENESIS and START."""


class Debt(NamedTuple):
    """Is a signature still to be checked.

    `order` is its place among all checks, `entry` the entry it stands in (of a head: the first below it),
    `append` the first entry of its append, `verdict` what is found if it does not hold.
    """

    order: int
    entry: int
    append: int
    claim: Claim
    verdict: Verdict


class _FormOnly:
    """Stands for a library where no signature is calculated: what has a good form is put off."""

    name = PENDING

    def public_key(self, secret: bytes, /) -> bytes:
        """Makes no keys."""
        raise NotImplementedError

    def sign(self, secret: bytes, message: bytes, /) -> bytes:
        """Signs nothing."""
        raise NotImplementedError

    def verify(self, pk: bytes, message: bytes, sig: bytes, /) -> bool:
        """Says yes for now."""
        del pk, message, sig
        return True


_FORM_ONLY: Final = Signatures(_FormOnly())


class Debts:
    """Is the book of signatures still to be checked, those of messages and those of heads.

    `newest` is the newest head whose signature holds, `acts` are the entries so far that are ACTs.
    """

    __slots__ = ("_append", "_heads", "_messages", "_order", "acts", "newest", "puts_off")

    def __init__(self) -> None:
        """Starts empty, and puts nothing off."""
        self.newest: Head | None = None
        self.acts: list[int] = []
        self.puts_off = False
        self._append, self._order = 0, 0
        self._messages: dict[int, Debt] = {}
        self._heads: dict[int, Debt] = {}

    def __len__(self) -> int:
        """Returns how many signatures are still to be checked."""
        return len(self._messages) + len(self._heads)

    def begin(self, first: int, size: int) -> None:
        """Says which append comes: its signatures are put off if it ends below the newest known head."""
        self._append = first
        self.puts_off = self.newest is not None and size <= self.newest.size

    def add(self, claim: Claim, verdict: Verdict, *, of_head: bool) -> None:
        """Puts a signature off."""
        self._order += 1
        book = self._heads if of_head else self._messages
        book[self._order] = Debt(self._order, verdict.entry, self._append, claim, verdict)

    def needed(self, since: int) -> Debt | None:
        """Returns one of the debts to pay before anything is signed or released; None if there is none.

        Those are the set-up, and the messages from entry `since` on.
        """
        oldest = next(iter(self._messages.values()), None)
        newest = next(reversed(self._messages.values()), None)
        if newest is not None and newest.entry >= since:
            return newest
        return oldest if oldest is not None and oldest.entry <= _START else None

    def take(self, since: int) -> Debt:
        """Takes the next debt: what is needed first, then messages from new to old, then heads likewise.

        Raises KeyError if nothing is owed.
        """
        needed = self.needed(since)
        if needed is not None:
            return self._messages.pop(needed.order)
        return (self._messages or self._heads).popitem()[1]

    def drop_after(self, order: int) -> int:
        """Forgets what comes after a failure and so is not judged any more; returns how many."""
        before = len(self)
        self._messages = dict(_until(self._messages, order))
        self._heads = dict(_until(self._heads, order))
        return before - len(self)


def _until(book: dict[int, Debt], order: int) -> Iterator[tuple[int, Debt]]:
    return ((number, debt) for number, debt in book.items() if number < order)


def require_signature(
    w: Watched, claim: Claim, detail: str, klass: Klass = Klass.C, *, of_head: bool = False
) -> None:
    """Checks that a signature holds (SIG_INVALID), or puts it off; what has no good form fails at once.

    `claim` says with a given library whether it holds, at any time alike. Raises BrokenError.
    """
    if w.debts.puts_off and claim(_FORM_ONLY):
        w.skip(PENDING, "SIG_INVALID")
        w.debts.add(claim, w.verdict("SIG_INVALID", detail, klass), of_head=of_head)
        return
    w.ran("SIG_INVALID")
    if not claim(w.signatures):
        raise w.broken("SIG_INVALID", detail, klass)
