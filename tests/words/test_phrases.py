"""Every message id of every title has words, and the words take exactly the arguments of the id."""

import ast
import random
import re
from importlib import import_module
from itertools import islice
from pathlib import Path
from string import Formatter

import pytest

from sealed.engine import kernel
from sealed.engine.chance import CHANCE, outcome_verb, possible
from sealed.engine.eye import EVERYBODY
from sealed.engine.message import MOVED, Event, Refusal
from sealed.games import TITLES
from sealed.games.popular_front.pack import load
from sealed_client.text.rules_text import passage
from sealed_client.words import catalogue
from sealed_client.words.messages import messages_of
from sealed_client.words.phrases import places

LANGUAGES = ("en", "es", "pseudo")
RULING = re.compile(r"[A-Z]\d?-\d+")


def wording_of(title):
    """Return how a title speaks English."""
    return catalogue._WORDINGS[title.id](messages_of("en"))


def allowed_places(title, kinds):
    """Return the placeholders that a text with arguments of these kinds may have."""
    facts = wording_of(title).facts
    named = zip(places(kinds), kinds, strict=True)
    more = {f"{place}_{fact}" for place, kind in named for fact in ("at", *facts.get(kind, ()))}
    return {*places(kinds), "all"} | more


def places_of(template):
    """Return the names of the placeholders of a text."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
@pytest.mark.parametrize("table", ["question", "event", "reason"])
def test_every_id_has_words_that_fit_its_arguments(title, table):
    """A text exists for each id and names no argument that the id does not have."""
    kinds, messages = getattr(title, f"{table}_kinds"), messages_of("en")
    silent = wording_of(title).silent | {MOVED}

    for name in kinds.keys() - silent:
        template = messages.template(f"{title.id}.{table}s.{name}")
        assert places_of(template) <= allowed_places(title, kinds[name]), name


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_names_of_a_kind_differ(title, language):
    """No two spaces, pieces or cards are called the same, so that every sentence is exact."""
    names = catalogue._WORDINGS[title.id](messages_of(language)).names
    twice = [kind for kind, named in names.items() if len(set(named.values())) < len(named)]
    assert twice == []


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_every_name_of_the_notation_has_words(title):
    """Whatever an argument can be has a name in the player's language."""
    names = wording_of(title).names
    said = title.question_kinds, title.event_kinds, title.reason_kinds
    used = {kind for table in said for kinds in table.values() for kind in kinds} - {"zone", "seat"}
    for kind in used & title.notation.names.keys():
        assert title.notation.names[kind].keys() <= names.get(kind, {}).keys(), kind


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
@pytest.mark.parametrize("table", ["actions", "refused"])
def test_every_verb_has_words_that_fit_its_arguments(title, table):
    """An answer can be said, and refused, by each verb of the title."""
    verbs, messages = title.notation.verbs, messages_of("en")

    for verb in {action.verb for action in title.vocabulary(title.setup(title.seats[0]))}:
        template = messages.template(f"{title.id}.{table}.{verb}")
        assert places_of(template) <= allowed_places(title, verbs[verb].kinds), verb


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_popular_front_has_words(language):
    """Each card has a name, a sentence of effect and two or three words of it; the names are the pack's."""
    messages = messages_of(language)
    for card in load().cards:
        name = messages.text(f"popular-front.cards.{card.code}")
        assert language == "pseudo" or name == {"en": card.name, "es": card.name_es}[language]
        assert messages.text(f"popular-front.card-text.{card.code}")
        words = messages.text(f"popular-front.card-words.{card.code}")
        assert language == "pseudo" or len(words.split()) <= 4


@pytest.mark.parametrize("language", ["en", "es"])
def test_armies_and_colours_are_named_as_in_the_pack(language):
    """Names of armies and colours are those of the pack in each language."""
    pack, messages = load(), messages_of(language)
    for table, facts in (("sides", pack.sides), ("colours", pack.colours)):
        for one in facts:
            said = messages.text(f"popular-front.{table}.{one.number}")
            assert said == {"en": one.name, "es": one.name_es}[language]


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_seat_verb_has_words(title, language):
    """Each action of the vocabulary can be said in words, and that it cannot be done."""
    setup = title.setup(title.seats[0])
    said = catalogue.phrases_of(title, setup, language)

    for action in sample(title.vocabulary(setup)):
        assert said.action(action)
        assert said.refused(action)
        assert said.form(action.verb).startswith(action.verb)


