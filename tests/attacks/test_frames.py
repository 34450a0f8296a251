"""Frames 108-120: no honest referee and no honest seat can be made to look guilty (spec 4, P6).

Whoever frames has all bytes of a table, those of another one, refused drafts, and his own keys. What comes of
it is exit 2, or names the framer.
"""

from __future__ import annotations

from random import Random

import pytest
from framing import CLAIMS, Pool, any_file, flipped, rogue_log, rogue_messages, table
from malicious_referee import PRIVATE, SEAL, flip
from malicious_seat import act_of, conniving, has_act
from witness import Trial, convicted, judged, no_rules, tried

from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.evidence.file import EvidenceError, Path, Shown, evidence_bytes, read_evidence
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import PrivateLine, RefusalLine
from sealed.fairness.signing import messages
from sealed.fairness.signing.private import Kind, parse_private, private_message
from sealed.wire.v1 import fairness_pb2 as wire

BOTH = pytest.mark.parametrize("seats", [2, 3])
FILES, LONG_FILES = 300, 10_000
LOGS, LONG_LOGS = 25, 400


@pytest.fixture(scope="module", params=[2, 3], ids=["2 seats", "3 seats"])
def pools(request):
    """Returns everything of an honest game, and of another by the same program."""
    return [Pool(table(request.param, seed, 60, finished=True)) for seed in (1, 2)]


def innocent(judgement) -> bool:
    """Tells whether a judgement names nobody and is exit 2, whatever the file claims."""
    return judgement.exit_code == 2 and not any(one.klass is Klass.C for one in judgement.shown)


def test_an_honest_game_convicts_of_nothing(pools) -> None:
    """The whole log with private messages and refusals, under every claim against anybody, is exit 2."""
    pool = pools[0]
    scribe = pool.scribe
    parts = pool.whole()
    parts["messages"] = tuple(line for _, line in scribe.refused)
    parts["private"] = tuple(PrivateLine(1, one) for seat, one in scribe.privates if seat == 1)
    judgement = judged(pool.claim(**parts))
    assert scribe.refused
    assert innocent(judgement)
    for code in CLAIMS:
        for key in pool.keys:
            claimed = pool.claim(code, key, **parts)
            assert not [one for one in judgement.shown if (one.code, one.key) == (claimed.code, claimed.key)]


def test_every_honest_entry_by_itself_convicts_of_nothing(pools) -> None:
    """Small proofs out of honest entries show nothing: GENESIS, any entries, their paths and heads."""
    pool, rng = pools[0], Random(5)
    scribe = pool.scribe
    last = scribe.heads[-1]
    for _ in range(12):
        chosen = {0, *rng.sample(range(last.size), 25)}
        shown = tuple(pool.shown(index, last) for index in sorted(chosen))
        told = tuple(PrivateLine(seat, one) for seat, one in scribe.privates)
        said = tuple(pool.signed)
        assert innocent(judged(pool.claim(heads=(last,), entries=shown, private=told, messages=said)))


@pytest.mark.parametrize("cut", range(8))
def test_a_log_cut_anywhere_names_nobody(pools, cut) -> None:
    """A log that ends early, or lacks heads, is never more than disputed (case 117)."""
    pool, rng = pools[0], Random(cut)
    size = rng.choice(pool.scribe.heads).size
    parts = pool.whole(size)
    parts["private"] = tuple(PrivateLine(2, one) for seat, one in pool.scribe.privates if seat == 2)
    assert innocent(judged(pool.claim("SLOT_STALLED", **parts)))
    kept = [head for head in parts["heads"][:-1] if rng.random() < 0.5]
    assert innocent(judged(pool.claim("FIN_EARLY", **{**parts, "heads": (*kept, parts["heads"][-1])})))


def random_files(pools, files: int, seed: int) -> None:
    """Judges random files and asserts that none convicts."""
    rng = Random(seed)
    for number in range(files):
        judgement = judged(any_file(pools, rng))
        assert innocent(judgement), (number, judgement.sentences())


