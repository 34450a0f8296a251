"""The battery can fail: each planted mistake of a title or of the kernel breaks the law made for it."""

import dataclasses
import random

import pytest
from miniatures import kuhn, skirmish, skirmish_flow, skirmish_questions, skirmish_table

from sealed.engine import cards, chance, kernel, zones
from sealed.engine.eye import EVERYBODY
from sealed.engine.frames import Decision, replace_top
from sealed.engine.kernel import Step
from sealed.engine.message import MOVED, Event, Refusal
from sealed.engine.notation import Notation
from sealed.engine.value import copy_with
from sealed.testing import answer_laws, replica_laws
from sealed.testing.audiences import answerer, check_audiences, drawer, everybody, viewer_and_owner
from sealed.testing.battery import LAWS

GAMES = 25
MUTANTS = {}


def mutant(*laws):
    """Register a mistake; its function plants it and may return another title."""

    def register(plant):
        MUTANTS[plant.__name__] = (plant, laws)
        return plant

    return register


@mutant("masking_commutes")
def shuffle_keeps_identities(patch):
    def move_all(s, source, target, tell):
        lying = s.zones[source]
        tell.extend(Event(MOVED, (card, 1, source, target), EVERYBODY) for card in zones.cards(lying))
        moved = list(s.zones)
        moved[source], moved[target] = 0, moved[target] + lying
        return copy_with(s, zones=tuple(moved))

    patch.setattr(skirmish_flow, "move_all", move_all)


@mutant("events_are_masked_events")
def shuffle_counts_equal_cards(patch):
    def move_all(s, source, target, tell):
        audience = s.audience[source] | s.audience[target]
        for card in zones.types(s.zones[source]):
            n = zones.copies(s.zones[source], card)
            tell.append(Event(MOVED, (card, n, source, target), audience))
        return cards.move_all(s, source, target, [])

    patch.setattr(skirmish_flow, "move_all", move_all)


@mutant("masking_commutes")
def look_is_not_remembered(patch):
    patch.setattr(skirmish_flow, "widen", lambda s, zone, seat: s)
    patch.setattr(
        skirmish_flow, "learn", lambda s, zone, shown: s if s.eye == -1 else cards.learn(s, zone, shown)
    )
    forget = skirmish_flow.Scouting.take

    def take(self, s, outcome, tell):
        s = forget(self, s, outcome, tell)
        pile = skirmish_table.UNSHOWN[self.rival]
        return cards.widen(s, pile, self.colour + 1) if s.eye == -1 else s

    patch.setattr(skirmish_flow.Scouting, "take", take)


@mutant("masking_commutes")
def look_teaches_nothing(patch):
    patch.setattr(skirmish_flow, "learn", lambda s, zone, shown: s)


@mutant("audiences")
def face_down_shown_face_up(patch):
    patch.setattr(skirmish_questions.Laying, "audience", lambda self, s, action: EVERYBODY)


@mutant("masks_are_public")
def mask_reads_the_hand(patch):
    def audience(self, s, action):
        hand = s.zones[skirmish_table.HAND[action.args[0] - 1]]
        return EVERYBODY if zones.copies(hand, skirmish_table.BANNER) else 1 << action.args[0]

    patch.setattr(skirmish_questions.Laying, "audience", audience)


@mutant("questions_are_public", "hidden_cards_change_nothing")
def window_only_for_a_holder(patch):
    plain = skirmish_flow.Strike.run

    def run(self, s, tell):
        held = zones.could_hold(s.zones[skirmish_table.HAND[self.rival]], skirmish_table.SHIELD)
        closed = replace_top(s, skirmish_flow.Rolling(self.colour, self.rival))
        return plain(self, s, tell) if held else closed

    patch.setattr(skirmish_flow.Strike, "run", run)


@mutant("masking_commutes", "questions_are_public", "hidden_cards_change_nothing")
def forced_choice_skipped(patch):
    plain = skirmish_flow.Rolling.take

    def take(self, s, outcome, tell):
        s = plain(self, s, outcome, tell)
        frame = s.stack.frame if s.stack else None
        if isinstance(frame, skirmish_questions.Giving) and len(frame.legal(s, 0)) == 1:
            return frame.take(s, frame.legal(s, 0)[0], 0, tell)
        return s

    patch.setattr(skirmish_flow.Rolling, "take", take)


@mutant("masking_commutes", "hidden_cards_change_nothing")
def votes_counted_before_opening(patch):
    plain = skirmish_questions.Laying.take

    def take(self, s, action, seat, tell):
        s = plain(self, s, action, seat, tell)
        laid = [zones.copies(s.zones[zone], skirmish_table.BANNER) for zone in skirmish_table.SECRET]
        leader = laid.index(max(laid))
        return s if self.seats(s) else copy_with(s, points=skirmish_table.add(s.points, leader, 1))

    patch.setattr(skirmish_questions.Laying, "take", take)


