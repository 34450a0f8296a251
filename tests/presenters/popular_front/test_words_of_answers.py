"""What words promise is what the rules do: draws, strengths, sums; and how events move and light the map."""

import pytest

from sealed.engine import kernel
from sealed.engine.message import Event
from sealed.games.popular_front.board import CITY_BY_NAME
from sealed.games.popular_front.notation import ATTACK, DEPLOY, END
from sealed_client.presenters.picks import button, card, space
from sealed_client.presenters.popular_front.coats import coat_of


def test_strength_is_that_of_the_declaration(table, game):
    """A ringed city says of an attack the numbers that its declaration states."""
    at, seen = table(4), 0
    for moment in game(at.setup, 8, 1500):
        attack = next(
            (one for one in kernel.legal_actions(moment.state, moment.seat) if one.verb == "attack"), None
        )
        if attack is None:
            continue
        look = at.look(moment.state, moment.seat, picked=(space(attack.args[0]),))
        sign, words = at.shown.target(look, space(attack.args[1]))
        step = kernel.apply(moment.state, ATTACK[attack.args], moment.seat)
        (declared,) = [event.args for event in step.events if event.id == "declared"]
        assert sign == "attack"
        assert f"{declared[3]} against {declared[4]}" in words
        seen += 1
    assert seen


def test_ending_a_turn_says_what_is_drawn(table, game):
    """The button and the last question say how many cards come, and that seeing them is final."""
    at, seen = table(2), 0
    for moment in game(at.setup, 9, 600):
        if moment.action is not END:
            continue
        look = at.look(moment.state, moment.seat)
        step = kernel.apply(look.state, END, moment.seat)
        drew = [event.args[1] for event in step.events if event.id == "drew"]
        words = at.shown.button(look, button("end"))
        sending = at.shown.sending(at.look(step.state, moment.seat), look.state, END)
        if drew:
            assert str(drew[0]) in words.consequence
            assert sending.note == "You cannot undo past this: you will have seen them"
            seen += 1
    assert seen


def test_the_better_use_of_a_card_comes_first(table, scenario):
    """March is offered for Muster, Election for the political box, with what they count."""
    setup, s, _ = scenario("m_mustering_with_march", 0)
    at = table(setup)
    for code, first, words in ((3, "muster", "counts 4"), (5, "politics", "counts 4, face-down")):
        pick = at.shown.card_pick(at.look(s, 2), f"hand-1-{code}-0")
        look = at.look(s, 2, picked=(pick,))
        shown = {one.text: at.shown.button(look, one) for one in look.following}
        assert shown[first].rank == "primary"
        assert shown[first].consequence == words
        assert [one.rank for one in shown.values()].count("primary") == 1
    assert card(3) != pick


def test_sums_after_an_enemy_choice_are_the_worst(table, scenario):
    """If the enemy may choose what Infantry destroys, the sums are those of his best choice."""
    setup, s, told = scenario("m_battle_for_madrid", 8)
    at = table(setup)
    step = kernel.apply(kernel.view(s, 5), DEPLOY[1], 2)
    sending = at.shown.sending(at.look(step.state, 2, told), kernel.view(s, 5), DEPLOY[1])
    assert "It strikes nothing here. Then 4 against 4, and ties are yours." in str(sending.sentence)


@pytest.mark.parametrize(
    ("event", "spaces"),
    [
        (Event("placed", (1, 20), 1), (20,)),
        (Event("declared", (1, 7, 20, 4, 2), 1), (7, 20)),
        (Event("marched", (1, 2, 7, 20), 1), (7, 20)),
        (Event("round", (4,), 1), ()),
        (Event("moved", (3, 1, 0, 6), 1), ()),
    ],
    ids=lambda one: one.id if isinstance(one, Event) else "",
)
def test_a_line_of_the_log_lights_its_cities(table, event, spaces):
    """The cities of an event are its arguments that are cities."""
    assert table(2).shown.spaces_of(event) == spaces


def test_pieces_come_go_and_walk(table, scenario):
    """What comes has no origin, what goes no target; who takes a city comes from where he attacked."""
    setup, s, told = scenario("m_battle_for_madrid")
    at = table(setup)
    look = at.look(s, 2, told)
    brunete, madrid = CITY_BY_NAME["Brunete"], CITY_BY_NAME["Madrid"]

    def ways(event_id, *args):
        return [(one.origin, one.target) for one in at.shown.motions(look, Event(event_id, args, 1))]

    assert ways("recruited", 7, madrid, 2) == [(None, madrid)] * 2
    assert ways("lost", 8, madrid, 2) == [(madrid, None)]
    assert ways("marched", 7, 2, brunete, madrid) == [(brunete, madrid)]
    assert ways("occupied", 7, madrid, 3) == [(brunete, madrid)]
    (marker,) = at.shown.motions(look, Event("economic-moved", (1, 18), 1))
    assert marker.kind == "marker"


def test_coats_differ_in_form_and_letter():
    """No two colours share shape, pattern and letter, and sides differ by shape alone already."""
    coats = [coat_of(colour) for colour in range(6)]
    assert len({(coat.shape, coat.pattern, coat.letter) for coat in coats}) == len(coats)
    assert {coat.shape for coat in coats[::2]} == {"octagon"}
    assert {coat.shape for coat in coats[1::2]} == {"round"}


@pytest.mark.parametrize(
    ("seat", "result", "words"),
    [
        (1, "side 1", "You have won: Nationalists"),
        (2, "side 1", "You have lost: victory for Nationalists"),
        (0, "side 2", "Victory: Republic"),
        (1, "none", "Nobody has won"),
    ],
)
def test_the_end_is_told_to_who_looks(table, scenario, seat, result, words):
    """The heading of the end says who has won, and whether that is you."""
    setup, s, _ = scenario("m_battle_for_madrid")
    at = table(setup)
    assert at.shown.ending(at.look(s, seat), result) == words


def test_facts_about_a_city(table, scenario):
    """A long touch tells worth, disks, room, neighbours with water, and who may attack."""
    setup, s, _ = scenario("m_mustering_with_march", 0)
    at = table(setup)
    facts = at.shown.space_facts(at.look(s, 2), CITY_BY_NAME["Madrid"])
    assert facts.heading == "Madrid: value 4, victory city"
    assert facts.lines[0] == "Republic: 3 disks."
    assert facts.lines[1] == "Room for 1 more disk of this army (Republic)."
    assert "Burgos (Nationalists 2) across a river" in facts.lines[2]
    assert "Nationalists may attack it from: Burgos." in facts.lines
