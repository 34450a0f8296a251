"""Proves the cards of a pack: counts and names, the units that HQs lead, and the Historical Scenario."""

from collections import Counter
from collections.abc import Callable, Iterator

from sealed.games.packs.marks import Problem, total
from sealed.games.shaef.pack.facts import (
    AIRBORNE,
    ALLIES,
    ARMY_HQ,
    AT_START,
    AXIS,
    BRITAIN,
    CORPS_HQ,
    GE,
    INVULNERABLE,
    LAND_FORCES,
    LANE_NOR,
    NOWHERE,
    PAR_ANT,
    SUPPORT,
    TACTIC,
    CardFacts,
    Pack,
)

_JUNE = 1
_REPEATED_RULES = frozenset(
    {"DD_TANKS", "BACK_TO_DECK", "ATLANTIC_ONLY", "WESTWALL"},
)
_TOP_STRENGTH = 6
_PANZERARMEE = 3
"""Units that 5. Panzerarmee brings along: its Reserve and two Corps (8.3)."""


def _check_counts(pack: Pack) -> Iterator[Problem]:
    cards, totals = pack.cards, pack.totals
    types, sides = Counter(card.type for card in cards), Counter(card.side for card in cards)
    yield from total("cards", len(cards), totals.cards)
    yield from total("Allied cards", sides[ALLIES], totals.allies_cards)
    yield from total("Axis cards", sides[AXIS], totals.axis_cards)
    yield from total("Armies", types[ARMY_HQ], totals.armies)
    yield from total("Corps", types[CORPS_HQ], totals.corps)
    yield from total("Land Forces", sum(types[kind] for kind in LAND_FORCES), totals.land_forces)
    yield from total("Support cards", types[SUPPORT], totals.supports)
    yield from total("Tactics", types[TACTIC], totals.tactics)
    allied = [unit for unit in pack.units if unit.side == ALLIES]
    yield from total("Allied Corps", sum(not unit.army for unit in allied), totals.allies_corps)
    yield from total("Army Supply Markers", pack.markers.supply, sum(unit.army for unit in allied))
    yield from total("stands", pack.markers.stands, totals.armies)
    yield from total("Corps counters", pack.markers.corps, totals.corps)
    yield from total("Fort symbols", totals.forts, pack.markers.fortress)


def _check_names(pack: Pack) -> Iterator[Problem]:
    for what, values in (
        ("ids", [card.id for card in pack.cards]),
        ("names", [card.name for card in pack.cards]),
        ("rules", [card.rule for card in pack.cards if card.rule and card.rule not in _REPEATED_RULES]),
        ("codes of units", [unit.code for unit in pack.units]),
    ):
        for value, times in Counter(values).items():
            if times > 1:
                yield Problem(value, f"is twice among the {what}; tell them apart")
    for card in pack.cards:
        if card.name != " ".join(card.name.split()):
            yield Problem(card.name, "has spaces that the notation cannot print; write single ones")


def _check_fields(pack: Pack) -> Iterator[Problem]:
    for card in pack.cards:
        tactic, leads = card.type == TACTIC, card.type in {ARMY_HQ, CORPS_HQ}
        if tactic != bool(card.end):
            yield Problem(card.name, "says where it goes at Clean-up if it is a Tactic, and only then")
        if tactic and not card.rule:
            yield Problem(card.name, "needs a `rule`, it is a Tactic")
        if max(card.attack, card.defence) > _TOP_STRENGTH:
            yield Problem(card.name, f"has a fire strength above {_TOP_STRENGTH}; lower it")
        if card.abilities & INVULNERABLE:
            yield Problem(card.name, "need not say Invulnerable: Support cards are (2.5f), others are not")
        if leads == (card.start == NOWHERE):
            yield Problem(card.name, "has a `start` if it is an HQ, and only then")
        if card.fortress and (card.type != CORPS_HQ or card.start < 0 or not pack.regions[card.start].fort):
            yield Problem(card.name, "starts under a Fortress Marker only as a Corps on a Fort symbol")
        if (card.side == AXIS) != (card.nation == GE):
            yield Problem(card.name, "is German if it is of the Axis, and only then")
        yield from _belonging(pack, card)


def _belonging(pack: Pack, card: CardFacts) -> Iterator[Problem]:
    army, unit = pack.units[card.army], pack.units[card.unit]
    if not army.army or card.side not in {army.side} & {unit.side}:
        yield Problem(card.name, "belongs to an Army and a unit of its own side; correct `army` or `unit`")
    if card.type in {ARMY_HQ, CORPS_HQ} and unit.hq != card.code:
        yield Problem(card.name, "leads the unit that bears its code; correct `unit`")
    if card.type == ARMY_HQ and card.army != card.unit:
        yield Problem(card.name, "leads its Army's Reserve; correct `army`")


def _check_historical(pack: Pack) -> Iterator[Problem]:
    """The cards say where they start, and so does the table of the scenario: both must agree."""
    told = {one.unit: one for one in pack.historical}
    arriving = {unit for unit, one in told.items() if one.place == PAR_ANT}
    yield from total("units of 5. Panzerarmee", len(arriving), _PANZERARMEE)
    for unit in pack.units:
        leader = pack.cards[unit.hq - 1]
        june = unit.index in arriving or leader.entry == AT_START
        if june != (unit.index in told):
            yield Problem(unit.name, "is in the Historical Scenario if it starts there; correct one of them")
            continue
        if june:
            yield from _stands(pack, unit.index)
    yield from _landing(pack)
    markers = sum(one.fortress for one in pack.historical)
    if markers > pack.markers.fortress:
        yield Problem("historical", f"there are {pack.markers.fortress} Fortress Markers; place no more")


def _stands(pack: Pack, unit: int) -> Iterator[Problem]:
    one = next(one for one in pack.historical if one.unit == unit)
    leader = pack.cards[pack.units[unit].hq - 1]
    entry = _JUNE if one.place == PAR_ANT else AT_START
    own = {card.code for card in pack.cards if (card.unit, card.entry) == (unit, entry)} - {leader.code}
    if (leader.start, leader.fortress, leader.entry) != (one.place, one.fortress, entry):
        yield Problem(leader.name, "starts elsewhere in the Historical Scenario; correct one of them")
    if own != set(one.cards):
        wrong = pack.cards[min(own ^ set(one.cards)) - 1].name
        yield Problem(leader.name, f"has other cards in the Historical Scenario, see {wrong}; correct one")
    if len(own) > pack.numbers.unit_cards:
        yield Problem(leader.name, f"has room for {pack.numbers.unit_cards} cards; move one elsewhere")


def _landing(pack: Pack) -> Iterator[Problem]:
    """The points of 3.1e: the lane, the two airborne Corps, and what is left of all that the Allies have."""
    at_lane = sum(one.place == LANE_NOR for one in pack.historical)
    airborne = sum(
        one.place == BRITAIN and bool(pack.cards[pack.units[one.unit].hq - 1].abilities & AIRBORNE)
        for one in pack.historical
    )
    lane = next((region.lane for region in pack.regions if region.id == "NOR"), 0)
    numbers = pack.numbers
    spent = at_lane * lane + airborne * numbers.cost_airborne
    yield from total("points spent in the Historical Scenario", spent, numbers.historical_spent)
    left = numbers.points[ALLIES] + numbers.shaef_points - spent
    yield from total("points left in the Historical Scenario", left, numbers.historical_left)


CARD_CHECKS: tuple[Callable[[Pack], Iterator[Problem]], ...] = (
    _check_counts,
    _check_names,
    _check_fields,
    _check_historical,
)
"""What a whole set of cards fulfils, each check yielding its problems."""
