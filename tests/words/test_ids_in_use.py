"""What the sources ask for is in the catalogues, and what is in the catalogues is asked for."""

import ast
import re
from pathlib import Path

import pytest

import sealed_client
from sealed_client.words.messages import DOMAINS, messages_of

ROOT = Path(sealed_client.__file__).parent
ASKING = {"say", "say_count", "text", "plural", "template"}
"""Names of what takes an id first."""
PLACES = {
    "presenters/popular_front": "popular-front.screen",
    "presenters/south_front": "south-front",
    "presenters/shaef": "shaef",
    "presenters": "table",
    "screens": "screen",
    "desk": "desk",
    "solo": "desk",
}
"""What an id without its domain begins with, by where it stands."""
TABLES = (
    *("questions", "events", "reasons", "actions", "refused", "forms", "kinds", "moves", "rules"),
    *("cards", "card-text", "card-words", "colours", "sides", "causes", "question-names"),
    *("markers", "pieces", "advice"),
    *("regions", "places", "countries", "terrain", "coasts", "rivers", "months", "nations", "contingents"),
    *("types", "ends", "abilities", "ability-text", "moments"),
)
BY_KIND = (
    *(f"{title}.{table}." for title in ("popular-front", "south-front", "shaef") for table in TABLES),
    *("table.alarm.code.", "table.warning.", "screen.language."),
)
"""Ids that are made of what the engine, the protocol or a setting says."""
ID = re.compile(r"[a-z][a-z0-9-]*(\.[A-Za-z0-9_-]+)*")


def sources():
    """Yields each source with the domain that its short ids belong to."""
    for path in sorted([*ROOT.rglob("*.py"), *ROOT.rglob("*.kv")]):
        inside = path.relative_to(ROOT).as_posix()
        yield path, next((domain for place, domain in PLACES.items() if inside.startswith(place)), "")


def known(message_id):
    """Tells whether all languages have an id."""
    return all(messages_of(language).knows(message_id) for language in ("en", "es"))


def full(text, domain):
    """Returns an id with its domain."""
    return text if text.partition(".")[0] in DOMAINS and "." in text else f"{domain}.{text}"


def constants(node):
    """Yields the texts that an argument may be: itself, or either side of a condition."""
    if isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def asked(path):
    """Yields the ids that a source asks for outright."""
    source = path.read_text("utf-8")
    if path.suffix == ".kv":
        yield from re.findall(r"""\bsay\(\s*["']([^"']+)["']""", source)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ASKING:
                yield from (text for text in constants(node.args[0]) if ID.fullmatch(text))


def named(path, domain):
    """Yields a pattern for every text of a source that may be an id or, with places in it, several."""
    source = path.read_text("utf-8")
    if path.suffix == ".kv":
        texts = re.findall(r"""["']([^"'\n]+)["']""", source)
        yield from (re.escape(full(text, domain)) for text in texts)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
            yield re.escape(full(node.value, domain))
        elif isinstance(node, ast.JoinedStr):
            yield from made(node, domain)


def made(node, domain):
    """Yields the pattern of a text that is put together, unless it would fit whole catalogues."""
    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    fixed = "".join(part or "" for part in parts)
    tail = re.sub(rf"^({'|'.join(DOMAINS)})\.", "", fixed)
    if "." in fixed and len(re.findall("[a-z]", tail)) > 2:
        start = "" if fixed.partition(".")[0] in DOMAINS else rf"{domain}\."
        yield start + "".join("[^ ]+" if part is None else re.escape(part) for part in parts)


@pytest.mark.parametrize("place", ["presenters", "screens", "words"])
def test_every_id_that_is_asked_for_has_a_text(place):
    """No screen, presenter or sentence asks for an id that a language does not have."""
    missing = [
        f"{path.name}: {full(text, domain)}"
        for path, domain in sources()
        if path.is_relative_to(ROOT / place)
        for text in asked(path)
        if not known(full(text, domain))
    ]
    assert missing == []


def test_every_text_is_asked_for_somewhere():
    """No catalogue holds a text that nothing says."""
    whole = {key for domain in DOMAINS for key in ids(domain)}
    left = {key for key in whole if not key.startswith(BY_KIND)}
    patterns = {pattern for path, domain in sources() for pattern in named(path, domain)}
    plain = {pattern for pattern in patterns if "[^ ]+" not in pattern}
    left = {key for key in left if re.escape(key) not in plain}
    joined = re.compile("|".join(pattern for pattern in patterns - plain) or "(?!)")
    assert sorted(key for key in left if not joined.fullmatch(key)) == []


def ids(domain):
    """Returns the ids of a catalogue."""
    text = (ROOT / f"words/locale/en/{domain}.po").read_text("utf-8")
    return re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
