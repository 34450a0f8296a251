"""Makes the vectors of arithmetic and time: labels, chains, tape, slots, draws, charges, deadlines."""

from __future__ import annotations

import itertools

from vector_source import (
    BLOCK_1,
    BLOCK_3,
    CHAINS,
    PARAMS,
    SEEDS,
    TABLE_ID,
    TAPE_LEAVES,
    TAPE_SECRETS,
    Json,
    N,
    hexes,
    pattern,
    ref,
)

LABELS = """
table-id chain-link chain-seed tape-seed tape-secret tape-leaf slot-context draw-stream card-salt card-leaf
blind-inner blind-outer blind-seed blind-commit blind-salt-in blind-salt-out regroup-order equal-order
opening private log-entry log-head record-digest public-state player-message seat-join-request session-auth
sig-referee-params sig-referee-head sig-referee-private sig-referee-refusal
"""
BELOW = (1, 2, 6, 10, 60, 256, 257, 300, 65536)
NEVER_REJECTED = {1, 2, 256, 65536}
SHUFFLES = (0, 1, 2, 5, 60, 110, 512)


class _Counting(ref.Stream):
    """Counts the words a stream has taken, to find keys whose draws are rejected."""

    taken = 0

    def take(self, n: int) -> bytes:
        self.taken += 1
        return bytes(super().take(n))


def _below(n: int) -> Json:
    """Finds a key whose first 16 draws below n include a rejection, where n has any."""
    for number in itertools.count():
        prk = pattern(f"below {n}", number)
        stream = _Counting(prk)
        draws = [stream.below(n) for _ in range(16)]
        rejected = 0 if n == 1 else stream.taken - len(draws)
        if rejected or n in NEVER_REJECTED:
            return {"n": n, "prk": prk.hex(), "draws": draws, "rejected": rejected}
    raise AssertionError


def _shuffle(size: int) -> Json:
    prk = pattern("shuffle", size)
    # From 60 cards on every third code comes twice, as in a printed list with copies.
    items = list(range(size, 0, -1)) if size < 60 else [code - code // 3 % 2 for code in range(size, 0, -1)]
    return {"prk": prk.hex(), "items": items, "order": ref.shuffle(prk, items)}


def _slot(k: int, purpose: int, seats: list[int]) -> Json:
    links = [(seat, CHAINS[seat][k]) for seat in seats]
    prk = ref.slot_prk(TABLE_ID, k, purpose, TAPE_SECRETS[k], links)
    outputs = {
        ref.DICE: lambda: ref.dice(prk, 5, 6),
        ref.SHUFFLE: lambda: ref.shuffle(prk, list(range(1, 31))),
        ref.TURN_ORDER: lambda: ref.shuffle(prk, [2, 3, 5, 6]),
        ref.PICK: lambda: [ref.Stream(prk).below(7)],
    }
    return {
        "k": k,
        "purpose": purpose,
        "seats": seats,
        "links": hexes([link for _, link in links]),
        "s": TAPE_SECRETS[k].hex(),
        "prk": prk.hex(),
        "stream64": ref.Stream(prk).take(64).hex(),
        "outputs": outputs[purpose](),
    }


def arithmetic() -> Json:
    """Returns `arith.json`."""
    return {
        "appendix_b": BLOCK_1,
        "tape_on_demand": BLOCK_3["tape_on_demand"],
        "labels": {name: ref.T(name).hex() for name in LABELS.split()},
        "table_id": {"params": PARAMS.hex(), "id": TABLE_ID.hex()},
        "chains": [
            {
                "seat": seat,
                "seed": SEEDS[seat].hex(),
                "anchor": CHAINS[seat][0].hex(),
                "links": {str(k): CHAINS[seat][k].hex() for k in (1, 2, 300, N)},
            }
            for seat in (1, 2)
        ],
        "tape": {
            "n": N,
            "root": ref.root(TAPE_LEAVES).hex(),
            "slots": [
                {"k": k, "s": TAPE_SECRETS[k].hex(), "proof": hexes(ref.path(k - 1, TAPE_LEAVES))}
                for k in (1, 2, 32, 33, 2049, N)
            ],
        },
        "short_tapes": [
            {
                "n": n,
                "r": pattern("R").hex(),
                "root": ref.root(leaves).hex(),
                "s_n": secrets[n].hex(),
                "proof_n": hexes(ref.path(n - 1, leaves)),
            }
            for n in (512, 513, 1000)
            for secrets, leaves in [ref.tape(TABLE_ID, pattern("R"), n)]
        ],
        "slots": [
            _slot(5 + 4 * number + purpose, purpose, seats)
            for number, seats in enumerate(([1, 2], [1], [2]))
            for purpose in (ref.DICE, ref.SHUFFLE, ref.TURN_ORDER, ref.PICK)
        ],
        "below": [_below(n) for n in BELOW],
        "shuffles": [_shuffle(size) for size in SHUFFLES],
    }


def time() -> Json:
    """Returns `time.json`."""
    gap_lists = [
        [],
        [[5000, 9000]],
        [[5000, 9000], [30000, 31000]],
        [[0, 1000], [1000, 2000], [50000, 90000]],
    ]
    spans = [(0, 0), (1000, 40000), (6000, 30500), (9000, 30000), (0, 100000)]
    banks = [(0, 20000), (60000, 20000), (5000, 0), (60000, 0)]
    return {
        "appendix_b": BLOCK_3["time"],
        "free": [
            {"start": start, "end": end, "gaps": gaps, "free": ref.free(start, end, gaps)}
            for gaps in gap_lists
            for start, end in spans
        ],
        "charge": [
            {
                "bank": bank,
                "used": used,
                "minimum": minimum,
                "increment": 15000,
                "fresh": fresh,
                "after": ref.charge(bank, used, minimum, 15000, fresh),
            }
            for bank, minimum in banks
            for used in (0, 19999, 20001, 200000)
            for fresh in (False, True)
        ],
        "deadline": [
            {
                "start": start,
                "bank": bank,
                "minimum": minimum,
                "cap": cap,
                "clocked": clocked,
                "gaps": gaps,
                "due": ref.deadline(start, bank, minimum, cap, clocked, gaps),
            }
            for gaps in gap_lists
            for start in (1000, 6000, 31000)
            for bank, minimum in banks
            for cap, clocked in ((30000, True), (900000, True), (30000, False))
        ],
    }
