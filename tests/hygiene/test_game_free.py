"""Games are content: no word of any one game stands in `toolkit/` or `grammar/`.

Every pack's own words are gathered from its files: what its vocabulary declares, the ids of its verbs and
keywords, its name and the names of its cards. Then every file of the toolkit and of the grammar is cut into words
(`street_cred`, `StreetCred` and `street-cred` are the same two) and searched for them. Words that a pack shares with
everybody stand in `neutral_words.yaml`, with a reason each.

Packs are read as plain YAML here, on purpose: this test must not depend on what it watches.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests import fast_yaml
from tests.hygiene.project import HERE, ROOT, relative

PACK_ROOTS = ("content", "tests/packs")
SEARCHED = ("toolkit", "grammar")
SUFFIXES = {".py", ".md", ".json", ".lark", ".yaml", ".yml", ".toml", ".txt", ".j2", ".html", ".css", ".js"}
MAXIMUM_WORDS = 6

STRUCTURE = {
    "type", "id", "format", "extends", "cites", "description", "languages", "prose", "options", "chapters",
    "provenance",
}  # fmt: skip
"""Keys of a vocabulary document that declare no words."""

HEADED = {
    "vocabulary", "definitions", "rules", "procedure", "verb", "example", "invariants", "evaluation",
    "survivors", "scenario", "locale", "sources",
}  # fmt: skip
"""Types of document whose `name:` is a heading for readers, not the name of something in the game."""

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+(?:'[a-z]+)?")


class AnyTag(fast_yaml.LOADER):
    """Reads any tag as nothing: shapes are not this test's business."""


AnyTag.add_multi_constructor("", lambda loader, suffix, node: None)


def words_of(text: str) -> list[str]:
    """`street_cred`, `Street Cred`, `streetCred` → ["street", "cred"]."""
    return [word.lower() for word in WORD.findall(text)]


def plurals(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    *rest, last = words
    yield words
    yield (*rest, last + "s")
    if last.endswith(("s", "x", "ch", "sh")):
        yield (*rest, last + "es")
    if last.endswith("y"):
        yield (*rest, last[:-1] + "ies")


def documents(path: Path) -> list[dict]:
    """The mappings of a file. Files broken on purpose (fixtures) declare nothing."""
    try:
        loaded = list(yaml.load_all(path.read_text(encoding="utf-8"), AnyTag))
    except (yaml.YAMLError, UnicodeDecodeError, ValueError):
        return []
    return [document for document in loaded if isinstance(document, dict)]


def texts(value: object) -> list[str]:
    """The strings of a value that is a string or a list (*robot*, or *[robot, robots]*)."""
    return [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]


def declared_in_section(section: object) -> Iterator[str]:
    """The words that one section of a vocabulary declares: the keys of a mapping, the items of a list."""
    entries: Iterable[tuple[object, object]]
    if isinstance(section, dict):
        entries = section.items()
    elif isinstance(section, list):
        entries = [(item, None) if isinstance(item, str) else (None, item) for item in section]
    else:
        return
    for key, value in entries:
        if isinstance(key, str):
            yield key
        if isinstance(value, dict):
            for field in ("id", "name", "noun"):
                yield from texts(value.get(field))
            for inner in ("attributes", "sentences"):
                yield from declared_in_section(value.get(inner))
        elif isinstance(value, list):
            yield from texts(value)


def declared(document: dict, path: Path) -> Iterator[str]:
    kind = document.get("type")
    if kind == "vocabulary" or (kind is None and path.parent.name == "vocabulary"):
        for key, section in document.items():
            if key not in STRUCTURE:
                yield from declared_in_section(section)
    if kind in {"verb", "keyword", "pack", "adjective", "relation"} and isinstance(document.get("id"), str):
        yield document["id"]
    if kind not in HEADED:
        for field in ("name", "short"):
            if isinstance(document.get(field), str):
                yield document[field]


@cache
def pack_words() -> dict[tuple[str, ...], str]:
    """Each word or phrase that a pack declares, and the first file that declares it."""
    found: dict[tuple[str, ...], str] = {}
    for root in PACK_ROOTS:
        for path in sorted((ROOT / root).rglob("*.yaml")):
            for document in documents(path):
                for text in declared(document, path):
                    words = tuple(words_of(re.sub(r"\{[^}]*\}", " ", text)))
                    # Letters (X, O) and numbers are nobody's words.
                    if len(words) <= MAXIMUM_WORDS and sum(map(len, words)) > 2:
                        found.setdefault(words, relative(path))
    return found


@cache
def occurrences() -> dict[tuple[str, ...], list[str]]:
    """Where the toolkit or the grammar uses a pack's word: `file:line`."""
    forms = {form: words for words in pack_words() for form in plurals(words)}
    longest = max(map(len, forms), default=0)
    found: dict[tuple[str, ...], list[str]] = {}
    for path in searched_files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            words = words_of(line)
            for start in range(len(words)):
                for length in range(1, longest + 1):
                    if original := forms.get(tuple(words[start : start + length])):
                        found.setdefault(original, []).append(f"{relative(path)}:{number}")
    return {words: sorted(set(places)) for words, places in found.items()}


def searched_files() -> list[Path]:
    paths = [path for root in SEARCHED for path in (ROOT / root).rglob("*") if path.suffix in SUFFIXES]
    return sorted(path for path in paths if not {"_bundled", "__pycache__"} & set(path.parts))


@cache
def neutral() -> dict[tuple[str, ...], str]:
    listed = yaml.safe_load((HERE / "neutral_words.yaml").read_text(encoding="utf-8")) or {}
    return {tuple(words_of(word)): reason for word, reason in listed.items()}


def test_no_word_of_a_game_stands_in_the_toolkit_or_the_grammar():
    games = {words: places for words, places in occurrences().items() if words not in neutral()}
    if games:
        lines = [
            f"{' '.join(words)}  ({pack_words()[words]})  at {', '.join(places[:4])}"
            + (f" and {len(places) - 4} more" if len(places) > 4 else "")
            for words, places in sorted(games.items())
        ]
        advice = "Reword them; or, if a word belongs to no one game, list it in neutral_words.yaml with its reason."
        pytest.fail("\n".join([f"{len(lines)} words of games:", *lines, advice]), pytrace=False)


def test_every_neutral_word_is_still_needed():
    healed = [" ".join(words) for words in neutral() if words not in occurrences()]
    assert not healed, (
        f"delete from neutral_words.yaml, no pack or no code uses them: {', '.join(sorted(healed))}"
    )


def test_every_neutral_word_has_a_reason():
    assert not [" ".join(words) for words, reason in neutral().items() if len(str(reason or "").split()) < 3]


@pytest.mark.parametrize("spelling", ["street_cred", "StreetCred", "street-cred", "Street Cred"])
def test_spellings_of_one_word_are_the_same(spelling):
    assert words_of(spelling) == ["street", "cred"]
