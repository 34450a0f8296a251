"""Plays whole matches over sockets, side by side at one referee, and holds each to both verifiers."""

import asyncio

from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType, decode, decode_signed
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.wire.v1.fairness_pb2 import Entry
from sealed_client.desk.house import Place
from sealed_client.desk.match import play_match
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Limits, Options
from second_verifier import V

PASSES = 1
"""The number of a passing verdict (spec 2.17)."""


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
