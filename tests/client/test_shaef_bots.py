"""Laws of the bots of SHAEF: they play legally, well, and from what their seat sees."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from sealed.engine import chance, kernel
from sealed.engine.eye import seat_eye
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, zone_of
from sealed.games.shaef.board.ports import mulberries_at, symbols
from sealed.games.shaef.state import (
    ARRIVED,
    BOUND,
    DECK,
    DOWN,
    IS_ARMY,
    LOST,
    N_REGIONS,
    RESERVE,
    SHOWN,
    SIDE,
    UNITS,
    State,
)
from sealed.games.shaef.title import TITLE
from sealed_client.bots import BOTS, make_bot

NAMES = sorted(BOTS["shaef"])
SCENARIOS = ("historical", "free")
SEPTEMBER = 4
LOSSES = frozenset({"flip", "discard", "disband", "leave-fortress"})


def _outcome(s, rng):
    request = kernel.requests(s)[0]
    if isinstance(request, chance.Roll):
        faces = [rng.randint(1, request.sides) for _ in range(request.n)]
        return TITLE.notation.action("roll", *faces)
    outcomes, weights = zip(*chance.possible(s, request), strict=True)
    return TITLE.notation.action(chance.outcome_verb(request), *rng.choices(outcomes, weights)[0])


def _positions(names, seed, **options):
    """Plays a game on the engine alone and yields (full state, seat, answer) at each decision."""
    setup = TITLE.setup(2, options)
    rng, s = Random(seed), TITLE.start(setup)
    players = [make_bot(name, TITLE, Random(rng.random())) for name in names]
    while not kernel.over(s):
        if asked := kernel.asked(s):
            seat = asked[0]
            answer = players[seat - 1].answer(kernel.view(s, seat_eye(seat)), seat)
            yield s, seat, answer
        else:
            seat, answer = chance.CHANCE, _outcome(s, rng)
        step = kernel.apply(s, answer, seat)
        assert isinstance(step, kernel.Step), (step, answer)
        s = step.state
    yield s, 0, None


def _names(side):
    return ("steady", "random") if side == 0 else ("random", "steady")


def _won(side, seeds, scenario):
    """Returns how many games steady wins as that side against random."""
    games = (_positions(_names(side), seed, scenario=scenario) for seed in seeds)
    return [TITLE.result([*game][-1][0]) for game in games].count(f"side {side + 1}")


def _ports(s):
    """Returns in how many regions the Allies have a port or Mulberry that works."""
    return sum(symbols(s, region) + mulberries_at(s, region) > 0 for region in range(N_REGIONS))


def _second_ports(seeds):
    """Returns in how many games of steady Allies a second port works at some time until September."""
    games = (_positions(_names(0), seed) for seed in seeds)
    return sum(any(_ports(s) > 1 for s, _, _ in game if s.month <= SEPTEMBER) for game in games)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [0, 1])
def test_steady_beats_random_from_either_side(side, scenario):
    """Steady wins two games of two against random, whichever side it plays, in both scenarios."""
    assert _won(side, range(2), scenario) == 2


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [0, 1])
def test_steady_beats_random_95_times_of_100(side, scenario):
    """Steady wins at least 95 of 100 games against random, whichever side it plays, in both scenarios."""
    assert _won(side, range(100), scenario) >= 95


def test_a_second_port_works_by_september():
    """The steady Allies hold a second port by September in each of two games against random."""
    assert _second_ports(range(10, 12)) == 2


@pytest.mark.long
def test_a_second_port_works_by_september_80_times_of_100():
    """The steady Allies hold a second port by September in at least 80 of 100 games against random."""
    assert _second_ports(range(100)) >= 80


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_neither_side_is_lost(scenario):
    """In a hundred games of steady against itself each side wins at least a quarter."""
    games = (_positions(("steady", "steady"), seed, scenario=scenario) for seed in range(100))
    results = Counter(TITLE.result([*game][-1][0]) for game in games)
    assert min(results["side 1"], results["side 2"]) >= 25


def test_the_corpus_has_the_acts_that_are_rare():
    """Games of steady hold React, fire from Reserves, drops, assaults, reassigned cards, whole units too."""
    rare = {"react", "fly", "assault", "take", "redeploy", "attach", "raise", "use", "strike", "reconnoitre"}
    wanted = rare | {"fire from Reserve"}
    for _, seat, answer in _positions(("steady", "steady"), 2, scenario="free"):
        if seat:
            wanted.discard(answer.verb)
            if answer.verb == "join" and IS_ARMY[answer.args[0]]:
                wanted.discard("fire from Reserve")
        if not wanted:
            break
    assert not wanted


@pytest.mark.parametrize("wetlands", ["exhaust", "pass"])
def test_every_answer_is_legal_whatever_has_been_agreed(wetlands):
    """The answers of both bots are accepted by the rules under every option of the table."""
    for names, scenario in ((("steady", "random"), "free"), (("random", "steady"), "historical")):
        assert sum(1 for _ in _positions(names, 5, scenario=scenario, wetlands=wetlands)) > 100


@pytest.mark.parametrize("name", NAMES)
def test_the_same_source_gives_the_same_game(name):
    """A bot's choices follow from its random source and the state alone."""
    first, again, other = (
        [answer for _, _, answer in islice(_positions((name, "random"), seed), 400)] for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


def _hidden_from(seat):
    """Returns the zones of the other side that a seat does not see, but for what is bound together."""
    other = 2 - seat
    units = [kind + unit for kind in (DOWN, ARRIVED) for unit in range(len(UNITS)) if SIDE[unit] == other]
    return [*units, RESERVE + other, LOST + other]


def _swapped(s: State, seat: int, rng: Random) -> State:
    """Returns the state with what the other seat alone sees dealt anew among its zones."""
    zones, places = list(s.zones), _hidden_from(seat)
    together = [card for zone in places for card in cards(zones[zone])]
    rng.shuffle(together)
    for zone in places:
        held = len(cards(zones[zone]))
        zones[zone], together = zone_of(together[:held]), together[held:]
    return copy_with(s, zones=tuple(zones))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_hidden_cards_never_change_a_choice(name, scenario):
    """Swapping cards that a bot's seat cannot see changes no choice of its replica."""
    rng, compared, changed = Random(11), 0, 0
    for s, seat, _ in _positions(("steady", "steady"), 12, scenario=scenario):
        if not seat or rng.random() < 0.9:
            continue
        other = _swapped(s, seat, rng)
        changed += other.zones != s.zones
        seed = rng.random()
        states = (kernel.view(s, seat_eye(seat)), kernel.view(other, seat_eye(seat)))
        assert len({make_bot(name, TITLE, Random(seed)).answer(state, seat) for state in states}) == 1
        compared += 1
        if compared == 60:
            break
    assert compared == 60
    assert changed > 40


def test_the_hidden_zones_are_the_ones_that_are_swapped():
    """Of the other side a seat sees no zone that the swap leaves alone, but for the empty roster."""
    s = next(_positions(NAMES, 1))[0]
    hidden = {zone for zone, audience in enumerate(s.audience) if not audience & seat_eye(1)}
    assert hidden - {DECK + 1} == set(_hidden_from(1)) - {DECK + 1}
    assert not {SHOWN + 40, BOUND + 1} & hidden


def test_a_steady_bot_with_the_full_state_answers_as_with_its_own():
    """Given a state that shows everything, steady still plays by what its seat sees."""
    bots = [make_bot("steady", TITLE, Random(1)) for _ in range(2)]
    for s, seat, answer in islice(_positions(("steady", "steady"), 7), 300):
        assert bots[seat - 1].answer(s, seat) == answer


def test_random_does_not_throw_the_game_away():
    """The random bot discards its own cards in less than one of twenty answers, but it does."""
    answers = [
        answer for seed in range(4) for _, seat, answer in _positions(("random", "random"), seed) if seat
    ]
    lost = sum(answer.verb in LOSSES - {"flip"} for answer in answers)
    assert 0 < lost < len(answers) / 20


def test_random_uses_most_verbs():
    """In games of the random bot nearly every verb of the notation is answered."""
    games = (
        _positions(("random", "random"), seed, scenario=scenario)
        for seed in range(5)
        for scenario in SCENARIOS
    )
    used = {answer.verb for game in games for _, seat, answer in game if seat}
    assert len(used) >= 40
