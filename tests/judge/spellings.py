"""The same sentences in other orders and other words: what stands before its order behind it, two orders joined, *you*
said, *each of your cats* for *all your cats*.

In: a tree that was made at random.  Out: a tree of what shall be written.  The judge reads that, as it is written; it
need not mean what the first one meant (*If another player is rich, they …*, *They … if another player is rich*).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from toolkit.language import ast

YOU, THEY = ast.Pronoun(word="you"), ast.Pronoun(word="they")

RESPELLED: tuple[tuple[str, str], ...] = (
    (r"\bOtherwise, ", "If not, "),
    (r"\b([Ww])hen (?=\w)", r"\1henever "),
    (r"\bWhen (?=\w)", "Each time "),
    (r"\bAs long as\b", "While"),
    (r"\bas long as\b", "while"),
    (r"\bat least (\d+)\b(?! more| fewer)", r"\1 or more"),
    (r"\bat most (\d+)\b(?! more| fewer)", r"\1 or fewer"),
    (r"\bcannot\b", "can't"),
    (r"\bdoes not\b", "doesn't"),
    (r"\bfor each\b", "for every"),
    (r"\bother than\b", "except"),
)
"""Words for words, of which the sense is the same."""


class Speller:
    """Varies a text; `kinds`: what it has done."""

    def __init__(self, random: Random, words: bool = True) -> None:
        self.random, self.words = random, words
        self.kinds: set[str] = set()

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def paragraph(self, node: ast.Paragraph) -> ast.Paragraph:
        said = self.joined(list(node.sentences))
        said = [self.sentence(each, k) for k, each in enumerate(said)]
        return replace(node, sentences=tuple(said))

    def sentence(self, node: ast.Sentence, number: int = 0) -> ast.Sentence:
        ways: list[Callable[[ast.Sentence], ast.Sentence | None]] = [
            condition_behind, moment_behind, moment_in_front, period_behind, each_behind, you_said, all_of_them,
            that_player,
        ]  # fmt: skip
        if number and not node.openings:
            ways.append(then_in_front)
        self.random.shuffle(ways)
        for way in ways:
            made = way(node) if self.chance(0.6) else None
            if made is not None and made != node:
                node = made
                self.kinds.add(way.__name__)
        return node

    def joined(self, said: list[ast.Sentence]) -> list[ast.Sentence]:
        """*Choose a cat. Put it in the park.* in one sentence."""
        found: list[ast.Sentence] = []
        for each in said:
            both = one_of_two(found[-1], each, self.random) if found and self.chance(0.5) else None
            if both is None:
                found.append(each)
            else:
                found[-1] = both
                self.kinds.add("joined")
        return found

    def text(self, text: str) -> str:
        """In other words."""
        for old, new in RESPELLED if self.words else ():
            if self.chance(0.3) and re.search(old, text):
                text = re.sub(old, new, text)
                self.kinds.add(new.strip().lower())
        return text


def only_order(node: ast.Sentence) -> ast.Clause | None:
    """The one clause of a sentence with nothing behind it."""
    if not isinstance(node.body, ast.Clauses) or len(node.body.clauses) != 1 or node.body.closings:
        return None
    (clause,) = node.body.clauses
    return clause if isinstance(clause, ast.Clause) and not clause.openings else None


def with_clause(node: ast.Sentence, clause: ast.Clause) -> ast.Sentence:
    assert isinstance(node.body, ast.Clauses)
    return replace(node, body=replace(node.body, clauses=(clause,)))


def is_outcome(condition: ast.Clauses) -> bool:
    return any(isinstance(each, ast.ProVerb) for each in condition.walk())


def condition_behind(node: ast.Sentence) -> ast.Sentence | None:
    """*S if C*, *S unless C*; of what changes amounts also *S as long as C*."""
    last = node.openings[-1] if node.openings else None
    clause = only_order(node)
    if not isinstance(last, ast.Given) or clause is None or last.word not in ("if", "unless", "as long as"):
        return None
    asked = last.condition
    would = any(isinstance(each, ast.Verb) and each.modal == "would" for each in asked.walk())
    if would or is_outcome(asked) or any(verb.instead for verb in clause.verbs):
        return None
    assert isinstance(node.body, ast.Clauses)
    closing = ast.Closing(word=last.word, condition=asked)
    return replace(node, openings=node.openings[:-1], body=replace(node.body, closings=(closing,)))


def moment_behind(node: ast.Sentence) -> ast.Sentence | None:
    """*Put it in the park at the end of this turn*, *Players cannot gain coins until the end of this turn*."""
    times = [each for each in node.openings if isinstance(each, ast.When)]
    clause = only_order(node)
    if len(times) != 1 or clause is None or len(clause.verbs) != 1:
        return None
    (verb,) = clause.verbs
    holds = verb.modal == "cannot" or (isinstance(verb, ast.Act) and verb.verb == "have")
    if times[0].word not in ("at the end of", "until the end of", "during"):
        return None
    if (times[0].word != "at the end of") != holds or (holds and len(node.openings) > 1):
        return None
    rest = tuple(each for each in node.openings if each is not times[0])
    later = replace(verb, adverbials=(*verb.adverbials, times[0]))
    return with_clause(replace(node, openings=rest), replace(clause, verbs=(later,)))


def moment_in_front(node: ast.Sentence) -> ast.Sentence | None:
    """*Until the end of this turn, they cannot gain coins*."""
    clause = only_order(node)
    if clause is None or len(clause.verbs) != 1 or node.openings:
        return None
    (verb,) = clause.verbs
    times = [each for each in verb.adverbials if isinstance(each, ast.When)]
    if len(times) != 1 or times[0].word not in ("", "during"):
        return None
    front = replace(times[0], word=times[0].word or "until the end of")
    rest = tuple(each for each in verb.adverbials if each is not times[0])
    return with_clause(
        replace(node, openings=(front,)), replace(clause, verbs=(replace(verb, adverbials=rest),))
    )


def period_behind(node: ast.Sentence) -> ast.Sentence | None:
    """*They cannot gain coins until the end of this turn* for *this turn*."""
    clause = only_order(node)
    if clause is None or len(clause.verbs) != 1:
        return None
    (verb,) = clause.verbs
    times = tuple(
        replace(each, word="until the end of") if isinstance(each, ast.When) and not each.word else each
        for each in verb.adverbials
    )
    return with_clause(node, replace(clause, verbs=(replace(verb, adverbials=times),)))


def you_said(node: ast.Sentence) -> ast.Sentence | None:
    """*You gain 1 coin* for *Gain 1 coin*."""
    clause = only_order(node)
    if clause is None or any(verb.modal for verb in clause.verbs):
        return None
    if clause.subject is None:
        return with_clause(node, replace(clause, subject=YOU))
    return with_clause(node, replace(clause, subject=None)) if clause.subject == YOU else None


def all_of_them(node: ast.Sentence) -> ast.Sentence | None:
    """*each of your cats*, *your cats* for *all your cats*."""
    for noun in node.walk():
        if not isinstance(noun, ast.Noun) or noun.name is not None:
            continue
        d = noun.determiner
        whose = d.possessive is not None or d.owner is not None
        if not whose or d.of or d.number is not None or d.ordinal or d.other or not noun.plural:
            continue
        if d.quantifier not in (None, "all"):
            continue
        other = replace(d, quantifier="each", of=True)
        if noun.head is not None:
            return ast.swapped(node, noun, replace(noun, determiner=other, plural=None))
    return None


def each_behind(node: ast.Sentence) -> ast.Sentence | None:
    """*Gain 1 coin for each cat in the park* for *For each cat in the park, gain 1 coin*."""
    last, clause = (node.openings[-1] if node.openings else None), only_order(node)
    if not isinstance(last, ast.ForEach) or clause is None or len(clause.verbs) != 1:
        return None
    (verb,) = clause.verbs
    what = verb.object if isinstance(verb, ast.Act) and verb.verb in ("gain", "lose") else None
    if not isinstance(verb, ast.Act) or not isinstance(what, ast.Noun) or what.modifiers or what.relative:
        return None
    if what.determiner != ast.Determiner(number=what.determiner.number) or what.determiner.number is None:
        return None
    counted = replace(what, modifiers=(ast.Modifier(word="for each", what=last.each),))
    clause = replace(clause, verbs=(verb.having(counted),))
    return with_clause(replace(node, openings=node.openings[:-1]), clause)


def that_player(node: ast.Sentence) -> ast.Sentence | None:
    """*That player …* for *They …*, and the other way round."""
    clause = only_order(node)
    if clause is None:
        return None
    that = ast.Noun(determiner=ast.Determiner(article="that"), head="player")
    if clause.subject == THEY:
        return with_clause(node, replace(clause, subject=that))
    return with_clause(node, replace(clause, subject=THEY)) if clause.subject == that else None


def then_in_front(node: ast.Sentence) -> ast.Sentence | None:
    return replace(node, openings=(ast.Link(word="then"),))


def one_of_two(first: ast.Sentence, second: ast.Sentence, random: Random) -> ast.Sentence | None:
    """Two orders in one sentence, with *and* or *then*."""
    one, two = only_order(first), only_order(second)
    if one is None or two is None or second.openings or len(one.verbs) > 1 or len(two.verbs) > 1:
        return None
    verbs = (*one.verbs, *two.verbs)
    if any(verb.modal or verb.instead or verb.adverbials for verb in verbs):
        return None
    if any(isinstance(verb, ast.Act) and verb.verb == "have" for verb in verbs):
        return None
    joint = random.choice(("and", "then"))
    assert isinstance(first.body, ast.Clauses)
    same = one.subject == two.subject and one.subject in (None, YOU, THEY)
    named = isinstance(one.subject, ast.Noun) and one.subject.determiner.quantifier is None
    if same or (two.subject == THEY and (named or one.subject == THEY) and random.random() < 0.7):
        clause = replace(one, verbs=verbs, joint=joint)
        return with_clause(first, clause)
    two = two if two.subject is not None or one.subject is None else replace(two, subject=YOU)
    return replace(first, body=replace(first.body, clauses=(one, two), joints=(joint,)))
