"""Popular Front in short, in our own words; numbers and cards come from the pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.games.popular_front.pack import load

if TYPE_CHECKING:
    from sealed.games.popular_front.pack.facts import CardFacts


def _card(card: CardFacts) -> str:
    counts = f"value {card.value}"
    if card.muster != card.value:
        counts += f", {card.muster} for Muster"
    if card.political != card.value:
        counts += f", {card.political} in the political box"
    return f"{card.name}, {card.copies} in a deck, {counts}. {card.text_en}"


SECTIONS: dict[str, tuple[str, ...]] = {
    "aim": (
        "Two armies, Nationalists and Republic, fight over the cities of Spain.",
        (
            "Each army has an economic marker at its end of the victory track; it moves inwards by the "
            "value of every city that the army captures, and never back."
        ),
        "An army whose marker is at the political marker or beyond when a round ends has won.",
    ),
    "set-up": (
        (
            "A random player begins; then the armies alternate, each player placing one disk in an empty "
            "city, until every city holds one."
        ),
        (
            "The army with more city value starts with its marker ahead by half the difference, and with "
            "the political marker on the middle space that favours it."
        ),
        "Everybody starts with four cards of an own deck of twenty.",
    ),
    "round": (
        (
            "A round has four parts: a random turn order, a turn of each player, the political count, the "
            "check for victory."
        ),
    ),
    "turn": (
        (
            "Your turn begins with two cards drawn. Then take any number of actions: play a card for "
            "Muster, lay one in the political box, or attack with one. 5th Column may also be played for "
            "its own effect."
        ),
        "At the end of your turn you draw one card, and one more for every city you captured in it.",
    ),
    "muster": (
        (
            "A card played for Muster gives as many Musters as its value. Each Muster recruits one disk or "
            "moves one group."
        ),
        "Recruit: in a city of your army that has more friendly than enemy neighbours.",
        (
            "Move: any number of your disks from a city to an adjacent friendly city. No city is ever left "
            "empty."
        ),
    ),
    "stacking": ("A city holds at most four disks, and always at least one of the army that owns it.",),
    "political": (
        (
            "Cards in the political box lie face-down until the end of the round. The army with the higher "
            "total moves the political marker one space in its favour, and each of its players draws a "
            "card. A tie moves nothing."
        ),
    ),
    "combat": (
        (
            "Attack an adjacent enemy city from a city with at least two disks of your army, one of them "
            "yours, by laying the first card face-down."
        ),
        (
            "Power is one for each disk: the attacker counts only own disks, the defender all in the city, "
            "and one more if the attack crosses a river or a sea lane."
        ),
        "Where disks of several colours defend, the attacker says whose player lays the cards.",
        "Attacker and defender then lay one card each in turn. The first who passes ends it for both.",
    ),
    "deploy": (
        (
            "The cards laid are turned up one by one, the defender first. Effects strike at once, and a "
            "destroyed card no longer counts."
        ),
        "The higher total wins; the defender wins ties.",
        (
            "If the attacker wins, the defending disks are lost and at least one attacking disk moves in; "
            "one stays behind unless an ally does. "
            "If the defender wins, the attacker keeps a single disk in the city of origin, or none if an "
            "ally stands there."
        ),
    ),
    "supply": (
        (
            "A city without any friendly neighbour is out of supply: who fights there gets no effects of "
            "deployed cards, only their values. Partisans need no supply."
        ),
    ),
    "draws": (
        (
            "Besides the turn's own draws: a defender's city taken undefended gives the attacker a card at "
            "once, and whoever is out of cards outside the own turn draws one."
        ),
        "An empty deck is made anew from its discards when a card has to be drawn.",
        "How many cards everybody holds is public; others are shown the top card of your discard pile only.",
    ),
    "victory": (
        (
            "When a round ends: a marker at the political marker or beyond wins; if both are, "
            "the one further past; if that is equal, the army on whose half the political marker stands."
        ),
        (
            "Whoever holds all six victory cities wins before that. With a round cap, the markers are "
            "compared in the last round."
        ),
    ),
    "cards": tuple(_card(card) for card in load().cards),
}

_HOME: dict[str, str] = {
    "units": "set-up",
    "victory track": "set-up",
    "turn order": "round",
    "check victory": "victory",
    "resolve political": "political",
    "player turns": "turn",
    "logistics": "draws",
    "actions": "turn",
    "move": "muster",
    "recruit": "muster",
    "combat sequence": "combat",
    "combat declaration": "combat",
    "establish power": "combat",
    "card play": "combat",
    "combat resolution": "deploy",
    "attacker victory": "deploy",
    "defender victory": "deploy",
}

PASSAGES: dict[str, tuple[str, ...]] = {
    **{card.name.casefold(): (_card(card),) for card in load().cards},
    **{name: SECTIONS[section] for name, section in _HOME.items()},
    **SECTIONS,
}
"""What every name says that questions and refusals give in brackets: sections of the rulebook, and cards."""
