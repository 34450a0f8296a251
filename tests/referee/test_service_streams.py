"""Laws of play by stream and by call (spec 2.2 "Carriage", 2.8, 2.11, 2.13)."""

from __future__ import annotations

import queue

import pytest
from loopback import Player, Stream, problem_of
from store_keys import store_key
from table_titles import SKIRMISH

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import parse_header, sign_head, sign_join
from sealed.fairness.signing.private import parse_private
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Draft, Head, Signed, Step
from sealed_referee.identity_key import open_key
from sealed_referee.problems import ServiceError
from sealed_referee.readers import MAX_BEHIND, Reader


def next_down(inbox: queue.Queue) -> rpc.Down:
    """Returns the next message of the only stream of an inbox."""
    down = inbox.get(timeout=10)[1]
    assert isinstance(down, rpc.Down), down
    return down


def ended_with(inbox: queue.Queue) -> str:
    """Returns the code of the Problem with which the only stream of an inbox ended."""
    return problem_of(inbox.get(timeout=10)[1]).code


def resumed(player: Player, size: int, private_from: int, until: int) -> list[bytes]:
    """Opens a second stream of a player and returns all that comes down, up to an entry."""
    inbox: queue.Queue = queue.Queue()
    stream = Stream(player.guest, inbox)
    stream.send(rpc.Up(resume=rpc.Resume(table=player.table, size=size, private_from=private_from)))
    stream.send(rpc.Up(fetch=rpc.Fetch(handles_from=1)))
    downs = []
    while not downs or not is_handles(downs[-1]):
        downs.append(next_down(inbox))
    stream.close()
    return [down.SerializeToString() for down in downs[:-1] if down.WhichOneof("act") != "table"]


def is_handles(down: rpc.Down) -> bool:
    """Tells whether a message is the answer to a Fetch of handles, which comes after all else."""
    return down.HasField("opening") and parse_private(down.opening.message).kind == 4


def test_a_whole_game_is_played_over_streams(party):
    """Two clients that verify everything come from the lobby to the reveal without a word of trouble."""
    gathered = party()
    gathered.set_up()
    assert gathered.play() > 10
    gathered.pump(lambda: all(one.seat.follower.ended is not None for one in gathered.players))
    assert [one.problems + one.refusals + one.ended for one in gathered.players] == [[], []]
    assert gathered.players[0].guest.call("GetTable", gathered.ref).phase == rpc.PHASE_REVEALED


def test_three_seats_play_as_well(party):
    """A table for three comes to its end."""
    gathered = party(3, options={"rounds": "2"})
    gathered.set_up()
    gathered.play()
    assert gathered.over


def test_a_resume_from_every_size_gives_the_same_bytes(party):
    """What comes down from entry n on is the tail of what comes down from the beginning."""
    gathered = party(options={"rounds": "2"})
    gathered.set_up()
    gathered.play(12)
    player = gathered.players[0]
    size = player.guest.call("GetTable", gathered.ref).log_size
    whole = resumed(player, 0, 0, size)
    for first in range(size + 1):
        tail = resumed(player, first, first, size)
        assert entries(tail) == entries(whole)[first:]
        assert heads(tail) == [head for head in heads(whole) if head.size > first]
        assert openings(tail) == [each for each in openings(whole) if parse_private(each).index >= first]


def entries(downs: list[bytes]) -> list[bytes]:
    """Returns the serialized entries that came down."""
    parsed = (rpc.Down.FromString(down) for down in downs)
    return [entry.SerializeToString() for down in parsed for entry in down.batch.entries]


def heads(downs: list[bytes]) -> list[Head]:
    """Returns the heads that came down."""
    parsed = (rpc.Down.FromString(down) for down in downs)
    return [down.batch.head for down in parsed if down.batch.HasField("head")]


def openings(downs: list[bytes]) -> list[bytes]:
    """Returns the private messages that came down."""
    parsed = (rpc.Down.FromString(down) for down in downs)
    return [down.opening.message for down in parsed if down.HasField("opening")]


