"""Plays a table's public log again, entry by entry, through the verifier: only for looking back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads import codec
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.strict import EncodingError
from sealed.wire.v1.fairness_pb2 import Entry, Genesis, Head, Params
from sealed_client.agreement import Rules, read_params
from sealed_client.replica import Replica

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.fairness.live.verdicts import Verdict
    from sealed.fairness.record import Line
    from sealed.fairness.signing.keys import Signatures
    from sealed_client.agreement import Titles


class Moment(NamedTuple):
    """Is the table after one entry: what happened in it and the state, both as a spectator sees them."""

    entry: Entry
    events: tuple[Event, ...]
    state: State


class ReplayError(ValueError):
    """Says why a log cannot be played again; `verdict` is the check that failed, if one did."""

    def __init__(self, text: str, verdict: Verdict | None = None) -> None:
        """Keeps the sentence and the verdict."""
        super().__init__(text)
        self.verdict = verdict


class Replay:
    """Is the public log of a table, to be gone through once."""

    def __init__(self, lines: Iterable[Line], titles: Titles, signatures: Signatures) -> None:
        """Takes entries and heads in order; a seat's own lines are passed over.

        Raises ReplayError if the log does not begin with a table that can be read, TableRefusedError if its
        rules are not on this device.
        """
        self._lines = [line for line in lines if isinstance(line, Entry | Head)]
        first = self._lines[0] if self._lines else None
        if not isinstance(first, Entry) or first.type != EntryType.GENESIS:
            raise ReplayError("This log does not begin with the agreement of a table.")
        try:
            genesis = codec.parse(Genesis, first.payload)
            referee_pk = codec.parse(Params, genesis.params).referee_pk
        except EncodingError as error:
            raise ReplayError(f"The agreement of the table cannot be read: {error.detail}.") from error
        self.rules: Rules = read_params(genesis.params, genesis.params_sig, referee_pk, titles, signatures)
        self.verifier = Verifier(titles, signatures)

    def moments(self) -> Iterator[Moment]:
        """Yields the table after each entry. Raises ReplayError at the first append that fails a check."""
        replica = Replica(self.rules.title, self.rules.setup, self.rules.places)
        pieces: list[Entry] = []
        for line in self._lines:
            if isinstance(line, Entry):
                pieces.append(line)
                continue
            self.verifier.feed(pieces, line)
            failed = self.verifier.failed
            if failed is not None:
                raise ReplayError(
                    f"Check {failed.code} fails at entry {failed.entry}: {failed.detail}.", failed
                )
            for entry, passage in zip(pieces, self.verifier.passages, strict=False):
                yield Moment(entry, replica.advance(passage) or (), replica.state)
            pieces = []
