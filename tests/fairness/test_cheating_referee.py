"""Laws of the live verifier: what a referee must not sign is found at that entry, and convicts it.

Each case changes one thing before the head over it is signed (spec section 4).
"""

from __future__ import annotations

from random import Random

import pytest
from scribe import Scribe

from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.verifier import Verifier, is_bad
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.signing.keys import load_backend
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire

BACKEND = load_backend("cryptography")
SEEDS = range(1, 60)  # some match among these has whatever a case needs


def popular_front(game, edition):
    """Returns the rules of Popular Front."""
    return TITLE


def table(seed=1, seats=2):
    """Returns a table that has not begun."""
    return Scribe(TITLE, seats, Random(seed))


def play_until(arrange):
    """Plays matches until one has what a case changes; returns its scribe, the change and the failures."""
    for seed in SEEDS:
        scribe = table(seed)
        changed = arrange(scribe)
        failures = found(scribe)
        if changed:
            return scribe, changed, failures
    message = "no match has what this case changes"
    raise AssertionError(message)


def once(scribe, kind, change, when=lambda message: True):
    """Lets the scribe change the first entry of a type that fits; `change` may return other bytes."""
    done = []

    def alter(index, entry_type, message):
        if entry_type != kind or done or not when(message):
            return message
        changed = change(message)
        done.append(index)
        return changed if isinstance(changed, bytes) else message

    scribe.alter = alter
    return done


def found(scribe, rules=popular_front):
    """Plays to the end, feeding a verifier, and returns the failures it finds."""
    verifier = Verifier(rules, BACKEND)
    fed = 0
    scribe.begin()
    more = True
    while True:
        appends = list(scribe.appends())
        for entries, head in appends[fed:]:
            verdicts = verifier.feed(entries, head)
            if is_bad(verdicts):
                return [verdict for verdict in verdicts if verdict.failed]
        fed = len(appends)
        if not more:
            return []
        try:
            more = scribe.turn()
        except Exception:  # noqa: BLE001 - the scribe's own state may not survive the change
            more = False


def has_request(kind):
    """Returns whether a SLOT_OPEN has a request of a kind."""
    return lambda message: any(request.HasField(kind) for request in message.requests)


def shown(message):
    """Returns whether a SLOT_END shows a result."""
    return any(result.HasField("shown") for result in message.results)


def first_shown(message):
    """Returns the first shown result of a SLOT_END."""
    return next(result.shown for result in message.results if result.HasField("shown"))


def flip(data, at=0):
    """Returns the bytes with one bit changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def set_field(name, change):
    """Returns a change of one scalar field."""
    return lambda message: setattr(message, name, change(getattr(message, name)))


def turn_outputs(message):
    """Shows the outputs of a slot in another order."""
    outputs = list(first_shown(message).outputs)
    del first_shown(message).outputs[:]
    first_shown(message).outputs.extend(outputs[1:] + outputs[:1] if len(outputs) > 1 else [outputs[0] ^ 1])


def drop_last(name):
    """Returns a change that drops the last element of a repeated field."""
    return lambda message: getattr(message, name).__delitem__(-1)


def equal_shuffles(opened):
    """Returns the shuffles of a SLOT_OPEN that make as large an epoch as its first shuffle."""
    found = [request.shuffle for request in opened.requests if request.HasField("shuffle")]
    return [shuffle for shuffle in found if shuffle.n == found[0].n]


def exchange_inputs(opened):
    """Lets two shuffles take each other's cards."""
    one, other = (shuffle.inputs[0].range for shuffle in equal_shuffles(opened)[:2])
    one.deck, other.deck = other.deck, one.deck


def first_shuffle(message):
    """Returns the first shuffle of a SLOT_OPEN."""
    return next(request.shuffle for request in message.requests if request.HasField("shuffle"))


def new_dice(message):
    """Asks for dice instead of the first request."""
    message.requests[0].CopyFrom(wire.Request(dice=wire.Dice(count=1, sides=6)))