def test_private_messages_follow_their_entries(party):
    """In a resume each opening comes after the batch that holds its entry and before the next batch."""
    gathered = party()
    gathered.set_up()
    gathered.play(8)
    first, seen = 0, -1
    for data in resumed(gathered.players[0], 0, 0, 0):
        down = rpc.Down.FromString(data)
        if down.HasField("opening"):
            index = parse_private(down.opening.message).index
            assert first <= index <= seen
        else:
            first, seen = seen + 1, down.batch.entries[-1].index


def test_private_messages_that_are_missing_come_first(party):
    """A seat that holds entries but lost openings gets those of old entries too."""
    gathered = party()
    gathered.set_up()
    gathered.play(6)
    player = gathered.players[0]
    size = player.guest.call("GetTable", gathered.ref).log_size
    assert openings(resumed(player, size, 0, size)) == openings(resumed(player, 0, 0, size))
    assert entries(resumed(player, size, 0, size)) == []


def submitted(player: Player) -> list[rpc.Submit]:
    """Returns the messages that a player has kept to send."""
    return [rpc.Submit.FromString(kept.body) for kept in player.kept if kept.kind == "sent"]


def test_the_same_bytes_again_change_nothing(party):
    """A player who never saw the answer and sends once more gets the entry that was made the first time."""
    gathered = party()
    gathered.set_up()
    gathered.play(3)
    player = next(one for one in gathered.players if submitted(one))
    before = player.guest.call("GetTable", gathered.ref)
    request = rpc.SubmitRequest(table=gathered.ref, submit=submitted(player)[0])
    replies = [player.guest.call("Submit", request) for _ in range(2)]
    assert replies[0] == replies[1]
    assert replies[0].entry.type == EntryType.ACT
    assert player.guest.call("GetTable", gathered.ref) == before


def test_a_repetition_after_the_next_question_does_not_answer_that(party):
    """An old answer that comes again by stream neither changes the log nor ends the stream."""
    gathered = party()
    gathered.set_up()
    gathered.play(6)
    player = next(one for one in gathered.players if submitted(one))
    before = player.guest.call("GetTable", gathered.ref).head
    for submit in submitted(player):
        player.send(submit)
    gathered.play(1)
    assert player.seat.follower.verifier.size > before.size
    assert player.problems == player.refusals == player.ended == []


def test_calls_do_what_streams_do(party):
    """A seat that sends everything by unary calls plays the same game with one that uses its stream."""
    gathered = party(options={"rounds": "2"})
    caller = gathered.players[0]
    told: list[rpc.SubmitReply] = []

    def send_by_call(sending) -> None:
        guest, ref = caller.guest, gathered.ref
        if isinstance(sending, rpc.Submit):
            told.append(guest.call("Submit", rpc.SubmitRequest(table=ref, submit=sending)))
        elif isinstance(sending, rpc.Link):
            guest.call("Contribute", rpc.ContributeRequest(table=ref, link=sending))
            guest.call("Contribute", rpc.ContributeRequest(table=ref, link=sending))
        else:
            name = type(sending).__name__.replace("Commitment", "Commit").replace("Agreement", "Agree")
            guest.call(name, rpc.SignedRequest(table=ref, signed=sending.signed))

    caller.send = send_by_call
    gathered.set_up()
    gathered.play()
    assert gathered.over
    assert {reply.WhichOneof("answer") for reply in told} == {"entry"}
    assert all(reply.head.size > reply.entry.index for reply in told)


def test_private_calls_give_what_the_stream_gives(party):
    """PrivateFrom repeats a seat's openings byte for byte, from any entry on."""
    gathered = party()
    gathered.set_up()
    gathered.play(6)
    player = gathered.players[1]
    by_stream = openings(resumed(player, 0, 0, 0))
    for first in (0, 3, 1000):
        request = rpc.PrivateFromRequest(table=gathered.ref, index=first)
        by_call = [private.message for private in player.guest.call("PrivateFrom", request)]
        assert by_call == [each for each in by_stream if parse_private(each).index >= first]