def test_no_random_file_of_honest_bytes_convicts(pools) -> None:
    """Random subsets and edits of two honest games, under random claims, are exit 2 (P6)."""
    random_files(pools, FILES, 6)


@pytest.mark.long
def test_no_random_file_of_honest_bytes_convicts_at_length(pools) -> None:
    """The same for 10,000 files (P6)."""
    random_files(pools, LONG_FILES, 7)


def random_rogue_logs(pool, logs: int, seed: int) -> None:
    """Judges logs that a false referee signs and asserts that they name at most that referee."""
    rng, named = Random(seed), 0
    for number in range(logs):
        judgement = judged(rogue_log(pool, rng))
        keys = {one.key for one in judgement.shown if one.klass is Klass.C}
        assert keys <= {pool.scribe.referee.public}, (number, judgement.shown)
        named += bool(keys)
    assert named > logs // 2


def test_no_false_log_names_a_seat(pools) -> None:
    """What a referee makes of true messages, refused drafts and edits convicts itself and never a seat."""
    random_rogue_logs(pools[0], LOGS, 8)


@pytest.mark.long
def test_no_false_log_names_a_seat_at_length(pools) -> None:
    """The same for many logs (P6)."""
    random_rogue_logs(pools[0], LONG_LOGS, 9)


def test_no_false_message_names_the_referee(pools) -> None:
    """Whatever seats sign, beside whatever of the log, names seats or nobody."""
    pool, rng = pools[0], Random(10)
    for _ in range(100):
        head = rng.choice(pool.scribe.heads)
        shown = tuple(pool.shown(index, head) for index in sorted({0, rng.randrange(head.size)}))
        refusals = tuple(line for _, line in pool.scribe.refused)
        said = (*rogue_messages(pool, rng), *refusals)
        judgement = judged(pool.claim(heads=(head,), entries=shown, messages=said))
        assert pool.scribe.referee.public not in {one.key for one in judgement.shown}


# ---- framing the referee ----


def test_a_made_up_entry_beside_an_honest_head_shows_nothing(pools) -> None:
    """An edited entry does not lead to the head, so nothing in the file convicts (case 108)."""
    pool = pools[0]
    last = pool.scribe.heads[-1]
    index = next(e.index for e in pool.scribe.entries if e.type == E.SLOT_END)
    entry, path = pool.shown(index, last)
    wrong = Shown(wire.Entry(index=index, type=entry.type, payload=entry.payload + b"\x78\1"), path)
    assert innocent(judged(pool.claim("ENC_UNKNOWN_FIELD", heads=(last,), entries=(wrong,))))
    parts = pool.whole()
    entries = list(parts["entries"])
    entries[index] = Shown(wrong.entry)
    judgement = judged(pool.claim("ENC_UNKNOWN_FIELD", **{**parts, "entries": tuple(entries)}))
    assert innocent(judgement)
    assert [one.code for one in judgement.shown if one.code == "LOG_ROOT"] == ["LOG_ROOT"]


@BOTH
def test_a_table_of_the_framers_own_names_his_own_key(seats) -> None:
    """Whoever signs as a referee of his own convicts that key and never the pinned one (case 109)."""
    trial, _, found = tried(seats, lambda t: t.scribe.at("SLOT_OPEN", lambda m: m.contributors.pop()))
    honest = table(2, 3, 5, finished=False).referee.public
    assert convicted(found) == {trial.referee}
    judgement = judged(found.evidence, referee_pk=honest)
    assert (judgement.exit_code, judgement.failures) == (2, ())
    assert "another referee than the one asked about" in judgement.sentences()[0]
    forged = found.evidence._replace(key=honest)
    assert judged(forged).exit_code == 2