REFEREE_CASES = {
    "slot: output": (E.SLOT_END, turn_outputs, shown, "SLOT_OUTPUT"),
    "slot: secret": (
        E.SLOT_END,
        lambda m: setattr(first_shown(m), "s", flip(first_shown(m).s)),
        shown,
        "SLOT_TAPE",
    ),
    "slot: proof too short": (E.SLOT_END, lambda m: first_shown(m).proof.__delitem__(-1), shown, "SLOT_TAPE"),
    "slot: link": (E.SLOT_END, lambda m: m.links.__setitem__(1, flip(m.links[1])), None, "SLOT_LINK"),
    "slot: links exchanged": (
        E.SLOT_END,
        lambda m: m.links.append(m.links.pop(0)),
        None,
        "SLOT_LINK",
    ),
    "slot: a link missing": (E.SLOT_END, drop_last("links"), None, "SLOT_EARLY"),
    "slot: wait beyond its slot": (E.SLOT_END, lambda m: m.waits.__setitem__(0, 10**6), None, "TIME_RANGE"),
    "slot: a wait missing": (E.SLOT_END, drop_last("waits"), None, "TIME_RANGE"),
    "slot: a result missing": (E.SLOT_END, drop_last("results"), None, "SLOT_OUTPUT"),
    "slot: end of another": (E.SLOT_END, set_field("first_k", lambda k: k + 1), None, "LOG_PHASE"),
    "slot: contributor left out": (E.SLOT_OPEN, drop_last("contributors"), None, "SLOT_CONTRIBUTORS"),
    "slot: number passed over": (E.SLOT_OPEN, set_field("first_k", lambda k: k + 1), None, "SLOT_SKIPPED"),
    "slot: number again": (
        E.SLOT_OPEN,
        set_field("first_k", lambda k: 1),
        lambda m: m.first_k > 1,
        "SLOT_REOPENED",
    ),
    "slot: number 0": (E.SLOT_OPEN, set_field("first_k", lambda k: 0), None, "SLOT_SEQUENCE"),
    "slot: another purpose": (E.SLOT_OPEN, new_dice, None, "SLOT_PURPOSE"),
    "slot: a request too few": (E.SLOT_OPEN, drop_last("requests"), None, "SLOT_PURPOSE"),
    "slot: order of other things": (
        E.SLOT_OPEN,
        lambda m: m.requests[0].order.items.append(9),
        has_request("order"),
        "SLOT_PURPOSE",
    ),
    "deck: number of cards": (
        E.SLOT_OPEN,
        lambda m: setattr(first_shuffle(m), "n", first_shuffle(m).n + 1),
        has_request("shuffle"),
        "DECK_SIZE",
    ),
    "deck: epoch": (
        E.SLOT_OPEN,
        lambda m: setattr(first_shuffle(m), "epoch", 5),
        has_request("shuffle"),
        "DECK_EPOCH",
    ),
    "deck: cards that are not there": (
        E.SLOT_OPEN,
        lambda m: setattr(first_shuffle(m).inputs[0].range, "first", 1),
        has_request("shuffle"),
        "DRAW_POSITION",
    ),
    "deck: cards of another deck": (
        E.SLOT_OPEN,
        exchange_inputs,
        lambda m: len(equal_shuffles(m)) > 1,
        "DECK_INPUTS",
    ),
    "deck: the same cards twice": (
        E.SLOT_OPEN,
        lambda m: first_shuffle(m).inputs.append(first_shuffle(m).inputs[0]),
        has_request("shuffle"),
        "DECK_SIZE",
    ),
    "draw: not from the top": (E.DRAW, set_field("first", lambda n: n + 1), None, "DRAW_POSITION"),
    "draw: before the seal": (E.DRAW, set_field("epoch", lambda n: n + 1), None, "DECK_SEAL_LATE"),
    "draw: from the open list": (
        E.DRAW,
        lambda m: (setattr(m, "epoch", 0), setattr(m, "digest", b"")),
        None,
        "DRAW_STALE_EPOCH",
    ),
    "draw: to the other seat": (E.DRAW, set_field("seat", lambda s: 3 - s), None, "DRAW_RECIPIENT"),
    "draw: too few": (E.DRAW, set_field("count", lambda n: n - 1), lambda m: m.count > 1, "DRAW_RECIPIENT"),
    "peek: not at all": (E.PEEK, drop_last("refs"), lambda m: len(m.refs) > 1, "PEEK_NOT_DUE"),
    "peek: at a reference nobody made": (E.PEEK, lambda m: m.refs.append(250), None, "BLIND_NOT_HELD"),
    "forced: another card": (
        E.FORCED,
        lambda m: setattr(m.cards[0], "card", m.cards[0].card % 10 + 1),
        None,
        "BLIND_IDENTITY",
    ),
    "forced: a card too few": (E.FORCED, drop_last("cards"), lambda m: len(m.cards) > 1, "BLIND_EARLY"),
    "forced: a reference nobody made": (
        E.FORCED,
        lambda m: setattr(m.cards[0], "ref", 250),
        None,
        "BLIND_EARLY BLIND_NOT_HELD",
    ),
    "forced: a card twice": (E.FORCED, lambda m: m.cards.append(m.cards[0]), None, "BLIND_EARLY"),
    "act: state": (E.ACT, lambda m: setattr(m, "state", flip(m.state)), None, "STATE_MISMATCH"),
    "act: received after its entry": (
        E.ACT,
        set_field("received_ms", lambda t: t + 1),
        None,
        "TIME_RANGE",
    ),
    "act: received before its head": (
        E.ACT,
        set_field("received_ms", lambda t: t - 10**7),
        None,
        "TIME_RANGE",
    ),
    "act: signature": (
        E.ACT,
        lambda m: setattr(m.msg, "sig", m.msg.sig[:32] + bytes(32)),
        None,
        "SIG_INVALID",
    ),
    "act: payload": (
        E.ACT,
        lambda m: setattr(m.msg, "payload", m.msg.payload + b"\x10\x01"),
        None,
        "SIG_INVALID",
    ),
    "act: header": (E.ACT, lambda m: setattr(m.msg, "header", m.msg.header[:-1]), None, "ENC_NOT_STRICT"),
    "set-up: signature of the parameters": (
        E.GENESIS,
        lambda m: setattr(m, "params_sig", bytes(64)),
        None,
        "SIG_INVALID",
    ),
    "set-up: a blind commitment missing": (E.GENESIS, drop_last("blind_commits"), None, "GEN_COMMIT_MISSING"),
    "set-up: an anchor missing": (E.GENESIS, drop_last("commits"), None, "GEN_COMMIT_MISSING"),
    "set-up: COMMITs exchanged": (
        E.GENESIS,
        lambda m: m.commits.append(m.commits.pop(0)),
        None,
        "GEN_COMMIT_MISSING",
    ),
    "set-up: name changed": (
        E.GENESIS,
        lambda m: setattr(m.joins[0], "name", "Mallory"),
        None,
        "SIG_INVALID",
    ),
    "set-up: an AGREE missing": (E.START, drop_last("agrees"), None, "GEN_UNSIGNED"),
    "set-up: an AGREE twice": (
        E.START,
        lambda m: m.agrees[1].CopyFrom(m.agrees[0]),
        None,
        "ACT_REPLAYED",
    ),
    "end: another winner": (
        E.GAME_OVER,
        lambda m: setattr(m, "result", "side 2" if m.result == "side 1" else "side 1"),
        None,
        "FIN_RESULT",
    ),
    "end: another cause": (E.GAME_OVER, set_field("cause", lambda c: "exhausted"), None, "END_CAUSE"),
    "end: by a seat that did not resign": (
        E.GAME_OVER,
        lambda m: (setattr(m, "cause", "resign"), m.seats.append(1)),
        None,
        "END_CAUSE",
    ),
    "end: state": (E.GAME_OVER, lambda m: setattr(m, "state", flip(m.state)), None, "STATE_MISMATCH"),
    "bytes: unknown field": (
        E.DRAW,
        lambda m: m.SerializeToString() + b"\x78\x01",
        None,
        "ENC_UNKNOWN_FIELD",
    ),
    "bytes: explicit default": (
        E.SLOT_OPEN,
        lambda m: b"\x08\x00" + m.SerializeToString()[2:],
        None,
        "ENC_NOT_STRICT",
    ),
    "bytes: value": (E.DRAW, lambda m: setattr(m, "digest", m.digest[1:]), None, "ENC_BAD_VALUE"),
    "bytes: size": (E.DRAW, lambda m: m.SerializeToString() + bytes(33_000), None, "ENC_TOO_LARGE"),
}


