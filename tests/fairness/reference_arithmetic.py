# ruff: noqa: D102, E401, E731, FURB161, I001, N802, N803, RUF005
# Appendix A of SPEC.md, laid out by the formatter and otherwise untouched (test_reference.py compares).
"""fairtable/1 reference arithmetic (stdlib only). Not constant time, not production code."""

import hashlib, hmac, struct

H = lambda b: hashlib.sha256(b).digest()
MAC = lambda k, m: hmac.new(k, m, hashlib.sha256).digest()
u8 = lambda n: struct.pack(">B", n)
u16 = lambda n: struct.pack(">H", n)
u32 = lambda n: struct.pack(">I", n)
u64 = lambda n: struct.pack(">Q", n)
LV = lambda b: u32(len(b)) + b


def T(name):  # length-prefixed ASCII label, 16..255 bytes
    s = ("fairtable/1 " + name).encode("ascii")
    assert 16 <= len(s) <= 255
    return u8(len(s)) + s


# --- RFC 6962 tree over a list of leaf hashes ------------------------------------------
leaf = lambda d: H(b"\x00" + d)
node = lambda l, r: H(b"\x01" + l + r)


def split(n):
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def root(hs):
    if not hs:
        return H(b"")
    if len(hs) == 1:
        return hs[0]
    k = split(len(hs))
    return node(root(hs[:k]), root(hs[k:]))


def path(i, hs):
    if len(hs) == 1:
        return []
    k = split(len(hs))
    return path(i, hs[:k]) + [root(hs[k:])] if i < k else path(i - k, hs[k:]) + [root(hs[:k])]


def root_from(h, i, n, proof):  # exact proof length is part of the check
    if not 0 <= i < n:
        raise ValueError("index")
    inner = (i ^ (n - 1)).bit_length()
    if len(proof) != inner + bin(i >> inner).count("1"):
        raise ValueError("length")
    for j in range(inner):
        h = node(proof[j], h) if (i >> j) & 1 else node(h, proof[j])
    for q in proof[inner:]:
        h = node(q, h)
    return h


# --- identifiers, chains, tape ----------------------------------------------------------
def table_id(params, seats):  # seats: [(pubkey32, join_nonce32)] in seat order
    return H(T("table-id") + LV(params) + u8(len(seats)) + b"".join(p + n for p, n in seats))


def chain(tid, pk, seed, N):  # c[0] is the anchor; c[k] is spent on slot k
    c = [None] * (N + 1)
    c[N] = seed
    for k in range(N, 0, -1):
        c[k - 1] = H(T("chain-link") + tid + pk + u32(k) + c[k])
    return c


def tape(tid, R, N):  # s[1..N] and the leaf hashes of the tape tree
    prk = MAC(tid, R)  # HKDF-Extract(salt=table_id, ikm=R)
    s = [None] + [MAC(prk, T("tape-secret") + u32(k) + b"\x01") for k in range(1, N + 1)]
    return s, [leaf(T("tape-leaf") + tid + u32(k) + s[k]) for k in range(1, N + 1)]


# --- a slot: one act of randomness -------------------------------------------------------
DICE, SHUFFLE, TURN_ORDER, PICK = 1, 2, 3, 4


def slot_prk(tid, k, purpose, s_k, contrib):  # contrib: [(seat, c_k)] ascending by seat
    ctx = T("slot-context") + tid + u32(k) + u8(purpose) + u8(len(contrib))
    return MAC(s_k, ctx + b"".join(u8(seat) + c for seat, c in contrib))


class Stream:
    def __init__(self, prk):
        self.prk, self.i, self.buf = prk, 0, b""

    def take(self, n):
        while len(self.buf) < n:
            self.buf += MAC(self.prk, T("draw-stream") + u64(self.i))
            self.i += 1
        r, self.buf = self.buf[:n], self.buf[n:]
        return r

    def below(self, n):  # uniform in [0, n), 1 <= n <= 65536
        if n == 1:
            return 0  # consumes nothing
        w = 1 if n <= 256 else 2
        limit = 256**w // n * n
        while True:
            x = int.from_bytes(self.take(w), "big")
            if x < limit:
                return x % n


def dice(prk, count, sides):
    st = Stream(prk)
    return [st.below(sides) + 1 for _ in range(count)]


def shuffle(prk, items):  # index 0 is the top of the deck
    a, st = sorted(items), Stream(prk)
    for i in range(len(a) - 1, 0, -1):
        j = st.below(i + 1)
        a[i], a[j] = a[j], a[i]
    return a


# --- decks and blind references -----------------------------------------------------------
card_salt = lambda prk, pos: MAC(prk, T("card-salt") + u16(pos))


def card_leaf(tid, deck, epoch, pos, card, salt):
    return T("card-leaf") + tid + u8(deck) + u16(epoch) + u16(pos) + u16(card) + salt


def blind_inner(tid, deck, epoch, pos, salt):
    return H(T("blind-inner") + tid + u8(deck) + u16(epoch) + u16(pos) + salt)


def blind_outer(tid, seat, ref_no, card, inner, salt):
    return H(T("blind-outer") + tid + u8(seat) + u32(ref_no) + u16(card) + inner + salt)


# --- log ------------------------------------------------------------------------------------
def log_leaf(tid, index, typ, payload):
    return T("log-entry") + tid + u32(index) + u16(typ) + LV(payload)


def head(tid, size, rt, time_ms):
    return T("log-head") + tid + u32(size) + rt + u64(time_ms)


