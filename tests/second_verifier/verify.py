"""A second verifier of `fairtable/1` records (.ftr) and evidence files (.fte), written from SPEC.md alone; it knows no rules.

`python verify.py FILE` prints one JSON line of verdicts (6.2). Exit 0: nothing failed and only what rests on the rules was left
unchecked. Exit 1: the bytes alone convict a key (class C). Exit 2: all else. It stops at the first failure, because nothing
built on a broken rule proves anything. Numbers in brackets name the sections of SPEC.md, in whose order this file goes.
"""
# ruff: noqa: B020, PLW2901, D102, E401, E501, E701, E731, I001, N818, PTH123, RUF007, SIM115, SIM905, T201
import base64, functools, gzip, hashlib, hmac, itertools, json, re, struct, sys, unicodedata, zlib
from collections import Counter, defaultdict
from types import SimpleNamespace as Fields
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
REFEREE, RULES = 0, "r"  # who is to blame: the referee, or a seat 1..6; the condition of a check that rests on the rules
class Fail(Exception):  # a check that did not hold: code, class (C convicts, D disputed), who is to blame (section 3)
    def __init__(self, code, klass="C", blame=(REFEREE,), says=""): self.code, self.klass, self.blame, self.says = code, klass, blame, says
def need(*checks, blame=(REFEREE,)):  # conditions and codes in turn (with D, if so); the first to fail is the verdict
    for ok, code in zip(checks[::2], checks[1::2], strict=True):
        if not ok: raise Fail(*code.split(), blame=blame)
# ---- Arithmetic (Appendix A) -----------------------------------------------------------------------------------------
H, MAC = lambda b: hashlib.sha256(b).digest(), lambda key, message: hmac.digest(key, message, "sha256")
u8, u16, u32, u64 = (struct.Struct(f).pack for f in (">B", ">H", ">I", ">Q"))
LV, T = lambda b: u32(len(b)) + b, lambda name: u8(12 + len(name)) + b"fairtable/1 " + name.encode("ascii")
leaf, node = lambda data: H(b"\x00" + data), lambda left, right: H(b"\x01" + left + right)
def grow(edge, top, size=1):  # one leaf more in an RFC 6962 tree, of which `edge` has the complete subtrees: sizes and roots
    while edge and edge[-1][0] == size: edge, top, size = edge[:-1], node(edge[-1][1], top), size * 2
    return [*edge, (size, top)]
root_of = lambda edge: functools.reduce(lambda top, left: node(left[1], top), edge[-2::-1], edge[-1][1]) if edge else H(b"")
tree_root = lambda leaf_hashes: root_of(functools.reduce(grow, leaf_hashes, []))
def path(i, hs):  # the inclusion proof of leaf i in a tree of leaf hashes
    near, far, i = (hs[:k], hs[k:], i) if i < (k := 1 << max(1, len(hs) - 1).bit_length() - 1) else (hs[k:], hs[:k], i - k)
    return [*path(i, near), tree_root(far)] if far else []
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
blind_outer = lambda tid, seat, n, card, inner, salt: H(T("blind-outer") + tid + u8(seat) + u32(n) + u16(card) + inner + salt)
private = lambda tid, seat, i, kind, body: T("private") + tid + u8(seat) + u32(i) + u8(kind) + LV(body)
regroup_tag = lambda seed, first, place: MAC(seed, T("regroup-order") + u32(first) + handle(*place))
opening_digest = lambda message: H(T("opening") + LV(message))
peeked_content = lambda seat, cards: u8(seat) + u8(len(cards)) + b"".join(u32(n) + u16(c) + i + o for n, c, i, o in cards)
drawn_content = lambda place, size, cards: handle(*place) + u8(len(cards)) + b"".join(u16(card) + salt + u8(len(proof)) + b"".join(
    proof) + bytes(32 * ((size - 1).bit_length() - len(proof))) for card, salt, proof in cards)  # of the cards from `place` on
slot_prk = lambda tid, k, purpose, s, links: MAC(  # the key of one slot (2.4); links: pairs of seat and link, ascending
    s, T("slot-context") + tid + u32(k) + u8(purpose) + u8(len(links)) + b"".join(u8(i) + c for i, c in links))
def uniform(prk, ns):  # for each n of a slot (2.4) in turn a uniform number in 0..n-1, from the slot's stream of bytes
    stream = (b for i in range(2**64) for b in MAC(prk, T("draw-stream") + u64(i)))
    for n in ns:
        width, x = 1 if n <= 256 else 2, 0 if n == 1 else 2**16
        while x >= 256**width // n * n: x = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
        yield x % n
def shuffle(prk, items):
    a, last = sorted(items), len(items) - 1
    for i, j in zip(range(last, 0, -1), uniform(prk, range(last + 1, 1, -1)), strict=True): a[i], a[j] = a[j], a[i]
    return a
dice = lambda prk, count, sides: [1 + x for x in uniform(prk, [sides] * count)]
OUTPUTS = {1: lambda prk, m: dice(prk, m.count, m.sides), 3: lambda prk, m: shuffle(prk, m.items),
           4: lambda prk, m: [*uniform(prk, [m.m])]}  # of what is shown at once: dice, order, pick
def deadline(start, bank, minimum, cap, clocked, gaps):  # when something owed from `start` on is due (2.12), in ms
    due = start + (min(cap, minimum + bank) if clocked else cap)
    for a, b in gaps: due, start = (due + b - max(a, start), b) if b > start and a < due else (due, start)
    return due
