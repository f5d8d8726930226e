"""Every page of the catalogue is well formed, and `diagnose` holds to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.report.catalogue import (
    AREAS,
    CatalogueError,
    codes,
    diagnose,
    entries,
    entry,
    read_entry,
)
from toolkit.report.diagnostic import Severity
from toolkit.report.source import Source

PLACE = Source("a.yaml", "x").span(0, 1)
PAGE = """---
code: SAY0999
name: some-name
severity: warning
confidence: likely
message: "`{word}` is: wrong"
---
Why.

## Bad

```yaml a.yaml
a: 1
```

## Good

```yaml a.yaml crlf
b: 1
```
"""


@pytest.mark.parametrize("code", codes())
def test_each_page_is_well_formed(code: str) -> None:
    page = entry(code)
    assert page.code == code and page.area in AREAS.values()
    assert page.message.split()[0] in ("YAML",) or not page.message[0].isupper()


def test_names_are_unique() -> None:
    names = [page.name for page in entries()]
    assert sorted(names) == sorted(set(names))


def test_a_diagnostic_takes_its_words_from_the_page() -> None:
    said = diagnose("SAY0203", PLACE, label="here", hint="Try.", key="cots", owner="`a`")
    assert said.message == "`cots` is not a key of `a`"
    assert (said.name, said.severity, said.label, said.hint) == (
        "unknown-key",
        Severity.ERROR,
        "here",
        "Try.",
    )


def test_words_of_an_author_are_not_read_as_fields() -> None:
    assert diagnose("SAY0203", PLACE, key="{0.x} {key}", owner="`a`").message.startswith("`{0.x} {key}`")


@pytest.mark.parametrize("code", ["SAY9999", "SAY999", "../README", ""])
def test_a_code_without_a_page_is_a_mistake_of_ours(code: str) -> None:
    with pytest.raises(CatalogueError):
        diagnose(code, PLACE)


def test_a_missing_field_is_a_mistake_of_ours() -> None:
    with pytest.raises(CatalogueError, match="owner"):
        diagnose("SAY0203", PLACE, key="x")
    assert issubclass(CatalogueError, AssertionError)


def test_a_page() -> None:
    page = read_entry("SAY0999", PAGE)
    assert (page.message, page.fields) == ("`{word}` is: wrong", {"word"})
    assert (page.why, page.confidence) == ("Why.", "likely")
    assert page.bad[0].text == "a: 1\n" and page.good[0].content == b"b: 1\r\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("code: SAY0999", "code: SAY0998"),
        ("severity: warning", "severity: bad"),
        ("confidence: likely", "confidence: sure"),
        ("name: some-name", "name: Some Name"),
        ("name: some-name\n", ""),
        ("is: wrong", "is: wrong."),
        ("{word}", "{word.upper}"),
        ("{word}", "{word!r}"),
        ("Why.", ""),
        ("## Bad", "## Wrong"),
        ("```yaml a.yaml\na: 1\n```", "none"),
        ("```yaml a.yaml\n", "```python a.yaml\n"),
        ("a.yaml crlf", "a.yaml shiny"),
        ("```yaml a.yaml\n", "```yaml ../a.yaml\n"),
        ("```yaml a.yaml\n", "```yaml /a.yaml\n"),
    ],
)
def test_a_page_that_is_not_well_formed(old: str, new: str) -> None:
    assert old in PAGE
    with pytest.raises(CatalogueError, match="SAY0999"):
        read_entry("SAY0999", PAGE.replace(old, new))


def test_files_of_an_example(tmp_path: Path) -> None:
    blocks = """```yaml a.yaml escapes
a\\x00b
```

```yaml b-{n}.yaml copies=2
n: {n}
```

```yaml c/d.yaml repeat=3
- {n}
```

```yaml e.yaml encoding=latin-1
é
```

```link f.yaml
a.yaml
```

```drop pack.yaml
```
"""
    (tmp_path / "pack.yaml").write_text("x")
    page = read_entry("SAY0999", PAGE.replace("```yaml a.yaml\na: 1\n```\n", blocks))
    for file in page.bad:
        file.write(tmp_path)
    assert (tmp_path / "a.yaml").read_bytes() == b"a\0b\n"
    assert [(tmp_path / f"b-{n}.yaml").read_text() for n in (0, 1)] == ["n: 0\n", "n: 1\n"]
    assert (tmp_path / "c/d.yaml").read_text() == "- 0\n- 1\n- 2\n"
    assert (tmp_path / "e.yaml").read_bytes() == b"\xe9\n"
    assert (tmp_path / "f.yaml").readlink() == Path("a.yaml")
    assert not (tmp_path / "pack.yaml").exists()