def test_spectators_get_every_entry_and_no_private_byte(party, guest):
    """Follow gives all entries and heads, and none of what seats are told alone, while the game runs."""
    gathered = party(options={"rounds": "2"})
    gathered.set_up()
    gathered.play(10)
    player = gathered.players[0]
    size = player.guest.call("GetTable", gathered.ref).log_size
    following = guest().call("Follow", rpc.FollowRequest(table=gathered.ref))
    batches = []
    while not batches or batches[-1].head.size < size:
        batches.append(next(following))
    following.cancel()
    public = b"".join(batch.SerializeToString() for batch in batches)
    assert [entry.index for batch in batches for entry in batch.entries] == list(range(size))
    for one in gathered.players:
        for message in openings(resumed(one, 0, 0, size)):
            content = parse_private(message).content
            assert len(content) >= 32
            pieces = [content[at : at + 16] for at in range(len(content) - 15)]
            assert not [piece for piece in pieces if any(piece) and piece in public]


def test_spectators_hear_of_what_happens_live(party, guest):
    """A follower who has caught up gets the next append when it is made; with heads_only only its head."""
    gathered = party()
    gathered.set_up()
    size = gathered.players[0].guest.call("GetTable", gathered.ref).log_size
    someone = guest()
    whole = someone.call("Follow", rpc.FollowRequest(**{"table": gathered.ref, "from": size}))
    bare = someone.call("Follow", rpc.FollowRequest(**{"table": gathered.ref, "from": size}, heads_only=True))
    gathered.play(1)
    batch, head = next(whole), next(bare)
    assert batch.entries[0].index == size
    assert (head.head, list(head.entries)) == (batch.head, [])
    whole.cancel()
    bare.cancel()


def test_no_seat_gets_what_another_seat_is_told(party):
    """Every opening on a stream names the seat of that stream."""
    gathered = party()
    gathered.set_up()
    gathered.play(10)
    for player in gathered.players:
        told = [parse_private(each).seat for each in openings(player.bytes_down)]
        assert told
        assert set(told) == {player.seat.number}


def test_a_stranger_has_no_stream(party, guest):
    """A key without a seat is told to follow instead."""
    gathered = party()
    inbox: queue.Queue = queue.Queue()
    stream = Stream(guest(), inbox)
    stream.send(rpc.Up(resume=rpc.Resume(table=gathered.ref)))
    assert ended_with(inbox) == "NOT_SEATED"


def test_the_log_in_may_ride_in_the_resume(party):
    """A stream that brings its own LogIn needs no session, and the session ends with it."""
    gathered = party()
    player = gathered.players[0]
    answer = player.guest.answer_to_challenge()
    player.guest.token = b""
    player.stream = Stream(player.guest, gathered.inbox)
    player.stream.send(rpc.Up(resume=rpc.Resume(table=gathered.ref, log_in=answer)))
    gathered.pump(lambda: bool(player.bytes_down))
    assert rpc.Down.FromString(player.bytes_down[0]).table.seats[0].present


def test_a_client_that_holds_more_than_the_referee_is_told_so(party):
    """A size beyond the log ends the stream with RES_REFEREE_BEHIND; the table goes on."""
    gathered = party()
    gathered.set_up()
    player = gathered.players[0]
    inbox: queue.Queue = queue.Queue()
    stream = Stream(player.guest, inbox)
    stream.send(rpc.Up(resume=rpc.Resume(table=gathered.ref, size=1000)))
    assert ended_with(inbox) == "RES_REFEREE_BEHIND"
    assert gathered.play(1) == 1


