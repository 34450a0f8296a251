"""Refusals: every reason of the rules is triggered, with its arguments, its rule and the nearest remedy."""

import pytest

from sealed.engine.chance import CHANCE
from sealed.engine.explain import why_not
from sealed.engine.kernel import apply, asked
from sealed.engine.message import Refusal
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.notation import QUESTIONS
from sealed.games.popular_front.position import build
from sealed.testing.playout import played, scripted

NOTATION = TITLE.notation
SOUTH = {
    "board": {"Sevilla": "Nationalists 4", "Cordoba": "Nationalists 2"},
    "fill": {"Nationalists": ["Cadiz", "Malaga"], "Republic": "rest"},
    "hands": {"Nationalists": ["March", "5th Column", "Partisan"], "Republic": ["Infantry", "Withdrawal"]},
}
BATTLE = {
    "board": {"Algodor": "Nationalists 4", "Madrid": "Republic 2"},
    "fill": {"Nationalists": ["Ciudad Real"], "Republic": "rest"},
    "hands": {"Nationalists": ["Armor", "Leader"], "Republic": ["Withdrawal", "Partisan"]},
}
ALLIES = {
    "board": {"Madrid": "Falange 2, Carlists 2", "Brunete": "Socialists 1, Anarchists 1"},
    "fill": {"Anarchists": ["Burgos", "Palma", "Leon", "Oviedo", "Merida", "Cadiz"], "Socialists": "rest"},
    "hands": {"Falange": ["March", "5th Column"], "Socialists": ["Infantry"]},
}
ATTACK = ("attack Algodor Madrid", "commit Leader")


def position(tables, *lines, seats=2):
    """Return the position after some answers of whoever is asked."""
    s = build(tables, TITLE.setup(seats)).state
    for line in lines:
        seats_asked = asked(s)
        s = played(s, NOTATION.parse(line), seats_asked[0] if seats_asked else CHANCE)
    return s


def found(s, line, code, seat=None):
    """Return the reason with a code against an action of the seat that is asked, or of another one."""
    reasons = why_not(TITLE, s, NOTATION.parse(line), seat or asked(s)[0])
    return next(reason for reason in reasons if reason.code == code)


def numbers(*names):
    """Return the numbers of cities and cards by name, numbers as they are."""
    known = {name: number for kind in ("city", "card") for number, name in NOTATION.names[kind].items()}
    return tuple(known[name] if isinstance(name, str) else name for name in names)


MUSTER = ("muster March",)
LAST = {**BATTLE, "hands": {"Nationalists": []}}
CASES = [
    # position, answers before, refused action, code, arguments, rule, nearest
    (SOUTH, (), "recruit Sevilla", "not-now", (QUESTIONS.index("act") + 1,), "Actions", None),
    (SOUTH, (), "muster Leader", "not-held", ("Leader",), "Muster", None),
    (SOUTH, (), "politics Leader", "not-held", ("Leader",), "Political", None),
    (LAST, (), "fifth-column Algodor", "not-held", ("5th Column",), "5th Column", None),
    (SOUTH, (), "fifth-column Sevilla", "no-room", ("Sevilla",), "F-9", "fifth-column Cadiz"),
    (SOUTH, (), "fifth-column Granada", "not-friendly", ("Granada",), "Recruit", "fifth-column Cordoba"),
    (SOUTH, (), "attack Cadiz Sevilla", "not-enemy", ("Sevilla",), "Combat Declaration", None),
    (
        SOUTH,
        (),
        "attack Malaga Granada",
        "lone-disk",
        ("Malaga",),
        "Combat Declaration",
        "attack Cordoba Granada",
    ),
    (SOUTH, (), "attack Madrid Burgos", "no-own-disk", ("Madrid",), "F-21", None),
    (
        SOUTH,
        (),
        "attack Sevilla Madrid",
        "not-adjacent",
        ("Sevilla", "Madrid"),
        "Combat Declaration",
        "attack Sevilla Badajoz",
    ),
    (LAST, (), "attack Algodor Madrid", "no-card", (), "Combat Declaration", None),
    (SOUTH, MUSTER, "recruit Sevilla", "stack-full", ("Sevilla", 4), "Stacking", "recruit Cadiz"),
    (SOUTH, MUSTER, "recruit Cordoba", "neighbours", ("Cordoba", 2, 2), "Recruit", None),
    (SOUTH, MUSTER, "recruit Granada", "not-friendly", ("Granada",), "Recruit", None),
    (SOUTH, MUSTER, "move 2 Cordoba Malaga", "would-be-empty", ("Cordoba",), "Move", "move 1 Cordoba Malaga"),
    (
        SOUTH,
        MUSTER,
        "move 3 Cordoba Malaga",
        "too-few-disks",
        ("Cordoba", 2),
        "Move",
        "move 1 Cordoba Malaga",
    ),
    (SOUTH, MUSTER, "move 1 Cordoba Sevilla", "stack-full", ("Sevilla", 4), "Stacking", None),
    (SOUTH, MUSTER, "move 1 Sevilla Badajoz", "not-friendly", ("Badajoz",), "Move", None),
    (SOUTH, MUSTER, "move 1 Sevilla Madrid", "not-adjacent", ("Sevilla", "Madrid"), "Move", None),
    (SOUTH, MUSTER, "move 0 Sevilla Malaga", "no-disks-named", (), "Move", "move 1 Sevilla Malaga"),
    (BATTLE, ATTACK[:1], "pass", "must-commit", (), "Combat Declaration", None),
    (BATTLE, ATTACK[:1], "commit March", "not-held", ("March",), "Card Play", None),
    (
        BATTLE,
        (*ATTACK, "commit Partisan", "pass"),
        "deploy Withdrawal",
        "not-in-reserve",
        ("Withdrawal",),
        "Deploy",
        None,
    ),
    (
        BATTLE,
        (*ATTACK, "commit Partisan", "pass", "deploy Partisan"),
        "discard Armor",
        "not-in-reserve",
        ("Armor",),
        "Partisan",
        None,
    ),
    (
        BATTLE,
        (*ATTACK, "pass", "deploy Leader"),
        "occupy 0",
        "occupy-none",
        (),
        "Attacker Victory",
        "occupy 1",
    ),
    (
        BATTLE,
        (*ATTACK, "pass", "deploy Leader"),
        "occupy 4",
        "occupy-too-many",
        (3,),
        "Attacker Victory",
        "occupy 3",
    ),
    (
        BATTLE,
        (*ATTACK, "commit Withdrawal", "pass", "deploy Withdrawal", "deploy Leader"),
        "withdraw Algodor",
        "no-haven",
        ("Algodor",),
        "Withdrawal",
        "withdraw Albacete",
    ),
    (
        BATTLE,
        (
            "attack Algodor Madrid",
            "commit Armor",
            "commit Withdrawal",
            "pass",
            "deploy Withdrawal",
            "deploy Armor",
        ),
        "destroy Leader",
        "not-deployed",
        ("Leader",),
        "Armor",
        None,
    ),
]


