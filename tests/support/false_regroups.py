"""False regroups of the toy title Mixing: what a seat may write, and how a match with one is logged."""

from __future__ import annotations

from random import Random

from mixing_title import TITLE
from scribe import Scribe

from sealed.fairness.arithmetic.blind import make_ref, regroup_tag
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1 import fairness_pb2 as wire

BACKEND = load_backend("cryptography")
SEEDS = range(1, 40)  # some match among these has what a case needs
RESERVE, DOWN, ARRIVED, UP = 1, (256, 257, 258), (259, 260, 261), (262, 263, 264)
"""Bag and laid zones of a seat, in the numbers of the protocol."""


def mixing(game, edition):
    """Returns the rules of Mixing."""
    return TITLE


def no_rules(game, edition):
    """Returns no rules."""
    return


def regroups(draft):
    """Returns the regroups of a draft with the verb of their step."""
    return [
        (step.action.split(" ")[0], act.regroup)
        for step in draft.steps
        for act in step.cards
        if act.HasField("regroup")
    ]


def logged_with(change, rules=mixing):
    """Logs a match in which the first draft that a change fits is changed; returns scribe and failures."""
    for seed in SEEDS:
        scribe = Scribe(TITLE, 2, Random(seed))
        done = []

        def alter(seat, draft, scribe=scribe, done=done):
            if not done and any(change(verb, act, scribe, seat) for verb, act in regroups(draft)):
                done.append(len(scribe.entries))
            return draft

        scribe.alter_draft = alter
        scribe.begin()
        while not done and scribe.turn():
            pass
        if done:
            return scribe, done[0], failures_of(scribe, rules)
    raise AssertionError("no match has what this case changes")


def failures_of(scribe, rules=mixing):
    """Returns the first failures that a verifier finds in what a scribe has logged."""
    verifier = Verifier(rules, BACKEND)
    for entries, head in scribe.appends():
        failed = [verdict for verdict in verifier.feed(entries, head) if verdict.failed]
        if failed:
            return failed
    return []


def part(parts, zone):
    """Returns the take or put of a zone, None if there is none."""
    return next((one for one in parts if one.zone == zone), None)


def flow(act, source, target):
    """Returns a flow, None if there is none."""
    return next((one for one in act.flows if (one.from_zone, one.to_zone) == (source, target)), None)


def stays(act):
    """Returns the zones of which some cards stay."""
    return [one.from_zone for one in act.flows if one.from_zone == one.to_zone]


def leave_out(act, zone):
    """Takes one card that stays out of a regroup, with its flow and its new reference."""
    same = flow(act, zone, zone)
    part(act.takes, zone).refs.pop()
    part(act.puts, zone).outers.pop()
    same.n -= 1
    if not same.n:
        act.flows.remove(same)
    if not part(act.takes, zone).refs:
        act.takes.remove(part(act.takes, zone))


def one_left_out(verb, act, scribe, seat):
    """Leaves a card of a unit out that keeps others."""
    zone = next((z for z in stays(act) if flow(act, z, z).n > 1), None)
    return zone is not None and leave_out(act, zone) is None


def newcomer_beside(verb, act, scribe, seat):
    """Lays a newcomer beside the old cards of the receiving unit."""
    if verb != "assign" or not stays(act):
        return False
    zone = stays(act)[0]
    while flow(act, zone, zone) is not None:
        leave_out(act, zone)
    return True


def flow_too_large(verb, act, scribe, seat):
    """Says that one card more went."""
    act.flows[0].n += 1
    return True


def more_out_than_in(verb, act, scribe, seat):
    """Lays one card less than was taken."""
    put = next((put for put in act.puts if len(put.outers) > 1), None)
    return put is not None and bool(put.outers.pop())


def of_another_unit(verb, act, scribe, seat):
    """Takes a card that lies in another unit."""
    zones = {one.zone for parts in (act.takes, act.puts) for one in parts}
    elsewhere = [c for z in DOWN if z not in zones for c in scribe.lying(seat, z)]
    take = next((take for take in act.takes if take.refs), None)
    if take is None or not elsewhere:
        return False
    numbers = sorted([*take.refs, elsewhere[0].number])
    del take.refs[:]
    take.refs.extend(numbers)
    return True


def unordered(verb, act, scribe, seat):
    """Names zones in another order."""
    if len(act.takes) < 2:
        return False
    parts = list(act.takes)[::-1]
    del act.takes[:]
    act.takes.extend(parts)
    return True


def unordered_cards(verb, act, scribe, seat):
    """Names cards in another order."""
    take = next((take for take in act.takes if len(take.refs) > 1), None)
    if take is None:
        return False
    numbers = list(take.refs)[::-1]
    del take.refs[:]
    take.refs.extend(numbers)
    return True


def two_bags(verb, act, scribe, seat):
    """Takes from two bags at once."""
    if verb != "assign":
        return False
    act.takes.insert(0, wire.Take(zone=0, count=1))
    return True


def bag_as_unit(verb, act, scribe, seat):
    """Counts the cards of a unit instead of naming them."""
    take = next((take for take in act.takes if take.refs), None)
    if take is None:
        return False
    take.count = len(take.refs)
    return True


def from_bag_to_bag(verb, act, scribe, seat):
    """Says that cards went from the bag to itself."""
    if verb != "assign":
        return False
    act.flows.insert(0, wire.Flow(from_zone=RESERVE, to_zone=RESERVE, n=1))
    act.puts.insert(0, wire.Put(zone=RESERVE, count=1))
    act.takes[0].count += 1
    return True