def head_sig_input(ref_pk, head_bytes):
    return T("sig-referee-head") + ref_pk + head_bytes


def player_message(pk, tid, seat, counter, seen_size, seen_root, typ, payload):
    return (
        T("player-message")
        + pk
        + tid
        + u8(seat)
        + u32(counter)
        + u32(seen_size)
        + seen_root
        + u16(typ)
        + LV(payload)
    )


# --- references made by a seat: salts, order, private messages ---------------------------------
def blind_seed(tid, R, seat):  # one secret per seat; the referee and that seat know it
    return MAC(MAC(tid, R), T("blind-seed") + u8(seat) + b"\x01")


def blind_commit(tid, seat, seed):  # in GENESIS
    return H(T("blind-commit") + tid + u8(seat) + seed)


def blind_salts(seed, ref_no):  # (salt_in, salt_out) of reference ref_no of that seat
    return MAC(seed, T("blind-salt-in") + u32(ref_no)), MAC(seed, T("blind-salt-out") + u32(ref_no))


def handle(deck, epoch, pos):
    return u8(deck) + u16(epoch) + u16(pos)


def make_ref(tid, seat, seed, ref_no, hdl, card):  # hdl = (deck, epoch, pos); returns inner, outer
    si, so = blind_salts(seed, ref_no)
    inner = blind_inner(tid, *hdl, si)
    return inner, blind_outer(tid, seat, ref_no, card, inner, so)


def regroup_tag(seed, first_ref, hdl):  # new references of one zone lie in ascending order of this tag
    return MAC(seed, T("regroup-order") + u32(first_ref) + handle(*hdl))


SEED, DRAWN, PEEKED, OWN = 1, 2, 3, 4  # kinds of private message, referee -> seat


def private_message(tid, seat, index, kind, content):
    return T("private") + tid + u8(seat) + u32(index) + u8(kind) + LV(content)


def opening_digest(msg):
    return H(T("opening") + LV(msg))


def private_sig_input(ref_pk, msg):
    return T("sig-referee-private") + ref_pk + msg


def drawn_content(deck, epoch, first, n, cards):  # cards: [(card, salt, proof)], n = size of the epoch
    h = (n - 1).bit_length()  # the longest proof in a tree of n leaves
    out = handle(deck, epoch, first) + u8(len(cards))
    for card, salt, proof in cards:
        out += u16(card) + salt + u8(len(proof)) + b"".join(proof) + bytes(32 * (h - len(proof)))
    return out


def peeked_content(owner, cards):  # cards: [(ref_no, card, inner, salt_out)] ascending by ref_no
    return u8(owner) + u8(len(cards)) + b"".join(u32(r) + u16(c) + i + s for r, c, i, s in cards)


def refusal_sig_input(ref_pk, tid, seat, counter, signed_bytes, code):
    return (
        T("sig-referee-refusal")
        + ref_pk
        + tid
        + u8(seat)
        + u32(counter)
        + H(signed_bytes)
        + LV(code.encode("ascii"))
    )


def equal_tag(seed, ref_no):  # of equal closed cards the lowest tag is opened or named first (2.6)
    return MAC(seed, T("equal-order") + u32(ref_no))


def state_digest(tid, state_bytes):
    return H(T("public-state") + tid + LV(state_bytes))


# --- keys and signatures: refused before any backend sees them (2.1) ----------------------------------
ED_P, ED_L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
ED_SMALL = {0, 1, ED_P - 1} | {
    int.from_bytes(bytes.fromhex(h), "little")
    for h in (
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
}


def point_ok(b):  # a public key, or the R of a signature
    y = int.from_bytes(b, "little") & (2**255 - 1)
    return len(b) == 32 and y < ED_P and y not in ED_SMALL


def sig_form_ok(sig):
    return len(sig) == 64 and point_ok(sig[:32]) and int.from_bytes(sig[32:], "little") < ED_L


def join_message(pk, params, seat, nonce, name):
    return T("seat-join-request") + pk + H(params) + u8(seat) + nonce + LV(name.encode("utf-8"))


def login_message(pk, tid, ref_pk, challenge, spki_hash):  # spki_hash = H(b"") on loopback without TLS
    return T("session-auth") + pk + tid + ref_pk + challenge + spki_hash


# --- tape on demand: only the nodes above blocks of 32 leaves are kept ----------------------------------
def tape_secret(prk, k):
    return MAC(prk, T("tape-secret") + u32(k) + b"\x01")


def tape_proof(
    tid, prk, k, upper, block=32
):  # upper: the roots of the blocks, in order; the last may be short (N in all)
    b, n = (k - 1) // block, upper["N"]
    ks = range(b * block + 1, min(n, (b + 1) * block) + 1)
    hs = [leaf(T("tape-leaf") + tid + u32(j) + tape_secret(prk, j)) for j in ks]
    return path((k - 1) % block, hs) + path(b, upper["roots"])


# --- time (2.12): all in ms; gaps = pauses and credits, disjoint, ascending -------------------------------
def free(t0, t1, gaps):
    return sum(max(0, min(t1, b) - max(t0, a)) for a, b in gaps)


def charge(bank, used, minimum, increment, fresh):  # used = t1 - t0 - free(t0, t1, gaps)
    return max(0, bank - max(0, used - minimum)) + (increment if fresh else 0)


def deadline(t0, bank, minimum, cap, clocked, gaps):
    t = t0 + (min(cap, minimum + bank) if clocked else cap)
    for a, b in gaps:
        if b > t0 and a < t:
            t += b - max(a, t0)
    return t
