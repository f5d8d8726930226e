"""The tables: which conflicts are decided by shifting, how the cache behaves, and what does not change them."""

import hashlib
import logging
import os
import pickle
import re
from collections import defaultdict

import lark
import pytest

from tests.corpus.corpus import GAMES
from tests.corpus.corpus import vocabulary as corpus_words
from toolkit.language.lexer import Lexicon
from toolkit.language.parsing import grammar, tables
from toolkit.language.parsing.builder import Builder
from toolkit.language.parsing.parser import Parser
from toolkit.language.phrase import template
from toolkit.language.vocabulary import NounEntry, Vocabulary
from toolkit.report import Text

SLOTS = "AS BY FOR FROM INTO PLACE THERE TO WITH THAN_FAR THEN_B"
OUTER = "ADV INSTEAD INSTEAD_OF TBOUND TDET TEQUAL TIME TMANY TNUM"
ARITHMETIC = "MINUS PLUS ROUND"

SHIFTED: dict[str, str] = {
    # rule that could end here: the words that go on with it instead
    "action": f"{SLOTS} {ARITHMETIC} ADV",  # a slot belongs to the innermost verb that has it
    "gap": f"{SLOTS} {ARITHMETIC}",
    "passive": f"{SLOTS} {ARITHMETIC}",
    "__action": ARITHMETIC,  # *by A, then by B plus C*
    "predicate": f"{ARITHMETIC} PLACE THERE",  # *is face up in your hand*
    "np": "AND_R OR_R FROM PLACE REL THAN_FAR THERE WITH WHERE WHOSE SPRON",  # a longer noun phrase
    "verb": f"{OUTER} TMANY TEQUAL",  # inside *it is true that …*
    "verbs": "AND_V OR_V",
    "clause": f"{OUTER} TMANY TEQUAL",
    "condition_list": "AND_S OR_S",
    "verb1": "ADV_R TDET_R TIME_R",  # the inner one of two relative clauses
    "gap1": "ADV_R TDET_R TIME_R PLACE_R THERE_R",
}
"""Every shift/reduce decision that the grammar leaves to lark, by rule; anything else fails."""


def corpus_classes() -> set[str]:
    return {grammar.class_of(f) for game in GAMES for f in Lexicon(corpus_words(game)).frames.values()}


@pytest.fixture(scope="module")
def conflicts():
    records: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: records.append(record.getMessage())
    level = lark.logger.level
    old = lark.logger.handlers[:]
    lark.logger.handlers = [handler]
    lark.logger.setLevel(logging.DEBUG)
    try:
        lark.Lark(
            grammar.grammar_text(corpus_classes()),
            parser="lalr",
            lexer=grammar.TokenList,
            start=sorted(set(grammar.STARTS.values())),
            keep_all_tokens=True,
            maybe_placeholders=False,
            debug=True,
        )
    finally:
        lark.logger.handlers = old
        lark.logger.setLevel(level)
    found = defaultdict(set)
    terminal = ""
    for message in records:
        if match := re.search(r"Shift/Reduce conflict for terminal (\w+)", message):
            terminal = match[1]
        elif match := re.match(r" \* <(\w+) :", message):
            found[re.sub(r"_no_\w+|_(?:star|plus)_\d+", "", match[1])].add(terminal)
    return found


def test_every_shift_is_on_the_list(conflicts):
    new = {rule: sorted(words - set(SHIFTED.get(rule, "").split())) for rule, words in conflicts.items()}
    assert {rule: words for rule, words in new.items() if words} == {}


def test_the_list_has_no_rule_too_many(conflicts):
    assert set(SHIFTED) - set(conflicts) == set()


def test_a_new_verb_of_a_known_class_changes_no_table():
    before = {grammar.class_of([("obj",), ("obj", "to")]), grammar.class_of([("obj",)])}
    after = before | {grammar.class_of([("obj", "to"), ("obj",)])}
    assert grammar.grammar_text(before) == grammar.grammar_text(sorted(after, reverse=True))


def test_a_rule_that_nothing_makes_is_named_when_the_parser_is_built(monkeypatch):
    """As when the grammar's file is newer than the code: a bare tree would fail far from here."""
    monkeypatch.delattr(Builder, "statement")
    with pytest.raises(LookupError, match="a rule statement, for which Builder has no method"):
        grammar.build(grammar.USUAL, Builder(Lexicon(Vocabulary())))


def test_the_class_is_the_set_of_frames():
    assert grammar.class_of([("obj", "to"), ("obj",)]) == grammar.class_of(
        [("obj",), ("obj", "to"), ("obj",)]
    )
    assert grammar.class_of([()]) == "V_0"


