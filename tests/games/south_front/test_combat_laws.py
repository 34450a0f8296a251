"""Laws over random combats: offers and refusals agree, and who does not see the cards can follow."""

from random import Random

import pytest
from south_front_boards import shuffled

from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.frames import pop
from sealed.engine.kernel import apply, asked, legal_actions, question, view
from sealed.games.south_front.cards import CARD
from sealed.games.south_front.combat.attacks import attack_question
from sealed.games.south_front.combat.battle import battle_of
from sealed.games.south_front.notation import NOTATION, make
from sealed.games.south_front.pack import load
from sealed.games.south_front.state import PIECES
from sealed.games.south_front.title import reasons

SPACES = range(len(load().spaces))
SEEDS = range(40)
COMBAT = {"defend", "continue", "forfeit", "counter", "advance"}


def combats(seed, fights=12):
    """Yield the positions of random combats on random boards, each with what is answered."""
    rng = Random(seed)
    for _ in range(fights):
        s = shuffled(rng)
        side = asked(s)[0] - 1
        s = attack_question(pop(s), side)
        while question(s).id in COMBAT or battle_of(s) is None:
            seat = asked(s)[0]
            offered = legal_actions(s, seat)
            chosen = [action for action in offered if action.verb not in ("declare-war", "remove", "stop")]
            if not battle_of(s):
                chosen = [action for action in chosen if action.verb.startswith("attack")]
            if not offered or not (chosen or battle_of(s)):
                break
            action = rng.choice(chosen or list(offered))
            yield rng, s, seat, action
            s = apply(s, action, seat).state
            if battle_of(s) is None:
                break


def answers(rng, verbs):
    """Return answers of these verbs to try: all of one argument, some of the rest."""
    found = []
    for verb in verbs:
        kinds = NOTATION.verbs[verb].kinds
        ranges = [{"card": tuple(CARD), "piece": range(len(PIECES)), "space": SPACES}[kind] for kind in kinds]
        if len(ranges) < 2:
            found += [make(verb, *args) for args in ([(one,) for one in ranges[0]] if ranges else [()])]
        else:
            found += [make(verb, *(rng.choice(one) for one in ranges)) for _ in range(60)]
    return found


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_what_is_offered_is_what_nothing_stands_against(seed):
    """In every question of a combat legal answers have no reason against them, and all others have one."""
    seen = set()
    for rng, s, seat, _ in combats(seed):
        if battle_of(s) is None:
            continue
        seen.add(question(s).id)
        offered = list(legal_actions(s, seat))
        assert offered
        assert len(set(offered)) == len(offered)
        for action in {*offered, *answers(rng, s.stack.frame.verbs)}:
            assert (next(reasons(s, action, seat), None) is None) == (action in offered), action
    assert "defend" in seen


@pytest.mark.parametrize("seed", SEEDS[6:12])
def test_replicas_follow_a_combat(seed):
    """A view offers at least what is legal, asks the same, and comes to the view of what follows."""
    for _, s, seat, action in combats(seed):
        for eye in (PUBLIC, seat_eye(1), seat_eye(2)):
            seen = view(s, eye)
            assert question(seen) == question(s)
            assert set(legal_actions(s, seat)) <= set(legal_actions(seen, seat))
            assert apply(seen, action, seat).state == view(apply(s, action, seat).state, eye)


def test_random_combats_reach_every_question():
    """The laws above are not tested on defences alone."""
    asked_for = {question(s).id for seed in SEEDS for _, s, _, _ in combats(seed, 6)}
    assert asked_for >= COMBAT
