"""Modules stay small enough to read, and none runs text as Python unless reviewed."""

import ast
import re

from tests.hygiene.project import compare_with_exceptions, modules, parsed, relative

LINES = 700
"""The longest module, in lines. Longer than most by far: a module is one idea."""

DYNAMIC = {"eval", "exec", "compile", "__import__"}
UNPICKLE = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle"}


def test_no_module_is_too_long_to_read():
    lengths = {relative(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    offenders = {path: f"{length} lines" for path, length in lengths.items() if length > LINES}
    compare_with_exceptions(
        "long-modules", offenders, f"Over {LINES} lines a module holds two ideas: split it."
    )


def dynamic_uses(tree: ast.AST) -> list[str]:
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in DYNAMIC:
                found.append(f"line {node.lineno} calls {name}")
            case ast.Import(names=names):
                found += [f"line {node.lineno} imports {a.name}" for a in names if a.name in UNPICKLE]
            case ast.ImportFrom(module=name) if name in UNPICKLE:
                found.append(f"line {node.lineno} imports {name}")
    return found


def test_text_is_run_as_python_only_where_reviewed():
    offenders = {}
    for path in modules():
        if uses := dynamic_uses(parsed(path)):
            offenders[relative(path)] = "; ".join(uses)
    compare_with_exceptions(
        "dynamic-code",
        offenders,
        "A pack must never be able to run code: generated code is reviewed and listed.",
    )


def test_what_the_type_checker_is_told_to_overlook_has_a_reason():
    for path in modules():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            _, overlooked, rest = line.partition("# type: ignore")
            assert not overlooked or re.match(r"\[[a-z-]+\]  # \S", rest), f"{relative(path)}:{number}"
