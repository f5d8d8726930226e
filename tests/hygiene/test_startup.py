"""Start-up time is felt: what the command imports before it knows what is asked stays small."""

import pytest

from tests.hygiene.project import need, python

HEAVY = (
    "jsonschema", "jsonschema_rs", "rich", "lark", "yaml", "babel", "hypothesis", "numpy", "pytest", "asyncio",
    "multiprocessing", "joblib",
)  # fmt: skip


def imports_of(statement: str) -> set[str]:
    """The top-level names of the modules that Python imports for a statement."""
    result = python("-X", "importtime", "-c", statement)
    assert result.returncode == 0, result.stderr
    lines = [line for line in result.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


@pytest.mark.parametrize(
    ("module", "path"),
    [
        ("toolkit", "toolkit/__init__.py"),
        ("toolkit.cli.main", "toolkit/cli/main.py"),
        ("toolkit.pytest_plugin", "toolkit/pytest_plugin.py"),  # every pytest run loads it
    ],
)
def test_heavy_modules_are_imported_when_first_used(module, path):
    need(path)
    allowed = {"pytest"} if module == "toolkit.pytest_plugin" else set()
    # What pytest itself needs is no fault of the plugin's.
    before = imports_of("import pytest") if allowed else imports_of("pass")
    heavy = (imports_of(f"import {module}") - before) & set(HEAVY) - allowed
    assert not heavy, f"import {module} also imports {', '.join(sorted(heavy))}"
