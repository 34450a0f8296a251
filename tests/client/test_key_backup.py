"""Laws of what is carried to another device: whole or not at all, and no number is ever used twice."""

from __future__ import annotations

import secrets
from itertools import pairwise
from random import Random

import pytest
from store_keys import store_key

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import parse_header
from sealed.vault import bundle
from sealed.vault.errors import KeyFileDamagedError, VaultError, WrongPassphraseError
from sealed.vault.passphrases import Cost
from sealed.wire.v1.fairness_pb2 import ActEntry
from sealed_client.backup import BACKUP, LINK, Backup, Secrets, new_code, pack, plain_code, unpack
from sealed_client.history import HISTORY_KEY
from sealed_client.outbox import TAKE_OVER_LEAP
from sealed_client.seat_return import restore
from sealed_client.seat_store import Kept, Kind, OtherIdentityError
from sealed_client.sqlite_seat_store import SqliteSeatStore

PHRASE = "seven quiet otters"
WHO = Secrets(bytes(range(32)), bytes(range(32, 64)), "Ada")
TABLE, OTHER = b"t" * 32, b"o" * 32
THINGS = (Kept(Kind.INVITED, b"one"), Kept(Kind.DEVICE, b"d" * 16), Kept(Kind.SENT, b"\0two"))
WHOLE = Backup(WHO, ((TABLE, THINGS), (OTHER, THINGS[:1])), (("referees.json", "{}"),))
LANE = b"\x01\x02"
MARK = Kept(Kind.RESTORED, LANE)


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    """Makes passphrases cheap to try, for tests only."""
    monkeypatch.setattr(Cost, "log2_n", 10)


def packed(kind=BACKUP, what=WHOLE, passphrase=PHRASE):
    return pack(kind, what, passphrase, secrets.token_bytes)


def unpacked(data, kind=BACKUP, passphrase=PHRASE):
    return unpack(kind, data, passphrase, secrets.token_bytes)


@pytest.fixture
def store(tmp_path):
    """A store that is fresh."""
    made = SqliteSeatStore(tmp_path, load_backend(), store_key(tmp_path))
    yield made
    made.close()


# ---- the bundle ----


def test_what_was_packed_comes_back():
    """Identity, tables in order, and the list of known referees."""
    assert unpacked(packed()) == WHOLE


def test_a_bundle_shows_nothing_without_its_passphrase():
    """No secret and no name stands in it, and another passphrase or kind opens nothing."""
    data = packed()
    for shown in (WHO.key_secret, WHO.client_secret, b"Ada", WHO.key_secret.hex().encode()):
        assert shown not in data
    with pytest.raises(WrongPassphraseError):
        unpacked(data, passphrase="eight quiet otters")
    with pytest.raises(KeyFileDamagedError, match="no link"):
        unpacked(data, LINK)
    with pytest.raises(WrongPassphraseError):
        unpacked(data.replace(b"sealed-orders backup", b"sealed-orders link"), LINK)


def test_any_altered_or_missing_byte_is_told_in_words():
    """One bit anywhere, or an end cut off, is an error of the vault and never another content."""
    data, rng = packed(), Random(3)
    places = {*range(45), *(rng.randrange(len(data)) for _ in range(40))}
    for at in sorted(places - {len(b"sealed-orders backup/1\n")}):
        with pytest.raises(VaultError):
            unpacked(data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :])
    for end in (0, 5, 30, 41, len(data) - 1):
        with pytest.raises(VaultError):
            unpacked(data[:end])


@pytest.mark.parametrize("cost", [0, 9, 21, 63, 255])
def test_a_bundle_cannot_ask_for_work_without_end(cost):
    """The cost of scrypt that stands in a file is believed within limits only."""
    data = bytearray(packed())
    data[len(b"sealed-orders backup/1\n")] = cost
    with pytest.raises(KeyFileDamagedError, match="damaged"):
        unpacked(bytes(data))


def test_a_bundle_of_a_later_version_is_told_apart():
    """It is not called damaged: the program is to be updated."""
    with pytest.raises(KeyFileDamagedError, match="another version"):
        unpacked(packed().replace(b"backup/1", b"backup/2"))


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"nonsense", b'{"format": 9}', b"[" * 100_000])
def test_a_bundle_that_opens_and_is_not_whole_is_told_in_words(content):
    """Even a content sealed under the right passphrase is read strictly."""
    with pytest.raises(KeyFileDamagedError):
        unpacked(bundle.pack(BACKUP, content, PHRASE, secrets.token_bytes))


def test_a_code_survives_being_read_aloud():
    """Capitals, strokes, blanks, O for 0, I or L for 1 are the same code; codes differ."""
    codes = {new_code(secrets.token_bytes) for _ in range(50)}
    assert len(codes) == 50
    for code in codes:
        assert [len(group) for group in code.split("-")] == [4, 4, 4]
        spoken = code.upper().replace("-", " ").replace("0", "O").replace("1", "I")
        assert plain_code(spoken) == plain_code(code) == code.replace("-", "")


