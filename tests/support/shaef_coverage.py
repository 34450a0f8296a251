"""What matches of SHAEF reach: verbs, questions, refusals, events, modifiers, tactics, abilities.

    python tests/support/shaef_coverage.py [MATCHES] [SEED]

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

from shaef_bold import BoldPlayer

from sealed.engine.explain import why_not
from sealed.engine.kernel import asked, question
from sealed.games.shaef.combat.battle import force_card
from sealed.games.shaef.combat.declaring import Declaring
from sealed.games.shaef.combat.modifiers import TABLE, attacks, modifiers
from sealed.games.shaef.combat.volley import Rolling
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.pack.facts import ABILITIES
from sealed.games.shaef.said import EVENT_KINDS, QUESTIONS, REASON_KINDS
from sealed.games.shaef.state import N_UNITS, State
from sealed.games.shaef.tactics.all_cards import TACTICS
from sealed.games.shaef.title import TITLE
from sealed.games.shaef.units.cards import AIRCRAFT, CARD, FORTITUDE, FRAGILE, has
from sealed.testing.course import Course
from sealed.testing.moments import answers_by, play
from sealed.testing.scenario import run_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sealed.engine.action import Action
    from sealed.engine.message import Event
    from sealed.games.shaef.combat.volley import Volley

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "shaef"
ENOUGH = 5
"""What chance reaches less often must be reached by a scenario."""
WHY_NOTS = 3
"""Words of the vocabulary that are asked why not at each question."""
KERNEL_CODES = frozenset({"over", "chance-due", "not-asked", "impossible-outcome"})
UNSPOKEN = {
    "verb": {"shuffle", "order", "pick", "open", "look"},
    "refusal": KERNEL_CODES,
}
"""What is declared and no rule of this title says; outcomes of chance that happen by themselves."""

_BY_EVENT = {
    "flew": "airborne",
    "detached": "independent",
    "reacted": "react",
    "reconnoitred": "reconnaissance",
}
_BY_MODIFIER = {
    "anti-aircraft": "anti-aircraft",
    "anti-tank": "anti-tank",
    "fortress": "fortress",
    "no-fortress": "fortress",
    "mountain-troop": "mountain-troop",
}


class Item(NamedTuple):
    """Is something that can be reached: its kind and its name."""

    kind: str
    name: str


def items() -> Iterator[Item]:
    """Yield everything that must be reached."""
    names: dict[str, Sequence[str]] = {
        "verb": tuple(NOTATION.verbs),
        "question": QUESTIONS,
        "refusal": tuple(REASON_KINDS),
        "event": tuple(EVENT_KINDS),
        "modifier": tuple(TABLE),
        "tactic": tuple(CARD[card].name for card in TACTICS),
        "ability": ABILITIES,
    }
    for kind, known in names.items():
        yield from (Item(kind, name) for name in known if name not in UNSPOKEN.get(kind, ()))


def reached(before: State, action: Action, events: Sequence[Event]) -> Iterator[Item]:
    """Yield what an answer or outcome has reached, given the events that it caused."""
    yield Item("verb", action.verb)
    asking = question(before)
    if asking is not None:
        yield Item("question", asking.id)
    for event in events:
        yield Item("event", event.id)
        if event.id == "tactic":
            yield Item("tactic", CARD[event.args[1]].name)
        elif event.id in _BY_EVENT:
            yield Item("ability", _BY_EVENT[event.id])
        elif event.id == "lost" and has(event.args[1], FRAGILE):
            yield Item("ability", "fragile")
        elif event.id == "against-rear" and event.args[0] >= N_UNITS and force_card(event.args[0]):
            yield Item("ability", "attack-enemy-rear")
    yield from _fire(before, action)


def _fire(before: State, action: Action) -> Iterator[Item]:
    node = before.stack
    if node is None or not isinstance(node.frame, Rolling):
        return
    volley = node.frame.volley
    yield from announced(before, volley)
    for (card, _), die in zip(volley.shots(), action.args, strict=True):
        if has(card, AIRCRAFT):
            yield Item("ability", "aircraft")
        if has(card, FORTITUDE) and die == 1:
            yield Item("ability", "fortitude")


def announced(s: State, volley: Volley) -> Iterator[Item]:
    """Yield the modifiers of the cards that fire together, and the abilities by which they do."""
    for card, shot in volley.shots():
        found = modifiers(s, card, shot)
        yield from (Item("modifier", name) for name, _ in found)
        yield from (Item("ability", _BY_MODIFIER[name]) for name, _ in found if name in _BY_MODIFIER)
        if shot.unit != shot.force and shot.force < N_UNITS:
            side = "attack" if attacks(s, shot) else "defend"
            yield Item("ability", f"{side}-from-reserve")


def by_chance(matches: int, seed: int = 1) -> Counter[Item]:
    """Return how often two bold players reach what there is, in so many matches."""
    tally: Counter[Item] = Counter()
    rng = Random(seed)
    setups = [TITLE.setup(2, {"scenario": scenario}) for scenario in ("historical", "free")]
    words = words_by_verb()
    given: Counter[tuple[object, ...]] = Counter()
    for number in range(matches):
        with answers_by(BoldPlayer(Random(rng.random()), given).answer):
            for moment in play(TITLE, setups[number % 2], rng):
                assert isinstance(moment.before, State)
                _ask(moment.before, words, rng, tally)
                tally.update(reached(moment.before, moment.action, moment.events))
    return tally


def _ask(s: State, words: Sequence[Sequence[Action]], rng: Random, tally: Counter[Item]) -> None:
    seats = asked(s)
    for _ in range(WHY_NOTS if seats else 0):
        seat = seats[0] if rng.random() < 3 / 4 else rng.choice((1, 2))
        for reason in why_not(TITLE, s, rng.choice(rng.choice(words)), seat):
            item = Item("refusal", reason.code)
            tally[item] += 1
            if reason.code == "invulnerable":
                tally[Item("ability", reason.code)] += 1


def words_by_verb() -> list[list[Action]]:
    """Return the vocabulary, the answers of each verb together."""
    by_verb: dict[str, list[Action]] = defaultdict(list)
    for action in TITLE.vocabulary(TITLE.setup(2)):
        by_verb[action.verb].append(action)
    return list(by_verb.values())


def by_scenarios() -> Mapping[Item, list[str]]:
    """Return the names of the scenario files that reach what there is."""
    found: dict[Item, list[str]] = defaultdict(list)
    plain, name = Course._apply, ""

    def watched(self, action, seat):
        before, seen = self.state, len(self.events)
        plain(self, action, seat)
        frame = self.state.stack.frame if self.state.stack else None
        shots = announced(self.state, frame.volley) if isinstance(frame, Declaring) else ()
        for item in (*reached(before, action, tuple(self.events[seen:])), *shots):
            if name not in found[item]:
                found[item].append(name)

    Course._apply = watched
    try:
        for path in sorted(SCENARIOS.glob("*.toml")):
            name = path.stem
            document = tomllib.loads(path.read_text("utf-8"))
            run_document(document, name)
            for code in {step["code"] for step in document["step"] if "code" in step}:
                found[Item("refusal", code)].append(name)
                if code == "invulnerable":
                    found[Item("ability", code)].append(name)
    finally:
        Course._apply = plain
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
    matches, seed = (*map(int, words), *(20, 1)[len(words) :])
    sys.stdout.write(report(by_chance(matches, seed), by_scenarios()) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
