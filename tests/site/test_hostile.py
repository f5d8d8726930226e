"""A site of a pack that a stranger has written: what stands in it is text, and no more of it than of the pack."""

import json
from html.parser import HTMLParser

import pytest

pytest.importorskip("mkdocs")

NAMES = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><svg onload=alert(1)>",
    "</script><script>alert(2)</script>",
    "`x` ``` </code></pre><iframe src=//evil.example>",
    "<!-- x",
    "&lt;b&gt;&#60;i&#62;",
    "[x](javascript:alert(1))",
    "![x](http://evil.example/x.png)",
    "http://evil.example/",
    "{{ config }}{% include 'x' %}",
    "# x\n---\n| a | b |",
    "*b* __b__ ~~x~~ [[x]]",
    "\\<b\\> 1. x",
    "${x} $(x) %s {0}",
)

WORDS = """\
type: vocabulary
id: words
kinds:
  card: {documents: true, starts: pile, attributes: {motto: text}, sentences: {text: rules}}
places:
  pile: {ordered: true}
quantities:
  point: {of: player}
"""
GAME = """\
type: procedure
id: game
name: %s
steps:
  play: Each player gains 1 point. The player with the most points wins the game.
"""


def card(number, said):
    more = said if len(said) < 1000 else "Bell"  # a file has its own limit
    return (
        f"type: card\nid: c{number}\nname: {said}\nshort: {more}\nsubtitle: {more}\nmotto: {more}\nnote: {more}\n"
        f"provenance: original\ntext:\n- When a player gains points, they gain {number + 2} points.\n"
    )


def example(said):
    return (
        f"type: example\nid: one\nname: {said}\ngiven: [Each player has 1 point.]\n"
        "then: [Each player has 1 point.]\n"
    )


@pytest.fixture
def built(tmp_path, sayso):
    """`built(names)`: the folder of the site of a pack in which all that has a name has one of these."""

    def build(names):
        said = [json.dumps(name) for name in names]
        manifest = (
            f"type: pack\nformat: 1\nid: hostile\nname: {said[0]}\nlanguages: [en]\nplayers: 2\n"
            f"seats: [{json.dumps('Red ' + names[0])}, {json.dumps('Blue ' + names[-1])}]\n"
            f"options: {{loud: {{name: {said[0]}, default: true}}}}\n"
            f"site: {{about: {said[-1]}, authors: [{said[0]}], licence: {said[-1]}}}\n"
        )
        cards = [card(number, name) for number, name in enumerate(said)]
        pack = tmp_path / "pack"
        pack.mkdir()
        (pack / "pack.yaml").write_text("---\n".join([manifest, WORDS, GAME % said[-1], example(said[0])]))
        for number, text in enumerate(cards):
            (pack / f"card-{number}.yaml").write_text(text)
        run = sayso("site", "build", pack, "--out", tmp_path / "site", "--strict")
        assert run.status == 0, run.out + run.err
        return tmp_path / "site"

    return build


class Page(HTMLParser):
    """`acts`: what could run or load something.  `heading`: the text of the first heading, and what is marked up in
    it."""

    def __init__(self):
        super().__init__()
        self.acts = []
        self.heading, self.inside, self.open = "", [], False

    def handle_starttag(self, tag, attrs):
        self.open = self.open or (tag == "h1" and not self.heading)
        if self.open:
            self.inside.append(tag)
        for name, value in attrs:
            address = (value or "").partition("#")[0].partition("?")[0]
            elsewhere = address.startswith("//") or ":" in address.partition("/")[0]
            loads = name == "style" and "url(" in address
            if name.startswith("on") or loads or (name in ("href", "src", "action", "srcset") and elsewhere):
                self.acts.append((tag, name, value))
        if tag in ("iframe", "object", "embed", "base", "img") or (tag == "svg" and len(attrs) < 2):
            self.acts.append((tag, attrs))
        if tag == "script" and not any(name == "src" for name, _ in attrs):
            self.acts.append((tag, attrs))

    def handle_endtag(self, tag):
        self.open = self.open and tag != "h1"

    def handle_data(self, data):
        if self.open:
            self.heading += data


def test_what_is_written_is_text(built):
    site = built(NAMES)
    for path in site.rglob("*.html"):
        page = Page()
        page.feed(path.read_text())
        assert not page.acts, path
    for number, name in enumerate(NAMES):
        page = Page()
        page.feed((site / "card" / f"c{number}.html").read_text())
        assert page.heading.removesuffix("#") == " ".join(name.split())
        assert page.inside == ["h1", "a"]  # which leads to the heading itself
    for path in site.rglob("*.js"):
        assert "</script" not in path.read_text()


@pytest.mark.parametrize("letters", [50_000, pytest.param(800_000, marks=pytest.mark.long)])
def test_a_long_name_makes_a_site_that_is_not_much_longer(built, letters):
    site = built(["Chime", "n" * letters, "Gong"])
    size = sum(path.stat().st_size for path in site.rglob("*") if path.suffix in (".html", ".js", ".css"))
    assert size < 20 * letters + 200_000
