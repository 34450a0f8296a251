"""The rulebook's example of play at a real table: a referee whose secret happens to deal the needed cards.

Nothing of the game is bent: the parties' secrets are fixed, and of the referee's possible secrets one is
sought from which the shuffles of both decks bring the cards of the example on top. Whoever lacks those
secrets sees an ordinary table.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING

from loopback import Party

from sealed.fairness.arithmetic.chain import link_below
from sealed.fairness.arithmetic.layout import MAC
from sealed.fairness.arithmetic.slots import Purpose, Stream, slot_prk
from sealed.fairness.arithmetic.tape import tape_secret, tape_seed
from sealed.fairness.payloads.codec import EntryType, decode
from sealed.games.south_front import TITLE
from sealed.games.south_front.notation import CARD_KIND, NOTATION
from sealed.games.south_front.state import ALLIES, AXIS, DECK, Terms, printed
from sealed_referee.embedded import EmbeddedReferee
from sealed_referee.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SEED = 1940
FIRST_SECRET = 118_079
"""The first secret that is tried. It is one that deals well for the present edition of the rules; another
edition makes other tables, and a new one is sought from here: that takes seconds."""

HAND, DRAWN = 5, 2
NEEDED = (
    {
        "Libyan Divisions": HAND,
        "Greco-Italian War": HAND,
        "L3/35 Tankette": HAND,
        "Regia Marina": HAND + DRAWN,
        "Decima Flottiglia MAS": HAND + DRAWN,
    },
    {"ANZAC Reinforcements": HAND, "Mediterranean Station": HAND, "Swordfish Night Attack": HAND},
)
"""By side, how far down in the deck each card of the example may lie."""

CODES = {name: code for code, name in NOTATION.names[CARD_KIND].items()}
DEEPEST = tuple({CODES[name]: depth for name, depth in side.items()} for side in NEEDED)
DECKS = tuple(printed(Terms(7, 0, 0, 0), DECK, side) for side in (AXIS, ALLIES))


class Source:
    """Is a referee's source of randomness that can be repeated, with one answer changed."""

    def __init__(self, seed: int, planted: dict[int, bytes]) -> None:
        self._rng, self._planted = Random(seed), planted
        self.given: list[bytes] = []

    def __call__(self, size: int) -> bytes:
        """Returns so many bytes."""
        drawn = self._rng.randbytes(size)
        self.given.append(self._planted.get(len(self.given), drawn))
        return self.given[-1]


def table(store: Path, planted: dict[int, bytes]) -> tuple[EmbeddedReferee, Source]:
    """Returns a referee that makes the same table every time but for what is planted."""
    source = Source(SEED, planted)
    options = Options(listen="127.0.0.1:0", store=store, titles=(TITLE,), entropy=source)
    return EmbeddedReferee(options), source


def party(served: EmbeddedReferee) -> Party:
    """Sits both players down, with the secrets that they have every time, and begins."""
    made = Party(served, TITLE, Random(SEED), options={"mulligan": "no"})
    made.set_up()
    return made


def rehearsed(store: Path) -> dict[int, bytes]:
    """Plays the set-up once to learn what the table is, and returns the answer to plant for the example."""
    served, source = table(store, {})
    with served:
        visitors = party(served)
        verifier = visitors.players[0].seat.follower.verifier
        tid, nonce = verifier.table_id, visitors.players[0].seat.enrolment.rules.params.nonce
        entries = visitors.players[0].seat.follower.notebook.entries
        ended = next(decode(one.type, one.payload) for one in entries if one.type == EntryType.SLOT_END)
        keys = [player.guest.identity.public for player in visitors.players]
        visitors.close()
    second = dict(enumerate(ended.links, 1))
    first = {seat: link_below(tid, keys[seat - 1], 2, link) for seat, link in second.items()}
    secret = next(one for one in secrets() if deals(tid, one, (first, second)))
    return {source.given.index(nonce) + 1: secret}


def secrets() -> Iterator[bytes]:
    """Yields secrets of a referee, one after the other."""
    return (number.to_bytes(32, "big") for number in count(FIRST_SECRET))


def deals(tid: bytes, secret: bytes, links: tuple[dict[int, bytes], ...]) -> bool:
    """Tells whether a secret brings the cards of the example on top of both decks: slots 1 and 2."""
    prk = MAC(tid, tape_seed(secret))
    for side in (ALLIES, AXIS):
        k = side + 1
        key = slot_prk(tid, k, Purpose.SHUFFLE, tape_secret(prk, k), links[side].items())
        if not on_top(key, DECKS[side], DEEPEST[side]):
            return False
    return True


def on_top(key: bytes, cards: tuple[int, ...], deepest: dict[int, int]) -> bool:
    """Tells whether a shuffle leaves each wanted card above its depth; given up at the first that is not."""
    order, stream = sorted(cards), Stream(key)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
        if deepest.get(order[last], last + 1) <= last:
            return False
    return True
