"""A condition at the end of an order: *Gain 1 coin if you have a card.*

It stands in front, *If you have a card, gain 1 coin.*, where that is the same; where it would not be, `kept_behind.py`
says.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language.ast import (
    Act,
    Be,
    Clause,
    Clauses,
    Closing,
    Given,
    Node,
    Noun,
    Opening,
    Pronoun,
    ProVerb,
    Sentence,
    Verb,
    determiner_of,
)
from toolkit.language.vocabulary import Vocabulary
from toolkit.language.wording.kept_behind import category, stays


def condition_after(body: Clauses) -> Given | None:
    """The condition with which a sentence ends, as it stands in front."""
    last = body.closings[-1] if body.closings else None
    if last is None or last.condition is None or is_able(last):
        return None
    if last.word == "if" or last.word == "unless":
        return Given(span=last.span, word=last.word, condition=last.condition)
    return None


def is_able(closing: Closing) -> bool:
    """*if you can*; *if you do*, *if you cannot* ask about the sentence before."""
    verb = closing.condition.verb if closing.condition else None
    return isinstance(verb, ProVerb) and verb.word == "can" and not verb.negated


def goes_on(openings: tuple[Opening, ...], sentence: Sentence) -> bool:
    """Whether it holds by no rule alone: it says when, or *Draw a card if you do*, after the sentence before."""
    given = condition_after(sentence.body) if isinstance(sentence.body, Clauses) else None
    return bool(openings) or (given is not None and isinstance(given.condition.verb, ProVerb))


def if_able(body: Clauses) -> bool:
    """*Draw a card if you can*: what nobody can do is never done; of *must …* it says when."""
    last = body.closings[-1] if body.closings else None
    if last is None or last.word != "if" or not is_able(last):
        return False
    return all(isinstance(each, Clause) and all(map(orders, each.verbs)) for each in body.clauses)


def only_order(body: Clauses, *, instead: bool = False) -> Clause | None:
    """What a sentence orders, if that is one thing; `instead`: also if it takes the place of what would happen."""
    only = body.clauses[0]
    if len(body.clauses) > 1 or not isinstance(only, Clause) or len(only.verbs) > 1:
        return None
    verb = only.verbs[0]
    if instead and isinstance(verb, Act):
        verb = replace(verb, instead=False)
    return only if orders(verb) and not only.openings else None


def orders(verb: Verb) -> bool:
    """Whether a verb is an order, or an offer: no bonus that holds, nothing that is forbidden."""
    if isinstance(verb, Be) or verb.negated or verb.tense != "present" or verb.modal not in (None, "may"):
        return False
    return isinstance(verb, Act) and not verb.passive and not verb.instead and verb.verb != "have"


def of_the_last(body: Clauses, given: Given | None, vocabulary: Vocabulary) -> Clauses:
    """*Gain 1 coin, then draw a card if you have 3 coins.* is *Gain 1 coin, then if you have 3 coins, draw a card.*"""
    if if_able(body):
        return replace(body, closings=body.closings[:-1])
    last = body.clauses[-1]
    if given is None:
        return body
    if not body.joints or body.joints[-1] != "then" or not isinstance(last, Clause):
        return body
    if len(last.verbs) > 1 or last.openings or not orders(last.verbs[0]) or not _then_is_said(body):
        return body
    if stays(given.condition, last, vocabulary):
        return body
    if hangs_on(given.condition, last, vocabulary) and not _of_who_does_it(given.condition, body):
        return body
    last = replace(last, openings=(given,))
    return replace(body, clauses=(*body.clauses[:-1], last), closings=body.closings[:-1])


def _then_is_said(body: Clauses) -> bool:
    """Whether the last *then* was written: *Gain a card to your hand* is one order that an alternate says in two."""
    before, last = body.clauses[-2].span, body.clauses[-1].span
    return before is None or last is None or "then" in before.between(last)


def _of_who_does_it(condition: Clauses, body: Clauses) -> bool:
    """Whether a condition speaks only of each player who does it: *Each player draws a card, then discards a card if
    they have 5 cards in their hand.*
    """
    first, last = body.clauses[0], body.clauses[-1]
    if determiner_of(first.subject).quantifier not in ("each", "every"):
        return False
    if any(node.plural for node in last.every(Noun)):
        return False  # *they* may be those things
    for node in condition.walk():
        if isinstance(node, Pronoun) and node.word not in ("you", "they"):
            return False
        if isinstance(node, Noun):
            det = node.determiner
            if det.article in ("that", "those", "the") or det.possessive == "its":
                return False
    return True


def hangs(sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Whether the condition after an order may speak of what the order names: in front it would not."""
    body = sentence.body
    if not isinstance(body, Clauses) or not body.closings or body.closings[-1].condition is None:
        return False
    condition = body.closings[-1].condition
    clauses = [each for each in body.clauses if isinstance(each, Clause)]
    return any(hangs_on(condition, each, vocabulary) for each in clauses)


