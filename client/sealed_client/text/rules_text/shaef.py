"""SHAEF in short, in our own words; numbers, cards and regions come from the pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import ABILITIES, COASTS, NO_COAST, SIDES, TERRAINS, TYPES
from sealed_client.text.rules_text.shaef_names import ABILITY_TEXTS, REGION_NAMES, card_text

if TYPE_CHECKING:
    from sealed.games.shaef.pack.facts import CardFacts, Region

_PACK = load()
_N = _PACK.numbers

OPTIONS: dict[str, dict[str, str]] = {
    "wetlands": {
        "exhaust": "at this table entering them exhausts a unit",
        "pass": "at this table entering them does not exhaust a unit",
    },
}
"""What the values of a table's options mean where a text names the option."""

SECTIONS: dict[str, tuple[str, ...]] = {
    "aim": (
        "The Allies land in Normandy in June 1944; the Axis holds them off until the end of March 1945.",
        (
            f"The Allies win at the end of a month in which they control {_N.victory_needed} of the four "
            "Victory Symbols. The Axis wins if no Allied unit is on the Continent at the end of August "
            "1944 or a later month, or if the Allies have not won by the end of March 1945."
        ),
        (
            "Units are Army Reserves and Corps; their cards say how they fight. Cards lie face-down and "
            "only their owner knows which unit has which."
        ),
    ),
    "turn": (
        "1. First Supply: your units without supply are marked and stay so for this turn.",
        "2. Replacements (not in June), and Army HQs that come into play.",
        "3. Sea Transport and Airborne Movement (the Allies alone).",
        "4. Three times: a Movement Phase, then a Combat Phase.",
        "5. Reorganization: attach Corps, Strategic Deployment, then Supply Markers and Mulberries.",
        "6. Second Supply: your units without supply are lost with their cards.",
        "7. Clean-up: face-up cards are turned down, marks go, your Operation Points are set back.",
    ),
    "set-up": (
        "Historical Scenario: everything stands as printed for June 1944; one answer lays it out.",
        (
            "Free Scenario: the Allies give their cards At Start to their units in secret, then the Axis "
            f"places its units and does the same. At most {_N.stray_corps} Axis Corps stand neither with "
            "nor next to their Army. Land Forces stay in their Army, not in their Corps."
        ),
        "'template june' lays the rest of a Free set-up out as printed; 'undo' takes answers back.",
    ),
    "organization": (
        (
            f"An Army has at most {_N.army_corps} Corps, an Allied one at most {_N.foreign_corps} of another "
            "nation."
        ),
        (
            f"A unit holds at most {_N.unit_cards} cards besides its HQ, no HQ among them. An Allied Corps "
            "takes no card of another nation, an Army Reserve one; who shows a card too many discards it."
        ),
        (
            f"At the end of a Movement Phase and of the Reorganization at most {_N.region_armies} Armies of "
            "a side have units in a region; units too many are discarded."
        ),
    ),
    "operation points": (
        (
            f"Your Operation Points are set to {_N.points[0]} (Allies) or {_N.points[1]} (Axis) at the end "
            "of your turn; what is left is lost."
        ),
        (
            f"Sailing into port {_N.cost_port} a unit; Amphibious Assault as printed on the lane; a flight "
            f"{_N.cost_airborne}; React {_N.cost_react}; attaching a Corps {_N.cost_attach}; a card that is "
            f"reassigned or redeployed {_N.cost_reassign}; a Supply Marker {_N.cost_marker}; pre-combat "
            f"retreat {_N.cost_retreat} a card."
        ),
    ),
    "supply": (
        "A Corps is supplied in or next to the region of its Army Reserve, if that is supplied.",
        "An Axis Reserve is supplied over regions of its own from any Victory Symbol that it controls.",
        (
            f"An Allied Reserve is supplied from its Supply Marker, at most {_N.supply_reach} regions away. "
            "A marker lies on a port symbol or Mulberry of its own, that of the 1re Armée française in "
            "Paris, too."
        ),
        "A port with a River Passage works only while the Allies control the whole passage.",
        "Units out of supply fire at -1, move in Movement Phase 1 only and use no Tactics.",
    ),
    "replacements": (
        (
            f"Your Discard Pile is shuffled and {_N.replacements[0]} (Allies) or {_N.replacements[1]} (Axis) "
            f"cards of it go to your Reinforcement Deck, {_N.paris_replacements} more with Paris."
        ),
        "Army HQs whose month has come are placed in a base (Allies) or a Victory region (Axis): muster.",
    ),
    "5th panzerarmee": (
        (
            f"In June 1944 the Axis may call it to Paris or Antwerp for {_N.cost_panzerarmee} Operation "
            "Points: call REGION. Else its cards wait in the Reinforcement Deck."
        ),
    ),
    "sea transport": (
        (
            "sail UNIT REGION: from Britain to the Atlantic coast, from Africa to the Mediterranean, "
            f"{_N.cost_port} Operation Points, one unit for each port symbol or Mulberry."
        ),
        (
            "assault UNIT REGION: onto the Sea Assault Lane at its printed cost; the unit lands in Movement "
            "Phase 1. A Corps goes where its Army Reserve assaults, or next to it."
        ),
        (
            "Who lands fights in front, its Armored cards stay face-down, its Land Forces fire at -1, it "
            "cannot retreat, and it is lost if enemies are left there after Combat Phase 3."
        ),
    ),
    "airborne": (
        (
            f"fly UNIT REGION, {_N.cost_airborne} Operation Points: a unit of Airborne cards alone flies to "
            "the coast that its base serves, or in or next to the region of its Army ashore."
        ),
        (
            "All its cards are flipped by the end of Combat Phase 1; in that phase it may strike the enemy's "
            "rear. It neither moves nor retreats, and is lost if enemies are left after Combat Phase 3."
        ),
    ),
    "movement": (
        "In each Movement Phase a unit may go to an adjacent region.",
        (
            "Engaged, Exhausted, fortress, airborne and landed units stay. From Movement Phase 2 on units in "
            "mountains or out of supply stay, too."
        ),
        "Mountains exhaust a unit that enters them; wetlands too (option wetlands).",
    ),
    "combat": (
        (
            "Units of both sides in a region fight. The attacker may flip a card with Reconnaissance, so "
            "that the defender sets up first."
        ),
        (
            "Corps stand in front or in the rear, Army Reserves and bare HQs in the rear. Engaged and "
            "landing Corps stand in front. The second player pairs the battles: front against front, and "
            "what strikes the rear against it."
        ),
        (
            "Then: pre-combat retreat from the defender's rear, the defender's fire, the attacker's fire, "
            "React, retreats, marks."
        ),
    ),
    "pre-combat retreat": (
        (
            f"slip UNIT REGION: a defending unit in the rear goes, {_N.cost_retreat} Operation Point a card. "
            "Face-up Infantry and Motorized cards have to be discarded first. A third Army must go."
        ),
    ),
    "fire": (
        (
            "fire FORCE FORCE names who fires at whom; join UNIT CARD each card that fires; announce ends "
            "the list. A card fires once in a Combat Phase; a face-down one is flipped."
        ),
        (
            f"A die of {_N.die} sides hits if it is not above the strength. Changes: -1 face-up before; -1 "
            "attacker from Combat Phase 2 on, defender in 3; -1 secondary Army; -1 out of supply; -1 over a "
            "river; -1 landing; +1 Infantry defends woods or mountains; -1 vehicles, and attacking Infantry, "
            "in wetlands; Fortress, Mountain Troop, Anti-Tank and Anti-Aircraft as their texts say."
        ),
        "Attacking Infantry flips in Combat Phase 1 only; later it fires if it is face-up and Engaged.",
    ),
    "casualties": (
        (
            "A card for each hit: of the unit fired at, then of its battle, then of the region; fire into "
            "the rear also reaches units that have slipped away. A face-down card is flipped to be lost."
        ),
        "With an HQ all cards of its unit are lost; without its Army HQ a Corps is out of supply.",
    ),
    "react": (
        (
            f"react CARD CORPS: a card with React goes from an Army Reserve in or next to the region to a "
            f"Corps that has fired, for {_N.cost_react} Operation Point, and fires at the same force."
        ),
    ),
    "retreat": (
        (
            "The defender retreats first, into an adjacent region of his own without enemies; the attacker "
            "goes back where he came from and is Exhausted. A bare HQ must go, and so must attackers out of "
            "supply. Who must go and cannot is lost."
        ),
        (
            "After Combat Phases 1 and 2 Corps in front on both sides are Engaged; attacking Corps with "
            "face-up Infantry or Motorized cards that are not Engaged are Exhausted."
        ),
    ),
    "reorganization": (
        f"attach CORPS ARMY, raise CARD ARMY PLACE: {_N.cost_attach} Operation Point each.",
        (
            "Strategic Deployment: redeploy UNIT PLACE moves a unit whose cards are all face-down; organise "
            "UNIT, then take SOURCE CARD, gives it cards. The way leads over own regions that were not "
            f"captured this turn; the Allies use ports and bases. {_N.cost_reassign} Operation Point a card, "
            "none from the Reinforcement Deck to a base. No card goes twice."
        ),
        (
            f"mark ARMY REGION: a Supply Marker, {_N.cost_marker} Operation Point. mulberry REGION: where an "
            "Amphibious Assault took a region this turn."
        ),
    ),
    "cards": (
        (
            "flip UNIT CARD turns a card face-up until the clean-up. discard UNIT CARD gives one up, unseen "
            "if it lay face-down. Tactics are used by flipping: use UNIT CARD."
        ),
        "You can do that whenever you are asked outside a battle; before dice both sides may flip.",
        "What you saw of the enemy is remembered at the end of 'board', until that unit gives cards away.",
    ),
    "map": (
        "Units come into control of a region where only their side stands.",
        "A river is a border; Land Forces that cross it into a combat fire at -1 throughout.",
        "Fortress Markers lie on one Corps each; leave-fortress UNIT gives one up.",
    ),
    "abilities": tuple(f"{name}: {text}" for name, text in ABILITY_TEXTS.items()),
}
"""The sections of the summary, in reading order; each line is a sentence or two."""

