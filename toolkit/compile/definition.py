"""Definitions: the adjectives, relations, nouns, amounts and orders of a pack → functions of the ruleset.

Two passes, because definitions use each other: `declare` reads only the left side of *X is …* (word, kinds of the
arguments, what kind of thing it gives), `define` compiles the right side.  What asks for itself is a chain
(`closures.py`), or endless and refused.  An adjective, a relation or a verb may be defined again for the same kinds (a
module's roads): it fits if one of its definitions says so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from toolkit.compile.base import build
from toolkit.compile.base.construction import Constructions
from toolkit.compile.base.passes import is_otherwise
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, TRUTH, Bound, Desc, Type, Val, entity, name_type
from toolkit.compile.base.world import Defined, World
from toolkit.compile.conditions.condition import truth
from toolkit.compile.effects.effect import every, looped
from toolkit.compile.nouns import bounding
from toolkit.compile.nouns.determiner import the_only
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.phrases import as_number
from toolkit.language import ast, which
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Function
from toolkit.report.source import Span

A = ast.Determiner(article="a")


@dataclass(slots=True)
class Definition:
    """A sentence of an `is` field: its tree, what it defines, where its function will be.

    `others`: which of its arguments are none of those before them (*another region*).
    `condition`: when the word fits; of an amount or a thing (`result`), when it is `otherwise` instead.
    """

    sentence: ast.Sentence
    word: str
    arguments: tuple[tuple[str, str], ...]
    function: int
    others: tuple[int, ...] = ()
    condition: ast.Clauses | None = None
    result: ast.Nominal | None = None
    otherwise: ast.Nominal | None = None
    order: bool = False
    closings: tuple[ast.Closing, ...] = ()

    @property
    def left(self) -> object:
        """What is known of it from the left side, and from other definitions."""
        return self.word, self.arguments, self.others, self.order


def declare(
    sentence: ast.Sentence, world: World, scope: Scope, new: Callable[[], int] | None = None
) -> Definition:
    """Register what a definition defines, with a function that is empty as yet.  `new`: gives its number.  Raises
    `Fail`.
    """
    clause, closings = only_clause(sentence)
    if clause is None or clause.subject is None or len(clause.verbs) != 1 or sentence.openings:
        raise scope.fail("SAY0820", sentence)
    verb = clause.verbs[0]
    if not plainly(verb):
        raise scope.fail("SAY0820", verb, hint="say what it is, not what it is not: *A … is … if …*")
    said = next((c.condition for c in closings if c.word == "if"), None)
    subject, condition = described(clause.subject, verb, said)
    bounds = ending(closings, condition, sentence, scope)
    index = world.ruleset.new_function() if new is None else new()
    left = _LeftSide(sentence, index, world, scope)
    if condition is not None and (cases := two_cases(verb)) is not None:
        usual, instead = cases
        made = left.equation(
            subject, ast.Be(predicate=ast.IsThing(what=usual, span=usual.span), span=verb.span)
        )
        return replace(made, condition=condition, otherwise=instead)
    if condition is not None:
        made = left.conditional(subject, verb, condition)
    else:
        made = left.equation(subject, verb)
    return replace(made, closings=bounds) if bounds else made


def two_cases(verb: ast.Verb) -> tuple[ast.Nominal, ast.Nominal] | None:
    """*A card's strength is its rank, or its rank plus 20 if it is trump*: what it is usually, and then."""
    return (
        _two_cases(verb.predicate.what)
        if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsThing)
        else None
    )


def _two_cases(result: ast.Nominal) -> tuple[ast.Nominal, ast.Nominal] | None:
    match result:
        case ast.Group(joint="or", items=(usual, instead)):
            return usual, instead
        case ast.Arith(left=left) if (
            found := _two_cases(left)
        ) is not None:  # what is added is of the second
            return found[0], replace(result, left=found[1])
    return None