@pytest.mark.parametrize("name", REFEREE_CASES)
def test_what_a_referee_logs_falsely_convicts_it(name) -> None:
    """A false entry under a valid head fails at that entry, in class C, with the referee's key."""
    kind, change, when, codes = REFEREE_CASES[name]
    scribe, changed, failures = play_until(
        lambda scribe: once(scribe, kind, change, when or (lambda message: True))
    )
    assert [failure.code in codes.split() for failure in failures] == [True], failures
    assert (failures[0].entry, failures[0].klass) == (changed[0], Klass.C)
    assert failures[0].key == scribe.referee.public


def replace_step(scribe, change, when=lambda draft: True):
    """Lets a seat and the referee agree on a false draft: the first that fits is changed."""
    done = []

    def alter(seat, draft):
        if done or not when(draft):
            return draft
        done.append(seat)
        changed = change(draft)
        return changed if isinstance(changed, wire.Draft) else draft

    scribe.alter_draft = alter
    return done


def has_act(kind):
    """Returns whether a draft has a card act of a kind."""
    return lambda draft: any(act.HasField(kind) for step in draft.steps for act in step.cards)


def act_of(draft, kind):
    """Returns the first card act of a kind."""
    return next(getattr(a, kind) for step in draft.steps for a in step.cards if a.HasField(kind))


def set_act(kind, name, change):
    """Returns a change of one field of a card act."""

    def apply(draft):
        act = act_of(draft, kind)
        setattr(act, name, change(getattr(act, name)))

    return apply


def set_action(text):
    """Returns a change of the text of the first step."""
    return lambda draft: setattr(draft.steps[0], "action", text)


