"""What the enemy's client sees of regroups in SHAEF, and who tries to tell from it where a card went.

`plays` plays real turns in memory, in which both sides reassign cards while they can pay; `seen_in` reads
what the other seat was sent. A `Trail` is one card of one regroup: the reference that it lay under, and every
new reference that it may lie under now, with the chance that the public flows give it. The `Tracker` learns
on some trails what goes with the true one, from all that can be seen, and guesses on others.
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from match import InMemoryMatch
from shaef_script import Script

from sealed.engine.kernel import legal_actions, question
from sealed.fairness.arithmetic.blind import unpack_handles
from sealed.fairness.payloads.codec import EntryType, decode_signed, parse
from sealed.fairness.signing.messages import parse_header
from sealed.games.shaef.setup.templates import historical_answers
from sealed.games.shaef.title import TITLE
from sealed.games.shaef.units.organisation import overfull
from sealed.wire.v1.fairness_pb2 import ActEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from match import Player

    from sealed.wire.v1.fairness_pb2 import Entry, Regroup

FREE = {"scenario": "free"}
_FIRST_LAID, _AUGUST = 256, 3
_LOTS = 0.8
"""How often a unit that takes cards takes one more."""


def template() -> dict[int, list[str]]:
    """Returns the historical lay-out of the Free Scenario, as lines by seat."""
    return {side + 1: [one.text for one in historical_answers(side, free=True)] for side in (0, 1)}


def reassigning(rng: Random) -> Player:
    """Returns who lays the Free Scenario out as printed and then reassigns cards, and does nothing else."""
    script = Script(template())

    def answer(state, seat: int):
        asked = question(state)
        if script.done and asked is not None and asked.id in ("deploy", "collect"):
            full = overfull(state, seat - 1) if asked.id == "deploy" else []
            verb = "take" if asked.id == "collect" else "discard" if full else "organise"
            wanted = [one for one in legal_actions(state, seat) if one.verb == verb]
            wanted = [one for one in wanted if not full or one.args[0] in full]
            if wanted and (full or rng.random() < _LOTS):
                return rng.choice(wanted)
        return script(state, seat)

    return answer


def plays(seed: int) -> InMemoryMatch:
    """Returns a match of the Free Scenario whose sides have reassigned cards in June and July."""
    match = InMemoryMatch(TITLE, 2, Random(seed), FREE)
    player = reassigning(Random(seed))
    match.begin()
    while match.table.running.game.state.month < _AUGUST:
        match.answer(match.asked[0], player, match.rng.randint(1, 12))
    assert not match.refusals
    assert not match.problems
    return match


class Candidate(NamedTuple):
    """Is a new reference under which a card may lie: the chance by the flows, and all that is seen of it."""

    prior: float
    marks: tuple[object, ...]


class Trail(NamedTuple):
    """Is a card whose old reference is known, and which of the candidates is the true one."""

    candidates: tuple[Candidate, ...]
    true: int


def seen_in(match: InMemoryMatch) -> list[Trail]:
    """Returns every trail of a match: of both seats, as the other one sees them."""
    made = {seat: unpack_handles(match.table.running.game.piles.made(seat)) for seat in (1, 2)}
    outers: dict[tuple[int, int], bytes] = {}
    trails: list[Trail] = []
    before = 0
    for output in match.outputs:
        for entry in output.entries:
            if entry.type == EntryType.ACT:
                trails += _of_entry(entry, made, outers, output.head.time_ms - before)
        before = output.head.time_ms if output.entries and output.head else before
    return trails


def _of_entry(entry: Entry, made, outers, waited: int) -> Iterator[Trail]:
    act = parse(ActEntry, entry.payload)
    seat, draft = parse_header(act.msg.header).seat, decode_signed(EntryType.ACT, act.msg.payload)
    number = draft.first_ref
    around = (waited, len(entry.payload) % 16, len(draft.steps))
    for step in draft.steps:
        for one in step.cards:
            if one.HasField("regroup"):
                puts = _numbered(one.regroup, number)
                outers |= {(seat, ref): outer for _, ref, outer in puts}
                yield from _of_regroup(one.regroup, puts, seat, made[seat], outers, around)
                number += len(puts)
            else:
                if one.HasField("place"):
                    outers[seat, number] = one.place.outer
                number += one.HasField("place") or one.HasField("show")


def _numbered(act: Regroup, number: int) -> list[tuple[int, int, bytes]]:
    """Returns zone, number and commitment of each new reference."""
    laid = [(put.zone, outer) for put in act.puts for outer in put.outers]
    return [(zone, ref, outer) for ref, (zone, outer) in enumerate(laid, number)]


def _of_regroup(act: Regroup, puts, seat: int, made, outers, around) -> Iterator[Trail]:
    into = Counter(zone for zone, _, _ in puts)
    for take in act.takes:
        flows = {flow.to_zone: flow.n for flow in act.flows if flow.from_zone == take.zone}
        for rank, ref in enumerate(take.refs):
            goes = [one for one in puts if flows.get(one[0])]
            true = next((at for at, (_, new, _) in enumerate(goes) if made[new - 1] == made[ref - 1]), None)
            if true is None or len(goes) < 2:
                continue  # it went into the hand, or can only lie in one place
            laid = sum(n for zone, n in flows.items() if zone >= _FIRST_LAID)
            candidates = []
            for zone, new, outer in goes:
                place = new - next(first for other, first, _ in puts if other == zone)
                stays, old = zone == take.zone, outers.get((seat, ref), b"")
                marks = (
                    ("same commitment", outer == old),
                    ("rank", stays, len(take.refs), into[zone], rank, place),
                    ("numbers", ref % 4, new % 4),
                    ("time", around[0], place),
                    ("size", around[1], place),
                    ("steps", around[2], rank, place),
                    ("bits", (outer[:1] or b"\0")[0] & 3, (old[:1] or b"\0")[0] & 3),
                )
                candidates.append(Candidate(flows[zone] / laid / into[zone], marks))
            yield Trail(tuple(candidates), true)


class Tracker:
    """Guesses where a card lies: by the flows, and by whatever has gone with the true reference before."""

    def __init__(self, trails: Iterable[Trail]) -> None:
        """Learns."""
        self._true: Counter[object] = Counter()
        self._expected: Counter[object] = Counter()
        for trail in trails:
            for at, candidate in enumerate(trail.candidates):
                for mark in candidate.marks:
                    self._true[mark] += at == trail.true
                    self._expected[mark] += candidate.prior

    def guess(self, trail: Trail) -> int:
        """Returns which candidate it takes for the true one."""
        return max(range(len(trail.candidates)), key=lambda at: self._score(trail.candidates[at]))

    def _score(self, candidate: Candidate) -> float:
        lifts = ((self._true[mark] + _FEW) / (self._expected[mark] + _FEW) for mark in candidate.marks)
        return math.log(candidate.prior) + sum(map(math.log, lifts))


_FEW = 3.0
"""So many trails a mark must have gone with before the tracker begins to believe it."""


class Found(NamedTuple):
    """Is how a tracker fares: trails, how many it finds, and how many whoever knows the flows only would."""

    trails: int
    hits: int
    by_flows: float
    sigma: float

    @property
    def share(self) -> float:
        """Returns the part that is found."""
        return self.hits / self.trails

    @property
    def surplus(self) -> float:
        """Returns by how many standard deviations the tracker beats the flows."""
        return (self.hits - self.by_flows) / self.sigma


def track(learnt: Sequence[Trail], others: Sequence[Trail]) -> Found:
    """Lets a tracker learn on some trails and guess on others."""
    tracker = Tracker(learnt)
    hits = sum(tracker.guess(trail) == trail.true for trail in others)
    best = [max(one.prior for one in trail.candidates) for trail in others]
    return Found(len(others), hits, sum(best), math.sqrt(sum(p * (1 - p) for p in best)))


__all__ = ["FREE", "Found", "Tracker", "Trail", "plays", "reassigning", "seen_in", "template", "track"]