_HOME: dict[str, str] = {
    "1": "aim",
    "2": "cards",
    "2.8": "map",
    "3": "set-up",
    "4": "turn",
    "5": "organization",
    "6": "operation points",
    "7": "supply",
    "8": "replacements",
    "8.3": "5th panzerarmee",
    "9": "sea transport",
    "10": "airborne",
    "11": "movement",
    "12": "combat",
    "12.2": "pre-combat retreat",
    "12.3": "fire",
    "12.4": "casualties",
    "12.5": "react",
    "12.6": "retreat",
    "12.7": "retreat",
    "13": "reorganization",
    "14": "turn",
    "15": "abilities",
    "shaef-cards 6": "cards",
    "shaef-cards 7": "cards",
}
"""Which section of the summary a section of the rulebook is told in; a paragraph belongs to its section."""


def _with_paragraphs() -> dict[str, tuple[str, ...]]:
    """Return what each section of the rulebook says, and each of its subsections and paragraphs."""
    found: dict[str, tuple[str, ...]] = {}
    for chapter in range(1, 16):
        for name in (str(chapter), *(f"{chapter}.{part}" for part in range(1, 10))):
            told = SECTIONS[_HOME.get(name) or _HOME[str(chapter)]]
            for letter in ("", *"abcdefghijklmno"):
                found[name + letter] = told
    found.update({name: SECTIONS[home] for name, home in _HOME.items() if not name[0].isdigit()})
    return found


