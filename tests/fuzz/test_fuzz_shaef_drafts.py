"""A malicious seat of SHAEF: what it signs is refused by a code, changes nothing, and all goes on."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from mangling import no_hang
from match import InMemoryMatch
from mixing_match import Crook
from shaef_tidy import TidyPlayer
from shaef_tracking import FREE, reassigning
from spoilt_drafts import spoil

from sealed.engine import kernel
from sealed.engine.eye import PUBLIC
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.title import TITLE

FEW, MANY = 120, 5_000
A_DRAFT = 12
"""How many spoilt drafts are sent before an honest one."""
A_WHILE_MS = 60_000
"""Between two of them, so that the seat is heard for ever."""
HANG = 600


class Fuzz:
    """Is a table at which each honest draft is sent spoilt, again and again, and then as it is."""

    def __init__(self, seed: int, options: dict[str, str]) -> None:
        self.rng = Random(seed)
        self.match = InMemoryMatch(TITLE, 2, Random(seed), options)
        self.player = reassigning(self.rng) if options else TidyPlayer(self.rng).answer
        self.codes: Counter[str] = Counter()
        self.match.begin()

    @property
    def kept(self) -> tuple[object, ...]:
        """Returns all that a refusal must leave as it is."""
        game, size = self.match.table.match.game, self.match.table.size
        return size, game.state, *(game.piles.made(seat) for seat in (1, 2))

    def honest(self, number: int) -> list:
        """Returns the actions of an honest draft of one to nine steps."""
        draft = self.match.seats[number].draft()
        for _ in range(self.rng.choice((1, 1, 2, 4, 9))):
            if draft.done:
                break
            assert draft.add(self.player(draft.state, number)) is None
        return list(draft.actions)

    def turn(self) -> bool:
        """Sends some spoilt drafts and an honest one; returns whether the game goes on."""
        if not self.match.asked:
            return False
        number = self.match.asked[0]
        actions = self.honest(number)
        lines = self._lines(number)
        for _ in range(A_DRAFT):
            crook = Crook(self.match, number, actions)
            spoil(self.rng, crook.draft, crook.handles, lines)
            before = self.kept
            code = self._send(crook)
            self.codes[code] += 1
            if not code:
                return True
            assert self.kept == before, code
        assert Crook(self.match, number, actions).send() == ""
        return True

    def _lines(self, number: int) -> list[str]:
        """Returns legal answers as all read them, and in full."""
        state = self.match.seats[number].replica.state
        legal = self.rng.sample(all_of := list(kernel.legal_actions(state, number)), min(8, len(all_of)))
        return [kernel.mask(state, one, PUBLIC, NOTATION).text for one in legal] + [one.text for one in legal]

    def _send(self, crook: Crook) -> str:
        """Sends a spoilt draft; what is taken all the same is by the rules, in everybody's eyes."""
        told = self.match.told
        self.match.now_ms += A_WHILE_MS
        code = crook.send()
        failed = [one for seat in told.values() for one in seat.verdicts if one.failed]
        assert not failed, (failed, crook.draft)
        return code

    def finish(self) -> None:
        """Ends the game by a resignation; every seat finds it fair."""
        match = self.match
        if match.asked:
            match.do(1, match.seats[1].resign())
            match.settle()
        match.finish()
        for seat in match.seats.values():
            assert (seat.report.verdict, dict(seat.report.not_checked)) == ("PASS", {})


def fuzzed(seed: int, options: dict[str, str], drafts: int) -> Counter[str]:
    """Fuzzes a table; returns how often each code was given."""
    fuzz = Fuzz(seed, options)
    with no_hang(HANG, f"the table of seed {seed}"):
        while fuzz.codes.total() < drafts and fuzz.turn():
            pass
        fuzz.finish()
    return fuzz.codes


def refused(codes: Counter[str]) -> int:
    """Returns how many drafts were refused."""
    return codes.total() - codes[""]


def test_no_spoilt_draft_of_a_set_up_harms_the_referee() -> None:
    """In the secret set-up most spoilt drafts are refused, by more than a handful of codes; all goes on."""
    codes = fuzzed(1, FREE, FEW)
    assert refused(codes) > FEW // 2
    assert {"ACT_ILLEGAL", "PRIV_MISMATCH", "REGROUP_ZONE", "REGROUP_COUNT", "ENC_BAD_VALUE"} <= set(codes)


def test_no_spoilt_draft_of_a_turn_harms_the_referee() -> None:
    """The same from the Historical Scenario on."""
    assert refused(fuzzed(2, {}, FEW)) > FEW // 2


@pytest.mark.long
@pytest.mark.parametrize("options", [FREE, {}], ids=["free", "historical"])
@pytest.mark.parametrize("seed", [10, 11])
def test_no_spoilt_draft_of_thousands_harms_the_referee(seed, options) -> None:
    """The same for thousands of drafts."""
    fuzzed(seed, options, MANY)
