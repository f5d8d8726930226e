"""Definitions: the adjectives, relations, nouns, amounts and orders of a pack → functions of the ruleset.

Two passes, because definitions use each other: `declare` reads only the left side of *X is …* (word, kinds of the
arguments, what kind of thing it gives), `define` compiles the right side.  Recursion would be endless and is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from toolkit.compile import amount, build
from toolkit.compile.condition import truth
from toolkit.compile.determiner import the_only
from toolkit.compile.nominal import describe
from toolkit.compile.phrases import as_number
from toolkit.compile.scope import Scope
from toolkit.compile.values import NUMBER, TRUTH, Bound, Desc, Type, Val, entity
from toolkit.compile.world import Defined, World
from toolkit.language import ast
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Function
from toolkit.report.source import Span


@dataclass(slots=True)
class Definition:
    """A sentence of an `is` field: its tree, what it defines, where its function will be."""

    sentence: ast.Sentence
    word: str
    arguments: tuple[tuple[str, str], ...]
    function: int
    condition: ast.Clauses | None = None
    result: ast.Nominal | None = None
    order: bool = False
    closings: tuple[ast.Closing, ...] = ()


def declare(sentence: ast.Sentence, world: World, scope: Scope) -> Definition:
    """Register what a definition defines, with a function that is empty as yet.  Raises `Fail`."""
    body = sentence.body
    if (
        not isinstance(body, ast.Clauses)
        or sentence.openings
        or len(body.clauses) != 1
        or not isinstance(body.clauses[0], ast.Clause)
    ):
        raise scope.fail("SAY0820", sentence)
    clause = body.clauses[0]
    condition = next((c.condition for c in body.closings if c.word == "if"), None)
    rest = tuple(c for c in body.closings if c.word != "if")
    if clause.subject is None or len(clause.verbs) != 1:
        raise scope.fail("SAY0820", sentence)
    subject, verb = clause.subject, clause.verbs[0]
    if verb.negated or verb.modal or verb.adverbials or verb.tense != "present" or verb.only or verb.instead:
        raise scope.fail("SAY0820", verb, hint="say what it is, not what it is not: *A … is … if …*")
    subject, condition = described(subject, verb, condition)
    unfit = next((c for c in rest if c.word != "but" or condition is not None), None)
    if unfit is not None or len([c for c in body.closings if c.word == "if"]) > 1:
        raise scope.fail("SAY0801", unfit or sentence, what="a second ending of a definition")
    index = len(world.ruleset.functions)
    world.ruleset.functions.append(Function("", 0, 0, build.FALSE))
    definition = _left_side(subject, verb, condition, sentence, index, world, scope)
    return replace(definition, closings=rest)


def described(
    subject: ast.Nominal, verb: ast.Verb, condition: ast.Clauses | None
) -> tuple[ast.Nominal, ast.Clauses | None]:
    """*A cat with a toy is happy*: *a cat* is, *if that cat is a cat with a toy*; so is *Cats with toys are …*."""
    if (
        not isinstance(verb, ast.Be)
        or not isinstance(verb.predicate, ast.IsAdjective)
        or not isinstance(subject, ast.Noun)
    ):
        return subject, condition
    det = replace(subject.determiner, span=None)
    bare = det == ast.Determiner() and subject.plural is True
    if not bare and det not in (ast.Determiner(article="a"), ast.Determiner(quantifier="each")):
        return subject, condition
    if not (subject.adjectives or subject.modifiers or subject.relative):
        return subject, condition
    article = ast.Determiner(article="a", span=subject.determiner.span)
    plain = ast.Noun(span=subject.span, determiner=article, head=subject.head)
    that = replace(plain, determiner=ast.Determiner(article="that", span=subject.determiner.span))
    what = replace(subject, determiner=article, plural=None)
    is_one = ast.Be(span=subject.span, predicate=ast.IsThing(span=subject.span, what=what))
    clause = ast.Clause(span=subject.span, subject=that, verbs=(is_one,))
    if condition is None:
        return plain, ast.Clauses(span=subject.span, clauses=(clause,))
    if any(joint != "and" for joint in condition.joints):
        return subject, condition
    both = replace(condition, clauses=(clause, *condition.clauses), joints=("and", *condition.joints))
    return plain, both


def _left_side(
    subject: ast.Nominal,
    verb: ast.Verb,
    condition: ast.Clauses | None,
    sentence: ast.Sentence,
    index: int,
    world: World,
    scope: Scope,
) -> Definition:
    if condition is not None:
        if not isinstance(subject, ast.Noun) or subject.determiner.article != "a":
            raise scope.fail("SAY0821", subject)
        if isinstance(verb, ast.Be):
            match verb.predicate:
                case ast.IsAdjective(adjectives=(word,)):
                    return _truth(word, [subject], condition, sentence, index, world, scope)
                case ast.IsRelated(relation=word, to=to):
                    return _truth(word, [subject, to], condition, sentence, index, world, scope)
                case ast.IsThing(what=ast.Noun(head=str(word))) if isinstance(subject, ast.Noun):
                    kind = _kind(subject, world, scope)
                    world.aliases.setdefault(word, []).append((kind, index))
                    return Definition(
                        sentence, word, ((kind, subject.head or ""),), index, condition=condition
                    )
                case ast.IsPlaced(prep=word, where=where) if where is not None:
                    return _truth(word, [subject, where], condition, sentence, index, world, scope)
        if isinstance(verb, ast.Act) and verb.modal is None:
            nominals = [c.value for c in verb.complements if isinstance(c.value, ast.Nominal)]
            return _truth(verb.verb, [subject, *nominals], condition, sentence, index, world, scope)
        raise scope.fail("SAY0820", sentence)
    if (
        not isinstance(verb, ast.Be)
        or not isinstance(verb.predicate, ast.IsThing)
        or not isinstance(subject, ast.Noun)
    ):
        raise scope.fail("SAY0820", sentence)
    return _noun(subject, verb.predicate.what, sentence, index, world, scope)


def _kind(node: ast.Nominal, world: World, scope: Scope) -> str:
    if isinstance(node, ast.Noun) and node.head is not None:
        det = node.determiner
        if (
            node.adjectives
            or node.relative
            or node.modifiers
            or (det.article not in ("a", "an", "another") and det.quantifier != "another")
            or det.number is not None
        ):
            raise scope.fail("SAY0821", node)
        if node.head in world.kinds:
            return node.head
        if node.head in world.aliases:
            return world.aliases[node.head][0][0]
        if node.head == "number":
            return "number"
        if node.head == "thing":
            return "thing"
    raise scope.fail("SAY0821", node)


def _truth(
    word: str,
    nominals: list[ast.Nominal],
    condition: ast.Clauses,
    sentence: ast.Sentence,
    index: int,
    world: World,
    scope: Scope,
) -> Definition:
    arguments = tuple(
        (_kind(n, world, scope), n.head or "" if isinstance(n, ast.Noun) else "") for n in nominals
    )
    world.define(Defined(word, tuple(kind for kind, _ in arguments), index, TRUTH))
    return Definition(sentence, word, arguments, index, condition=condition)


def _noun(
    subject: ast.Noun, result: ast.Nominal, sentence: ast.Sentence, index: int, world: World, scope: Scope
) -> Definition:
    """*The A of a K is N* · *A K's A on a K2 is N* · *The W is N* · *The O is the order of Ns*."""
    word = subject.head or ""
    owner = subject.determiner.owner
    modifiers = list(subject.modifiers)
    if subject.adjectives or subject.relative is not None or subject.determiner.possessive is not None:
        raise scope.fail("SAY0820", subject)
    the_only(subject, scope)
    if owner is None and (of := next((m for m in modifiers if m.word == "of"), None)) is not None:
        owner = of.what
        modifiers.remove(of)
    arguments: list[tuple[str, str]] = []
    if owner is not None:
        if isinstance(owner, ast.Noun) and owner.determiner.article != "a":
            raise scope.fail("SAY0821", owner)
        arguments.append(
            (_kind(owner, world, scope), owner.head or "" if isinstance(owner, ast.Noun) else "")
        )
    preps = []
    for modifier in modifiers:
        if modifier.what is None:
            raise scope.fail("SAY0820", sentence)
        arguments.append(
            (
                _kind(modifier.what, world, scope),
                modifier.what.head or "" if isinstance(modifier.what, ast.Noun) else "",
            )
        )
        preps.append(modifier.word)
    if isinstance(result, ast.Noun) and result.head == "order":
        the_only(result, scope)
        if result.determiner.article != "the":
            raise scope.fail("SAY0820", sentence)
        world.orders[word] = index
        inner = next((m.what for m in result.modifiers if m.word == "of"), None)
        if inner is None:
            raise scope.fail("SAY0820", sentence)
        return Definition(sentence, word, (), index, result=inner, order=True)
    type_, many = _result_type(result, subject, world, scope)
    world.define(Defined(word, tuple(kind for kind, _ in arguments), index, type_, tuple(preps), many))
    return Definition(sentence, word, tuple(arguments), index, result=result)