# ---- Keys and signatures (2.1) ---------------------------------------------------------------------------------------
P, L, little = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, lambda b: int.from_bytes(b, "little")
SMALL = {0, 1, P - 1, *(little(bytes.fromhex(y)) for y in ("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                                                           "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"))}
point_ok = lambda b: len(b) == 32 and (y := little(b) & (2**255 - 1)) < P and y not in SMALL  # a key, or R
def sig_ok(pk, sig, message):
    if len(sig) != 64 or little(sig[32:]) >= L or not (point_ok(sig[:32]) and point_ok(pk)): return False
    try: return Ed25519PublicKey.from_public_bytes(pk).verify(sig, message) is None
    except (InvalidSignature, ValueError): return False
# ---- Messages: strict bytes (2.2) and payloads (2.17) ----------------------------------------------------------------
# Fields by number ("-" skips one, "|": exactly one of them). A kind is a range (RANGES, u32 if none), bytes, b32, text or a message;
# "?" may be absent, "*" any number, "+" at least one, "<" packed and strictly ascending (">" not empty), "~" packed; "@" is the most.
SCHEMA = """Signed header:bytes payload:bytes sig:bytes / Option name:text value:text / Count card:card copies:pos / Params version &
referee_pk:b32 spki_hash:b32 nonce:b32 game:text edition:b32 lists:DeckList*@16 seats:pos@6 n_slots@16384 dice_mode:one clock:Clock &
audit:one appeal_hours options:Option*@64 chairs:Chair* hot_seat:bool colours:pos@6 / Chair side colours:pos< / DeckList deck:u8 &
cards:Count* / Start agrees:Signed* / Join pk:b32 nonce:b32 name:text sig:bytes seat:seat / Clock bank_s increment_s on_timeout:two &
stall_s:pos minimum_s decision_s:pos link_s:pos result_s pause_s misses / SlotOpen first_k contributors:seat~@6 requests:Request+@16 / &
Genesis params:bytes params_sig:bytes joins:Join* commits:Signed* tape_root:b32? blind_commits:b32* / Request | dice:Dice &
shuffle:Shuffle order:Order pick:Pick / Dice count:pos@64 sides:sides / Order items> / Shuffle deck:u8 epoch:card n@512 inputs:Input* &
scheme:one / Pick m:sides owner refs:pos< / Input | range:Range refs:Refs bag:Bag / Range deck:u8 epoch:u16 first:u16 count / Refs &
seat:seat refs:pos< / Bag seat:seat zone:bag count / SlotEnd first_k links:b32* results:Result+ waits~ / Result | shown:Shown &
sealed:Sealed / Shown s:b32 proof:b32* outputs~ / Sealed root:b32 / Draw deck:u8 epoch:u16 first:u16 count:pos@16 seat:seat zone:bag &
digest:b32? / Forced cards:Opening+ / Peek viewer:seat owner:seat refs:pos>@255 digest:b32 / Opening seat:seat ref:pos card:card &
inner:b32 salt:b32 / Timeout seat:seat deadline_ms:u64 counter rule:text kind:two first_k action:text state:b32? / Notice kind:text &
text:text from_ms:u64 to_ms:u64 / Act msg:Signed state:b32 received_ms:u64 / Say msg:Signed - received_ms:u64 / Vote msg:Signed / &
GameOver result:text state:b32 cause:text seats:seat< / FinalReveal tape_seed:b32 pages / FinalPage seat:seat first_ref:pos &
handles:bytes@30000 / Step action:text cards:CardAct* / Draft steps:Step+ first_ref / CardAct | place:Place show:Show reveal:Reveal &
regroup:Regroup point:Point / Regroup takes:Take* puts:Put* flows:Flow* / Take zone:u16 cards:pos~ count / Put zone:u16 cards:b32* &
count / Flow origin:u16 target:u16 n / Place from_zone:bag to_zone:laid outer:b32 / Show from_zone:bag to_zone:laid card:card &
inner:b32 / Reveal ref:pos card:card inner:b32 salt:b32 / Point owner:seat refs:pos> to_zone:u16 / Agree / Commit anchor:b32 / Resign &
stop:bool / Pause on:bool / ResultVote game_over_leaf:b32 agree:bool reason:text / AuditVerdict record_digest:b32 verdict:three &
failures:text* not_checked:text*"""
RANGES = {f"u{n}": (0, 2**n - 1) for n in (8, 16, 32, 64)} | {"bool": (0, 1), "one": (1, 1), "two": (1, 2), "three": (1, 3),
          "seat": (1, 6), "bag": (0, 255), "laid": (256, 16639), "pos": (1, 2**32 - 1), "sides": (1, 65536), "card": (1, 65535)}
ENTRY = dict(enumerate("? Genesis Start SlotOpen SlotEnd Draw Peek Forced Timeout Notice Act ? ? Vote Vote Say Say ? ? "
                       "? GameOver FinalReveal FinalPage".split()))  # by number of the entry
SPOKEN = {10: "Draft", 11: "Agree", 12: "Commit", 13: "ResultVote", 14: "AuditVerdict", 15: "Resign", 16: "Pause"}
MESSAGES, BLANK = {}, {"text": "", "bytes": b"", "b32": b""}
for _name, *_fields in (line.split() for line in SCHEMA.replace("&\n", "").split(" / ")):
    _split = [re.fullmatch(r"(\w+):?(\w*)([?*+<>~]?)@?(\d*)", f) for f in _fields if f != "|"]
    MESSAGES[_name] = {i: (f[1], f[2] or "u32", f[3], "|" in _fields, int(f[4] or 2**64)) for i, f in enumerate(_split, 1) if f}
ascending = lambda values: all(a < b for a, b in zip(values, values[1:], strict=False))
member = lambda m: getattr(m, "one", (0, "", None))  # number, name and value of the one field that is set
acts_of = lambda draft: [member(act)[1:] for step in draft.steps for act in step.cards]
made_in = lambda draft: sum(sum(len(p.cards) for p in m.puts) if f == "regroup" else f in ("place", "show") for f, m in acts_of(draft))
WITHIN = {"Pick": lambda m: (len(m.refs) == m.m and 1 <= m.owner <= 6) if m.refs else not m.owner,  # what fields must be to each other
    "Draw": lambda m: bool(m.digest) == (m.epoch > 0), "Draft": lambda m: not m.first_ref or made_in(m),
    "Point": lambda m: not m.to_zone or 256 <= m.to_zone < 16640, "FinalPage": lambda m: m.handles and len(m.handles) % 5 == 0,
    "Timeout": lambda m: (m.kind == 2) == (m.first_k > 0) and (m.rule, m.action > "", m.state > b"") in {("loss", 0, 0), ("answer", 1, 1)},
    "Notice": lambda m: m.kind == "credit" or (not m.from_ms | m.to_ms and m.kind in ("restored", "certificate", "reconnect", "info")),
    "GameOver": lambda m: m.cause in ("rules", "resign", "time", "abandon", "exhausted"),
    "Option": lambda m: re.fullmatch("[a-z0-9-]+", m.name), "DeckList": lambda m: ascending([c.card for c in m.cards]),
    "Params": lambda m: 2 <= m.seats == len(m.chairs) and m.n_slots >= 512 and ascending([d.deck for d in m.lists])}
def varint(data, pos, bits):  # a number in its shortest form and in its range, and where it ends
    found = re.compile(rb"[\x80-\xff]{0,9}[\x00-\x7f]").match(data, pos)
    value = sum((byte & 127) << 7 * i for i, byte in enumerate(found[0])) if found else 0
    need(found and (found[0][-1] or len(found[0]) == 1) and value < 2**bits, "ENC_NOT_STRICT")
    return value, found.end()
def text(data):  # a string: UTF-8, NFC, at most 256 bytes, no control characters
    value = data[:257].decode("utf-8", "replace")
    clean = value.encode() == data and not any(unicodedata.category(c) == "Cc" for c in value)
    need(len(data) <= 256, "ENC_TOO_LARGE", clean and unicodedata.is_normalized("NFC", value), "ENC_NOT_STRICT")
    return value
def packed(data):
    need(not data or data[-1] < 128, "ENC_NOT_STRICT")
    return [varint(part, 0, 32)[0] for part in re.findall(rb"[\x80-\xff]*[\x00-\x7f]", data)]
def scan(name, data):  # a message by the wire rules of 2.2; `raw` keeps its exact bytes, `of` its name
    need(len(data) <= 32768, "ENC_TOO_LARGE")
    absent = lambda kind, mark, alone, _: [] if mark in {*"*+<>~"} else None if alone or kind in MESSAGES else BLANK.get(kind, 0)
    fields, pos, last = MESSAGES[name], 0, 0
    m = Fields(raw=data, of=name, **{field: absent(*form) for field, *form in fields.values()})
    while pos < len(data):
        tag, pos = varint(data, pos, 32)
        number = tag >> 3
        need(not number or number in fields, "ENC_UNKNOWN_FIELD")
        field, kind, mark, alone, _ = fields.get(number, ("", "", "", False, 0))
        numeric, repeats = kind in RANGES and mark not in {*"<>~"}, mark in {*"*+"}
        in_place, last = number + repeats > last and not (alone and last), number
        need(number and tag & 7 == (0 if numeric else 2) and in_place, "ENC_NOT_STRICT")
        value, pos = varint(data, pos, {"bool": 1, "u64": 64}.get(kind, 32))
        if not numeric:
            chunk, pos = data[pos : pos + value], pos + value
            need(pos <= len(data), "ENC_NOT_STRICT")
            value = scan(kind, chunk) if kind in MESSAGES else {"text": text, "bytes": bytes, "b32": bytes}.get(kind, packed)(chunk)
        need(repeats or value not in (0, b"", "", []), "ENC_NOT_STRICT")
        setattr(m, field, [*getattr(m, field), value] if repeats else value)
        if alone: m.one = (number, field, value)
    return m
def check(m):  # numbers, lengths and lists of a message as 2.17 and the limits of 2.2 have them
    for field, kind, mark, alone, largest in MESSAGES[m.of].values():
        value, (low, high) = getattr(m, field), RANGES.get(kind, (0, 0))
        size = len(value) if isinstance(value, list | bytes) else value if kind in RANGES else 0
        values = value if isinstance(value, list) else [value] if value or not (mark == "?" or alone) else []
        listed = (values or mark not in {*"+>"}) and (mark not in {*"<>"} or ascending(values))
        need(size <= largest, "ENC_TOO_LARGE", None not in values and listed, "ENC_BAD_VALUE")
        for v in values: check(v) if kind in MESSAGES else need(
            low <= v <= high if kind in RANGES else kind != "b32" or len(v) == 32, "ENC_BAD_VALUE")
    many = sum(c.copies for c in m.cards) if m.of == "DeckList" else 2 * made_in(m) if m.of == "Draft" else 0
    need(many <= 512, "ENC_TOO_LARGE", m.of != "Params" or m.version == 1, "ENC_BAD_TYPE",
         m.of != "Params" or ascending([o.name.encode() for o in m.options]), "ENC_NOT_STRICT")
    need((member(m)[0] or m.of not in ("Request", "Input", "Result", "CardAct")) and WITHIN.get(m.of, vars)(m), "ENC_BAD_VALUE")
    return m
parse = lambda name, data: check(scan(name, data))
def in_form(m):  # a REGROUP (2.16): no part empty, all ascends; bags go by count, one a side, laid zones by cards; none from bag to bag
    sides, flows = [[one.zone for one in side] for side in (m.takes, m.puts)], [(f.origin, f.target) for f in m.flows]
    kinds = all((one.cards > [], one.count > 0) == (256 <= one.zone < 16640, one.zone < 256) for one in m.takes + m.puts)
    bags = all(sum(z < 256 for z in side) < 2 for side in sides) and all(f.n and max(f.origin, f.target) > 255 for f in m.flows)
    return bool(flows) and kinds and bags and all(map(ascending, [*sides, flows, *(take.cards for take in m.takes)]))
# ---- Live checks: what the log says, entry by entry (2.3-2.12, 3.1) --------------------------------------------------
PHASE = {1: "N", 2: "S", 9: "PO", 13: "O", 14: "R", 21: "O", 22: "R"}  # all others: P
IN_A_SLOT, ALONE = {4, 8, 9, 15, 16, 20}, {3, 4, 7, 10, 21}  # may be logged in an open slot; show something alone
BY_RULES = {1: ["GEN_RULES"], 3: ["SLOT_PURPOSE"], 5: ["DRAW_RECIPIENT"], 6: ["PEEK_NOT_DUE"], 7: ["BLIND_EARLY"],
            8: ["TIMEOUT_EARLY"], 10: ["HEAD_STALE", "DRAFT_BARRIER", "ACT_ILLEGAL", "STATE_MISMATCH", "TIME_UP"],
            20: ["FIN_RESULT", "STATE_MISMATCH"], 21: ["FIN_RULES", "FIN_CONSERVATION"]}  # what only the rules can say
epoch_of = lambda n, cards=(), root=None: Fields(n=n, cursor=0, used=False, root=root, cards=cards)
class Table:  # what a stranger to the rules knows of a table: `add` and `head` take the log in, `feed` checks an entry
    phase, index, now, next_k, pages, ended_at, pending, unfinished, over, under, cut = "N", 0, 0, 1, 0, None, None, None, None, None, False
    def __init__(self, genesis):
        for kind, names in ((dict, "keys links refs handles spoken private salts pieces"), (Counter, "done by_rules newest bags next_ref"),
                            (set, "refused stopping pausing made results audited"), (functools.partial(defaultdict, set), "said held"),
                            (list, "edge leaves batch story resigned lost pauses credits turns")):
            for name in names.split(): setattr(self, name, kind())
        self.roots, self.times, self.genesis = [H(b"")], {0: 0}, parse("Genesis", genesis)  # times: of the heads, by size
        self.params, self.pk = (p := parse("Params", self.genesis.params)), p.referee_pk
        need(point_ok(self.pk), "KEY_WEAK", self.by_referee("sig-referee-params", LV(p.raw), self.genesis.params_sig), "SIG_INVALID")
        self.tid = table_id(p.raw, [(join.pk, join.nonce) for join in self.genesis.joins])
        self.lists = {d.deck: [c.card for c in d.cards for _ in range(c.copies)] for d in p.lists}
        self.epochs = {(d, 0): epoch_of(len(x), cards=x) for d, x in self.lists.items()}
    def must(self, *checks, **blame):
        for ok, code in zip(checks[::2], checks[1::2], strict=True):
            (self.by_rules if ok is RULES else self.done)[code.split()[0]] += 1
            need(ok, code, **blame)
    def log(self, *checks): self.cut or self.must(*checks)  # what only the whole log up to here can show
    def by_referee(self, label, body, sig): return sig_ok(self.pk, sig, T(label) + self.pk + body)
    def signed_head(self, h): return self.by_referee("sig-referee-head", log_head(self.tid, h.size, h.root, h.ms), h.sig)
    def add(self, e):  # hashes one entry into the tree; nothing in it counts before a head covers it
        self.must(e.i == len(self.leaves), "LOG_GAP D")
        self.edge = grow(self.edge, top := log_leaf(self.tid, e.i, e.t, e.p))
        for kept, one in ((self.leaves, top), (self.roots, root_of(self.edge)), (self.batch, e)): kept.append(one)
    def head(self, h):  # a signed head (2.8): it covers all entries so far, or contradicts an earlier one
        covered, older = max(self.times), h.size <= max(self.times)
        rollback = "LOG_ROLLBACK C" if h.size < covered and h.ms > self.times[covered] else "LOG_ROLLBACK D"
        self.index = h.size - 1 if older else covered
        self.must(self.signed_head(h), "SIG_INVALID D", not older or h.root == self.roots[h.size], "LOG_FORK", not older, rollback,
                  h.size == len(self.leaves), "LOG_GAP D", h.root == self.roots[-1], "LOG_ROOT D", h.ms >= self.times[covered], "LOG_TIME")
        self.times[h.size], self.batch, entries = h.ms, [], self.batch
        for e in entries: self.feed(e, h.ms)
    def piece(self, e):  # an entry of a cut log, of which only single entries are known, each under a head of its own (evidence files)
        self.cut, self.index, self.under = True, e.i, e.end
        self.must(self.pieces.setdefault(e.i, e.leaf) == e.leaf, "LOG_FORK")
        self.feed(e, 2**64)
    def sure(self, code, *entries): return f"{code} {'C' if all(i + 1 in self.times for i in entries) else 'D'}"  # C: all heads are there
    def feed(self, e, now):  # one entry that a verified head of time `now` covers
        self.index, self.now, p, kind = e.i, now, self.pending, e.t
        self.must(ENTRY.get(kind, "?") != "?", "ENC_BAD_TYPE")
        m, ended = parse(ENTRY[kind], e.p), p.m.first_k if p else self.next_k  # all slots below have their end
        k, over = getattr(m, "first_k", 0), (self.resigned or self.lost) and kind != 20 and not (self.lost and kind == 8)
        number = {3: (k > 0, "SLOT_SEQUENCE", k >= self.next_k, "SLOT_REOPENED", k <= self.next_k, "SLOT_SKIPPED"),
                  4: (not 0 < k < ended, "SLOT_REOPENED", p and k == ended, "LOG_PHASE")}.get(kind, ())
        self.log(self.phase in PHASE.get(kind, "P") and not (over and self.phase == "P"), "LOG_PHASE", *number,
                 not p or kind in IN_A_SLOT, "LOG_PHASE")
        self.by_rules.update(BY_RULES.get(kind, ()))
        self.private[e.i] = m if kind in (5, 6) else None
        if p and kind in {8, 15}: p.ended = True
        what = self.message(m.msg, kind, m) if kind in SPOKEN else (m,)
        if not self.cut or kind in ALONE or e.i == 0: getattr(self, "on_" + SPOKEN.get(kind, ENTRY[kind]).lower())(*what)
    def header(self, signed, kind, klass="C"):  # what a seat's message says of itself, once its signature holds (2.8)
        label, body = T("player-message"), signed.header + LV(signed.payload)
        self.must(len(signed.header) == len(label) + 107 and signed.header.startswith(label), f"ENC_NOT_STRICT {klass}")
        pk, tid, who, counter, seen, root, typ = struct.unpack(">32s32sBII32sH", signed.header[len(label):])
        self.must(sig_ok(self.keys.get(who, b""), signed.sig, body), f"SIG_INVALID {klass}",
                  (pk, tid, typ) == (self.keys.get(who), self.tid, kind), f"SIG_WRONG_CONTEXT {klass}",
                  H(signed.raw) not in self.refused, f"ACT_REFUSED_LOGGED {klass}")
        self.must(self.spoken.setdefault((who, counter), body) == body, "ACT_EQUIVOCATED", blame=(who,))
        return who, counter, (seen, root)
    def message(self, signed, kind, entry=None, turn=None):  # a message in its place in the log: who, what seen, payload
        who, counter, (seen, root) = self.header(signed, kind)
        said, received = self.said[who], getattr(entry, "received_ms", self.now)
        self.log(counter not in said, "ACT_REPLAYED", counter == (turn or max(counter, *said, 0)), "ACT_COUNTER",
                 seen <= self.index and [root] == self.roots[seen:seen + 1], "HEAD_FALSE",  # D: or its head was left out of the file
                 seen in self.times, "HEAD_FALSE D", self.times.get(seen, 0) <= received <= self.now, "TIME_RANGE")
        said.add(counter)
        return who, (seen, root), parse(SPOKEN[kind], signed.payload)
    def on_genesis(self, m):
        n, unlike = self.params.seats, lambda values: len({*values}) == len(m.joins)
        self.must(len(m.joins) == len(m.commits) == len(m.blind_commits) == n and m.tape_root, "GEN_COMMIT_MISSING")
        for seat, one in enumerate(m.joins, 1):
            body = T("seat-join-request") + one.pk + H(m.params) + u8(seat) + one.nonce + LV(one.name.encode())
            self.must(one.seat == seat, "GEN_COMMIT_MISSING", point_ok(one.pk), "KEY_WEAK", sig_ok(one.pk, one.sig, body), "SIG_INVALID")
        self.keys, self.phase = {join.seat: join.pk for join in m.joins}, "S"
        said = [self.message(commit, 12, turn=1) for commit in m.commits]
        self.links = {who: (0, committed.anchor) for who, _, committed in said}
        self.must([who for who, *_ in said] == [*self.keys], "GEN_COMMIT_MISSING", unlike(self.keys.values()), "KEY_DUPLICATE",
                  unlike(self.links.values()) and unlike(join.nonce for join in m.joins), "GEN_COMMIT_DUPLICATE")
    def on_start(self, m):
        self.phase, said = "P", [self.message(agree, 11, turn=2)[:2] for agree in m.agrees]
        self.must([(who, size) for who, (size, _) in said] == [(seat, 1) for seat in self.keys], "GEN_UNSIGNED")
    def on_slotopen(self, m):  # from here slots and epochs (2.4, 2.5, 2.7)
        last, decks = m.first_k + len(m.requests) - 1, [r.shuffle.deck for r in m.requests if r.shuffle]
        self.pending = p = Fields(m=m, last=last, index=self.index, time=self.now, owing=[], ended=False, taken=[()] * 16)
        self.must(last <= self.params.n_slots, "SLOT_EXHAUSTED D", m.contributors == [*self.keys],
                  "SLOT_CONTRIBUTORS D" if self.cut else "SLOT_CONTRIBUTORS", len({*decks}) == len(decks), "DECK_EPOCH")
        if self.cut: return
        for pick in (r.pick for r in m.requests if r.pick): [self.closed(pick.owner, n) for n in pick.refs]
        self.next_k, p.taken = last + 1, [self.inputs(r.shuffle) if r.shuffle else [] for r in m.requests]
        self.must(len({name for names in p.taken for name in names}) == sum(map(len, p.taken)), "DECK_SIZE")
    def inputs(self, m):  # a name for each card that a shuffle takes (2.7)
        self.must(m.deck in self.lists and m.epoch == self.newest[m.deck] + 1, "DECK_EPOCH", RULES, "DECK_INPUTS")
        names = [name for one in m.inputs for name in self.taken(*member(one)[1:])]
        self.must(len(names) == m.n, "DECK_SIZE")
        return names
    def taken(self, field, m):
        if field == "range":
            epoch = self.current(m)
            self.must(m.first == epoch.cursor, "DRAW_POSITION", m.first + m.count == epoch.n, "DECK_SIZE")
            return [("epoch", m.deck, m.epoch, pos) for pos in range(m.first, epoch.n)]
        if field == "bag":
            self.must(self.bags[m.seat, m.zone] == m.count, "HAND_COUNT")
            return [("bag", m.seat, m.zone, i) for i in range(m.count)]
        return [("ref", m.seat, n, 0) for n in m.refs if self.closed(m.seat, n, opened=True)]
    def current(self, m):  # the epoch that a DRAW or a range names: sealed, and not closed since
        epoch = self.epochs.get((m.deck, m.epoch)) or (None if m.epoch else epoch_of(0))
        self.must(epoch, "DECK_SEAL_LATE", epoch and not epoch.used and m.epoch == self.newest[m.deck], "DRAW_STALE_EPOCH")
        return epoch
    def on_slotend(self, m):
        p, links, self.pending = self.pending, defaultdict(list), None
        if self.cut and not (p and m.first_k == p.m.first_k): return
        self.must(len(m.links) == len(p.m.contributors), "SLOT_EARLY")
        self.log(len(m.waits) == len(m.links), "TIME_RANGE", p.time + max([0, *m.waits]) <= self.now, self.sure("TIME_RANGE", p.index))
        for seat, link in zip(p.m.contributors, m.links, strict=True):
            (known, last), self.links[seat] = self.links[seat], (p.last, link)
            for k in range(p.last, known, -1):
                link, _ = link_below(self.tid, self.keys[seat], k, link), links[k].append((seat, link))
            self.must(link == last, "SLOT_LINK")
        self.must([bool(r.sealed) for r in m.results] == [bool(r.shuffle) for r in p.m.requests], "SLOT_OUTPUT")
        for k, request, result, names in zip(range(m.first_k, p.last + 1), p.m.requests, m.results, p.taken, strict=False):
            (self.seal if result.sealed else self.show)(k, *member(request), result.sealed or result.shown, links[k], names)
    def show(self, k, purpose, _, asked, m, links, __):
        proven = root_from(tape_leaf(self.tid, k, m.s), k - 1, self.params.n_slots, m.proof)
        outputs = OUTPUTS[purpose](slot_prk(self.tid, k, purpose, m.s, links), asked)
        self.must(proven == self.genesis.tape_root, "SLOT_TAPE", m.outputs == outputs, "SLOT_OUTPUT")
    def seal(self, k, _, __, asked, m, links, names):
        for kind, a, b, _ in names:
            if kind == "bag": self.bags[a, b] = 0
            else: (self.epochs if kind == "epoch" else self.refs)[a, b].used = True
        self.newest[asked.deck], self.epochs[asked.deck, asked.epoch] = asked.epoch, (epoch := epoch_of(asked.n, root=m.root))
        self.story.append((self.end_seal, self.index, k, asked, links, names, epoch))
    def on_draw(self, m):  # from here hidden cards (2.6)
        epoch, zone = self.current(m), (m.seat, m.zone)
        self.must(m.seat in self.keys, "DRAW_RECIPIENT", epoch.cursor == m.first <= epoch.n - m.count, "DRAW_POSITION")
        epoch.cursor, self.bags[zone] = epoch.cursor + m.count, self.bags[zone] + m.count
        self.story.append((self.end_draw, self.index, m, epoch))
    def on_peek(self, m):
        self.must(m.viewer != m.owner and m.viewer in self.keys, "PEEK_NOT_DUE")
        for n in m.refs: self.closed(m.owner, n)
        self.story.append((self.end_peek, self.index, m))
    def on_forced(self, m): [self.reveal(card.seat, card) for card in m.cards]
    def closed(self, owner, n, code="BLIND_REUSED", opened=False):  # the reference n of a seat, live and closed (or opened)
        ref = self.refs.get((owner, n))
        self.log(ref, "BLIND_NOT_HELD", not ref or (not ref.used and opened >= ref.open), code)
        return ref
    def reveal(self, seat, m, seen=(0, b"")):  # the seat is to blame too if it had seen its own commitment in the log
        ref = self.closed(seat, m.ref)
        if not ref or not ref.outer: return  # of a cut log: the entry that laid it is not there
        blame = (REFEREE, seat) if (ref.under == seen if self.cut else ref.index < seen[0]) else (REFEREE,)
        self.must(blind_outer(self.tid, seat, m.ref, m.card, m.inner, m.salt) == ref.outer, "BLIND_IDENTITY", blame=blame)
        self.must(RULES, "REF_ORDER")  # which equal card leaves first depends on zones, and the rules move cards
        self.turn_up(ref, m.card)
    def turn_up(self, ref, card):  # no more of a type lie open in a colour's zones than the lists of its decks hold
        (seat, j), ref.open, ref.card, colours = ref.place, True, card, self.params.colours
        colour = [*self.params.chairs[seat - 1].colours, 0, 0, 0, 0][j]
        copies = sum(cards.count(card) for d, cards in self.lists.items() if not colour or d % colours == colour - 1)
        shown = sum(r.open and not r.used and (r.place, r.card) == (ref.place, card) for r in self.refs.values())
        self.log(shown <= copies, "BLIND_TYPE_COUNT")
    def on_draft(self, who, seen, draft):
        self.stopping.discard(who)
        self.log(not made_in(draft) or draft.first_ref == self.next_ref[who] + 1, "BLIND_REF_NO")
        if self.cut: self.next_ref[who] = draft.first_ref - 1
        for field, m in acts_of(draft):
            if field in ("place", "show"): self.lay(who, m, getattr(m, "outer", None))
            elif field == "regroup": self.regroup(who, m)
            elif field == "reveal": self.reveal(who, m, seen)
            else:
                self.must(m.owner == who or not m.to_zone, "ENC_BAD_VALUE")
                for n in m.refs: self.closed(m.owner, n, "BLIND_NOT_HELD")
    def lay(self, who, m, outer):  # PLACE and SHOW (no `outer`): a card of a bag becomes a reference
        self.log(self.bags[who, m.from_zone] > 0, "HAND_COUNT")
        self.bags[who, m.from_zone] -= 1
        self.story.append((self.end_lay, self.index, who, n := self.make(who, m.to_zone, outer, outer or m.inner), m, outer))
        if not outer: self.turn_up(self.refs[who, n], m.card)
    def make(self, who, zone, outer, shown):  # the next reference of a seat; no other has shown the same hash
        self.log(shown not in self.made, "BLIND_REUSED")
        self.made.add(shown)
        self.next_ref[who], place = (n := self.next_ref[who] + 1), (who, (zone - 256) // 4096)
        self.refs[who, n] = Fields(index=self.index, under=self.under, place=place, outer=outer, open=False, used=False)
        return n
    def regroup(self, who, m):  # REGROUP (2.16): references are used up and new ones made; what lies in a zone the rules know
        size = lambda side: Counter({one.zone: one.count or len(one.cards) for one in side})
        flow = lambda end: sum((Counter({getattr(f, end): f.n}) for f in m.flows), Counter())
        self.log(in_form(m), "REGROUP_ZONE")
        for n in [n for take in m.takes for n in take.cards]:
            if ref := self.closed(who, n, opened=True): ref.used = True
        self.log([flow("origin"), flow("target")] == [size(m.takes), size(m.puts)], "REGROUP_COUNT",
                 all(self.bags[who, take.zone] >= take.count for take in m.takes), "HAND_COUNT")
        self.by_rules.update(["REGROUP_ZONE", "REGROUP_PARTIAL", "REGROUP_OWED"])
        for sign, side in ((-1, m.takes), (1, m.puts)): self.bags.update({(who, one.zone): sign * one.count for one in side})
        first, new = self.next_ref[who] + 1, [(p.zone, outer, self.make(who, p.zone, outer, outer)) for p in m.puts for outer in p.cards]
        self.story.append((self.end_regroup, self.index, who, first, m, new))
    def on_timeout(self, m):  # from here time and the end (2.10, 2.12); what only the rules can say is not judged
        clock, p = self.params.clock, self.pending
        if m.kind == 2:
            owes = p and m.first_k == p.m.first_k and m.seat in p.m.contributors and m.counter == max(self.said[m.seat])
            self.must(owes and m.deadline_ms <= self.now, "TIMEOUT_EARLY", m.rule == "loss", "TIMEOUT_ANSWER")
            (minimum, most), gaps = (1000 * clock.minimum_s, 1000 * clock.link_s), sorted(self.pauses + self.credits)
            first, last = (deadline(p.time, bank, minimum, most, clock.bank_s or minimum, gaps) for bank in (0, most))
            self.must(first <= m.deadline_ms <= last, self.sure("TIMEOUT_EARLY", p.index, *self.turns))
            p.owing.append(m.seat)
        self.lost.append(m.seat) if m.rule == "loss" else self.must(RULES, "TIMEOUT_ANSWER", RULES, "STATE_MISMATCH")
    def on_notice(self, m):  # only a credit has times
        fits = m.kind != "credit" or max(ms for size, ms in self.times.items() if size <= self.index) <= m.from_ms
        self.must(m.from_ms <= m.to_ms <= self.now, "TIME_RANGE", fits, self.sure("TIME_RANGE", self.index - 1))
        self.credits.append((m.from_ms, m.to_ms))
    def on_resign(self, who, _, m): self.stopping.add(who) if m.stop else self.resigned.append(who)
    def on_pause(self, who, _, m):  # a pause lasts while all seats wish it, and until pause_s are used up
        before = len(self.pausing) == len(self.keys)
        (self.pausing.add if m.on else self.pausing.discard)(who)
        if before == (len(self.pausing) == len(self.keys)): return
        start, end = self.pauses.pop() if before else (self.now, self.now + self.params.clock.pause_s * 1000)
        self.pauses.append((start, min(end, self.now) if before else end - sum(b - a for a, b in self.pauses)))
        self.turns.append(self.index)
    def on_gameover(self, m):
        guilty, everybody = {"resign": sorted(self.resigned), "time": sorted(self.lost)}, [*self.keys]
        agreed = m.seats in ([], everybody) and self.stopping >= {*m.seats} and not self.resigned + self.lost
        self.must(m.seats == guilty[m.cause] != [] if m.cause in guilty else agreed or m.cause != "abandon", "END_CAUSE",
                  not self.pending or self.pending.ended, "LOG_PHASE", m.cause not in ("rules", "exhausted") or RULES, "END_CAUSE")
        self.unfinished, self.pending, self.phase, self.over, m.at, m.ms = self.pending, None, "O", m, self.index, self.now
    def on_resultvote(self, who, _, m): self.vote(who, self.results, m.game_over_leaf == self.leaves[self.over.at])
    def on_auditverdict(self, who, _, m): self.vote(who, self.audited, m.record_digest == self.digest())
    def vote(self, who, voters, of_this):  # once each; an AUDIT after the last page
        self.must(self.pages == 0 and who not in voters, "LOG_PHASE", of_this, "ENC_BAD_VALUE")
        voters.add(who)
    def on_finalreveal(self, m):
        self.secrets(m.tape_seed)
        if self.cut: return
        wait = 3600 * self.params.appeal_hours or (len(self.results) < len(self.keys)) * self.params.clock.result_s
        self.must(self.now >= self.over.ms + 1000 * wait, self.sure("FIN_EARLY", self.over.at))
        self.pages, self.phase, self.ended_at = m.pages, "R", self.index + 1
    def on_finalpage(self, m):
        goes_on = m.seat in self.keys and m.first_ref == 1 + sum(seat == m.seat for seat, _ in self.handles)
        self.must(self.pages > 0, "LOG_PHASE", goes_on, "FIN_BLIND_UNOPENED")
        self.pages, self.ended_at = self.pages - 1, self.index + 1
        self.handles |= {(m.seat, m.first_ref + i): place for i, place in enumerate(struct.iter_unpack(">BHH", m.handles))}
    digest = lambda self: record_digest(self.tid, (size := self.ended_at or len(self.leaves)), self.roots[size])
    # ---- What a seat shows besides: refusals (2.8) and private messages (2.6) ----------------------------------------
    def refusal(self, r):
        said = self.tid + u8(r.seat) + u32(r.counter) + r.h + LV(r.code.encode())
        self.must(self.by_referee("sig-referee-refusal", said, r.sig), "SIG_INVALID D")
        self.refused.add(r.h)
    def disclosed(self, line):  # one in a seat's own export must be what the log commits to
        (seat, index, kind, size), label, content = struct.unpack_from(">BIBI", line.p, 52), T("private") + self.tid, line.p[62:]
        formed = line.p.startswith(label) and seat == line.seat in self.keys and size == len(content)
        self.must(formed and self.by_referee("sig-referee-private", line.p, line.sig), "SIG_INVALID D")
        self.index, m = index, self.private.get(index)
        self.must(kind != 1 or blind_commit(self.tid, seat, content) == self.genesis.blind_commits[seat - 1], "PRIV_SEED")
        if kind not in (2, 3) or index not in self.private: return  # beyond a cut log it does not convict
        self.must(m and m.digest == opening_digest(line.p), "OPEN_DIGEST")
        if kind == 3 and m.of == "Peek": self.peeked(m, content)
        elif kind == 2 and m.of == "Draw" and (m.deck, m.epoch) in self.epochs: self.drawn(m, content)
    def drawn(self, m, content):
        epoch, begun = self.epochs[m.deck, m.epoch], handle(m.deck, m.epoch, m.first) + u8(m.count)
        width = 35 + 32 * (epoch.n - 1).bit_length()
        self.must(content[:6] == begun, "OPEN_POSITION", len(content) == 6 + m.count * width, "OPEN_PROOF")
        for at, place in enumerate((m.deck, m.epoch, pos) for pos in range(m.first, m.first + m.count)):
            one = content[6 + at * width:][:width]
            card, salt, hashes = int.from_bytes(one[:2], "big"), one[2:34], [one[i:i + 32] for i in range(35, width, 32)]
            proven = root_from(card_leaf(self.tid, place, card, salt), place[2], epoch.n, hashes[:one[34]])
            self.must(proven == epoch.root and not any(map(any, hashes[one[34]:])), "OPEN_PROOF", any(card in cards for cards in
                      self.lists.values()), "OPEN_CARD", self.salts.setdefault(salt, place) == place, "OPEN_SALT_REUSED")
    def peeked(self, m, content):
        self.must(content[:2] == u8(m.owner) + u8(len(m.refs)) and len(content) == 2 + 70 * len(m.refs), "PEEK_REFS")
        for n, (number, card, inner, salt) in zip(m.refs, struct.iter_unpack(">IH32s32s", content[2:]), strict=True):
            ref, outer = self.refs.get((m.owner, n)), blind_outer(self.tid, m.owner, n, card, inner, salt)
            self.must(number == n, "PEEK_REFS", not ref or ref.outer in (None, outer), "BLIND_IDENTITY")
    # ---- End audit (3.2): what R and the pages open ------------------------------------------------------------------
    def secrets(self, tape_seed):
        self.prk, self.seeds = (prk := MAC(self.tid, tape_seed)), {seat: blind_seed(prk, seat) for seat in self.keys}
        tape = tree_root(tape_leaf(self.tid, k, tape_secret(prk, k)) for k in range(1, self.params.n_slots + 1))
        commits = [blind_commit(self.tid, seat, seed) for seat, seed in self.seeds.items()]
        self.must(tape == self.genesis.tape_root, "FIN_TAPE_ROOT", commits == self.genesis.blind_commits, "FIN_BLIND_SEED")
    def final(self):
        self.index = self.ended_at - 1
        self.must(self.handles.keys() == self.refs.keys(), "FIN_BLIND_UNOPENED")
        for end, self.index, *what in self.story: end(*what)
    def card_at(self, place):
        epoch = self.epochs.get(place[:2])
        self.must(epoch and place[2] < len(epoch.cards), "FIN_BLIND_UNOPENED")
        return epoch.cards[place[2]]
    def place_of(self, kind, a, b, pos):  # where a card that a shuffle took had been drawn or had lain
        return (a, b, pos) if kind == "epoch" else self.held[a, b].pop() if kind == "bag" else self.handles[a, b]
    def end_seal(self, k, asked, links, names, epoch):
        prk, deck = slot_prk(self.tid, k, 2, tape_secret(self.prk, k), links), (asked.deck, asked.epoch)
        epoch.cards = shuffle(prk, [self.card_at(self.place_of(*name)) for name in names])
        epoch.salts = [card_salt(prk, pos) for pos in range(epoch.n)]
        epoch.leaves = [card_leaf(self.tid, (*deck, pos), epoch.cards[pos], epoch.salts[pos]) for pos in range(epoch.n)]
        self.must(tree_root(epoch.leaves) == epoch.root, "FIN_DECK_ROOT")
    def end_draw(self, m, epoch):
        span, place = range(m.first, m.first + m.count), (m.deck, m.epoch, m.first)
        self.held[m.seat, m.zone] |= {(m.deck, m.epoch, pos) for pos in span}
        cards = [(epoch.cards[pos], epoch.salts[pos], path(pos, epoch.leaves)) for pos in span if m.epoch]
        if m.epoch: self.told(m.seat, 2, drawn_content(place, epoch.n, cards), m.digest)
    def end_peek(self, m): self.told(m.viewer, 3, peeked_content(m.owner, [(n, *self.opening(m.owner, n)) for n in m.refs]), m.digest)
    def told(self, to, kind, content, digest):  # the digest of a private message, recomputed
        self.must(opening_digest(private(self.tid, to, self.index, kind, content)) == digest, "FIN_OPENING")
    def opening(self, seat, n):  # card, inner and outer salt of a reference, from its handle and the seat's blind seed
        place, (salt_in, salt_out) = self.handles[seat, n], blind_salts(self.seeds[seat], n)
        return self.card_at(place), blind_inner(self.tid, place, salt_in), salt_out
    def fits(self, seat, n, outer): return outer == blind_outer(self.tid, seat, n, *self.opening(seat, n))
    def end_lay(self, seat, n, m, outer):
        (card, inner, _), place, held = self.opening(seat, n), self.handles[seat, n], self.held[seat, m.from_zone]
        owned = place in held and place == min(p for p in held if self.card_at(p) == card)  # of equal cards the lowest
        self.must(self.fits(seat, n, outer) if outer else inner == m.inner, "FIN_BLIND_UNOPENED")
        self.must(owned and (outer or card == m.card), "FIN_HAND", blame=(REFEREE, seat))
        held.remove(place)
    def end_regroup(self, who, first, m, new):  # 2.16: each card came from and went to where the flows say, in order of tags
        came = {self.handles[who, n]: take.zone for take in m.takes for n in take.cards}
        went, fits = {self.handles[who, n]: zone for zone, _, n in new}, all(self.fits(who, n, outer) for _, outer, n in new)
        bag, into = (next((one.zone for one in side if one.zone < 256), None) for side in (m.takes, m.puts))
        held, back = self.held[who, bag], came.keys() - went.keys()
        left, came = held - went.keys(), came | dict.fromkeys(held, bag)
        lowest = all(a < b for a in held - left for b in left if self.card_at(a) == self.card_at(b))  # of equal cards of the bag
        tags = [(zone, regroup_tag(self.seeds[who], first, self.handles[who, n])) for zone, _, n in new]
        flows = Counter((came.get(place), went.get(place, into)) for place in [*went, *back])
        true = flows == Counter({(f.origin, f.target): f.n for f in m.flows})
        self.must(fits, "FIN_BLIND_UNOPENED")
        self.must(len(went) == len(new) and went.keys() <= came.keys() and lowest, "FIN_HAND",
                  true and tags == sorted(tags), "FIN_REGROUP", blame=(REFEREE, who))
        self.held[who, bag] = left
        self.held[who, into] |= back
# ---- Files (6.2): the form of what they hold, and a record from its first line to its last ---------------------------
LINES = {("ftr",): "ftr:n table:x created:s tool:s", "e": "i:n t:n p:b view:v", "h": "size:n root:x ms:n sig:b",
         "refusal": "seat:n counter:n h:x code:s sig:b", "priv": "seat:n p:b sig:b", "end": "lines:n log_root:x digest:x",
         "piece": "i:n t:n p:b path:l size:n", "said": "header:b payload:b sig:b", ("fte",):
         "fte:n code:s class:s table:x key:v edition:x params:b genesis:b heads:l entries:l messages:l private:l says:s"}
def refuse(what): raise ValueError(f"this is no record and no evidence file: {what}")
def exact(kind, value):  # one field of a line, in the only spelling that 6.2 allows
    typed = type(value) is {"n": int, "s": str, "l": list}.get(kind) and (kind != "n" or 0 <= value < 2**53)
    if typed or kind == "v": return value
    if kind == "x" and re.fullmatch("[0-9a-f]{64}", value): return bytes.fromhex(value)
    data = base64.b64decode(value, validate=True) if kind == "b" else None
    return data if data is not None and base64.b64encode(data).decode() == value else refuse("the form of a field")
def shaped(line):  # the fields of an object by their names; `k` says what it is
    kind = line.get("k", ("fte",) if "fte" in line else ("ftr",))
    form = dict(f.split(":") for f in ("k:s " * ("k" in line) + LINES[kind]).split())
    if not {*form} - {"view", "edition"} <= {*line} <= {*form}: refuse("the keys of a line")
    return Fields(**{"k": kind} | {key: exact(form[key], value) for key, value in line.items()})
def load(raw):
    once = lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else refuse("a key stands twice")
    return shaped(json.loads(raw, object_pairs_hook=once, parse_float=refuse, parse_constant=refuse))
def read(file, longest=2**25, lines=2**17):  # the lines of a record, plain or gzip, or the one object of an evidence file
    data = (gzip.open if open(file, "rb").read(2) == b"\x1f\x8b" else open)(file, "rb").read(longest + 1)
    raws = data.decode().removesuffix("\n").split("\n") if data.count(b"\n") <= lines else []
    if len(data) > longest or not raws: refuse("it is longer than any game")
    if re.match(rb'\s*\{\s*"fte"', data): return [load(data) if len(data) <= longest // 4 else refuse("it is too long")]
    return [load(raw) if len(raw.encode()) <= 65536 else refuse("a line is too long") for raw in raws]
def take(t, lines):  # what a file of a table holds: refusals first, then batch by batch, then what a seat was told
    do = {"refusal": t.refusal, "e": t.add, "h": t.head, "piece": t.piece, "priv": t.disclosed}
    for line in sorted(lines, key=lambda line: {"refusal": 0, "priv": 2}.get(line.k, 1)): do[line.k](line)
    if t.phase == "R" and not t.pages: t.final()
def replay(t, end, first, second, *others):  # a record; only what is signed convicts, and that lines are missing convicts nobody
    if [first.k, second.k, first.ftr, end.k] != [("ftr",), "e", 1, "end"]: refuse("how it begins or ends")
    take(t, [second, *others])
    t.index, whole = len(t.leaves) - 1, (end.lines, end.log_root, end.digest) == (len(others) + 3, t.roots[-1], t.digest())
    t.must(first.table == t.tid, "GEN_TABLE_ID D", whole and not t.batch, "FIN_TRUNCATED D", not t.pending, "SLOT_STALLED D",
           t.phase in "OR" and not t.pages, "FIN_TRUNCATED D", t.phase != "O", "FIN_MISSING D")
# ---- Evidence files (6.2): what the bytes of one show by themselves --------------------------------------------------
def judge(t, claim):  # raises the failure that the file shows; all in it must be signed, under a head and of this table
    cut = any("path" in e for e in claim.entries)  # entries with paths, or else the whole log
    heads, entries, told = ([shaped({"k": k} | one) for one in claimed] for k, claimed in (
        ("h", {str(h): h for h in claim.heads}.values()), ("piece" if cut else "e", claim.entries), ("priv", claim.private)))
    messages = [shaped({"k": "refusal" if "code" in m else "said"} | m) for m in claim.messages]
    heads.sort(key=lambda h: (h.size, h.ms))
    own = (claim.fte, claim.table, claim.params, getattr(claim, "edition", t.params.edition))
    if own != (1, t.tid, t.params.raw, t.params.edition): refuse("it is of another table than it says")
    t.must(all(map(t.signed_head, heads)), "SIG_INVALID D")
    t.keys, t.index, signed = {join.seat: join.pk for join in t.genesis.joins}, -1, {(h.size, h.root) for h in heads}
    for e in entries: e.leaf = log_leaf(t.tid, e.i, e.t, e.p)
    roots = [root_of(edge) for edge in itertools.accumulate([e.leaf for e in entries], grow, initial=[])]
    for e in entries: e.end = ((e.size, root_from(e.leaf, e.i, e.size, [exact("x", x) for x in e.path])) if cut
                               else (len(entries), roots[-1]))
    born = any((e.i, e.t, e.p) == (0, 1, claim.genesis) for e in entries)
    t.must(born and signed >= {e.end for e in entries} and (cut or [e.i for e in entries] == [*range(len(entries))]), "LOG_ROOT D")
    for m in messages: t.refusal(m) if m.k == "refusal" else t.header(Fields(raw=b"", **vars(m)), int.from_bytes(m.header[-2:]), "D")
    own = [(h, Fields(size=h.size, ms=h.ms, root=roots[h.size])) for h in heads if not cut]
    for a, b in [*zip(heads, heads[1:], strict=False), *own]:  # two heads that no one log can have
        t.index, backwards = a.size - 1, "LOG_ROLLBACK" if claim.code == "LOG_ROLLBACK" else "LOG_TIME"
        t.must(a.size < b.size or a.root == b.root, "LOG_FORK", a.ms <= b.ms, backwards)
    take(t, sorted(entries + ([] if cut else heads), key=lambda one: one.size - 0.5 if one.k == "h" else one.i) + told)
# ---- Report (6.2) ----------------------------------------------------------------------------------------------------
def verify(file):  # the report on a file, and the exit code; never raises for what a file says
    t = claim = fail = None
    try:
        lines = read(file)
        claim = lines[0] if lines[0].k == ("fte",) else None
        t = Table(claim.genesis if claim else lines[1].p)
        judge(t, claim) if claim else replay(t, lines[-1], *lines[:-1])
    except Fail as found: fail = found if t else Fail(found.code, "D")  # no signed parameters convict nobody
    except (OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, RecursionError, struct.error, zlib.error) as e:
        fail = Fail("AUDIT_INCOMPLETE", "D", says=str(e))
    named = [({REFEREE: t.pk} | t.keys)[who].hex() for who in fail.blame] if fail and fail.klass == "C" else []
    if claim and (claim.key not in named or (fail.code, "C") != (claim.code, vars(claim)["class"])):
        named, fail = [], Fail(claim.code, vars(claim)["class"], says="the bytes do not show what the file claims")
    failures = [{"code": fail.code, "class": fail.klass, "entry": t.index if t and (named or not claim) else None, "key": key}
                for key in named or [None]] if fail else []
    line = {"verdict": "FAIL" if fail else "INCOMPLETE", "failures": failures, "says": fail and f"{fail.code} {fail.says}"}
    return line | (report(t, t.over, t.unfinished) if t else {}), 1 if named else 0 if not fail and t.phase == "R" else 2
def report(t, over, slot):  # what a record says besides, and what was not checked
    left, asked = [{"code": c, "reason": "rules", "n": n} for c, n in sorted(t.by_rules.items())], slot and [member(r)[1] for r in slot.m.requests]
    return {"not_checked": left if t.phase == "R" else [*left, {"code": "FIN_TAPE_ROOT", "reason": "no reveal", "n": 1}],
            "executed": {**t.done}, "unsigned": [seat for seat in t.keys if over and seat not in t.results],
            "ended": over and {"cause": over.cause, "seats": over.seats, "entry": over.at, "result": over.result},
            "unfinished": [{"first_k": slot.m.first_k, "requests": asked, "seats": slot.owing, "cause": over.cause}] if slot else []}
if __name__ == "__main__":
    print(json.dumps((found := verify(sys.argv[1]))[0], separators=(",", ":")))
    sys.exit(found[1])
