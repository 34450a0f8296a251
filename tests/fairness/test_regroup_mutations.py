"""Property of regroups: whatever single thing is changed in one, no log that has it passes (spec 5, P2)."""

from __future__ import annotations

from random import Random

import pytest
from false_regroups import failures_of, mixing, no_rules, regroups
from mixing_title import TITLE
from scribe import Scribe

CODES = {
    *("REGROUP_ZONE", "REGROUP_PARTIAL", "REGROUP_COUNT", "HAND_COUNT", "ACT_ILLEGAL"),
    *("BLIND_NOT_HELD", "BLIND_REUSED", "BLIND_REF_NO", "ENC_BAD_VALUE"),
}


def lists_of(act):
    """Returns the repeated fields of a regroup that can lose, double or exchange a member."""
    inner = [take.refs for take in act.takes] + [put.outers for put in act.puts]
    return [one for one in (act.takes, act.puts, act.flows, *inner) if len(one)]


def shorten(act, rng):
    """Loses a member of a list."""
    one = rng.choice(lists_of(act))
    del one[rng.randrange(len(one))]


def double(act, rng):
    """Says a member of a list twice."""
    one = rng.choice(lists_of(act))
    one.append(one[rng.randrange(len(one))])


def renumber(act, rng):
    """Changes one number by one."""
    fields = [(take, "zone") for take in act.takes] + [(put, "zone") for put in act.puts]
    fields += [(flow, name) for flow in act.flows for name in ("from_zone", "to_zone", "n")]
    fields += [(part, "count") for parts in (act.takes, act.puts) for part in parts]
    part, name = rng.choice(fields)
    setattr(part, name, max(0, getattr(part, name) + rng.choice((-1, 1))) or 2)


def rename(act, rng):
    """Names another reference."""
    lists = [take.refs for take in act.takes if take.refs]
    if lists:
        one = rng.choice(lists)
        at = rng.randrange(len(one))
        one[at] += rng.choice((-1, 1, 40))
    else:
        shorten(act, rng)


@pytest.mark.parametrize("change", [shorten, double, renumber, rename], ids=lambda change: change.__name__)
def test_no_changed_regroup_passes(change) -> None:
    """A changed regroup has one of the codes for it at its entry, and no other one without the rules."""
    for seed in range(20):
        rng = Random(f"{change.__name__} {seed}")
        scribe = Scribe(TITLE, 2, rng)
        at, due = [], rng.randrange(1, 15)

        def alter(seat, draft, scribe=scribe, at=at, due=due, rng=rng):
            if not at and len(scribe.entries) > due + 3:
                for _, act in regroups(draft)[:1]:
                    change(act, rng)
                    at.append(len(scribe.entries))
            return draft

        scribe.alter_draft = alter
        scribe.begin()
        while not at and scribe.turn():
            pass
        found = failures_of(scribe, mixing)
        assert [(one.code in CODES, one.entry) for one in found] == [(True, at[0])], (seed, found)
        assert {one.code for one in failures_of(scribe, no_rules)} <= CODES
