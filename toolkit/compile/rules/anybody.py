"""*You* in rules that stand on no card: whoever it is. *You cannot play cards.* is *A player cannot play cards.*

Of *When you draw a card, gain 1 coin.* what happens is *a player draws a card*, and the rest is said to that player as
the text of a card is to its owner (`to_them`): there *you* is neither *they* nor *that player*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Anybody
from toolkit.compile.rules.statement import CarryOut
from toolkit.language import ast

RUNNING = ("in", "during", "")
"""*During each turn*: no time for which it waits."""

_YOURS = ("of your choice", "to your left", "to your right")


def said_of_anybody(sentences: Sequence[ast.Sentence]) -> list[ast.Sentence]:
    """A statement and the sentences that continue it, with a player in the place of *you*.

    As they are where the first *you* is not who does or is something: then it is open who is meant.
    """
    first = sentences[0]
    if not any(map(_speaks_of_you, sentences)):
        return list(sentences)
    named = _named(first)
    if named is None or _of_nobody_else(first) or _comes_too_late(first):
        return list(sentences)
    return [named, *sentences[1:]]


def said_to_them(sentence: ast.Sentence) -> bool:
    """Whether the sentence tells *you* what to do when something is done by, or has become so of, *you*."""
    first = next(filter(_speaks_of_you, sentence.openings), None)
    return isinstance(first, ast.When | ast.FirstTime) or ast.given_of(first) in ("when", "if")


def to_them(said: Sequence[ast.Sentence], scope: Scope, carry_out: CarryOut) -> None:
    """What a rule tells the player of whom its event, time or state is said: *you* from here on."""
    if scope.they is not None and scope.you in (None, scope.they):
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
    openings = list(sentence.openings)
    for k, opening in enumerate(openings):
        if (player := _of_a_player(opening)) is not None:
            openings[k] = player
            return replace(sentence, openings=tuple(openings))
        if _speaks_of_you(opening):
            return None
    body = sentence.body
    if isinstance(body, ast.Clauses) and _begins_with_you(body):
        return replace(sentence, body=_with_player(body))
    return None


def _comes_too_late(sentence: ast.Sentence) -> bool:
    """*When a player passes, if you have a coin, …*, *At the end of each turn, when you …*: nobody says who you are."""
    timed = waits = happened = False
    for opening in sentence.openings:
        if _speaks_of_you(opening):
            return waits or (timed and isinstance(opening, ast.Given) and _is_condition(opening))
        happens = isinstance(opening, ast.FirstTime) or ast.given_of(opening) == "when"
        happened = happened or happens
        timed = timed or happens or isinstance(opening, ast.When)
        waits = waits or happens or (isinstance(opening, ast.When) and opening.word not in RUNNING)
    return happened


def _is_condition(opening: ast.Given) -> bool:
    """*if you are rich*, *unless …*; not *if you would gain coins*, which is an event."""
    verb = opening.condition.verb
    would = isinstance(verb, ast.Act) and verb.modal == "would"
    return opening.word in ("if", "unless") and not would


def _of_a_player(opening: ast.Opening) -> ast.Opening | None:
    """*When you pass* → *When a player passes*; None: *you* are not who it is said of."""
    if isinstance(opening, ast.Given | ast.FirstTime) and _begins_with_you(opening.condition):
        return replace(opening, condition=_with_player(opening.condition))
    return _each_period(opening) if isinstance(opening, ast.When) else None


def _begins_with_you(node: ast.Clauses) -> bool:
    first = node.clauses[0]
    return ast.is_you(first.subject)


def _with_player(node: ast.Clauses) -> ast.Clauses:
    """*you draw a card* → *a player draws a card*."""
    first = node.clauses[0]
    assert first.subject is not None
    span = first.subject.span
    player = Anybody(span=span, determiner=ast.Determiner(span=span, article="a"), head="player")
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
        return node.word in _YOURS
    return isinstance(node, ast.Determiner) and node.possessive == "your"