DRAFT_CASES = {
    "no action": (set_action("sing"), None, "ACT_ILLEGAL"),
    "an illegal action": (set_action("end"), None, "ACT_ILLEGAL"),
    "an outcome of chance": (set_action("deal Infantry"), None, "ACT_ILLEGAL"),
    "a hidden card named": (set_action("politics Infantry"), has_act("place"), "ACT_ILLEGAL"),
    "a step after the barrier": (
        lambda draft: draft.steps.append(draft.steps[0]),
        lambda draft: draft.steps[0].action == "end",
        "DRAFT_BARRIER",
    ),
    "a card act too few": (
        lambda draft: draft.steps[0].cards.pop(),
        has_act("reveal"),
        "ACT_ILLEGAL",
    ),
    "a card act too many": (
        lambda draft: draft.steps[0].cards.append(draft.steps[0].cards[0]),
        has_act("show"),
        "ACT_ILLEGAL",
    ),
    "a place where a card is shown": (
        lambda draft: (
            draft.steps[0]
            .cards[0]
            .CopyFrom(wire.CardAct(place=wire.Place(from_zone=0, to_zone=256, outer=bytes(32))))
        ),
        has_act("show"),
        "ACT_ILLEGAL",
    ),
    "first reference": (set_field("first_ref", lambda n: n + 1), lambda d: d.first_ref > 0, "BLIND_REF_NO"),
    "another card shown": (set_act("show", "card", lambda c: c % 10 + 1), has_act("show"), "ACT_ILLEGAL"),
    "another zone": (set_act("place", "to_zone", lambda z: z + 1), has_act("place"), "ACT_ILLEGAL"),
    "another card revealed": (
        set_act("reveal", "salt", flip),
        has_act("reveal"),
        "BLIND_IDENTITY",
    ),
    "a reference nobody made": (
        set_act("reveal", "ref", lambda n: 250),
        has_act("reveal"),
        "BLIND_NOT_HELD",
    ),
    "a point nobody asked for": (
        lambda draft: draft.steps[0].cards.append(wire.CardAct(point=wire.Point(owner=1, refs=[1]))),
        None,
        "ACT_ILLEGAL",
    ),
    "a regroup": (
        lambda draft: draft.steps[0].cards.append(wire.CardAct(regroup=wire.Regroup())),
        None,
        "ACT_ILLEGAL",
    ),
    "an empty draft": (lambda draft: wire.Draft(), None, "ENC_BAD_VALUE"),
}


@pytest.mark.parametrize("name", DRAFT_CASES)
def test_a_false_draft_in_the_log_convicts_the_referee(name) -> None:
    """What an honest referee refuses names the referee once it stands in its log."""
    change, when, code = DRAFT_CASES[name]
    scribe, _, failures = play_until(
        lambda scribe: replace_step(scribe, change, when or (lambda draft: True))
    )
    assert (failures[0].code, failures[0].klass, failures[0].key) == (code, Klass.C, scribe.referee.public)


def test_a_seat_that_contradicts_its_own_commitment_is_named_too() -> None:
    """A REVEAL against a commitment logged before the seat's view convicts referee and seat."""
    scribe, changed, failures = play_until(
        lambda scribe: replace_step(scribe, set_act("reveal", "salt", flip), has_act("reveal"))
    )
    assert [failure.key for failure in failures] == [
        scribe.referee.public,
        scribe.players[changed[0]].signer.public,
    ]


def test_a_commitment_is_used_once() -> None:
    """A PLACE with the commitment of an older reference is BLIND_REUSED."""
    scribe = table()
    seen = []

    def alter(seat, draft):
        if has_act("place")(draft):
            if seen:
                act_of(draft, "place").outer = seen[0]
            seen.append(act_of(draft, "place").outer)
        return draft

    scribe.alter_draft = alter
    assert [failure.code for failure in found(scribe)] == ["BLIND_REUSED"]


def test_more_copies_of_a_card_than_exist_are_seen_without_the_rules() -> None:
    """BLIND_TYPE_COUNT needs lists only: one card shown again and again is caught by any verifier."""
    scribe = table()

    def alter(seat, draft):
        if has_act("show")(draft):
            act_of(draft, "show").card = 10
        return draft

    scribe.alter_draft = alter
    failures = found(scribe, lambda game, edition: None)
    assert [failure.code for failure in failures] == ["BLIND_TYPE_COUNT"]


def test_more_cards_than_a_bag_holds_are_seen_without_the_rules() -> None:
    """HAND_COUNT needs draws and plays only."""
    scribe = table()

    def alter(seat, draft):
        if has_act("show")(draft):
            act_of(draft, "show").from_zone = 7
        return draft

    scribe.alter_draft = alter
    assert [failure.code for failure in found(scribe, lambda game, edition: None)] == ["HAND_COUNT"]
