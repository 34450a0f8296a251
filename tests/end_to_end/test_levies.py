"""Levies over sockets: open first hands, mulligans, late cards, face-down discards, a restart between."""

from random import Random

import pytest
from loopback import Party, referee
from miniatures.levies import TITLE
from miniatures.levies_table import MULLIGAN

from sealed.engine import kernel
from sealed.fairness.audit.audit import audit
from sealed.fairness.signing.keys import load_backend

LATE = (2, 0)
"""The open list of the first side's late cards: deck and epoch."""


class Mustering(Party):
    """Everybody gives the first hand back, then plays at random."""

    def act(self, player) -> None:
        """Sends an answer of one step."""
        draft = player.seat.draft()
        legal = kernel.legal_actions(draft.state, player.seat.number)
        assert draft.add(MULLIGAN if MULLIGAN in legal else self.rng.choice(legal)) is None
        player.do(player.seat.submit(draft))


@pytest.mark.parametrize("hands", ["open", "drawn"])
def test_a_match_over_sockets_passes_the_audit(hands, tmp_path):
    """The referee comes back from its store when late cards are in; each seat verifies all and finds PASS."""
    with referee(tmp_path, TITLE) as first:
        party = Mustering(first, TITLE, Random(5), options={"hands": hands})
        party.set_up()
        ledger = party.players[0].seat.follower.verifier.ledger
        while not ledger.epochs[LATE].closed:
            assert party.play(1) == 1
        party.close()
    with referee(tmp_path, TITLE) as second:
        party.reconnect(second)
        party.play()
        party.finish()
        reports = [player.seat.report for player in party.players]
        record = party.players[0].seat.follower.notebook.record_until()
        party.close()
    report = audit(record, lambda game, edition: TITLE, load_backend(), referee_pk=second.public)

    assert [one.verdict for one in (*reports, report)] == ["PASS"] * 3
    assert dict(report.not_checked) == {}
