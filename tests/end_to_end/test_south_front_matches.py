"""Whole matches of South Front through the real stack, and both verifiers on each record.

The secrets are made by the parties, so no two runs play alike; the record of a match that fails stays in the
temporary folder that pytest names.
"""

import asyncio
from collections import Counter
from itertools import product
from random import Random

import pytest
from golden_walk import walked

from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType, decode, decode_signed
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.south_front import TITLE
from sealed.games.south_front.state import FIRST, UNSHOWN
from sealed.wire.v1.fairness_pb2 import Entry
from sealed_client.desk.house import Place
from sealed_client.desk.match import Plan, play_match
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Limits, Options
from second_verifier import V

BOTS = tuple(product(("random", "steady"), repeat=2))
BATCH, BATCHES = 5, 10
PASSES = 1


def drawn_options(rng):
    """Returns a value for each option."""
    return {option.name: rng.choice(option.values) for option in TITLE.options}


def plan(number):
    """Returns a match; bots and options differ from number to number."""
    return Plan(TITLE, 2, drawn_options(Random(number)), BOTS[number % len(BOTS)])


SHORT = (
    Plan(TITLE, 2, {}, ("random", "random")),
    Plan(TITLE, 2, {"first-hand": "first-game", "egypt-border": "open"}, ("steady", "random")),
    Plan(TITLE, 2, {"usa-at-war": "8", "adriatic": "no"}, ("steady", "steady")),
)


def verdicts_in(record):
    """Returns the audit verdicts that seats have signed and logged."""
    return [
        decode_signed(line.type, decode(line.type, line.payload).msg.payload)
        for line in record.lines
        if isinstance(line, Entry) and line.type == EntryType.AUDIT
    ]


def check(played, file, place):
    """Holds a match that was played to everything that an honest one must be."""
    file.write_bytes(played.record)
    assert played.alarm is None, played.alarm
    record = read_record_bytes(played.record)
    report = audit(record, title_of, load_backend(), referee_pk=place.key)
    assert report.verdict == "PASS", report.sentences()
    assert (dict(report.not_checked), report.warnings, report.unsigned) == ({}, (), ())
    assert report.ended.cause == "rules"
    signed = verdicts_in(record)
    assert [(one.verdict, one.record_digest) for one in signed] == [(PASSES, report.digest)] * 2
    line, code = V.verify(str(file))
    assert (code, line["failures"]) == (0, [])
    assert {one["reason"] for one in line["not_checked"]} == {"rules"}


def hold(plans, folder):
    """Plays tables side by side at one referee and checks each; returns the records."""
    options = Options(listen="127.0.0.1:0", store=folder / "store", limits=Limits(sessions=8))

    async def side_by_side(place):
        return await asyncio.gather(*(play_match(one, place, lambda _: None) for one in plans))

    with EmbeddedReferee(options) as referee:
        place = Place(referee.address.host, referee.address.port, referee.public)
        matches = asyncio.run(side_by_side(place))
    for number, played in enumerate(matches):
        check(played, folder / f"{number}.ftr", place)
    return [played.record for played in matches]


def test_three_matches_over_sockets_pass_both_verifiers(tmp_path):
    """Both bots, four options: every seat verified every entry live and signs PASS."""
    hold(SHORT, tmp_path)


ALL_WAYS = {
    "mulligan",
    "hand kept",
    "late cards",
    "first-game hand",
    "unless taken",
    "unless declined",
    "face-down discard of the Axis",
    "face-down discard of the Allies",
    "combat",
    "reaction",
}


def ways(record):
    """Returns what a match had of that with which hidden cards go unusual ways."""
    walk = walked(record)
    events, verbs, states = walk.events, walk.verbs, walk.states
    found = {
        "mulligan": events["mulligan"],
        "hand kept": events["kept"],
        "late cards": events["late-cards"],
        "first-game hand": states[0].zones[FIRST],
        "unless taken": verbs["pay"] + verbs["show"] + verbs["eliminate-all"],
        "unless declined": verbs["concede"],
        "face-down discard of the Axis": states[-1].zones[UNSHOWN],
        "face-down discard of the Allies": states[-1].zones[UNSHOWN + 1],
        "combat": events["attacked"],
        "reaction": events["reaction"],
    }
    return Counter(name for name, happened in found.items() if happened)


@pytest.mark.long
def test_fifty_matches_over_sockets_are_fair_and_have_everything(tmp_path):
    """All pass both verifiers; every option occurs, and hidden cards go every way there is."""
    found, values = Counter(), set()
    for batch in range(BATCHES):
        plans = [plan(number) for number in range(batch * BATCH, (batch + 1) * BATCH)]
        values |= {item for one in plans for item in one.options.items()}
        folder = tmp_path / str(batch)
        folder.mkdir()
        for record in hold(plans, folder):
            found += ways(record)
    assert values == {(option.name, value) for option in TITLE.options for value in option.values}
    assert set(found) == ALL_WAYS