def _result_type(result: ast.Nominal, subject: ast.Noun, world: World, scope: Scope) -> tuple[Type, bool]:
    """What a defined noun gives, told from the head of its right side alone (the rest may use later definitions)."""
    if isinstance(result, ast.Arith):
        return NUMBER, False
    if isinstance(result, ast.Group):
        type_, _ = _result_type(result.items[0], subject, world, scope)
        return type_, True
    if isinstance(result, ast.Noun):
        head = result.head
        if head in world.kinds:
            return entity(head), bool(result.plural) or bool(subject.plural)
        if head in world.aliases:
            return entity(world.aliases[head][0][0]), bool(result.plural)
        if head == "owner":
            return entity("player"), False
        if head is not None and (known := world.defined.get(head)):
            return known[0].type, known[0].many
        if head in world.values:
            return Type("value", world.values[head][1]), False
        printed = {a.type for (_, name), a in world.attributes.items() if name == head and not a.quantity}
        if len(printed) == 1 and (value := printed.pop()).base == "value":
            return value, False  # *the suit of a card*
        if result.name is not None and result.name in world.entities:
            return entity(world.entities[result.name][1]), False
    return NUMBER, False


def define(definition: Definition, world: World, span: Span | None) -> None:
    """Compile the right side into the function.  Raises `Fail`."""
    scope = Scope(world, span=definition.sentence.span or span, size=0)
    sentence = scope.say(definition.sentence.span)
    scope.size = len(definition.arguments)
    for number, (kind, head) in enumerate(definition.arguments):
        type_ = NUMBER if kind == "number" else entity(kind)
        value = Val(("local", number), type_)
        scope.bind(value, head or kind)
        scope.slots[head or kind] = value
        if world.is_a(kind, "player"):
            scope.they = scope.they or value
        elif number == 0:
            scope.this = value
    if definition.condition is not None:
        expr = truth(told_apart(definition.condition, definition.arguments), scope)
    else:
        assert definition.result is not None
        expr = _right_side(definition, scope)
    world.ruleset.functions[definition.function] = Function(
        definition.word, len(definition.arguments), scope.size, expr, sentence
    )


