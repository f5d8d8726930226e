"""A pack as it was in a revision of git, laid out in another folder.

Git is asked for the tree and the contents of its files, and nothing else: no work tree is touched, no program, filter
or attribute of the repository takes part, nothing is fetched.  Only regular files are written, below the folder that is
given; links and submodules are left out, as the reader of packs would refuse them anyway.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

MOST_FILES = 20_000
MOST_BYTES = 256 * 1024 * 1024
"""Of all files of a revision that are laid out; larger packs are no packs."""

REGULAR = ("100644", "100755")
PACK_FILE = "pack.yaml"
EXTENDS = re.compile(rb"^extends\s*:", re.MULTILINE)

SETTINGS = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never")
ENVIRONMENT = {"GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}

ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")
"""What git sets for the programs that it runs, and by which it would look at another folder than it is asked about."""


class NoRevision(ValueError):
    """The revision, the folder in it, or git itself is not there; the message says which."""


class Blob(NamedTuple):
    """A file of a tree.  `size`: bytes."""

    name: str
    size: int
    path: PurePosixPath


class Repository:
    """The repository around a folder.  Raises `NoRevision` where there is none."""

    def __init__(self, folder: Path) -> None:
        self.at = folder.resolve()
        while not self.at.is_dir():
            self.at = self.at.parent
        try:
            top = self.git("rev-parse", "--show-toplevel")
        except NoRevision as error:
            raise NoRevision(f"{folder} is in no git repository: {error}") from None
        self.top = Path(os.fsdecode(top.rstrip(b"\n"))).resolve()

    def git(self, *arguments: str, given: bytes = b"") -> bytes:
        """What a command writes.  Raises `NoRevision` with what it says."""
        environment = {name: said for name, said in os.environ.items() if name not in ELSEWHERE} | ENVIRONMENT
        command = ["git", *SETTINGS, "-C", str(self.at), *arguments]
        try:
            run = subprocess.run(command, input=given, capture_output=True, env=environment, check=False)
        except FileNotFoundError:
            raise NoRevision("git is not installed") from None
        except ValueError:
            raise NoRevision("nothing can be named so") from None
        if run.returncode:
            said = run.stderr.decode("utf-8", "replace").strip().splitlines()
            raise NoRevision(said[0].removeprefix("fatal: ") if said else "git says nothing more")
        return run.stdout

    def commit(self, revision: str) -> str:
        """The full name of a revision's commit."""
        try:
            found = self.git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        except NoRevision:
            raise NoRevision(f"there is no revision {revision} in {self.top}") from None
        return found.decode("ascii").strip()

    def inside(self, folder: Path) -> PurePosixPath | None:
        """A folder's path in the repository; None: it lies outside."""
        resolved = folder.resolve()
        return (
            PurePosixPath(resolved.relative_to(self.top).as_posix())
            if resolved.is_relative_to(self.top)
            else None
        )

    def files(self, commit: str, folder: PurePosixPath) -> list[Blob]:
        """The regular files in and below a folder of a commit."""
        below = (str(folder),) if folder.parts else ()  # the top has no name
        listed = self.git("ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", *below)
        found = []
        for line in listed.split(b"\0"):
            head, _, path = line.partition(b"\t")
            if not path:
                continue
            mode, _, name, size = head.decode("ascii").split()
            place = PurePosixPath(os.fsdecode(path))
            if mode in REGULAR and not place.is_absolute() and not {"..", ".git"} & set(place.parts):
                found.append(Blob(name, int(size), place))
        return found

    def write(self, blobs: Iterable[Blob], into: Path) -> None:
        """Lay out files below a folder.  Raises `NoRevision` if they are too many or too large."""
        wanted = list(dict.fromkeys(blobs))
        if len(wanted) > MOST_FILES or sum(blob.size for blob in wanted) > MOST_BYTES:
            raise NoRevision(
                f"the pack has more than {MOST_FILES:,} files or {MOST_BYTES // 2**20} MB in that revision"
            )
        asked = "".join(f"{blob.name}\n" for blob in wanted).encode("ascii")
        for blob, content in zip(
            wanted, _contents(self.git("cat-file", "--batch", given=asked)), strict=True
        ):
            path = into / blob.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def _contents(answer: bytes) -> Iterator[bytes]:
    """The contents in what `cat-file --batch` writes: for each a line with its size, then itself."""
    at = 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        head = answer[at:end].split()
        if len(head) != 3:
            raise NoRevision("the repository holds only a part of that revision; fetch it whole")
        size = int(head[2])
        yield answer[end + 1 : end + 1 + size]
        at = end + 1 + size + 1


def lay_out(folder: Path, revision: str, search: Iterable[Path], into: Path) -> tuple[Path, tuple[Path, ...]]:
    """The folder of a pack as it was, and where the packs that it extends are looked up: folders of the same repository
    as they were, too, others as they are.

    Raises `NoRevision`.
    """
    repository = Repository(folder)
    commit = repository.commit(revision)
    place = repository.inside(folder)
    files = repository.files(commit, place) if place is not None else []
    manifest = next((blob for blob in files if place is not None and blob.path == place / PACK_FILE), None)
    if place is None or manifest is None:
        raise NoRevision(f"in {revision} there is no pack {folder}: it has no {PACK_FILE} there")
    repository.write(files, into)
    looked = list(search)
    found = []
    extends = EXTENDS.search((into / manifest.path).read_bytes())
    for each in looked:
        inner = repository.inside(each)
        if inner is None:
            found.append(each)
        elif extends:
            _lay_out_packs(repository, commit, inner, into)
            found.append(into / inner)
    if extends:
        _lay_out_packs(repository, commit, place.parent, into)
    return into / place, tuple(found)


def _lay_out_packs(repository: Repository, commit: str, folder: PurePosixPath, into: Path) -> None:
    """The packs that lie side by side in a folder."""
    files = repository.files(commit, folder)
    depth = len(folder.parts)
    packs = {
        blob.path.parent
        for blob in files
        if blob.path.name == PACK_FILE and len(blob.path.parts) == depth + 2
    }
    repository.write((blob for blob in files if packs & {*blob.path.parents}), into)
