"""Small records with REGROUPs, by hand from SPEC.md: bytes by field numbers (2.17), hashes of Appendix A.

Nothing of the product makes them: only the hashes of the second verifier, whose vectors are published.
"""

import base64
import json
from collections import Counter

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from second_verifier import V

GENESIS, START, DRAW, ACT, GAME_OVER, FINAL_REVEAL, FINAL_PAGE = 1, 2, 5, 10, 20, 21, 22
AGREE, COMMIT = 11, 12
ROSTER = {1: 4, 2: 2, 3: 2, 4: 2, 5: 2}
"""Copies of each card in the open list of deck 0, which lies sorted by card."""
TAPE_SEED, STATE = b"\x55" * 32, b"\x77" * 32


def number(value):
    """Returns a varint."""
    low, high = value & 127, value >> 7
    return bytes([low | 128]) + number(high) if high else bytes([low])


def message(*fields):
    """Returns the bytes of (number, value) pairs; defaults are left out, lists of numbers packed."""
    made = b""
    for field, value in fields:
        if isinstance(value, list) and value and isinstance(value[0], bytes):
            made += b"".join(number(field << 3 | 2) + number(len(one)) + one for one in value)
        elif isinstance(value, int):
            made += number(field << 3) + number(value) if value else b""
        elif value:
            packed = b"".join(map(number, value)) if isinstance(value, list) else value
            made += number(field << 3 | 2) + number(len(packed)) + packed
    return made


def handle(position):
    """Returns the handle of a card of the open list by its position."""
    return (0, 0, position)


class Regroup:
    """What a REGROUP says: sides as [zone, cards, count], flows as [from, to, n], all open to change."""

    def __init__(self, takes, puts, flows):
        """Holds the three lists."""
        self.takes, self.puts, self.flows = takes, puts, flows

    def act(self):
        """Returns the act of a step."""
        sides = [[message(*enumerate(one, 1)) for one in side] for side in (self.takes, self.puts)]
        flows = [message(*enumerate(flow, 1)) for flow in self.flows]
        return message((4, message((1, sides[0]), (2, sides[1]), (3, flows))))


