"""Which tests one process of `pytest -n` runs: what it loads once, it loads for all of them.

The marks of `--dist loadgroup` would do, but they travel in a node's id, and pytest 9.2 lets nobody change one.
"""

from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).resolve().parents[1]
SHARED = {
    "tests/corpus/test_corpus.py": "readings",
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
"""Files that ask about the same: the readings of all sentences (`tests/corpus/readings.py`), every pack that is to be
damaged (`tests/mutation/mutants.py`), the book of a whole game (`tests/site/conftest.py`).
"""


class Together(LoadScopeScheduling):
    """A test file stays together, all examples of a pack, and files that share what they load."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid.partition("::")[0])


def group(file: str) -> str:
    """Of a file, by its path from the root of the project."""
    if file in SHARED:
        return SHARED[file]
    folders = () if file.endswith(".py") else Path(file).parents
    pack = next((folder for folder in folders if (ROOT / folder / "pack.yaml").is_file()), None)
    return pack.as_posix() if pack else file