def join_truths(definitions: Sequence[Definition], world: World, new: Callable[[Hashable], int]) -> None:
    """A word that is defined several times for things of the same kinds fits if one of its definitions says so.
    `new`: gives the number of a function by what it is of.
    """
    said: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for each in definitions:
        if each.condition is not None and each.result is None:
            said.setdefault((each.word, tuple(kind for kind, _ in each.arguments)), []).append(each.function)
    for (word, kinds), functions in said.items():
        if len(functions) > 1 and any(
            d.kinds == kinds and d.type == TRUTH for d in world.defined.get(word, ())
        ):
            given = tuple(build.local(number) for number in range(len(kinds)))
            body = build.either(*(("call", function, *given) for function in functions))
            number = new((word, kinds))
            world.define_first(Defined(word, kinds, number, TRUTH))
            world.ruleset.functions[number] = Function(word, len(given), len(given), body)


def only_once(definition: Definition, before: Sequence[Definition], scope: Scope) -> None:
    """SAY0801: an amount or a thing is what one sentence says; only what is so or not may be defined again."""
    if definition.result is None:
        return
    kinds = [kind for kind, _ in definition.arguments]
    for other in before:
        if other.word == definition.word and kinds == [kind for kind, _ in other.arguments]:
            hint = "what is so or not may be defined again; an amount or a thing is one: say its cases in one sentence"
            what = f"a second definition of “{definition.word}”"
            raise scope.unfit(definition.sentence, what, hint=hint)


def only_clause(sentence: ast.Sentence) -> tuple[ast.Clause | None, tuple[ast.Closing, ...]]:
    """The clause of a sentence that has one and no more, and what closes the sentence."""
    match sentence.body:
        case ast.Clauses(clauses=(ast.Clause() as clause,), closings=closings):
            return clause, closings
    return None, ()


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
    if not subject.narrowed:
        return subject, condition
    article = ast.Determiner(article="a", span=subject.determiner.span)
    plain = ast.Noun(span=subject.span, determiner=article, head=subject.head)
    that = replace(plain, determiner=ast.Determiner(article="that", span=subject.determiner.span))
    what = replace(subject, determiner=article, plural=None)
    is_one = ast.Be(span=subject.span, predicate=ast.IsThing(span=subject.span, what=what))
    clause = ast.Clause(span=subject.span, subject=that, verbs=(is_one,))
    if condition is None:
        return plain, clause.alone
    if any(joint != "and" for joint in condition.joints):
        return subject, condition
    both = replace(condition, clauses=(clause, *condition.clauses), joints=("and", *condition.joints))
    return plain, both


def ending(
    closings: tuple[ast.Closing, ...], condition: ast.Clauses | None, sentence: ast.Sentence, scope: Scope
) -> tuple[ast.Closing, ...]:
    """The bounds of a defined amount.  SAY0801: those of a condition, a second condition, or something else."""
    rest = tuple(c for c in closings if c.word != "if")
    unfit = next((c for c in rest if c.word != "but" or condition is not None), None)
    if unfit is not None or len(closings) - len(rest) > 1:
        raise scope.unfit(unfit or sentence, "a second ending of a definition")
    return rest


def plainly(verb: ast.Verb) -> bool:
    """Whether a verb phrase says what is so now, no more: *does*, not *did*, *cannot*, *does again*."""
    more = verb.negated or verb.modal or verb.adverbials or verb.only or verb.instead
    return not more and verb.tense == "present"


