"""No module needs one that needs it, and no import hides in a function to make that work."""

import ast
from collections.abc import Iterator
from functools import cache

from tests.hygiene.project import TOOLKIT, compare_with_exceptions, modules, parsed, relative

OPEN = ("compile", "language", "meaning", "pack")
"""Packages whose modules import at their top, so that a reader sees there what a module needs."""


@cache
def names() -> dict[str, ast.Module]:
    """Every module of the toolkit by its full name."""
    found = {}
    for path in modules():
        parts = path.relative_to(TOOLKIT.parent).with_suffix("").parts
        full = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[full] = parsed(path)
    return found


def imports(node: ast.AST) -> Iterator[ast.ImportFrom]:
    """The imports of the toolkit below a node, at any depth; what only the type checker imports is left out."""
    for child in ast.iter_child_nodes(node):
        if (
            isinstance(child, ast.If)
            and isinstance(child.test, ast.Name)
            and child.test.id == "TYPE_CHECKING"
        ):
            continue
        if isinstance(child, ast.ImportFrom) and (child.module or "").partition(".")[0] == "toolkit":
            yield child
        yield from imports(child)


@cache
def needed(full: str) -> set[str]:
    """The modules that a module imports."""
    found = set()
    for statement in imports(names()[full]):
        for alias in statement.names:
            module = f"{statement.module}.{alias.name}"
            found.add(module if module in names() else statement.module)
    return found - {full}


def circles() -> list[list[str]]:
    """Sets of modules of which each needs, by way of others, itself; sorted."""
    reached: dict[str, set[str]] = {}
    for full in names():
        left, seen = [full], set()
        while left:
            new = needed(left.pop()) - seen
            seen |= new
            left += new
        reached[full] = seen
    found = {
        tuple(sorted(b for b in reached[a] if a in reached.get(b, ()))) for a in names() if a in reached[a]
    }
    return [list(circle) for circle in sorted(found)]


def test_no_module_needs_itself():
    offenders = {
        " ".join(each.removeprefix("toolkit.") for each in circle): "a circle" for circle in circles()
    }
    compare_with_exceptions(
        "circles", offenders, "Move what both need below them, or hand over a function where it is called."
    )


def test_what_a_module_needs_stands_at_its_top():
    hidden = []
    for path in modules(*OPEN):
        lines = path.read_text(encoding="utf-8").splitlines()
        for statement in imports(parsed(path)):
            if statement.col_offset and "# " not in lines[statement.lineno - 1]:
                hidden.append(f"{relative(path)}:{statement.lineno}")
    assert not hidden, "say behind an import in a function why it stands there"
