"""Mistakes in the rules of South Front, planted one at a time: cards, reactions, refusals, ranks, steps.

A mutant is planted in the running process: tables are exchanged, functions get another code. Whoever plants
one plays in a process of its own (`south_front_mutation`).
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import gc
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, NamedTuple

from sealed.games import south_front
from sealed.games.south_front import flow, setup
from sealed.games.south_front.cards import CARD, CONTINGENCIES
from sealed.games.south_front.combat import advance, battle, continuing, counter, land_defence, sea_defence
from sealed.games.south_front.combat.reactions import REACTION_OF, use
from sealed.games.south_front.effects import PROGRAMS
from sealed.games.south_front.effects.program import Effect
from sealed.games.south_front.state import AIRPLANE, CARRIER, FLEET, INFANTRY, TANK
from sealed.games.south_front.title import TITLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(south_front.__file__).parent
_NO_RULES = {"notation.py", "position.py", "readings.py", "vocabulary.py", "said.py", "title.py"}
"""Modules that hold words, and none of the conditions of the rules."""
_LISTS = (
    "actions/arrivals.py",
    "actions/conscription.py",
    "movement/destinations.py",
    "movement/flight.py",
    "combat/targets.py",
)
"""Modules with lists that are not made of what the predicates leave."""


class Mutant(NamedTuple):
    """Is a mistake: its kind and name, how it is planted, and words of the files that may see it."""

    kind: str
    name: str
    plant: Callable[[], None]
    words: tuple[str, ...] = ()


class _Nothing(Effect):
    """A part of a card's text that does nothing."""

    def run(self, s, part, tell):
        """Go on."""
        return s


# ---- cards and reactions ----


def cards() -> Iterator[Mutant]:
    """Yield each text of a card or contingency side as one that does nothing."""
    for name in PROGRAMS:
        yield Mutant("card", name, lambda name=name: PROGRAMS.__setitem__(name, ()), (name,))


def parts() -> Iterator[Mutant]:
    """Yield each part of a text of several as one that does nothing."""
    for name, program in PROGRAMS.items():
        for step, effect in enumerate(program) if len(program) > 1 else ():
            changed = (*program[:step], _Nothing(), *program[step + 1 :])
            what = f"{name}, part {step + 1} {type(effect).__name__}"
            yield Mutant("part", what, lambda n=name, c=changed: PROGRAMS.__setitem__(n, c), (name,))


_QUESTIONS = {
    land_defence.LandDefence: ("stand-fast", "exchange", "exchange-force", "retreat"),
    sea_defence.SeaDefence: ("withdraw", "anti-air", "naval-combat"),
    continuing.Continuing: ("sustain", "anti-air", "naval-combat"),
    counter.Countering: ("anti-air", "naval-combat"),
    advance.Advancing: ("advance",),
}


def reactions() -> Iterator[Mutant]:
    """Yield each reaction, where it is asked for, as one whose card is used for nothing."""
    for question, verbs in _QUESTIONS.items():
        for verb in verbs:
            plant = lambda q=question, v=verb: _without_effect(q, v)  # noqa: E731
            yield Mutant("reaction", f"{verb} at {question.id}", plant, (f'"{verb} ',))


def _without_effect(question: type, verb: str) -> None:
    plain = question.take

    def take(self, s, action, seat, tell):
        if action.verb == verb:
            return use(s, self.colour, action.args[0], tell)
        return plain(self, s, action, seat, tell)

    question.take = take


def bearers() -> Iterator[Mutant]:
    """Yield each card as one without its reaction."""
    for code, card in CARD.items():
        verbs = tuple(
            f"{verb} {card.name}" for verb, reaction in REACTION_OF.items() if reaction == card.reaction
        )
        if card.reaction:
            bare = dataclasses.replace(card, reaction="")
            yield Mutant(
                "card's reaction",
                f"{card.reaction} of {card.name}",
                lambda code=code, bare=bare: CARD.__setitem__(code, bare),
                (*verbs, f"show {card.name}"),
            )