@dataclass(frozen=True, slots=True)
class _LeftSide:
    """What stands before *if* or *is* in a definition, whose function will be `index`."""

    sentence: ast.Sentence
    index: int
    world: World
    scope: Scope

    def conditional(self, subject: ast.Nominal, verb: ast.Verb, condition: ast.Clauses) -> Definition:
        """*A K is W if C* · *A K is W a K2 if C* · *A K Ws a K2 if C*."""
        amount_of = isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsThing)
        if amount_of and isinstance(subject, ast.Noun) and subject.determiner.article != "a":
            hint = "say what it is otherwise, too, the shorter one first: *A …'s … is 0, or the number of … if …*"
            raise self.scope.fail("SAY0820", verb, hint=hint)
        if ast.determiner_of(subject).article != "a":
            raise self.scope.fail("SAY0821", subject)
        match verb:
            case ast.Be(predicate=ast.IsAdjective(adjectives=(word,))):
                return self._truth(word, [subject], condition)
            case ast.Be(predicate=ast.IsRelated(relation=word, to=to)):
                return self._truth(word, [subject, to], condition)
            case ast.Be(predicate=ast.IsThing(what=ast.Noun(head=str(word), determiner=det))) if det == A:
                kind, head = self._argument(subject)
                self.world.aliases.setdefault(word, []).append((kind, self.index))
                return Definition(self.sentence, word, ((kind, head),), self.index, condition=condition)
            case ast.Be(predicate=ast.IsPlaced(prep=word, where=ast.Nominal() as where)):
                return self._truth(word, [subject, where], condition)
            case ast.Act():
                nominals = [c.value for c in verb.complements if isinstance(c.value, ast.Nominal)]
                return self._truth(verb.verb, [subject, *nominals], condition)
        raise self.scope.fail("SAY0820", self.sentence)

    def _truth(self, word: str, nominals: list[ast.Nominal], condition: ast.Clauses) -> Definition:
        arguments = tuple(self._argument(each) for each in nominals)
        kinds = tuple(kind for kind, _ in arguments)
        if word == "active" and self.world.is_a(kinds[0], "player"):
            hint = "*the active player* is whose turn it is, whatever a definition says: call it otherwise"
            raise self.scope.unfit(self.sentence, "another meaning of *active player*", hint=hint)
        self.world.define(Defined(word, kinds, self.index, TRUTH))
        others = tuple(number for number, each in enumerate(nominals) if number and is_another(each))
        return Definition(self.sentence, word, arguments, self.index, others, condition)

    def _argument(self, node: ast.Nominal) -> tuple[str, str]:
        """The kind of an argument, and how the right side calls it.  SAY0821: not simply *a K*."""
        if not isinstance(node, ast.Noun) or node.head is None:
            raise self.scope.fail("SAY0821", node)
        det = node.determiner
        plain = not node.narrowed and det.number is None
        if not plain or (det.article not in ("a", "an", "another") and det.quantifier != "another"):
            raise self.scope.fail("SAY0821", node)
        if node.head in self.world.kinds or node.head in ("number", "thing"):
            return node.head, node.head
        if node.head in self.world.aliases:
            return self.world.aliases[node.head][0][0], node.head
        raise self.scope.fail("SAY0821", node)

    def equation(self, subject: ast.Nominal, verb: ast.Verb) -> Definition:
        """*The A of a K is N* · *A K's A on a K2 is N* · *The W is N* · *The O is the order of Ns*."""
        match subject, verb:
            case ast.Noun(), ast.Be(predicate=ast.IsThing(what=result)):
                pass
            case _:
                raise self.scope.fail("SAY0820", self.sentence)
        if subject.adjectives or subject.relative is not None or subject.determiner.possessive is not None:
            raise self.scope.fail("SAY0820", subject)
        the_only(subject, self.scope)
        owner, modifiers = self._owner(subject)
        arguments = [self._argument(owner)] if owner is not None else []
        for modifier in modifiers:
            if modifier.what is None:
                raise self.scope.fail("SAY0820", self.sentence)
            arguments.append(self._argument(modifier.what))
        word = subject.head or ""
        if isinstance(result, ast.Noun) and result.head == "order":
            return self._order(word, result)
        type_, many = _result_type(result, subject, self.world)
        kinds = tuple(kind for kind, _ in arguments)
        preps = tuple(modifier.word for modifier in modifiers)
        self.world.define(Defined(word, kinds, self.index, type_, preps, many))
        return Definition(self.sentence, word, tuple(arguments), self.index, result=result)

    def _owner(self, subject: ast.Noun) -> tuple[ast.Nominal | None, list[ast.Modifier]]:
        """Of what something is defined, said before or after it, and the other modifiers."""
        owner, modifiers = subject.determiner.owner, list(subject.modifiers)
        of = next((m for m in modifiers if m.word == "of"), None)
        if owner is None and of is not None:
            owner = of.what
            modifiers.remove(of)
        if isinstance(owner, ast.Noun) and owner.determiner.article != "a":
            raise self.scope.fail("SAY0821", owner)
        return owner, modifiers

    def _order(self, word: str, result: ast.Noun) -> Definition:
        the_only(result, self.scope)
        inner = result.of
        if result.determiner.article != "the" or inner is None:
            raise self.scope.fail("SAY0820", self.sentence)
        self.world.orders[word] = self.index
        return Definition(self.sentence, word, (), self.index, result=inner, order=True)