def test_local_codes_make_no_evidence(pools) -> None:
    """A file by hand for OPEN_LEAK, LOG_GAP and the like is exit 2, whatever is in it (case 110)."""
    pool = pools[0]
    leaked = tuple(PrivateLine(2, one) for seat, one in pool.scribe.privates if seat == 1)
    for code in ("OPEN_LEAK", "LOG_GAP", "OPEN_DUPLICATE", "ACT_NOT_MINE", "KEY_UNPINNED"):
        assert innocent(judged(pool.claim(code, **pool.whole(), private=leaked)))


def changed_private(pool, private, other, **fields) -> wire.Private:
    """Returns a private message with fields changed, under the old signature, or another table's."""
    told = parse_private(private.message)
    parts = {"seat": told.seat, "index": told.index, "kind": told.kind, "content": told.content, **fields}
    table_id = other or pool.scribe.id
    return wire.Private(message=private_message(table_id, **parts), sig=private.sig)


@pytest.mark.parametrize("how", ["content", "seat", "index", "unsigned", "another table"])
def test_a_staged_private_message_shows_nothing(pools, how) -> None:
    """Altered, for another seat, entry or table, or unsigned: exit 2 (case 111)."""
    pool, other = pools
    seat, private = next(
        (s, p) for s, p in pool.scribe.privates if parse_private(p.message).kind == Kind.DRAWN
    )
    told = parse_private(private.message)
    match how:
        case "content":
            staged = changed_private(pool, private, b"", content=flip(told.content, 9))
        case "seat":
            staged = changed_private(pool, private, b"", seat=seat % 2 + 1)
        case "index":
            staged = changed_private(pool, private, b"", index=told.index + 1)
        case "unsigned":
            staged = wire.Private(message=private.message)
        case _:
            staged = next(p for s, p in other.scribe.privates if s == seat)
    shown = tuple(pool.shown(index, pool.scribe.heads[-1]) for index in (told.index, told.index + 1))
    lines = (PrivateLine(seat, staged),)
    for parts in (pool.whole(), {"heads": (pool.scribe.heads[-1],), "entries": shown}):
        assert innocent(judged(pool.claim("OPEN_DIGEST", **parts, private=lines)))


def test_an_old_head_is_no_rollback(pools) -> None:
    """An honest head, sent again later, is as old as it says (case 115)."""
    pool = pools[0]
    first, *_, last = pool.scribe.heads
    for code in ("LOG_ROLLBACK", "LOG_FORK", "LOG_TIME"):
        for heads in ((last, first), (first, last), (first, first)):
            assert innocent(judged(pool.claim(code, heads=heads)))


def test_an_invented_view_shows_nothing_until_it_is_logged(pools) -> None:
    """One seat, or two of them together, sign a root that never was: exit 2 (cases 41, 116)."""
    pool = pools[0]
    scribe = pool.scribe
    invented = []
    for seat in (1, 2):
        player = scribe.players[seat]
        header = messages.Header(player.signer.public, scribe.id, seat, 9999, 7, b"\1" * 32, E.RESIGN)
        invented.append(messages.sign_player(player.signer, header, b""))
    for code in ("LOG_FORK", "HEAD_FALSE", "FIN_FORK"):
        for parts in ({"heads": scribe.heads[:9]}, pool.whole()):
            judgement = judged(pool.claim(code, messages=tuple(invented), **parts))
            assert innocent(judgement)


def test_an_honest_refusal_is_no_crime(pools) -> None:
    """A refusal beside the draft it refuses, or beside the one that was logged then, shows nothing."""
    pool = pools[0]
    for signed, line in pool.scribe.refused:
        assert innocent(judged(pool.claim("ACT_REFUSED_LOGGED", messages=(signed, line), **pool.whole())))
        other = RefusalLine(line.seat % 2 + 1, line.refusal)
        assert innocent(judged(pool.claim("ACT_REFUSED_LOGGED", messages=(signed, other))))


# ---- framing a seat ----


