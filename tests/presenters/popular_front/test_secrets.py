"""What a seat is shown does not depend on what others hide, and hidden cards all look alike."""

import random
from dataclasses import replace

import pytest

from sealed.engine.message import Event
from sealed.engine.value import copy_with
from sealed.engine.zones import cards, zone_of
from sealed.games.popular_front.state import BOX, DECK, DEPLOYED, DISCARD, HAND, RESERVE


def reshuffled(s, seat, rng):
    """Returns the state with the hidden cards of every colour of other seats dealt anew."""
    zones = list(s.zones)
    for colour, runs in enumerate(s.terms.runs):
        if runs == seat:
            continue
        places = [
            place + colour
            for place in (DECK, HAND, RESERVE, BOX)
            if not s.audience[place + colour] >> seat & 1
        ]
        pool = [card for place in places for card in cards(zones[place])]
        rng.shuffle(pool)
        for place in places:
            size = len(cards(zones[place]))
            zones[place], pool = zone_of(pool[:size]), pool[size:]
    return copy_with(s, zones=tuple(zones))


def everything(at, look):
    """Returns what is shown of a position and of what a touch may tell."""
    title = at.shown
    facts = [title.space_facts(look, 20)]
    buttons = [title.button(look, pick) for pick in look.following if pick.kind in {"button", "count"}]
    return (
        *(title.over(look), title.sentence(look), title.board(look), title.hand(look), title.track(look)),
        *(title.seats(look), title.combat(look), facts, buttons),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_others_hide_shows_nowhere(table, game, seats):
    """Other hidden cards in other hands give an equal picture, also of the answer about to be sent."""
    at, rng = table(seats), random.Random(1)
    for moment in game(at.setup, seats, 500):
        if moment.action.verb in {"place", "move", "recruit"}:
            continue
        other = reshuffled(moment.state, moment.seat, rng)
        looks = [at.look(s, moment.seat, moment.told) for s in (moment.state, other)]
        assert everything(at, looks[0]) == everything(at, looks[1])
        words = [at.shown.sending(look, look.state, moment.action) for look in looks]
        assert words[0] == words[1]


def test_face_down_cards_are_alike(table, game):
    """Of a card that lies face down the face says nothing; only where it lies tells it from the next."""
    at, seen = table(2), 0
    for moment in game(at.setup, 4, 2500):
        combat = at.shown.combat(at.look(moment.state, moment.seat, moment.told))
        if combat is None:
            continue
        faces = [*combat.attacker.reserve, *combat.defender.reserve]
        down = {replace(face, key="", coat=faces[0].coat) for face in faces if face.state == "down"}
        assert len(down) <= 1
        seen += len(down)
        for face in down:
            assert (face.value, face.words, face.text, face.strikes) == ("", "", "", False)
    assert seen


def test_an_aircraft_opens_the_reserve_to_who_flew_it(table, game):
    """After the look the enemy's reserve lies open, to the player who looked and to nobody else."""
    at, seen = table(2), 0
    for moment in game(at.setup, 6, 6000):
        if moment.action.verb != "hit":
            continue
        seen += 1
        mine = at.shown.combat(at.look(moment.state, moment.seat, moment.told))
        watched = at.shown.combat(at.look(moment.state, 0, moment.told))
        open_faces = [face for side in (mine.attacker, mine.defender) for face in side.reserve]
        hidden = [face for side in (watched.attacker, watched.defender) for face in side.reserve]
        assert {face.state for face in open_faces} == {"ready"}
        assert {face.state for face in hidden} == {"down"}
    assert seen


def test_hidden_cards_move_alike(table, game):
    """A drawn or laid card moves the same whichever it is, known or not; a deployed one too."""
    at = table(2)
    moment = next(game(at.setup, 1, 5))
    look = at.look(moment.state, moment.seat)
    for source, target in ((DECK, HAND), (HAND, RESERVE), (RESERVE, DEPLOYED)):
        motions = {at.shown.motions(look, Event("moved", (card, 1, source, target), 1)) for card in range(11)}
        assert len(motions) == 1
        assert motions != {()}
    assert at.shown.motions(look, Event("moved", (3, 1, DISCARD, DECK), 1)) == ()