def sample(vocabulary):
    """Return a few thousand answers at most, some of each verb."""
    verbs = {}
    for action in vocabulary:
        verbs.setdefault(action.verb, []).append(action)
    return [action for actions in verbs.values() for action in actions[:: 1 + len(actions) // 300]]


@pytest.mark.parametrize(
    ("game", "seats", "options", "language"),
    [
        ("popular-front", 2, {"round-cap": "8"}, "en"),
        ("popular-front", 3, {"round-cap": "8"}, "es"),
        ("popular-front", 6, {"round-cap": "8"}, "pseudo"),
        ("popular-front", 6, {"round-cap": "8"}, "es"),
        ("shaef", 2, {}, "en"),
        ("shaef", 2, {"scenario": "free"}, "es"),
        ("south-front", 2, {}, "en"),
        ("south-front", 2, {"usa-at-war": "8", "adriatic": "no", "egypt-border": "open"}, "es"),
    ],
)
def test_a_random_game_can_be_told(game, seats, options, language):
    """Every question, event and refusal of a random game becomes a sentence without braces."""
    title = TITLES[game]
    setup, rng = title.setup(seats, options), random.Random(seats)
    said, s = catalogue.phrases_of(title, setup, language), title.start(setup)
    vocabulary = title.vocabulary(setup)
    told = []
    for _ in range(400):
        if kernel.over(s):
            break
        if asked := kernel.asked(s):
            told.append(said.question(kernel.question(s)))
            tried = kernel.apply(s, rng.choice(vocabulary), asked[0])
            if isinstance(tried, Refusal):
                told.append(said.refusal(tried, s))
            step = kernel.apply(s, any_of(kernel.legal_actions(s, asked[0]), rng), asked[0])
        else:
            request = kernel.requests(s)[0]
            outcomes = [args for args, _ in islice(possible(s, request), 200)]
            step = kernel.apply(
                s, title.notation.action(outcome_verb(request), *rng.choice(outcomes)), CHANCE
            )
        s = step.state
        told += said.events(step.events)

    assert told
    assert not [line for line in told if "{" in line or "}" in line]


def any_of(answers, rng):
    """Return an answer, each verb as likely as the others, so that a game gets somewhere."""
    verb = rng.choice(sorted({action.verb for action in answers}))
    return rng.choice([action for action in answers if action.verb == verb])


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_every_rule_that_a_refusal_names_has_words(title):
    """The section of the rules beside a reason is named in the reader's language, and can be read."""
    named = rules_named(title)
    sections = {rule for rule in named if not RULING.fullmatch(rule)}

    assert len(sections) > 15
    assert [rule for rule in sections if not messages_of("es").knows(rule_id(title, rule))] == []
    assert [rule for rule in named if not passage(title.id, rule)] == []


def rules_named(title):
    """Return the sections and rulings that the sources of a title give as a rule."""
    found = set()
    package = import_module(f"sealed.games.{title.id.replace('-', '_')}")
    for source in sorted(Path(package.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            found |= set(texts_in(rule_in(node)))
    return found


def rule_in(node):
    """Return what a piece of a source gives as a rule: in a refusal, or under a name that says so."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and len(node.args) > 2:
        return node.args[2]
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any("rule" in ast.unparse(target).lower().split("_") for target in targets):
            return node.value
    return None


def texts_in(node):
    """Return the texts that a value can be."""
    values = node.values if isinstance(node, ast.Dict) else [node]
    return [one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def rule_id(title, rule):
    """Return the message id of a section of the rules."""
    return f"{title.id}.rules.{rule.lower().replace(' ', '-')}"


def test_spanish_sentences_put_names_in_their_places():
    """Names of cards, armies and cities come in the language of the sentence."""
    title = TITLES["popular-front"]
    said = catalogue.phrases_of(title, title.setup(2), "es")
    declared = Event("declared", (7, 1, 20, 4, 3), EVERYBODY)
    refusal = Refusal("not-held", (4,), "Card Play")

    assert said.event(declared) == "Nacionales: ataque a Madrid desde Algodor, 4 contra 3."
    assert said.refusal(refusal) == "Blindados: no está en tu mano. (Juego de cartas)"
    assert said.action(title.notation.parse("muster March")) == "jugar Marcha para Movilizar"