def test_a_referee_that_signed_more_than_it_holds_stops_the_table(party, tmp_path):
    """A head of its own beyond its log halts the table for everybody (spec 2.13)."""
    gathered = party()
    gathered.set_up()
    one, other = gathered.players
    store = tmp_path / "store"
    box = store_key(store).unlock(fresh=False).box
    signer = open_key(store, box, load_backend(), bytes, fresh=False)
    table_id = one.guest.call("GetTable", gathered.ref).table_id
    ahead = sign_head(signer, table_id, 500, bytes(32), 1_900_000_000_000)
    inbox: queue.Queue = queue.Queue()
    stream = Stream(one.guest, inbox)
    stream.send(rpc.Up(resume=rpc.Resume(table=gathered.ref, size=500, head=ahead)))
    assert ended_with(inbox) == "RES_REFEREE_BEHIND"
    asked = next(iter(gathered.asked()))
    gathered.act(asked)
    gathered.pump(lambda: bool(asked.problems))
    assert asked.problems[0].code == "RES_REFEREE_BEHIND"
    assert other.guest.call("GetTable", gathered.ref).phase == rpc.PHASE_PLAYING


def written(player: Player, action: str) -> rpc.Submit:
    """Returns a well-signed message of a seat that says anything."""
    verifier = player.seat.follower.verifier
    payload = Draft(steps=[Step(action=action)]).SerializeToString()
    seen = (verifier.size, verifier.root)
    return player.seat.outbox.write(EntryType.ACT, verifier.counter(player.seat.number), seen, payload, b"")


def test_an_illegal_answer_is_refused_and_the_stream_goes_on(party):
    """A signed refusal comes down to its author alone; then the seat answers again."""
    gathered = party()
    gathered.set_up()
    asked = gathered.asked()[0]
    submit = written(asked, "strike 1")
    asked.send(submit)
    gathered.pump(lambda: bool(asked.refusals))
    assert asked.refusals[0].counter == parse_header(submit.signed.header).counter
    assert [one.refusals for one in gathered.players if one is not asked] == [[]]
    assert gathered.play(1) == 1


def test_an_answer_out_of_turn_is_refused(party):
    """A seat that is asked nothing changes nothing."""
    gathered = party()
    gathered.set_up()
    idle = next(one for one in gathered.players if not one.seat.asked)
    before = idle.guest.call("GetTable", gathered.ref).head
    idle.send(written(idle, "done"))
    gathered.pump(lambda: bool(idle.refusals))
    assert idle.guest.call("GetTable", gathered.ref).head == before


@pytest.mark.parametrize("wrong", ["signature", "header", "seat"])
def test_a_message_that_the_seat_did_not_sign_is_a_problem(party, wrong):
    """It is neither judged nor refused by signature, since anybody could have made it; the stream goes on."""
    gathered = party()
    gathered.set_up()
    asked = gathered.asked()[0]
    sender = next(one for one in gathered.players if one is not asked) if wrong == "seat" else asked
    good = written(asked, "done").signed
    bad = Signed(header=good.header, payload=good.payload, sig=good.sig)
    if wrong == "signature":
        bad.sig = bytes([good.sig[0] ^ 1]) + good.sig[1:]
    elif wrong == "header":
        bad.header = b"short"
    sender.send(rpc.Submit(signed=bad))
    gathered.pump(lambda: bool(sender.problems))
    assert sender.problems[0].code in {"SIG_INVALID", "SIG_WRONG_CONTEXT", "ENC_NOT_STRICT"}
    assert sender.problems[0].text
    assert (sender.refusals, sender.ended) == ([], [])


def test_a_link_that_is_no_preimage_is_a_problem_that_names_its_slot(party):
    """A false link is not taken; the sender learns for which slot."""
    gathered = party()
    gathered.set_up()
    player = gathered.players[0]
    player.send(rpc.Link(k=400, link=bytes(32)))
    gathered.pump(lambda: bool(player.problems))
    assert player.problems[0].slot == 400


