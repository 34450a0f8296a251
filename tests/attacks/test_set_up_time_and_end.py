"""Attacks 25-27, 58-65 on set-up, 94-101 on time, and on how a table ends."""

from __future__ import annotations

import pytest
from malicious_referee import MaliciousReferee
from witness import BACKEND, Found, Trial, Witness, convicted, judged, popular_front

from sealed.fairness.audit.audit import audit
from sealed.fairness.bridge.duties import Slots
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.codec import encode
from sealed.fairness.signing import messages
from sealed.wire.v1 import fairness_pb2 as wire

BOTH = pytest.mark.parametrize("seats", [2, 3])
RESULT_MS = 300_000
"""How long the scribe's tables wait for the RESULTs."""


def copied_anchor(trial):
    """Seat 2 commits the anchor of seat 1, in a message of its own."""

    def change(genesis) -> None:
        player, scribe = trial.scribe.players[2], trial.scribe
        root = scribe.roots[0]
        header = messages.Header(player.signer.public, scribe.id, 2, 1, 0, root, E.COMMIT)
        anchor = wire.Commit(anchor=scribe.players[1].chain.anchor)
        genesis.commits[1].CopyFrom(messages.sign_player(player.signer, header, encode(anchor)))

    return change


SET_UP = {
    "27 a copied anchor": ("GENESIS", None, "GEN_COMMIT_DUPLICATE"),
    "59 started without a signature": ("START", lambda m: m.agrees.__delitem__(-1), "GEN_UNSIGNED"),
    "59 a seat did not commit": ("GENESIS", lambda m: m.commits.__delitem__(-1), "GEN_COMMIT_MISSING"),
    "59 the referee did not commit": (
        "GENESIS",
        lambda m: m.blind_commits.__delitem__(-1),
        "GEN_COMMIT_MISSING",
    ),
    "106 parameters nobody signed": (
        "GENESIS",
        lambda m: setattr(m, "params_sig", bytes(64)),
        "SIG_INVALID",
    ),
    "106 another name than the seat signed": (
        "GENESIS",
        lambda m: setattr(m.joins[1], "name", "Mallory"),
        "SIG_INVALID",
    ),
    "106 a join for another seat": (
        "GENESIS",
        lambda m: setattr(m.joins[0], "seat", 2),
        "GEN_COMMIT_MISSING",
    ),
}