def test_no_repr_shows_a_secret():
    """Printing a backup or its secrets shows the name only."""
    for shown in (repr(WHOLE), repr(WHO)):
        assert "Ada" in shown
        assert "\\x01" not in shown
        assert WHO.key_secret.hex() not in shown


# ---- the store ----


def test_a_fresh_store_takes_all_in(store):
    """Identity and tables are there; the id of the other device is not, and each table is marked."""
    assert store.take_in(WHOLE, LANE) == (2, 0)
    assert store.identity().name == "Ada"
    assert store.load(TABLE) == (THINGS[0], THINGS[2], MARK)
    assert store.load(OTHER) == (THINGS[0], MARK)


def test_a_table_that_is_here_already_stays_as_it_is(store):
    """What this device knows of a table is newer than a backup; nothing is mixed into it."""
    store.keep_identity(WHO.key_secret, WHO.client_secret, "Ada")
    store.keep(TABLE, THINGS)
    assert store.take_in(WHOLE, LANE) == (1, 1)
    assert store.load(TABLE) == THINGS
    assert store.take_in(WHOLE, LANE) == (0, 2)


@pytest.mark.parametrize("change", [0, 1])
def test_another_identity_is_not_overwritten(store, change):
    """One that differs in the key or in the client secret stays, and nothing of the backup is taken."""
    others = [WHO.key_secret, WHO.client_secret]
    others[change] = b"x" * 32
    store.keep_identity(*others, "Eve")
    with pytest.raises(OtherIdentityError, match="nothing was changed"):
        store.take_in(WHOLE, LANE)
    assert store.identity().name == "Eve"
    assert store.tables() == ()


