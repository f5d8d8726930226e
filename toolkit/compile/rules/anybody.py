"""*You* in rules that stand on no card: whoever it is. *You cannot play cards.* is *A player cannot play cards.*

Of *When you draw a card, gain 1 coin.* what happens is *a player draws a card*, and the rest is said to that player as
the text of a card is to its owner (`to_them`): there *you* is neither *they* nor *that player*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Literal

from toolkit.compile.base.scope import Scope
from toolkit.compile.rules.standing import stands
from toolkit.compile.rules.statement import CarryOut
from toolkit.language import ast

_THEIRS = {
    "of your choice": "of their choice",
    "to your left": "to their left",
    "to your right": "to their right",
}


def said_of_anybody(sentences: Sequence[ast.Sentence]) -> list[ast.Sentence]:
    """A statement and the sentences that continue it, with a player in the place of *you*.

    As they are where the first *you* is not who does or is something: then it is open who is meant.
    """
    first = sentences[0]
    if not any(map(_speaks_of_you, sentences)):
        return list(sentences)
    named = _named(first)
    if named is None or _of_nobody_else(first) or _waits_for_a_player(first) or _asked_too_late(first):
        return list(sentences)
    if said_to_them(first):
        return [replace(named, body=first.body), *sentences[1:]]
    return [named, *(_continued(each) for each in sentences[1:])]


def said_to_them(sentence: ast.Sentence) -> bool:
    """Whether the sentence tells *you* what to do when something is done by, or has become so of, *you*."""
    first = next(filter(_speaks_of_you, sentence.openings), None)
    return isinstance(first, ast.When | ast.FirstTime) or ast.given_of(first) in ("when", "if")


def to_them(said: Sequence[ast.Sentence], scope: Scope, carry_out: CarryOut) -> None:
    """What a rule tells the player of whom its event, time or state is said: *you* from here on."""
    if scope.you is None and scope.they is not None:
        you, scope.you, scope.they = scope.they.expr, scope.they, None
        named = scope.discourse.referents
        named[:] = [each for each in named if each.value.expr != you]
        scope.discourse.owners.clear()  # *another player's cat*: *that player* is not you
    carry_out(said, scope)


def _of_nobody_else(sentence: ast.Sentence) -> bool:
    """*As long as you are rich, cats cannot be patted*: by you, or by nobody?  The rest does not speak of you."""
    states = [o for o in sentence.openings if isinstance(o, ast.Given) and o.word == "as long as"]
    if not any(_begins_with_you(each.condition) for each in states):
        return False
    rest = [*(o for o in sentence.openings if o not in states), sentence.body]
    return not any(
        names_you(node) or (isinstance(node, ast.Determiner) and (node.other or node.quantifier == "another"))
        for part in rest
        for node in part.walk()
    )


def _named(sentence: ast.Sentence) -> ast.Sentence | None:
    """The sentence with *a player* for its first *you*; None: that one is no subject."""
    openings: list[ast.Opening] = []
    known = False
    for opening in sentence.openings:
        player = None if known else _of_a_player(opening)
        if not known and player is None and _speaks_of_you(opening):
            return None
        asked_there = known and said_to_them(sentence) and not _would(sentence)
        openings.append(opening if asked_there else _theirs(player or opening))
        known = known or player is not None
    body = sentence.body
    if not known and isinstance(body, ast.Clauses) and _begins_with_you(body):
        return replace(sentence, openings=tuple(openings), body=_theirs(_with_player(body)))
    if not known:
        return None
    return replace(sentence, openings=tuple(openings), body=_body(body))


def _waits_for_a_player(sentence: ast.Sentence) -> bool:
    """*When a player passes, if you have a coin, …*: you are neither that player nor anybody else."""
    match sentence.openings:
        case (ast.FirstTime(condition=event) | ast.Given(word="when", condition=event), *_):
            clause = event.clauses[0]
            return (
                isinstance(clause, ast.Clause) and _takes_over(clause.subject) and not _speaks_of_you(event)
            )
    return False


def _asked_too_late(sentence: ast.Sentence) -> bool:
    """*When a unit dies, if you have a coin, …*, *At the end of each turn, if you …*: nothing says who you are."""
    before = False
    for opening in sentence.openings:
        if _speaks_of_you(opening):
            return before and isinstance(opening, ast.Given) and _is_condition(opening)
        waits = isinstance(opening, ast.When | ast.FirstTime)
        before = before or waits or ast.given_of(opening) == "when"
    return False


def _is_condition(opening: ast.Given) -> bool:
    """*if you are rich*, *unless …*; not *if you would gain coins*, which is an event."""
    first = opening.condition.clauses[0]
    verb = first.verbs[0] if isinstance(first, ast.Clause) else None
    would = isinstance(verb, ast.Act) and verb.modal == "would"
    return opening.word in ("if", "unless") and not would


def _of_a_player(opening: ast.Opening) -> ast.Opening | None:
    """*When you pass* → *When a player passes*; None: *you* are not who it is said of."""
    if isinstance(opening, ast.Given | ast.FirstTime) and _begins_with_you(opening.condition):
        return replace(opening, condition=_with_player(opening.condition))
    return _each_period(opening) if isinstance(opening, ast.When) else None


def _would(sentence: ast.Sentence) -> bool:
    """Whether it says what happens instead: what else must be so is asked with the event."""
    return any(ast.given_of(each) == "if" for each in sentence.openings[:1])


def _continued(sentence: ast.Sentence) -> ast.Sentence:
    return replace(
        sentence, openings=tuple(_theirs(each) for each in sentence.openings), body=_body(sentence.body)
    )


def _body(body: ast.Clauses | ast.Choice) -> ast.Clauses | ast.Choice:
    """What they do: orders are said to them."""
    if isinstance(body, ast.Choice):
        subject = body.subject if body.subject is not None else ast.Pronoun(word="they", span=body.span)
        return replace(_theirs(body), subject=_theirs(subject))
    clauses = []
    for clause in body.clauses:
        if isinstance(clause, ast.Clause) and clause.subject is None:
            standing = stands(clause.verbs[0])
            said = clause if standing else replace(clause, subject=ast.Pronoun(word="they", span=clause.span))
            clauses.append(_theirs(said))
        elif isinstance(clause, ast.Clause) and _takes_over(clause.subject):
            # In what somebody else does, *they* would be those: there *you* is nobody, and refused.
            clauses.append(replace(clause, subject=_theirs(clause.subject)))
        else:
            clauses.append(_theirs(clause))
    return replace(body, clauses=tuple(clauses), closings=tuple(_theirs(each) for each in body.closings))


def _takes_over(subject: ast.Nominal | None) -> bool:
    """*other players*: whose *they* would be who they are."""
    return ast.head_of(subject) == "player"


def _begins_with_you(node: ast.Clauses) -> bool:
    first = node.clauses[0]
    return ast.is_you(first.subject)


def _with_player(node: ast.Clauses) -> ast.Clauses:
    """*you draw a card* → *a player draws a card*."""
    first = node.clauses[0]
    assert first.subject is not None
    span = first.subject.span
    player = ast.Noun(span=span, determiner=ast.Determiner(span=span, article="a"), head="player")
    return replace(node, clauses=(replace(first, subject=player), *node.clauses[1:]))


def _each_period(opening: ast.When) -> ast.When | None:
    """*at the end of your turn* → *at the end of each turn*."""
    period = opening.period
    if not isinstance(period, ast.Noun) or period.determiner.possessive != "your":
        return None
    each = replace(period.determiner, possessive=None, quantifier="each")
    return replace(opening, period=replace(period, determiner=each))


def _speaks_of_you(node: ast.Node) -> bool:
    return any(map(names_you, node.walk()))


def names_you(node: ast.Node) -> bool:
    """Whether it is *you*, *your* or *to your left*."""
    if isinstance(node, ast.Pronoun):
        return node.word == "you"
    if isinstance(node, ast.Modifier):
        return node.word in _THEIRS
    return isinstance(node, ast.Determiner) and node.possessive == "your"


def _theirs(node: Any) -> Any:
    """The same, said of *they*."""
    return _said_of(node, "you", "they")


def to_you(node: Any) -> Any:
    """The same, said of *you*: what was asked of *them* is asked again of whom a rule tells something."""
    return _said_of(node, "they", "you")


def _said_of(node: Any, one: Literal["you", "they"], other: Literal["you", "they"]) -> Any:
    if isinstance(node, tuple):
        return tuple(_said_of(each, one, other) for each in node)
    if not isinstance(node, ast.Node):
        return node
    if isinstance(node, ast.Pronoun):
        return replace(node, word=other) if node.word == one else node
    said = {
        item.name: _said_of(getattr(node, item.name), one, other)
        for item in fields(node)
        if item.name != "span"
    }
    if isinstance(node, ast.Determiner) and node.possessive == _OWN[one]:
        said["possessive"] = _OWN[other]
    if isinstance(node, ast.Modifier):
        said["word"] = _SIDES[other].get(node.word, node.word)
    return replace(node, **said)


_OWN: dict[str, Literal["your", "their"]] = {"you": "your", "they": "their"}
_SIDES = {"they": _THEIRS, "you": {theirs: yours for yours, theirs in _THEIRS.items()}}