class Table:
    """Two seats, one open list, a referee who signs whatever it is told."""

    def __init__(self):
        """Writes GENESIS and START."""
        self.signers = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2, 3)]
        self.keys = [signer.public_key().public_bytes_raw() for signer in self.signers]
        self.lines, self.roots, self.leaves, self.payloads = [], [V.H(b"")], [], []
        self.counters, self.pages, self.ms = [0, 0, 0], {1: [], 2: []}, 1_700_000_000_000
        self.drafted = {1: 0, 2: 0}
        cards = [message((1, card), (2, copies)) for card, copies in ROSTER.items()]
        self.cards = [card for card, copies in ROSTER.items() for _ in range(copies)]
        clock = message((1, 60), (3, 1), (4, 60), (5, 10), (6, 900), (7, 60))
        # A message that is empty is written all the same: here the two chairs "by lot".
        chairs = number(15 << 3 | 2) + b"\x00" + number(15 << 3 | 2) + b"\x00"
        self.params = message(
            (1, 1), (2, self.keys[0]), (3, b"\x11" * 32), (4, b"\x12" * 32), (5, b"mixing"),
            (6, b"\x13" * 32),
            (7, [message((2, cards))]), (8, 2), (9, 512), (10, 1), (11, clock), (12, 1),
        ) + chairs + message((17, 2))  # fmt: skip
        nonces = [b"\x21" * 32, b"\x22" * 32]
        self.id = V.table_id(self.params, list(zip(self.keys[1:], nonces, strict=True)))
        self.prk = V.MAC(self.id, TAPE_SEED)
        self.seeds = {seat: V.blind_seed(self.prk, seat) for seat in (1, 2)}
        self._begin(nonces)

    def _begin(self, nonces):
        joins, names = [], [b"Ada", b"Bob"]
        for seat, (nonce, name) in enumerate(zip(nonces, names, strict=True), 1):
            body = (
                V.T("seat-join-request")
                + self.keys[seat]
                + V.H(self.params)
                + V.u8(seat)
                + nonce
                + V.LV(name)
            )
            sig = self.signers[seat].sign(body)
            joins.append(message((1, self.keys[seat]), (2, nonce), (3, name), (4, sig), (5, seat)))
        commits = [self.signed(seat, COMMIT, message((1, bytes([0x30 + seat]) * 32))) for seat in (1, 2)]
        tape = V.tree_root(V.tape_leaf(self.id, k, V.tape_secret(self.prk, k)) for k in range(1, 513))
        blind = [V.blind_commit(self.id, seat, seed) for seat, seed in self.seeds.items()]
        sig = self.by_referee("sig-referee-params", V.LV(self.params))
        self.log(
            GENESIS, message((1, self.params), (2, sig), (3, joins), (4, commits), (5, tape), (6, blind))
        )
        self.log(START, message((1, [self.signed(seat, AGREE, b"") for seat in (1, 2)])))

    def by_referee(self, label, body):
        """Returns a signature of the referee."""
        return self.signers[0].sign(V.T(label) + self.keys[0] + body)

    def signed(self, seat, kind, payload):
        """Returns the next message of a seat, which has seen the whole log."""
        self.counters[seat] += 1
        header = V.T("player-message") + self.keys[seat] + self.id + V.u8(seat) + V.u32(self.counters[seat])
        header += V.u32(len(self.leaves)) + self.roots[-1] + V.u16(kind)
        return message((1, header), (2, payload), (3, self.signers[seat].sign(header + V.LV(payload))))

    def log(self, kind, payload):
        """Writes an entry and a head over it."""
        index = len(self.leaves)
        self.leaves.append(V.log_leaf(self.id, index, kind, payload))
        self.roots.append(V.tree_root(self.leaves))
        self.ms += 1000
        head = V.log_head(self.id, index + 1, self.roots[-1], self.ms)
        self.lines += [
            {"k": "e", "i": index, "t": kind, "p": base64.b64encode(payload).decode()},
            {"k": "h", "size": index + 1, "root": self.roots[-1].hex(), "ms": self.ms,
             "sig": base64.b64encode(self.by_referee("sig-referee-head", head)).decode()},
        ]  # fmt: skip
        return index

    def draw(self, seat, bag, first, count):
        """Draws cards of the open list into a bag."""
        return self.log(DRAW, message((3, first), (4, count), (5, seat), (6, bag)))

    def draft(self, seat, *acts, first=None):
        """Logs a draft of one step, by default with the right first reference (none if it makes none)."""
        drafted, self.drafted[seat] = self.drafted[seat], len(self.pages[seat])
        if first is None:
            first = drafted + 1 if self.drafted[seat] > drafted else 0
        payload = message((1, [message((1, b"redeploy"), (2, list(acts)))]), (2, first))
        self.ms += 500
        entry = message((1, self.signed(seat, ACT, payload)), (2, STATE), (3, self.ms))
        return self.log(ACT, entry)

    def make(self, seat, position):
        """Makes the seat's next reference to a card; returns its inner and outer hash and the outer salt."""
        self.pages[seat].append(position)
        return self.opening(seat, len(self.pages[seat]))

    def opening(self, seat, n):
        """Returns inner and outer hash and outer salt of a reference."""
        position = self.pages[seat][n - 1]
        salt_in, salt_out = V.blind_salts(self.seeds[seat], n)
        inner = V.blind_inner(self.id, handle(position), salt_in)
        return inner, V.blind_outer(self.id, seat, n, self.cards[position], inner, salt_out), salt_out

    def place(self, seat, bag, zone, position):
        """Returns a PLACE of a card."""
        return message((1, message((1, bag), (2, zone), (3, self.make(seat, position)[1]))))

    def reveal(self, seat, n):
        """Returns a REVEAL of a reference."""
        inner, _, salt = self.opening(seat, n)
        card = self.cards[self.pages[seat][n - 1]]
        return message((3, message((1, n), (2, card), (3, inner), (4, salt))))

    def tag(self, seat, first, position):
        """Returns the tag that orders the cards of one zone (2.16)."""
        return V.MAC(self.seeds[seat], V.T("regroup-order") + V.u32(first) + V.handle(*handle(position)))

    def regroup(self, seat, takes, puts, bag=0, into=None, order=None):
        """Returns a REGROUP.

        `takes` has references by zone, `puts` positions of the open list by zone; `bag` is the bag of the
        cards that lay in no unit, `into` the one that takes what is not put. `order` overrides the key that
        orders the cards of a zone.
        """
        first = len(self.pages[seat]) + 1
        came = {self.pages[seat][n - 1]: zone for zone, refs in takes.items() for n in refs}
        flows, laid, key = Counter(), [], order or (lambda position: self.tag(seat, first, position))
        for zone, positions in sorted(puts.items()):
            there = sorted(positions, key=key)
            flows.update((came.get(position, bag), zone) for position in there)
            laid.append([zone, [self.make(seat, position)[1] for position in there], 0])
        back = came.keys() - {position for positions in puts.values() for position in positions}
        flows.update((came[position], into) for position in back)
        out = sum(n for (origin, _), n in flows.items() if origin == bag)
        taken = ([[bag, [], out]] if out else []) + [[zone, refs, 0] for zone, refs in sorted(takes.items())]
        put = ([[into, [], len(back)]] if back else []) + laid
        return Regroup(taken, put, [[*flow, n] for flow, n in sorted(flows.items())])

    def finish(self):
        """Ends the table: GAME_OVER, FINAL_REVEAL and a page for each seat with references."""
        self.log(GAME_OVER, message((1, b"drawn"), (2, STATE), (3, b"rules")))
        pages = {seat: positions for seat, positions in self.pages.items() if positions}
        self.log(FINAL_REVEAL, message((1, TAPE_SEED), (2, len(pages))))
        for seat, positions in pages.items():
            handles = b"".join(V.handle(*handle(position)) for position in positions)
            self.log(FINAL_PAGE, message((1, seat), (2, 1), (3, handles)))

    def record(self):
        """Returns the bytes of the record."""
        top = {"ftr": 1, "table": self.id.hex(), "created": "2026-01-01T00:00:00Z", "tool": "by hand"}
        digest = V.record_digest(self.id, len(self.leaves), self.roots[-1]).hex()
        end = {"k": "end", "lines": len(self.lines) + 2, "log_root": self.roots[-1].hex(), "digest": digest}
        lines = [json.dumps(line, separators=(",", ":")) for line in (top, *self.lines, end)]
        return ("\n".join(lines) + "\n").encode()

    def evidence(self, code, key):
        """Returns the bytes of an evidence file with the whole log, which claims a code of class C."""
        heads, entries = (
            [
                {field: value for field, value in line.items() if field != "k"}
                for line in self.lines
                if line["k"] == kind
            ]
            for kind in ("h", "e")
        )
        claim = {"fte": 1, "code": code, "class": "C", "table": self.id.hex(), "key": key.hex(), "says": ""}
        claim |= {
            "params": base64.b64encode(self.params).decode(),
            "genesis": entries[0]["p"],
            "heads": heads,
        }
        claim |= {"edition": "13" * 32, "entries": entries, "messages": [], "private": []}
        return json.dumps(claim).encode()
