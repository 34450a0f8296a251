"""Catalogues are complete, equal in their ids and places, and read as they were written."""

import struct
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

import compile_words
from sealed.fairness.codes import CODES, explain
from sealed_client.words import messages as module
from sealed_client.words.messages import (
    DOMAINS,
    LANGUAGES,
    MissingMessageError,
    MissingValueError,
    UnknownLanguageError,
    messages_of,
)
from sealed_client.words.pseudo import lengthened

FONTS = sorted((Path(module.__file__).parents[1] / "assets/fonts").glob("*.ttf"))
ACCENTED = str.maketrans("áçðéíñøúýÁÇÉÍÑØÚÝ", "acdeinouyACEINOUY")


def catalogue(language, domain):
    """Returns the texts of a catalogue by id: a tuple of forms for a plural, else a tuple of one text."""
    with (compile_words.LOCALE / language / f"{domain}.po").open("rb") as file:
        entries = [entry for entry in read_po(file, locale=language) if entry.id]
    return {
        entry.id[0] if entry.pluralizable else entry.id: entry.string
        if entry.pluralizable
        else (entry.string,)
        for entry in entries
    }


def texts(language):
    """Returns the texts of all catalogues of a language."""
    return {key: forms for domain in DOMAINS for key, forms in catalogue(language, domain).items()}


