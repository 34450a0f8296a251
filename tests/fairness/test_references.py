"""Product references and private messages against `refs.json`."""

from __future__ import annotations

import pytest

from sealed.fairness.arithmetic import blind, identifiers, seals
from sealed.fairness.arithmetic.blind import Handle
from sealed.fairness.arithmetic.layout import H, LayoutError
from sealed.fairness.payloads.codec import EntryType, decode
from sealed.fairness.signing import private
from sealed.wire.strict import EncodingError

unhex = bytes.fromhex


@pytest.fixture(scope="module")
def refs(vectors):
    return vectors("refs")


@pytest.fixture(scope="module")
def table(refs) -> bytes:
    return unhex(refs["table_id"])


@pytest.fixture(scope="module")
def seeds(refs, table) -> dict[int, bytes]:
    return {seat: blind.blind_seed(table, unhex(refs["r"]), seat) for seat in range(1, 7)}


def test_blind_seeds_and_their_commitments(refs, table, seeds) -> None:
    """Each seat's seed and its commitment are as published."""
    for one in refs["blind_seeds"]:
        seat = one["seat"]
        assert seeds[seat].hex() == one["seed"]
        assert blind.blind_commit(table, seat, seeds[seat]).hex() == one["commit"]


def test_references_have_the_published_commitments(refs, table, seeds) -> None:
    """Salts, commitments and tags of a reference are as published."""
    for one in refs["references"]:
        seed, number, handle = seeds[one["seat"]], one["ref_no"], Handle(*one["handle"])
        made = blind.make_ref(table, one["seat"], seed, number, handle, one["card"])
        assert (made.inner.hex(), made.outer.hex()) == (one["inner"], one["outer"])
        assert blind.salt_in(seed, number).hex() == one["salt_in"]
        assert blind.salt_out(seed, number).hex() == one["salt_out"]
        assert blind.equal_tag(seed, number).hex() == one["equal_tag"]
        assert blind.regroup_tag(seed, number, handle).hex() == one["regroup_tag"]


def test_a_regroup_orders_by_tag(refs, seeds) -> None:
    """New references lie in the published order, and their handles pack to the published run."""
    for one in refs["regroups"]:
        handles = [Handle(*handle) for handle in one["handles"]]
        seed = seeds[one["seat"]]
        order = sorted(handles, key=lambda handle: blind.regroup_tag(seed, one["first_ref"], handle))
        assert [list(handle) for handle in order] == one["order"]
        assert blind.pack_handles(order).hex() == one["run"]
        assert list(blind.unpack_handles(unhex(one["run"]))) == order


def test_half_a_handle_is_refused() -> None:
    """A run of handles has five bytes for each."""
    with pytest.raises(EncodingError) as caught:
        blind.unpack_handles(bytes(7))
    assert caught.value.code == "ENC_BAD_VALUE"


def test_the_regroup_of_appendix_b(refs, table, seeds) -> None:
    """Appendix B's regroup has its tags, its orders, its hidden part and its commitments."""
    given = refs["appendix_b"]["regroup"]
    first = given["first_ref"]
    tags = {
        place: blind.regroup_tag(seeds[1], first, Handle(2, 0, int(place))).hex() for place in given["tags"]
    }
    assert tags == given["tags"]
    handles = [Handle(*handle) for handle in given["order_256"] + given["order_257"]]
    assert blind.pack_handles(handles).hex() == given["private_handles"]
    draft = decode_draft(unhex(given["draft_payload"]))
    outers = [outer for put in draft.steps[0].cards[0].regroup.puts for outer in put.outers]
    made = [
        blind.make_ref(table, 1, seeds[1], first + place, handle, 100 + handle.position).outer
        for place, handle in enumerate(handles)
    ]
    assert outers == made


def decode_draft(payload: bytes):
    from sealed.fairness.payloads.codec import decode_signed

    return decode_signed(EntryType.ACT, payload)