@pytest.mark.parametrize("unsigned", [True, False], ids=["no signature", "the signature of another message"])
def test_what_a_seat_did_not_sign_is_not_its_second_message(pools, unsigned) -> None:
    """A message made up under a seat's number and key, beside the honest log, is exit 2 (case 38)."""
    pool = pools[0]
    for seat, player in pool.scribe.players.items():
        mine = next(one for one in pool.signed if messages.parse_header(one.header).seat == seat)
        sig = bytes(64) if unsigned else mine.sig
        pair = (mine, wire.Signed(header=mine.header, payload=b"\x08\1", sig=sig))
        for parts in ({}, pool.whole()):
            claim = pool.claim("ACT_EQUIVOCATED", player.signer.public, messages=pair, **parts)
            assert innocent(judged(claim))


def test_a_refused_draft_accuses_nobody_of_two_messages(pools) -> None:
    """A corrected draft takes the next number: no refused message equivocates with a logged one (case 40)."""
    pool = pools[0]
    for key in pool.keys:
        assert innocent(judged(pool.claim("ACT_EQUIVOCATED", key, messages=tuple(pool.signed))))


def test_two_messages_of_different_tables_or_seats_are_no_two(pools) -> None:
    """One number, but another table or another seat: exit 2 (case 113)."""
    pool, other = pools
    scribe, elsewhere = pool.scribe, other.scribe
    here, there = scribe.say(1, E.RESIGN, b"", seen=1), scribe.say(2, E.RESIGN, b"", seen=1)
    player = scribe.players[1]
    header = messages.parse_header(here.header)
    moved = messages.Header(
        player.signer.public, elsewhere.id, 1, header.counter, 1, elsewhere.roots[1], E.RESIGN
    )
    abroad = messages.sign_player(player.signer, moved, b"\x08\1")
    seat_two = messages.parse_header(there.header)
    as_one = wire.Signed(
        header=messages.Header(
            player.signer.public, scribe.id, 1, seat_two.counter, 1, scribe.roots[1], E.RESIGN
        ).pack(),
        sig=there.sig,
    )
    for pair in ((here, abroad), (there, as_one), (here, here)):
        assert innocent(judged(pool.claim("ACT_EQUIVOCATED", player.signer.public, messages=pair)))


@BOTH
def test_a_refused_commitment_against_a_later_reveal_names_no_seat(seats) -> None:
    """A referee logs a refused PLACE on a branch of its own: that names itself at most (case 112)."""
    for seed in range(1, 40):
        made = table(seats, seed, 200, finished=False)
        found = placed_and_revealed(made)
        if found:
            break
    refused, revealed = found
    pool = Pool(made)
    seat = messages.parse_header(refused.header).seat
    key = made.players[seat].signer.public
    act = wire.ActEntry(msg=refused, state=bytes(32), received_ms=made.now).SerializeToString()
    seen = messages.parse_header(wire.ActEntry.FromString(revealed.payload).msg.header).seen_size
    branch = [*made.entries[: seen - 1], wire.Entry(index=seen - 1, type=E.ACT, payload=act)]
    leaves = [log_leaf_hash(made.id, e.index, e.type, e.payload) for e in branch]
    false = messages.sign_head(made.referee, made.id, seen, merkle.root(leaves), made.now)
    placed = Shown(branch[-1], Path(tuple(merkle.path(seen - 1, leaves)), seen))
    last = made.heads[-1]
    evidence = pool.claim(
        "BLIND_IDENTITY", key, heads=(false, last), entries=(placed, pool.shown(revealed.index, last))
    )
    judgement = judged(evidence)
    assert judgement.exit_code == 2
    assert {one.key for one in judgement.shown} == {made.referee.public}
    honest = evidence._replace(heads=(last,), key=made.referee.public)
    assert innocent(judged(honest))


