"""Laws of the bots of Popular Front: they play legally, well, and from what their seat sees."""

from __future__ import annotations

from random import Random

import pytest

from sealed.engine import chance, kernel
from sealed.engine.eye import seat_eye
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, zone_of
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.state import DECK, HAND, State
from sealed_client.bots import BOTS, make_bot


def _outcome(s, rng):
    request = kernel.requests(s)[0]
    if isinstance(request, chance.Order):
        args = tuple(rng.sample(request.items, len(request.items)))
    else:
        outcomes, weights = zip(*chance.possible(s, request), strict=True)
        args = rng.choices(outcomes, weights)[0]
    return TITLE.notation.action(chance.outcome_verb(request), *args)


def _positions(names, seed):
    """Plays a game on the engine alone and yields (full state, seat, answer) at each decision."""
    rng, s = Random(seed), TITLE.start(TITLE.setup(len(names)))
    players = [make_bot(name, TITLE, Random(rng.random())) for name in names]
    while not kernel.over(s):
        if asked := kernel.asked(s):
            seat = asked[0]
            answer = players[seat - 1].answer(kernel.view(s, seat_eye(seat)), seat)
            yield s, seat, answer
        else:
            seat, answer = chance.CHANCE, _outcome(s, rng)
        step = kernel.apply(s, answer, seat)
        assert isinstance(step, kernel.Step), step
        s = step.state
    yield s, 0, None


def _result(names, seed):
    *_, (final, _, _) = _positions(names, seed)
    return TITLE.result(final)


def test_steady_beats_random_95_times_of_100():
    """Steady wins at least 95 of 100 two-player games against random, half of them from each side."""
    won = 0
    for game in range(100):
        side = game % 2
        names = ("steady", "random") if side == 0 else ("random", "steady")
        won += _result(names, 1000 + game) == f"side {side + 1}"
    assert won >= 95


@pytest.mark.parametrize("seats", TITLE.seats)
@pytest.mark.parametrize("name", sorted(BOTS["popular-front"]))
def test_every_answer_is_legal_at_every_number_of_seats(name, seats):
    """A bot's answer is accepted by the rules, also where its seat runs two colours."""
    decisions = sum(1 for _ in _positions((name,) * seats, 7 * seats))
    assert decisions > 36


def test_the_same_source_gives_the_same_game():
    """A bot's choices follow from its random source and the state alone."""
    first = [answer for _, _, answer in _positions(("steady", "steady"), 3)]
    again = [answer for _, _, answer in _positions(("steady", "steady"), 3)]
    assert first == again
    assert first != [answer for _, _, answer in _positions(("steady", "steady"), 4)]


def _swapped(s: State, seat: int, rng: Random) -> State:
    """Returns the state with every other seat's hand and deck dealt anew out of each other."""
    zones = list(s.zones)
    for colour, runs in enumerate(s.terms.runs):
        if runs != seat:
            together = [*cards(zones[HAND + colour]), *cards(zones[DECK + colour])]
            held = len(cards(zones[HAND + colour]))
            rng.shuffle(together)
            zones[HAND + colour], zones[DECK + colour] = zone_of(together[:held]), zone_of(together[held:])
    return copy_with(s, zones=tuple(zones))


@pytest.mark.parametrize("name", sorted(BOTS["popular-front"]))
def test_hidden_cards_never_change_a_choice(name):
    """Swapping cards that a bot's seat cannot see changes no choice, even with the full state in hand."""
    rng, compared, changed = Random(11), 0, 0
    for s, seat, _ in _positions(("steady", "steady", "random"), 12):
        if not seat:
            continue
        other = _swapped(s, seat, rng)
        changed += other.zones != s.zones
        seed = rng.random()
        seen = kernel.view(s, seat_eye(seat))
        states = (seen, kernel.view(other, seat_eye(seat)), s, other)
        answers = {make_bot(name, TITLE, Random(seed)).answer(state, seat) for state in states}
        assert len(answers) == 1
        compared += 1
    assert compared > 50
    assert changed > 20


def test_an_unknown_bot_is_refused_in_words():
    """Asking for a bot that is not there names those that are."""
    with pytest.raises(ValueError, match="choose one of random, steady"):
        make_bot("grandmaster", TITLE, Random(1))