@mutant("frames_hold_public_ints")
def frame_holds_a_map(patch):
    @dataclasses.dataclass(frozen=True, slots=True)
    class Grudge(skirmish_questions.Giving):
        reasons_why: object

    patch.setattr(skirmish_questions, "Giving", lambda rival: Grudge(rival, {"not": "an int"}))


@mutant("offered_is_accepted", "why_not_always_answers")
def unplayable_move_offered(patch):
    plain = skirmish_questions.Acting.legal

    def legal(self, s, seat):
        return [*plain(self, s, seat), skirmish_table.PARRY]

    patch.setattr(skirmish_questions.Acting, "legal", legal)


@mutant("offered_is_accepted", "replicas_offer_what_they_accept", "why_not_always_answers")
def predicate_dropped(patch):
    patch.setitem(skirmish_table.PREDICATES, "dismiss", ())


@mutant("offered_is_accepted", "why_not_always_answers")
def refusal_without_a_declaration(patch):
    def last_man(s, action, seat):
        if s.men[seat - 1] <= 1:
            yield Refusal("lonely", (seat,))

    patch.setitem(skirmish_table.PREDICATES, "dismiss", (last_man,))


@mutant("offered_is_accepted")
def refusal_with_a_wrong_argument(patch):
    def last_man(s, action, seat):
        if s.men[seat - 1] <= 1:
            yield Refusal("last-man", (seat,))

    patch.setitem(skirmish_table.PREDICATES, "dismiss", (last_man,))


@mutant("lists_are_masked_lists", "masked_answers_are_accepted")
def replica_offers_what_it_knows_only(patch):
    patch.setattr(skirmish_questions, "could_hold", lambda zone, card: bool(zones.copies(zone, card)))


@mutant("lists_are_masked_lists")
def own_list_is_too_long(patch):
    plain = skirmish_questions.Giving.legal

    def legal(self, s, seat):
        everything = [skirmish.NOTATION.action("give", card) for card in skirmish_table.CARDS]
        return plain(self, s, seat) if s.eye == -1 else everything

    patch.setattr(skirmish_questions.Giving, "legal", legal)


@mutant("stated_answers_are_harmless")
def stated_answer_is_a_hidden_card(patch):
    def stated(self, s, seat):
        return self.legal(s, seat)[0]

    patch.setattr(skirmish_questions.Laying, "stated", stated)


@mutant("answers_at_once_commute")
def first_answer_moves_the_second_list(patch):
    plain = skirmish_questions.Laying.legal

    def legal(self, s, seat):
        found = plain(self, s, seat)
        return found[:1] if any(s.zones[zone] for zone in skirmish_table.SECRET) else found

    patch.setattr(skirmish_questions.Laying, "legal", legal)


@mutant("answers_at_once_commute")
def last_answer_scores(patch):
    plain = skirmish_questions.Laying.take

    def take(self, s, action, seat, tell):
        s = plain(self, s, action, seat, tell)
        return s if self.seats(s) else copy_with(s, points=skirmish_table.add(s.points, seat - 1, 1))

    patch.setattr(skirmish_questions.Laying, "take", take)


@mutant("games_end")
def list_may_become_empty(patch):
    plain = skirmish_questions.Pressing.legal

    def legal(self, s, seat):
        return [action for action in plain(self, s, seat) if action is not skirmish_table.DONE]

    patch.setattr(skirmish_questions.Pressing, "legal", legal)


@mutant("games_end")
def result_of_no_side(patch):
    return dataclasses.replace(skirmish.TITLE, result=lambda s: "Red")


@mutant("cards_are_conserved")
def card_is_lost(patch):
    patch.setattr(skirmish_flow, "move_all", lambda s, source, target, tell: zap(s, source))


def zap(s, zone):
    """Empty a zone."""
    return copy_with(s, zones=(*s.zones[:zone], 0, *s.zones[zone + 1 :]))


@mutant("encoding_is_injective")
def field_forgotten_by_the_encoding(patch):
    plain = LAWS["encoding_is_injective"].__globals__["encode"]

    def encode(value):
        return plain(copy_with(value, points=()) if isinstance(value, skirmish_table.Skirmish) else value)

    patch.setitem(LAWS["encoding_is_injective"].__globals__, "encode", encode)