def places_of(template):
    """Returns the placeholders of a text."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def literal(template):
    """Returns how many letters of a text are its own."""
    return sum(len(part) for part, _, _, _ in Formatter().parse(template))


def glyphs(font):
    """Returns the characters that a font has: its table `cmap`, in format 4 (OpenType 1.9, cmap)."""
    data = font.read_bytes()
    tables = [struct.unpack_from(">4sIII", data, 12 + 16 * n) for n in range(int.from_bytes(data[4:6]))]
    start = next(offset for tag, _, offset, _ in tables if tag == b"cmap")
    (count,) = struct.unpack_from(">H", data, start + 2)
    offsets = [struct.unpack_from(">HHI", data, start + 4 + 8 * n)[2] for n in range(count)]
    at = next(start + one for one in offsets if struct.unpack_from(">H", data, start + one) == (4,))
    (twice,) = struct.unpack_from(">H", data, at + 6)
    ends = struct.unpack_from(f">{twice // 2}H", data, at + 14)
    starts = struct.unpack_from(f">{twice // 2}H", data, at + 16 + twice)
    return {chr(code) for low, high in zip(starts, ends, strict=True) for code in range(low, high + 1)}


# ---- what people have written ----


def test_every_language_has_the_same_ids():
    """What can be said in one language can be said in all of them."""
    ids = {language: texts(language).keys() for language in LANGUAGES}
    assert all(ids[language] == ids["en"] for language in LANGUAGES)
    assert len(ids["en"]) > 200


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_ids_stand_in_the_catalogue_of_their_domain(language, domain):
    """The first part of an id is the name of its catalogue."""
    assert [key for key in catalogue(language, domain) if not key.startswith(f"{domain}.")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language):
    """Each text, and each of its plural forms, says something; only what joins names has spaces around."""
    said = texts(language)
    assert [key for key, forms in said.items() if not all(one.strip() for one in forms)] == []
    spaced = {key for key, forms in said.items() if any(one != one.strip() for one in forms)}
    assert spaced <= {"table.and"}


def test_places_are_the_same_in_every_language():
    """A translation has the placeholders of the English text, and plurals may leave out their number."""
    english = texts("en")
    for language in LANGUAGES:
        for key, forms in texts(language).items():
            expected = places_of(english[key][-1])
            found = set().union(*map(places_of, forms))
            assert found == expected, f"{key} in {language}"
            assert all(expected - places_of(one) <= {"count"} for one in forms), f"{key} in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_spanish_and_english_have_two_forms_of_plural(language):
    """What is counted has a form for one and another for more."""
    kinds = {key: len(forms) for key, forms in texts("en").items()}
    assert {key: len(forms) for key, forms in texts(language).items()} == kinds
    assert set(kinds.values()) <= {1, 2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_player_is_blamed_with_words_of_programs(language):
    """No text speaks of errors, or of what is illegal or invalid (ui.md, section 8)."""
    unwelcome = ("error", "illegal", "invalid", "ilegal", "inválid")
    found = [
        key
        for key, forms in texts(language).items()
        if any(word in "".join(forms).lower() for word in unwelcome)
    ]
    assert found == []


@pytest.mark.parametrize(
    "source", compile_words.sources(), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_what_is_shipped_is_what_was_written(source):
    """The compiled catalogue is that of the text; `make words` makes it so."""
    assert source.with_suffix(".mo").read_bytes() == compile_words.compiled(source)


def test_an_id_cannot_be_written_twice(tmp_path):
    """A catalogue with the same id twice is not compiled, and the id is named."""
    source = tmp_path / "es" / "desk.po"
    source.parent.mkdir()
    source.write_text('msgid "desk.a"\nmsgstr "1"\n\nmsgid "desk.a"\nmsgstr "2"\n', "utf-8")
    with pytest.raises(ValueError, match=r"desk\.a"):
        compile_words.compiled(source)


@pytest.mark.parametrize("font", FONTS, ids=lambda path: path.stem)
def test_every_letter_is_in_the_fonts(font):
    """Whatever is said, in any language and in the pseudo-language, the fonts of this program can show."""
    said = {
        letter for language in LANGUAGES for forms in texts(language).values() for letter in "".join(forms)
    }
    said |= {letter for forms in texts("en").values() for letter in lengthened(forms[-1])}
    assert said - glyphs(font) == set()


# ---- what the program says ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_found_by_their_ids(language):
    """Each id gives its text, of whatever catalogue."""
    messages = messages_of(language)
    for key, forms in texts(language).items():
        assert messages.knows(key)
        if len(forms) == 1:
            assert messages.template(key) == forms[0]
        else:
            values = dict.fromkeys(places_of(forms[1]), "x")
            assert messages.plural(key, 1, **values | {"count": 1}) == forms[0].format(
                **values | {"count": 1}
            )
            assert messages.plural(key, 5, **values | {"count": 5}) == forms[1].format(
                **values | {"count": 5}
            )


@pytest.mark.parametrize("language", [*LANGUAGES, "pseudo"])
def test_an_unknown_id_is_named(language):
    """Who asks for an id without a text hears the id, and where it belongs."""
    for ask in (messages_of(language).text, lambda key: messages_of(language).plural(key, 2)):
        with pytest.raises(MissingMessageError, match=r"table\.no-such-thing.*table\.po"):
            ask("table.no-such-thing")
    assert not messages_of(language).knows("table.no-such-thing")


def test_a_missing_value_is_named():
    """Who hands over too few values hears which one is missing."""
    with pytest.raises(MissingValueError, match=r"\{times\}|\{count\}"):
        messages_of("en").text("table.phrases.repeated", sentence="x")


def test_an_unknown_language_is_refused():
    """There is no language but those that are offered."""
    with pytest.raises(UnknownLanguageError, match="fr"):
        messages_of("fr")


def test_a_value_is_never_read_as_a_text_with_places():
    """A name with braces stands as it is."""
    said = messages_of("en").text("table.phrases.repeated", sentence="{count.__class__}", count=2)
    assert said == "{count.__class__} (2 times)."


def test_every_code_has_the_words_of_the_protocol():
    """A failed check says in English what the protocol's list says, and something in Spanish."""
    english, spanish = messages_of("en"), messages_of("es")
    for code in CODES:
        assert english.text(f"table.alarm.code.{code}") == explain(code)
        assert spanish.text(f"table.alarm.code.{code}") != explain(code)


# ---- the pseudo-language ----


def test_pseudo_words_are_longer_and_keep_their_places():
    """Each text grows by about 40 %, stands in brackets, and takes the same values."""
    for key, forms in texts("en").items():
        for text in forms:
            made = lengthened(text)
            assert (made[0], made[-1]) == ("[", "]")
            assert places_of(made) == places_of(text), key
            letters, more = literal(text), literal(made)
            assert letters * 1.35 <= more <= letters * 1.45 + 4
            assert text.translate(ACCENTED) in made.translate(ACCENTED)


def test_pseudo_words_can_be_broken_into_lines():
    """No padding is longer than a word, so that it wraps as a text of that length would."""
    assert max(map(len, lengthened("A sentence of some length that is to be padded a lot.").split())) < 9


def test_pseudo_speaks_for_every_id():
    """The pseudo-language says whatever English says."""
    pseudo = messages_of("pseudo")
    for key, forms in texts("en").items():
        if len(forms) == 1:
            assert pseudo.template(key) == lengthened(forms[0])
    assert pseudo.plural("table.seal.verified", 1) != pseudo.plural("table.seal.verified", 2)
