"""Words of a sentence that say nothing where they stand: *Red less*, *bottom 1 coin*, *exactly coins*.

The grammar takes them, because before another noun they are meant, and whoever compiles a phrase asks it for what it
needs: such a word would be left out without a sign.  `ROWS` is the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from toolkit.language.ast import Link, Noun, Sentence
from toolkit.language.lexer import Token, names
from toolkit.language.vocabulary import Vocabulary
from toolkit.report import Diagnostic, Span, diagnose

COUNTED = ("quantity", "attribute", "amount")
"""Categories of nouns that are no things: they have no first one."""
SEVERAL = ("most", "fewest")
SUSPECT = names("MORE LESS MOST ORD BOUND SIGNED OTHERWISE THEN")
"""Classes of the words in question; most sentences have none of them."""


def misfits(sentence: Sentence, tagged: Sequence[Token], vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """SAY0517 for each word that fits nothing, and SAY0508 for a word that joins twice."""
    if SUSPECT.isdisjoint([token.type for token in tagged]):
        return
    for node in sentence.walk():
        if isinstance(node, Noun):
            for misfit, words, hint in ROWS:
                if (word := misfit(node, vocabulary)) and (span := node.determiner.span or node.span):
                    at = _where(span, words.get(word, word))
                    yield diagnose("SAY0517", at, word=at.text, hint=hint)
                    break
        if isinstance(node, Sentence):
            for one, two in pairwise(node.openings):
                if isinstance(one, Link) and isinstance(two, Link) and one.word == two.word and two.span:
                    yield diagnose("SAY0508", two.span, word=two.span.text)


def _where(phrase: Span, words: str) -> Span:
    """The place of a word in a phrase, in one of its spellings; the phrase, if it is not found."""
    found = re.search(rf"(?i)(?<!\w)({words})(?!\w)", phrase.text)
    return Span(phrase.source, phrase.start + found.start(), phrase.start + found.end()) if found else phrase


def _compared_name(node: Noun, vocabulary: Vocabulary) -> str | None:
    """*Red less*, *the most Red*, *at least Red*."""
    det = node.determiner
    most = det.quantifier if det.quantifier in SEVERAL else None
    bound = det.bound if det.number is None and det.quantifier is None else None  # *at least 2 Plums*
    return (det.more or bound or most) if node.name else None


def _placed_name(node: Noun, vocabulary: Vocabulary) -> str | None:
    """*previous Blue*; *the first Lark* is one of several."""
    det = node.determiner
    owned = det.article or det.possessive or det.owner or det.quantifier
    return det.ordinal if node.name and not owned else None


def _placed_number(node: Noun, vocabulary: Vocabulary) -> str | None:
    """*tenth 4*, *bottom 1 coin*."""
    det, entry = node.determiner, vocabulary.noun(node.head)
    no_thing = node.head is None if entry is None else entry.category in COUNTED
    return det.ordinal if det.number is not None and no_thing and not node.name else None


def _most_of_one(node: Noun, vocabulary: Vocabulary) -> str | None:
    """*fewest mark*, *a most guard*, *Red's fewest guard*; *with most points* is said by many."""
    det, entry = node.determiner, vocabulary.noun(node.head)
    if det.quantifier not in SEVERAL or entry is None or node.name:
        return None
    alone = det.article is None and not node.plural and entry.category not in COUNTED
    return (
        det.quantifier if alone or det.owner or det.possessive or det.article not in (None, "the") else None
    )


def _bound_of_nothing(node: Noun, vocabulary: Vocabulary) -> str | None:
    """*exactly coins*, *at least coin*; *at most the number of cards* and *at least half* are bounds."""
    det = node.determiner
    said = det.number is not None or det.article or det.possessive or det.owner or det.quantifier or det.more
    return det.bound if det.bound and not said and node.head in vocabulary.nouns else None


def _owned_comparison(node: Noun, vocabulary: Vocabulary) -> str | None:
    """*your more coins*: who has more, the sentence says."""
    det = node.determiner
    return det.more if det.owner or det.possessive or det.article == "a" else None


def _owned_change(node: Noun, vocabulary: Vocabulary) -> str | None:
    """*your +3 power*: a change is nobody's."""
    det = node.determiner
    return det.possessive if det.signed and det.number is not None else None


RANKED = (
    "a number has no first or last: *1 coin*, *the top 2 cards*; in a ranking each has its verb: *…, and the player "
    "with the second most … gains 2 …*"
)
Row = tuple[Callable[[Noun, Vocabulary], str | None], dict[str, str], str]
FEWEST = {"fewest": "fewest|least"}
ROWS: tuple[Row, ...] = (
    (
        _compared_name,
        FEWEST,
        "what has a name is one: compare what it has, as in *Red has fewer coins than Blue*",
    ),
    (_placed_name, {}, "there is one of that name; *the next player*, *the first card* are of several"),
    (_placed_number, {}, RANKED),
    (_most_of_one, FEWEST, "say what is compared: *the player with the fewest marks*"),
    (_bound_of_nothing, {}, "say how many: *exactly 3 …*, *at most the number of …*"),
    (_owned_comparison, {}, "say who has so many: *Red has more coins than Blue*"),
    (_owned_change, {}, "say whose in front of it: *your guards have +3 …*"),
)
"""What does not fit, the spellings of its word, and what to write instead."""
