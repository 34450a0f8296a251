"""The notation of SHAEF: verbs, names and the store of actions. `NOTATION.md` is for readers."""

from __future__ import annotations

from sealed.engine.notation import CARD as CARD_KIND
from sealed.engine.notation import UNSAID, Notation, Verb, outcome_verbs
from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import INDEPENDENT
from sealed.games.shaef.said import QUESTIONS
from sealed.games.shaef.state import AFRICA, BRITAIN, LANE, N_UNITS, OFF, SIDE_ZONES, UNIT_ZONES

UNIT, REGION, FORCE, SOURCE, PLACE = "unit", "region", "force", "source", "place"
SIDE_KIND, MONTH, ZONE, CAUSE, QUESTION, MOMENT = "side", "month", "zone", "cause", "question", "moment"

SIDES = ("Allies", "Axis")
CAUSES = ("victory regions", "no Allied unit ashore", "time")
"""Why a side has won: 1.2."""

THE_DECK = N_UNITS
"""The source of a card that comes from the Reinforcement Deck, instead of a unit."""

INDEPENDENTS = tuple(card.code for card in load().cards if card.abilities & INDEPENDENT)
"""The cards that may act as a unit of their own (15, Independent): force numbers from `N_UNITS` on."""

MOMENTS = (
    "replacement",
    "landing",
    "flight",
    "movement",
    "combat-phase",
    "set-up of a combat",
    "before fire",
    "casualties",
    "retreats",
    "end of combats",
    "attachment",
    "deployment",
    "supply markers",
    "second supply",
    "port captured",
    "pre-combat retreat",
    "between combats",
    "Corps without an Army",
)
"""When a tactic may be used; the argument is the place in this list, from 1."""

_VERBS: dict[str, Verb] = {
    # set-up
    "set-up": Verb(),
    "organise": Verb((UNIT,)),
    "take": Verb((SOURCE, UNSAID)),
    "station": Verb((UNIT, REGION)),
    "fortify": Verb((UNIT,)),
    # at any time
    "done": Verb(),
    "pass": Verb(),
    "decline": Verb(),
    "flip": Verb((UNIT, CARD_KIND)),
    "discard": Verb((UNIT, CARD_KIND)),
    "disband": Verb((UNIT,)),
    "leave-fortress": Verb((UNIT,)),
    "use": Verb((UNIT, CARD_KIND)),
    "turn-down": Verb(),
    # replacements, sea, air, movement
    "muster": Verb((CARD_KIND, PLACE)),
    "call": Verb((REGION,)),
    "sail": Verb((UNIT, REGION)),
    "assault": Verb((UNIT, REGION)),
    "fly": Verb((UNIT, REGION)),
    "move": Verb((UNIT, REGION)),
    # combat
    "fight": Verb((REGION,)),
    "reconnoitre": Verb((UNIT, CARD_KIND)),
    "detach": Verb((UNIT, CARD_KIND)),
    "front": Verb((FORCE,)),
    "strike": Verb((FORCE,)),
    "pair": Verb((FORCE, FORCE)),
    "secondary": Verb((UNIT,)),
    "slip": Verb((UNIT, REGION)),
    "fire": Verb((FORCE, FORCE)),
    "fire-blind": Verb((FORCE,)),
    "join": Verb((UNIT, CARD_KIND)),
    "announce": Verb(),
    "lose": Verb((UNIT, CARD_KIND)),
    "react": Verb((CARD_KIND, UNIT)),
    "retreat": Verb((UNIT, REGION)),
    "rejoin": Verb((UNIT,)),
    "give-up": Verb(),
    # reorganisation and supply
    "attach": Verb((UNIT, UNIT)),
    "raise": Verb((CARD_KIND, UNIT, PLACE)),
    "redeploy": Verb((UNIT, PLACE)),
    "mark": Verb((UNIT, REGION)),
    "mulberry": Verb((REGION,)),
    "stand-down": Verb((UNIT,)),
    # tactics
    "choose-unit": Verb((UNIT,)),
    "choose-region": Verb((REGION,)),
    "give": Verb((UNIT, CARD_KIND)),
    "none": Verb(),
}


def _names() -> dict[str, dict[int, str]]:
    pack = load()
    units = {unit.index: unit.name for unit in pack.units}
    regions = {region.index: region.name for region in pack.regions}
    cards = {card.code: card.name for card in pack.cards}
    bases = {BRITAIN: "Britain", AFRICA: "Africa", OFF: "out of play"}
    lanes = {LANE + number: f"{name} lane" for number, name in regions.items()}
    alone = {N_UNITS + number: cards[code] for number, code in enumerate(INDEPENDENTS)}
    zones = [f"{kind} of {unit.name}" for kind in UNIT_ZONES for unit in pack.units]
    zones += [f"{kind} of the {side}" for kind in SIDE_ZONES for side in SIDES]
    return {
        UNIT: units,
        REGION: regions,
        FORCE: units | alone,
        SOURCE: units | {THE_DECK: "Reinforcement Deck"},
        PLACE: regions | lanes | bases,
        CARD_KIND: cards,
        UNSAID: cards,
        SIDE_KIND: dict(enumerate(SIDES)),
        MONTH: dict(enumerate(pack.numbers.months, 1)),
        ZONE: dict(enumerate(zones)),
        CAUSE: dict(enumerate(CAUSES, 1)),
        QUESTION: dict(enumerate(QUESTIONS, 1)),
        MOMENT: dict(enumerate(MOMENTS, 1)),
    }


NOTATION = Notation(verbs=_VERBS | outcome_verbs(), names=_names())
"""Parser, printer and store of every action of this title."""

make = NOTATION.action
"""Return the action of a verb with its arguments."""
