"""The positions of the pictures: what the engine offers is what is ringed, and the words say it."""

from sealed.engine import kernel
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.board import CITY_BY_NAME
from sealed.games.popular_front.notation import DEPLOY, PASS

RINGED = (
    *("Guadalajara", "Teruel", "Castellon", "Algodor", "Valencia", "Albacete", "Alicante"),
    *("Cartagena", "Almeria", "Tarragona"),
)


def rings(at, look, sign):
    """Returns the cities on offer whose ring bears a sign."""
    spaces = [pick for pick in look.following if pick.kind == "space"]
    return {pick.number for pick in spaces if at.shown.target(look, pick)[0] == sign}


def test_mustering_with_march(table, scenario):
    """Phone and desktop: ten cities bear a plus, exactly those in which the engine recruits."""
    setup, s, told = scenario("m_mustering_with_march")
    at = table(setup)
    look = at.look(s, 2, told)
    assert rings(at, look, "plus") == {CITY_BY_NAME[name] for name in RINGED}
    assert rings(at, look, "plus") == {one.args[0] for one in look.legal if one.verb == "recruit"}
    origins = {one.args[1] for one in look.legal if one.verb == "move"}
    assert rings(at, look, "arrow") == origins - rings(at, look, "plus")
    assert at.shown.over(look) == "Muster with March"
    assert at.shown.sentence(look).lead == "3 of 4 Musters left."
    assert at.shown.hand(look).rows[0].caption == "Your hand 4 · deck 9"
    labels = [at.shown.button(look, pick).label for pick in look.following if pick.kind == "button"]
    assert labels == ["Move a stack", "Done mustering"]
    assert at.shown.round_words(look) == "Round 4 · your turn"


def test_the_track_of_the_picture(table, scenario):
    """Both markers stand where they are, each heading for the other end, the disk between them."""
    setup, s, _ = scenario("m_mustering_with_march")
    at = table(setup)
    track = at.shown.track(at.look(s, 2))
    assert (track.left, track.middle, track.right) == (
        "Nationalists 14",
        "political disk at 26",
        "Republic 33",
    )
    assert [marker.heading for marker in track.markers] == [1, 0, -1]
    assert [round(marker.at * 51) for marker in track.markers] == [14, 26, 33]


def test_four_players_watch_an_attack(table, scenario):
    """Tablet: origin and target are marked, nothing is ringed, and everybody's turn is told."""
    setup, s, told = scenario("m_four_players_watch_an_attack")
    at = table(setup)
    look = at.look(s, 4, told)
    ends = CITY_BY_NAME["Algodor"], CITY_BY_NAME["Brunete"]
    board = at.shown.board(look)
    assert look.following == ()
    assert at.shown.focus(look) == ends
    assert [one.space for one in board.counters if one.selected] == [ends[0]]
    assert [one.space for one in board.counters if one.attacked] == [ends[1]]
    assert [(one.origin, one.target, one.hostile) for one in board.arrows] == [(*ends, True)]
    assert [row.turn for row in at.shown.seats(look)] == ["played", "to move", "next", "last"]
    assert at.shown.over(look) == "Luis attacks Brunete from Algodor"
    assert str(at.shown.sentence(look)) == "Marta lays a card face-down or passes."
    combat = at.shown.combat(look)
    assert combat.defender.sums == "1 disk + 1 for the river"
    assert (combat.attacker.total, combat.defender.total) == ("2", "2")


def test_infantry_or_withdrawal(table, scenario):
    """Battle: both totals, what is gone, what is hidden, and what deploying Infantry would do."""
    setup, s, told = scenario("m_battle_for_madrid")
    at = table(setup)
    look = at.look(s, 2, told)
    combat = at.shown.combat(look)
    assert (combat.attacker.total, combat.defender.total) == ("8", "2")
    assert combat.attacker.sums == "4 disks + 4 Armor"
    assert combat.defender.sums == "2 disks, no river on this road"
    assert [(card.title, card.state) for card in combat.defender.deployed] == [("Infantry", "destroyed")]
    assert [card.state for card in combat.attacker.reserve] == ["down", "down"]
    assert [card.title for card in combat.defender.reserve] == ["Infantry", "Withdrawal"]
    assert combat.steps[combat.step] == "Deploy"
    after = kernel_state(look.state, DEPLOY[1])
    sending = at.shown.sending(at.look(after, 2), look.state, DEPLOY[1])
    assert str(sending.sentence) == (
        "Deploy Infantry? Ana must destroy a deployed card; Armor is the only one. "
        "Then 4 against 4, and ties are yours. Ana still has 2 cards."
    )
    assert sending.note == "No undo after this: Ana sees the card at once"


def kernel_state(s, action):
    """Returns the state after an answer of seat 2."""
    return kernel.apply(s, action, 2).state


def test_the_defender_is_not_named_before_he_is_chosen(table, scenario):
    """With two defenders the attacker is asked with a button for each, and the battle names their army."""
    setup, s, told = scenario("p_017_two_defenders", 1)
    at = table(setup)
    look = at.look(s, 1, told)
    assert [at.shown.button(look, pick).label for pick in look.following] == ["Fight Luis", "Fight Jonas"]
    assert at.shown.combat(look).defender.heading == "Republic defends"
    there = [one for one in at.shown.board(look).counters if one.attacked]
    assert [(one.coat.letter, one.label) for one in there] == [("A", "1"), ("B", "2")]


def test_passing_in_vain_is_explained(table, scenario):
    """The first card of an attack cannot be passed; the button is there and says so when it is touched."""
    setup, s, told = scenario("m_battle_for_madrid", 1)
    at = table(setup)
    look = at.look(s, 1, told)
    (idle,) = at.shown.idle_buttons(look)
    assert at.shown.attempts(look, idle) == (PASS,)
    assert TITLE.notation.parse("pass") is PASS
