"""The few words that stand in pictures, in English and Spanish."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "es"]


@dataclass(frozen=True, slots=True)
class PictureWords:
    """One language's words."""

    round: str
    hand: str
    nationalists: str
    republic: str
    political: str
    road: str
    river_road: str
    sea_lane: str
    victory_city: str
    bay: str
    atlantic: str
    mediterranean: str


_WORDS: dict[Language, PictureWords] = {
    "en": PictureWords(
        round="Round",
        hand="hand",
        nationalists="Nationalists",
        republic="Republic",
        political="political",
        road="Road",
        river_road="Over a river, defence +1",
        sea_lane="Sea lane, defence +1",
        victory_city="Victory city and its value",
        bay="Bay of Biscay",
        atlantic="Atlantic Ocean",
        mediterranean="Mediterranean Sea",
    ),
    "es": PictureWords(
        round="Ronda",
        hand="mano",
        nationalists="Nacionales",
        republic="República",
        political="política",
        road="Carretera",
        river_road="Sobre un río, defensa +1",
        sea_lane="Ruta marítima, defensa +1",
        victory_city="Ciudad de victoria y su valor",
        bay="Mar Cantábrico",
        atlantic="Océano Atlántico",
        mediterranean="Mar Mediterráneo",
    ),
}


def words_in(language: Language) -> PictureWords:
    """The words of a language."""
    return _WORDS[language]


def sea_word(key: str, language: Language) -> str:
    """The word for a sea by its key in the layout file."""
    words = words_in(language)
    return {"bay": words.bay, "atlantic": words.atlantic, "mediterranean": words.mediterranean}[key]
