"""South Front in short, in our own words; numbers, cards and spaces come from the pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.south_front.pack import load

if TYPE_CHECKING:
    from sealed.games.south_front.pack import CardFacts, ContingencyFacts, Space

_PACK = load()
_N = _PACK.numbers
_SCORINGS = [one.name for one in _PACK.rounds if one.scoring]
_LATE = next(one.name for one in _PACK.rounds if one.late_cards)
_ADRIATIC = "Adriatic Sea"
"""The space that a table may leave out."""
_REACTION = {one.name: one.title for one in _PACK.reactions}


def _card(card: CardFacts) -> str:
    era = "Late War" if card.late else "Mid War"
    places = f" ({', '.join(_PACK.spaces[place].name for place in card.places)})" if card.places else ""
    faction = _PACK.factions[card.faction]
    reaction = f"{_REACTION[card.reaction]}{places}"
    stop = "" if reaction.endswith("!") else "."
    return f"{card.name}, {faction}, {era}. {card.text_en} Reaction: {reaction}{stop}"


def _contingency(card: ContingencyFacts) -> str:
    face = "second side" if card.second else "first side"
    return f"{card.name}, {_PACK.sides[card.side]} contingency, {face}. {card.text_en}"


def _borders(space: Space) -> str:
    """Return the names of the spaces beside a space, those of table options marked."""
    beside = []
    for link in _PACK.links:
        if space.index in (link.a, link.b):
            other = _PACK.spaces[link.a + link.b - space.index].name
            marked = link.option and space.name != _ADRIATIC
            beside.append(f"{other} (option {link.option})" if marked else other)
    return ", ".join(sorted(beside))


def _space(space: Space) -> str:
    """Return what is printed on a space and what lies beside it."""
    kind = "land" if space.land else "sea"
    kind += " (option adriatic)" if space.name == _ADRIATIC else ""
    facts = [kind, *(["desert"] if space.desert else [])]
    if space.stars:
        facts.append(f"{space.stars} Victory Star{'s' if space.stars > 1 else ''}")
    for flag in _PACK.flags:
        if flag.space == space.index:
            owners = ", ".join(_PACK.factions[faction] for faction in flag.factions)
            facts.append(f"supply flag of {owners}{' once its marker lies there' if flag.when else ''}")
    said = f"{space.name}: {', '.join(facts)}. Borders {_borders(space)}."
    for strait in _PACK.straits:
        seas = [_PACK.spaces[sea].name for sea in (strait.a, strait.b)]
        if space.index == strait.anchor:
            said += f" Its controller may use the strait {seas[0]} to {seas[1]}."
        elif space.index in (strait.a, strait.b):
            other = _PACK.spaces[strait.a + strait.b - space.index].name
            said += f" Strait to {other} for who controls {_PACK.spaces[strait.anchor].name}."
    return said


OPTIONS: dict[str, dict[str, str]] = {
    "adriatic": {"yes": "in play at this table", "no": "not in play at this table"},
    "egypt-border": {"open": "border open at this table", "closed": "border closed at this table"},
    "usa-at-war": {
        str(number): f"at this table {number}: {_PACK.rounds[number - 1].name}" for number in (7, 8)
    },
}
"""What the values of a table's options mean where a text names the option."""