@BOTH
@pytest.mark.parametrize(("counter", "size", "code"), [(3, 1, "ACT_COUNTER"), (2, 0, "GEN_UNSIGNED")])
def test_an_agreement_is_message_2_over_genesis(counter, size, code, seats) -> None:
    """A START with an AGREE of another number, or to a log without GENESIS, convicts (2.3, section 3)."""
    trial = Trial(seats)

    def change(start) -> None:
        player, scribe = trial.scribe.players[1], trial.scribe
        header = messages.Header(
            player.signer.public, scribe.id, 1, counter, size, scribe.roots[size], E.AGREE
        )
        start.agrees[0].CopyFrom(messages.sign_player(player.signer, header, b""))

    hook = trial.scribe.at("START", change)
    found = trial.begin()
    assert found.says == (code, Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


@BOTH
@pytest.mark.parametrize("name", SET_UP)
def test_a_false_set_up_convicts_the_referee(name, seats) -> None:
    """Found in the entry that is false; a log of one or two entries is the evidence."""
    step, change, code = SET_UP[name]
    trial = Trial(seats)
    hook = trial.scribe.at(step, change or copied_anchor(trial))
    found = trial.begin()
    assert found.says == (code, Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


class OneNonce(MaliciousReferee):
    """Every seat sits down with the nonce of the first."""

    def _nonce(self):
        self.shared = getattr(self, "shared", None) or super()._nonce()
        return self.shared


class OneKey(MaliciousReferee):
    """Every seat sits down with the key of the first; the referee, who comes before, has its own."""

    made = ()

    def _signer(self):
        self.made = (*self.made, super()._signer())
        return self.made[:2][-1]


@BOTH
@pytest.mark.parametrize(
    ("cls", "code"), [(OneNonce, "GEN_COMMIT_DUPLICATE"), (OneKey, "KEY_DUPLICATE")], ids=["27 nonce", "key"]
)
def test_what_two_seats_share_convicts_who_lets_them_sit_down(cls, code, seats) -> None:
    """One nonce or one key for two seats, every signature right, convicts by GENESIS (2.3, case 27)."""
    trial = Trial(seats, cls=cls)
    found = trial.begin()
    assert found.says == (code, Klass.C, 0, trial.referee)
    assert convicted(found) == {trial.referee}


@BOTH
def test_parameters_of_other_rules_are_the_observers_word_only(seats) -> None:
    """GEN_RULES is local: another edition may play them (case 60)."""

    class OtherLists(type(Trial(seats).scribe)):
        def _params(self):
            params = super()._params()
            params.lists[0].cards[0].copies += 1
            return params

    trial = Trial(seats, cls=OtherLists)
    found = trial.begin()
    assert found.says[:2] == ("GEN_RULES", Klass.L)
    assert found.evidence is None


@BOTH
def test_changed_own_bytes_are_the_seats_word_only(seats) -> None:
    """GEN_ALTERED is local (case 106)."""
    trial = Trial(seats)
    trial.witnesses[1].verifier.expect_own(b"join", b"commit")
    trial.begin()
    assert trial.witnesses[1].found.says[:2] == ("GEN_ALTERED", Klass.L)
    assert trial.witnesses[1].found.evidence is None


def asking(seats):
    """Returns a table at which a seat is asked, that seat, and its deadline."""
    trial = Trial(seats)
    trial.run(6)
    while isinstance(trial.scribe.due(), Slots):
        trial.play(1)
    seat = trial.scribe.due().seats[0]
    return trial, seat, trial.witnesses[0].verifier.deadline(seat)


def convicts(trial, code) -> None:
    """Everybody finds a code of class C, and the evidence names the referee alone."""
    found = trial.deliver()
    assert found.says[:2] == (code, Klass.C)
    assert found.verdict.key == trial.referee
    assert convicted(found) == {trial.referee}


@BOTH
@pytest.mark.parametrize("early", [-1, 1])
def test_a_false_deadline_convicts(seats, early) -> None:
    """A TIMEOUT with another deadline than the recomputed one is TIMEOUT_EARLY (case 95)."""
    trial, seat, deadline = asking(seats)
    trial.scribe.now = deadline + 5
    trial.scribe.timeout(seat, deadline + early)
    convicts(trial, "TIMEOUT_EARLY")


@BOTH
def test_a_time_out_of_who_owes_nothing_convicts(seats) -> None:
    """TIMEOUT_EARLY for the seat that is not asked (case 95)."""
    trial, seat, deadline = asking(seats)
    trial.scribe.now = deadline + 5
    trial.scribe.timeout(seat % seats + 1, deadline)
    convicts(trial, "TIMEOUT_EARLY")


@BOTH
@pytest.mark.parametrize("shift", [1, -(10**7)], ids=["after its entry", "before its head"])
def test_an_impossible_stamp_convicts(seats, shift) -> None:
    """A `received_ms` that the heads contradict is TIME_RANGE (case 96)."""
    trial, _, _ = asking(seats)
    trial.scribe.at("ACT", lambda m: setattr(m, "received_ms", m.received_ms + shift))
    trial.scribe.turn()
    convicts(trial, "TIME_RANGE")


@BOTH
def test_a_wait_longer_than_its_slot_convicts(seats) -> None:
    """A link that took longer than the slot was open is TIME_RANGE (case 96)."""
    trial = Trial(seats)
    trial.scribe.at("SLOT_END", lambda m: m.waits.__setitem__(0, 10**6))
    found = trial.run(20)
    assert found.says[:2] == ("TIME_RANGE", Klass.C)
    assert convicted(found) == {trial.referee}


@BOTH
def test_a_credit_over_logged_time_convicts(seats) -> None:
    """Credit for time in which something was logged is TIME_RANGE (case 96)."""
    trial, _, _ = asking(seats)
    trial.scribe.now += 3_600_000
    trial.scribe.credit(trial.scribe.now - 3_700_000, trial.scribe.now)
    convicts(trial, "TIME_RANGE")


@BOTH
def test_a_late_answer_convicts_who_logs_it(seats) -> None:
    """An answer stamped after its deadline is TIME_UP once it is logged (case 97)."""
    trial, _, deadline = asking(seats)
    trial.scribe.now = deadline + 5
    trial.scribe.turn()
    convicts(trial, "TIME_UP")


@BOTH
def test_a_late_answer_with_an_early_stamp_shows_nothing(seats) -> None:
    """Within the bounds of the heads a stamp is the referee's word: nobody is named (case 97)."""
    trial, _, deadline = asking(seats)
    trial.scribe.at("ACT", lambda m: setattr(m, "received_ms", deadline - 5))
    trial.scribe.now = deadline + 5
    trial.scribe.turn()
    assert trial.deliver() is None


ENDS = {
    "98 resigned, and nobody did": (lambda t: t.scribe.game_over("resign", 1), "END_CAUSE"),
    "98 out of time, and nobody was": (lambda t: t.scribe.game_over("time", 1), "END_CAUSE"),
    "98 the rules, and they go on": (
        lambda t: t.scribe.log(E.GAME_OVER, wire.GameOver(result="side 1", cause="rules", state=bytes(32))),
        "END_CAUSE",
    ),
}


@BOTH
@pytest.mark.parametrize("name", ENDS)
def test_an_end_without_its_cause_convicts(name, seats) -> None:
    """A GAME_OVER whose cause is not in the log is END_CAUSE (case 98)."""
    end, code = ENDS[name]
    trial, _, _ = asking(seats)
    end(trial)
    trial.scribe.sign()
    convicts(trial, code)


@BOTH
def test_another_winner_convicts(seats) -> None:
    """A result that the title does not give for a resignation is FIN_RESULT (case 98)."""
    trial, _, _ = asking(seats)
    trial.scribe.at("GAME_OVER", lambda m: setattr(m, "result", "side 7"))
    trial.scribe.resign(1)
    convicts(trial, "FIN_RESULT")


@BOTH
def test_a_reveal_before_it_is_due_convicts(seats) -> None:
    """A reveal right after GAME_OVER, without the RESULTs, is FIN_EARLY (case 101)."""
    trial, _, _ = asking(seats)
    trial.scribe.resign(1)
    trial.scribe.reveal()
    convicts(trial, "FIN_EARLY")


@BOTH
def test_a_reveal_whose_wait_lies_under_a_head_left_out_names_nobody(seats) -> None:
    """Without the head over GAME_OVER an honest reveal looks early: FIN_EARLY, disputed (case 117)."""
    trial, _, _ = asking(seats)
    trial.scribe.resign(1)
    trial.scribe.now += RESULT_MS
    trial.scribe.reveal()
    *before, last, reveal = trial.scribe.appends()
    honest, cut = trial.witnesses[0], Witness(trial.scribe.id, 0)
    trial.deliver()
    for entries, head in before:
        cut.take(entries, head)
    cut.take([*last[0], *reveal[0]], reveal[1])
    assert honest.found is None
    assert (cut.found.says[:2], cut.found.verdict.key) == (("FIN_EARLY", Klass.D), None)


@BOTH
def test_a_withheld_link_ends_the_table_fairly(seats) -> None:
    """TIMEOUT of a link, GAME_OVER{time}, reveal, PASS that names the unfinished slot (cases 28, 94)."""
    trial = Trial(seats)
    trial.begin()
    deadline = trial.witnesses[0].verifier.deadline(seats)
    trial.scribe.now = deadline
    trial.scribe.timeout(seats, deadline, first_k=1)
    trial.scribe.finish()
    assert trial.deliver() is None
    report = audit(trial.scribe.record(), popular_front, BACKEND)
    assert (report.verdict, [one.owing for one in report.unfinished]) == ("PASS", [(seats,)])


@BOTH
def test_a_missing_reveal_names_nobody(seats) -> None:
    """FIN_MISSING is disputed: exit 2, whoever shows the record may have cut it (cases 65, 117)."""
    trial, _, _ = asking(seats)
    trial.scribe.resign(1)
    record = trial.scribe.record()
    report = audit(record, popular_front, BACKEND)
    assert [one.code for one in report.failures] == ["FIN_MISSING"]
    judgement = judged(Found(report.failures[0], record, 0).evidence)
    assert (judgement.exit_code, judgement.holds) == (2, True)
    assert {one.key for one in judgement.failures} == {None}


@BOTH
def test_a_witness_of_another_table_finds_nothing_of_this_one(seats) -> None:
    """A log under another table id than the one asked for is GEN_TABLE_ID, and disputed (case 58)."""
    trial = Trial(seats)
    stranger = Witness(bytes(32), 0)
    trial.begin()
    entries, head = next(iter(trial.scribe.appends()))
    stranger.take(entries, head)
    assert stranger.found.says[:2] == ("GEN_TABLE_ID", Klass.D)
