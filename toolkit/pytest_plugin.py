"""Examples of packs as pytest items: `pytest my-pack/` runs each example in each mode.

A YAML file below a folder with a `pack.yaml` is collected when it holds a document of `type: example`; its pack is
loaded once for all of its items that follow each other.  Everything is imported late: every run of pytest loads
this module.
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

MODES: tuple[Mode, ...] = ("plain", "saved", "undone", "replayed")

MOST_PACKS = 2
"""So many are kept, those whose items ran last: the games that a pack is compiled to may be many."""

_PACKS = pytest.StashKey["dict[Path, Checked[Pack | None]]"]()
_EXAMPLES = pytest.StashKey["dict[Path, dict[str, Example]]"]()
_ENDS = pytest.StashKey["dict[Path, dict[str, str]]"]()
_TOLD = pytest.StashKey["set[Path]"]()


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
        from toolkit.documents.folder import read_file

        wanted = self.config.getoption("--sayso-modes").split(",")
        read = read_file(self.path)
        documents = [document for document in read.value if document.type == "example"]
        if read.errors or any(document.id is None for document in documents):
            yield ExampleItem.from_parent(self, name="pack", example="", mode="plain")
        for document in documents:
            line = document.head.position[0]
            for mode in MODES:
                if document.id and mode in wanted:
                    name = f"{document.id}[{mode}]"
                    yield ExampleItem.from_parent(self, name=name, example=document.id, mode=mode, line=line)

    def pack(self) -> Checked[Pack | None]:
        """The pack of this file, loaded once for all of its files; what it extends is found beside it, too."""
        packs = self.config.stash.setdefault(_PACKS, {})
        if self.folder not in packs:
            from toolkit.compile.pack import load_pack
            from toolkit.resources import resource

            search = [self.folder.parent, Path("content"), resource("content")]
            packs[self.folder] = load_pack(_shortest(self.folder), search)
            if len(packs) > MOST_PACKS:
                oldest = next(iter(packs))
                del packs[oldest]
                self.config.stash.get(_EXAMPLES, {}).pop(oldest, None)
        return packs[self.folder]

    def example(self, id: str) -> tuple[Pack, Example]:
        """The pack and one of its examples.  Raises `BrokenPack`."""
        checked = self.pack()
        if checked.value is None or checked.errors:
            raise BrokenPack(checked)
        from toolkit.play.example import examples

        known = self.config.stash.setdefault(_EXAMPLES, {})
        if self.folder not in known:  # reading them all is dear, and each is asked for once a mode
            known[self.folder] = {each.id: each for each in examples(checked.value)}
        if id not in known[self.folder]:
            raise BrokenPack(checked)
        return checked.value, known[self.folder][id]


def _shortest(path: Path) -> Path:
    """As a reader types it: from the current folder, if it is inside."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path


class ExampleFailed(Exception):
    """Carries the failure to the report."""

    def __init__(self, example: Example, failure: Failure) -> None:
        super().__init__(failure.diagnostic.message)
        self.example = example
        self.failure = failure


class BrokenPack(Exception):
    """Carries what is wrong in the pack to the report."""

    def __init__(self, checked: Checked[Pack | None]) -> None:
        super().__init__("the pack has errors")
        self.checked = checked


class ExampleItem(pytest.Item):
    """One example in one mode; without an id: a file that cannot be read fails, too."""

    parent: ExampleFile

    def __init__(self, *, example: str, mode: Mode, line: int = 1, **rest: Any) -> None:
        super().__init__(**rest)
        self.example = example
        self.mode = mode
        self.line = line

    def runtest(self) -> None:
        pack, example = self.parent.example(self.example)
        from toolkit.play.example import attempt

        ends = self.config.stash.setdefault(_ENDS, {}).setdefault(self.parent.folder, {})
        failure = attempt(pack, example, self.mode, ends)
        if failure is not None:
            raise ExampleFailed(example, failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        from toolkit.report.render import full, full_report

        match excinfo.value:
            case ExampleFailed(example=example, failure=failure):
                parts = (example.name, full(failure.diagnostic), failure.details)
                return "\n".join(part for part in parts if part)
            case BrokenPack(checked=checked):
                told = self.config.stash.setdefault(_TOLD, set())
                if self.parent.folder in told:
                    return "The errors of the pack are shown at the first of its examples."
                told.add(self.parent.folder)
                return full_report(checked.errors)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, f"{self.example} [{self.mode}]"
