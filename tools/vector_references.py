"""Makes the vectors of references, private messages and signatures."""

from __future__ import annotations

from vector_source import (
    BLOCK_1,
    BLOCK_2,
    BLOCK_3,
    NONCES,
    PARAMS,
    SECRETS,
    TABLE_ID,
    Json,
    R,
    hexes,
    pattern,
    public,
    ref,
    sign,
)

SEATS = range(1, 7)
RFC_8032 = (
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0"
            "595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eae"
            "b4302aeeb00d291612bb0c00"
        ),
    ),
)


def _reference(seat: int, ref_no: int, handle: tuple[int, int, int], card: int) -> Json:
    seed = ref.blind_seed(TABLE_ID, R, seat)
    inner, outer = ref.make_ref(TABLE_ID, seat, seed, ref_no, handle, card)
    salt_in, salt_out = ref.blind_salts(seed, ref_no)
    return {
        "seat": seat,
        "ref_no": ref_no,
        "handle": list(handle),
        "card": card,
        "salt_in": salt_in.hex(),
        "salt_out": salt_out.hex(),
        "inner": inner.hex(),
        "outer": outer.hex(),
        "equal_tag": ref.equal_tag(seed, ref_no).hex(),
        "regroup_tag": ref.regroup_tag(seed, ref_no, handle).hex(),
    }


def _regroup(seat: int, first_ref: int, handles: list[tuple[int, int, int]]) -> Json:
    seed = ref.blind_seed(TABLE_ID, R, seat)
    order = sorted(handles, key=lambda handle: ref.regroup_tag(seed, first_ref, handle))
    run = b"".join(ref.handle(*handle) for handle in order)
    return {"seat": seat, "first_ref": first_ref, "handles": handles, "order": order, "run": run.hex()}