def test_what_does_not_belong_on_a_stream_is_a_problem(party):
    """A second Resume is answered in words and the stream goes on."""
    gathered = party()
    gathered.set_up()
    player = gathered.players[0]
    player.stream.send(rpc.Up(resume=rpc.Resume(table=gathered.ref)))
    gathered.pump(lambda: bool(player.problems))
    assert player.problems[0].code == "BAD_REQUEST"
    assert gathered.play(1) == 1


def test_a_reader_too_far_behind_is_cut_off():
    """What a slow reader may be behind is bounded; then the stream ends with words."""
    reader = Reader(1)
    page = bytes(48 * 1024)
    for _ in range(MAX_BEHIND // len(page) + 1):
        reader.push(page)
    with pytest.raises(ServiceError) as cut_off:
        reader.pull().send(None)
    assert cut_off.value.code == "READER_BEHIND"


def test_a_second_device_sees_what_the_first_does(party):
    """Two streams of one seat get the same appends."""
    gathered = party()
    gathered.set_up()
    player = gathered.players[0]
    inbox: queue.Queue = queue.Queue()
    second = Stream(player.guest, inbox)
    size = player.seat.follower.verifier.size
    second.send(rpc.Up(resume=rpc.Resume(table=gathered.ref, size=size, private_from=size)))
    second.send(rpc.Up(fetch=rpc.Fetch(first=0, end=1)))
    assert next_down(inbox).batch.entries[0].index == 0
    gathered.play(2)
    assert next_down(inbox).batch.entries[0].index == size
    second.close()


def test_who_left_is_told_nothing_of_the_seat_any_more(guest):
    """A stream ends when its key gives the seat back; what the next owner is told never comes down on it."""
    one, other = guest(), guest()
    table = one.create(SKIRMISH)
    ref = rpc.TableRef(lobby_id=table.lobby_id)
    for someone in (one, other):
        join = sign_join(someone.identity.signer, table.params, 1, someone.identity.public, "Guest")
        if someone is other:
            one.call("LeaveTable", ref)
        someone.call("JoinTable", rpc.JoinTableRequest(table=ref, join=join))
        if someone is one:
            inbox: queue.Queue = queue.Queue()
            stream = Stream(one, inbox)
            stream.send(rpc.Up(resume=rpc.Resume(table=ref)))
            assert next_down(inbox).table.seats[0].pk == one.identity.public
    assert ended_with(inbox) == "NOT_SEATED"


def test_the_lobby_shows_who_is_there(party, guest):
    """A seat with a stream is present, one without is not; followers are counted."""
    gathered = party()
    gathered.set_up()
    someone = guest()
    following = someone.call("Follow", rpc.FollowRequest(table=gathered.ref))
    next(following)
    following_live = iter(lambda: someone.call("GetTable", gathered.ref).spectators, 1)
    list(following_live)
    told = someone.call("GetTable", gathered.ref)
    assert ([seat.present for seat in told.seats], told.spectators) == ([True, True], 1)
    following.cancel()
    gathered.players[0].stream.close()
    list(iter(lambda: someone.call("GetTable", gathered.ref).seats[0].present, False))
    list(iter(lambda: someone.call("GetTable", gathered.ref).spectators, 0))


@pytest.mark.parametrize(("name", "kind"), [("Commit", "sent"), ("Submit", "committed")])
def test_set_up_and_play_have_calls_of_their_own(party, name, kind):
    """A COMMIT is not taken by Submit and an ACT not by Commit."""
    gathered = party()
    gathered.set_up()
    gathered.play(2)
    player = next(one for one in gathered.players if submitted(one))
    body = next(kept.body for kept in player.kept if kept.kind == kind)
    signed = rpc.Submit.FromString(body).signed if kind == "sent" else Signed.FromString(body)
    request = {
        "Commit": rpc.SignedRequest(table=gathered.ref, signed=signed),
        "Submit": rpc.SubmitRequest(table=gathered.ref, submit=rpc.Submit(signed=signed)),
    }[name]
    assert player.guest.refused(name, request).code == "BAD_REQUEST"
