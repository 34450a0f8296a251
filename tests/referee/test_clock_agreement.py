"""Two books of one clock: what the referee charges is what the verifier makes of its log (spec 2.12, P7)."""

from __future__ import annotations

from random import Random

import pytest
from poll import VOCABULARY, poll_title
from poll_match import PollMatch

from sealed.fairness.live.verifier import Verifier
from sealed.fairness.signing.keys import load_backend

BACKEND = load_backend("cryptography")


class Watch:
    """A verifier beside the table of a match."""

    def __init__(self, match: PollMatch) -> None:
        self.match, self.verifier, self.failures = match, Verifier(poll_title, BACKEND), []

    def agrees(self) -> bool:
        """Reads on, and tells whether both have the same banks, misses and deadlines and nothing failed."""
        table, verifier = self.match.table, self.verifier
        for head in [one for one in table.heads if one.size > verifier.size]:
            found = verifier.feed(table.entries(verifier.size, head.size), head)
            self.failures += [one for one in found if one.failed]
        if self.failures or verifier.game_over:
            return not self.failures
        books, owed = table.match.deadlines, table.match.owed()
        return all(
            verifier.misses(seat) == books.misses[seat]
            and verifier.bank_ms(seat) == (books.banks[seat] if books.clocked else None)
            and verifier.deadline_ms(seat) == owed.get(seat)
            for seat in books.banks
        )


def opened(rng: Random, seed: int) -> PollMatch:
    """Opens a table with a random clock."""
    banked = rng.random() < 0.8
    clock = {
        "bank_s": rng.choice((0, 20, 60)) if banked else 0,
        "minimum_s": rng.choice((1, 5, 9)) if banked else 0,
        "increment_s": rng.choice((0, 3, 10)) if banked else 0,
        "decision_s": rng.choice((10, 50)),
        "link_s": rng.choice((10, 30)),
        "pause_s": rng.choice((0, 7, 100)),
        "on_timeout": rng.choice((1, 2, 2)),
        "misses": rng.choice((0, 1, 2)),
    }
    options = {
        "asked": rng.choice(("turns", "together")),
        "stated": rng.choice(("pass", "stop", "none")),
        "rounds": rng.choice(("1", "3", "9")),
    }
    return PollMatch.begin(rng.choice((2, 3)), seed, options, **clock)


def something(match: PollMatch, verifier: Verifier, rng: Random) -> None:
    """Lets time pass and something happen: a pause, a deadline, a link or an answer."""
    match.wait(rng.choice((0, 1, 2, 5, 12, 30)) + rng.choice((0, 0.25)))
    seats = range(1, len(match.seats) + 1)
    due, chosen = match.table.next_deadline, rng.random()
    if chosen < 0.2:
        last = verifier.time_of(verifier.size - 1)
        match.now_ms = max(min(match.now_ms, due - 1), last)
        match.pause(rng.choice(seats), on=rng.random() < 0.8)
    elif match.now_ms >= due:
        match.look()
    elif verifier.pending is not None:
        for seat in seats:
            match.wait(rng.choice((0, 0.1)))
            match.link(seat)
    elif chosen < 0.35:
        match.run_out()
    else:
        match.say(rng.choice(verifier.duty.seats), rng.choice(VOCABULARY))


def compare(seeds: range) -> set[str]:
    """Plays random games and returns how they ended."""
    ends = set()
    for seed in seeds:
        rng = Random(seed)
        match = opened(rng, seed)
        watch = Watch(match)
        for _ in range(40):
            assert watch.agrees(), (seed, watch.failures)
            if watch.verifier.game_over:
                ends.add(watch.verifier.game_over.cause)
                break
            something(match, watch.verifier, rng)
    return ends


def test_referee_and_verifier_keep_the_same_books() -> None:
    """Banks, misses and deadlines agree after every append of random games, to the end of each."""
    assert compare(range(100)) == {"rules", "time"}


@pytest.mark.long
def test_referee_and_verifier_keep_the_same_books_at_length() -> None:
    """The same in many more games."""
    assert compare(range(100, 3000)) == {"rules", "time"}
