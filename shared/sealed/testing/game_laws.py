"""Laws of whole games: they end, states are values, cards are conserved, words are exact."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from sealed.engine.canonical import encode
from sealed.engine.chance import ORDER
from sealed.engine.eye import FULL, PUBLIC
from sealed.engine.kernel import (
    apply,
    asked,
    over,
    question,
    requests,
    view,
)
from sealed.engine.message import MOVED, Refusal
from sealed.engine.notation import CARD, NotationError
from sealed.engine.zones import cards, has_hidden, size
from sealed.testing.kinds import check_kinds, vocabulary_of
from sealed.testing.moments import play, walk

if TYPE_CHECKING:
    from random import Random

    from sealed.engine.frames import State
    from sealed.engine.title import Setup, Title

_JUNK = " ?x0-é\n"


def games_end(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Somebody is asked, or chance owes something, or the game is over; every game ends with a result."""
    sides = {f"side {chair.side}" for chair in setup.chairs} | {"none"}
    for _ in range(games):
        last = None
        for last in play(title, setup, rng):
            kinds = (bool(asked(last.before)), bool(requests(last.before)), over(last.before))
            last.require(sum(kinds) == 1, f"asked, chance, over are {kinds}")
            last.require(
                asked(last.before) == tuple(sorted(set(asked(last.before)))), "seats are not ascending"
            )
            if not rng.randrange(every):
                last.require(title.unfinished(last.before) in sides, "an unfinished game has no such result")
        if last is None:
            raise AssertionError(f"{title.id}: the game is over before it starts")
        last.require(title.result(last.after) in sides, f"a result of no side: {title.result(last.after)!r}")
    for seat in range(1, setup.seats + 1):
        result = title.after_loss(setup, (seat,))
        if result not in sides or result == f"side {setup.chairs[seat - 1].side}":
            raise AssertionError(f"{title.id}: seat {seat} loses and the result is {result!r}")


def replays_are_equal(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """The same lines from the start give equal states, events and bytes."""
    for _ in range(games):
        s = title.start(setup)
        for moment in play(title, setup, rng):
            step = apply(s, title.notation.parse(moment.action.text), moment.seat)
            if isinstance(step, Refusal):
                moment.fail(f"the replay is refused: {step}")
            s = step.state
            moment.require(s == moment.after and step.events == moment.events, "the replay differs")
            if not rng.randrange(every):
                moment.require(encode(s) == encode(moment.after), "the bytes of the replay differ")


def encoding_is_injective(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Different states have different bytes and equal states equal ones, hashes included."""
    states: dict[bytes, State] = {}
    for moment in walk(title, setup, rng, games, every):
        for eye in (PUBLIC, FULL):
            s = view(moment.after, eye)
            twin = states.setdefault(encode(s), s)
            moment.require(twin == s and hash(twin) == hash(s), "two states share their bytes")
    if len(set(states.values())) != len(states):
        raise AssertionError(f"{title.id}: a state has two encodings")


def frames_hold_public_ints(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Frames hold ints, None, tuples and frozen values of these; nothing else hides in the flow of rules."""
    for moment in walk(title, setup, rng, games, every):
        node = moment.after.stack
        while node is not None:
            moment.require(is_dataclass(node.frame), f"the frame {node.frame} is no dataclass")
            moment.require(_is_ints(node.frame), f"a frame holds more than ints: {node.frame}")
            node = node.below


def _is_ints(value: object) -> bool:
    if is_dataclass(value):
        return all(_is_ints(getattr(value, field.name)) for field in fields(value))
    return all(map(_is_ints, value)) if isinstance(value, tuple) else value is None or isinstance(value, int)


def cards_are_conserved(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """No card is lost, made or unknown in a full state, and no zone outgrows its packing."""
    start = title.start(setup)
    printed = {zone: dict(counts) for zone, counts in title.deck_lists(setup).items()}
    lying = {zone: dict(Counter(cards(content))) for zone, content in enumerate(start.zones) if content}
    if {zone: lying.get(zone, {}) for zone in printed} != printed:
        raise AssertionError(f"{title.id}: the decks at the start are not the printed ones: {lying}")
    total = sum((Counter(cards(content)) for content in start.zones), Counter[int]())
    for moment in walk(title, setup, rng, games, every):
        zones = moment.after.zones
        shape = len(zones) == len(moment.after.audience) == len(title.zone_forms)
        moment.require(shape, "zones, audiences and forms differ in number")
        moment.require(not any(map(has_hidden, zones)), "a full state does not know a card")
        moment.require(all(size(z) == len(cards(z)) for z in zones), "a zone holds more than 254 cards")
        found = sum((Counter(cards(content)) for content in zones), Counter[int]())
        moment.require(found == total, "cards are lost or made")


def notation_round_trips(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Every action is the one its text says, its cards can be put back, and junk is a `NotationError`."""
    notation = title.notation
    met = [m.action for m in walk(title, setup, rng, games, every)]
    for action in dict.fromkeys((*vocabulary_of(title, setup), *met)):
        if (
            notation.parse(action.text) is not action
            or notation.action(action.verb, *action.args) is not action
        ):
            raise AssertionError(f"{title.id}: {action!r} is read as something else")
        if notation.unsaid(action):
            continue  # its cards are in no text that could be put back
        verb, hidden = notation.verbs[action.verb], notation.hide(action)
        if verb.unsaid:
            hidden = notation.with_unsaid(hidden, action.args[verb.least :])
        if notation.with_cards(hidden, notation.cards(action)) is not action:
            raise AssertionError(f"{title.id}: {action!r} does not survive hiding")
        junk = _junk(action.text, rng)
        try:
            read = notation.parse(junk)
        except NotationError:
            continue
        if read.text != junk:
            raise AssertionError(f"{title.id}: {junk!r} is read as {read!r}")


def _junk(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(_JUNK) + text[at + rng.randrange(2) :]


def messages_fit_their_kinds(title: Title, setup: Setup, rng: Random, games: int, every: int = 1) -> None:
    """Every question and event has a declared id and as many int arguments, of the kinds declared.

    The one kind of an `order` event repeats, as the arguments of its outcome do.
    """
    moved = {MOVED: (CARD, "number", "zone", "zone")}
    for moment in walk(title, setup, rng, games, every):
        asking = question(moment.before)
        if asking is not None:
            moment.require(asking.id in title.question_kinds, f"question {asking.id} is not declared")
            check_kinds(moment, f"question {asking.id}", title.question_kinds[asking.id], asking.args)
        for event in moment.events:
            kinds = title.event_kinds.get(event.id, moved.get(event.id))
            if kinds is None:
                moment.fail(f"event {event.id} is not declared")
            repeated = kinds * len(event.args) if event.id == ORDER else kinds
            check_kinds(moment, f"event {event.id}", repeated, event.args)