# ---- ranks, steps ----

_LAND = (("infantry", INFANTRY), ("tank", TANK), ("airplane", AIRPLANE), ("fleet", FLEET))
_SEA = (("carrier", CARRIER), ("airplane", AIRPLANE), ("fleet", FLEET))
_TOP = ("stand fast or naval combat", None)


def ranks() -> Iterator[Mutant]:
    """Yield each table of ranks with two that follow each other exchanged."""
    for where, table, kinds in (("land", battle._LAND_RANK, _LAND), ("sea", battle._SEA_RANK, _SEA)):
        of = {name: battle.TOP_RANK if kind is None else table[kind] for name, kind in (*kinds, _TOP)}
        for low, kind in (*kinds,):
            for high, other in (*kinds, _TOP):
                if of[high] == of[low] + 1:
                    plant = lambda t=table, a=kind, b=other: _exchange(t, a, b)  # noqa: E731
                    yield Mutant("rank", f"{low} and {high} on {where}", plant)
    yield Mutant("rank", "anti-air above an airplane", lambda: _rank("ANTI_AIR_RANK", 3), ("anti-air",))
    yield Mutant("rank", "a force above infantry", lambda: _rank("FORCE_RANK", 2), ("lose-force",))


def _exchange(table: dict[int, int], low: int, high: int | None) -> None:
    if high is None:
        table[low], top = battle.TOP_RANK, table[low]
        _rank("TOP_RANK", top)
    else:
        table[low], table[high] = table[high], table[low]


def _rank(name: str, value: int) -> None:
    for module in _modules():
        if name in vars(module):
            setattr(module, name, value)


def _modules():
    return [
        import_module(_module_name(path)) for path in sorted(ROOT.rglob("*.py")) if "pack" not in path.parts
    ]


def _module_name(path: Path) -> str:
    inside = path.relative_to(ROOT).with_suffix("").parts
    return ".".join((south_front.__name__, *(part for part in inside if part != "__init__")))


def steps() -> Iterator[Mutant]:
    """Yield the course of a round, of a turn and of the set-up without one of its steps."""
    for module, table in ((flow, "ROUND"), (flow, "TURN"), (setup, "SET_UP")):
        steps_of = getattr(module, table)
        for at, step in enumerate(steps_of):
            dropped = (*steps_of[:at], lambda s, *more: s, *steps_of[at + 1 :])
            name = f"{table.lower().replace('_', '-')} without {step.__name__.strip('_').replace('_', ' ')}"
            yield Mutant("step", name, lambda m=module, t=table, d=dropped: setattr(m, t, d))


# ---- conditions, in the code ----


def refusals() -> Iterator[Mutant]:
    """Yield each place that yields a refusal, and each that yields those of another, without it."""
    for path in sorted(ROOT.rglob("*.py")):
        if "pack" in path.parts or path.name in _NO_RULES:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        for function, node in _inside_functions(tree):
            if isinstance(node, ast.Yield) and _code_of(node) is not None:
                yield _coded("refusal", path, tree, function, node, ast.YieldFrom(ast.Tuple([], ast.Load())))
            elif isinstance(node, ast.YieldFrom):
                yield _coded(
                    "predicate", path, tree, function, node, ast.YieldFrom(ast.Tuple([], ast.Load()))
                )


def conditions() -> Iterator[Mutant]:
    """Yield the lists that are made another way than by the predicates, each condition of them dropped."""
    for name in _LISTS:
        path = ROOT / name
        tree = ast.parse(path.read_text("utf-8"))
        for function, node in _inside_functions(tree):
            if not function.name.endswith("_reasons"):
                for part, instead in _droppable(node):
                    yield _coded("condition", path, tree, function, part, instead)


