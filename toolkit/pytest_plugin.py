"""Examples of packs as pytest items: `pytest my-pack/` runs each example in each mode.

A YAML file below a folder with a `pack.yaml` is collected when it holds a document of `type: example`; its pack is
loaded once a session, and only when its items are asked for.  Everything is imported late: every run of pytest
loads this module.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.play.example import Example, Failure, Mode
    from toolkit.report.diagnostic import Checked

PACK_FILE = "pack.yaml"
ENDINGS = (".yaml", ".yml")
MARK = b"type: example"

_PACKS = pytest.StashKey["dict[Path, Checked[Pack | None]]"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("sayso", "examples of sayso packs")
    group.addoption(
        "--sayso-modes",
        metavar="MODES",
        default="plain,saved,undone,replayed",
        help="how each example is run: some of plain,saved,undone,replayed (default: all)",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix not in ENDINGS or not _holds_examples(file_path):
        return None
    folder = next((each for each in file_path.parents if (each / PACK_FILE).is_file()), None)
    if folder is None:
        return None
    collected: ExampleFile = ExampleFile.from_parent(parent, path=file_path)
    collected.folder = folder
    return collected


def _holds_examples(path: Path) -> bool:
    try:
        return any(line.startswith(MARK) for line in path.read_bytes().splitlines())
    except OSError:
        return False


class ExampleFile(pytest.File):
    """One file with examples."""

    folder: Path

    def collect(self) -> Iterable[pytest.Item]:
        checked = self.pack()
        if checked.value is None or checked.errors:
            yield BrokenPack.from_parent(self, name="pack", checked=checked)
        if checked.value is None:
            return
        from toolkit.play.example import MODES, examples

        wanted = self.config.getoption("--sayso-modes").split(",")
        modes = [mode for mode in MODES if mode in wanted]
        for example in examples(checked.value):
            if Path(example.file).resolve() == self.path.resolve():
                for mode in modes:
                    yield ExampleItem.from_parent(
                        self, name=f"{example.id}[{mode}]", pack=checked.value, example=example, mode=mode
                    )

    def pack(self) -> Checked[Pack | None]:
        """The pack of this file, loaded once a session; what it extends is found beside it, too."""
        packs = self.config.stash.setdefault(_PACKS, {})
        if self.folder not in packs:
            from toolkit.compile.pack import load_pack
            from toolkit.resources import resource

            search = [self.folder.parent, Path("content"), resource("content")]
            packs[self.folder] = load_pack(_shortest(self.folder), search)
        return packs[self.folder]


def _shortest(path: Path) -> Path:
    """As a reader types it: from the current folder, if it is inside."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path


class ExampleFailed(Exception):
    """Carries the failure to the report."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.diagnostic.message)
        self.failure = failure


class ExampleItem(pytest.Item):
    """One example in one mode."""

    def __init__(self, *, pack: Pack, example: Example, mode: Mode, **rest: Any) -> None:
        super().__init__(**rest)
        self.pack = pack
        self.example = example
        self.mode = mode

    def runtest(self) -> None:
        from toolkit.play.example import run

        failure = run(self.pack, self.example, self.mode)
        if failure is not None:
            raise ExampleFailed(failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, ExampleFailed):
            return super().repr_failure(excinfo, style)
        from toolkit.report.render import full

        failure = excinfo.value.failure
        return "\n".join(
            part for part in (self.example.name, full(failure.diagnostic), failure.details) if part
        )

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.example.line - 1, f"{self.example.id} [{self.mode}]"


class BrokenPack(pytest.Item):
    """Fails with what is wrong in the pack."""

    def __init__(self, *, checked: Checked[Pack | None], **rest: Any) -> None:
        super().__init__(**rest)
        self.checked = checked

    def runtest(self) -> None:
        self.checked.unwrap()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        from toolkit.report.render import full_report

        return full_report(self.checked.errors)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, "the pack is read without errors"
