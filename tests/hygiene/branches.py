"""How many ways a function can go: one, and one more for each branch, loop, condition in it and alternative of a match.

The same count as radon's cyclomatic complexity; a function inside another one is counted by itself.
"""

import ast
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, Function]]:
    """Each function below a node, with its name: `Class.method`, `function.inner`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function | ast.ClassDef):
            name = f"{within}.{node.name}" if within else node.name
            if isinstance(node, Function):
                yield name, node
            yield from functions(node, name)
        else:
            yield from functions(node, within)


def branches(function: Function) -> int:
    """How many ways it can go."""
    return 1 + sum(decisions(node) for part in function.body for node in own(part))


def apart(function: Function) -> int:
    """How many ways it can go if each `match` is a table, read one case at a time: its longest one counts."""
    return 1 + sum(_apart(part) for part in function.body)


def _apart(part: ast.stmt) -> int:
    if isinstance(part, ast.Match):
        return max(sum(decisions(node) for each in case.body for node in own(each)) for case in part.cases)
    return sum(decisions(node) for node in own(part))


def own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function's own body."""
    if isinstance(node, Function | ast.ClassDef):
        return
    yield node
    if not isinstance(node, ast.Assert):  # one way, whatever it says: most are there for the type checker
        for child in ast.iter_child_nodes(node):
            yield from own(child)


def decisions(node: ast.AST) -> int:
    """How many ways more a single node adds."""
    match node:
        case ast.If() | ast.IfExp() | ast.Assert():
            return 1
        case ast.For() | ast.AsyncFor() | ast.While():
            return 1 + bool(node.orelse)
        case ast.Try():
            return len(node.handlers) + bool(node.orelse)
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.Match():
            return sum(not is_default(case) for case in node.cases)
    return 0


def is_default(case: ast.match_case) -> bool:
    """`case _:`."""
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