def _epoch(size: int, deck: int, epoch: int) -> tuple[bytes, list[int], list[bytes], list[bytes]]:
    """Returns key, order, salts and leaf hashes of a sealed epoch of `size` cards, some twice."""
    prk = pattern("epoch", size)
    order = ref.shuffle(prk, [1 + number // 2 for number in range(size)])
    salts = [ref.card_salt(prk, place) for place in range(size)]
    leaves = [
        ref.leaf(ref.card_leaf(TABLE_ID, deck, epoch, place, card, salts[place]))
        for place, card in enumerate(order)
    ]
    return prk, order, salts, leaves


def _drawn(size: int, first: int, count: int) -> Json:
    deck, epoch, seat, index = 3, 2, 1, 40 + size
    prk, order, salts, leaves = _epoch(size, deck, epoch)
    places = range(first, first + count)
    cards = [(order[place], salts[place], ref.path(place, leaves)) for place in places]
    content = ref.drawn_content(deck, epoch, first, size, cards)
    message = ref.private_message(TABLE_ID, seat, index, ref.DRAWN, content)
    return {
        "deck": deck,
        "epoch": epoch,
        "prk": prk.hex(),
        "inputs": sorted(order),
        "order": order,
        "root": ref.root(leaves).hex(),
        "first": first,
        "count": count,
        "seat": seat,
        "index": index,
        "content": content.hex(),
        "message": message.hex(),
        "digest": ref.opening_digest(message).hex(),
        "sig": sign("referee", ref.private_sig_input(public("referee"), message)).hex(),
    }


def _peeked(owner: int, numbers: list[int]) -> Json:
    seed = ref.blind_seed(TABLE_ID, R, owner)
    cards = []
    for number in numbers:
        inner, _ = ref.make_ref(TABLE_ID, owner, seed, number, (1, 1, number), number)
        cards.append((number, number, inner, ref.blind_salts(seed, number)[1]))
    content = ref.peeked_content(owner, cards)
    message = ref.private_message(TABLE_ID, 2, 99, ref.PEEKED, content)
    return {
        "owner": owner,
        "refs": numbers,
        "content": content.hex(),
        "message": message.hex(),
        "digest": ref.opening_digest(message).hex(),
    }


def _own(first_ref: int, handles: list[tuple[int, int, int]]) -> Json:
    content = ref.u32(first_ref) + b"".join(ref.handle(*handle) for handle in handles)
    message = ref.private_message(TABLE_ID, 1, 7, ref.OWN, content)
    return {"first_ref": first_ref, "handles": handles, "content": content.hex(), "message": message.hex()}


def references() -> Json:
    """Returns `refs.json`."""
    far = (255, 65535, 65535)
    seeds = {seat: ref.blind_seed(TABLE_ID, R, seat) for seat in SEATS}
    return {
        "appendix_b": BLOCK_2,
        "equal_order_seat1": BLOCK_3["equal_order_seat1"],
        "table_id": TABLE_ID.hex(),
        "r": R.hex(),
        "blind_seeds": [
            {"seat": seat, "seed": seed.hex(), "commit": ref.blind_commit(TABLE_ID, seat, seed).hex()}
            for seat, seed in seeds.items()
        ],
        "references": [
            _reference(seat, ref_no, handle, card)
            for seat, ref_no, handle, card in (
                (1, 1, (0, 0, 0), 1),
                (1, 2, (0, 0, 0), 1),
                (2, 1, (0, 0, 0), 1),
                (6, 300, (2, 7, 59), 65535),
                (1, 2**32 - 1, far, 110),
            )
        ],
        "regroups": [
            _regroup(1, 1, [(0, 0, place) for place in range(8)]),
            _regroup(2, 40, [(1, 1, 3), (1, 1, 4), (0, 2, 3), far]),
            _regroup(3, 7, [(4, 1, 1)]),
            _regroup(3, 8, []),
        ],
        "drawn": [
            _drawn(*case) for case in ((1, 0, 1), (2, 0, 2), (3, 1, 2), (5, 4, 1), (33, 31, 2), (60, 44, 16))
        ],
        "peeked": [_peeked(1, [7]), _peeked(2, [1, 2, 300])],
        "own": [_own(1, [(0, 0, 0), far]), _own(9, [])],
        "state_digests": [
            {"state": state.hex(), "digest": ref.state_digest(TABLE_ID, state).hex()}
            for state in (b"", b"state")
        ],
    }


def _weak_keys() -> list[bytes]:
    """Returns the 14 encodings of points of small order, five ordinates with their doubles beyond p."""
    ordinates = [*sorted(ref.ED_SMALL), ref.ED_P, ref.ED_P + 1]
    return [(y | sign_bit << 255).to_bytes(32, "little") for y in ordinates for sign_bit in (0, 1)]


def _contexts() -> list[Json]:
    referee, seat1 = public("referee"), public("seat1")
    root = pattern("root")
    private = ref.private_message(TABLE_ID, 1, 5, ref.SEED, pattern("seed"))
    preimages = {
        "session-auth": (
            "seat1",
            ref.login_message(seat1, TABLE_ID, referee, pattern("challenge"), pattern("spki")),
        ),
        "seat-join-request": ("seat1", ref.join_message(seat1, PARAMS, 1, NONCES[1], "Zoë")),
        "player-message": ("seat1", ref.player_message(seat1, TABLE_ID, 1, 9, 12, root, 10, b"payload")),
        "sig-referee-params": ("referee", ref.T("sig-referee-params") + referee + ref.LV(PARAMS)),
        "sig-referee-head": (
            "referee",
            ref.head_sig_input(referee, ref.head(TABLE_ID, 12, root, 1_700_000_000_123)),
        ),
        "sig-referee-private": ("referee", ref.private_sig_input(referee, private)),
        "sig-referee-refusal": (
            "referee",
            ref.refusal_sig_input(referee, TABLE_ID, 1, 9, b"signed bytes", "ACT_ILLEGAL"),
        ),
    }
    return [
        {"context": context, "signer": who, "preimage": message.hex(), "sig": sign(who, message).hex()}
        for context, (who, message) in preimages.items()
    ]


def signatures() -> Json:
    """Returns `sign.json`."""
    return {
        "appendix_b": {
            "log": BLOCK_1["log"],
            "player_message": BLOCK_1["player_message"],
            "edge": BLOCK_3["edge"],
            "join": BLOCK_3["join"],
            "login_lobby_loopback": BLOCK_3["login_lobby_loopback"],
        },
        "keys": {
            who: {"secret": secret.hex(), "public": public(who).hex()} for who, secret in SECRETS.items()
        },
        "inputs": {
            "table_id": TABLE_ID.hex(),
            "params": PARAMS.hex(),
            "nonce": NONCES[1].hex(),
            "name": "Zoë",
            "root": pattern("root").hex(),
            "challenge": pattern("challenge").hex(),
            "spki_hash": pattern("spki").hex(),
            "seed": pattern("seed").hex(),
        },
        "contexts": _contexts(),
        "weak_keys": hexes(_weak_keys()),
        "malformed_keys": [
            "",
            "00" * 31,
            "11" * 31,
            "11" * 33,
            "ff" * 32,
            (ref.ED_P + 3).to_bytes(32, "little").hex(),
        ],
        "rfc8032": [
            {"secret": secret, "public": key, "message": message, "sig": sig}
            for secret, key, message, sig in RFC_8032
        ],
    }