def told_apart(node: ast.Clauses, arguments: Sequence[tuple[str, str]]) -> ast.Clauses:
    """The condition of *A player is … another player if …*: *the player* is the first, *that player* and *the other
    player* the second.
    """
    if len(arguments) != 2 or arguments[0] != ("player", "player") or arguments[1] != arguments[0]:
        return node
    bound = [Bound(value=Val(("local", n), entity("player")), head="player") for n in range(2)]
    meant = {
        ast.Determiner(article="the"): bound[0],
        ast.Determiner(article="the", other=True): bound[1],
        ast.Determiner(article="that"): bound[1],
    }

    def new(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(new(each) for each in part)
        if not isinstance(part, ast.Node):
            return part
        if isinstance(part, ast.Noun) and part.head == "player" and not part.plural:
            plain = not (part.adjectives or part.modifiers or part.relative or part.name)
            found = meant.get(replace(part.determiner, span=None)) if plain else None
            if found is not None:
                return replace(found, span=part.span)
        changed = {each.name: new(getattr(part, each.name)) for each in fields(part) if each.name != "span"}
        return replace(part, **changed)

    made = new(node)
    assert isinstance(made, ast.Clauses)
    return made


def _right_side(definition: Definition, scope: Scope) -> Expr:
    assert definition.result is not None
    desc: Desc = describe(definition.result, scope)
    if definition.order:
        if scope.world.is_a(desc.type.name, "player"):
            return desc.expr
        slot = scope.alloc()
        return (
            "flat",
            desc.expr,
            slot,
            ("single", ("holder", ("local", slot)))
            if not scope.world.owned(desc.type.name)
            else ("single", scope.world.owner(("local", slot))),
        )
    if desc.mode == "some":
        raise scope.fail("SAY0803", definition.result)
    defined = next(d for d in scope.world.defined[definition.word] if d.function == definition.function)
    if defined.type == NUMBER:
        return amount.bounded(as_number(desc, definition.result, scope), definition.closings, scope)
    if defined.many and not desc.many:
        return ("single", desc.expr)
    if not defined.many and desc.many:
        return ("first", desc.expr)
    return desc.expr


def formula(node: ast.Paragraph, world: World, this: Type | None, span: Span | None) -> Function:
    """A `formula` field: its sentences *Score A [if C]* added up.  Arguments: you, this.

    `this`: None: no component says it.
    """
    said_by = None if this is None else Val(("local", 1), this)
    scope = Scope(world, span=span, you=Val(("local", 0), entity("player")), this=said_by)
    terms: list[Expr] = []
    said: list[int] = []
    for sentence in node.sentences:
        said.append(scope.say(sentence.span))
        terms.append(_term(sentence, scope))
    total = terms[0]
    for term in terms[1:]:
        total = ("add", total, term)
    return Function("formula", 2, scope.size, total, said[0], tuple(said))


def _term(sentence: ast.Sentence, scope: Scope) -> Expr:
    body = sentence.body
    scope.number += 1
    if (
        not isinstance(body, ast.Clauses)
        or len(body.clauses) != 1
        or not isinstance(body.clauses[0], ast.Clause)
    ):
        raise scope.fail("SAY0822", sentence)
    verb = body.clauses[0].verbs[0]
    if (
        not isinstance(verb, ast.Act)
        or verb.verb != "score"
        or body.clauses[0].subject is not None
        or len(body.clauses[0].verbs) != 1
    ):
        raise scope.fail("SAY0822", sentence)
    obj = next(
        (c.value for c in verb.complements if c.role == "obj" and isinstance(c.value, ast.Nominal)), None
    )
    if obj is None:
        raise scope.fail("SAY0822", sentence)
    if (
        verb.adverbials
        or verb.negated
        or verb.modal
        or verb.tense != "present"
        or verb.passive
        or verb.instead
    ):
        raise scope.fail("SAY0822", sentence)
    unfit = next((c for c in body.closings if c.word not in ("if", "but", "unless")), None)
    unfit_opening = next(
        (o for o in sentence.openings if not (isinstance(o, ast.Given) and o.word == "if")), None
    )
    if unfit is not None or unfit_opening is not None:
        raise scope.fail("SAY0801", unfit or unfit_opening, what="this in a score")
    conditions = [c.condition for c in body.closings if c.word == "if" and c.condition is not None]
    conditions += [o.condition for o in sentence.openings if isinstance(o, ast.Given) and o.word == "if"]
    value = amount.bounded(_amount(obj, scope), body.closings, scope)
    for closing in body.closings:
        if closing.word == "unless" and closing.condition is not None:
            value = ("if", truth(closing.condition, scope), build.integer(0), value)
    for condition in conditions:
        value = ("if", truth(condition, scope), value, build.integer(0))
    return value


def _amount(node: ast.Nominal, scope: Scope) -> Expr:

    return as_number(describe(_counted(node, scope), scope), node, scope)


def _counted(node: ast.Nominal, scope: Scope) -> ast.Nominal:
    """*Score -4 for each …*: sentences are added up, so the first number of one may have a sign."""
    match node:
        case ast.Arith():
            return replace(node, left=_counted(node.left, scope))
        case ast.Noun(determiner=det, head=head) if det.signed and (
            head is None or scope.world.quantity(head)
        ):
            return replace(node, determiner=replace(det, signed=False))
    return node
