"""Laws of the bots of South Front: they play legally, well, and from what their seat sees."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sealed.engine import chance, kernel
from sealed.engine.eye import seat_eye
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, zone_of
from sealed.games.south_front.free import FREE
from sealed.games.south_front.state import AXIS, DECK, HAND, UNSHOWN, State
from sealed.games.south_front.title import TITLE
from sealed_client.bots import BOTS, make_bot

NAMES = sorted(BOTS["south-front"])


def _outcome(s, rng):
    request = kernel.requests(s)[0]
    outcomes, weights = zip(*chance.possible(s, request), strict=True)
    return TITLE.notation.action(chance.outcome_verb(request), *rng.choices(outcomes, weights)[0])


def _positions(names, seed, **options):
    """Plays a game on the engine alone and yields (full state, seat, answer) at each decision."""
    setup = TITLE.setup(2, {name.replace("_", "-"): value for name, value in options.items()})
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


def _won(side, seeds):
    """Returns how many games steady wins as that side against random."""
    names = ("steady", "random") if side == AXIS else ("random", "steady")
    results = [TITLE.result([*_positions(names, seed)][-1][0]) for seed in seeds]
    return results.count(f"side {side + 1}")


@pytest.mark.parametrize("side", [0, 1])
def test_steady_beats_random_from_either_side(side):
    """Steady wins five games of five against random, whichever side it plays."""
    assert _won(side, range(5)) == 5


@pytest.mark.long
@pytest.mark.parametrize("side", [0, 1])
def test_steady_beats_random_95_times_of_100(side):
    """Steady wins at least 95 of 100 games against random, whichever side it plays."""
    assert _won(side, range(100)) >= 95


@pytest.mark.long
def test_neither_side_is_lost():
    """In a hundred games of steady against itself each side wins at least a quarter."""
    results = Counter(TITLE.result([*_positions(("steady", "steady"), seed)][-1][0]) for seed in range(100))
    assert min(results["side 1"], results["side 2"]) >= 25


@pytest.mark.parametrize("border", ["closed", "open"])
@pytest.mark.parametrize("adriatic", ["yes", "no"])
def test_every_answer_is_legal_under_every_geography(border, adriatic):
    """The answers of both bots are accepted by the rules, whatever the table has agreed about the map."""
    options = {"egypt_border": border, "adriatic": adriatic, "usa_at_war": "8", "first_hand": "first-game"}
    for names in (("steady", "random"), ("random", "steady")):
        assert sum(1 for _ in _positions(names, 5, **options)) > 40


@pytest.mark.parametrize("name", NAMES)
def test_the_same_source_gives_the_same_game(name):
    """A bot's choices follow from its random source and the state alone."""
    first, again, other = (
        [answer for _, _, answer in _positions((name, "random"), seed)] for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


def _swapped(s: State, seat: int, rng: Random) -> State:
    """Returns the state with what the other seat alone sees dealt anew among its zones."""
    zones, side = list(s.zones), 2 - seat
    places = [kind + side for kind in (HAND, DECK, UNSHOWN)]
    together = [card for zone in places for card in cards(zones[zone])]
    rng.shuffle(together)
    for zone in places:
        held = len(cards(zones[zone]))
        zones[zone], together = zone_of(together[:held]), together[held:]
    return copy_with(s, zones=tuple(zones))


@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_never_change_a_choice(name):
    """Swapping cards that a bot's seat cannot see changes no choice, even with the full state in hand."""
    rng, compared, changed = Random(11), 0, 0
    for s, seat, _ in _positions(("steady", "random"), 12):
        if not seat or compared == 60:
            continue
        other = _swapped(s, seat, rng)
        changed += other.zones != s.zones
        seed = rng.random()
        states = (kernel.view(s, seat_eye(seat)), kernel.view(other, seat_eye(seat)), s, other)
        assert len({make_bot(name, TITLE, Random(seed)).answer(state, seat) for state in states}) == 1
        compared += 1
    assert compared > 40
    assert changed > 40


def test_random_does_not_throw_the_game_away():
    """The random bot removes own pieces and declares wars in less than one of thirty answers, but it does."""
    answers = [
        answer for seed in range(8) for _, seat, answer in _positions(("random", "random"), seed) if seat
    ]
    free = sum(answer.verb in FREE for answer in answers)
    assert 0 < free < len(answers) / 30


def test_random_uses_most_verbs():
    """In twelve games of the random bot nearly every verb of the notation is answered."""
    games = (_positions(("random", "random"), seed) for seed in range(12))
    used = {answer.verb for game in games for _, seat, answer in game if seat}
    assert len(used) >= 35


def test_the_hidden_zones_are_the_ones_that_are_swapped():
    """Of the other side a seat sees neither hand nor deck nor what lies face-down: the swap covers them."""
    s = next(_positions(NAMES, 1))[0]
    hidden = {zone for zone, audience in enumerate(s.audience) if not audience & seat_eye(1)}
    assert hidden == {kind + 1 for kind in (HAND, DECK, UNSHOWN)}
