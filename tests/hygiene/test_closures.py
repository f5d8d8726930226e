"""No local function comes back to itself: its cell would hold it, and all that it knows, until the collector comes.

One that says what a phrase means held a whole pack.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.hygiene.project import modules, parsed, relative

Function = ast.FunctionDef | ast.AsyncFunctionDef


def inner(function: ast.AST) -> Iterator[Function]:
    """The functions that are made in a function itself, not in one of those."""
    for child in ast.iter_child_nodes(function):
        if isinstance(child, Function):
            yield child
        elif not isinstance(child, ast.ClassDef | ast.expr):
            yield from inner(child)


def functions(node: ast.AST) -> Iterator[Function]:
    """All functions of a module."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield child
        if not isinstance(child, ast.expr):
            yield from functions(child)


def coming_back(function: Function) -> set[str]:
    """Its local functions that lead to themselves."""
    made = {each.name: each for each in inner(function)}
    if not made:
        return set()
    leads = {
        name: {node.id for node in ast.walk(each) if isinstance(node, ast.Name) and node.id in made}
        for name, each in made.items()
    }
    for _ in made:
        leads = {name: to.union(*(leads[each] for each in to)) for name, to in leads.items()}
    return {name for name, to in leads.items() if name in to}


def test_no_local_function_comes_back_to_itself():
    found = [
        f"{relative(path)}:{function.lineno}: {name} in {function.name}"
        for path in modules()
        for function in functions(parsed(path))
        for name in sorted(coming_back(function))
    ]
    if found:
        pytest.fail("\n".join([*found, "Make it a function of the module, or a method."]), pytrace=False)


def test_a_function_that_another_one_calls_comes_back():
    said = "def outer():\n    def a(): return b()\n    def b(): return a()\n    def c(): return a()\n"
    assert coming_back(ast.parse(said).body[0]) == {"a", "b"}
