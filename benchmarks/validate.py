"""Validating a pack of 2,000 cards: all about 4,000 sentences, against check-jsonschema, which knows shapes only.

Both read the same files with the same schemas, those that `sayso schema` writes.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import yaml

from benchmarks.harness import Contestants, Unavailable, benchmark
from benchmarks.writer import write
from toolkit.compile.pack import load_pack
from toolkit.documents.export import export
from toolkit.pack.load import load_source, schemas_of

CARDS = 2000


@cache
def large_pack() -> tuple[Path, Path, list[Path]]:
    """The pack, its schema for all types and the files of its cards; removed when the process ends."""
    made = tempfile.TemporaryDirectory(prefix="sayso-benchmark-")
    folder = Path(made.name) / "many-cards"
    files = write(folder, CARDS)
    _kept.append(made)
    source = load_source(folder, ()).unwrap()
    assert source is not None
    schemas = Path(made.name) / "schemas"
    export(schemas_of(source), schemas)
    found = load_pack(folder, ()).diagnostics
    assert not found, found[0]
    return folder, schemas / "all.schema.json", files


_kept: list[object] = []


def runs(*arguments: str) -> Callable[[], object]:
    def call() -> object:
        return subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    return call


@benchmark("validate", f"The command, on a pack of {CARDS} cards", unit="process", rounds=3)
def validate() -> Contestants:
    if find_spec("check_jsonschema") is None:
        raise Unavailable("check-jsonschema is not installed")
    folder, schema, files = large_pack()
    return {
        "check-jsonschema (shapes)": runs(
            "-m", "check_jsonschema", "--schemafile", str(schema), *map(str, single_documents(files))
        ),
        "sayso validate (shapes, words, sentences, program)": runs("-m", "toolkit", "validate", str(folder)),
    }


def single_documents(files: list[Path]) -> list[Path]:
    """The same cards as check-jsonschema can read them: it wants one document a file, so a list of them is checked."""
    made = []
    for path in files:
        target = path.parent.parent.parent / f"{path.stem}-single"
        target.mkdir(exist_ok=True)
        for number, text in enumerate(path.read_text(encoding="utf-8").split("---\n")):
            file = target / f"{number}.yaml"
            file.write_text(text, encoding="utf-8")
            made.append(file)
    return made


@benchmark("validate-in-process", f"Checking a pack of {CARDS} cards", unit="pack", rounds=3)
def in_process() -> Contestants:
    import jsonschema

    folder, _, files = large_pack()
    source = load_source(folder, ()).unwrap()
    assert source is not None
    validator = jsonschema.Draft202012Validator(schemas_of(source)["card"])
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    def shapes() -> None:
        for path in files:
            for document in yaml.load_all(path.read_text(encoding="utf-8"), loader):
                validator.validate(document)

    return {
        "PyYAML + jsonschema (shapes)": shapes,
        "load_source (shapes, words, places)": lambda: load_source(folder, ()),
        "load_pack (… sentences, program)": lambda: load_pack(folder, ()),
    }