def hangs_on(condition: Clauses, order: Clause, vocabulary: Vocabulary) -> bool:
    """Whether a condition may speak of what an order names; *it* of *Put it in your hand if it is red* is what the
    order calls so.
    """
    named = list(order.every(Noun))
    said = [node for node in condition.every(Noun) if not _are_all(node, order)]
    if any(_may_be_said(node, vocabulary) and _fits_one(node, named) for node in said):
        return names(order, vocabulary)
    alike = set(map(_back, order.walk()))
    if isinstance(order.subject, Noun) and _back(order.subject) is None:
        alike -= {"they"}  # *their* of *each player* is each one's own
    left = set(map(_back, condition.walk())) - {None, *alike}
    if "they" in left and _may_be_they(order, vocabulary):
        return True
    left -= {"they"}
    return bool(left) and names(order, vocabulary)


def speaks_back(condition: Clauses) -> bool:
    """Whether it speaks of something said before: *it*, *their*, *that card*."""
    return any(map(_back, condition.walk()))


def _may_be_said(node: Noun, vocabulary: Vocabulary) -> bool:
    """*the cat*; *the coins of the players* says whose they are."""
    return node.determiner.article == "the" and not (node.modifiers and _is_amount(node, vocabulary))


def _fits_one(node: Noun, named: list[Noun]) -> bool:
    """Whether it can be one of these: *the active player* is not *each player*."""
    return any(each.head == node.head and set(node.adjectives) <= set(each.adjectives) for each in named)


def _are_all(node: Noun, order: Clause) -> bool:
    """*the players* beside *each player*: all of them, none of whom is spoken of."""
    subject = order.subject
    if not isinstance(subject, Noun) or subject.determiner.quantifier not in ("each", "every"):
        return False
    return node.head == subject.head and node.plural is True


def _back(node: Node) -> str | None:
    """The word that a phrase uses for something said before."""
    if isinstance(node, Pronoun):
        return node.word if node.word != "you" else None
    if not isinstance(node, Noun):
        return None
    det = node.determiner
    if det.possessive in ("their", "its"):
        return "they" if det.possessive == "their" else "it"
    return f"that {node.head}" if det.article in ("that", "those") else None


def _may_be_they(order: Clause, vocabulary: Vocabulary) -> bool:
    """Whether an order names a player, or several things."""
    for node in order.walk():
        if not isinstance(node, Noun) or _is_amount(node, vocabulary):
            continue
        if node.determiner.article in ("that", "those", "this") or node.determiner.possessive is not None:
            continue
        several = node.plural or node.determiner.quantifier or (node.determiner.number or 1) > 1
        if several or node.name is not None or category(node, vocabulary) == "player":
            return True
    return False


def names(clause: Clause, vocabulary: Vocabulary) -> bool:
    """Whether an order names anything for the first time; how much of something is gained is no thing."""
    for node in clause.walk():
        if not isinstance(node, Noun):
            continue
        article = node.determiner.article
        if _is_amount(node, vocabulary) or article in ("that", "those", "this"):
            continue
        if category(node, vocabulary) != "place" or article != "the":
            return True
    return False


def _is_amount(node: Noun, vocabulary: Vocabulary) -> bool:
    return category(node, vocabulary) in ("quantity", "amount")
