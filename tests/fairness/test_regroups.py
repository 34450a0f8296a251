"""Laws of regroups in honest matches: what is written passes live and in the audit (spec 2.16, 2.17)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from mixing_title import TITLE, TWINS
from scribe import Scribe

from sealed.engine.kernel import asked, legal_actions
from sealed.fairness.arithmetic.blind import regroup_tag
from sealed.fairness.audit.audit import audit
from sealed.fairness.bridge.places import FIRST_LAID
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1 import fairness_pb2 as wire

BACKEND = load_backend("cryptography")
ALONE = {"REGROUP_ZONE", "REGROUP_PARTIAL"}
"""What of a regroup the rules must say: where references lie that they may have moved (2.17)."""
BY_LOOKS = {"scout", "settle", "turn-down"}


def no_rules(game, edition):
    """Returns no rules."""
    return


def rules_of(title):
    """Returns what finds the rules of one title."""
    return lambda game, edition: title


def choosy(rng):
    """Returns a player who looks, settles and turns down when he can, so that all kinds of mixing come."""

    def choose(seat, legal):
        rare = [action for action in legal if action.verb in BY_LOOKS]
        return rng.choice(rare if rare and rng.random() < 0.4 else legal)

    return choose


def played(title, seed):
    """Returns a whole match."""
    scribe = Scribe(title, 2, Random(seed))
    scribe.begin()
    choose = choosy(Random(seed))
    while scribe.turn(choose):
        pass
    scribe.finish()
    return scribe


def regroups(scribe):
    """Yields the regroups of a match: seat, first number of the draft, verb, act."""
    for entry in scribe.entries:
        if entry.type == E.ACT:
            signed = wire.ActEntry.FromString(entry.payload).msg
            draft = wire.Draft.FromString(signed.payload)
            seat = next(s for s, p in scribe.players.items() if p.signer.public in signed.header)
            for step in draft.steps:
                for act in step.cards:
                    if act.HasField("regroup"):
                        yield seat, draft.first_ref, step.action.split(" ")[0], act.regroup


@pytest.mark.parametrize("title", [TITLE, TWINS], ids=["single", "twins"])
@pytest.mark.parametrize("seed", range(6))
def test_a_match_with_regroups_passes(title, seed) -> None:
    """A random match audits PASS with nothing unchecked; each regroup is checked as often as it occurs."""
    scribe = played(title, seed)
    report = audit(scribe.record(), rules_of(title), BACKEND)
    assert (report.verdict, report.failures, dict(report.not_checked)) == ("PASS", (), {})
    many = len(list(regroups(scribe)))
    assert many > 20
    codes = ("REGROUP_ZONE", "REGROUP_PARTIAL", "REGROUP_COUNT", "FIN_REGROUP")
    assert {report.executed[code] for code in codes} == {many}


def test_matches_have_every_kind_of_mixing() -> None:
    """From and to the reserve, on and back, face-up, looked at; alone, among others, many zones at once."""
    kinds = Counter()
    for seed in range(6):
        for _, _, verb, act in regroups(played(TITLE, seed)):
            kinds[verb] += 1
            kinds["among others"] += any(flow.from_zone == flow.to_zone for flow in act.flows)
            kinds["looked at"] += any(265 <= take.zone <= 267 for take in act.takes)
            kinds["makes none"] += not any(put.outers for put in act.puts)
            kinds["many zones"] += len(act.puts) > 1
    wanted = (
        "assign",
        "reassign",
        "settle",
        "turn-down",
        "recall",
        "among others",
        "looked at",
        "makes none",
    )
    assert all(kinds[kind] > 2 for kind in (*wanted, "many zones")), kinds


def test_without_the_rules_only_zones_are_not_checked() -> None:
    """An auditor who has no rules checks counts, handles, flow and order, and says what he could not."""
    scribe = played(TITLE, 3)
    report = audit(scribe.record(), no_rules, BACKEND)
    assert (report.verdict, report.failures) == ("INCOMPLETE", ())
    many = len(list(regroups(scribe)))
    assert report.executed["FIN_REGROUP"] == report.executed["REGROUP_COUNT"] == many
    assert {kind.code: n for kind, n in report.not_checked.items() if kind.code.startswith("REGROUP")} == (
        dict.fromkeys(ALONE, many)
    )


@pytest.mark.parametrize("title", [TITLE, TWINS], ids=["single", "twins"])
def test_a_regroup_is_in_form(title) -> None:
    """Zones, references and flows ascend, flows add up, new references lie in the order of their tags."""
    scribe = played(title, 7)
    made = dict.fromkeys(scribe.players, 1)
    for seat, first, _, act in regroups(scribe):
        flows = Counter()
        for flow in act.flows:
            flows["from", flow.from_zone] += flow.n
            flows["to", flow.to_zone] += flow.n
        cells = [(flow.from_zone, flow.to_zone) for flow in act.flows]
        assert cells == sorted(set(cells))
        assert all(a.zone < b.zone for parts in (act.takes, act.puts) for a, b in pairwise(parts))
        assert all(list(take.refs) == sorted(set(take.refs)) for take in act.takes)
        taken = {("from", take.zone): len(take.refs) or take.count for take in act.takes}
        assert flows == taken | {("to", put.zone): len(put.outers) or put.count for put in act.puts}
        begins = made[seat]
        for put in act.puts:
            if put.zone >= FIRST_LAID:
                handles = scribe.players[seat].pages[made[seat] - 1 :][: len(put.outers)]
                tags = [regroup_tag(scribe.seeds[seat], begins, handle) for handle in handles]
                assert tags == sorted(tags)
                made[seat] += len(put.outers)
        assert first == (begins if made[seat] > begins else 0)


def test_several_regroups_in_one_draft_number_on() -> None:
    """Each act of a draft has the tag of its own first reference, and numbers go on from act to act."""
    scribe = Scribe(TITLE, 2, Random(1))
    scribe.begin()
    seat = asked(scribe.state)[0]
    notation = TITLE.notation
    cards = [one.args[-1] for one in legal_actions(scribe.state, seat) if one.verb == "assign"][:3]
    lines = [notation.action("assign", 1, card) for card in cards]
    lines += [notation.action("reassign", 1, 2, cards[0]), notation.action("settle")]
    scribe.now += 1000
    scribe.act(seat, *lines)
    scribe.settle()
    scribe.sign()
    scribe.resign(1)
    scribe.finish()
    assert scribe.players[seat].next_ref == 1 + (1 + 2 + 3) + 3 + 1
    report = audit(scribe.record(), rules_of(TITLE), BACKEND)
    assert (report.verdict, report.failures) == ("PASS", ())


def test_what_was_looked_at_lies_apart_until_it_is_mixed() -> None:
    """All references of a unit that was looked at are known to the verifier to lie in the zone for that."""
    for seed in range(6):
        scribe = Scribe(TITLE, 2, Random(seed))
        scribe.begin()
        choose = choosy(Random(seed))
        while scribe.entries[-1].type != E.PEEK and scribe.turn(choose):
            pass
        if scribe.entries[-1].type == E.PEEK:
            break
    peek = wire.Peek.FromString(scribe.entries[-1].payload)
    verifier = Verifier(rules_of(TITLE), BACKEND)
    for entries, head in scribe.appends():
        assert not [one for one in verifier.feed(entries, head) if one.failed]
    seen = [laid for zone in (265, 266, 267) for laid in verifier.ledger.in_zone(peek.owner, zone)]
    assert set(peek.refs) <= {laid.number for laid in seen if not laid.card and laid.peeked}


def test_a_verb_leaves_its_cards_out_of_the_log() -> None:
    """No text in the log of a match names, or marks by `?`, a card that is mixed with others."""
    scribe = played(TITLE, 2)
    texts = [
        step.action
        for entry in scribe.entries
        if entry.type == E.ACT
        for step in wire.Draft.FromString(wire.ActEntry.FromString(entry.payload).msg.payload).steps
    ]
    hidden = [text for text in texts if text.startswith(("assign", "reassign"))]
    assert hidden
    assert all("Division" not in text and "?" not in text for text in hidden)