def _droppable(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the conditions in a node, each with what stands in its place when it is dropped."""
    if isinstance(node, ast.If):
        leaves = isinstance(node.body[0], ast.Continue | ast.Return)
        yield node.test, ast.Constant(value=not leaves)
    elif isinstance(node, ast.comprehension):
        yield from ((test, ast.Constant(value=True)) for test in node.ifs)
    elif isinstance(node, ast.BoolOp):
        neutral = ast.Constant(value=isinstance(node.op, ast.And))
        yield from ((operand, neutral) for operand in node.values)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        yield from ((node, part) for part in (node.left, node.right) if not _tests_a_bit(node))


def _tests_a_bit(node: ast.BinOp) -> bool:
    return isinstance(node.right, ast.Constant)


def _inside_functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.AST]]:
    """Yield every node with the innermost function around it."""

    def walk(node: ast.AST, function: ast.FunctionDef | None) -> Iterator[tuple[ast.FunctionDef, ast.AST]]:
        for child in ast.iter_child_nodes(node):
            within = child if isinstance(child, ast.FunctionDef) else function
            if within is not None and within is not child:
                yield within, child
            yield from walk(child, within)

    return walk(tree, None)


def _code_of(node: ast.Yield) -> str | None:
    """Return the code of the refusal that is yielded, as far as the text says it."""
    value = node.value
    if isinstance(value, ast.Name) and value.id in {"refusal", "cause", "impossible"}:
        return ""
    if isinstance(value, ast.Call):
        name = getattr(value.func, "id", getattr(value.func, "attr", ""))
        if name == "Refusal":
            first = value.args[0]
            return str(first.value) if isinstance(first, ast.Constant) else ""
        if name in {"_replace", "impossible", "_no_such_way"}:
            return ""
    return None


def _coded(kind, path, tree, function, node, instead) -> Mutant:
    text = ast.unparse(node)
    if isinstance(node, ast.BinOp):
        text = f"{text} as {ast.unparse(instead)}"
    place = f"{path.relative_to(ROOT)}:{node.lineno}"
    code = _code_of(node) if isinstance(node, ast.Yield) else ""
    plant = lambda: _recode(path, tree, function, node, instead)  # noqa: E731
    return Mutant(kind, f"{place} {function.name}: {text}", plant, (f'code = "{code}"',) if code else ())


class _Exchange(ast.NodeTransformer):
    def __init__(self, node: ast.AST, instead: ast.AST) -> None:
        self._node, self._instead = node, instead

    def visit(self, node: ast.AST) -> ast.AST:
        """Exchange the one node."""
        if node is self._node:
            return ast.copy_location(copy.deepcopy(self._instead), node)
        return self.generic_visit(node)


def _recode(path: Path, tree: ast.Module, function: ast.FunctionDef, node: ast.AST, instead: ast.AST) -> None:
    """Give the function in which the node stands the code without it."""
    pristine = ast.parse(path.read_text("utf-8"))
    twins = dict(zip(map(id, ast.walk(tree)), ast.walk(pristine), strict=True))
    changed = ast.fix_missing_locations(_Exchange(twins[id(node)], instead).visit(pristine))
    first = min((function.lineno, *(line.lineno for line in function.decorator_list)))
    (made,) = [
        code
        for code in _codes(compile(changed, str(path), "exec"))
        if (code.co_name, code.co_firstlineno) == (function.name, first)
    ]
    found = 0
    for living in gc.get_objects():
        if isinstance(living, FunctionType) and living.__code__.co_filename == str(path):
            own = living.__code__
            if (own.co_name, own.co_firstlineno) == (made.co_name, made.co_firstlineno):
                living.__code__ = made
                found += 1
    if not found:
        raise LookupError(f"no function {function.name} at line {first} of {path}")


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


KINDS: dict[str, Callable[[], Iterator[Mutant]]] = {
    "cards": cards,
    "parts": parts,
    "reactions": reactions,
    "bearers": bearers,
    "ranks": ranks,
    "steps": steps,
    "refusals": refusals,
    "conditions": conditions,
}
"""The kinds of mutants by name."""

__all__ = ["CONTINGENCIES", "KINDS", "TITLE", "Mutant"]