def _result_type(result: ast.Nominal, subject: ast.Noun, world: World) -> tuple[Type, bool]:
    """What a defined noun gives, told from the head of its right side alone (the rest may use later definitions)."""
    if isinstance(result, ast.Group):
        return _result_type(result.items[0], subject, world)[0], True
    if not isinstance(result, ast.Noun):
        return NUMBER, False
    head, several = result.head, bool(result.plural) or isinstance(result.determiner.which, which.All)
    if head in world.kinds:
        return entity(head), several or bool(subject.plural)
    if head in world.aliases:
        return entity(world.aliases[head][0][0]), several
    if head is not None and head != "owner" and (known := world.defined.get(head)):
        return known[0].type, known[0].many
    if result.name is not None and result.name in world.entities:
        return entity(world.entities[result.name][1]), False
    return _type_of_word(head, world), False


def _type_of_word(head: str | None, world: World) -> Type:
    """The type of an attribute, a value or a number."""
    if head == "owner":
        return entity("player")
    if head in world.values:
        return Type("value", world.values[head][1])
    printed = {a.type for (_, name), a in world.attributes.items() if name == head and not a.quantity}
    value = printed.pop() if len(printed) == 1 else NUMBER
    return value if value.base == "value" else NUMBER  # *the suit of a card*


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
            scope.this = scope.subject = value
    said = (
        truth(told_apart(definition.condition, definition.arguments), scope)
        if definition.condition is not None
        else build.TRUE
    )
    match definition.result, definition.otherwise:
        case None, _:
            expr = build.both(*different(definition, scope), said)
        case result, None:
            expr = _right_side(definition, result, scope)
        case result, instead:
            expr = (
                "if",
                said,
                _right_side(definition, instead, scope),
                _right_side(definition, result, scope),
            )
    world.ruleset.functions[definition.function] = Function(
        definition.word, len(definition.arguments), scope.size, expr, sentence
    )


def is_another(node: ast.Nominal) -> bool:
    """*another region*"""
    return isinstance(ast.determiner_of(node).which, which.Another)


def different(definition: Definition, scope: Scope) -> list[Expr]:
    """That *another region* is none of those before it."""
    kinds = [kind for kind, _ in definition.arguments]
    return [
        ("ne", build.local(before), build.local(number))
        for number in definition.others
        for before in range(number)
        if scope.world.related(kinds[before], kinds[number])
    ]


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
    made = _with_players(node, meant)
    assert isinstance(made, ast.Clauses)
    return made


def _with_players(part: Any, meant: Mapping[ast.Determiner, Bound]) -> Any:
    """A part of a condition, with the players that are meant by some determiners."""
    if isinstance(part, tuple):
        return tuple(_with_players(each, meant) for each in part)
    if not isinstance(part, ast.Node):
        return part
    if isinstance(part, ast.Noun) and part.head == "player" and not part.plural:
        plain = not (part.narrowed or part.name)
        found = meant.get(replace(part.determiner, span=None)) if plain else None
        if found is not None:
            return replace(found, span=part.span)
    inner = (each.name for each in fields(part) if each.name != "span")
    return replace(part, **{name: _with_players(getattr(part, name), meant) for name in inner})


def _right_side(definition: Definition, result: ast.Nominal, scope: Scope) -> Expr:
    desc: Desc = describe(result, scope)
    if desc.mode in ("some", "no", "each"):
        raise scope.fail("SAY0803", result)
    if definition.order:
        if scope.world.is_player(desc.type):
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
    defined = next(d for d in scope.world.defined[definition.word] if d.function == definition.function)
    if defined.type == NUMBER:
        return bounding.bounded(as_number(desc, result, scope), definition.closings, scope)
    if not _fits(desc.type, defined.type, scope):
        raise scope.fail("SAY0752", result, found=name_type(desc.type), wanted=name_type(defined.type))
    if defined.many and not desc.many:
        return ("single", desc.expr)
    if not defined.many and desc.many:
        return ("first", desc.expr)
    return desc.expr


def _fits(found: Type, wanted: Type, scope: Scope) -> bool:
    """Whether both cases give the same kind of thing."""
    alike = found.base == wanted.base == "entity" and scope.world.related(found.name, wanted.name)
    return found == wanted or alike


