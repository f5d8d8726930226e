"""What every test may use: `--update`, the `golden` fixture and the hypothesis profiles."""

import difflib
import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings, strategies

from toolkit.cli.main import SELDOM

# Derandomized: the same examples on every machine, so that a red build is red for its author too.
# `make long` looks further (HYPOTHESIS_PROFILE=thorough).
_SLOW_MACHINES = [HealthCheck.too_slow]
settings.register_profile(
    "steady", derandomize=True, max_examples=25, deadline=None, suppress_health_check=_SLOW_MACHINES
)
settings.register_profile(
    "thorough", derandomize=True, max_examples=1000, deadline=None, suppress_health_check=_SLOW_MACHINES
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

TURNS = ("saved", "undone", "replayed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite golden files with what the tests found")


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(SELDOM)
    # Since our plugin is one of pytest's, all modules beside it would be rewritten for what their assertions say, each
    # time they are imported; what the tests assert is.
    getattr(config.pluginmanager.rewrite_hook, "_must_rewrite", set()).discard("toolkit")
    # Tests neither read nor fill what the user has: a stale table must not make a test green. The processes of one run
    # share theirs: making the tables of the language takes seconds.
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    folder = tempfile.TemporaryDirectory(prefix="sayso-test-cache-")
    os.environ["XDG_CACHE_HOME"] = os.environ["XDG_STATE_HOME"] = folder.name
    # Where Python is told to write no compiled modules beside the sources, a test that begins a process would compile
    # all of them anew.
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", os.path.join(folder.name, "compiled"))
    config.add_cleanup(folder.cleanup)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """An example is run as it is written and in one of the other modes, which the examples take in turn: each mode
    proves the machine, and an example the pack.  `make long` runs all, and so does whoever runs the tests of a pack.
    """
    for item in items:
        mode, example = getattr(item, "mode", "plain"), getattr(item, "example", "")
        if mode != "plain" and mode != TURNS[crc32(example.encode()) % len(TURNS)]:
            item.add_marker(pytest.mark.long)


def pytest_collection_finish() -> None:
    """The first test with `given` has all objects of its process searched: now there are few."""
    given(strategies.none())(lambda _: None)()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What the tests have left is not searched for cycles once more, several times: that takes seconds."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What a group of files has loaded is of no use to the next one."""
    if not item.config.pluginmanager.hasplugin("xdist"):
        return
    from tests.together import forget, group

    files = [each.nodeid.partition("::")[0] for each in (item, nextitem) if each is not None]
    if files[0] != files[-1] and group(files[0]) != group(files[-1]):
        forget()


@pytest.fixture(scope="module", autouse=True)
def collector() -> Iterator[None]:
    """What a file leaves frozen makes each load of a pack slower in all files after it: it is counted each time."""
    yield
    assert gc.isenabled()
    assert not gc.get_freeze_count()


@pytest.fixture
def interpreted() -> None:
    """For a test that replaces a part of the machine: of compiled modules nothing can be replaced."""
    from toolkit import native

    if native.active():
        pytest.skip(f"replaces what is compiled: {native.VARIABLE}=0")


@pytest.fixture
def broken_at_77(interpreted: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake of ours: the kernel fails when an attribute becomes 77."""
    from toolkit.kernel.primitives import Kernel

    true = Kernel.set_attribute

    def broken(self: Any, state: Any, attribute: int, entity: int, value: int) -> Any:
        if value == 77:
            raise TypeError("no such number")
        return true(self, state, attribute, entity, value)

    monkeypatch.setattr(Kernel, "set_attribute", broken)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from tests.together import Together

    return Together(config, log)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """`golden(path, text)`: the file holds exactly this text. With `--update` it is rewritten instead."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        expected = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text != expected:
            difference = "\n".join(
                difflib.unified_diff(
                    expected.splitlines(), text.splitlines(), f"{path.name} (golden)", "found", lineterm=""
                )
            )
            pytest.fail(
                f"{path} differs from what was found. If the new text is right: pytest --update\n{difference}",
                pytrace=False,
            )

    return compare
