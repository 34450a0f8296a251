"""The fast lists are what nothing stands against: texts of cards, attacks, actions."""

from random import Random

import pytest
from south_front_boards import shuffled

from sealed.engine.kernel import legal_actions
from sealed.games.south_front.actions.acting import ACTS
from sealed.games.south_front.board.pieces import pieces_in
from sealed.games.south_front.cards import CARD, CONTINGENCY
from sealed.games.south_front.combat.attacks import Limits, attack_possible, attack_reasons, attacks_of
from sealed.games.south_front.effects.choosing import Choice
from sealed.games.south_front.effects.program import Part, owner, program
from sealed.games.south_front.notation import NOTATION
from sealed.games.south_front.question import board_reasons
from sealed.games.south_front.state import NOBODY, PIECES

CODES = (*CARD, *(-code for code in CONTINGENCY))
SPACES, KINDS = NOTATION.names["space"], NOTATION.names["type"]
PLACES = {"": SPACES, "-aboard": range(len(PIECES))}


def silent(reasons):
    """Tell whether nothing is yielded."""
    return next(iter(reasons), None) is None


def conceivable(verbs):
    """Return every action of the verbs of the choices in texts."""
    pairs = [
        (verb + where, (kind, place))
        for verb in ("deploy", "recruit")
        for where, places in PLACES.items()
        for kind in KINDS
        for place in places
    ]
    pairs += [(verb, (piece,)) for verb in ("eliminate", "supply") for piece in range(len(PIECES))]
    pairs += [(verb, (space,)) for verb in ("eliminate-force", "control") for space in SPACES]
    pairs += [("attack", (0, a, b)) for a in SPACES for b in SPACES]
    return [NOTATION.action(verb, *args) for verb, args in pairs if verb in verbs]


CHOICES = [
    (code, step) for code in CODES for step, effect in enumerate(program(code)) if isinstance(effect, Choice)
]


@pytest.mark.parametrize("half", range(4))
def test_a_choice_of_a_text_offers_what_nothing_stands_against(half):
    """Each part of a text that leaves a choice lists exactly the answers against which it says nothing."""
    rng, found = Random(half), 0
    for code, step in CHOICES[half::4]:
        effect = program(code)[step]
        s = shuffled(rng)
        part = Part(owner(code), code, step, rng.choice([NOBODY, rng.randrange(len(SPACES))]))
        offered = list(effect.allowed(s, part))
        assert len(offered) == len(set(offered))
        every = conceivable(effect.ask().verbs)
        assert set(offered) == {action for action in every if silent(effect.against(s, part, action))}
        assert effect.any_allowed(s, part) is bool(offered)
        found += len(offered)
    assert found


def test_a_part_is_feasible_if_it_has_an_outcome():
    """What is told without working an outcome out is whether there is one."""
    rng, told = Random(5), set()
    for code in CODES:
        for step, effect in enumerate(program(code)):
            for _ in range(3):
                s, part = shuffled(rng, side=owner(code)), Part(owner(code), code, step)
                outcome = next(effect.outcomes(s, part), None)
                assert effect.feasible(s, part) is (outcome is not None)
                told.add((type(effect), outcome is None))
    assert len({gone for _, gone in told}) == 2


def test_attacks_are_those_that_nothing_stands_against():
    """Whatever is demanded of it, an attack is listed exactly if it can be declared."""
    rng, found = Random(3), 0
    every = [
        NOTATION.action(verb, faction, origin, target)
        for verb in ("attack", "attack-with-french")
        for faction in range(5)
        for origin in SPACES
        for target in SPACES
    ]
    for _ in range(3):
        s = shuffled(rng)
        side = s.stack.frame.colour
        stands = [piece for space in SPACES for piece in pieces_in(s, space)]
        for limits in (
            Limits(),
            Limits(factions=rng.getrandbits(5), kinds=rng.getrandbits(5)),
            Limits(piece=rng.choice(stands), targets=rng.getrandbits(36)),
            Limits(origins=rng.getrandbits(36)),
        ):
            offered = attacks_of(s, side, limits)
            assert set(offered) == {a for a in every if silent(attack_reasons(s, side, a, limits))}
            assert attack_possible(s, side, limits) is bool(offered)
            found += len(offered)
    assert found


@pytest.mark.parametrize("verb", sorted(set(ACTS) - {"conscript", "conscript-aboard"}))
def test_an_action_is_offered_exactly_if_nothing_stands_against_it(verb):
    """Cards, contingency cards and the other actions are listed without asking the predicates, and agree."""
    rng, found = Random(verb), 0
    arguments = {"play": [(code,) for code in CARD], "contingency": [(code,) for code in CONTINGENCY]}
    every = [NOTATION.action(verb, *args) for args in arguments.get(verb, [()])]
    for _ in range(40):
        s = shuffled(rng)
        side = s.stack.frame.colour
        allowed = [action for action in every if silent(board_reasons(s, action, side))]
        assert [action for action in legal_actions(s, side + 1) if action.verb == verb] == allowed
        found += len(allowed)
    assert found