def placed_and_revealed(made):
    """Returns a refused draft with a PLACE and the entry in which its number was revealed later."""
    for signed, _ in made.refused:
        draft = wire.Draft.FromString(signed.payload)
        if not has_act("place")(draft):
            continue
        seat = messages.parse_header(signed.header).seat
        for entry in made.entries:
            if entry.type == E.ACT:
                act = wire.ActEntry.FromString(entry.payload)
                later = wire.Draft.FromString(act.msg.payload)
                opens = messages.parse_header(act.msg.header).seat == seat and has_act("reveal")(later)
                if opens and act_of(later, "reveal").ref == draft.first_ref:
                    return signed, entry
    return None


@BOTH
def test_false_pages_or_decks_name_the_referee_and_no_seat(seats) -> None:
    """A referee that shows false handles, or another deck than R gives, is named alone (case 119)."""

    def swap(page) -> None:
        page.handles = page.handles[-5:] + page.handles[5:-5] + page.handles[:5]

    def turned(shuffle, order):
        return order[1:] + order[:1]

    for step, change, code in (("FINAL_PAGE", swap, "FIN_BLIND_UNOPENED"), (SEAL, turned, "FIN_DECK_ROOT")):
        trial = Trial(seats)
        trial.scribe.at(step, change)
        found = trial.finish(60)
        assert found.verdict.code == code
        assert convicted(found) == {trial.referee}


@BOTH
def test_a_false_opening_names_no_seat(seats) -> None:
    """What a referee tells a seat falsely is its own doing, whoever shows it (cases 17, 111)."""

    def drawn(seat, kind, content) -> bool:
        return kind == Kind.DRAWN

    trial, _, found = tried(
        seats, lambda t: t.scribe.at(PRIVATE, lambda s, k, content: flip(content, 8), drawn), turns=60
    )
    assert convicted(found) == {trial.referee}
    for player in trial.scribe.players.values():
        assert judged(found.evidence._replace(key=player.signer.public)).exit_code == 2


# ---- true evidence, damaged ----


CHEATS = {
    "a slot": lambda t: t.scribe.at("SLOT_END", lambda m: m.links.__setitem__(0, flip(m.links[0]))),
    "a whole log": lambda t: t.scribe.at("DRAW", lambda m: setattr(m, "first", m.first + 1)),
    "two drafts": lambda t: conniving(
        t.scribe,
        lambda d: setattr(act_of(d, "reveal"), "salt", flip(act_of(d, "reveal").salt)),
        has_act("reveal"),
    ),
}


@BOTH
@pytest.mark.parametrize("name", CHEATS)
def test_true_evidence_with_one_byte_changed_shows_nothing(name, seats) -> None:
    """Any bit of any authoritative field, another claim, or no head: exit 2 (case 120)."""
    _, _, found = tried(seats, CHEATS[name])
    evidence, rng = found.evidence, Random(120)
    assert judged(evidence).exit_code == 1
    for other in (
        evidence._replace(heads=()),
        evidence._replace(heads=evidence.heads[:-1]),
        evidence._replace(entries=evidence.entries[:-1]),
        evidence._replace(code="SLOT_TAPE"),
        evidence._replace(key=bytes(32)),
        evidence._replace(klass=Klass.D, key=None),
        evidence._replace(edition=b"\7" * 32),
    ):
        assert judged(other).exit_code == 2
    data = evidence_bytes(evidence._replace(says=""))
    for _ in range(25):
        try:
            judgement = judged(read_evidence(flipped(data, rng)))
        except EvidenceError:
            continue
        assert judgement.exit_code == 2


@BOTH
def test_a_code_that_rests_on_the_rules_needs_them(seats) -> None:
    """Class C marked r without the edition is exit 2, and says which rules are missing (case 120)."""
    _, _, found = tried(seats, lambda t: t.scribe.at("DRAW", lambda m: setattr(m, "seat", m.seat % 2 + 1)))
    assert convicted(found)
    judgement = judged(found.evidence, no_rules)
    assert judgement.exit_code == 2
    assert judgement.sentences()[0].startswith("Not proven here: DRAW_RECIPIENT rests on the rules")
