"""Who occupies and controls what (rules, Control; S-7, S-23)."""

from south_front_plain import board, names, number

from sealed.games.south_front.board.pieces import take_control
from sealed.games.south_front.board.presence import controlled, ground, occupied
from sealed.games.south_front.state import ALLIES, AXIS

SEA, LAND = "Gulf of Gabes", "Tripoli"


def cut(s, side):
    """The names of the spaces next to enemies that interdict there."""
    return names(ground(s, side).cut)


def test_pieces_and_ships_occupy():
    """A piece on land and a ship at sea occupy their space for their side alone."""
    s = board({LAND: "Pact airplane", SEA: "UK carrier"})
    assert names(occupied(s, AXIS)) == {LAND}
    assert names(occupied(s, ALLIES)) == {SEA}


def test_forces_occupy_for_who_controls_them():
    """A Minor Country Force occupies for the side of its country, a neutral one for nobody (S-7)."""
    assert occupied(board({}), AXIS) == occupied(board({}), ALLIES) == 0
    s = board({}, allies="Greece")
    assert names(occupied(s, ALLIES)) == {"Athens"}
    assert names(occupied(take_control(s, AXIS, number("Athens"), []), AXIS)) == {"Athens"}


def test_nobody_controls_a_neutral_space():
    """A space at peace is neither side's."""
    s = board({})
    for side in (AXIS, ALLIES):
        assert not controlled(s, side) >> number("Crete") & 1


def test_both_control_an_empty_sea():
    """A sea without ships is both sides', one with ships its owner's."""
    s = board({SEA: "UK fleet"})
    assert SEA not in names(controlled(s, AXIS))
    assert SEA in names(controlled(s, ALLIES))
    for side in (AXIS, ALLIES):
        assert "Ionian Sea" in names(controlled(s, side))


def test_a_sea_out_of_play_is_nobodys():
    """Without the option nobody controls the Adriatic Sea."""
    for options, there in ((0, False), (2, True)):
        assert ("Adriatic Sea" in names(controlled(board({}, options=options), AXIS))) == there


def test_troops_interdict_land_only():
    """Infantry and tanks cut supply in adjacent land, not at sea (D1-5)."""
    for kind in ("infantry", "tank"):
        assert cut(board({LAND: f"Pact {kind}"}), ALLIES) == {"Tunisia", "Benghazi"}


def test_fleets_interdict_water_only():
    """A fleet cuts supply in adjacent seas, not on land (D1-8)."""
    s = board({SEA: "UK fleet"})
    assert cut(s, AXIS) == {"Western Mediterranean", "Ionian Sea", "Gulf of Sidra"}


def test_airplanes_interdict_land_and_water():
    """An airplane cuts supply all around (D1-7)."""
    s = board({LAND: "Pact airplane"})
    assert cut(s, ALLIES) == {"Tunisia", "Benghazi", "Gulf of Gabes", "Gulf of Sidra"}


def test_a_bare_carrier_interdicts_nothing_one_with_an_airplane_all_around():
    """The airplane does it (D1-10, D1-11)."""
    assert cut(board({SEA: "UK carrier"}), AXIS) == set()
    s = board({SEA: "UK carrier carrying UK airplane"})
    assert cut(s, AXIS) == names(ground(s, AXIS).lines.around[number(SEA)])


def test_cargo_of_a_fleet_interdicts_nothing():
    """What a fleet transports is nowhere: the airplane adds nothing to the fleet (S-23)."""
    s = board({SEA: "UK fleet carrying UK airplane"})
    assert cut(s, AXIS) == cut(board({SEA: "UK fleet"}), AXIS)


def test_forces_interdict_nothing():
    """A Minor Country Force cuts nobody's supply (D1-16)."""
    assert cut(board({}, allies="Greece"), AXIS) == set()


def test_the_enemy_interdicts_across_his_own_straits():
    """A fleet cuts the sea beyond a strait if its own side has the anchor, whoever asks (S-16)."""
    s = board({"Tyrrhenian Sea": "Pact fleet"})
    assert "Ionian Sea" in cut(s, ALLIES)
    assert "Ionian Sea" not in cut(take_control(s, ALLIES, number("Sicily"), []), ALLIES)
