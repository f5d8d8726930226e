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

from tests.judge.behind import THAT_PLAYER
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
    (r"\bwith at most (\d+) cost\b", r"costing \1 or less"),
    (r"\bwith at least (\d+) cost\b", r"costing \1 or more"),
    (r"\bwith exactly (\d+) cost\b", r"costing \1"),
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


def only_verb(node: ast.Sentence) -> ast.Verb | None:
    """The one verb of such a clause."""
    clause = only_order(node)
    return clause.verbs[0] if clause is not None and len(clause.verbs) == 1 else None


def with_clause(node: ast.Sentence, clause: ast.Clause) -> ast.Sentence:
    assert isinstance(node.body, ast.Clauses)
    return replace(node, body=replace(node.body, clauses=(clause,)))


def with_verb(node: ast.Sentence, verb: ast.Verb) -> ast.Sentence:
    clause = only_order(node)
    assert clause is not None
    return with_clause(node, replace(clause, verbs=(verb,)))


def condition_behind(node: ast.Sentence) -> ast.Sentence | None:
    """*S if C*, *S unless C*; of what changes amounts also *S as long as C*."""
    last, clause = (node.openings[-1] if node.openings else None), only_order(node)
    if not isinstance(last, ast.Given) or clause is None or last.word not in ("if", "unless", "as long as"):
        return None
    asked = list(last.condition.walk())
    would = any(isinstance(each, ast.Verb) and each.modal == "would" for each in asked)
    outcome = any(isinstance(each, ast.ProVerb) for each in asked)
    if would or outcome or any(verb.instead for verb in clause.verbs):
        return None
    assert isinstance(node.body, ast.Clauses)
    closing = ast.Closing(word=last.word, condition=last.condition)
    return replace(node, openings=node.openings[:-1], body=replace(node.body, closings=(closing,)))


def moment_behind(node: ast.Sentence) -> ast.Sentence | None:
    """*Put it in the park at the end of this turn*, *Players cannot gain coins until the end of this turn*."""
    times, verb = [each for each in node.openings if isinstance(each, ast.When)], only_verb(node)
    if len(times) != 1 or verb is None:
        return None
    (time,) = times
    holds = verb.modal == "cannot" or (isinstance(verb, ast.Act) and verb.verb == "have")
    fits = ("until the end of", "during") if holds else ("at the end of",)
    if time.word not in fits or (holds and len(node.openings) > 1):
        return None
    rest = tuple(each for each in node.openings if each is not time)
    return with_verb(replace(node, openings=rest), replace(verb, adverbials=(*verb.adverbials, time)))


def moment_in_front(node: ast.Sentence) -> ast.Sentence | None:
    """*Until the end of this turn, they cannot gain coins*."""
    verb = only_verb(node)
    times = [each for each in verb.adverbials if isinstance(each, ast.When)] if verb is not None else []
    if verb is None or node.openings or len(times) != 1 or times[0].word not in ("", "during"):
        return None
    front = replace(times[0], word=times[0].word or "until the end of")
    rest = tuple(each for each in verb.adverbials if each is not times[0])
    return with_verb(replace(node, openings=(front,)), replace(verb, adverbials=rest))


def period_behind(node: ast.Sentence) -> ast.Sentence | None:
    """*They cannot gain coins until the end of this turn* for *this turn*."""
    verb = only_verb(node)
    if verb is None:
        return None
    times = tuple(
        replace(each, word="until the end of") if isinstance(each, ast.When) and not each.word else each
        for each in verb.adverbials
    )
    return with_verb(node, replace(verb, adverbials=times))


def you_said(node: ast.Sentence) -> ast.Sentence | None:
    """*You gain 1 coin* for *Gain 1 coin*, and the other way round."""
    return with_subject(node, {None: YOU, YOU: None}, modal=False)


def that_player(node: ast.Sentence) -> ast.Sentence | None:
    """*That player …* for *They …*, and the other way round."""
    return with_subject(node, {THEY: THAT_PLAYER, THAT_PLAYER: THEY}, modal=True)


def with_subject(
    node: ast.Sentence, other: dict[ast.Nominal | None, ast.Nominal | None], modal: bool
) -> ast.Sentence | None:
    clause = only_order(node)
    if clause is None or clause.subject not in other or (not modal and any(v.modal for v in clause.verbs)):
        return None
    return with_clause(node, replace(clause, subject=other[clause.subject]))


def all_of_them(node: ast.Sentence) -> ast.Sentence | None:
    """*each of your cats* for *all your cats*, *your cats*."""
    for noun in node.walk():
        if not isinstance(noun, ast.Noun) or noun.head is None or not noun.plural:
            continue
        d = noun.determiner
        whose = d.possessive is not None or d.owner is not None
        if (
            replace(d, possessive=None, owner=None) in (ast.Determiner(), ast.Determiner(quantifier="all"))
            and whose
        ):
            each = replace(noun, determiner=replace(d, quantifier="each", of=True), plural=None)
            return ast.swapped(node, noun, each)
    return None


def each_behind(node: ast.Sentence) -> ast.Sentence | None:
    """*Gain 1 coin for each cat in the park* for *For each cat in the park, gain 1 coin*."""
    last, verb = (node.openings[-1] if node.openings else None), only_verb(node)
    if (
        not isinstance(last, ast.ForEach)
        or not isinstance(verb, ast.Act)
        or verb.verb not in ("gain", "lose")
    ):
        return None
    what = verb.object
    if not isinstance(what, ast.Noun) or what.modifiers or what.relative or what.determiner.number is None:
        return None
    if what.determiner != ast.Determiner(number=what.determiner.number):
        return None
    counted = replace(what, modifiers=(ast.Modifier(word="for each", what=last.each),))
    return with_verb(replace(node, openings=node.openings[:-1]), verb.having(counted))


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
