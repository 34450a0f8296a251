"""What the table demands of PLACE, SHOW and REVEAL: right card, right place, right bytes."""

from __future__ import annotations

from random import Random

import pytest
from table_match import begin_match
from table_titles import POPULAR_FRONT

from sealed.engine import kernel
from sealed.engine.zones import cards
from sealed.fairness.arithmetic.blind import (
    Handle,
    blind_inner,
    equal_tag,
    make_ref,
    pack_handles,
    salt_in,
    salt_out,
)
from sealed.wire.v1 import fairness_pb2 as wire


@pytest.fixture
def match():
    return begin_match(POPULAR_FRONT, 2, Random(5), longest_draft=1)


def refused(match, seat, steps, handles, first_ref=None) -> str:
    """Submits a draft that has to be refused, and returns the code."""
    run = handles if isinstance(handles, bytes) else pack_handles(handles)
    first = (seat.made + 1 if run else 0) if first_ref is None else first_ref
    size, state = match.table.size, match.table.match.game.state
    output = match.submit(seat, seat.forge(steps, run, first))
    assert output.answer is None, output
    assert (match.table.size, match.table.match.game.state) == (size, state)
    return output.refusal.code


def placing(match):
    """Returns a seat that may lay a card face-down, with the draft of it."""
    seat, action = match.find("commit", "politics")
    steps, handles = seat.steps([action])
    return seat, action, steps, handles


def showing(match):
    """Returns a seat that may show a card, with the draft of it."""
    seat, action = match.find("muster")
    steps, handles = seat.steps([action])
    return seat, action, steps, handles


def revealing(match):
    """Returns a seat that may open a card of its reserve, with the draft of it."""
    seat, action = match.find("deploy")
    steps, handles = seat.steps([action])
    assert not handles
    return seat, action, steps


def legal(seat):
    """Returns what the seat may do now."""
    return kernel.legal_actions(seat.state, seat.seat)


def equal_in_hand(seat, action):
    """Returns the cards of the hand that are equal to the one that the action takes, lowest handle first."""
    (named,) = POPULAR_FRONT.notation.cards(action)
    return [held for held in seat.bags[0] if held[0] == named]


def test_the_first_number_of_a_draft_is_the_next_of_its_seat(match):
    """A gap, an overlap or no number at all is BLIND_REF_NO."""
    seat, _, steps, handles = placing(match)
    assert refused(match, seat, steps, handles, seat.made + 2) == "BLIND_REF_NO"
    assert refused(match, seat, steps, handles, 0) == "BLIND_REF_NO"


def test_a_refused_number_is_free_again(match):
    """The number of a reference in a refused draft is used by the next one."""
    seat, action, steps, handles = placing(match)
    refused(match, seat, steps, handles, seat.made + 2)
    assert match.submit(seat, seat.draft([action])).answer is not None


def test_there_is_one_handle_for_each_new_reference(match):
    """Handles that are missing, too many or cut do not fit the draft."""
    seat, _, steps, handles = placing(match)
    assert refused(match, seat, steps, b"", seat.made + 1) == "PRIV_MISMATCH"
    assert refused(match, seat, steps, [*handles, *handles]) == "PRIV_MISMATCH"
    assert refused(match, seat, steps, pack_handles(handles)[:-1]) == "PRIV_MISMATCH"


def test_a_commitment_is_the_one_that_the_handle_gives(match):
    """Salts of the seat's own choice, or any other bytes, are refused."""
    seat, _, steps, handles = placing(match)
    steps[0].cards[0].place.outer = bytes(31) + b"\x01"
    assert refused(match, seat, steps, handles) == "PRIV_MISMATCH"


def test_a_commitment_of_a_live_reference_cannot_be_used_again(match):
    """A copy of an older commitment is told from a wrong one."""
    seat, action, steps, handles = placing(match)
    while not (closed := [number for number, ref in seat.refs.items() if not ref.open]):
        match.submit(seat, seat.draft([action]))
        seat, action, steps, handles = placing(match)
    old = seat.refs[closed[0]]
    made = make_ref(seat.table_id, seat.seat, seat.seed, closed[0], old.handle, old.card)
    steps[0].cards[0].place.outer = made.outer
    assert refused(match, seat, steps, handles) == "BLIND_REUSED"


