"""*For each region, the player with the most units gains 2 points*: with the most units in it, or of all there are?

Who says *for each region* thinks of one region after another, and means what lies there.  What is said of it alone says
*there*, *in that region*; of a value, *of that suit*.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.compile.base.scope import Scope
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS
from toolkit.language import ast


def of_which_one(node: ast.ForEach, sentence: ast.Sentence, scope: Scope) -> None:
    """Refuse a sentence whose players are known by things of which it is open whether they are those of this pass.
    SAY0657.
    """
    head = ast.head_of(node.each)
    entry = scope.world.vocabulary.noun(head)
    if head is None or entry is None:
        return
    place = entry.category in ("place", "group") and entry.place_of != "player"
    if not place and head not in scope.world.vocabulary.lists:
        return
    for thing in _open(sentence, head, place, scope):
        those = scope.world.vocabulary.nouns[thing.head or ""].plural
        here = f"{those} {entry.prep} that {head}" if place else f"{those} of that {head}"
        elsewhere = (
            ", *there*, or where else they are: *in …*" if place else f"; of all leave *for each {head}* out"
        )
        raise scope.fail(
            "SAY0657", thing, names=f"the {here}, or all {those}", hint=f"say *{here}*{elsewhere}"
        )


def _open(sentence: ast.Sentence, head: str, place: bool, scope: Scope) -> Iterator[ast.Noun]:
    """The things of which nothing says whether they are those of one pass."""
    for said in _known_by(sentence):
        if any(_points(part, head) for part in said.walk()):
            continue
        for thing in _things(said, scope):
            if not (_lies(thing) if place else _is_of(thing, head, scope)):
                yield thing


def _known_by(sentence: ast.Sentence) -> Iterator[ast.Node]:
    """What says of whom it is told, and when: the subjects that are players with something, and what somebody has."""
    given = [opening.condition for opening in sentence.openings if isinstance(opening, ast.Given)]
    for clauses in (*given, sentence.body):
        for clause in clauses.clauses if isinstance(clauses, ast.Clauses) else ():
            if not isinstance(clause, ast.Clause):
                continue
            if isinstance(clause.subject, ast.Noun) and clause.subject.head == "player":
                yield clause.subject
            if clauses is not sentence.body and any(_has(verb) for verb in clause.verbs):
                yield clause


def _has(verb: ast.Verb) -> bool:
    return isinstance(verb, ast.Act) and verb.verb == "have" and verb.complement("place") is None


def _things(said: ast.Node, scope: Scope) -> Iterator[ast.Noun]:
    """The things of which so many, or the most, are spoken of."""
    nouns = scope.world.vocabulary.nouns
    for node in said.walk():
        entry = nouns.get(node.head or "") if isinstance(node, ast.Noun) else None
        if isinstance(node, ast.Noun) and entry is not None and entry.category == "thing":
            if node.determiner.article not in ("the", "this", "that", "those") or node.determiner.quantifier:
                yield node


def _lies(thing: ast.Noun) -> bool:
    """Whether the phrase says where they are, or who they are."""
    return thing.name is not None or thing.modifier(*PLACE_PREPOSITIONS) is not None


def _is_of(thing: ast.Noun, name: str, scope: Scope) -> bool:
    """Whether the phrase says of which value they are, or they are of none."""
    values = scope.world.vocabulary.lists[name]
    attributes = scope.world.vocabulary.nouns[thing.head or ""].attributes
    told = thing.name is not None or thing.modifier("of") is not None
    return told or name not in attributes.values() or not set(thing.adjectives).isdisjoint(values)


def _points(node: ast.Node, head: str) -> bool:
    """*there*, *it*, *its*, *that region*."""
    if isinstance(node, ast.Noun):
        det = node.determiner
        return det.possessive == "its" or (det.article == "that" and node.head == head)
    return getattr(node, "word", None) in ("there", "it")
