"""What the language holds belongs to no one game: two packs at least use each verb, word and rule of the grammar.

Packs are those of `content/` and `tests/packs/` and the three corpora, by their parsed sentences. What only one
uses, or none yet, stands in `exceptions.yaml` with its reason.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from tests.corpus.corpus import GAMES, vocabulary
from tests.corpus.readings import PLACES, readings
from tests.hygiene.project import compare_with_exceptions
from toolkit.language import ast
from toolkit.language.core import ADJECTIVES, ADVERBS, LANGUAGE_VERBS, NOUNS, RELATIONS
from toolkit.language.parsing.parser import Parser
from toolkit.language.said import Said
from toolkit.pack.common import common_words
from toolkit.verbs.phrases import kernel_templates

Use = tuple[str, str]
"""`("rule", name)`, `("word", word)`, `("common", words)` or `("verb", lemma and roles)`."""

PRINCIPAL = ("definition", "statement", "effect", "condition", "cost", "decision", "choice")
"""Rules that begin a sentence: the builder has no say in them."""


def uses(tree: ast.Paragraph) -> Iterator[Use]:
    for said in Said.of([tree]).words:
        yield "common", " ".join(said)
    for node in tree.walk():
        match node:
            case ast.Act(verb=verb, complements=complements):
                yield "verb", verb
                yield "verb", " ".join([verb, *(each.role for each in complements)])
            case ast.Noun(head=str(head)):
                yield "word", head
        for name in type(node).__dataclass_fields__:
            value = getattr(node, name)
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, str):
                    yield "word", each


@cache
def users() -> dict[Use, set[str]]:
    """Who uses what.  A corpus is the pack of its game."""
    found: dict[Use, set[str]] = {}
    for place in PLACES:
        for reading in readings(place):
            if reading.tree is not None:
                for use in [*uses(reading.tree), *(("rule", rule) for rule in reading.rules)]:
                    found.setdefault(use, set()).add(place.rpartition("/")[2])
    return found


def lonely(kind: str, names: dict[str, str]) -> dict[str, str]:
    """What fewer than two use: `names` by what they are called in `users()`."""
    found = {}
    for name, shown in names.items():
        by = sorted(users().get((kind, name), ()))
        if len(by) < 2:
            found[shown] = f"used by {by[0]} alone" if by else "used by no pack"
    return found


@pytest.mark.long  # compiles every pack
def test_every_kernel_verb_has_two_users():
    alone = {}
    for verb, templates in kernel_templates().items():
        by = {
            user
            for each in templates
            for user in users().get(("verb", " ".join([each.verb, *(slot.role for slot in each.slots)])), ())
        }
        if len(by) < 2:
            alone[verb] = f"used by {sorted(by)}"
    compare_with_exceptions(
        "verbs-of-one-pack", alone, "A verb that one game needs is written in that game's pack."
    )


def test_every_word_of_the_core_has_two_users():
    words = {word: word for word in (*NOUNS, *ADJECTIVES, *RELATIONS, *ADVERBS)}
    alone = lonely("word", words) | lonely("verb", {verb: verb for verb in LANGUAGE_VERBS})
    compare_with_exceptions(
        "words-of-one-pack", alone, "A word that one game needs is declared in that game's pack."
    )


def test_every_word_that_the_language_writes_in_itself_has_two_users():
    words = {}
    for one in common_words():
        for template in one.templates:
            said = " ".join([template.verb, *template.frame])
            words[said] = one.name
        words |= {adjective.id: one.name for adjective in one.adjectives}
    assert words
    compare_with_exceptions(
        "common-of-one-pack", lonely("common", words), "One game's phrase stands in its pack."
    )


def test_every_rule_of_the_grammar_has_two_users():
    parser = Parser(vocabulary(GAMES[0]))
    rules = {str(rule.alias or rule.origin.name) for rule in parser._lark.rules}
    named = {rule for rule in rules if not rule.startswith("_") and hasattr(parser.builder, rule)}
    alone = lonely("rule", {rule: rule for rule in named - set(PRINCIPAL)})
    compare_with_exceptions(
        "grammar-of-one-pack", alone, "A form that one game needs is no form of the language."
    )
