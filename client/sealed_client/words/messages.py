"""Sentences by message id in a language, read from compiled gettext catalogues.

A message id is dotted; its first part names the catalogue that holds it. A text has named `{placeholders}`.
English is the reference, Spanish as complete; `pseudo` is English made longer and accented at run time, so
that a word which did not come from a catalogue, or a place too small for one, is seen at once.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from importlib import resources
from typing import Final, Protocol

from sealed_client.words.pseudo import lengthened

DOMAINS: Final = ("screen", "table", "popular-front", "south-front", "shaef", "desk")
"""The catalogues of a language: a file each, and the first part of its ids."""

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "es")
"""The languages that are offered, by their code (BCP 47)."""

PSEUDO: Final = "pseudo"
"""The language of tests."""


class MissingMessageError(KeyError):
    """A message id without a text, or with one of the other kind (plain, plural)."""

    def __init__(self, message_id: str, language: str) -> None:
        """Take the id and the language that lacks it."""
        super().__init__(message_id)
        self.message_id, self.language = message_id, language

    def __str__(self) -> str:
        """Return what is missing, and where it is to be written."""
        domain = self.message_id.partition(".")[0]
        return (
            f'no text "{self.message_id}" in the language "{self.language}";'
            f" write it into words/locale/*/{domain}.po and compile with: make words"
        )


class MissingValueError(KeyError):
    """A text whose placeholder was given no value."""

    def __init__(self, message_id: str, name: str) -> None:
        """Take the id and the placeholder."""
        super().__init__(message_id, name)
        self.message_id, self.name = message_id, name

    def __str__(self) -> str:
        """Return what is missing."""
        return f'the text "{self.message_id}" needs a value for {{{self.name}}}; hand one over by that name'


class UnknownLanguageError(ValueError):
    """A language that is not offered."""

    def __init__(self, language: str) -> None:
        """Take the language asked for."""
        super().__init__(f'no language "{language}"; there are {", ".join(LANGUAGES)}')


class Catalogue(Protocol):
    """Finds texts by id; what it does not have it gives back as the id (the way of gettext)."""

    def gettext(self, message: str, /) -> str:
        """Return the text of an id."""
        ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """Return the text of an id for so many."""
        ...


class Messages:
    """The sentences of one language."""

    __slots__ = ("_catalogue", "language")

    def __init__(self, language: str, catalogue: Catalogue) -> None:
        """Take the language's code and its texts."""
        self.language, self._catalogue = language, catalogue

    def __repr__(self) -> str:
        return f"Messages({self.language!r})"

    def template(self, message_id: str) -> str:
        """Return the text of an id with its placeholders. Raises `MissingMessageError`."""
        found = self._catalogue.gettext(message_id)
        if found == message_id:
            raise MissingMessageError(message_id, self.language)
        return found

    def text(self, message_id: str, /, **values: object) -> str:
        """Return the text of an id with the values in their places.

        Raises `MissingMessageError` for an id without a text, `MissingValueError` for a place without one.
        """
        return _filled(message_id, self.template(message_id), values)

    def plural(self, message_id: str, count: int, /, **values: object) -> str:
        """Return the text of an id for so many; `{count}` is the number. Raises like `text`."""
        found = self._catalogue.ngettext(message_id, message_id, count)
        if found == message_id:
            raise MissingMessageError(message_id, self.language)
        return _filled(message_id, found, {"count": count, **values})

    def knows(self, message_id: str) -> bool:
        """Tell whether there is a text of this id."""
        found = self._catalogue
        return {found.gettext(message_id), found.ngettext(message_id, message_id, 1)} != {message_id}


@cache
def messages_of(language: str) -> Messages:
    """Return the sentences of a language, `en`, `es` or `pseudo`. Raises `UnknownLanguageError`."""
    if language == PSEUDO:
        return Messages(PSEUDO, _Pseudo(_catalogue(ENGLISH)))
    if language not in LANGUAGES:
        raise UnknownLanguageError(language)
    return Messages(language, _catalogue(language))


class _Pseudo:
    """English, made longer."""

    def __init__(self, english: Catalogue) -> None:
        self._english = english

    def gettext(self, message: str, /) -> str:
        found = self._english.gettext(message)
        return found if found == message else lengthened(found)

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        found = self._english.ngettext(msgid1, msgid2, n)
        return found if found in {msgid1, msgid2} else lengthened(found)


@cache
def _catalogue(language: str) -> GNUTranslations:
    """Return the catalogues of a language as one: each falls back on the next."""
    folder = resources.files("sealed_client.words") / "locale" / language
    first: GNUTranslations | None = None
    for domain in DOMAINS:
        with (folder / f"{domain}.mo").open("rb") as compiled:
            read = GNUTranslations(compiled)
        if first is None:
            first = read
        else:
            first.add_fallback(read)
    assert first is not None  # noqa: S101 - there are domains
    return first


def _filled(message_id: str, template: str, values: dict[str, object]) -> str:
    try:
        return template.format_map(values)
    except KeyError as error:
        raise MissingValueError(message_id, str(error.args[0])) from None
