"""Which tests one process of `pytest -n` runs: what it loads once, it loads for all of them.

The marks of `--dist loadgroup` would do, but they travel in a node's id, and pytest 9.2 lets nobody change one.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sized
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

ROOT = Path(__file__).resolve().parents[1]
SHARED = {
    "tests/corpus/test_corpus.py": "readings",
    "tests/hygiene/test_branches.py": "modules",
    "tests/hygiene/test_circles.py": "modules",
    "tests/hygiene/test_closures.py": "modules",
    "tests/hygiene/test_determinism.py": "modules",
    "tests/hygiene/test_layers.py": "modules",
    "tests/hygiene/test_modules.py": "modules",
    "tests/hygiene/test_two_users.py": "readings",
    "tests/language/test_roundtrip.py": "readings",
    "tests/mutation/test_fixes.py": "subjects",
    "tests/mutation/test_mutation.py": "subjects",
    "tests/site/test_book.py": "books",
    "tests/site/test_features.py": "books",
    "tests/site/test_maps.py": "books",
    "tests/site/test_search.py": "books",
    "tests/site/test_translations.py": "books",
    "tests/whole/test_robust.py": "subjects",
}
"""Files that ask about the same: the readings of all sentences (`tests/corpus/readings.py`), what each module of the
toolkit says (`tests/hygiene/project.py`), every pack that is to be damaged (`tests/mutation/mutants.py`), the book of a
whole game (`tests/site/conftest.py`).
"""

LARGE = (
    ("tests.corpus.readings", "readings"),
    ("tests.hygiene.project", "parsed"),
    ("tests.judge.bench", "bench"),
    ("tests.judge.bench", "loaded"),
    ("tests.mutation.mutants", "subject"),
    ("tests.site.conftest", "book_of"),
    ("tests.whole.robust.files", "packs"),
    ("tests.whole.robust.sentences", "desk"),
    ("tests.whole.robust.sentences", "desks"),
)
"""What is remembered for the tests of a group and may be forgotten after the last of them."""


LONG = frozenset(
    {
        "tests/compile/test_swallowed.py",
        "tests/designers/test_designers.py",
        "tests/diagnostics/test_first_card.py",
        "tests/diagnostics/test_pages.py",
        "tests/games/test_automata.py",
        "tests/hygiene/test_readme.py",
        "tests/judge/test_frames.py",
        "tests/judge/test_judge.py",
        "tests/judge/test_judge_meaning.py",
        "tests/language/test_properties.py",
        "tests/machine/test_depth.py",
        "tests/machine/test_past.py",
        "tests/reading/test_faithful.py",
        "tests/site/test_guide.py",
        "tests/site/test_versions.py",
        "tests/whole/test_determinism.py",
        "tests/whole/test_kills.py",
        "tests/whole/test_types.py",
    }
)
"""Files whose few tests take as long as hundreds of others: if they began last, one process would wait for them."""

HUNDREDS = 1000


class Together(LoadScopeScheduling):
    """A test file stays together, all examples of a pack, and files that share what they load."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        self.workqueue.move_to_end(next_of(self.workqueue), last=False)
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid.partition("::")[0])


def group(file: str) -> str:
    """Of a file, by its path from the root of the project."""
    if file in SHARED:
        return SHARED[file]
    folders = () if file.endswith(".py") else Path(file).parents
    pack = next((folder for folder in folders if (ROOT / folder / "pack.yaml").is_file()), None)
    return pack.as_posix() if pack else file


def forget() -> None:
    """All that is large: the collector of cycles searches what a process holds again and again, and each process that
    this one begins gets a copy.
    """
    for module, name in LARGE:
        if module in sys.modules:
            getattr(sys.modules[module], name).cache_clear()


def next_of(waiting: Mapping[str, Sized]) -> str:
    """Which group of those that wait begins next: the one that takes longest, by the number of its tests."""
    return max(waiting, key=lambda group: len(waiting[group]) + (HUNDREDS if group in LONG else 0))
