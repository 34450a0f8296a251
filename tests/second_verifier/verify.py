"""A second verifier of `fairtable/1` records, written from SPEC.md alone; it knows no title's rules.

`python verify.py RECORD.ftr` prints one JSON line of verdicts (6.2). Exit 0: nothing failed and only what rests on the
rules was left unchecked. Exit 1: the bytes alone convict a key (class C). Exit 2: all else. It stops at the first
failure, because nothing built on a broken rule proves anything. Numbers in brackets name the sections of SPEC.md, in
whose order this file goes. Regrouping (2.16, step f) is not in here: a record that has it is reported as incomplete.
"""
# fmt: off -- one line for each formula, row and check, as in the text: the file is to be read in one sitting
# ruff: noqa: B020, D102, E401, E501, E701, E731, I001, N818, PTH123, RUF007, SIM115, SIM905, T201
import base64, hashlib, hmac, json, re, struct, sys, unicodedata, zlib
from collections import Counter, defaultdict
from types import SimpleNamespace as Fields
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
REFEREE = 0  # who is to blame: the referee, or a seat 1..6
class Fail(Exception):  # a check that did not hold: code, class (C convicts, D disputed), who is to blame (section 3)
    def __init__(self, code, klass="C", blame=(REFEREE,)):
        self.code, self.klass, self.blame = code, klass, blame
def need(ok, code):
    if not ok: raise Fail(code)

# ---- Arithmetic (Appendix A) -----------------------------------------------------------------------------------------
H = lambda b: hashlib.sha256(b).digest()
MAC = lambda key, message: hmac.digest(key, message, "sha256")
u8, u16, u32, u64 = (struct.Struct(f).pack for f in (">B", ">H", ">I", ">Q"))
LV = lambda b: u32(len(b)) + b
T = lambda name: u8(12 + len(name)) + b"fairtable/1 " + name.encode("ascii")
leaf = lambda data: H(b"\x00" + data)
node = lambda left, right: H(b"\x01" + left + right)
class Tree:  # an RFC 6962 tree that grows: sizes and roots of its complete subtrees, from left to right
    def __init__(self, leaf_hashes=()):
        self.edge = []
        for h in leaf_hashes: self.append(h)
    def append(self, leaf_hash):
        size, top = 1, leaf_hash
        while self.edge and self.edge[-1][0] == size: top, size = node(self.edge.pop()[1], top), size * 2
        self.edge.append((size, top))
        return self.root()
    def root(self):
        top = self.edge[-1][1] if self.edge else H(b"")
        for _, left in reversed(self.edge[:-1]): top = node(left, top)
        return top
def path(i, hs):  # the inclusion proof of leaf i in a tree of leaf hashes
    if len(hs) == 1: return []
    k = 1 << ((len(hs) - 1).bit_length() - 1)
    near, far, i = (hs[:k], hs[k:], i) if i < k else (hs[k:], hs[:k], i - k)
    return [*path(i, near), Tree(far).root()]
def root_from(h, i, n, proof):  # the root that an inclusion proof gives; None where index or length is wrong
    inner = (i ^ (n - 1)).bit_length()
    if not 0 <= i < n or len(proof) != inner + (i >> inner).bit_count(): return None
    for j, other in enumerate(proof): h = node(h, other) if j < inner and not i >> j & 1 else node(other, h)
    return h
table_id = lambda params, seats: H(T("table-id") + LV(params) + u8(len(seats)) + b"".join(a + b for a, b in seats))
log_leaf = lambda tid, i, kind, data: leaf(T("log-entry") + tid + u32(i) + u16(kind) + LV(data))
log_head = lambda tid, size, root, ms: T("log-head") + tid + u32(size) + root + u64(ms)
record_digest = lambda tid, size, root: H(T("record-digest") + tid + u32(size) + root)
link_below = lambda tid, pk, k, link: H(T("chain-link") + tid + pk + u32(k) + link)
tape_secret = lambda prk, k: MAC(prk, T("tape-secret") + u32(k) + b"\x01")  # here and below prk = MAC(table_id, R)
tape_leaf = lambda tid, k, s: leaf(T("tape-leaf") + tid + u32(k) + s)
blind_seed = lambda prk, seat: MAC(prk, T("blind-seed") + u8(seat) + b"\x01")
blind_commit = lambda tid, seat, seed: H(T("blind-commit") + tid + u8(seat) + seed)
card_salt = lambda prk, pos: MAC(prk, T("card-salt") + u16(pos))  # prk of the slot
handle = lambda deck, epoch, pos: u8(deck) + u16(epoch) + u16(pos)
card_leaf = lambda tid, place, card, salt: leaf(T("card-leaf") + tid + handle(*place) + u16(card) + salt)
blind_salts = lambda seed, n: tuple(MAC(seed, T("blind-salt-" + side) + u32(n)) for side in ("in", "out"))
blind_inner = lambda tid, place, salt: H(T("blind-inner") + tid + handle(*place) + salt)
blind_outer = lambda tid, seat, n, card, inner, salt: H(
    T("blind-outer") + tid + u8(seat) + u32(n) + u16(card) + inner + salt)
private = lambda tid, seat, i, kind, body: T("private") + tid + u8(seat) + u32(i) + u8(kind) + LV(body)
opening_digest = lambda message: H(T("opening") + LV(message))
peeked_content = lambda seat, cards: u8(seat) + u8(len(cards)) + b"".join(u32(n) + u16(c) + i + o for n, c, i, o in cards)
def drawn_content(place, size, cards):  # (card, salt, proof) from `place` on, in an epoch of `size` cards (2.6)
    longest, out = (size - 1).bit_length(), handle(*place) + u8(len(cards))
    for card, salt, proof in cards:
        out += u16(card) + salt + u8(len(proof)) + b"".join(proof) + bytes(32 * (longest - len(proof)))
    return out
slot_prk = lambda tid, k, purpose, s, links: MAC(  # the key of one slot (2.4); links: pairs of seat and link, ascending
    s, T("slot-context") + tid + u32(k) + u8(purpose) + u8(len(links)) + b"".join(u8(i) + c for i, c in links))
