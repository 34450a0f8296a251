"""Paths of Strategic Deployment (13.2f-h; E-15, E-43; case S-7; Résistance, Hafensprengung)."""

from random import Random

import pytest
from shaef_boards import BESIDE, PACK, R, lasting, scattered
from shaef_map import board, regions

from sealed.engine.value import copy_with
from sealed.games.shaef.reorganisation.paths import (
    deck_path_reasons,
    from_deck,
    leads_to,
    path_reasons,
    reach,
)
from sealed.games.shaef.state import AFRICA, ALLIES, AXIS, BASES, BRITAIN, N_REGIONS

PLACES = (*range(N_REGIONS), *BASES)


def told(s, source, target, side=ALLIES):
    """The codes of what stands against a path."""
    return [reason.code for reason in path_reasons(s, side, source, target)]


class PlainPaths:
    """Paths once more: places joined by borders and by the sea, searched one by one."""

    def __init__(self, s, side):
        """Look at a board."""
        self.allied = side == ALLIES
        closed = (
            {one.about for one in s.lasting if one.key == lasting("RESISTANCE", 0).key} if side else set()
        )
        self.blown = {one.about for one in s.lasting if one.key == lasting("HAFENSPRENGUNG", 0).key}
        self.own = {r for r in range(N_REGIONS) if (s.held >> r & 1) == self.allied}
        self.open = {r for r in self.own if not s.captured >> r & 1 and r not in closed}
        self.mulberries = set(s.mulberries)

    def _harbour(self, region):
        facts = PACK.regions[region]
        port = facts.ports and region not in self.blown and set(facts.passage) <= self.own
        return bool(port or region in self.mulberries)

    def beyond(self, place):
        """The places next to a place."""
        if place in BASES:
            return [r for r in self.open if self._harbour(r)] + list(BASES) if self.allied else []
        land = [r for r in BESIDE[place] if r in self.open]
        return land + list(BASES) if self.allied and self._harbour(place) else land

    def reach(self, *starts):
        """All places that paths from these lead to."""
        front = [place for place in starts if place in self.open or (self.allied and place in BASES)]
        seen = set(front)
        while front:
            front = [place for here in front for place in self.beyond(here) if place not in seen]
            front = list(dict.fromkeys(front))
            seen |= set(front)
        return seen


def test_floods_agree_with_plain_search_on_random_boards():
    """On random boards a place is reached exactly if a search from place to place says so."""
    rng, seen = Random(3), [0, 0]
    for _ in range(150):
        s = scattered(rng)
        captured = sum(1 << region for region in range(N_REGIONS) if rng.random() < 0.1)
        closed = (lasting("RESISTANCE", rng.randrange(N_REGIONS)),) if rng.random() < 0.5 else ()
        s = copy_with(s, captured=captured, lasting=(*s.lasting, *closed))
        for side in (ALLIES, AXIS):
            plain = PlainPaths(s, side)
            for source in rng.sample(PLACES, 8):
                expected, found = plain.reach(source), reach(s, side, source)
                for target in PLACES:
                    assert leads_to(found, target) == (target in expected)
                    seen[target in expected] += 1
                    if target != source:
                        assert (not told(s, source, target, side)) == (target in expected)
            starts = BASES if side == ALLIES else [R[name] for name in ("RUH", "RHM", "NEC", "HAN")]
            expected = plain.reach(*starts)
            for target in PLACES:
                assert leads_to(from_deck(s, side), target) == (target in expected)
                assert (not [*deck_path_reasons(s, side, target)]) == (target in expected)
    assert min(seen) > 20_000


@pytest.mark.parametrize("captured", ["NOR", "ORL", "PAR"])
def test_a_region_captured_this_turn_is_closed(captured):
    """No path begins, ends or passes in a region that was captured this turn (13.2f, case S-7)."""
    s = board({}, ["NOR", "ORL", "PAR"])
    assert told(s, R["NOR"], R["PAR"]) == []
    codes = told(copy_with(s, captured=regions(captured)), R["NOR"], R["PAR"])
    assert codes == (["no-path"] if captured == "ORL" else ["captured-this-turn"])


def test_an_enemy_region_is_closed():
    """Where the enemy controls, no path begins or ends, whoever stands there (13.2f)."""
    s = board({"US-V": "NOR"}, ["MAI"])
    assert told(s, R["NOR"], R["MAI"]) == ["enemy-controls"]
    assert told(s, R["MAI"], R["NOR"]) == ["enemy-controls"]
    assert told(s, R["MAI"], R["NOR"], AXIS) == ["enemy-controls"]


def test_ports_join_coasts_and_bases():
    """Over usable ports Britain, Africa and both coasts are one; the Axis has no ships (13.2h, 9)."""
    s = board({}, ["NOR", "COT", "RHO"])
    assert told(s, R["NOR"], R["RHO"]) == []
    assert told(s, BRITAIN, R["RHO"]) == []
    assert told(s, BRITAIN, AFRICA) == []
    inland = board({}, ["NOR", "RHO"])
    assert told(inland, AFRICA, R["RHO"]) == ["no-path"]
    assert told(board({}), R["NOR"], R["COT"], AXIS) == []
    assert told(board({}, ["LLO"]), R["BRE"], R["LLO"], AXIS) == ["enemy-controls"]


def test_a_blown_up_port_takes_no_ships_but_a_mulberry_does():
    """Hafensprengung closes the printed port; a Mulberry there is no port symbol."""
    s = copy_with(board({}, ["NOR"]), lasting=(lasting("HAFENSPRENGUNG", R["NOR"], 2),))
    assert told(s, BRITAIN, R["NOR"]) == ["no-path"]
    assert told(copy_with(s, mulberries=(R["NOR"], 255)), BRITAIN, R["NOR"]) == []


def test_a_port_captured_this_turn_takes_no_ships():
    """The port of a region that was captured this turn serves no deployment (E-43)."""
    s = copy_with(board({}, ["NOR", "MAI"]), captured=regions("NOR"))
    assert told(s, BRITAIN, R["MAI"]) == ["no-path"]


def test_the_resistance_closes_a_region_to_the_axis():
    """Into, out of and through the region that the Résistance has named no Axis card goes."""
    s = copy_with(board({}), lasting=(lasting("RESISTANCE", R["PAR"]),))
    assert told(s, R["PAR"], R["CHA"], AXIS) == ["closed-by-resistance"]
    assert told(s, R["CHA"], R["PAR"], AXIS) == ["closed-by-resistance"]
    assert told(s, R["PAR"], R["PAR"], AXIS) == ["closed-by-resistance"]
    assert told(copy_with(s, held=regions("PAR")), R["PAR"], R["PAR"], ALLIES) == []
    around = board({}, [r for r in R if r not in {"CHA", "PAR", "SEI"}])
    assert told(around, R["CHA"], R["SEI"], AXIS) == []
    assert told(copy_with(around, lasting=s.lasting), R["CHA"], R["SEI"], AXIS) == ["no-path"]


def test_the_axis_deck_opens_from_victory_regions_it_can_use():
    """Cards leave the Axis deck by any Victory Region that is its own and not just captured (E-15)."""
    s = board({}, [r for r in R if r not in {"RUH", "KLE", "HAN", "RHM", "NEC"}])
    assert [*deck_path_reasons(s, AXIS, R["KLE"])] == []
    cut = copy_with(s, captured=regions("RUH", "HAN", "RHM", "NEC"))
    assert [reason.code for reason in deck_path_reasons(cut, AXIS, R["KLE"])] == ["no-path"]
