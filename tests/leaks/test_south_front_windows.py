"""Law: no window of South Front opens, and no standing order answers, because of a card that is hidden."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import NamedTuple

import pytest
from overheard import LOG, METRICS, listen_in
from south_front_boards import shuffled
from twins import seen, twins

from sealed.engine import kernel
from sealed.engine.chance import CHANCE, Deal
from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.message import mask_event
from sealed.engine.notation import CARD
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, zone_of
from sealed.fairness.payloads.codec import EntryType
from sealed.games.south_front.combat import battle
from sealed.games.south_front.combat.advance import Advancing
from sealed.games.south_front.combat.attacks import attack_possible, attack_question
from sealed.games.south_front.combat.reactions import reaction_cards
from sealed.games.south_front.free import FREE
from sealed.games.south_front.notation import DECLINE, NOTATION
from sealed.games.south_front.state import DECK, HAND, UNSHOWN
from sealed.games.south_front.title import TITLE
from sealed.testing.moments import random_outcome
from sealed_client.orders import windows_of
from sealed_client.standing_orders import Standing, StandingOrders

WINDOWS = windows_of(TITLE.id)
ORDERS = [
    Standing(order.name, cheapest=cheapest, own=own)
    for order in WINDOWS.orders
    for cheapest in (False, True)
    for own in (False, True)
]
IDS = {"defend", "continue", "counter", "advance", "unless"}
EAGER = frozenset({"attack", "attack-with-french", "desperate-attack", "play", "give"})
"""What is chosen where it can be, most of the time: it opens windows."""
STEPS, LAST = 25, {"second-movement"}
"""After how many answers, and at which question, two games that are alike but for a hand are left."""
NAMES_A_CARD = {name: CARD in verb.kinds for name, verb in NOTATION.verbs.items()}


class Pair(NamedTuple):
    """Is two states that only the owner of a hand can tell apart, and whose hand it is."""

    plain: object
    swapped: object
    side: int

    @property
    def both(self):
        """Returns the two states."""
        return self.plain, self.swapped


def swapped(s, side, rng):
    """Returns the position with other cards in a hand: as many, out of those that only lie closed."""
    closed = [kind + side for kind in (HAND, DECK, UNSHOWN)]
    held = [cards(s.zones[zone]) for zone in closed]
    unseen = [card for some in held for card in some]
    rng.shuffle(unseen)
    zones = list(s.zones)
    for zone, some in zip(closed, held, strict=True):
        zones[zone] = zone_of(unseen[: len(some)])
        unseen = unseen[len(some) :]
    return copy_with(s, zones=tuple(zones))


def masked(s, seat):
    """Returns the legal answers of a seat as the others would see them, each with those behind it."""
    found = {}
    for action in kernel.legal_actions(s, seat):
        found.setdefault(kernel.mask(s, action, PUBLIC, NOTATION), []).append(action)
    return found


def uses_a_card(action):
    """Tells whether an answer shows a card."""
    return NAMES_A_CARD[action.verb] and any(
        number
        for number, kind in zip(action.args, NOTATION.verbs[action.verb].kinds, strict=False)
        if kind == CARD
    )


def alike(pair):
    """Asserts that a spectator and the other player are asked and see the same in both states."""
    plain, other = pair.both
    assert kernel.asked(plain) == kernel.asked(other)
    assert kernel.question(plain) == kernel.question(other)
    assert kernel.requests(plain) == kernel.requests(other)
    for eye in (PUBLIC, seat_eye(2 - pair.side)):
        assert kernel.view(plain, eye) == kernel.view(other, eye)


def chosen(pair, seat, rng):
    """Returns the two answers of a seat, alike for all others; nothing if that takes a card to be shown."""
    own = seat == pair.side + 1
    offered = [masked(s, seat) for s in pair.both]
    free = [{mask for mask in some if not (own and uses_a_card(mask))} for some in offered]
    assert free[0] == free[1]
    masks = sorted(free[0], key=str)
    masks = [mask for mask in masks if mask.verb not in FREE] or masks
    fights = [mask for mask in masks if mask.verb in EAGER]
    if not masks:
        return None
    mask = rng.choice(fights if fights and rng.randrange(8) else masks)
    if own:
        return [rng.choice(some[mask]) for some in offered]
    assert offered[0] == offered[1]
    return [rng.choice(offered[0][mask])] * 2


def follow(pair, rng, count):
    """Plays both games alike until a card of the hand must be shown; each draws from its own deck."""
    for _ in range(STEPS):
        alike(pair)
        seats, asked = kernel.asked(pair.plain), kernel.question(pair.plain)
        if asked is not None and asked.id in LAST:
            return
        who = seats[0] if seats else CHANCE
        if seats:
            count[asked.id] += 1
            answered(pair, who)
        actions = chosen(pair, who, rng) if seats else drawn(pair, rng)
        if actions is None:
            return
        steps = [kernel.apply(s, action, who) for s, action in zip(pair.both, actions, strict=True)]
        told = [[mask_event(event, PUBLIC) for event in step.events] for step in steps]
        assert told[0] == told[1]
        pair = Pair(*(step.state for step in steps), pair.side)


def drawn(pair, rng):
    """Returns an outcome of chance for each game: the same, unless it comes from the deck of the hand."""
    due = kernel.requests(pair.plain)[0]
    outcome = random_outcome(TITLE, pair.plain, due, rng)
    own = isinstance(due, Deal) and due.source == DECK + pair.side
    return outcome, random_outcome(TITLE, pair.swapped, due, rng) if own else outcome


def answered(pair, seat):
    """Asserts that every standing order answers the same, or asks the player, whatever he holds."""
    views = [kernel.view(s, seat_eye(seat)) for s in pair.both]
    for standing in ORDERS:
        given = [StandingOrders(TITLE, WINDOWS, standing).answer(view, seat) for view in views]
        assert given[0] == given[1]


def compare(seeds):
    """Follows pairs of games from boards full of pieces on; returns the questions that were asked."""
    count = Counter()
    for seed in seeds:
        rng = Random(seed)
        s = shuffled(rng, "act", seed % 2)
        if seed % 4 > 1 and attack_possible(s, seed % 2):
            s = attack_question(s, seed % 2)
        side = rng.randrange(2)
        follow(Pair(s, swapped(s, side, rng), side), rng, count)
    return count


def test_a_window_opens_whatever_the_other_hand_holds():
    """With other cards in a hand, as many, the same is asked in the same order until one of them is shown."""
    count = compare(range(200))
    assert min(count[one] for one in IDS) > 0


@pytest.mark.long
def test_a_window_opens_whatever_the_other_hand_holds_in_many_games():
    """The same in many games."""
    count = compare(range(100, 2100))
    assert min(count[one] for one in IDS) > 30


def test_a_window_that_asks_only_who_can_answer_is_found(monkeypatch):
    """Rules that ask for an advance only who holds a card for it are told from rules that do not."""
    honest = battle.STEPS[battle.AFTERWARDS]

    def peeking(s, b, tell):
        after = honest(s, b, tell)
        idle = isinstance(after.stack.frame, Advancing) and not reaction_cards(s, b.side, "advance")
        return kernel.apply(after, DECLINE, b.side + 1).state if idle else after

    monkeypatch.setitem(battle.STEPS, battle.AFTERWARDS, peeking)
    with pytest.raises(AssertionError):
        compare(range(200))


def test_an_order_that_looks_at_the_hand_is_found(monkeypatch):
    """An order that answers only who has no card to use is told from one that answers everybody."""
    honest = StandingOrders.answer

    def peeking(orders, s, seat):
        return None if reaction_cards(s, seat - 1, "exchange") else honest(orders, s, seat)

    monkeypatch.setattr(StandingOrders, "answer", peeking)
    with pytest.raises(AssertionError):
        compare(range(200))


# -- what leaves the referee ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_learns_anything_early(tmp_path, seed):
    """Seats, spectators, strangers, log and metrics get no hidden card, salt, seed, link or token early."""
    overhear(tmp_path, seed, every=80, acts=100)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 14))
def test_nobody_learns_anything_early_in_whole_games(tmp_path, seed):
    """The same in whole games."""
    overhear(tmp_path, seed, every=300)


def overhear(store, seed, **more):
    """Plays one game with everybody listening."""
    heard = listen_in(store / "store", TITLE, Random(seed), 2, **more)
    assert heard.leaks() == []
    assert min(heard.played[name] for name in ("DRAW", "SLOT_END", "hidden", "FINAL_PAGE")) > 0
    for receiver in (LOG, METRICS):
        told = b"\n".join(one.data for one in heard.sent[receiver]).decode()
        assert told
        assert not [name for name in heard.names | heard.people if re.search(rf"\b{re.escape(name)}\b", told)]


@pytest.mark.parametrize(("seed", "depth"), [(1, 1), (2, 6)])
def test_nobody_else_sees_which_card_it_was(tmp_path, seed, depth):
    """Two hidden cards exchanged change nothing that others receive: number, size and content of messages."""
    assert exchange(tmp_path, seed, depth) > 0


@pytest.mark.long
@pytest.mark.parametrize("depth", [1, 6])
@pytest.mark.parametrize("seed", range(10, 15))
def test_nobody_else_sees_which_card_it_was_in_many_games(tmp_path, seed, depth):
    """The same in many games."""
    exchange(tmp_path, seed, depth, answers=300)


def exchange(store, seed, depth, answers=60):
    """Plays both games and compares what others received; returns how often seat 1 differed unseen."""
    with twins(store, TITLE, seed, 2, depth) as games:
        heard = games.play(answers)
        logs = [twin.log() for twin in games.both]
    assert heard[0].others.keys() == heard[1].others.keys()
    for name in heard[0].others:
        channel = name.partition(" ")[2]
        told = [[seen(channel, data) for data in one.others[name]] for one in heard]
        assert told[0] == told[1], name
    assert heard[0].sizes_to_seat_1 == heard[1].sizes_to_seat_1
    roots = [next(entry.payload for entry in log if entry.type == EntryType.SLOT_END) for log in logs]
    assert roots[0] != roots[1]  # the decks do differ
    return sum(games.done.values())