def move_elsewhere(act, source, target, wrong):
    """Sends the cards of a flow to another zone, in which none lies."""
    going = flow(act, source, target)
    put = part(act.puts, target)
    going.to_zone = wrong
    new = wire.Put(zone=wrong, outers=put.outers[: going.n])
    del put.outers[: going.n]
    if not put.outers:
        act.puts.remove(put)
    act.puts.append(new)
    for parts, key in ((act.puts, lambda p: p.zone), (act.flows, lambda f: (f.from_zone, f.to_zone))):
        ordered = sorted(parts, key=key)
        del parts[:]
        parts.extend(ordered)


def redeployed_face_up(verb, act, scribe, seat):
    """Lets a card that is turned down leave its unit."""
    empty = next((z for z in DOWN if not scribe.lying(seat, z)), None)
    leaving = next((f for f in act.flows if f.from_zone in UP), None)
    if verb != "turn-down" or empty is None or leaving is None or part(act.puts, empty):
        return False
    move_elsewhere(act, leaving.from_zone, leaving.to_zone, empty)
    return True


def moved_in_a_clean_up(verb, act, scribe, seat):
    """Lets a face-down card leave its unit when others settle or are turned down."""
    empty = next((z for z in ARRIVED if not scribe.lying(seat, z)), None)
    zone = next(iter(stays(act)), None)
    if verb not in {"settle", "turn-down"} or empty is None or zone is None or part(act.puts, empty):
        return False
    move_elsewhere(act, zone, zone, empty)
    return True


def another_price(verb, act, scribe, seat):
    """Sends a card to another unit than was said and paid for."""
    if verb != "reassign":
        return False
    going = next(f for f in act.flows if f.from_zone != f.to_zone)
    wrong = next((z for z in ARRIVED if z != going.to_zone and not scribe.lying(seat, z)), None)
    if wrong is None:
        return False
    move_elsewhere(act, going.from_zone, going.to_zone, wrong)
    return True


def renamed_alone(verb, act, scribe, seat):
    """Turns a card down by itself, apart from its unit."""
    zone = next((z for z in stays(act) if z in DOWN), None)
    if verb != "turn-down" or zone is None:
        return False
    while flow(act, zone, zone) is not None:
        leave_out(act, zone)
    return True


def units_of(goes, *zones):
    """Returns the handles of a regroup that come from one of these zones."""
    return [handle for handle, (source, _) in goes.items() if source in zones]


def smuggled(scribe, seat, goes):
    """Lays a card of the deck or reserve, and says that it came from a unit."""
    leaving = [h for h in units_of(goes, *DOWN) if goes[h][1] in ARRIVED]
    reserve = [h for h in scribe.bags.get((seat, RESERVE), ()) if h not in goes]
    if not leaving or not reserve:
        return None
    return {**{h: c for h, c in goes.items() if h != leaving[0]}, reserve[0]: goes[leaving[0]]}


def two_there_one_back(scribe, seat, goes):
    """Sends another card there and the one that is said to go back stays: the totals are the same."""
    cells = sorted(set(goes.values()))
    pair = next(
        ((a, b) for a in cells for b in cells if a[0] != b[0] and a[1] != b[1] and RESERVE not in (*a, *b)),
        None,
    )
    if pair is None:
        return None
    one, other = (next(h for h in goes if goes[h] == cell) for cell in pair)
    return {**goes, one: (goes[one][0], goes[other][1]), other: (goes[other][0], goes[one][1])}


def finished_with(arrange):
    """Plays whole matches until one has what `arrange` changes; returns scribe, entry and seat."""
    for seed in SEEDS:
        scribe = Scribe(TITLE, 2, Random(seed))
        done = []
        arrange(scribe, done)
        scribe.begin()
        while not done and scribe.turn():
            pass
        if done:
            if scribe.entries[-1].type != E.GAME_OVER:
                scribe.resign(1)
            scribe.finish()
            return scribe, done[0]
    raise AssertionError("no match has what this case changes")


def sent_elsewhere(change):
    """Returns an arrangement in which the first cards that a change fits go elsewhere than is declared."""

    def arrange(scribe, done):
        def alter(seat, goes):
            changed = None if done else change(scribe, seat, goes)
            if changed is None:
                return goes
            done.append((len(scribe.entries), seat))
            return changed

        scribe.regrouper.alter = alter

    return arrange


def in_an_order_of_his_own(scribe, done):
    """Lays new references by card, when it matters."""

    def order(seed, first, handle):
        done.append((len(scribe.entries), scribe.due().seats[0]))
        return bytes(31) + bytes([255 - handle.position])

    def alter(seat, goes):
        lying = [h for h, (_, target) in goes.items() if target in DOWN]
        scribe.regrouper.order = order if len(lying) > 5 and not done else regroup_tag
        return goes

    scribe.regrouper.alter = alter


def behind_two_references(scribe, done):
    """Puts one handle behind two new references, when a unit has two cards."""
    act = scribe.regrouper.act

    def twice(player, mixed):
        first = player.next_ref
        made = act(player, mixed)
        put = next((put for put in made.regroup.puts if len(put.outers) > 1), None)
        if put is None or done:
            return made
        done.append((len(scribe.entries), player.seat))
        at = next(n for n in range(first, player.next_ref) if scribe.refs[player.seat, n].zone == put.zone)
        handle = player.pages[at - 1]
        player.pages[at] = handle
        seed = scribe.seeds[player.seat]
        put.outers[1] = make_ref(scribe.id, player.seat, seed, at + 1, handle, scribe.card_at(handle)).outer
        return made

    scribe.regrouper.act = twice
