"""No function goes more ways than a reader can keep in mind.

`branches.yaml` lists those that still do, with their numbers: it can only become shorter.  `--update` lowers the
numbers and takes away what is mended; it adds nothing.
"""

import ast
from pathlib import Path

import pytest
import yaml

from tests.hygiene.branches import apart, branches, functions
from tests.hygiene.project import modules, parsed, relative

MOST = 15
"""Ways of one function.  A long `match` is listed, too: each of its cases may hide a second idea."""

TABLES = {
    "toolkit/language/printing/english.py": {"_English.node"},
    "toolkit/language/printing/ukrainian.py": {"_Ukrainian.node"},
    "toolkit/machine/plain.py": {"run"},
    "toolkit/program/disassemble.py": {"expression", "instruction"},
    "toolkit/program/shapes.py": {"_Checker.shape"},
}
"""Functions that say of each op, or of each kind of node, what it does: a table, of which a reader needs one row at a
time.  They are measured by their longest case."""

LISTED = Path(__file__).resolve().parent / "branches.yaml"
HEAD = "# Functions of more than 15 branches, which wait to be divided. A line that is not needed any more must go.\n"

Counts = dict[str, dict[str, int]]


def found() -> Counts:
    """The functions of more than `MOST` branches, by module."""
    counts: Counts = {}
    for path in modules():
        for name, function in functions(parsed(path)):
            table = name in TABLES.get(relative(path), ())
            if (count := apart(function) if table else branches(function)) > MOST:
                counts.setdefault(relative(path), {})[name] = count
    return counts


def test_no_function_branches_more_than_a_reader_can_follow(request):
    counts: Counts = found()
    listed: Counts = yaml.safe_load(LISTED.read_text(encoding="utf-8")) or {}
    problems = []
    for module, functions_ in counts.items():
        for name, count in functions_.items():
            allowed = listed.get(module, {}).get(name, MOST)
            if count > allowed:
                problems.append(f"{module}: {name} has {count} branches; {allowed} are the most")
    if problems:
        pytest.fail("\n".join([*problems, "Divide it by its ideas, and name them."]), pytrace=False)
    kept = {
        module: {name: counts[module][name] for name in names if name in counts.get(module, {})}
        for module, names in listed.items()
    }
    kept = {module: names for module, names in kept.items() if names}
    if request.config.getoption("--update"):
        LISTED.write_text(HEAD + yaml.safe_dump(kept, width=120), encoding="utf-8")
        return
    mended = [
        f"{module}: {name}"
        for module, names in listed.items()
        for name in names
        if name not in kept.get(module, {})
    ]
    assert not mended, "these are short now; take them off the list (--update)"


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("return 1", 1),
        ("if a and b:\n  return 1\nelse:\n  return 2", 3),
        ("for a in b:\n  pass", 2),
        ("return [a for a in b if c if d]", 4),
        ("match a:\n  case 1:\n    pass\n  case _:\n    pass", 2),
        ("try:\n  pass\nexcept A:\n  pass\nexcept B:\n  pass", 3),
        ("def inner():\n  if a:\n    pass\nreturn inner", 1),
    ],
)
def test_branches_are_counted_as_radon_does(body, count):
    text = "\n ".join(["def f():", *body.split("\n")])
    [(_, function), *_] = functions(ast.parse(text))
    assert branches(function) == count


def test_every_table_is_there_and_is_long():
    long = {
        relative(path): {
            name
            for name, function in functions(parsed(path))
            if branches(function) > MOST and name in TABLES[relative(path)]
        }
        for path in modules()
        if relative(path) in TABLES
    }
    assert long == TABLES