@mutant("replays_are_equal")
def memory_outside_the_state(patch):
    rolls = []
    plain = skirmish_flow.Rolling.take

    def take(self, s, outcome, tell):
        rolls.append(outcome)
        s = plain(self, s, outcome, tell)
        return copy_with(s, round=s.round - len(rolls) % 3) if s.stack else s

    patch.setattr(skirmish_flow.Rolling, "take", take)


@mutant("notation_round_trips")
def two_names_for_one_card(patch):
    names = {"card": {**skirmish_table.NOTATION.names["card"], 4: "Blade"}, "colour": skirmish_table.COLOURS}
    notation = Notation(skirmish_table.NOTATION.verbs, names)

    def vocabulary(setup):
        return tuple(notation.action("give", card) for card in skirmish_table.CARDS)

    return dataclasses.replace(skirmish.TITLE, notation=notation, vocabulary=vocabulary)


@mutant("messages_fit_their_kinds")
def event_with_a_colour_too_few(patch):
    return dataclasses.replace(
        skirmish.TITLE, event_kinds={**skirmish.TITLE.event_kinds, "rolled": ("colour", "number")}
    )


@mutant("messages_fit_their_kinds")
def question_not_declared(patch):
    return dataclasses.replace(skirmish.TITLE, question_kinds={"act": ("colour",)})


@mutant("only_the_asked_may_answer")
def anybody_may_answer(patch):
    def legal_actions(s, seat):
        frame = s.stack.frame if s.stack else None
        return frame.legal(s, seat) if isinstance(frame, Decision) and seat in {1, 2} else ()

    patch.setattr(answer_laws, "legal_actions", legal_actions)


@mutant("views_compose")
def what_a_seat_sees_counts_as_public(patch):
    def view(s, eye):
        seen = kernel.view(s, eye)
        audience = tuple(EVERYBODY if allowed & eye else allowed for allowed in seen.audience)
        return seen if eye in {1, -1} else copy_with(seen, audience=audience)

    patch.setattr(replica_laws, "view", view)


@mutant("masks_are_public", "audiences")
def deal_shown_to_everybody(patch):
    def audience(s, request):
        seen = chance.audience_of_outcome(s, request)
        return EVERYBODY if isinstance(request, chance.Deal) and s.eye == -1 else seen

    patch.setattr(kernel, "audience_of_outcome", audience)


@mutant("offered_is_accepted")
def refused_answer_is_carried_out(patch):
    def apply(s, action, seat):
        step = kernel.apply(s, action, seat)
        return Step(s, ()) if isinstance(step, Refusal) and step.code == "last-man" else step

    patch.setattr(answer_laws, "apply", apply)


@mutant("hidden_cards_change_nothing")
def stated_answer_reads_the_hand(patch):
    def stated(self, s, seat):
        legal = self.legal(s, seat)
        return legal[0] if len(legal) > 1 else skirmish_table.DONE

    patch.setattr(skirmish_questions.Parrying, "stated", stated)


@mutant("events_are_masked_events")
def events_are_not_masked(patch):
    patch.setattr(replica_laws, "mask_event", lambda event, eye: event)


TABLE = {
    "bury": lambda moment: [seat for seat in (1, 2) if moment.before.audience[pile_of(moment)] >> seat & 1],
    "give": everybody,
    "lay": answerer,
    "deal": drawer,
    "open": everybody,
    "look": viewer_and_owner,
}


def pile_of(moment):
    """Return the zone that buried cards enter."""
    return skirmish_table.UNSHOWN[moment.seat - 1]


def audiences(title, setup, rng, games, every):
    """Run the law of audiences as any other."""
    check_audiences(title, setup, rng, games, every, TABLE)


ALL_LAWS = {**LAWS, "audiences": audiences}
CASES = [(name, law) for name, (_, laws) in MUTANTS.items() for law in laws]


@pytest.mark.parametrize(("name", "law"), CASES)
def test_mutant_is_caught(monkeypatch, name, law):
    """A planted mistake makes its law fail within a few games."""
    title = MUTANTS[name][0](monkeypatch) or skirmish.TITLE
    with pytest.raises((AssertionError, cards.RuleBugError)):
        ALL_LAWS[law](title, title.setup(2), random.Random(name), GAMES, 1)


def test_every_law_has_a_mutant():
    """No law of the battery stands untested."""
    caught = {law for _, law in CASES}
    assert set(ALL_LAWS) - caught == set()


def test_unmarked_titles_pass():
    """Without a mutant the same runs pass, so it is the mutant that is caught."""
    for law in ALL_LAWS.values():
        law(skirmish.TITLE, skirmish.TITLE.setup(2), random.Random(1), 2, 1)
    assert kuhn.TITLE.seats == (2,)
