"""The layers of pyproject.toml hold, and the kernel needs nothing but Python."""

import ast
import sys

import pytest

from tests.hygiene.project import compare_with_exceptions, modules, parsed, python, relative


def imported(tree: ast.AST) -> set[str]:
    """The top-level names of all modules that a module imports, at any depth."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def test_every_package_says_that_it_is_one():
    # The import linter does not see a folder without __init__.py, and would find nothing wrong in it.
    folders = {path.parent for path in modules()}
    assert not sorted(relative(folder) for folder in folders if not (folder / "__init__.py").is_file())


def test_dependencies_point_one_way():
    pytest.importorskip("importlinter")
    # Without the linter's cache, which does not notice that a folder has become a package.
    result = python("-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache")
    assert result.returncode == 0, result.stdout + result.stderr


def test_kernel_program_and_machine_import_only_python_and_the_toolkit():
    # So that another Python (PyPy) runs them too, and a state holds no foreign object.
    allowed = {*sys.stdlib_module_names, "toolkit"}
    offenders = {}
    for path in modules("kernel", "program", "machine"):
        foreign = imported(parsed(path)) - allowed
        if foreign:
            offenders[relative(path)] = f"imports {', '.join(sorted(foreign))}"
    compare_with_exceptions(
        "third-party-in-kernel", offenders, "Hot modules run on the standard library alone."
    )
