"""Mistakes in the code of rules, planted one at a time: a function gets another code in the running process.

Whoever plants one plays in a process of its own (`mutation_run`). `root` is always the folder of a title.
"""

from __future__ import annotations

import ast
import copy
import gc
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path


class Mutant(NamedTuple):
    """Is a mistake: its kind and name, how it is planted, and words of the files that may see it."""

    kind: str
    name: str
    plant: Callable[[], None]
    words: tuple[str, ...] = ()


_REFUSALS = {"refusal", "cause", "impossible", "one"}
"""Names under which a refusal is yielded that was made elsewhere."""
_MAKERS = {"_replace", "impossible", "_no_such_way", "no_use", "not_then", "_later", "_absent"}
"""Calls that make a refusal."""


def refusals(root: Path, skipped: Iterable[str]) -> Iterator[Mutant]:
    """Yield each place that yields a refusal, and each that yields those of another, without it."""
    left_out = set(skipped)
    for path in sorted(root.rglob("*.py")):
        if "pack" in path.parts or path.name in left_out:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        nothing = ast.YieldFrom(ast.Tuple([], ast.Load()))
        for function, node in inside_functions(tree):
            if isinstance(node, ast.Yield) and code_of(node) is not None:
                yield coded("refusal", root, path, tree, function, node, nothing)
            elif isinstance(node, ast.YieldFrom):
                yield coded("predicate", root, path, tree, function, node, nothing)


def conditions(root: Path, names: Iterable[str]) -> Iterator[Mutant]:
    """Yield each condition in some modules dropped, but for those of the predicates."""
    for name in names:
        path = root / name
        tree = ast.parse(path.read_text("utf-8"))
        for function, node in inside_functions(tree):
            if not function.name.endswith("_reasons"):
                for part, instead in _droppable(node):
                    yield coded("condition", root, path, tree, function, part, instead)


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


def inside_functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.AST]]:
    """Yield every node with the innermost function around it."""

    def walk(node: ast.AST, function: ast.FunctionDef | None) -> Iterator[tuple[ast.FunctionDef, ast.AST]]:
        for child in ast.iter_child_nodes(node):
            within = child if isinstance(child, ast.FunctionDef) else function
            if within is not None and within is not child:
                yield within, child
            yield from walk(child, within)

    return walk(tree, None)


def code_of(node: ast.Yield) -> str | None:
    """Return the code of the refusal that is yielded, as far as the text says it."""
    value = node.value
    if isinstance(value, ast.IfExp):
        value = value.body
    if isinstance(value, ast.Name) and value.id in _REFUSALS:
        return ""
    if isinstance(value, ast.Call):
        name = getattr(value.func, "id", getattr(value.func, "attr", ""))
        if name == "Refusal":
            first = value.args[0]
            return str(first.value) if isinstance(first, ast.Constant) else ""
        if name in _MAKERS:
            return ""
    return None


def coded(
    kind: str,
    root: Path,
    path: Path,
    tree: ast.Module,
    function: ast.FunctionDef,
    node: ast.AST,
    instead: ast.expr,
) -> Mutant:
    """Return the mutant in which something stands in the place of a node."""
    text = ast.unparse(node)
    if isinstance(node, ast.BinOp):
        text = f"{text} as {ast.unparse(instead)}"
    place = f"{path.relative_to(root)}:{node.lineno}"
    code = code_of(node) if isinstance(node, ast.Yield) else ""
    plant = lambda: _recode(path, tree, function, node, instead)  # noqa: E731
    return Mutant(kind, f"{place} {function.name}: {text}", plant, (f'code = "{code}"',) if code else ())


class _Exchange(ast.NodeTransformer):
    def __init__(self, node: ast.AST, instead: ast.AST) -> None:
        self._node, self._instead = node, instead

    def visit(self, node: ast.AST) -> ast.AST:
        """Exchange the one node; it stays where nobody comes, so that the function has the same closure."""
        if node is self._node:
            never = ast.IfExp(ast.Constant(value=True), copy.deepcopy(self._instead), copy.deepcopy(node))
            return ast.copy_location(never, node)
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


__all__ = ["Mutant", "code_of", "coded", "conditions", "inside_functions", "refusals"]