def formula(
    node: ast.Paragraph, world: World, this: Type | None, span: Span | None, own: tuple[int, ...] = ()
) -> Function:
    """A `formula` field: its sentences *Score A [if C]* added up, *Otherwise* for what C is not.  Arguments: you, this.

    `this`: None: no component says it.  `own`: all that say it.
    """
    said_by = None if this is None else Val(("local", 1), this)
    scope = Scope(world, span=span, you=Val(("local", 0), entity("player")), this=said_by, own=own)
    terms: list[Expr] = []
    said: list[int] = []
    asked: Expr | None = None
    for sentence in node.sentences:
        said.append(scope.say(sentence.span))
        otherwise = is_otherwise(sentence)
        if otherwise and asked is None:
            raise scope.unfit(sentence.openings[0], "“Otherwise” after a sentence without a condition")
        term, condition = _term(replace(sentence, openings=sentence.openings[otherwise:]), scope)
        before = (asked,) if otherwise and asked is not None else ()
        terms.append(("if", *before, build.integer(0), term) if before else term)
        asked = build.either(*before, condition) if condition is not None else None
    total = terms[0]
    for term in terms[1:]:
        total = ("add", total, term)
    return Function("formula", 2, scope.size, total, said[0], tuple(said))


SCORES = Constructions("formula")


@SCORES.form("Score {amount}.")
def score(scope: Scope, what: ast.Nominal) -> Expr:
    """How much a component is worth."""
    return as_number(describe(_counted(what, scope), scope), what, scope)


def _term(sentence: ast.Sentence, scope: Scope) -> tuple[Expr, Expr | None]:
    """One sentence of a formula, and its condition: *(If C,) score A (unless C) (, but at most 6)*."""
    scope.number += 1
    clause, closings = only_clause(sentence)
    if clause is None or SCORES.match(clause) is None:
        raise scope.fail("SAY0822", sentence)
    if sentence.openings and isinstance(sentence.openings[0], ast.ForEach):
        return _summed(sentence, sentence.openings[0], scope), None
    _fit_for_score(sentence.openings, closings, scope)
    value = bounding.bounded(SCORES.meaning(clause, scope), closings, scope)
    conditions = [
        build.negate(truth(each.condition, scope)) if each.word == "unless" else truth(each.condition, scope)
        for each in (*closings, *sentence.openings)
        if isinstance(each, ast.Closing | ast.Given)
        and each.word in ("if", "unless")
        and each.condition is not None
    ]
    if not conditions:
        return value, None
    condition = build.both(*conditions)
    return ("if", condition, value, build.integer(0)), condition


def _summed(sentence: ast.Sentence, opening: ast.ForEach, scope: Scope) -> Expr:
    """*For each suit, score the highest value of your cards of that suit.*: of all of them together."""
    again = [each for each in sentence.body.every(ast.Modifier) if each.word == "for each"]
    if every(opening) is not None or any(_same_noun(each.what, opening.each) for each in again):
        raise scope.unfit(opening, "this in a score", hint="sentences are added up: say it in two")
    desc = looped(opening, scope)
    slot = scope.alloc()
    member = Val(("local", slot), desc.type)
    player = scope.world.is_player(desc.type)
    with scope.discourse.closed():
        scope.bind(member, desc.called)
        with scope.saying(they=member if player else scope.they):
            value, _ = _term(replace(sentence, openings=sentence.openings[1:]), scope)
    return ("sum", ("map", desc.expr, slot, value))


def _same_noun(what: ast.Nominal | None, other: ast.Nominal) -> bool:
    return isinstance(what, ast.Noun) and isinstance(other, ast.Noun) and what.head == other.head


def _fit_for_score(
    openings: tuple[ast.Opening, ...], closings: tuple[ast.Closing, ...], scope: Scope
) -> None:
    """SAY0801: a score is bounded, or depends on a condition; nothing else stands around it."""
    unfit: list[ast.Node] = [c for c in closings if c.word not in ("if", "but", "unless")]
    unfit += [o for o in openings if ast.given_of(o) != "if"]
    if unfit:
        raise scope.unfit(unfit[0], "this in a score")


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
