"""Whole matches through the real stack: a referee, sockets, client sessions, bots, and an audit at the end.

Everything is as in a game among strangers: the secrets are made by the parties, so no two runs play alike.
The record of a match that fails stays in the temporary folder that pytest names.
"""

import asyncio
import resource
from random import Random

import pytest

from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType, decode, decode_signed
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import parse_header
from sealed.games import title_of
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import Entry
from sealed_client.desk.bench.server_process import REFEREE, serving
from sealed_client.desk.house import Place
from sealed_client.desk.match import Plan, play_match
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Limits, Options

BATCHES, LONG_BATCHES = 1, 63
PASSES = 1
CHANGES = {"track": ("44", "52"), "flags": ("rectangular", "round")}


def plans(batch):
    """Returns a match for each number of seats, with bots and options that differ from batch to batch."""
    rng = Random(batch)
    for seats in TITLE.seats:
        options = {name: rng.choice(values) for name, values in CHANGES.items()} | {"round-cap": "8"}
        yield Plan(TITLE, seats, options, tuple(rng.choice(("random", "steady")) for _ in range(seats)))


async def _play_beside_each_other(tables, place):
    matches = (play_match(plan, place, lambda _: None) for plan in tables)
    return await asyncio.gather(*matches)


def _signed_in(record, entry_type):
    """Returns what each seat has signed in the entries of a type."""
    found = {}
    for line in record.lines:
        if isinstance(line, Entry) and line.type == entry_type:
            message = decode(entry_type, line.payload).msg
            found[parse_header(message.header).seat] = decode_signed(entry_type, message.payload)
    return found


def check(plan, played, place):
    """Holds a match that was played to everything that an honest one must be."""
    assert played.alarm is None, played.alarm
    record = read_record_bytes(played.record)
    report = audit(record, title_of, load_backend(), referee_pk=place.key)
    assert report.verdict == "PASS", report.sentences()
    assert (dict(report.not_checked), report.warnings, report.unsigned) == ({}, (), ())
    assert report.ended.cause == "rules"
    everybody = set(range(1, plan.seats + 1))
    results = _signed_in(record, EntryType.RESULT)
    audits = _signed_in(record, EntryType.AUDIT)
    assert {seat for seat, vote in results.items() if vote.agree} == everybody
    assert {seat for seat, one in audits.items() if one.verdict == PASSES} == everybody
    assert all(one.record_digest == report.digest for one in audits.values())


def hold(batch, folder):
    """Plays a batch at one referee, all tables at once, and checks each match."""
    options = Options(listen="127.0.0.1:0", store=folder / "store", limits=Limits(sessions=8))
    tables = list(plans(batch))
    with EmbeddedReferee(options) as referee:
        place = Place(referee.address.host, referee.address.port, referee.public)
        matches = asyncio.run(_play_beside_each_other(tables, place))
    for number, (plan, played) in enumerate(zip(tables, matches, strict=True)):
        (folder / f"{number}.ftr").write_bytes(played.record)
        check(plan, played, place)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_matches_over_sockets_are_fair(batch, tmp_path):
    """Matches of 2 to 6 seats end by the rules; every seat verified every entry live and signs PASS."""
    hold(batch, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES, BATCHES + LONG_BATCHES))
def test_many_matches_over_sockets_are_fair(batch, tmp_path):
    """Three hundred more of them."""
    hold(batch, tmp_path)


CROWD = 500
CONNECTIONS_A_MATCH = 4


@pytest.mark.long
def test_five_hundred_matches_at_once_are_all_fair(tmp_path):
    """None is lost and none unverified, all of them side by side on one referee process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, CROWD * CONNECTIONS_A_MATCH)), hard))
    wanted = {"round-cap": "8", "track": "44"}
    tables = [Plan(TITLE, 2, wanted, ("random", "random")) for _ in range(CROWD)]
    with serving(REFEREE, tmp_path / "store") as referee:
        place = Place("127.0.0.1", referee.port, None)
        matches = asyncio.run(_play_beside_each_other(tables, place))
    assert len(matches) == CROWD
    assert [number for number, played in enumerate(matches) if not played.fair] == []