def test_a_card_is_taken_from_where_it_lies(match):
    """A handle that does not lie in the bag named is not held."""
    seat, _, steps, _ = placing(match)
    assert refused(match, seat, steps, [Handle(0, 9, 9)]) == "BLIND_NOT_HELD"


def test_an_empty_bag_gives_no_card(match):
    """Nothing can be taken from a zone that holds nothing."""
    seat, _, steps, handles = placing(match)
    steps[0].cards[0].place.from_zone = 63
    assert refused(match, seat, steps, handles) == "HAND_COUNT"


def test_of_equal_cards_in_a_hand_the_lowest_handle_is_taken(match):
    """Equal cards leave in one order, so no choice between them can signal."""
    seat, action, steps, _ = placing(match)
    while len(equal_in_hand(seat, action)) < 2:
        match.submit(seat, seat.draft([action]))
        seat, action, steps, _ = placing(match)
    card, handle = equal_in_hand(seat, action)[1]
    number = seat.made + 1
    made = make_ref(seat.table_id, seat.seat, seat.seed, number, handle, card)
    steps[0].cards[0].place.outer = made.outer
    assert refused(match, seat, steps, [handle]) == "REF_ORDER"
    assert match.submit(seat, seat.draft([action])).answer is not None


def test_text_and_acts_say_the_same(match):
    """Acts missing, too many, of another kind or between other zones disagree with the text."""
    seat, _, steps, handles = showing(match)
    bare = [wire.Step(action=steps[0].action)]
    assert refused(match, seat, bare, b"") == "ACT_ILLEGAL"
    moved = [wire.Step.FromString(steps[0].SerializeToString())]
    moved[0].cards[0].show.to_zone = 999
    assert refused(match, seat, moved, handles) == "ACT_ILLEGAL"
    act = steps[0].cards[0].show
    place = wire.CardAct(place=wire.Place(from_zone=act.from_zone, to_zone=act.to_zone, outer=bytes(32)))
    assert refused(match, seat, [wire.Step(action=steps[0].action, cards=[place])], handles) == "ACT_ILLEGAL"
    twice = [wire.Step(action=steps[0].action, cards=[steps[0].cards[0], steps[0].cards[0]])]
    assert refused(match, seat, twice, [*handles, *handles]) == "ACT_ILLEGAL"


def test_a_text_hides_what_does_not_become_public(match):
    """A text that names a card laid face-down is refused, even if everything else fits."""
    seat, action, steps, handles = placing(match)
    steps[0].action = action.text
    assert refused(match, seat, steps, handles) == "ACT_ILLEGAL"


def test_a_shown_card_is_the_one_behind_its_handle(match):
    """A card cannot be shown by the handle of another one."""
    seat, action, steps, handles = showing(match)
    (shown,) = POPULAR_FRONT.notation.cards(action)
    other = next(handle for card, handle in seat.bags[0] if card != shown)
    assert refused(match, seat, steps, [other]) == "BLIND_IDENTITY"
    assert handles != [other]


def test_a_shown_card_commits_to_its_handle(match):
    """The provenance level of a shown card is the referee's to check at once."""
    seat, _, steps, handles = showing(match)
    steps[0].cards[0].show.inner = bytes(31) + b"\x01"
    assert refused(match, seat, steps, handles) == "PRIV_MISMATCH"


def test_a_reveal_opens_what_was_laid(match):
    """Another inner, salt or reference does not open as the card named."""
    seat, _, steps = revealing(match)
    for field in ("inner", "salt"):
        forged = wire.Step.FromString(steps[0].SerializeToString())
        setattr(forged.cards[0].reveal, field, bytes(31) + b"\x01")
        assert refused(match, seat, [forged], b"") == "BLIND_IDENTITY"


