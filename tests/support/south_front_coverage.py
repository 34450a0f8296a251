"""What matches of South Front reach: texts, reactions, contingencies, refusals, chains of reactions.

    python tests/support/south_front_coverage.py [MATCHES] [SEED]

Two bold players play; at each question some words of the vocabulary are asked why not. The same is counted
over the scenario files, each under its name.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from south_front_bold import BoldPlayer

from sealed.engine.chance import CHANCE
from sealed.engine.explain import why_not
from sealed.engine.kernel import apply, asked, question, requests
from sealed.engine.message import Refusal
from sealed.games.south_front.cards import CARD, CONTINGENCY
from sealed.games.south_front.said import REASON_KINDS
from sealed.games.south_front.title import TITLE
from sealed.testing.course import Course
from sealed.testing.moments import random_outcome
from sealed.testing.scenario import run_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sealed.engine.action import Action
    from sealed.engine.frames import State
    from sealed.engine.message import Event

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "south_front"
ENOUGH = 5
"""What chance reaches less often must be reached by a scenario."""
WHY_NOTS = 6
"""Words of the vocabulary that are asked why not at each question."""
KERNEL_CODES = frozenset({"over", "chance-due", "not-asked", "impossible-outcome"})

COMBAT = frozenset({"defend", "continue", "forfeit", "counter", "advance"})
CHAINS = tuple(
    tuple(chain.split(" > "))
    for chain in (
        "defend lose > continue stop",
        "defend lose > continue give",
        "defend lose > continue sustain",
        "defend lose > continue anti-air",
        "defend lose > continue naval-combat",
        "defend lose > advance advance",
        "defend lose-force > continue give",
        "defend lose-force > continue sustain",
        "defend lose-force > advance advance",
        "defend exchange > forfeit give",
        "defend exchange-force > forfeit give",
        "defend stand-fast > continue sustain",
        "defend stand-fast > continue stop",
        "defend retreat > defend lose",
        "defend retreat > defend lose-force",
        "defend retreat > advance advance",
        "defend withdraw > defend lose",
        "defend anti-air > continue give",
        "defend anti-air > continue naval-combat",
        "defend naval-combat > continue naval-combat",
        "defend naval-combat > continue stop",
        "forfeit give > counter anti-air",
        "forfeit give > counter naval-combat",
        "forfeit give > counter decline",
        "forfeit give > continue stop",
        "forfeit give > continue give",
        "forfeit give > continue sustain",
        "forfeit give > continue anti-air",
        "forfeit give > continue naval-combat",
        "forfeit give > advance advance",
        "counter anti-air > forfeit give",
        "counter naval-combat > forfeit give",
        "continue give > counter anti-air",
        "continue give > counter naval-combat",
        "continue give > counter decline",
        "continue give > defend lose",
        "continue give > defend exchange",
        "continue give > defend stand-fast",
        "continue give > defend retreat",
        "counter anti-air > continue give",
        "counter anti-air > continue sustain",
        "counter anti-air > continue stop",
        "counter naval-combat > continue give",
        "counter naval-combat > continue stop",
        "counter decline > defend lose",
        "continue sustain > defend lose",
        "continue sustain > defend stand-fast",
        "continue sustain > defend exchange",
        "continue sustain > defend retreat",
        "continue anti-air > defend lose",
        "continue naval-combat > defend lose",
        "continue naval-combat > defend withdraw",
        "continue naval-combat > defend naval-combat",
    )
)
"""Answers that may follow each other in a combat (rules, Reactions; S-32 to S-38)."""


class Item(NamedTuple):
    """Is something that can be reached: its kind and its name."""

    kind: str
    name: str


def items() -> Iterator[Item]:
    """Yield everything that must be reached."""
    yield from (Item("text", card.name) for card in CARD.values())
    yield from (Item("reaction", card.name) for card in CARD.values())
    yield from (Item("contingency", card.name) for card in CONTINGENCY.values())
    yield from (Item("refusal", code) for code in REASON_KINDS if code not in KERNEL_CODES)
    yield from (Item("chain", " > ".join(chain)) for chain in CHAINS)


class Follower:
    """Follows the answers of a match and says what each of them has reached."""

    def __init__(self) -> None:
        """Begins outside combat."""
        self._last = ""

    def reached(self, s, action, events) -> Iterator[Item]:
        """Yield what an answer at this state has reached, given the events that it caused."""
        asks = question(s)
        for event in events:
            if event.id == "played":
                yield Item("text", CARD[event.args[1]].name)
            elif event.id == "reaction":
                yield Item("reaction", CARD[event.args[1]].name)
            elif event.id == "contingency":
                yield Item("contingency", CONTINGENCY[event.args[1]].name)
        now = f"{asks.id} {action.verb}" if asks is not None and asks.id in COMBAT else ""
        if self._last and now:
            yield Item("chain", f"{self._last} > {now}")
        self._last = "" if any(event.id == "combat-over" for event in events) else now


def by_chance(matches: int, seed: int = 1) -> Counter[Item]:
    """Return how often two bold players reach what there is, in so many matches."""
    tally: Counter[Item] = Counter()
    rng = Random(seed)
    setups = [TITLE.setup(2, options) for options in ({}, {"adriatic": "no"}, {"egypt-border": "open"})]
    words = words_by_verb(setups[0])
    player = BoldPlayer(rng, Counter())
    for number in range(matches):
        _match(setups[number % len(setups)], player, rng, words, tally)
    return tally


def words_by_verb(setup) -> list[list[Action]]:
    """Return the vocabulary, the answers of each verb together."""
    by_verb: dict[str, list[Action]] = defaultdict(list)
    for action in TITLE.vocabulary(setup):
        by_verb[action.verb].append(action)
    return list(by_verb.values())


def _match(setup, player, rng, words, tally) -> None:
    s, follower = TITLE.start(setup), Follower()
    while s.stack is not None:
        seats = asked(s)
        if not seats:
            step = apply(s, random_outcome(TITLE, s, requests(s)[0], rng), CHANCE)
            assert not isinstance(step, Refusal)
            s = step.state
            continue
        for _ in range(WHY_NOTS):
            seat = seats[0] if rng.random() < 3 / 4 else rng.choice((1, 2))
            for reason in why_not(TITLE, s, rng.choice(rng.choice(words)), seat):
                tally[Item("refusal", reason.code)] += 1
        action = player.answer(s, seats[0])
        step = apply(s, action, seats[0])
        assert not isinstance(step, Refusal)
        tally.update(follower.reached(s, action, step.events))
        s = step.state


class Answered(NamedTuple):
    """Is an answer or outcome in a scenario file: the state before, who gave it, and what it caused."""

    file: str
    before: State
    action: Action
    seat: int
    events: tuple[Event, ...]


def answers_in_scenarios() -> list[Answered]:
    """Return every answer and outcome that the scenario files play, in their order."""
    found: list[Answered] = []
    plain, name = Course._apply, ""

    def watched(self, action, seat):
        before, seen = self.state, len(self.events)
        plain(self, action, seat)
        found.append(Answered(name, before, action, seat, tuple(self.events[seen:])))

    Course._apply = watched
    try:
        for path in sorted(SCENARIOS.glob("*.toml")):
            name = path.stem
            run_document(tomllib.loads(path.read_text("utf-8")), name)
    finally:
        Course._apply = plain
    return found


def by_scenarios() -> Mapping[Item, list[str]]:
    """Return the names of the scenario files that reach what there is."""
    found: dict[Item, list[str]] = defaultdict(list)
    follower, name = Follower(), ""
    for one in answers_in_scenarios():
        if one.file != name:
            follower, name = Follower(), one.file
        for item in follower.reached(one.before, one.action, one.events):
            if name not in found[item]:
                found[item].append(name)
    for path in sorted(SCENARIOS.glob("*.toml")):
        steps = tomllib.loads(path.read_text("utf-8"))["step"]
        for code in {step["code"] for step in steps if "code" in step}:
            found[Item("refusal", code)].append(path.stem)
    return found


def report(tally: Mapping[Item, int], files: Mapping[Item, list[str]]) -> str:
    """Return a table of what chance reaches less than `ENOUGH` times, each with a file that reaches it."""
    rows = [
        f"| {item.kind} | {item.name} | {tally.get(item, 0)} | {(files.get(item) or ['**none**'])[0]} |"
        for item in items()
        if tally.get(item, 0) < ENOUGH
    ]
    return "\n".join(("| kind | what | by chance | reached by |", "|---|---|---|---|", *rows))


def main(words: list[str]) -> None:
    """Print the table for so many matches, with this seed."""
    matches, seed = (*map(int, words), *(100, 1)[len(words) :])
    sys.stdout.write(report(by_chance(matches, seed), by_scenarios()) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