def test_equal_cards_open_in_the_published_order(refs, seeds) -> None:
    """Of equal closed cards the one with the lowest tag comes first."""
    given = refs["equal_order_seat1"]
    assert sorted((3, 4, 5), key=lambda number: blind.equal_tag(seeds[1], number)) == given["order"]
    assert {number: blind.equal_tag(seeds[1], int(number)).hex() for number in given["tags"]} == given["tags"]


def test_drawn_messages_are_the_published_ones_and_parse_back(refs, table) -> None:
    """DRAWN has the published bytes and digest for epochs of all sizes, and its openings check."""
    for one in refs["drawn"]:
        size, first, count = len(one["order"]), one["first"], one["count"]
        epoch = seals.SealedEpoch(table, one["deck"], one["epoch"], unhex(one["prk"]), one["inputs"])
        assert (list(epoch.order), epoch.root.hex()) == (one["order"], one["root"])
        drawn = private.Drawn(one["deck"], one["epoch"], first, epoch.openings(first, count))
        content = private.drawn_content(drawn, size)
        assert content.hex() == one["content"]
        message = private.private_message(table, one["seat"], one["index"], private.Kind.DRAWN, content)
        assert message.hex() == one["message"]
        assert private.opening_digest(message).hex() == one["digest"]
        assert private.parse_drawn(private.parse_private(message).content, size) == drawn
        for place, opening in enumerate(drawn.cards, first):
            assert seals.check_opening(table, (one["deck"], one["epoch"], place), size, epoch.root, opening)


def test_the_length_of_drawn_tells_only_epoch_and_count(refs, table) -> None:
    """Every position of an epoch gives a DRAWN of the same length."""
    epoch = seals.SealedEpoch(table, 0, 1, bytes(32), range(1, 12))
    lengths = {
        len(private.drawn_content(private.Drawn(0, 1, place, epoch.openings(place, 1)), 11))
        for place in range(11)
    }
    assert len(lengths) == 1


def _drawn_with_padding(table: bytes) -> bytes:
    """Returns a DRAWN of the last of three cards, whose proof is one hash shorter than the longest."""
    epoch = seals.SealedEpoch(table, 0, 1, bytes(32), [1, 2, 3])
    return private.drawn_content(private.Drawn(0, 1, 2, epoch.openings(2, 1)), 3)


@pytest.mark.parametrize("damage", ["padding", "short", "long", "proof too long", "another size"])
def test_a_drawn_message_that_is_not_in_form_is_refused(table, damage: str) -> None:
    """Padding that is not zero, a wrong length or a proof beyond the longest is OPEN_PROOF."""
    content = _drawn_with_padding(table)
    size = 3
    if damage == "padding":
        content = content[:-1] + b"\x01"
    elif damage == "short":
        content = content[:-1]
    elif damage == "long":
        content += b"\x00"
    elif damage == "proof too long":
        content = content[:40] + b"\x03" + content[41:]
    else:
        size = 5
    with pytest.raises(LayoutError) as caught:
        private.parse_drawn(content, size)
    assert caught.value.code == "OPEN_PROOF"


def test_peeked_messages_are_the_published_ones_and_parse_back(refs, table, seeds) -> None:
    """PEEKED has the published bytes and digest, and parses back."""
    for one in refs["peeked"]:
        seed = seeds[one["owner"]]
        cards = tuple(
            private.PeekedCard(
                number,
                number,
                blind.make_ref(table, one["owner"], seed, number, Handle(1, 1, number), number).inner,
                blind.salt_out(seed, number),
            )
            for number in one["refs"]
        )
        peeked = private.Peeked(one["owner"], cards)
        message = private.private_message(table, 2, 99, private.Kind.PEEKED, private.peeked_content(peeked))
        assert message.hex() == one["message"]
        assert private.opening_digest(message).hex() == one["digest"]
        assert private.parse_peeked(private.parse_private(message).content) == peeked


def test_a_peek_whose_references_do_not_ascend_is_refused() -> None:
    """PEEKED names its references in ascending order, each once."""
    card = private.PeekedCard(3, 1, bytes(32), bytes(32))
    with pytest.raises(LayoutError) as caught:
        private.parse_peeked(private.peeked_content(private.Peeked(1, (card, card))))
    assert caught.value.code == "PEEK_REFS"