def uniform(prk):  # the function below(n) of a slot (2.4): uniform in 0..n-1, from the slot's stream of bytes
    stream = (b for i in range(2**64) for b in MAC(prk, T("draw-stream") + u64(i)))
    def below(n):
        width, x = 1 if n <= 256 else 2, 0 if n == 1 else 2**16
        while x >= 256**width // n * n: x = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
        return x % n
    return below
def shuffle(prk, items):
    a, below = sorted(items), uniform(prk)
    for i in range(len(a) - 1, 0, -1):
        j = below(i + 1)
        a[i], a[j] = a[j], a[i]
    return a
def dice(prk, count, sides):
    below = uniform(prk)
    return [below(sides) + 1 for _ in range(count)]

# ---- Keys and signatures (2.1) ---------------------------------------------------------------------------------------
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
SMALL = {0, 1, P - 1} | {int.from_bytes(bytes.fromhex(y), "little") for y in (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")}
def point_ok(b):  # whether these bytes may be a key or the R of a signature: canonical, not of small order
    y = int.from_bytes(b, "little") & (2**255 - 1)
    return len(b) == 32 and y < P and y not in SMALL
def sig_ok(pk, sig, message):
    formed = len(sig) == 64 and point_ok(sig[:32]) and int.from_bytes(sig[32:], "little") < L
    if not formed or not point_ok(pk): return False
    try: Ed25519PublicKey.from_public_bytes(pk).verify(sig, message)
    except (InvalidSignature, ValueError): return False
    return True

# ---- Messages: strict bytes (2.2) and payloads (2.17) ----------------------------------------------------------------
# Fields stand in the order of their numbers ("-" skips one); "|" means exactly one of them. A kind is a range
# (RANGES), bytes, bytes32, text or a message; "?" may be absent, "*" any number of them, "+" at least one, "<" a packed
# strictly ascending list (">" not empty), "~" any packed list.
SCHEMA = """Signed header:bytes payload:bytes sig:bytes / Option name:text value:text / Count card:card copies:pos / &
 Params version:u32 referee_pk:bytes32 spki_hash:bytes32 nonce:bytes32 game:text edition:bytes32 lists:DeckList*  &
 seats:pos n_slots:u32 dice_mode:one clock:Clock audit:one appeal_hours:u32 options:Option* chairs:Chair* hot_seat:bool  &
 colours:pos / Chair side:u32 colours:pos< / DeckList deck:u8 cards:Count* / Start agrees:Signed* / Join pk:bytes32 &
 nonce:bytes32 name:text sig:bytes seat:seat / Clock bank_s:u32 increment_s:u32 on_timeout:two stall_s:pos minimum_s:u32 &
 decision_s:pos link_s:pos result_s:u32  pause_s:u32 misses:u32 / SlotOpen first_k:pos contributors:seat~ &
 requests:Request+ / Genesis params:bytes params_sig:bytes joins:Join* commits:Signed* tape_root:bytes32? &
 blind_commits:bytes32* / Request | dice:Dice shuffle:Shuffle order:Order pick:Pick / Dice count:pos sides:sides / Order &
 items:u32> / Shuffle deck:u8 epoch:epoch n:u32 inputs:Input* scheme:one / Pick m:pos owner:u32 refs:pos< / Input | &
 range:Range refs:Refs bag:Bag / Range deck:u8 epoch:u16 first:u16 count:u32 / Refs seat:seat refs:pos< / Bag seat:seat &
 zone:bag count:u32 / SlotEnd first_k:u32 links:bytes32* results:Result+ waits:u32~ / Result | shown:Shown sealed:Sealed &
 / Shown s:bytes32 proof:bytes32* outputs:u32~ / Sealed root:bytes32 / Draw deck:u8 epoch:u16 first:u16 count:pos &
 seat:seat zone:bag digest:bytes32? / Forced cards:Opening+ / Peek viewer:seat owner:seat refs:pos> digest:bytes32 / &
 Opening seat:seat ref:pos card:card inner:bytes32 salt:bytes32 / Timeout seat:seat deadline_ms:u64 counter:u32 &
 rule:text kind:two first_k:u32 action:text state:bytes32? / Notice kind:text text:text from_ms:u64 to_ms:u64 / Act &
 msg:Signed state:bytes32 received_ms:u64 / Say msg:Signed - received_ms:u64 / Vote msg:Signed / GameOver result:text &
 state:bytes32 cause:text seats:seat< / FinalReveal tape_seed:bytes32 pages:u32 / FinalPage seat:seat first_ref:pos &
 handles:bytes / Step action:text cards:CardAct* / Draft steps:Step+ first_ref:u32 / CardAct | place:Place show:Show &
 reveal:Reveal regroup:bytes point:Point / Place from_zone:bag to_zone:u16 outer:bytes32 / Show from_zone:bag &
 to_zone:u16 card:card inner:bytes32 / Reveal ref:pos card:card inner:bytes32 salt:bytes32 / Point owner:seat refs:pos> &
 to_zone:u16 / Agree / Commit anchor:bytes32 / Resign stop:bool / Pause on:bool / ResultVote game_over_leaf:bytes32 &
 agree:bool reason:text / AuditVerdict record_digest:bytes32 verdict:three failures:text* not_checked:text*"""
RANGES = {"u32": (0, 2**32 - 1), "u64": (0, 2**64 - 1), "bool": (0, 1), "pos": (1, 2**32 - 1), "one": (1, 1), "two": (1, 2),
          "three": (1, 3), "seat": (1, 6), "u8": (0, 255), "u16": (0, 65535), "bag": (0, 255), "epoch": (1, 65535),
          "card": (1, 65535), "sides": (1, 65536)}
LARGEST = {"Params.seats": 6, "Params.colours": 6, "Params.options": 64, "Params.lists": 16, "Params.n_slots": 16384,
           "SlotOpen.contributors": 6, "SlotOpen.requests": 16, "Dice.count": 64, "Shuffle.n": 512, "Draw.count": 16,
           "FinalPage.handles": 30000}
ENTRY = dict(enumerate("? Genesis Start SlotOpen SlotEnd Draw Peek Forced Timeout Notice Act ? ? Vote Vote Say Say ? ? "
                       "? GameOver FinalReveal FinalPage".split()))  # by number of the entry
SPOKEN = {10: "Draft", 11: "Agree", 12: "Commit", 13: "ResultVote", 14: "AuditVerdict", 15: "Resign", 16: "Pause"}
MESSAGES = {}
for _name, *_fields in (line.split() for line in SCHEMA.replace("&\n", "").split(" / ")):
    _split = [re.fullmatch(r"(\w+):(\w+)([?*+<>~]?)", f) for f in _fields if f != "|"]
    MESSAGES[_name] = {i: (*f.groups(), "|" in _fields) for i, f in enumerate(_split, 1) if f}
ascending = lambda values: all(a < b for a, b in zip(values, values[1:], strict=False))
acts_of = lambda draft: [member(act)[1:] for step in draft.steps for act in step.cards]
made_in = lambda draft: sum(field in ("place", "show", "regroup") for field, _ in acts_of(draft))
WITHIN = {  # what the fields of a message must be to each other
    "Pick": lambda m: (len(m.refs) == m.m and 1 <= m.owner <= 6) if m.refs else not m.owner,
    "SlotEnd": lambda m: len(m.waits) == len(m.links), "Draw": lambda m: bool(m.digest) == (m.epoch > 0),
    "Point": lambda m: not 0 < m.to_zone < 256, "Draft": lambda m: not m.first_ref or made_in(m),
    "Timeout": lambda m: (m.kind == 2) == (m.first_k > 0) and bool(m.action) == bool(m.state) == (m.rule == "answer")
    and m.rule in ("loss", "answer"),
    "Notice": lambda m: m.kind in "credit restored certificate reconnect info".split()
    and (m.kind == "credit" or not (m.from_ms or m.to_ms)),
    "GameOver": lambda m: m.cause in ("rules", "resign", "time", "abandon", "exhausted"),
    "FinalPage": lambda m: m.handles and len(m.handles) % 5 == 0,
    "Option": lambda m: re.fullmatch("[a-z0-9-]+", m.name), "DeckList": lambda m: ascending([c.card for c in m.cards]),
    "Params": lambda m: 2 <= m.seats == len(m.chairs) and m.n_slots >= 512 and ascending([d.deck for d in m.lists]),
}
def varint(data, pos, bits):  # a number in its shortest form and in its range, and where it ends
    found = re.compile(rb"[\x80-\xff]{0,9}[\x00-\x7f]").match(data, pos)
    need(found and (found[0][-1] or len(found[0]) == 1), "ENC_NOT_STRICT")
    value = sum((byte & 127) << 7 * i for i, byte in enumerate(found[0]))
    need(value < 2**bits, "ENC_NOT_STRICT")
    return value, found.end()
def text(data):  # a string: UTF-8, NFC, at most 256 bytes, no control characters
    need(len(data) <= 256, "ENC_TOO_LARGE")
    value = data.decode("utf-8", "replace")
    controls = any(unicodedata.category(c) == "Cc" for c in value)
    need(value.encode() == data and unicodedata.is_normalized("NFC", value) and not controls, "ENC_NOT_STRICT")
    return value
def packed(data):
    parts = re.findall(rb"[\x80-\xff]*[\x00-\x7f]", data)
    need(b"".join(parts) == data, "ENC_NOT_STRICT")
    return [varint(part, 0, 32)[0] for part in parts]
def scan(name, data):  # a message by the wire rules of 2.2; `raw` keeps its exact bytes, `of` its name
    need(len(data) <= 32768, "ENC_TOO_LARGE")
    fields, pos, last, m = MESSAGES[name], 0, 0, Fields(raw=data, of=name)
    for field, kind, mark, alone in fields.values():
        absent = None if alone or kind in MESSAGES else {"text": "", "bytes": b"", "bytes32": b""}.get(kind, 0)
        setattr(m, field, [] if mark in {*"*+<>~"} else absent)
    while pos < len(data):
        tag, pos = varint(data, pos, 32)
        number = tag >> 3
        need(not number or number in fields, "ENC_UNKNOWN_FIELD")
        field, kind, mark, alone = fields.get(number, ("", "", "", False))
        numeric, repeats = kind in RANGES and mark not in {*"<>~"}, mark in {*"*+"}
        in_place = number + repeats > last and not (alone and last)
        need(number and tag & 7 == (0 if numeric else 2) and in_place, "ENC_NOT_STRICT")
        value, pos = varint(data, pos, {"bool": 1, "u64": 64}.get(kind, 32))
        if not numeric:
            chunk, pos = data[pos : pos + value], pos + value
            need(pos <= len(data), "ENC_NOT_STRICT")
            read = {"text": text, "bytes": bytes, "bytes32": bytes}.get(kind, packed)
            value = scan(kind, chunk) if kind in MESSAGES else read(chunk)
        need(repeats or value not in (0, b"", "", []), "ENC_NOT_STRICT")
        setattr(m, field, [*getattr(m, field), value] if repeats else value)
        last = number
    return m
def check(m):  # numbers, lengths and lists of a message as 2.17 and the limits of 2.2 have them
    for field, kind, mark, alone in MESSAGES[m.of].values():
        value, (low, high) = getattr(m, field), RANGES.get(kind, (0, 0))
        size = len(value) if isinstance(value, list | bytes) else value if kind in RANGES else 0
        need(size <= LARGEST.get(f"{m.of}.{field}", 2**64), "ENC_TOO_LARGE")
        values = value if isinstance(value, list) else [value] if value or not (mark == "?" or alone) else []
        need(None not in values and (values or mark not in {*"+>"}), "ENC_BAD_VALUE")
        need(mark not in {*"<>"} or ascending(values), "ENC_BAD_VALUE")
        for v in values:
            if kind in MESSAGES: check(v)
            else: need(low <= v <= high if kind in RANGES else kind != "bytes32" or len(v) == 32, "ENC_BAD_VALUE")
    need(m.of != "DeckList" or sum(c.copies for c in m.cards) <= 512, "ENC_TOO_LARGE")
    need(m.of != "Draft" or made_in(m) <= 256, "ENC_TOO_LARGE")
    need(m.of != "Params" or m.version == 1, "ENC_BAD_TYPE")
    need(m.of != "Params" or ascending([o.name.encode() for o in m.options]), "ENC_NOT_STRICT")
    one_of = any(alone for *_, alone in MESSAGES[m.of].values())
    need((member(m)[0] or not one_of) and WITHIN.get(m.of, lambda _: True)(m), "ENC_BAD_VALUE")
    return m
parse = lambda name, data: check(scan(name, data))
def member(m):  # number, name and value of the one field that is set; (0, "", None) without
    found = ((n, field, getattr(m, field)) for n, (field, *_) in MESSAGES[m.of].items())
    return next((f for f in found if f[2] is not None), (0, "", None))

# ---- Live checks: what the log says, entry by entry (2.3-2.12, 3.1) --------------------------------------------------
PHASE = {1: "N", 2: "S", 9: "PO", 13: "O", 14: "R", 21: "O", 22: "R"}  # all others: P
IN_A_SLOT, AFTER_LOSS = {4, 8, 9, 15, 16, 20}, {8, 9, 20}  # what may be logged while a slot is open, after a loss
BY_RULES = {1: ["GEN_RULES"], 3: ["SLOT_PURPOSE"], 5: ["DRAW_RECIPIENT"], 6: ["PEEK_NOT_DUE"], 7: ["BLIND_EARLY"],
            8: ["TIMEOUT_EARLY"], 10: ["HEAD_STALE", "DRAFT_BARRIER", "ACT_ILLEGAL", "STATE_MISMATCH", "TIME_UP"],
            20: ["FIN_RESULT", "STATE_MISMATCH"], 21: ["FIN_RULES", "FIN_CONSERVATION"]}  # what only the rules can say
epoch_of = lambda n, cards=(), root=None: Fields(n=n, cursor=0, closed=False, root=root, cards=cards)
class Table:  # what a stranger to the rules knows of a table: `add` and `head` take the log in, `feed` checks an entry
    phase, index, next_k, pending, unfinished, over, pages, doubled = "N", 0, 1, None, None, None, 0, False
    def __init__(self, genesis):
        self.genesis = g = parse("Genesis", genesis)
        self.params = p = parse("Params", g.params)
        need(point_ok(p.referee_pk), "KEY_WEAK")
        need(self.by_referee("sig-referee-params", LV(g.params), g.params_sig), "SIG_INVALID")
        self.tid = table_id(g.params, [(join.pk, join.nonce) for join in g.joins])
        self.done, self.by_rules, self.newest, self.bags, self.next_ref = (Counter() for _ in range(5))
        self.keys, self.links, self.refs, self.commitments, self.results, self.handles = ({} for _ in range(6))
        self.leaves, self.story, self.resigned, self.lost = ([] for _ in range(4))
        self.tree, self.roots, self.times = Tree(), [H(b"")], {0: 0}  # times: of the heads, by size
        self.said, self.refused, self.stopping = defaultdict(dict), set(), set()
        self.lists = {d.deck: [c.card for c in d.cards for _ in range(c.copies)] for d in p.lists}
        self.epochs = {(d, 0): epoch_of(len(x), cards=x) for d, x in self.lists.items()}
    def must(self, *checks, klass="C", blame=(REFEREE,)):  # conditions and codes in turn; the first to fail is the verdict
        for ok, code in zip(checks[::2], checks[1::2], strict=True):
            self.done[code] += 1
            if not ok: raise Fail(code, klass, blame)
    def by_referee(self, context, body, sig):
        return sig_ok(self.params.referee_pk, sig, T(context) + self.params.referee_pk + body)
    def add(self, kind, payload):  # hashes one entry into the tree; nothing in it counts before a head covers it
        self.leaves.append(log_leaf(self.tid, len(self.leaves), kind, payload))
        self.roots.append(self.tree.append(self.leaves[-1]))
    def head(self, h):  # a signed head (2.8): it covers all entries so far, or contradicts an earlier one
        self.index, covered, signed = len(self.leaves) - 1, max(self.times), log_head(self.tid, h.size, h.root, h.ms)
        self.must(self.by_referee("sig-referee-head", signed, h.sig), "SIG_INVALID", klass="D")
        self.must(h.size > covered or h.root == self.roots[h.size], "LOG_FORK")
        self.must(h.size > covered, "LOG_ROLLBACK", klass="C" if h.ms > self.times[covered] else "D")
        self.must(h.size == len(self.leaves), "LOG_GAP", h.root == self.roots[-1], "LOG_ROOT", klass="D")
        self.must(h.ms >= self.times[covered], "LOG_TIME")
        self.times[h.size] = h.ms
    def sure(self, i): return "C" if i + 1 in self.times else "D"  # is the head over entry i in the file, or left out?
    def feed(self, index, kind, payload, now):  # one entry that a verified head of time `now` covers
        self.index, self.now, p = index, now, self.pending
        self.must(ENTRY.get(kind, "?") != "?", "ENC_BAD_TYPE")
        m, spoken = parse(ENTRY[kind], payload), SPOKEN.get(kind)
        again = m.first_k == p.m.first_k if p and kind == 3 else kind == 4 and not p and m.first_k < self.next_k
        lost = self.phase == "P" and (self.resigned or self.lost)
        allowed = self.phase in PHASE.get(kind, "P") and (kind in IN_A_SLOT if p else kind != 4)
        seats = max(getattr(m, f, 1) for f in ("seat", "viewer", "owner"))
        self.must(not again, "SLOT_REOPENED", allowed and (not lost or kind in AFTER_LOSS), "LOG_PHASE",
                  seats <= self.params.seats or kind == 22, {5: "DRAW_RECIPIENT", 6: "PEEK_NOT_DUE"}.get(kind, "ENC_BAD_VALUE"))
        self.by_rules.update(BY_RULES.get(kind, ()))
        if p and kind in {8, 15}: p.ended = True
        what = self.message(m.msg, kind, m) if spoken else (m,)
        getattr(self, "on_" + (spoken or ENTRY[kind]).lower())(*what)
    def message(self, signed, kind, entry=None, seat=None):  # a seat's message (2.8): who, size seen, payload
        label, body = T("player-message"), signed.header + LV(signed.payload)
        self.must(len(signed.header) == len(label) + 107 and signed.header.startswith(label), "ENC_NOT_STRICT")
        pk, tid, who, counter, seen, root, typ = struct.unpack(">32s32sBII32sH", signed.header[len(label):])
        self.must(who in self.keys and seat in (None, who), "ENC_BAD_VALUE")
        here, said = (pk, tid, typ) == (self.keys[who], self.tid, kind), self.said[who]
        self.must(sig_ok(self.keys[who], signed.sig, body), "SIG_INVALID",
                  here, "SIG_WRONG_CONTEXT", said.get(counter) != body, "ACT_REPLAYED")
        self.must(counter not in said, "ACT_EQUIVOCATED", blame=(who,))
        self.must(counter > max(said, default=0), "ACT_COUNTER",
                  H(signed.raw) not in self.refused, "ACT_REFUSED_LOGGED",
                  seen <= self.index and root == self.roots[seen], "HEAD_FALSE")
        self.must(seen in self.times, "HEAD_FALSE", klass="D")  # or its head was left out of the file
        if hasattr(entry, "received_ms"): self.must(self.times[seen] <= entry.received_ms <= self.now, "TIME_RANGE")
        said[counter] = body
        return who, seen, parse(SPOKEN[kind], signed.payload)
    def on_genesis(self, m):
        n = self.params.seats
        self.must(len(m.joins) == len(m.commits) == len(m.blind_commits) == n and m.tape_root, "GEN_COMMIT_MISSING")
        for seat, join in enumerate(m.joins, 1):
            body = T("seat-join-request") + join.pk + H(m.params) + u8(seat) + join.nonce + LV(join.name.encode())
            self.must(join.seat == seat, "GEN_COMMIT_MISSING", point_ok(join.pk), "KEY_WEAK",
                      sig_ok(join.pk, join.sig, body), "SIG_INVALID")
        self.keys, self.phase = {join.seat: join.pk for join in m.joins}, "S"
        self.links = {seat: self.message(c, 12, seat=seat)[2].anchor for seat, c in enumerate(m.commits, 1)}
        unlike = len({*self.links.values()}) == len({join.nonce for join in m.joins}) == n
        self.must(len({*self.keys.values()}) == n, "KEY_DUPLICATE", unlike, "GEN_COMMIT_DUPLICATE")
    def on_start(self, m):
        self.must(len(m.agrees) == self.params.seats, "GEN_UNSIGNED")
        for seat, agree in enumerate(m.agrees, 1): self.must(self.message(agree, 11, seat=seat)[1] == 1, "GEN_UNSIGNED")
        self.phase = "P"
    # Slots and epochs (2.4, 2.5, 2.7)
    def on_slotopen(self, m):
        self.must(m.first_k <= self.next_k, "SLOT_SKIPPED", m.first_k == self.next_k, "SLOT_REOPENED",
                  m.first_k + len(m.requests) - 1 <= self.params.n_slots, "SLOT_SEQUENCE",
                  m.contributors == [*self.keys], "SLOT_CONTRIBUTORS")
        self.next_k += len(m.requests)
        taken = [self.requested(*member(request)[1:]) for request in m.requests]
        self.must(len({name for names in taken for name in names}) == sum(map(len, taken)), "DECK_SIZE")
        self.pending = Fields(m=m, taken=taken, index=self.index, time=self.now, owing=[], ended=False)
    def requested(self, field, m):  # checks a request; returns a name for each card that a shuffle takes (2.7)
        for n in m.refs if field == "pick" else (): self.closed(m.owner, n, "BLIND_REUSED")
        if field != "shuffle": return []
        self.must(m.deck in self.lists and m.epoch == self.newest[m.deck] + 1, "DECK_EPOCH")
        names = [name for one in m.inputs for name in self.taken(*member(one)[1:])]
        self.must(len(names) == m.n, "DECK_SIZE")
        self.by_rules["DECK_INPUTS"] += 1
        return names
    def taken(self, field, m):
        if field == "range":
            epoch = self.current(m)
            self.must(m.first == epoch.cursor, "DRAW_POSITION", m.first + m.count == epoch.n, "DECK_SIZE")
            return [("epoch", m.deck, m.epoch, pos) for pos in range(m.first, epoch.n)]
        if field == "bag":
            self.must(self.bags[m.seat, m.zone] == m.count, "HAND_COUNT")
            return [("bag", m.seat, m.zone, i) for i in range(m.count)]
        refs = [self.refs.get((m.seat, n)) for n in m.refs]
        self.must(all(refs), "BLIND_NOT_HELD", not any(ref and ref.used for ref in refs), "BLIND_REUSED")
        return [("ref", m.seat, n, 0) for n in m.refs]
    def current(self, m):  # the epoch that a DRAW or a range names: sealed, and not closed since
        epoch = self.epochs.get((m.deck, m.epoch)) or (None if m.epoch else epoch_of(0))
        stale = epoch and (epoch.closed or m.epoch != self.newest[m.deck])
        self.must(epoch, "DECK_SEAL_LATE", not stale, "DRAW_STALE_EPOCH")
        return epoch
    def on_slotend(self, m):
        p, links = self.pending, {k: [] for k in range(m.first_k, self.next_k)}
        self.must(m.first_k == p.m.first_k, "LOG_PHASE", len(m.links) == len(p.m.contributors), "SLOT_EARLY",
                  len(m.results) == len(p.m.requests), "ENC_BAD_VALUE")
        for seat, link in zip(p.m.contributors, m.links, strict=True):
            below, self.links[seat], known = link, link, self.links[seat]
            for k in reversed(links):
                links[k], below = [*links[k], (seat, below)], link_below(self.tid, self.keys[seat], k, below)
            self.must(below == known, "SLOT_LINK")
        self.must(p.time + max(m.waits) <= self.now, "TIME_RANGE", klass=self.sure(p.index))
        for k, request, result, names in zip(links, p.m.requests, m.results, p.taken, strict=True):
            purpose, field, asked = member(request)
            self.must((field == "shuffle") == (result.shown is None), "ENC_BAD_VALUE")
            if result.sealed: self.seal(k, asked, result.sealed.root, links[k], names)
            else: self.show(k, purpose, asked, result.shown, links[k])
        self.pending = None
    def show(self, k, purpose, asked, m, links):
        proven = root_from(tape_leaf(self.tid, k, m.s), k - 1, self.params.n_slots, m.proof)
        prk = slot_prk(self.tid, k, purpose, m.s, links)
        outputs = dice(prk, asked.count, asked.sides) if purpose == 1 else (
            shuffle(prk, asked.items) if purpose == 3 else [uniform(prk)(asked.m)])
        self.must(proven == self.genesis.tape_root, "SLOT_TAPE", m.outputs == outputs, "SLOT_OUTPUT")
    def seal(self, k, asked, root, links, names):
        for kind, a, b, _ in names:
            if kind == "epoch": self.epochs[a, b].closed = True
            elif kind == "bag": self.bags[a, b] = 0
            else: self.refs[a, b].used = True
        self.newest[asked.deck] = asked.epoch
        self.epochs[asked.deck, asked.epoch] = epoch = epoch_of(asked.n, root=root)
        self.story.append(("seal", self.index, k, asked, links, names, epoch))
    # Hidden cards (2.6)
    def on_draw(self, m):
        epoch = self.current(m)
        self.must(m.first == epoch.cursor and m.first + m.count <= epoch.n, "DRAW_POSITION")
        epoch.cursor, self.bags[m.seat, m.zone] = epoch.cursor + m.count, self.bags[m.seat, m.zone] + m.count
        self.story.append(("draw", self.index, m, epoch))
    def on_peek(self, m):
        self.must(m.viewer != m.owner, "PEEK_NOT_DUE")
        for n in m.refs: self.closed(m.owner, n, "BLIND_REUSED")
        self.story.append(("peek", self.index, m))
    def on_forced(self, m):
        for card in m.cards: self.reveal(card.seat, card, (REFEREE,))
    def closed(self, owner, n, code):  # the reference n of a seat, which must be live and closed
        ref = self.refs.get((owner, n))
        self.must(ref, "BLIND_NOT_HELD", not ref or not (ref.open or ref.used), code)
        return ref
    def reveal(self, seat, m, blame):
        ref = self.closed(seat, m.ref, "BLIND_REUSED")
        outer = blind_outer(self.tid, seat, m.ref, m.card, m.inner, m.salt)
        self.must(outer == ref.outer, "BLIND_IDENTITY", blame=blame)
        self.turn_up(ref, m.card)
        self.by_rules["REF_ORDER"] += 1  # which equal card leaves first depends on zones, and the rules move cards
    def turn_up(self, ref, card):  # no more of a type lie open in a colour's zones than the lists of its decks hold
        (seat, j), ref.open, ref.card = ref.place, True, card
        colours, colour = self.params.colours, [*self.params.chairs[seat - 1].colours, 0, 0, 0, 0][j]
        copies = sum(cards.count(card) for d, cards in self.lists.items() if not colour or d % colours == colour - 1)
        shown = sum(r.open and not r.used and (r.place, r.card) == (ref.place, card) for r in self.refs.values())
        self.must(shown <= copies, "BLIND_TYPE_COUNT")
    def on_draft(self, who, seen, draft):
        self.stopping.discard(who)
        self.must(not made_in(draft) or draft.first_ref == self.next_ref[who] + 1, "BLIND_REF_NO")
        for field, m in acts_of(draft):
            self.must(field != "regroup", "AUDIT_INCOMPLETE", klass="D")
            if field in ("place", "show"): self.lay(who, field, m)
            elif field == "reveal":  # the seat is to blame too if it had seen its own commitment in the log
                laid = self.refs.get((who, m.ref))
                self.reveal(who, m, (REFEREE, who) if laid and laid.index < seen else (REFEREE,))
            else:
                self.must(m.owner == who or (m.owner in self.keys and not m.to_zone), "ENC_BAD_VALUE")
                for n in m.refs: self.closed(m.owner, n, "BLIND_NOT_HELD")
    def lay(self, who, field, m):  # PLACE and SHOW: a card of a bag becomes a reference
        made, self.next_ref[who] = m.outer if field == "place" else m.inner, self.next_ref[who] + 1
        self.must(256 <= m.to_zone < 256 + 4 * 4096, "ENC_BAD_VALUE", self.bags[who, m.from_zone] > 0, "HAND_COUNT",
                  made not in self.commitments, "BLIND_REUSED")
        self.bags[who, m.from_zone], self.commitments[made] = self.bags[who, m.from_zone] - 1, self.index
        outer, place = made if field == "place" else None, (who, (m.to_zone - 256) // 4096)
        ref = self.refs[who, self.next_ref[who]] = Fields(
            index=self.index, place=place, outer=outer, open=False, used=False, card=0)
        self.story.append(("lay", self.index, who, self.next_ref[who], m, outer))
        if field == "show": self.turn_up(ref, m.card)
    # Time and the end (2.10, 2.12)
    def on_timeout(self, m):
        clock, p = self.params.clock, self.pending
        owed = m.kind == 1 or (p and m.first_k == p.m.first_k)
        self.must(owed and m.deadline_ms <= self.now and m.counter == max(self.said[m.seat]), "TIMEOUT_EARLY",
                  m.kind == 1 or m.rule == "loss", "TIMEOUT_ANSWER")
        if m.kind == 2:  # the bank rests on the rules; what no bank can shorten is checked
            least = min(clock.link_s, clock.minimum_s) if clock.bank_s or clock.minimum_s else clock.link_s
            self.must(p.time + 1000 * least <= m.deadline_ms, "TIMEOUT_EARLY", klass=self.sure(p.index))
            p.owing.append(m.seat)
        if m.rule == "loss": self.lost.append(m.seat)
        else: self.by_rules.update(["TIMEOUT_ANSWER", "STATE_MISMATCH"])
    def on_notice(self, m):
        self.must(m.kind != "credit" or m.from_ms <= m.to_ms <= self.now, "TIME_RANGE")
        before = max(ms for size, ms in self.times.items() if size <= self.index)
        self.must(m.kind != "credit" or before <= m.from_ms, "TIME_RANGE", klass=self.sure(self.index - 1))
    def on_resign(self, who, _, m):
        self.stopping.add(who) if m.stop else self.resigned.append(who)
    def on_pause(self, *_): pass  # whose clock it stopped rests on the rules
    def on_gameover(self, m):
        agreed = m.cause == "abandon" and m.seats == [*self.keys] and self.stopping >= {*self.keys}
        fits = {"resign": m.seats == sorted(self.resigned) != [], "time": m.seats == sorted(self.lost) != []}
        quiet = m.cause != "abandon" or (not (self.resigned or self.lost) and (not m.seats or agreed))
        self.must(fits.get(m.cause, quiet), "END_CAUSE", not self.pending or self.pending.ended, "LOG_PHASE")
        self.by_rules["END_CAUSE"] += m.cause in ("rules", "exhausted")
        self.unfinished, self.pending = self.pending, None
        self.over, self.over_at, self.over_ms, self.phase = m, self.index, self.now, "O"
    def on_resultvote(self, who, _, m):
        self.must(m.game_over_leaf == self.leaves[self.over_at], "ENC_BAD_VALUE")
        self.results[who] = m.agree
    def on_finalreveal(self, m):
        wait = 3600 * self.params.appeal_hours or (len(self.results) < len(self.keys)) * self.params.clock.result_s
        self.must(self.now >= self.over_ms + 1000 * wait, "FIN_EARLY", klass=self.sure(self.over_at))
        self.R, self.pages, self.phase, self.revealed, self.ended_at = m.tape_seed, m.pages, "R", self.index, self.index + 1
    def on_finalpage(self, m):
        self.must(self.pages > 0, "LOG_PHASE")
        self.pages, self.ended_at = self.pages - 1, self.index + 1
        places = {(m.seat, m.first_ref + i): place for i, place in enumerate(struct.iter_unpack(">BHH", m.handles))}
        self.handles, self.doubled = self.handles | places, self.doubled or bool(places.keys() & self.handles.keys())
    def on_auditverdict(self, _who, _seen, m):
        self.must(self.pages == 0, "LOG_PHASE", m.record_digest == self.digest(), "ENC_BAD_VALUE")
    def digest(self):
        size = self.ended_at if self.phase == "R" else len(self.leaves)
        return record_digest(self.tid, size, self.roots[size])
    def disclosed(self, line):  # a private message in a seat's own export must be what the log commits to (2.6)
        label = T("private") + self.tid
        seat, index, kind, size = struct.unpack_from(">BIBI", line.p, len(label))
        formed = line.p.startswith(label) and seat == line.seat in self.keys and size == len(line.p) - len(label) - 10
        self.must(formed and self.by_referee("sig-referee-private", line.p, line.sig), "SIG_INVALID", klass="D")
        told = [m.digest for what, i, m, *_ in self.story if (i, what) in ((index, "draw"), (index, "peek"))]
        seed_ok = kind != 1 or blind_commit(self.tid, seat, line.p[-32:]) == self.genesis.blind_commits[seat - 1]
        logged = kind in (2, 3) and index < len(self.leaves)  # beyond a cut log it does not convict
        self.must(seed_ok, "PRIV_SEED", not logged or told == [opening_digest(line.p)], "OPEN_DIGEST")

    # ---- End audit (3.2): what R and the pages open ------------------------------------------------------------------
    def final(self):
        self.must(self.pages == 0, "FIN_TRUNCATED", klass="D")
        self.index, self.prk, slots = self.revealed, MAC(self.tid, self.R), range(1, self.params.n_slots + 1)
        tape = Tree(tape_leaf(self.tid, k, tape_secret(self.prk, k)) for k in slots)
        self.must(tape.root() == self.genesis.tape_root, "FIN_TAPE_ROOT")
        self.seeds = {seat: blind_seed(self.prk, seat) for seat in self.keys}
        for seat, committed in enumerate(self.genesis.blind_commits, 1):
            self.must(blind_commit(self.tid, seat, self.seeds[seat]) == committed, "FIN_BLIND_SEED")
        self.must(self.handles.keys() == self.refs.keys() and not self.doubled, "FIN_BLIND_UNOPENED")
        self.held = defaultdict(set)
        for kind, self.index, *what in self.story: getattr(self, "end_" + kind)(*what)
    def card_at(self, place):
        epoch = self.epochs.get(place[:2])
        self.must(epoch and place[2] < len(epoch.cards), "FIN_BLIND_UNOPENED")
        return epoch.cards[place[2]]
    def place_of(self, kind, a, b, pos):  # where a card that a shuffle took had been drawn or had lain
        return (a, b, pos) if kind == "epoch" else self.held[a, b].pop() if kind == "bag" else self.handles[a, b]
    def end_seal(self, k, asked, links, names, epoch):
        prk = slot_prk(self.tid, k, 2, tape_secret(self.prk, k), links)
        epoch.cards = shuffle(prk, [self.card_at(self.place_of(*name)) for name in names])
        epoch.salts, deck = [card_salt(prk, pos) for pos in range(epoch.n)], (asked.deck, asked.epoch)
        epoch.leaves = [card_leaf(self.tid, (*deck, pos), epoch.cards[pos], epoch.salts[pos]) for pos in range(epoch.n)]
        self.must(Tree(epoch.leaves).root() == epoch.root, "FIN_DECK_ROOT")
    def end_draw(self, m, epoch):
        span = range(m.first, m.first + m.count)
        self.held[m.seat, m.zone] |= {(m.deck, m.epoch, pos) for pos in span}
        if m.epoch:
            cards = [(epoch.cards[pos], epoch.salts[pos], path(pos, epoch.leaves)) for pos in span]
            self.told(m.seat, 2, drawn_content((m.deck, m.epoch, m.first), epoch.n, cards), m.digest)
    def end_peek(self, m):
        self.told(m.viewer, 3, peeked_content(m.owner, [(n, *self.opening(m.owner, n)) for n in m.refs]), m.digest)
    def told(self, seat, kind, content, digest):  # the digest of a private message, recomputed
        self.must(opening_digest(private(self.tid, seat, self.index, kind, content)) == digest, "FIN_OPENING")
    def opening(self, seat, n):  # card, inner and outer salt of a reference, from its handle and the seat's blind seed
        place, (salt_in, salt_out) = self.handles[seat, n], blind_salts(self.seeds[seat], n)
        return self.card_at(place), blind_inner(self.tid, place, salt_in), salt_out
    def end_lay(self, seat, n, m, outer):
        (card, inner, salt), place, held = self.opening(seat, n), self.handles[seat, n], self.held[seat, m.from_zone]
        again = blind_outer(self.tid, seat, n, card, inner, salt)
        self.must(again == outer if outer else inner == m.inner, "FIN_BLIND_UNOPENED")
        owned = place in held and place == min(p for p in held if self.card_at(p) == card)  # of equal cards the lowest
        self.must(owned and (outer or card == m.card), "FIN_HAND", blame=(REFEREE, seat))
        held.remove(place)

# ---- Record files (6.2) ----------------------------------------------------------------------------------------------
LINES = {"first": "ftr:n table:x created:s tool:s", "e": "k:s i:n t:n p:b view:v", "h": "k:s size:n root:x ms:n sig:b",
         "refusal": "k:s seat:n counter:n h:x code:s sig:b", "priv": "k:s seat:n p:b sig:b",
         "end": "k:s lines:n log_root:x digest:x"}
def refuse(what): raise ValueError(f"not a record: {what}")
def exact(kind, value):  # one field of a line, in the only spelling that 6.2 allows
    if kind == "n" and type(value) is int and 0 <= value < 2**53: return value
    if type(value) is {"s": str, "v": dict}.get(kind): return value
    if kind == "x" and re.fullmatch("[0-9a-f]{64}", value): return bytes.fromhex(value)
    data = base64.b64decode(value, validate=True) if kind == "b" else None
    return data if data is not None and base64.b64encode(data).decode() == value else refuse("the form of a field")
def read_line(raw):
    once = lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else refuse("a key stands twice")
    line = json.loads(raw, object_pairs_hook=once, parse_float=refuse, parse_constant=refuse)
    form = dict(f.split(":") for f in LINES[line.get("k", "first")].split())
    if len(raw) > 65536 or not {*form} - {"view"} <= {*line} <= {*form}: refuse("the keys of a line")
    return Fields(**{"k": "first"} | {key: exact(form[key], value) for key, value in line.items()})
def read_record(file):  # the first line and the others of a record, plain or gzip, each checked for its form
    data = open(file, "rb").read()
    data = zlib.decompressobj(31).decompress(data, 2**28) if data[:2] == b"\x1f\x8b" else data
    first, *lines = [read_line(raw) for raw in data.decode().removesuffix("\n").split("\n")]
    if [first.k, lines[0].k, first.ftr] != ["first", "e", 1] or "first" in [x.k for x in lines]: refuse("how it begins")
    return first, lines
def replay(table, first, lines):  # batch by batch: first a head, then the entries that it covers
    table.must(first.table == table.tid, "GEN_TABLE_ID", klass="D")  # the first line is not signed
    for r in (line for line in lines if line.k == "refusal"):
        said = table.tid + u8(r.seat) + u32(r.counter) + r.h + LV(r.code.encode())
        table.must(table.by_referee("sig-referee-refusal", said, r.sig), "SIG_INVALID", klass="D")
        table.refused.add(r.h)
    batch = []
    for line in lines:
        if line.k == "e":
            table.must(line.i == len(table.leaves), "LOG_GAP", klass="D")
            table.add(line.t, line.p)
            batch.append((line.i, line.t, line.p))
        elif line.k == "h":
            table.head(line)
            for entry in batch: table.feed(*entry, line.ms)
            batch = []
    for line in (line for line in lines if line.k == "priv"): table.disclosed(line)
    end = lines[-1]
    whole = end.k == "end" and not batch and (end.lines, end.log_root) == (len(lines) + 1, table.roots[-1])
    table.must(whole and end.digest == table.digest(), "FIN_TRUNCATED", table.phase != "O", "FIN_MISSING", klass="D")
    if table.phase == "R": table.final()

# ---- Report (6.2) ----------------------------------------------------------------------------------------------------
def verify(file):  # the report on a record, and the exit code; never raises for what a file says
    table = fail = None
    try:
        first, lines = read_record(file)
        need(lines[0].t == 1, "LOG_PHASE")
        table = Table(lines[0].p)
        replay(table, first, lines)
    except Fail as found: fail = found if table else Fail(found.code, "D")  # no signed parameters convict nobody
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, struct.error, zlib.error):
        fail = Fail("AUDIT_INCOMPLETE", "D")
    if table: return report(table, fail)
    return {"verdict": "FAIL", "failures": [{"code": fail.code, "class": "D", "entry": 0, "key": None}]}, 2
def report(t, fail):  # the object of 6.2, and 0 if only the rules are left to check, 1 if a key is convicted, 2 else
    names = {REFEREE: t.params.referee_pk, **t.keys} if fail and fail.klass == "C" else {}
    failures = [{"code": fail.code, "class": fail.klass, "entry": t.index, "key": names[who].hex() if names else None}
                for who in (fail.blame if fail else ())]
    skipped = [{"code": code, "reason": "rules", "n": n} for code, n in sorted(t.by_rules.items()) if n]
    unread = [{"code": "FIN_TAPE_ROOT", "reason": "no reveal", "n": 1}] if t.phase != "R" else []
    return {"verdict": "FAIL" if fail else "INCOMPLETE", "failures": failures, "not_checked": skipped + unread,
            "ended": t.over and {"cause": t.over.cause, "seats": t.over.seats, "entry": t.over_at, "result": t.over.result},
            "unfinished": [{"first_k": slot.m.first_k, "requests": [member(r)[1] for r in slot.m.requests],
                            "seats": slot.owing, "cause": t.over.cause} for slot in filter(None, [t.unfinished])],
            "unsigned": [seat for seat in t.keys if t.over and seat not in t.results], "executed": {**t.done},
            "disputing": [seat for seat, yes in t.results.items() if not yes]}, 1 if names else 2 if fail or unread else 0

if __name__ == "__main__":
    line, code = verify(sys.argv[1])
    print(json.dumps(line, separators=(",", ":")))
    sys.exit(code)
