"""Whole matches of SHAEF through the real stack, and both verifiers on each record.

The secrets are made by the parties, so no two runs play alike; the record of a match that fails stays in the
temporary folder that pytest names.
"""

import asyncio
from collections import Counter
from random import Random

import pytest
from shaef_tidy import TidyPlayer
from shaef_ways import ALL_WAYS, ways

from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType, decode, decode_signed
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.shaef.title import TITLE
from sealed.wire.v1.fairness_pb2 import Entry
from sealed_client.bots import BOTS
from sealed_client.bots.shaef import RandomBot, SteadyBot
from sealed_client.desk.house import Place
from sealed_client.desk.match import Plan, play_match
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Limits, Options
from second_verifier import V

SCENARIOS = ("historical", "free")
KINDS = (("bold", "bold"), ("bold", "bold"), ("steady", "bold"), ("bold", "steady"), ("steady", "steady"))
BATCH, BATCHES = 4, 5
PASSES = 1

SHORT = (
    Plan(TITLE, 2, {}, ("random", "random")),
    Plan(TITLE, 2, {"scenario": "free", "wetlands": "pass"}, ("random", "random")),
)


def plan(number):
    """Returns a match; bots and options differ from number to number."""
    options = {option.name: Random(number).choice(option.values) for option in TITLE.options}
    return Plan(TITLE, 2, options | {"scenario": SCENARIOS[number % 2]}, KINDS[number % len(KINDS)])


@pytest.fixture(autouse=True)
def bots(monkeypatch):
    """The bold player of the tests is a bot like the others."""
    players = {"random": RandomBot, "steady": SteadyBot, "bold": TidyPlayer}
    monkeypatch.setitem(BOTS, TITLE.id, players)


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


def test_matches_of_both_scenarios_over_sockets_pass_both_verifiers(tmp_path):
    """Every seat verified every entry live and signs PASS; no card that was organised in secret is said."""
    historical, free = map(ways, hold(SHORT, tmp_path))
    assert not historical["cards in secret to their units"]
    assert free["cards in secret to their units"]


@pytest.mark.long
def test_twenty_matches_over_sockets_are_fair_and_have_everything(tmp_path):
    """All pass both verifiers; both scenarios, and hidden cards go every way there is."""
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
