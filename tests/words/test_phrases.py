"""Every message id of every title has words, and the words take exactly the arguments of the id."""

import random
import re
from pathlib import Path
from string import Formatter

import pytest

from sealed.engine import kernel
from sealed.engine.chance import CHANCE, outcome_verb, possible
from sealed.engine.eye import EVERYBODY
from sealed.engine.message import MOVED, Event, Refusal
from sealed.games import TITLES, popular_front
from sealed.games.popular_front.pack import load
from sealed_client.words import catalogue
from sealed_client.words.messages import messages_of
from sealed_client.words.phrases import places

LANGUAGES = ("en", "es", "pseudo")


def places_of(template):
    """Return the names of the placeholders of a text."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
@pytest.mark.parametrize("table", ["question", "event", "reason"])
def test_every_id_has_words_that_fit_its_arguments(title, table):
    """A text exists for each id and names no argument that the id does not have."""
    kinds, messages = getattr(title, f"{table}_kinds"), messages_of("en")
    silent = catalogue._WORDINGS[title.id](messages).silent | {MOVED}

    for name in kinds.keys() - silent:
        template = messages.template(f"{title.id}.{table}s.{name}")
        assert places_of(template) <= {*places(kinds[name]), "all"}, name


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
@pytest.mark.parametrize("table", ["actions", "refused"])
def test_every_verb_has_words_that_fit_its_arguments(title, table):
    """An answer can be said, and refused, by each verb of the title."""
    verbs, messages = title.notation.verbs, messages_of("en")

    for verb in {action.verb for action in title.vocabulary(title.setup(title.seats[0]))}:
        assert places_of(messages.template(f"{title.id}.{table}.{verb}")) <= {*places(verbs[verb].kinds)}


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

    for action in title.vocabulary(setup):
        assert said.action(action)
        assert said.refused(action)
        assert said.form(action.verb).startswith(action.verb)


@pytest.mark.parametrize(("seats", "language"), [(2, "en"), (3, "es"), (6, "pseudo"), (6, "es")])
def test_a_random_game_can_be_told(seats, language):
    """Every question, event and refusal of a random game becomes a sentence without braces."""
    title = TITLES["popular-front"]
    setup, rng = title.setup(seats, {"round-cap": "8"}), random.Random(seats)
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
                told.append(said.refusal(tried))
            step = kernel.apply(s, rng.choice(kernel.legal_actions(s, asked[0])), asked[0])
        else:
            request = kernel.requests(s)[0]
            outcomes = [args for args, _ in possible(s, request)] if len(kernel.requests(s)) else []
            step = kernel.apply(
                s, title.notation.action(outcome_verb(request), *rng.choice(outcomes)), CHANCE
            )
        s = step.state
        told += said.events(step.events)

    assert told
    assert not [line for line in told if "{" in line or "}" in line]


def test_every_rule_that_a_refusal_names_has_words():
    """The section of the rules beside a reason is named in the reader's language."""
    sources = Path(popular_front.__file__).parent.glob("*.py")
    text = "".join(source.read_text("utf-8") for source in sources)
    named = set(re.findall(r'Refusal\("[a-z-]+", \([^)]*\), "([^"]+)"', text))
    named |= set(re.findall(r'rule: ClassVar\[str\] = "([^"]+)"', text))

    missing = [rule for rule in named if not messages_of("es").knows(rule_id(rule))]

    assert len(named) > 15
    assert missing == []


def rule_id(rule):
    """Return the message id of a section of the rules."""
    return f"popular-front.rules.{rule.lower().replace(' ', '-')}"


def test_spanish_sentences_put_names_in_their_places():
    """Names of cards, armies and cities come in the language of the sentence."""
    title = TITLES["popular-front"]
    said = catalogue.phrases_of(title, title.setup(2), "es")
    declared = Event("declared", (7, 1, 20, 4, 3), EVERYBODY)
    refusal = Refusal("not-held", (4,), "Card Play")

    assert said.event(declared) == "Nacionales: ataque a Madrid desde Algodor, 4 contra 3."
    assert said.refusal(refusal) == "Blindados: no está en tu mano. (Juego de cartas)"
    assert said.action(title.notation.parse("muster March")) == "jugar Marcha para Movilizar"