SECTIONS: dict[str, tuple[str, ...]] = {
    "aim": (
        (
            "The Axis (Pact, Germany) and the Allies (UK, USA, France) fight over the Mediterranean, "
            "1940 to 1944."
        ),
        (
            "Each side gains Victory Points by cards, and one for every Victory Star it controls after "
            f"these rounds: {', '.join(_SCORINGS)}."
        ),
        (
            f"After a scoring a lead of {_N.margin} points wins at once. After the last one the side "
            "with more points wins; a tie is won by the Axis."
        ),
    ),
    "set-up": (
        (
            f"Both sides shuffle their Mid War cards and draw {_N.opening_hand}. A hand may be shuffled "
            "back and drawn anew once. Late War cards wait aside."
        ),
        f"The Late War cards are shuffled into what is left of the decks after round {_LATE}.",
    ),
    "round": (
        (f"{len(_PACK.rounds)} rounds of a season each. In each the Axis takes a turn, then the Allies."),
        (
            "The USA is at war from the start of round 7 or 8 on (option usa-at-war). Before that its "
            "pieces can be recruited, but neither moved nor deployed."
        ),
    ),
    "turn": (
        "1. First Movement step: every piece of yours may move once.",
        "2. Action step: one action.",
        (
            "3. Second Movement step: tanks, fleets and carriers may move; infantry and airplanes only "
            "go ashore from fleets. What is still aboard a fleet afterwards is lost."
        ),
        "4. Supply step: your unsupplied pieces leave the board.",
        f"5. Draw step: draw up to a hand of {_N.hand}, at most {_N.draw_limit} cards.",
        (
            "At any time of your turn, outside combat, you may declare war or take a piece of your own "
            "off the board."
        ),
    ),
    "actions": (
        "play CARD: its text happens, in the order of the text.",
        (
            f"conscript TYPE SPACE: discard {_N.conscription_infantry} card for an infantry, "
            f"{_N.conscription_other} for anything else, and deploy it in or next to a supply flag of "
            "its faction; conscript-aboard puts it onto a ship."
        ),
        f"forced-march: discard {_N.forced_march} card and move a piece.",
        f"desperate-attack: discard {_N.desperate_attack} cards and attack.",
        f"production: draw {_N.production} card.",
        "contingency NAME: use the side of a contingency card that lies up.",
        "pass: nothing.",
        "Cards that are discarded as a price may be of any faction of yours; nobody else sees them.",
    ),
    "control": (
        (
            "An infantry or tank that stands on land takes control of it, until an enemy piece does. At "
            "sea a ship controls the space it is in; an empty sea is open to both sides."
        ),
    ),
    "movement": (
        (
            "A piece moves to an adjacent space without enemies where it is supplied on arrival. "
            "Infantry and tanks move over land and may enter empty enemy land, ships move at sea."
        ),
        "Neutral spaces are closed until war is declared on their country.",
        "A strait joins its two seas only for the side that controls the land of its anchor.",
        "A move that a card directs may also be made in place: stay PIECE.",
    ),
    "airplanes": (
        (
            f"An airplane flies up to {_N.airplane_range} spaces over anything but neutral land. It "
            "lands on land that its side has controlled since the step began, or on a carrier of its "
            "faction."
        ),
        "It boards a fleet, leaves one and retreats by one space only.",
        "A carrier takes one airplane and is never lost while it has it; the airplane goes instead.",
    ),
    "naval transport": (
        (
            "A fleet takes one infantry, tank or airplane of its faction aboard from an adjacent land "
            "space; a Pact fleet German pieces too, a UK or USA fleet the French one. board PIECE SHIP."
        ),
        (
            "Boarding is for the First Movement step, and for actions that move or deploy a piece. The "
            "piece moves along with its fleet."
        ),
        (
            "In the Second Movement step all must go ashore: tanks also into empty enemy land, infantry "
            "only into land that is yours at that moment, airplanes into land that was yours when the "
            "step began."
        ),
        "A fleet that is lost takes its cargo with it.",
    ),
    "supply": (
        (
            "A piece is supplied if a path leads from it to a supply flag of its faction, over spaces "
            "that its side controls. Flags: Pact and Germany in Rome, and in Bulgaria by its marker; "
            "the UK and France in South Atlantic and Red Sea; the USA in South Atlantic."
        ),
        (
            "Empty spaces of a path are cut by adjacent enemies: land by infantry, tanks and airplanes, "
            "sea by fleets and airplanes. A space with a piece or a Minor Country Force of your own "
            "cannot be cut."
        ),
        "Minor Country Forces cut nothing, nor does an empty carrier or what is aboard a fleet.",
        (
            "No piece moves or is deployed where it would be unsupplied. Unsupplied pieces cannot "
            "attack or support an attack, and leave the board in the Supply step of their own turn."
        ),
        "With the Malta Depot, Allied pieces in Malta are always supplied.",
    ),
    "deploy": (
        (
            "Deploying puts a piece into a space that you control and where it is supplied, or aboard a "
            "ship there."
        ),
        (
            "Recruiting also works in empty enemy land, which becomes yours, and without supply; an "
            "unsupplied piece is then lost in your Supply step."
        ),
        "The pieces of each faction are limited; what has left the board can be placed again.",
    ),
    "combat": (
        (
            "A force in one space attacks one adjacent space that the enemy controls. All pieces of its "
            "faction there that can take part do: infantry and tanks against land, also from fleets; "
            "fleets, airplanes and carriers against a sea. A carrier alone cannot begin."
        ),
        (
            "In each attack round the defender uses a reaction or loses a piece: one in the space, or "
            "an adjacent airplane or fleet of a faction that has a piece there."
        ),
        (
            "While defenders are left, the attacker may go on by removing a piece of the force or a "
            "supplied airplane or fleet adjacent to the target, or by a reaction, of at least the rank "
            "of what the defender lost or used. The last piece of the force cannot be removed for that."
        ),
        (
            "Rank on land: Stand Fast and Sustain Attack (4), airplane and fleet (3), tank (2), "
            "infantry (1). At sea: Naval Combat (4), fleet (3), airplane and Anti-Air (2), carrier (1, "
            "defence only)."
        ),
        "Pieces that a card eliminates are just removed: no combat, no reactions.",
        "The French infantry may join a UK or USA force: attack-with-french.",
    ),
    "reactions": (
        (
            "A card of your hand may be used as its reaction if a piece of its faction is in the "
            "combat: in the attacking force, or in the attacked space. One reaction answers one attack "
            "round."
        ),
        ("Sustain Attack (land): go on, even against Stand Fast. Not in winter, except against deserts."),
        (
            "Advance! (land): when no enemy is left, a piece of the force moves in. Not in spring, "
            "except into deserts."
        ),
        "Stand Fast (land, in the spaces on the card): lose nothing.",
        (
            "Exchange (land): you lose a piece of the card's faction, and the attacker must remove one "
            "of any rank."
        ),
        (
            "Retreat (land): one piece of the card's faction moves to adjacent land of yours; others "
            "still lose one."
        ),
        "Withdraw Navy (sea): the same for a fleet or carrier.",
        (
            "Anti-Air: counters an airplane that was just removed; at sea it also spares a loss against "
            "a force with an airplane."
        ),
        (
            "Naval Combat: on land counters a fleet just removed; at sea spares a loss or continues the "
            "attack."
        ),
    ),
    "minor countries": (
        (
            f"{', '.join(_PACK.countries)} begin neutral. Cards activate them, and war declared on one "
            "makes it join the other side at once (declare-war COUNTRY). It never changes again."
        ),
        (
            "Its forces hold their spaces for that side: always supplied, defending like infantry, "
            "never moving or attacking. Cards of all factions of the side may react for them, except "
            "with Retreat."
        ),
    ),
    "contingencies": (
        (
            "Each side has three contingency cards of two sides. A side is used as an action; the first "
            "comes before the second, and after the second the card is gone."
        ),
        *(_contingency(card) for card in _PACK.contingencies),
    ),
    "scoring": (
        f"After {', '.join(_SCORINGS)}: a point for every Victory Star that you control.",
        (f"Then a lead of {_N.margin} or more wins; after the last scoring more points win, a tie the Axis."),
    ),
    "map": tuple(_space(space) for space in _PACK.spaces),
    "cards": tuple(_card(card) for card in _PACK.cards),
}

