"""The texts of SHAEF's abilities, cards and regions in English, as the catalogue has them."""

from __future__ import annotations

from sealed.games.shaef.pack import load
from sealed.games.shaef.pack.facts import ABILITIES
from sealed_client.words.messages import ENGLISH, messages_of

_SAY = messages_of(ENGLISH).text

ABILITY_TEXTS = {_SAY(f"shaef.abilities.{name}"): _SAY(f"shaef.ability-text.{name}") for name in ABILITIES}
"""What each ability does, by its name."""
REGION_NAMES = {region.index: _SAY(f"shaef.regions.{region.id}") for region in load().regions}
"""The names of regions with their accents."""


def card_text(key: str) -> str:
    """Return the text of a card by its key."""
    return _SAY(f"shaef.card-text.{key}")
