"""A seat that cheats, on top of an honest one; for tests only.

Against an honest referee: `Cheat` stands between a client's seat and the table, and changes what goes up.
Together with its referee: `conniving` changes its drafts before they are signed and logged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from malicious_referee import Hook

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing import messages
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import Link, Submit

if TYPE_CHECKING:
    from collections.abc import Callable

    from match import InMemoryMatch
    from scribe import Scribe


class Cheat:
    """Changes the first message of a kind that fits, on its way from a seat of a match to the table.

    `change` gets a Link, or a Draft and a dict of the header's fields (with "handles", "payload", "root_of"
    beside them), and changes what it likes; the seat signs it. Afterwards everything goes up as it is.
    """

    def __init__(
        self, match: InMemoryMatch, number: int, kind: type, change, when=lambda draft: True
    ) -> None:
        self.match, self.number, self.kind = match, number, kind
        self.change, self.when = change, when
        self.output = None
        self._honest = match.post
        match.post = self._post

    def _post(self, number: int, sending: object) -> object:
        mine = number == self.number and isinstance(sending, self.kind) and self.output is None
        changed = self._changed(sending) if mine else None
        if changed is None:
            return self._honest(number, sending)
        self.size = self.match.table.size
        self.output = self._honest(number, changed)
        return self.output

    def _changed(self, sending: object) -> object:
        if isinstance(sending, Link):
            changed = Link.FromString(sending.SerializeToString())
            self.change(changed)
            return changed
        header = messages.parse_header(sending.signed.header)
        if header.type != EntryType.ACT:
            return None
        draft = wire.Draft.FromString(sending.signed.payload)
        if not self.when(draft):
            return None
        seat = self.match.seats[self.number]
        fields = {"handles": sending.handles, "root_of": seat.follower.verifier.root_at}
        fields |= {one: getattr(header, one) for one in header.__slots__}
        self.change(draft, fields)
        payload = fields.pop("payload", draft.SerializeToString(deterministic=True))
        handles = fields.pop("handles")
        del fields["root_of"]
        signer = seat.enrolment.identity.signer
        signed = messages.sign_player(signer, messages.Header(**fields), payload)
        return Submit(signed=signed, handles=handles)

    @property
    def answer(self) -> str:
        """Is the code with which the referee answered; empty if it took the message."""
        if self.output.refusal is not None:
            return self.output.refusal.code
        return self.output.problem.code if self.output.problem is not None else ""


def conniving(scribe: Scribe, change: Callable[..., object], when=lambda draft: True, *, often=False) -> Hook:
    """Lets a seat and its referee agree on a false draft: the first that fits is changed."""
    hook = Hook(change, when, often)

    def alter(seat: int, draft: wire.Draft) -> wire.Draft:
        if (hook.done and not often) or not when(draft):
            return draft
        changed = change(draft)
        hook.done.append(seat)
        return changed if isinstance(changed, wire.Draft) else draft

    scribe.alter_draft = alter
    return hook


def has_act(kind: str) -> Callable[[wire.Draft], bool]:
    """Returns whether a draft has a card act of a kind."""
    return lambda draft: any(act.HasField(kind) for step in draft.steps for act in step.cards)


def act_of(draft: wire.Draft, kind: str):
    """Returns the first card act of a kind."""
    return next(getattr(a, kind) for step in draft.steps for a in step.cards if a.HasField(kind))