def test_a_reveal_of_another_card_of_the_zone_is_no_identity(match):
    """A closed reference to another card cannot be opened as the card that is played."""
    while True:
        seat, action, steps = revealing(match)
        reveal = steps[0].cards[0].reveal
        zone = seat.refs[reveal.ref].zone
        closed = {n: ref for n, ref in seat.refs.items() if ref.zone == zone and not ref.open}
        others = [n for n, ref in closed.items() if ref.card != reveal.card]
        if others:
            break
        match.submit(seat, seat.draft([action]))
    number, ref = others[0], seat.refs[others[0]]
    reveal.ref = number
    reveal.inner = blind_inner(seat.table_id, ref.handle, salt_in(seat.seed, number))
    reveal.salt = salt_out(seat.seed, number)
    assert refused(match, seat, steps, b"") == "BLIND_IDENTITY"


def test_only_a_live_closed_reference_of_the_seat_can_be_opened(match):
    """A number never made is not held; one used up or open is not opened again."""
    seat, action, steps = revealing(match)
    used = steps[0].cards[0].reveal.ref
    match.submit(seat, seat.draft([action]))
    while used not in seat.refs or not seat.asked or not any(one.verb == "deploy" for one in legal(seat)):
        match.step()
    action = next(one for one in legal(seat) if one.verb == "deploy")
    steps, _ = seat.steps([action])
    steps[0].cards[0].reveal.ref = 5000
    assert refused(match, seat, steps, b"") == "BLIND_NOT_HELD"
    steps[0].cards[0].reveal.ref = used
    assert refused(match, seat, steps, b"") == "BLIND_REUSED"
    assert match.submit(seat, seat.draft([action])).answer is not None


def test_of_equal_closed_cards_the_one_with_the_lowest_tag_is_opened(match):
    """Equal closed cards are opened in an order that nobody chooses."""
    while True:
        seat, action, steps = revealing(match)
        reveal = steps[0].cards[0].reveal
        home = seat.refs[reveal.ref].zone
        closed = {n: ref for n, ref in seat.refs.items() if ref.zone == home and not ref.open}
        equal = [n for n, ref in closed.items() if ref.card == reveal.card]
        if len(equal) > 1:
            break
        match.submit(seat, seat.draft([action]))
    number = max(equal, key=lambda n: equal_tag(seat.seed, n))
    reveal.ref = number
    reveal.inner = blind_inner(seat.table_id, seat.refs[number].handle, salt_in(seat.seed, number))
    reveal.salt = salt_out(seat.seed, number)
    assert refused(match, seat, steps, b"") == "REF_ORDER"
    assert match.submit(seat, seat.draft([action])).answer is not None


def test_a_regroup_where_the_rules_mix_nothing_is_refused(match):
    """A card that is to be placed is not regrouped instead, though the act itself is sound."""
    seat, _, steps, handles = placing(match)
    place = steps[0].cards[0].place
    regroup = wire.Regroup(
        takes=[wire.Take(zone=place.from_zone, count=1)],
        puts=[wire.Put(zone=place.to_zone, outers=[place.outer])],
        flows=[wire.Flow(from_zone=place.from_zone, to_zone=place.to_zone, n=1)],
    )
    step = wire.Step(action=steps[0].action, cards=[wire.CardAct(regroup=regroup)])
    assert refused(match, seat, [step], handles) == "ACT_ILLEGAL"


def test_a_point_at_a_reference_that_is_not_closed_is_refused(match):
    """POINT names live closed references of the owner it names."""
    seat, _, steps, _ = placing(match)
    point = wire.CardAct(point=wire.Point(owner=3 - seat.seat, refs=[4000]))
    assert refused(match, seat, [wire.Step(action=steps[0].action, cards=[point])], b"") == "BLIND_NOT_HELD"


def test_the_zones_of_the_piles_hold_what_the_engine_says():
    """After every step each bag and laid zone holds the multiset of cards that the engine has there."""
    match = begin_match(POPULAR_FRONT, 3, Random(8))
    for _ in range(120):
        match.step()
        game = match.table.match.game
        for zone in range(len(game.state.zones)):
            try:
                place = game.places.of(zone)
            except KeyError:
                continue
            assert tuple(sorted(game.piles.cards_in((place,)))) == cards(game.state.zones[zone])
