"""What orders look like, as far as what they do hangs on it."""

from __future__ import annotations

from tests.judge.copies import replace
from tests.judge.values import Unknown
from toolkit.language import ast


def listed(verb: ast.Verb) -> list[ast.Verb]:
    """*gain 1 coin and 2 points*: a verb for each; empty: no such list."""
    if not isinstance(verb, ast.Act) or verb.verb not in ("gain", "lose"):
        return []
    (what,) = [c for c in verb.complements if c.role == "obj"] or [None]
    if what is None or not isinstance(what.value, ast.Group) or what.value.joint != "and":
        return []
    return [replace(verb, complements=(replace(what, value=item),)) for item in what.value.items]


def is_bare(what: object) -> bool:
    """*a token*, *2 tokens*: where they come from is not said."""
    if isinstance(what, ast.Group):
        return any(is_bare(item) for item in what.items)
    if not isinstance(what, ast.Noun) or what.modifiers or what.relative is not None:
        return False
    d = what.determiner
    counted = d.article == "a" or d.number is not None or d.quantifier in ("any number of", "that many")
    return counted and d.possessive is None and d.owner is None and not d.of and d.ordinal is None


def costs(verb: ast.Verb) -> bool:
    """*pay*: what follows with *then* is what it buys."""
    return isinstance(verb, ast.Act) and verb.verb == "pay" and verb.modal in (None, "may")


def asks_outcome(condition: ast.Clauses) -> bool:
    return any(isinstance(verb, ast.ProVerb) for verb in condition.walk())


def negated_outcome(condition: ast.Clauses) -> bool:
    (verb,) = [v for v in condition.walk() if isinstance(v, ast.ProVerb)]
    if (verb.word != "do" and not verb.negated) or len(condition.clauses) != 1:
        raise Unknown("if you can")
    return verb.negated


def until(node: ast.Sentence) -> bool:
    """*Until the end of this turn,*; *… this turn* stands behind its verb."""
    return any(isinstance(each, ast.When) and each.word == "until the end of" for each in node.openings)


def names_you_and_another(verb: ast.Verb) -> bool:
    """*puts each item you have in another player's tray*: of who does it, or of you?"""
    you = False
    for each in verb.walk():
        named = isinstance(each, ast.Pronoun) and each.word == "you"
        you = you or named or (isinstance(each, ast.Determiner) and each.possessive == "your")
        d = each.determiner if isinstance(each, ast.Noun) and each.head == "player" else ast.Determiner()
        if you and d.quantifier == "another":
            return True
    return False


def some_of_all(subject: ast.Nominal) -> bool:
    """*Each player with 3 coins*: after it *each other player* is each but those."""
    if not isinstance(subject, ast.Noun) or subject.name is not None or subject.determiner.other:
        return False
    you = any(isinstance(each, ast.Pronoun) and each.word == "you" for each in subject.walk())
    your = any(isinstance(each, ast.Determiner) and each.possessive == "your" for each in subject.walk())
    narrowed = subject.adjectives or subject.modifiers or subject.relative
    return bool(narrowed) and not you and not your