@pytest.mark.parametrize(("tables", "lines", "line", "code", "args", "rule", "nearest"), CASES)
def test_reason(tables, lines, line, code, args, rule, nearest):
    """A refusal names this reason with its arguments, its rule and the nearest remedy."""
    s = position(tables, *lines)
    reason = found(s, line, code)
    assert (reason.args, reason.rule) == (numbers(*args), rule)
    assert (reason.nearest.text if reason.nearest else None) == nearest
    assert isinstance(apply(s, NOTATION.parse(line), asked(s)[0]), Refusal)


def test_city_taken():
    """In set-up a city takes one disk only."""
    s = scripted(TITLE, TITLE.setup(2), ["shuffle", "shuffle", "pick 0", "place Madrid"])
    assert found(s, "place Madrid", "city-taken").args == numbers("Madrid")


def test_no_stock():
    """Nothing is recruited when no disk is off the board (F-39)."""
    names = [name for name in NOTATION.names["city"].values() if name not in ("Palma", "Madrid", "Algodor")]
    twos, threes = dict.fromkeys(names[:11], "Nationalists 2"), dict.fromkeys(names[11:], "Nationalists 3")
    tables = {
        "board": twos | threes,
        "fill": {"Republic": "rest"},
        "hands": {"Nationalists": ["March", "5th Column"]},
    }
    s = position(tables)
    assert s.stock[0] == 0
    assert found(s, f"fifth-column {names[0]}", "no-stock").rule == "Recruit"
    assert found(played(s, NOTATION.parse("muster March"), 1), f"recruit {names[0]}", "no-stock").args == ()


def test_not_a_defender():
    """The attacker can only name a colour with disks in the target."""
    s = position(ALLIES, "attack Madrid Brunete", seats=4)
    assert found(s, "against Carlists", "not-a-defender").args == (3,)


def test_lose_of_a_card_that_is_not_deployed():
    """Whoever is hit by Infantry gives a deployed card of his own."""
    tables = {**BATTLE, "hands": {"Nationalists": ["Infantry"], "Republic": ["March"]}}
    play = ("attack Algodor Madrid", "commit Infantry", "commit March")
    deal = ("deal Leader", "pass", "deploy March", "deploy Infantry")
    assert found(position(tables, *play, *deal), "lose Leader", "not-deployed").rule == "Infantry"


def test_hit_of_a_card_that_is_not_in_the_reserve():
    """Aircraft destroys a card that it has seen."""
    hands = {"Nationalists": ["March", "Leader"], "Republic": ["Aircraft", "Infantry"]}
    laid = ("attack Algodor Madrid", "commit March", "commit Aircraft", "commit Leader", "pass")
    s = position({**BATTLE, "hands": hands}, *laid, "deploy Aircraft", "look March Leader")
    assert found(s, "hit Armor", "not-in-reserve").rule == "Aircraft"


def test_all_reasons_at_once():
    """Every failing condition is told, the timing first, whether the seat is asked or not."""
    s = position(SOUTH)
    told = [reason.code for reason in why_not(TITLE, s, NOTATION.parse("recruit Sevilla"), 1)]
    assert told == ["not-now", "stack-full"]
    told = [reason.code for reason in why_not(TITLE, s, NOTATION.parse("attack Burgos Palma"), 2)]
    assert told == ["not-asked", "lone-disk", "not-adjacent", "not-enemy"]


def test_reasons_while_chance_is_due():
    """A seat learns what the board has against an action even while chance is due."""
    s = position(SOUTH, "end")
    told = [reason.code for reason in why_not(TITLE, s, NOTATION.parse("muster Leader"), 1)]
    assert told == ["chance-due", "not-held"]


def test_codes_of_the_cases_are_those_of_the_title():
    """Every code that the title declares is triggered in this file, but those of the kernel."""
    kernel = {"over", "chance-due", "not-asked", "impossible-outcome"}
    alone = {"city-taken", "no-stock", "not-a-defender"}
    assert {case[3] for case in CASES} | alone | kernel == set(TITLE.reason_kinds)
