"""How soon a new device with the pure-Python signature library shows a long game, and has checked it all."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.signing.keys import load_backend
from sealed.games import TITLES
from sealed_client.desk.bench.figures import Figure
from sealed_client.desk.bench.tabletop import QUIET_OPTIONS, QuietPlayer, Tabletop
from sealed_client.seat import Seat

if TYPE_CHECKING:
    from sealed_client.desk.bench.figures import Effort

SEED, SEATS, ENTRIES_WANTED, ROUNDS = 13, 2, 500, 3


class CaughtUp(NamedTuple):
    """Is one catch-up: CPU seconds until the newest head is shown, until all is checked; signatures owed."""

    newest: float
    everything: float
    owed: int


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns the CPU time until the newest head is shown, to that until every signature is checked.

    A round takes seconds, so there are three at most. Nothing here has a limit: on a phone the signatures
    weigh five to ten times as much, which only makes the ratio smaller (spec 2.13).
    """
    table = Tabletop(TITLES["popular-front"], SEATS, Random(SEED), QUIET_OPTIONS)
    players = dict.fromkeys(table.seats, QuietPlayer(table.rng))
    while table.table.size < ENTRIES_WANTED:
        table.step(players)
    rounds = [catch_up(table) for _ in range(min(effort.rounds, ROUNDS))]
    newest, everything = median(one.newest for one in rounds), median(one.everything for one in rounds)
    entries = table.table.size
    figure = Figure(
        "catch-up",
        f"pure Python: the newest of {entries} entries shown, to all {rounds[0].owed} signatures checked",
        median(one.newest / one.everything for one in rounds),
        values={"newest us/entry": newest * 1e6 / entries, "all us/entry": everything * 1e6 / entries},
    )
    return (figure,)


def catch_up(table: Tabletop) -> CaughtUp:
    """Lets a device that has kept nothing take seat 1 over. Raises AssertionError if a check fails."""
    referee, identity = table.table, table.seats[1].enrolment.identity
    title = table.seats[1].enrolment.rules.title
    signatures = load_backend("pure")
    seat, _ = Seat.take_over(
        identity, lambda game, _: title if game == title.id else None, signatures, *table.shown
    )
    size, begun = 0, process_time()
    seat.follower.put_off(referee.heads[-1])
    for head in referee.heads:
        seat.feed(referee.entries(size, head.size), head)
        size = head.size
    for private in referee.privates_from(1, 0):
        seat.feed_private(private)
    newest, owed = process_time() - begun, seat.owed
    while seat.owed:
        seat.pay()
    everything = process_time() - begun
    if seat.follower.failure is not None or seat.follower.verifier.size != referee.size:
        message = f"the catch-up of the bench fails: {seat.follower.failure}"
        raise AssertionError(message)
    return CaughtUp(newest, everything, owed)