def test_a_backup_is_taken_in_as_a_whole_or_not_at_all(store):
    """If one thing cannot be kept, there is neither an identity nor a table."""
    trigger = (
        "CREATE TRIGGER t BEFORE INSERT ON kept WHEN NEW.kind = 'sent' BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    store._database.execute(trigger)
    with pytest.raises(Exception, match="damaged"):
        store.take_in(WHOLE, LANE)
    assert store.identity() is None
    assert store.tables() == ()


def test_what_was_taken_in_can_be_backed_up_again(store):
    """A backup of a restored store holds the same identity and tables."""
    store.take_in(WHOLE, LANE)
    again = store.back_up(WHOLE.files)
    assert (again.secrets, again.files) == (WHO, WHOLE.files)
    assert [table for table, _ in again.tables] == [HISTORY_KEY, TABLE, OTHER]


def test_what_was_met_at_earlier_tables_is_remembered_on_both(store):
    """The history of nonces and anchors is joined, not replaced, and is no table."""
    here, there = Kept(Kind.SEEN, b"h" * 64), Kept(Kind.SEEN, b"t" * 64)
    store.keep_identity(WHO.key_secret, WHO.client_secret, "Ada")
    store.keep(HISTORY_KEY, [here])
    assert store.take_in(Backup(WHO, ((HISTORY_KEY, (here, there)),)), LANE) == (0, 0)
    assert store.load(HISTORY_KEY) == (here, there)
    assert store.tables() == ()
    assert store.back_up().tables == ((HISTORY_KEY, (here, there)),)


# ---- numbers (spec 2.8, case 113) ----


def carried(match, number, kept, lane=LANE):
    """Returns the seat that a backup gives which held these things."""
    things = [one for one in kept if one.kind is not Kind.DEVICE]
    match.stores[number]._tables[b"table"] = [*things, Kept(Kind.RESTORED, lane)]
    seat, moves = restore(
        match.seats[number].enrolment.identity,
        match.titles,
        match.signatures,
        match.stores[number].load(b"table"),
        match.referee.public,
    )
    assert moves.send == ()
    return seat


def counters(match, number):
    """Returns the counters of a seat's logged drafts, in order."""
    acts = [entry for entry in match.table.entries(0, match.table.size) if entry.type == EntryType.ACT]
    headers = [parse_header(ActEntry.FromString(act.payload).msg.header) for act in acts]
    return [header.counter for header in headers if header.seat == number]


def act_of(match, number, seat=None):
    """Lets a seat answer by its first legal step without sending it; returns the counter it signs under."""
    seat = seat or match.seats[number]
    draft = seat.draft()
    draft.add(draft.legal()[0])
    return parse_header(seat.submit(draft).send[0].signed.header).counter


def test_a_restored_seat_goes_on_beyond_every_number_it_may_have_used(begun, bots):
    """With a backup older than the newest message, the next number is 2^20 beyond the highest logged one."""
    players = bots(begun)
    while len(counters(begun, 1)) < 2:
        begun.answer(begun.asked[0], players[begun.asked[0]])
    old = begun.stores[1].load(b"table")
    while len(counters(begun, 1)) < 6 or 1 not in begun.asked:
        begun.answer(begun.asked[0], players[begun.asked[0]])
    used = counters(begun, 1)
    begun.seats[1] = seat = carried(begun, 1, old)
    seat.share(begun.table.size)  # as a session does that hears of another device
    size = seat.follower.verifier.size
    for head in begun.table.heads:
        if head.size > size:
            begun.tell(1, begun.table.entries(size, head.size), head)
            size = head.size
    for private in begun.table.privates_from(1, seat.follower.private_from):
        begun.tell_private(1, private)
    if seat.follower.missing_handles is not None:
        begun.tell_private(1, begun.table.own_handles(1, seat.follower.missing_handles))
    begun.answer(1, players[1])
    assert counters(begun, 1)[-1] == used[-1] + TAKE_OVER_LEAP + int.from_bytes(LANE, "big")
    begun.play(players)
    begun.finish()
    assert not begun.refusals
    assert all(one.report.verdict == "PASS" for one in begun.seats.values())
    assert sorted(set(counters(begun, 1))) == counters(begun, 1)


def test_a_referee_that_hides_the_log_cannot_lead_a_restored_seat_to_an_old_number(begun, bots):
    """Shown only what its backup knew, a restored seat signs no number its other device has used."""
    players = bots(begun)
    while 1 not in begun.asked or not counters(begun, 1):
        begun.answer(begun.asked[0], players[begun.asked[0]])
    old = begun.stores[1].load(b"table")
    used = {act_of(begun, 1)}
    begun.seats[1] = carried(begun, 1, old)
    fresh = act_of(begun, 1)
    assert fresh > max(used) + (1 << 19)


def test_a_seat_restored_twice_from_one_backup_does_not_meet_itself(begun, bots):
    """Two devices that took in one backup, each hidden from the other, part by their lanes."""
    players = bots(begun)
    while 1 not in begun.asked:
        begun.answer(begun.asked[0], players[begun.asked[0]])
    old = begun.stores[1].load(b"table")
    first = act_of(begun, 1, carried(begun, 1, old, b"\0\1"))
    second = act_of(begun, 1, carried(begun, 1, old, b"\0\2"))
    assert first != second


def test_a_seat_restored_before_its_table_began_gives_no_agreement(new_match):
    """Its device may have agreed to another GENESIS, and two agreements would convict the player (2.3)."""
    match = new_match()
    match.seats[1] = carried(match, 1, match.stores[1].load(b"table"))
    for number, seat in match.seats.items():
        match.do(number, seat.commit(match.table.description()))
    match.settle()
    assert match.table.size == 1
    assert match.seats[2]._agree is not None
    assert match.seats[1].again() == ()


def test_a_seat_restored_before_the_game_goes_on_with_the_agreement_of_its_device(new_match, bots):
    """A backup from between COMMIT and AGREE agrees to nothing, plays once START is there, and leaps."""
    match = new_match()
    for number, seat in match.seats.items():
        match.do(number, seat.commit(match.table.description()))
    kept = match.stores[1].load(b"table")
    match.settle()
    again = carried(match, 1, kept)
    again.share(match.table.size)  # as a session does that hears of another device
    assert again.feed(match.table.entries(0, 1), match.table.heads[0]).send == ()
    assert again.feed_private(match.table.privates_from(1, 0)[0]).send == ()
    for before, head in pairwise(match.table.heads):
        again.feed(match.table.entries(before.size, head.size), head)
    assert again.follower.failure is None
    match.seats[1], players = again, bots(match)
    while not counters(match, 1):
        match.answer(match.asked[0], players[match.asked[0]])
    assert counters(match, 1) == [2 + TAKE_OVER_LEAP + int.from_bytes(LANE, "big")]


def test_a_restored_seat_is_restored_like_any_other(begun, bots):
    """After its first own message numbers follow one another again, also over a restart."""
    players = bots(begun)
    while 1 not in begun.asked:
        begun.answer(begun.asked[0], players[begun.asked[0]])
    begun.seats[1] = carried(begun, 1, begun.stores[1].load(b"table"))
    begun.answer(1, players[1])
    again, _ = restore(
        begun.seats[1].enrolment.identity,
        begun.titles,
        begun.signatures,
        begun.stores[1].load(b"table"),
        begun.referee.public,
    )
    begun.seats[1] = again
    while 1 not in begun.asked:
        begun.answer(begun.asked[0], players[begun.asked[0]])
    begun.answer(1, players[1])
    last, next_one = counters(begun, 1)[-2:]
    assert next_one == last + 1
    assert last > TAKE_OVER_LEAP
