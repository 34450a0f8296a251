"""Laws against guessing: sizes say nothing of cards, and a refusal is between two (lessons 21)."""

from __future__ import annotations

from random import Random

import grpc
import pytest
from loopback import Guest, Party, referee
from overheard import _watch
from table_titles import POPULAR_FRONT, SKIRMISH
from wiretap import LOG, METRICS, Wiretap

from sealed.fairness.arithmetic.seals import SealedEpoch
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import Header, sign_player
from sealed.fairness.signing.private import Drawn, Peeked, PeekedCard, drawn_content, peeked_content
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Draft, Signed, Step


@pytest.mark.parametrize("size", [1, 2, 9, 31, 60])
def test_what_a_draw_tells_its_seat_has_one_length(size):
    """DRAWN is as long for any cards at any place of an epoch; only their number counts."""
    rng = Random(size)
    cards = [rng.randrange(1, 65536) for _ in range(size)]
    epoch = SealedEpoch(rng.randbytes(32), 3, 1, rng.randbytes(32), cards)
    for count in {1, (size + 1) // 2, size}:
        told = {
            len(drawn_content(Drawn(3, 1, first, epoch.openings(first, count)), size))
            for first in range(size - count + 1)
        }
        assert len(told) == 1


def test_what_a_peek_tells_its_viewer_has_one_length():
    """PEEKED is as long for any card and reference; only their number counts."""
    seen = [
        PeekedCard(ref, card, bytes(32), bytes(32)) for ref in (1, 255, 70_000) for card in (1, 255, 65535)
    ]
    assert len({len(peeked_content(Peeked(2, (one, one)))) for one in seen}) == 1


@pytest.mark.parametrize("title", [SKIRMISH, POPULAR_FRONT], ids=lambda title: title.id)
def test_what_one_seat_is_refused_no_other_hears_of(tmp_path, title):
    """Refusals and Problems of seat 1 by stream and by call send nothing to other seats and onlookers."""
    rng = Random(21)
    with Wiretap(count_all=True) as tap, referee(tmp_path / "store", title) as served:
        party, onlooker = Party(served, title, rng), Guest(served, rng, "Onlooker").log_in()
        _watch(party, onlooker)
        party.set_up()
        party.play(8)
        before, shown = settled(tap, party), described(party)
        told = refusals_and_problems(party)
        assert (settled(tap, party), described(party)) == (before, shown)
        assert told >= 5
        party.close()
        onlooker.channel.close()


def settled(tap: Wiretap, party: Party) -> dict[str, int]:
    """Returns the counts once nothing is on its way: round trips to the referee change nothing."""
    quiet, known = 0, counts(tap, party)
    while quiet < 25:
        party.players[1].guest.call("GetTable", party.ref)
        now = counts(tap, party)
        quiet, known = (quiet + 1 if now == known else 0), now
    return known


def described(party: Party) -> rpc.TableDescription:
    """Returns what everybody may know of the table."""
    return party.players[1].guest.call("GetTable", party.ref)


def counts(tap: Wiretap, party: Party) -> dict[str, int]:
    """Returns how many messages have come by themselves to everybody but seat 1."""
    streams = {
        "Table",
        "Follow",
    }  # a description that is watched comes in its own time, about earlier changes
    mine = {party.players[0].guest.identity.public.hex(), LOG, METRICS}
    return {
        receiver: sum(one.channel in streams for one in sent)
        for receiver, sent in tap.sent.items()
        if receiver not in mine
    }


def refusals_and_problems(party: Party) -> int:
    """Lets seat 1 be turned down in every way; returns how often it was."""
    player = party.players[0]
    guest, verifier = player.guest, player.seat.follower.verifier
    signer, seen = guest.identity.signer, (verifier.size, verifier.root)
    wrong = [
        (Step(action="no such words"), seen),
        (Step(action="parry"), seen),
        (Step(action="parry"), (verifier.size - 1, bytes(32))),
        (Step(action="parry"), (verifier.size, bytes(32))),
    ]
    for more, (step, root) in enumerate(wrong, 50):
        payload = Draft(steps=[step]).SerializeToString()
        header = Header(signer.public, verifier.table_id, 1, more, *root, EntryType.ACT)
        player.send(rpc.Submit(signed=sign_player(signer, header, payload)))
    player.send(rpc.Submit(signed=Signed(header=b"short")))
    player.send(rpc.Link(k=77, link=bytes(32)))
    counted = lambda: len(player.refusals) + len(player.problems)  # noqa: E731
    party.pump(lambda: counted() >= len(wrong) + 2)
    request = rpc.ContributeRequest(table=party.ref, link=rpc.Link(k=78, link=bytes(32)))
    with pytest.raises(grpc.RpcError):
        guest.call("Contribute", request)
    return counted()