def few_words() -> Vocabulary:
    """A vocabulary with one class of verbs, so that its tables are built quickly."""
    words = Vocabulary(templates=[template("feed {thing}", "feed")])
    words.nouns["cat"] = NounEntry("cat", "cats", "thing")
    return words


class Evil:
    """Runs something where it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


class TestCache:
    def files(self, folder):
        return sorted(folder.rglob("*.lark"))

    @pytest.fixture(autouse=True)
    def another_process(self, monkeypatch):
        """Tables of other tests are not there."""
        monkeypatch.setattr(grammar, "_SHARED", {})

    def works(self):
        """Read as a process does that begins."""
        grammar._SHARED.clear()
        parser = Parser(few_words())
        return parser.parse(Text.plain("Feed a cat."), "effect").ok

    def test_it_stands_in_the_users_folder(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert self.works() and self.works()
        assert len(self.files(tmp_path)) == 1

    def test_another_grammar_has_another_file(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert self.works()
        grammar.build({"V_O_OT"}, Builder(Lexicon(few_words())))
        assert len(self.files(tmp_path)) == 2

    def test_a_damaged_file_is_built_again(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert self.works()
        (file,) = self.files(tmp_path)
        file.write_bytes(file.read_bytes()[:1000])
        assert self.works()

    def test_what_was_kept_is_used(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert self.works()
        monkeypatch.setattr(lark.Lark, "__init__", None)
        assert self.works()

    @pytest.mark.parametrize("sealed", [False, True])
    def test_a_file_of_another_hand_runs_nothing(self, tmp_path, monkeypatch, sealed):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert self.works()
        (file,) = self.files(tmp_path)
        data = pickle.dumps({"data": Evil(tmp_path / "ran"), "memo": {}})
        file.write_bytes((hashlib.sha256(data).digest() if sealed else file.read_bytes()[:32]) + data)
        assert self.works()
        assert not (tmp_path / "ran").exists()

    def test_one_wrong_bit_is_noticed(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert self.works()
        (file,) = self.files(tmp_path)
        whole = file.read_bytes()
        for at in range(0, len(whole), len(whole) // 20):
            file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            assert tables.load_tables(file) is None

    @pytest.mark.parametrize("mode", [0o777, 0o707])
    def test_a_folder_where_others_may_write_is_not_used(self, tmp_path, monkeypatch, mode):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        folder = grammar.cache_folder()
        assert folder is not None and folder.stat().st_mode & 0o777 == 0o700
        folder.chmod(mode)
        assert grammar.cache_folder() is None
        assert self.works() and not self.files(tmp_path)

    def test_a_folder_of_another_user_is_not_used(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert grammar.cache_folder() is not None
        if os.getuid() == 0:
            os.chown(tmp_path / "sayso", 54321, 54321)  # what root has made is trusted
        monkeypatch.setattr(os, "getuid", lambda: 12345)
        assert grammar.cache_folder() is None

    def test_a_relative_folder_is_ignored(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        monkeypatch.setenv("XDG_CACHE_HOME", "caches")
        assert grammar.cache_folder() == tmp_path / "home" / ".cache" / "sayso" / "grammar"
        assert not (tmp_path / "caches").exists()

    def test_no_folder_can_be_made(self, tmp_path, monkeypatch):
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
        assert grammar.cache_folder() is None
        assert self.works()

    def test_no_home_at_all(self, monkeypatch):
        monkeypatch.setenv("XDG_CACHE_HOME", "")
        monkeypatch.setenv("HOME", "/nonexistent/nobody")
        assert self.works()

    def test_vocabularies_with_other_classes_share_no_row(self):
        more = few_words()
        more.templates.append(template("hand {thing} to {player}", "hand"))
        assert Parser(few_words()).tables is not Parser(more).tables

    def test_vocabularies_with_the_same_classes_share_tables_and_nothing_else(self):
        cats, dogs = few_words(), few_words()
        dogs.nouns["dog"] = NounEntry("dog", "dogs", "thing")
        of_cats, of_dogs = Parser(cats), Parser(dogs)
        assert len(grammar._SHARED) == 1 and of_cats.tables is of_dogs.tables
        assert of_dogs.parse(Text.plain("Feed a dog."), "effect").ok
        assert not of_cats.parse(Text.plain("Feed a dog."), "effect").ok
        (unread,) = of_cats.parse(Text.plain("Feed a cats."), "effect", brief=True).diagnostics
        assert unread.span.source.text == "Feed a cats."
        assert of_cats.builder.diagnostics and not of_dogs.builder.diagnostics

    def test_nothing_is_written_without_cache(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        Parser(few_words(), cache=False)
        assert self.files(tmp_path) == []
