"""Law: nothing that leaves the referee at a table of SHAEF tells of a face-down card (spec 2.15, 2.16).

Whole tables over sockets, with everybody asking for everything; and two tables in memory that are equal but
for two cards of the Allies, which change places from the set-up on.
"""

from __future__ import annotations

import re
from functools import partial
from random import Random

import overheard
import pytest
from match import InMemoryMatch
from overheard import LOG, METRICS, TappedParty, listen_in
from shaef_tidy import TidyPlayer
from shaef_tracking import FREE, reassigning
from twins import seen

from sealed.engine import kernel
from sealed.engine.eye import PUBLIC
from sealed.engine.notation import CARD, UNSAID
from sealed.fairness.arithmetic.blind import blind_seed, salt_in
from sealed.fairness.arithmetic.tape import tape_seed
from sealed.fairness.payloads.codec import EntryType
from sealed.games.shaef.notation import NOTATION
from sealed.games.shaef.position import card_named
from sealed.games.shaef.title import TITLE
from sealed.wire.v1.referee_pb2 import Batch, Down

SHORT = {"every": 20, "acts": 14}


class TidyParty(TappedParty):
    """Is a party of tidy players: a random one never lays the Free Scenario out."""

    def __init__(self, *given, **more) -> None:
        super().__init__(*given, **more)
        self.tidy = TidyPlayer(self.rng)

    def act(self, player) -> None:
        """Sends an answer of one step; says what others are not to read."""
        draft = player.seat.draft()
        action = self.tidy.answer(draft.state, player.seat.number)
        masked = kernel.mask(draft.state, action, PUBLIC, NOTATION)
        self.hidden.append((player.seat.number, action.text, masked.text))
        assert draft.add(action) is None
        player.do(player.seat.submit(draft))


@pytest.fixture
def heard_at(tmp_path, monkeypatch):
    """Plays a table and returns what everybody got."""
    monkeypatch.setattr(overheard, "TappedParty", TidyParty)
    return lambda seed, options, **more: listen_in(
        tmp_path / "store", TITLE, Random(seed), 2, options=options, **more
    )


def check(heard, *some: str) -> None:
    """Asserts that nobody learnt anything early, and that there was something to learn."""
    assert heard.leaks() == []
    assert min(heard.played[name] for name in ("DRAW", "FINAL_PAGE", *some)) > 0
    for receiver in (LOG, METRICS):
        told = b"\n".join(one.data for one in heard.sent[receiver]).decode()
        assert told
        assert not [name for name in heard.names | heard.people if re.search(rf"\b{re.escape(name)}\b", told)]


def test_nobody_learns_anything_of_a_free_set_up(heard_at) -> None:
    """Seats, spectators, strangers, log and metrics get no hidden card, handle, salt or token early."""
    check(heard_at(1, FREE, **SHORT), "hidden")


def test_a_salt_of_a_regrouped_card_is_found(heard_at) -> None:
    """Control: a referee that adds the salt of a new reference to what goes to onlookers is found out."""

    def hook(tap, _receiver, channel, data):
        if channel != "Follow" or tap.size < len(overheard.SERVICE.methods):
            return data
        table = tap.table
        salt = salt_in(blind_seed(table.table_id, tape_seed(table.opening.secret), 1), 1)
        return data + b"\xfa\x7f" + bytes([len(salt)]) + salt

    found = heard_at(1, FREE, hook=hook, **SHORT).leaks()
    assert "salt_in of reference 1 of 1" in {one.needle for one in found}


@pytest.mark.long
@pytest.mark.parametrize("options", [FREE, {}], ids=["free", "historical"])
@pytest.mark.parametrize("seed", [10, 11])
def test_nobody_learns_anything_in_whole_games(heard_at, seed, options) -> None:
    """The same in games of some hundred answers of both scenarios."""
    check(heard_at(seed, options, every=250, acts=700), "hidden", "SLOT_END")


# ---- two cards exchanged ----

PAIRS = [
    ("1st Infantry Division", "4th Infantry Division"),
    ("7th Armoured Division", "11th Armoured Division"),
]
"""Cards of one nation and type in different Corps, each allowed in the other's place."""


def exchanged(change, action):
    """Returns an answer with the two cards exchanged."""
    kinds = NOTATION.verbs[action.verb].kinds
    args = [
        change.get(arg, arg) if kind in (CARD, UNSAID) else arg
        for kind, arg in zip(kinds, action.args, strict=False)
    ]
    return NOTATION.action(action.verb, *args)


def told(match, seat: int) -> list[tuple[int, str]]:
    """Returns all that a seat was sent in play, in order: sizes, and what is said, commitments blanked."""
    downs = []
    for output in match.outputs:
        if output.entries and output.entries[-1].type > EntryType.GAME_OVER:
            break
        if output.entries and output.entries[0].index > 1:
            downs.append(Down(batch=Batch(entries=output.entries, head=output.head)))
        downs += [Down(opening=private) for number, private in output.privates if number == seat]
    return [seen("Table", down.SerializeToString()) for down in downs]


def both(seed: int, pair, answers: int, hint=lambda game, action: None):
    """Plays a table twice, the second time with two cards of seat 1 exchanged; returns both, and how often.

    It ends where one of the two cards would be shown, with the game, or where a card is discarded unseen:
    the reference that lies in its place is drawn by the secret tag, so it is another one in each game.
    """
    one, other = map(card_named, pair)
    change = partial(exchanged, {one: other, other: one})
    games = [InMemoryMatch(TITLE, 2, Random(seed), FREE) for _ in range(2)]
    for game in games:
        game.begin()
    player, parted = reassigning(Random(seed)), 0
    for _ in range(answers):
        if not games[0].asked:
            break
        (number,) = games[0].asked
        assert games[1].asked == (number,)
        state = games[0].seats[number].replica.state
        action = player(state, number)
        twin = change(action) if number == 1 else action
        masks = [kernel.mask(state, each, PUBLIC, NOTATION) for each in (action, twin)]
        if masks[0] != masks[1] or action.verb == "discard":
            break
        parted += action is not twin
        for game, each in zip(games, (action, twin), strict=True):
            hint(game, each)
            game.answer(number, lambda *_, each=each: each, most=1)
    assert not any(game.refusals or game.problems for game in games)
    return games, parted


def made(game) -> bytes:
    """Returns the handles behind the references of seat 1."""
    return game.table.running.game.piles.made(1)


def test_nobody_else_sees_which_card_was_laid_where() -> None:
    """Number, size, order and content of all that the other seat is sent are equal."""
    games, parted = both(1, PAIRS[0], 30)
    assert parted > 0
    plain, changed = [told(game, 2) for game in games]
    assert plain == changed
    assert len(plain) >= 30
    assert made(games[0]) != made(games[1])


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("seed", range(10, 16))
def test_nobody_else_sees_which_card_was_laid_where_in_long_games(seed, pair) -> None:
    """The same far into the reassignments of the first months."""
    games, parted = both(seed, pair, 700)
    assert parted > 0
    assert told(games[0], 2) == told(games[1], 2)


def test_a_hint_about_the_card_is_found() -> None:
    """Control: a seat that wishes a pause before it lays one of the cards tells the two tables apart."""

    def hint(game, action):
        if action.verb == "take" and action.args[-1] == card_named(PAIRS[0][0]):
            game.do(1, game.seats[1].pause(on=True))
            game.settle()

    games, _ = both(1, PAIRS[0], 20, hint)
    assert told(games[0], 2) != told(games[1], 2)
