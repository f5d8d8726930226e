"""What the hygiene tests share: where the project's files are, and exceptions that heal.

An exception is an entry of `exceptions.yaml` (what, and why). One that is no longer needed is a failure too, so
that the lists can only shrink.
"""

import ast
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
TOOLKIT = ROOT / "toolkit"
HERE = Path(__file__).resolve().parent


def modules(*packages: str) -> list[Path]:
    """The Python files of the named packages of the toolkit (of all, without a name), sorted."""
    folders = [TOOLKIT / package for package in packages] or [TOOLKIT]
    return sorted(path for folder in folders for path in folder.rglob("*.py") if "_bundled" not in path.parts)


@cache
def parsed(path: Path) -> ast.Module:
    """What a Python file says; several tests look at all of them."""
    return ast.parse(path.read_text(encoding="utf-8"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def exceptions(section: str) -> dict[str, str]:
    """What may break a promise, and why."""
    return yaml.safe_load((HERE / "exceptions.yaml").read_text(encoding="utf-8")).get(section) or {}


def compare_with_exceptions(section: str, offenders: dict[str, str], advice: str) -> None:
    """Fails for offenders that are not excepted, and for exceptions that offend no longer."""
    allowed = exceptions(section)
    problems = [f"{what}: {how}" for what, how in sorted(offenders.items()) if what not in allowed]
    if problems:
        pytest.fail("\n".join([*problems, advice]), pytrace=False)
    healed = sorted(set(allowed) - set(offenders))
    if healed:
        lines = [
            f"{what}: no exception is needed any more; delete it from exceptions.yaml" for what in healed
        ]
        pytest.fail("\n".join(lines), pytrace=False)


def run(command: Iterable[str], **options) -> subprocess.CompletedProcess[str]:
    """Runs a command from the project's root (`cwd=` for elsewhere) and captures its text."""
    environment = {**os.environ, "NO_COLOR": "1", **options.pop("env", {})}
    return subprocess.run(
        list(command),
        **{"cwd": ROOT, "text": True, "capture_output": True, "timeout": 600, **options},
        env=environment,
    )


def python(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, *arguments], **options)


def need(*paths: str) -> None:
    """Skips a test about a part of the project that does not exist yet."""
    for path in paths:
        if not (ROOT / path).exists():
            pytest.skip(f"{path} does not exist yet")
