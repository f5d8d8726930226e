"""Ukrainian, from the same trees: goldens over the constructs of all three corpora, and what is said of gaps.

A golden file holds `START | English` and below it, indented, the Ukrainian; `pytest --update` rewrites the second from
the first. Whoever updates reads what comes out: it must be what a Ukrainian rulebook would say.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.corpus.corpus import GAMES, sentences, vocabulary
from tests.language.ukrainian_locales import CORE, LOCALES, ROOT, lexicon, read
from toolkit.language import ast
from toolkit.language.lexicon import Layer, read_lexicon
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.languages import missing_forms, print_tree
from toolkit.language.vocabulary import NounEntry, Template, Vocabulary
from toolkit.pack.load import load_source
from toolkit.pack.source import PackSource
from toolkit.report import Text

GOLDEN = Path(__file__).parent / "golden" / "ukrainian"


@cache
def parser(game: str) -> Parser:
    return Parser(vocabulary(game))


@cache
def pack(place: str) -> tuple[PackSource, Parser]:
    source = load_source(ROOT / place, (ROOT / "tests/packs", ROOT / "content")).value
    assert source is not None
    return source, Parser(source.vocabulary)


def translate(game: str, start: str, text: str) -> str:
    tree = parser(game).parse(Text.plain(text.replace("\\n", "\n")), start)
    assert tree.value.sentences and not any(d.is_error for d in tree.diagnostics), (text, tree.diagnostics)
    printed = print_tree(tree.value, "uk", vocabulary(game), lexicon(f"corpus/{game}"), start=start)
    assert not printed.diagnostics, [d.message for d in printed.diagnostics]
    return printed.value.replace("\n", "\\n")


@pytest.mark.parametrize("game", GAMES)
def test_sentences_read_like_a_rulebook(game: str, golden: Callable[[Path, str], None]) -> None:
    path = GOLDEN / f"{game}.txt"
    lines = [
        line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith(" ")
    ]
    pairs = []
    for line in lines:
        start, _, english = line.partition(" | ")
        pairs.append(f"{line}\n    {translate(game, start, english)}\n")
    golden(path, "".join(pairs))


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_the_corpora_has_all_its_forms(game: str) -> None:
    missing: dict[str, str] = {}
    for sentence in sentences(game):
        tree = parser(game).parse(Text.plain(sentence.text), sentence.start)
        if any(d.is_error for d in tree.diagnostics) or not tree.value.sentences:
            continue
        printed = print_tree(
            tree.value, "uk", vocabulary(game), lexicon(f"corpus/{game}"), start=sentence.start
        )
        missing |= {d.message: sentence.text for d in printed.diagnostics}
        assert ("⟨" in printed.value) == bool(printed.diagnostics), printed.value
    assert not missing


@pytest.mark.parametrize("place", ["content/cyberpunk-tcg", "content/gangs-of-night-city"])
def test_sentences_of_packs_read_like_a_rulebook(place: str, golden: Callable[[Path, str], None]) -> None:
    source, reader = pack(place)
    path = GOLDEN / f"pack-{source.id}.txt"
    lines = [
        line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith(" ")
    ]
    pairs = []
    for line in lines:
        start, _, english = line.partition(" | ")
        tree = reader.parse(Text.plain(english.replace("\\n", "\n")), start)
        assert tree.value.sentences, (english, tree.diagnostics)
        printed = print_tree(tree.value, "uk", source.vocabulary, lexicon(place), start=start)
        assert not printed.diagnostics, [d.message for d in printed.diagnostics]
        text = printed.value.replace("\n", "\\n")
        pairs.append(f"{line}\n    {text}\n")
    golden(path, "".join(pairs))


def test_the_core_has_all_its_forms() -> None:
    from toolkit.language.core import core_vocabulary

    assert missing_forms(core_vocabulary(), read_lexicon("uk", read(CORE)).value) == ()


@pytest.mark.parametrize("place", [p for p in LOCALES if p.startswith(("content/", "tests/packs/"))])
def test_packs_have_all_their_forms(place: str) -> None:
    source, reader = pack(place)
    words, book = source.vocabulary, lexicon(place)
    found = [d.message for d in missing_forms(words, book)]
    for item in {(item.start, item.text.value): item for item in source.items}.values():
        tree = reader.parse(item.text, item.start)
        if not any(d.is_error for d in tree.diagnostics) and tree.value.sentences:
            found += [
                d.message for d in print_tree(tree.value, "uk", words, book, start=item.start).diagnostics
            ]
    assert not found


# --- Gaps ---------------------------------------------------------------------------------------------------


def small() -> tuple[Vocabulary, ast.Paragraph]:
    words = Vocabulary(
        nouns={"lantern": NounEntry("lantern", "lanterns", "thing", pack="toy")},
        templates=[Template("light", "light", pack="toy")],
    )
    noun = ast.Noun(determiner=ast.Determiner(article="a"), head="lantern")
    act = ast.Act(verb="light", complements=(ast.Complement(role="obj", value=noun),))
    body = ast.Clauses(clauses=(ast.Clause(verbs=(act,)),))
    return words, ast.Paragraph(sentences=(ast.Sentence(body=body),))


def test_what_is_missing_is_shown_and_reported_never_english() -> None:
    words, tree = small()
    printed = print_tree(tree, "uk", words, read_lexicon("uk", read(CORE)).value)
    assert printed.value == "⟨Light⟩ ⟨lantern⟩."
    assert [(d.code, d.message) for d in printed.diagnostics] == [
        ("SAY0390", "`light` has no phrase in Ukrainian"),
        ("SAY0390", "`lantern` has no noun in Ukrainian"),
    ]


def test_a_whole_vocabulary_can_be_checked_without_a_sentence() -> None:
    words, tree = small()
    (core,) = read(CORE)
    assert {d.message for d in missing_forms(words, read_lexicon("uk", [core]).value)} == {
        "`light` has no phrase in Ukrainian",
        "`lantern` has no noun in Ukrainian",
    }
    pack = Layer(
        {
            "words": {"lantern": {"noun": "ліхтар", "soft": "yes"}},
            "phrases": {"light": "засвітити|засвічувати {obj:acc}"},
        }
    )
    book = read_lexicon("uk", [core, pack]).value
    assert missing_forms(words, book) == ()
    assert print_tree(tree, "uk", words, book).value == "Засвітіть ліхтар."


def test_a_verb_may_depend_on_what_it_is_done_to() -> None:
    words, tree = small()
    words.nouns["lantern"] = NounEntry("lantern", "lanterns", "thing", is_a="big lamp", pack="toy")
    words.nouns["big lamp"] = NounEntry("big lamp", "big lamps", "thing", pack="toy")
    phrases = {"light": "засвітити|засвічувати {obj:acc}", "light/big-lamp": "запалити|запалювати {obj:acc}"}
    forms = {
        "lantern": {"noun": "ліхтар", "soft": "yes"},
        "запалити": {"verb": "запалити", "imperative": "запаліть"},
    }
    book = read_lexicon("uk", [*read(CORE), Layer({"words": forms, "phrases": phrases})]).value
    assert print_tree(tree, "uk", words, book).value == "Запаліть ліхтар."


def test_a_word_without_a_base_form_is_reported() -> None:
    checked = read_lexicon("uk", [Layer({"words": {"lantern": {"gender": "m"}}})])
    assert [d.code for d in checked.diagnostics] == ["SAY0392"]


def test_a_language_without_a_printer_is_refused() -> None:
    words, tree = small()
    with pytest.raises(ValueError, match="tlh"):
        print_tree(tree, "tlh", words)
