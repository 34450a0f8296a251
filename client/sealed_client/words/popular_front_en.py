"""Popular Front in English."""

from __future__ import annotations

from sealed.engine.title import BAG, LAID
from sealed.games.popular_front.notation import CAUSES, CITY, COLOUR, QUESTION, QUESTIONS, named
from sealed.games.popular_front.pack import load
from sealed_client.words.phrases import Wording

_QUESTIONS = {
    "place": "{0}: place a disk in an empty city.",
    "act": "{0}: play a card for an action, or end the turn.",
    "muster": "{0}, Musters left: {1}. Recruit a disk, move a group, or be done.",
    "against": "{0}: disks of several colours defend {1}. Which of them shall lay the cards?",
    "commit": "{0}: lay a card face-down for the battle ({1} against {2}), or pass unless it is the first.",
    "deploy": "{0}: deploy a card from your reserve.",
    "discard": "{0}: a Partisan has struck. Which card of your reserve do you discard?",
    "lose": "{0}: Infantry has struck. Which of your deployed cards do you lose?",
    "destroy": "{0}: your Armor strikes. Which deployed card of the enemy is destroyed?",
    "hit": "{0}: your Aircraft strikes. Which card of the enemy's reserve is destroyed?",
    "withdraw": "{0}: {1} has fallen, but your Withdrawal survived. Where does the next disk go?",
    "occupy": "{0}: {1} is yours. How many disks move in (at most {2})?",
}

_EVENTS = {
    "placed": "{0} placed a disk in {1}.",
    "set-up-value": "City values after set-up: Nationalists {0}, Republic {1}.",
    "order": "Turn order: {all}.",
    "turn": "{0} to move.",
    "mustering": "{0} played {1} for Muster, worth {2}.",
    "recruited": "{0} recruited in {1}: {2}.",
    "marched": "{0} moved {1} from {2} to {3}.",
    "committed-politics": "{0} laid a card face-down in the political box.",
    "declared": "{0} attacked {2} from {1}: {3} against {4}.",
    "against": "The cards of the defence are up to {0}.",
    "passed": "{0} passed: no more cards are laid.",
    "deployed": "{0} deployed {1}.",
    "no-effect": "{1}, deployed by {0}, has no effect here.",
    "destroyed": "{1} of {0} was destroyed.",
    "looked": "{0} looked at the reserve of {1}.",
    "resolved": "Battle totals: attack {0}, defence {1}; a tie is the defender's.",
    "captured": "{0} took {1}, worth {2}.",
    "lost": "{0} lost disks in {1}: {2}.",
    "withdrew": "{0} withdrew a disk from {1} to {2}.",
    "occupied": "{0} moved {2} into {1}.",
    "drew": "",
    "political-total": "Political totals: Nationalists {0}, Republic {1}.",
    "political-moved": "The political marker stands at {0}.",
    "economic-moved": "The economic marker of {0} stands at {1}.",
    "round": "Round {0}.",
    "won": "Victory for {0}: {1}.",
}

_REASONS = {
    "over": "The game is over.",
    "chance-due": "Cards or dice come first; wait for the referee.",
    "not-asked": "Another player is asked now (seat {0}).",
    "impossible-outcome": "That outcome cannot be.",
    "not-now": "That does not answer the open question: {0}.",
    "city-taken": "A disk stands in {0} already.",
    "no-stock": "No disk is left off the board.",
    "not-held": "{0} is not in your hand.",
    "not-friendly": "{0} is not held by your army.",
    "neighbours": "Neighbours of {0}: {1} friendly, {2} enemy; recruiting needs more friendly ones.",
    "stack-full": "Disks in {0} already: {1}; four is the limit.",
    "not-adjacent": "No road or sea lane joins {0} and {1}.",
    "too-few-disks": "Your disks in {0}: {1}.",
    "would-be-empty": "{0} would be left empty; a city always keeps a disk.",
    "no-disks-named": "A move takes at least one disk.",
    "not-enemy": "{0} is not held by the enemy.",
    "no-own-disk": "You have no disk in {0} to attack with.",
    "lone-disk": "An attack needs two disks of your army in {0}.",
    "no-card": "An attack starts with a card, and your hand is empty.",
    "no-room": "{0} has no room for another disk.",
    "must-commit": "The first card of an attack must be laid.",
    "not-a-defender": "No disk of {0} stands in the target.",
    "not-in-reserve": "{0} is not in that reserve.",
    "not-deployed": "{0} is not deployed there.",
    "occupy-none": "At least one disk moves in.",
    "occupy-too-many": "At most {0} may move in.",
    "no-haven": "{0} is no adjacent friendly city with room.",
}

_ACTIONS = {
    "place": "place a disk in {0}",
    "muster": "play {0} for Muster",
    "politics": "lay {0} in the political box",
    "attack": "attack {1} from {0}",
    "fifth-column": "5th Column: recruit up to two in {0}",
    "end": "end the turn",
    "recruit": "recruit in {0}",
    "move": "move {0} from {1} to {2}",
    "done": "done",
    "against": "{0} shall defend",
    "commit": "lay {0}",
    "pass": "pass",
    "deploy": "deploy {0}",
    "discard": "discard {0}",
    "lose": "lose {0}",
    "destroy": "destroy {0}",
    "hit": "destroy {0}",
    "withdraw": "withdraw a disk to {0}",
    "occupy": "move {0} in",
}

_QUESTION_NAMES = {
    "place": "where to place a disk",
    "act": "which action to take; Musters come after a card played for Muster, battle cards after an attack",
    "muster": "what to muster",
    "against": "who defends",
    "commit": "whether to lay a card for the battle",
    "deploy": "which card to deploy",
    "discard": "which reserve card to discard",
    "lose": "which deployed card to lose",
    "destroy": "which deployed card to destroy",
    "hit": "which reserve card to destroy",
    "withdraw": "where to withdraw",
    "occupy": "how many disks move in",
}

_CAUSES = {
    "track": "economic marker at the political marker",
    "margin": "further past the political marker",
    "disk": "both equally far past the political marker, which is on the winner's side",
    "stars": "all six victory cities",
    "round-cap": "markers compared in the last round",
}

_HAND, _RESERVE, _BOX, _SHOWN = (BAG, 0), (LAID, 0), (LAID, 1), (LAID, 2)
"""The kinds of zones between which a card's way is worth a line of its own."""

ENGLISH = Wording(
    questions=_QUESTIONS,
    events=_EVENTS,
    reasons=_REASONS,
    actions=_ACTIONS,
    forms={"attack": "ORIGIN TARGET", "move": "DISKS ORIGIN DESTINATION", "occupy": "DISKS"},
    names={
        CITY: {city.index: city.display for city in load().cities},
        QUESTION: {number: _QUESTION_NAMES[name] for number, name in enumerate(QUESTIONS, 1)},
        "cause": {number: _CAUSES[name] for number, name in enumerate(CAUSES, 1)},
        COLOUR: {},
    },
    draws="{0} drew {1}.",
    moves={(_HAND, _RESERVE): "{0} laid {1} face-down.", (_BOX, _SHOWN): "{0} had {1} in the political box."},
    repeated="{0} ({1} times).",
    hidden_card="a card",
    nearest="Nearest legal: {0}.",
    colour_number=named,
)
