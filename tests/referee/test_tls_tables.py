"""Laws of a table whose referee shows another certificate than its parameters name (spec 2.1, NOTICE)."""

from __future__ import annotations

from random import Random

import pytest
from table_match import begin_match, referee_keys
from table_titles import SKIRMISH, titles

from sealed.fairness.arithmetic.layout import H
from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import PLAINTEXT_SPKI
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import PHASE_VOID
from sealed_referee.adopting import welcome
from sealed_referee.restoring import restore_table

OTHER = H(b"the key of another certificate")


def reopened(match, spki_hash):
    """Takes up the lost table with a certificate; returns the notices about it that are logged then."""
    keys = referee_keys()._replace(spki_hash=spki_hash)
    match.table = restore_table(match.saved(), titles, keys)
    before = len(match.entries)
    for output in welcome(match.table, match.tick()):
        match.deliver(output)
    new = [wire.Notice.FromString(one.payload) for one in match.entries[before:]]
    return [notice for notice in new if notice.kind == "certificate"]


@pytest.mark.parametrize("waiting_for", ["asked", "open_slot"])
def test_another_certificate_is_in_the_log_once(waiting_for):
    """A table that goes on under another certificate says which, once, and so when it goes back."""
    match = begin_match(SKIRMISH, 2, Random(1))
    getattr(match, waiting_for)()
    assert reopened(match, PLAINTEXT_SPKI) == []
    (notice,) = reopened(match, OTHER)
    assert OTHER.hex() in notice.text
    assert reopened(match, OTHER) == []
    match.step()
    (back,) = reopened(match, PLAINTEXT_SPKI)
    assert PLAINTEXT_SPKI.hex() in back.text


def test_a_match_under_two_certificates_is_fair():
    """The notice changes no question: the match ends, comes back equal, and the audit passes."""
    match = begin_match(SKIRMISH, 2, Random(2))
    match.play(4)
    reopened(match, OTHER)
    match.play()
    match.finish()
    again = restore_table(match.saved(), titles, referee_keys())
    assert (list(again.entries(0, again.size)), again.heads) == (match.entries, match.heads)
    report = audit(match.record(), titles, load_backend())
    assert (report.verdict, report.failures) == ("PASS", ())
    assert sum(one.type == EntryType.NOTICE for one in match.entries) == 2


def test_a_table_that_has_not_begun_is_given_up_under_another_certificate():
    """Nobody could sit down at it any more; under its own certificate it goes on waiting."""
    match = begin_match(SKIRMISH, 2, Random(3))
    match.changes = match.changes[:2]
    same = restore_table(match.saved(), titles, referee_keys())
    assert same.next_deadline is None
    table = restore_table(match.saved(), titles, referee_keys()._replace(spki_hash=OTHER))
    assert welcome(table, match.tick()) == []
    assert table.tick(match.tick()).changed
    assert (table.phase, table.next_deadline) == (PHASE_VOID, None)