def _card(card: CardFacts) -> str:
    """Return a card: side, type, month, strengths, abilities, text."""
    month = "At Start" if not card.entry else f"from {_month(card.entry)}"
    parts = [f"{card.name}, {SIDES[card.side]}, {TYPES[card.type].replace('-', ' ')}, {month}."]
    if card.attack >= 0:
        parts.append(f"Attack {card.attack}, defence {card.defence}.")
    able = [name for place, name in enumerate(ABILITIES) if card.abilities >> place & 1]
    if able:
        parts.append(f"Abilities: {', '.join(able).replace('-', ' ')}.")
    if card.text:
        parts.append(card_text(card.text))
    return " ".join(parts)


def _month(entry: int) -> str:
    return _N.months[entry - 1] if entry <= len(_N.months) else "when its text says"


def _region(region: Region) -> str:
    """Return a region: country, terrain, what is printed there, its borders with their rivers."""
    facts = [region.country, TERRAINS[region.terrain]]
    if region.coast != NO_COAST:
        facts.append(f"{COASTS[region.coast]} coast")
    if region.ports:
        facts.append(f"port symbols {region.ports}")
    if region.passage:
        passage = ", ".join(REGION_NAMES[one] for one in region.passage)
        facts.append(f"River Passage {passage}")
    if region.lane:
        facts.append(f"Sea Assault Lane {region.lane}")
    facts += ["Fort symbol"] if region.fort else []
    facts += ["Victory Symbol"] if region.victory else []
    beside = []
    for border in _PACK.borders:
        if region.index in {border.a, border.b}:
            other = REGION_NAMES[border.a + border.b - region.index]
            beside.append(f"{other} (over a river)" if border.river else other)
    return f"{REGION_NAMES[region.index]}: {', '.join(facts)}. Borders: {', '.join(beside)}."


PASSAGES: dict[str, tuple[str, ...]] = {
    **{card.name.casefold().removesuffix("!"): (_card(card),) for card in _PACK.cards},
    **{region.name.casefold(): (_region(region),) for region in _PACK.regions},
    **{REGION_NAMES[region.index].casefold(): (_region(region),) for region in _PACK.regions},
    **{name.casefold(): (f"{name}: {text}",) for name, text in ABILITY_TEXTS.items()},
    **_with_paragraphs(),
    **SECTIONS,
}
"""What every name says that questions and refusals give in brackets, and every card, region and ability."""