def test_own_handles_are_the_published_ones_and_parse_back(refs, table) -> None:
    """OWN has the published bytes and parses back."""
    for one in refs["own"]:
        handles = tuple(Handle(*handle) for handle in one["handles"])
        content = private.own_content(one["first_ref"], handles)
        assert content.hex() == one["content"]
        assert private.private_message(table, 1, 7, private.Kind.OWN, content).hex() == one["message"]
        assert private.parse_own(content) == private.Own(one["first_ref"], handles)


def test_private_messages_of_appendix_b(refs, arith_order, table, seeds) -> None:
    """SEED, DRAWN and PEEKED of Appendix B have its bytes, lengths and digests."""
    given = refs["appendix_b"]
    seed = private.private_message(table, 1, 0, private.Kind.SEED, seeds[1])
    assert seed.hex() == given["private_seed"]["message"]
    assert private.parse_seed(private.parse_private(seed).content) == seeds[1]
    drawn = given["private_drawn"]
    epoch = seals.SealedEpoch(table, 0, 1, arith_order, range(1, 61))
    content = private.drawn_content(private.Drawn(0, 1, 55, epoch.openings(55, 2)), 60)
    message = private.private_message(table, drawn["seat"], drawn["index"], private.Kind.DRAWN, content)
    assert epoch.root.hex() == drawn["epoch_root"]
    assert len(content) == drawn["content_bytes"]
    assert H(message).hex() == drawn["sha256_of_message"]
    assert private.opening_digest(message).hex() == drawn["digest"]
    peeked = unhex(given["private_peeked"]["message"])
    assert private.opening_digest(peeked).hex() == given["private_peeked"]["digest"]
    assert private.parse_private(peeked).kind is private.Kind.PEEKED


@pytest.fixture(scope="module")
def arith_order(vectors) -> bytes:
    return unhex(vectors("arith")["appendix_b"]["slot1"]["prk"])


@pytest.mark.parametrize("damage", ["label", "kind", "short", "long"])
def test_a_private_message_that_is_none_is_refused(table, damage: str) -> None:
    """A private message begins with its label, has a known kind and ends with its content."""
    message = private.private_message(table, 1, 0, 9 if damage == "kind" else 1, bytes(32))
    damaged = {
        "label": b"\x14" + message[1:],
        "kind": message,
        "short": message[:-1],
        "long": message + b"\x00",
    }
    with pytest.raises(LayoutError):
        private.parse_private(damaged[damage])


def test_private_contents_do_not_show(table, seeds) -> None:
    """A parsed private message prints neither card nor salt nor seed."""
    epoch = seals.SealedEpoch(table, 0, 1, bytes(32), [77] * 4)
    drawn = private.Drawn(0, 1, 2, epoch.openings(2, 1))
    seed = private.parse_private(private.private_message(table, 1, 0, private.Kind.SEED, seeds[1]))
    shown = repr(drawn) + repr(epoch) + repr(seed) + repr(private.PeekedCard(1, 77, bytes(32), bytes(32)))
    assert "77" not in shown.replace(repr(table), "")
    assert repr(seeds[1]) not in shown


def test_state_and_record_digests(refs, table) -> None:
    """Digests of states and of a record are as published."""
    for one in refs["state_digests"]:
        assert identifiers.state_digest(table, unhex(one["state"])).hex() == one["digest"]
    given = refs["appendix_b"]
    assert identifiers.state_digest(table, b"state").hex() == given["state_digest_of_utf8_state"]
    assert identifiers.record_digest(table, 9, b"\x55" * 32).hex() == given["record_digest_size9_root_55"]


def test_payloads_of_appendix_b_name_their_digests(refs) -> None:
    """The DRAW and PEEK of Appendix B carry the digests of its private messages."""
    given = refs["appendix_b"]
    draw = decode(EntryType.DRAW, unhex(given["payloads"]["draw"]))
    peek = decode(EntryType.PEEK, unhex(given["payloads"]["peek"]))
    assert draw.digest.hex() == given["private_drawn"]["digest"]
    assert peek.digest.hex() == given["private_peeked"]["digest"]