_HOME: dict[str, str] = {
    "setup": "set-up",
    "mulligan": "set-up",
    "game rounds": "round",
    "turn sequence": "turn",
    "pieces": "deploy",
    "deploying pieces": "deploy",
    "rules for deploying pieces": "deploy",
    "deploy vs. recruit": "deploy",
    "supply effects": "supply",
    "supply paths": "supply",
    "supply flags": "supply",
    "malta depot": "supply",
    "first movement step": "movement",
    "second movement step": "turn",
    "movement during action steps": "movement",
    "game board features": "movement",
    "airplane movement": "airplanes",
    "carriers": "airplanes",
    "loading": "naval transport",
    "unloading": "naval transport",
    "transported airplanes": "naval transport",
    "land and sea forces": "combat",
    "attack rounds": "combat",
    "continuing the attack": "combat",
    "combat rank": "combat",
    "airplanes and fleets in combat": "combat",
    "transported pieces in combat": "combat",
    "after land combat": "combat",
    "attack vs. eliminate": "combat",
    "attacks by cards": "combat",
    "france": "combat",
    "factions and reactions": "reactions",
    **dict.fromkeys((title.casefold().removesuffix("!") for title in _REACTION.values()), "reactions"),
    "using minor country force counters": "minor countries",
    "activating minor countries": "minor countries",
    "contingency cards": "contingencies",
    "special card cases": "actions",
    "running out of cards": "turn",
    "scoring and victory": "scoring",
}


def _key(name: str) -> str:
    """Return a name as it is looked up."""
    return name.casefold().removesuffix("!")


PASSAGES: dict[str, tuple[str, ...]] = {
    **{_key(card.name): (_card(card),) for card in _PACK.cards},
    **{_key(card.name): (_contingency(card),) for card in _PACK.contingencies},
    **{_key(space.name): (_space(space),) for space in _PACK.spaces},
    **{name: SECTIONS[section] for name, section in _HOME.items()},
    **SECTIONS,
}
"""What every name says that questions and refusals give in brackets, and every card and space."""
