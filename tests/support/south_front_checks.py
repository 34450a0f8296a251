"""The rulebook's set-up and examples of South Front replayed on a map: checks C01 to C98 of the facts, A4.

Each check takes a `Geography` and says whether it fits. `FORCED_BY` names, for every link that the text
forces, the checks that fail without it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

from south_front_oracle import (
    ALLIES,
    AXIS,
    SIDE,
    Piece,
    Position,
    airplane_reach,
    flag_spaces,
    interdicted,
    is_supplied,
    open_spaces,
    start,
    supplied,
    within,
)

CHECKS = {}
E_MED, W_MED, ATLANTIC, RED = "Eastern Mediterranean", "Western Mediterranean", "South Atlantic", "Red Sea"
TYRRHENIAN, IONIAN, AEGEAN, LEVANTINE = "Tyrrhenian Sea", "Ionian Sea", "Aegean Sea", "Levantine Sea"
GABES, SIDRA, PALESTINE = "Gulf of Gabes", "Gulf of Sidra", "Palestine-Jordan"
AFRICA = ("Morocco", "Algeria", "Tunisia", "Tripoli", "Benghazi", "Tobruk", "Western Desert")


def _check(number):
    def enter(check):
        CHECKS[number] = check
        return check

    return enter


def _pair(number, a, b, *, adjacent=True):
    CHECKS[number] = lambda table: table.adjacent(a, b) is adjacent


for _number, _a, _b in (
    ("C01", "Sicily", "Naples"),
    ("C04", "Rome", TYRRHENIAN),
    ("C06", "Naples", "Rome"),
    ("C07", IONIAN, SIDRA),
    ("C09", "Tripoli", SIDRA),
    ("C10", "Tobruk", "Benghazi"),
    ("C11", "Tobruk", "El Alamein"),
    ("C12", "Egypt", "El Alamein"),
    ("C13", SIDRA, "Tobruk"),
    ("C14", SIDRA, GABES),
    ("C15", E_MED, SIDRA),
    ("C16", "Naples", TYRRHENIAN),
    ("C17", W_MED, GABES),
):
    _pair(_number, _a, _b)
_pair("C02", "Gibraltar", "Morocco", adjacent=False)
_pair("C39", "Egypt", "Tobruk", adjacent=False)


@_check("C03")
def _messina(table):
    return (
        not table.adjacent(TYRRHENIAN, IONIAN)
        and IONIAN in table.near(TYRRHENIAN, {"Sicily"})
        and IONIAN not in table.near(TYRRHENIAN, table.land - {"Sicily"})
    )


def _flight(number, start_space, end):
    CHECKS[number] = lambda table: end in within(start(table), AXIS, start_space, 2)


_flight("C05", "Rome", "Sicily")
_flight("C08", "Sicily", "Tripoli")


@_check("C18")
def _gibraltar(table):
    return W_MED in table.near(ATLANTIC, start(table).held[ALLIES])


def _at(position, faction, kind, space):
    return is_supplied(position, position.find(faction, kind, space))


def _would_be(position, faction, kind, space):
    """Whether a piece placed there would be supplied."""
    then = position.placed(faction, kind, space)
    return is_supplied(then, len(then.pieces) - 1)


@_check("C20")
def _tripoli_cut_off(table):
    return not _at(start(table), "Pact", "infantry", "Tripoli")


@_check("C21")
def _malta_cut_off(table):
    return not _at(start(table), "UK", "infantry", "Malta")


@_check("C22")
def _all_others_supplied(table):
    position = start(table)
    cut = {piece.space for piece, fed in zip(position.pieces, supplied(position), strict=True) if not fed}
    return cut <= {"Tripoli", "Malta"}


@_check("C23")
def _tripoli_apart(table):
    return not table.near("Tripoli") & {IONIAN, TYRRHENIAN, "Sicily", "Naples"}


@_check("C24")
def _africa_apart(table):
    home = {TYRRHENIAN, IONIAN, "Sicily", "Naples", "Rome"}
    return not any(table.near(space) & home for space in AFRICA)


@_check("C25")
def _malta_apart(table):
    return not table.near("Malta") & {W_MED, E_MED}


def _lifted(table, space, sea):
    """Without the UK fleet in `space`, `sea` is open and feeds Tripoli."""
    position = start(table)
    then = position.lost(position.find("UK", "fleet", space))
    closed = sea not in open_spaces(position, AXIS) and sea in open_spaces(then, AXIS)
    return closed and sea in table.near("Tripoli") and _at(then, "Pact", "infantry", "Tripoli")


CHECKS["C26"] = lambda table: _lifted(table, W_MED, GABES)
CHECKS["C27"] = lambda table: _lifted(table, E_MED, SIDRA)


@_check("C28")
def _malta_closed_in(table):
    position = start(table)
    fleets = [piece for piece in position.pieces if (piece.faction, piece.kind) == ("Pact", "fleet")]
    return {GABES, SIDRA} <= interdicted(replace(position, pieces=fleets), ALLIES)


class _Replay:
    """The positions of both turns of the Example of Play; `at` holds one for each letter and moment."""

    def __init__(self, table):
        self.at = {}
        self._axis_moves(start(table))
        self._axis_acts(self.at["G"])
        self._axis_unloads(self.at["J"])
        self._allies(self.at["N"])

    def _axis_moves(self, position):
        first = position.find("Pact", "fleet", TYRRHENIAN)
        second = position.find("Pact", "fleet", IONIAN)
        tank = position.find("Pact", "tank", "Rome")
        waiting = position.find("Pact", "airplane", "Sicily")
        self.fleets, self.tank, self.waiting = (first, second), tank, waiting
        self.rome_air = position.find("Pact", "airplane", "Rome")
        self.garrison = position.find("Pact", "infantry", "Naples")
        self.libya = position.find("Pact", "infantry", "Tripoli")
        self.at["A"] = position.moved(tank, TYRRHENIAN, first)
        self.at["B"] = self.at["A"].moved(first, IONIAN)
        self.at["C"] = self.at["B"].moved(self.rome_air, "Sicily")
        self.at["D"] = self.at["C"].moved(self.garrison, "Rome")
        self.at["E"] = self.at["D"].moved(second, SIDRA)
        self.at["F"] = self.at["E"].moved(waiting, "Tripoli")
        self.at["G"] = self.at["F"].moved(self.libya, SIDRA, second)

    def _axis_acts(self, position):
        self.at["H"] = position.placed("Pact", "infantry", "Tobruk")
        won = self.at["H"].lost(position.find("UK", "tank", "El Alamein"))
        self.at["J"] = won.moved(len(won.pieces) - 1, "El Alamein")

    def _axis_unloads(self, position):
        first, second = self.fleets
        self.at["K"] = position.moved(self.libya, "Tobruk")
        self.at["L"] = self.at["K"].moved(second, GABES)
        self.at["M"] = self.at["L"].moved(first, SIDRA)
        self.at["N"] = self.at["M"].moved(self.tank, "Tobruk")

    def _allies(self, position):
        self.at["infantry"] = position.placed("UK", "infantry", "Egypt")
        self.at["fleet"] = self.at["infantry"].placed("UK", "fleet", E_MED)
        fought = self.at["fleet"].lost(len(self.at["fleet"].pieces) - 1)
        fought = fought.lost(fought.find("Pact", "airplane", "Tripoli"))
        withdrawing = fought.find("Pact", "fleet", SIDRA)
        self.at["withdrawn"] = fought.moved(withdrawing, IONIAN)
        self.at["end"] = self.at["withdrawn"].moved(fought.find("UK", "fleet", E_MED), SIDRA)


_replay = cache(_Replay)


def _replayed(number, moment, piece):
    """At a moment of the example the piece that moved is supplied."""
    CHECKS[number] = lambda table: _at(_replay(table).at[moment], *piece)


for _number, _moment, _piece in (
    ("C30", "A", ("Pact", "tank", TYRRHENIAN)),
    ("C34", "E", ("Pact", "fleet", SIDRA)),
    ("C37", "H", ("Pact", "infantry", "Tobruk")),
    ("C38", "J", ("Pact", "infantry", "El Alamein")),
    ("C40", "K", ("Pact", "infantry", "Tobruk")),
    ("C41", "L", ("Pact", "fleet", GABES)),
    ("C42", "M", ("Pact", "fleet", SIDRA)),
    ("C44", "infantry", ("UK", "infantry", "Egypt")),
    ("C46", "withdrawn", ("Pact", "fleet", IONIAN)),
    ("C47", "end", ("UK", "fleet", SIDRA)),
    ("C48", "end", ("UK", "infantry", "Malta")),
):
    _replayed(_number, _moment, _piece)


@_check("C31")
def _fleet_b(table):
    replay = _replay(table)
    return is_supplied(replay.at["B"], replay.fleets[0])


@_check("C32")
def _airplane_c(table):
    replay = _replay(table)
    return is_supplied(replay.at["C"], replay.rome_air)


@_check("C33")
def _too_early(table):
    replay = _replay(table)
    return not is_supplied(replay.at["D"].moved(replay.waiting, "Tripoli"), replay.waiting)


@_check("C35")
def _africa_supplied(table):
    return all(_would_be(_replay(table).at["E"], "Pact", "infantry", space) for space in AFRICA)


@_check("C36")
def _airplane_f(table):
    replay = _replay(table)
    return is_supplied(replay.at["F"], replay.waiting)


def _all_supplied(position, side):
    fed = zip(position.pieces, supplied(position), strict=True)
    return all(well for piece, well in fed if SIDE[piece.faction] == side)


CHECKS["C43"] = lambda table: _all_supplied(_replay(table).at["N"], AXIS)
CHECKS["C50"] = lambda table: _all_supplied(_replay(table).at["end"], ALLIES)


@_check("C45")
def _fleet_deployed(table):
    position = _replay(table).at["fleet"]
    return is_supplied(position, len(position.pieces) - 1)


@_check("C49")
def _east_apart(table):
    return not table.near(E_MED) & {IONIAN, GABES, "Sicily"}


def supply_example(table, *, guarded):
    """The picture of the Supply Example, with or without a UK infantry in Palestine-Jordan."""
    pieces = [
        Piece("UK", "infantry", "Malta"),
        Piece("UK", "fleet", IONIAN),
        Piece("UK", "fleet", AEGEAN),
        Piece("Pact", "airplane", "Athens"),
        Piece("Pact", "fleet", GABES),
        Piece("Pact", "airplane", "El Alamein"),
        Piece("Pact", "infantry", "Egypt"),
    ]
    position = Position(table, pieces, start(table).held)
    position = position.controlled_by(AXIS, "Athens", "Crete", "El Alamein", "Egypt")
    return position.placed("UK", "infantry", PALESTINE) if guarded else position


def _example(table):
    """As the rulebook names it; where Egypt touches Palestine-Jordan a piece must stand there (N15)."""
    return supply_example(table, guarded=table.adjacent("Egypt", PALESTINE))


@_check("C60")
def _malta_fed(table):
    return _at(_example(table), "UK", "infantry", "Malta")


@_check("C61")
def _path(table):
    steps = ("Malta", IONIAN, AEGEAN, LEVANTINE, PALESTINE, RED)
    return all(table.adjacent(a, b) for a, b in pairwise(steps))


@_check("C62")
def _sidra_closed(table):
    closed = SIDRA not in open_spaces(_example(table), ALLIES)
    return closed and bool(table.near(SIDRA) & {"Malta", IONIAN})


@_check("C63")
def _east_closed(table):
    closed = E_MED not in open_spaces(_example(table), ALLIES)
    return closed and table.adjacent(E_MED, LEVANTINE) and bool(table.near(E_MED) & {IONIAN, AEGEAN, SIDRA})


@_check("C64")
def _levantine_open(table):
    apart = not table.near(LEVANTINE) & {"El Alamein", "Athens", GABES}
    return apart and LEVANTINE in open_spaces(_example(table), ALLIES)


CHECKS["C65"] = lambda table: table.adjacent("Egypt", LEVANTINE)


@_check("C66")
def _worth_saying(table):
    return all(table.near(space) & {IONIAN, AEGEAN} for space in ("Athens", GABES))


@_check("C67")
def _only_exit(table):
    position = supply_example(table, guarded=False).controlled_by(AXIS, PALESTINE)
    return not _at(position, "UK", "infantry", "Malta")


@_check("C68")
def _suez_closed(table):
    return RED not in table.near(LEVANTINE, _example(table).held[ALLIES])


@_check("C69")
def _red_sea_open(table):
    return RED in open_spaces(_example(table), ALLIES) and not table.near(RED) & {"El Alamein", "Athens"}


@_check("C70")
def _palestine_open(table):
    """A path leads through Palestine-Jordan: nobody next to it interdicts, or somebody stands there."""
    return PALESTINE in open_spaces(_example(table), ALLIES)


def _airplane_example(table, space):
    """The picture of the airplane example with the airplane in a space that the Allies hold."""
    pieces = [
        Piece("UK", "airplane", space),
        Piece("UK", "carrier", GABES),
        Piece("UK", "fleet", E_MED),
        Piece("UK", "fleet", W_MED),
        Piece("UK", "infantry", "Gibraltar"),
    ]
    position = Position(table, pieces, start(table).held).controlled_by(ALLIES, space, "Malta")
    return position.controlled_by(AXIS, "Athens", "Crete")


@_check("C80")
def _airplane_from_somewhere(table):
    """Some land is fit for the airplane of the picture: Tobruk on this map."""
    return any(_fits(table, space) for space in sorted(table.land))


def _fits(table, space):
    position = _airplane_example(table, space)
    range_of_two = within(position, ALLIES, space, 2)
    if not table.adjacent(space, E_MED) or "Crete" not in range_of_two or "Athens" in range_of_two:
        return False
    return {(GABES, 1), ("Malta", None), (E_MED, 2)} <= airplane_reach(position, 0)


@_check("C81")
def _crete_and_athens(table):
    return table.adjacent("Crete", E_MED) and not table.near("Athens") & {E_MED, SIDRA}


def _shore(number, *seas):
    CHECKS[number] = lambda table: all(table.near(sea) & table.land for sea in seas)


_shore("C91", W_MED, GABES)
_shore("C94", RED)
CHECKS["C90"] = lambda table: bool(table.near("Gibraltar") & table.water)
CHECKS["C92"] = lambda table: bool(table.near("Yugoslavia") & start(table).held[AXIS])
CHECKS["C93"] = lambda table: bool(table.near("Iraq") & start(table).held[ALLIES])


@_check("C98")
def _no_island_apart(table):
    """Every space is reached, but for an Adriatic Sea that is not played."""
    reached = within(start(table).controlled_by(ALLIES, *table.land), ALLIES, "Rome", len(table.land))
    return reached >= table.land | table.water - {"Adriatic Sea"} and bool(flag_spaces(start(table), "UK"))


_FORCED = """
Benghazi - Tobruk: C10. Egypt - El Alamein: C12. Naples - Sicily: C01. Rome - Naples: C06.
Tobruk - El Alamein: C11 C38 C43. Algeria - Morocco: C35. Tripoli - Tunisia: C35. Tunisia - Algeria: C35.
Western Desert - Benghazi: C35. Albania - Yugoslavia: C92. El Alamein - Eastern Mediterranean: C63.
Malta - Ionian Sea: C60 C61. Malta - Gulf of Sidra: C48 C50 C80. Naples - Tyrrhenian Sea: C16.
Palestine-Jordan - Levantine Sea: C60 C61. Rome - Tyrrhenian Sea: C04. Tobruk - Gulf of Sidra: C13 C80.
Tripoli - Gulf of Sidra: C09. Crete - Eastern Mediterranean: C80 C81. Egypt - Levantine Sea: C65.
Sicily - Gulf of Gabes: C08. Tobruk - Eastern Mediterranean: C80. Tripoli - Gulf of Gabes: C08.
Cyprus - Levantine Sea: C98. Aegean Sea - Levantine Sea: C60 C61.
Eastern Mediterranean - Gulf of Sidra: C15 C20 C33 C47 C48 C50. Gulf of Sidra - Gulf of Gabes: C14 C62 C80.
Ionian Sea - Gulf of Sidra: C07 C21 C27 C28 C34 C35 C36 C37 C38 C40. Ionian Sea - Aegean Sea: C60 C61.
Western Mediterranean - Gulf of Gabes: C17 C20 C33. Eastern Mediterranean - Levantine Sea: C63.
Ionian Sea - Gulf of Gabes: C28 C66.
"""
FORCED_BY = {
    tuple(link.split(" - ")): tuple(checks.split())
    for link, checks in re.findall(r"(\S[^:.]*): ([C\d ]+)\.", _FORCED)
}
