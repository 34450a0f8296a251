"""Referees that cheat, for tests only: each swaps the dealer of the tables that open while it serves."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.seals import SealedEpoch
from sealed.fairness.bridge.duties import PickDue, ShuffleDue
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_referee import table
from sealed_referee.dealer import Dealer, Dealt
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class ChoosingDealer(Dealer):
    """Chooses who begins instead of letting chance say it; every client sees that at once."""

    def _outputs(self, prk, due, piles):
        outputs = super()._outputs(prk, due, piles)
        return ((outputs[0] + 1) % due.m,) if isinstance(due, PickDue) else outputs


class _StackedEpoch(SealedEpoch):
    """Is an epoch in the order in which its cards were listed."""

    def __init__(self, table_id, deck, epoch, prk, cards) -> None:
        super().__init__(table_id, deck, epoch, prk, cards)
        self.order = tuple(sorted(self.order, reverse=True))
        from sealed.fairness.arithmetic import merkle

        self.root = merkle.root(self._leaves())


class StackingDealer(Dealer):
    """Seals the first colour's decks in an order of its own; only the final audit can see that."""

    def deal(self, k, due, links, piles):
        """Replaces the seal of an honest shuffle."""
        dealt = super().deal(k, due, links, piles)
        if not isinstance(due, ShuffleDue) or due.deck != 0 or dealt.seal is None:
            return dealt
        prk = dealt.seal._prk
        seal = _StackedEpoch(self.table_id, 0, dealt.seal.epoch, prk, dealt.seal.order)
        return Dealt(wire.Result(sealed=wire.Sealed(root=seal.root)), (), seal)


def crooked(dealer: type[Dealer]) -> Callable[[Path, str], object]:
    """Returns what makes a referee with another dealer."""

    @contextmanager
    def make(store: Path, listen: str) -> Iterator[EmbeddedReferee]:
        honest, table.Dealer = table.Dealer, dealer
        try:
            with EmbeddedReferee(Options(listen=listen, store=store)) as running:
                yield running
        finally:
            table.Dealer = honest

    return make
