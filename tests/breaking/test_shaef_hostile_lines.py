"""Laws of lines that nobody expects at a table of SHAEF: a sentence each, and no answer by mistake."""

from __future__ import annotations

from random import Random

import pytest
from mangling import no_hang
from talked_match import TalkedMatch

from sealed.engine import kernel
from sealed.games import TITLES
from sealed_client.text.commands import HELP

TITLE = TITLES["shaef"]
COMMANDS = sorted({*HELP, "why not", "do", "1", "2", "9" * 21, "-1"} - {"quit", "resign", "stop"})
STRANGE = (
    "", "\0", "?", "'", "%s{0.__class__}", "\x1b[2J", "\N{RIGHT-TO-LEFT OVERRIDE}V Corps", "\ud800", "²", "①",
    "x" * 70_000, "take " * 3_000, "a " * 90, "use", "discard V Corps ?", "take Reinforcement Deck ?",
    "V\N{ZERO WIDTH SPACE} Corps", "V\N{NO-BREAK SPACE}Corps", "\N{ROMAN NUMERAL FIVE} Corps",
    "V \N{CYRILLIC CAPITAL LETTER ES}orps", "U\u0308berflutung", "GEGENSTOSS",
    "\N{LATIN SMALL LIGATURE FI}rst US Army",
)  # fmt: skip
FEW, MANY = 35, 1_200
HANG = 600


def lines(match, rng: Random):
    """Yields lines for ever: legal answers, commands and strange words, whole, cut and mixed."""
    while True:
        draft = match.talk.draft
        legal = kernel.legal_actions(draft.state, 1) if draft is not None and not draft.done else ()
        answer = rng.choice([one.text for one in legal] or ["done"])
        at = rng.randrange(len(answer) + 1)
        yield rng.choice(
            (
                answer,
                answer[:at],
                answer.upper(),
                rng.choice(STRANGE),
                rng.choice(COMMANDS),
                f"{rng.choice(COMMANDS)} {rng.choice(STRANGE)}",
                f"{rng.choice(COMMANDS)} {answer}",
                f"{answer} {rng.choice(STRANGE)}",
                answer[:at] + rng.choice(STRANGE)[:40] + answer[at + 1 :],
            )
        )


def talk(seed: int, options: dict[str, str], count: int) -> TalkedMatch:
    """Types lines into a table, whatever comes of them; every sentence can be shown on any terminal."""
    match, rng = TalkedMatch(TITLE, 2, Random(seed), options), Random(seed)
    typed = lines(match, rng)
    with no_hang(HANG, "the conversation"):
        for _ in range(count):
            line = next(typed)
            reply = match.say(line)
            assert all(said.isprintable() and len(said) < 5_000 for said in reply.lines), line[:99]
            if reply.wishes:
                match.others()
            if not match.match.asked:
                break
    assert not match.match.refusals
    assert not match.match.problems
    return match


@pytest.mark.parametrize(("seed", "scenario"), [(1, "free"), (2, "historical")])
def test_any_line_gets_a_sentence(seed, scenario) -> None:
    """No line ends in a traceback, moves the cursor, or makes the referee refuse anything."""
    match = talk(seed, {"scenario": scenario}, FEW)
    assert len(match.said) > FEW


@pytest.mark.long
@pytest.mark.parametrize(("seed", "scenario"), [(11, "free"), (12, "historical"), (13, "historical")])
def test_any_line_of_many_gets_a_sentence(seed, scenario) -> None:
    """The same for many lines."""
    talk(seed, {"scenario": scenario}, MANY)


LOOK_ALIKES = {
    "another alphabet": "organise V \N{CYRILLIC CAPITAL LETTER ES}orps",
    "a space of no width": "organise V\N{ZERO WIDTH SPACE} Corps",
    "turned round": "organise \N{RIGHT-TO-LEFT OVERRIDE}V Corps",
    "a card that there is not": "organise XCIX Corps",
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_a_name_that_only_looks_like_one_answers_nothing(name) -> None:
    """What looks like a unit's name and is not is no answer: the question stays, and a sentence says why."""
    match = TalkedMatch(TITLE, 2, Random(1), {"scenario": "free"})
    match.say("set-up")
    before = match.talk.draft.actions
    reply = match.say(LOOK_ALIKES[name])
    assert reply.lines
    assert not reply.wishes
    assert match.talk.draft.actions == before
