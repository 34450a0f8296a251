"""The part of the verifier that checks later what was put off (spec 2.13, "a slow signature backend").

Whatever order the debts are paid in, what is found is what a verifier would have found that puts nothing off:
the earliest check that fails. So a failure is not told before all older signatures have been checked; until
then nothing more is judged (`doubted`).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.live.debts import PENDING
from sealed.fairness.live.knowledge import Knowledge
from sealed.fairness.signing import messages

if TYPE_CHECKING:
    from sealed.fairness.live.verdicts import Verdict
    from sealed.fairness.live.watched import Watched
    from sealed.wire.v1.fairness_pb2 import Head


class _Doubt(NamedTuple):
    """Is a failure that stands unless an older signature fails too.

    `append` is the first entry of the append whose signature it is; None for one found at once.
    """

    verdicts: tuple[Verdict, ...]
    append: int | None


class CatchingUp(Knowledge):
    """Is what `Verifier` knows of signatures that it owes."""

    def __init__(self, w: Watched) -> None:
        """Starts without debts."""
        super().__init__(w)
        self._doubt: _Doubt | None = None
        self.failures: tuple[Verdict, ...] = ()
        self.broken_append: int | None = None
        """The first entry of the append whose signature has failed, if it was put off."""

    @property
    def failed(self) -> Verdict | None:
        """Is the failure that stopped this verifier, if there is one."""
        return self.failures[0] if self.failures else None

    def put_off(self, head: Head) -> bool:
        """Puts off the signatures of the appends up to a head that is ahead, if the referee has signed it.

        Returns whether it has; else all stays as it was. That signature is checked now, the others by `pay`.
        """
        w = self._w
        table_id, referee_pk = w.table_id or w.pinned_table, w.referee_pk or w.pinned_pk
        newest = max(w.size, w.debts.newest.size if w.debts.newest is not None else 0)
        if head.size <= newest or table_id is None or referee_pk is None:
            return False
        if not messages.verify_head(w.signatures, referee_pk, table_id, head):
            return False
        w.debts.newest = head
        return True

    @property
    def newest_head(self) -> Head | None:
        """Is the newest head that `put_off` has taken: the referee's word, whose entries may be to come."""
        return self._w.debts.newest

    @property
    def forked(self) -> Head | None:
        """Is that head if the entries up to its size have another root; fed, it convicts (LOG_FORK)."""
        w, head = self._w, self._w.debts.newest
        return head if head is not None and head.size <= w.size and head.root != w.roots[head.size] else None

    @property
    def owed(self) -> int:
        """Is the number of signatures still to be checked."""
        return len(self._w.debts)

    @property
    def doubted(self) -> bool:
        """Tells whether something has failed and older signatures decide what the failure is."""
        return self._doubt is not None and not self.failures

    def ready(self, seat: int) -> bool:
        """Tells whether a seat may release a link or sign: nothing is in doubt, and what comes first is paid.

        First come the signatures of GENESIS and START, the ACT that it would answer to, and all messages
        after that.
        """
        if not self._w.debts:
            return not self.doubted
        return not self.doubted and self._w.debts.needed(self._since(seat)) is None

    def pay(self, seat: int = 0) -> list[Verdict]:
        """Checks one signature that was put off; first those without which this seat is not `ready`.

        Returns as `Verifier.feed`; a failure is there as soon as nothing older is owed.
        """
        w = self._w
        if not w.debts:
            return []
        debt = w.debts.take(self._since(seat))
        w.tally.unskip(PENDING, "SIG_INVALID")
        w.ran("SIG_INVALID")
        if not debt.claim(w.signatures):
            self._doubt = _Doubt((debt.verdict,), debt.append)
            dropped = w.debts.drop_after(debt.order)
            w.tally.unskip(PENDING, "SIG_INVALID", dropped)
        return self._decide()

    def _stop(self, verdicts: tuple[Verdict, ...]) -> list[Verdict]:
        """Stops at a failure; returns it unless older signatures are to be checked first."""
        self._doubt = _Doubt(verdicts, None)
        return self._decide()

    def _decide(self) -> list[Verdict]:
        if self._doubt is None or self._w.debts:
            return []
        self.failures, self.broken_append = self._doubt
        return list(self.failures)

    def _since(self, seat: int) -> int:
        """Returns the ACT to which a link or message of this seat answers now; 0 if there is none."""
        w = self._w
        asked = w.speakers[seat].asked if seat in w.speakers else -1
        put = w.pending.index if w.pending is not None else asked if asked >= 0 else w.size
        at = bisect_right(w.debts.acts, put)
        return w.debts.acts[at - 1] if at else 0
