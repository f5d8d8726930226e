"""From the grammar's rules to the syntax tree: one method for each rule, called by lark as it reduces.

Methods get the values of a rule's parts and give one value: a node of `ast.py`, or something smaller on the way to
one (`Core`, `Chunk`).  Nothing here looks at the text: everything comes from tagged tokens, so the Earley oracle uses
the same methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from toolkit.language import agreement, trouble
from toolkit.language.ast import (
    Act,
    Arith,
    Be,
    Choice,
    Clause,
    Clauses,
    Closing,
    Complement,
    Determiner,
    FirstTime,
    ForEach,
    Given,
    Group,
    InsteadOf,
    IsAdjective,
    IsPlaced,
    IsRelated,
    IsThing,
    IsTrue,
    Joint,
    Link,
    Manner,
    Modifier,
    Nominal,
    Noun,
    Opening,
    Predicate,
    Pronoun,
    ProVerb,
    Relative,
    Repeat,
    Sentence,
    There,
    Times,
    Verb,
    When,
)
from toolkit.language.attach import Attacher, Chunk, one_of
from toolkit.language.lexer import Lexicon, Token
from toolkit.report import Diagnostic, Label, Span, diagnose

_INSTEAD = "instead"
_ROLES = {
    "TO": "to",
    "FROM": "from",
    "INTO": "into",
    "AS": "as",
    "BY": "by",
    "WITH": "with",
    "FOR": "for",
    "PLACE": "place",
}
_JOINTS: dict[str, Joint] = {"AND_S": "and", "OR_S": "or", "THEN_S": "then", "AND_V": "and", "OR_V": "or",
                             "AND_R": "and", "OR_R": "or", "AND_P": "and", "OR_P": "or"}  # fmt: skip
_SINGULAR = frozenset({"each", "every", "another", "a random"})
_PLURAL = frozenset({"both", "any number of", "that many", "as many", "one of", "each of"})


class Core:
    """A verb phrase without its adverbials: what to make (`make`, `fields`), and the word that agrees."""

    __slots__ = ("fields", "finite", "make", "manners", "span")

    def __init__(
        self,
        make: type[Verb],
        finite: Token | None,
        span: Span | None,
        manners: Sequence[Any] = (),
        **fields: Any,
    ) -> None:
        self.make = make
        self.finite = finite
        self.span = span
        self.manners = manners
        self.fields = fields


class Parts:
    """A verb with its complements: before it is known whether it stands in the past or after a modal."""

    __slots__ = ("complements", "manners", "span", "token")

    def __init__(
        self, token: Token, complements: tuple[Complement, ...], manners: list[Any], span: Span | None
    ) -> None:
        self.token = token
        self.complements = complements
        self.manners = manners
        self.span = span


class Made:
    """A whole verb phrase and the word in it that agrees with a subject."""

    __slots__ = ("finite", "verb")

    def __init__(self, verb: Verb, finite: Token | None) -> None:
        self.verb = verb
        self.finite = finite


def span_of(*things: Any) -> Span | None:
    """The span from the first to the last of the things that have one."""
    first: Span | None = None
    last: Span | None = None
    for thing in things:
        if thing is None or isinstance(thing, (str, bool)):
            continue
        span = getattr(thing, "span", None)
        if span is not None:
            if first is None:
                first = span
            last = span
    if first is None or last is None or first is last:
        return first
    return Span(
        first.source, first.start if first.start < last.start else last.start, max(first.end, last.end)
    )


class Builder:
    """The methods; `diagnostics` collects what agreement and attachment find while a sentence is built."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.vocabulary = lexicon.vocabulary
        self.attacher = Attacher(lexicon)
        self.agreement = agreement.Agreement(lexicon)
        self.diagnostics: list[Diagnostic] = self.attacher.diagnostics

    # --- Sentences ------------------------------------------------------------------------------------------

    def _sentence(self, parts: list[Any]) -> Sentence:
        openings = tuple(part for part in parts if isinstance(part, Opening))
        body = next(part for part in parts if isinstance(part, Clauses))
        closings = tuple(part for part in parts if isinstance(part, Closing))
        if closings:
            body = replace(body, closings=closings, span=span_of(body, *closings))
        return Sentence(span=span_of(*parts), openings=openings, body=body)

    definition = condition = _sentence

    def effect(self, parts: list[Any]) -> Sentence:
        """A sentence that orders something: its verbs say everything they need."""
        sentence = self._sentence(parts)
        assert isinstance(sentence.body, Clauses)
        for clause in sentence.body.clauses:
            if isinstance(clause, Clause):
                for verb in clause.verbs:
                    self._complete(verb)
        return sentence

    statement = decision = effect

    def _complete(self, verb: Verb) -> None:
        if not isinstance(verb, Act) or verb.passive or verb.negated or verb.tense != "present":
            return
        if verb.modal not in (None, "may", "must"):
            return
        roles = tuple(dict.fromkeys(complement.role for complement in verb.complements))
        frames = self.lexicon.frames.get(verb.verb, set())
        if roles not in frames and verb.span is not None:
            self.diagnostics.append(trouble.unsaid(self.lexicon, verb, roles))

    def cost(self, parts: list[Any]) -> Sentence:
        """A cost is an amount alone: a sentence whose verb, *pay*, is not said."""
        amount = parts[0]
        act = Act(
            span=amount.span,
            verb="pay",
            complements=(Complement(span=amount.span, role="obj", value=amount),),
        )
        clause = Clause(span=amount.span, verbs=(act,))
        return Sentence(span=span_of(*parts), body=Clauses(span=amount.span, clauses=(clause,)))

    def choice(self, parts: list[Any]) -> Sentence:
        openings = tuple(part for part in parts if isinstance(part, Opening))
        subject, may = next(part for part in parts if isinstance(part, tuple))
        body = Choice(span=span_of(*parts), subject=subject, may=may, items=())
        return Sentence(span=span_of(*parts), openings=openings, body=body)

    def chooser(self, parts: list[Any]) -> tuple[Nominal | None, bool]:
        return (parts[0] if parts else None), False

    def chooser_may(self, parts: list[Any]) -> tuple[Nominal | None, bool]:
        return (parts[0] if len(parts) > 1 else None), True

    # --- Openings and closings ------------------------------------------------------------------------------

    def given(self, parts: list[Any]) -> Given:
        word = parts[0].reading.id
        return Given(span=span_of(*parts), word=word, condition=parts[1])

    def first_time(self, parts: list[Any]) -> FirstTime:
        period = next((part.period for part in parts if isinstance(part, When)), None)
        condition = next(part for part in parts if isinstance(part, Clauses))
        return FirstTime(span=span_of(*parts), period=period, condition=condition)

    def for_each(self, parts: list[Any]) -> ForEach:
        each = parts[1]
        if parts[0].reading.id.endswith("of"):
            each = one_of(each) or each
        return ForEach(span=span_of(*parts), each=each)

    def once(self, parts: list[Any]) -> When:
        return replace(parts[1], once=True, span=span_of(*parts))

    def opening_time(self, parts: list[Any]) -> Opening:
        return parts[0]

    opening_manner = opening_time

    def link(self, parts: list[Any]) -> Link:
        return Link(span=parts[0].span, word="then" if parts[0].type == "THEN_FIRST" else "otherwise")

    def repeat(self, parts: list[Any]) -> Repeat:
        return Repeat(span=span_of(*parts), times=parts[1])

    def closing(self, parts: list[Any]) -> Closing:
        word = parts[0].reading.id
        if word == "but":
            return Closing(span=span_of(*parts), word="but", bound=parts[1])
        return Closing(span=span_of(*parts), word=word, condition=parts[1])

    # --- Clauses --------------------------------------------------------------------------------------------

    def body(self, parts: list[Any]) -> Clauses:
        clauses: list[Clause | There] = []
        joints: list[Joint] = []
        for part in parts:
            if isinstance(part, Token):
                joints.append(_JOINTS[part.type])
            elif isinstance(part, str):
                joints.append(part)  # type: ignore[arg-type]
            else:
                clauses.append(part)
        return Clauses(span=span_of(*parts), clauses=tuple(clauses), joints=tuple(joints))

    def joint(self, parts: list[Any]) -> Joint:
        return _JOINTS[parts[0].type]

    def clause_behind(self, parts: list[Any]) -> Clause | There:
        clause = parts[-1]
        return replace(clause, openings=tuple(parts[:-1]), span=span_of(*parts)) if len(parts) > 1 else clause

    def clause(self, parts: list[Any]) -> Clause:
        return self._clause(parts[0], parts[1])

    def clause_only(self, parts: list[Any]) -> Clause:
        made, joint = parts[2]
        first = Made(replace(made[0].verb, only=True), made[0].finite)
        return self._clause(parts[1], ([first, *made[1:]], joint), start=parts[0])

    def clause_bare(self, parts: list[Any]) -> Clause:
        return self._clause(None, parts[0])

    def _clause(
        self, subject: Nominal | None, verbs: tuple[list[Made], Joint | None], start: Token | None = None
    ) -> Clause:
        made, joint = verbs
        nodes = [self._agree(subject, item) for item in made]
        if (
            isinstance(subject, Pronoun)
            and isinstance(nodes[0], Be)
            and isinstance(nodes[0].predicate, IsTrue)
        ):
            subject = None
        return Clause(span=span_of(start, subject, *nodes), subject=subject, verbs=tuple(nodes), joint=joint)

    def _agree(self, subject: Nominal | None, made: Made) -> Verb:
        """Compares verb and subject; *a player put* is past, for the present would be *puts*."""
        verb, finite = made.verb, made.finite
        if finite is None or subject is None:
            return verb
        if finite.reading.kind == "verb" and "d" in finite.reading.form and "b" in finite.reading.form:
            if (
                self.agreement.singular(subject)
                and verb.tense == "present"
                and not isinstance(subject, Pronoun)
            ):
                return replace(verb, tense="past")
            return verb
        found = self.agreement.verb(subject, finite)
        if found is not None:
            self.diagnostics.append(found)
        return verb

    def verbs(self, parts: list[Any]) -> tuple[list[Made], Joint | None]:
        made = [part for part in parts if isinstance(part, Made)]
        joint = next((_JOINTS[part.type] for part in parts if isinstance(part, Token)), None)
        for k in range(1, len(made)):
            made[k] = self._shared(made[k - 1].verb, made[k])
        return made, joint

    def _shared(self, before: Verb, made: Made) -> Made:
        """A verb under the modal, the *does not* or the *has* of the one before: *cannot move or attack*.

        A modal stays on the first verb only: the printers say it once.
        """
        finite = made.finite
        if finite is None or finite.reading.kind != "verb" or finite.type == "HAVE_AUX":
            return made
        form = finite.reading.form
        if before.modal is not None:
            if "b" not in form:
                self.diagnostics.append(self.agreement.base(finite))
            return Made(
                replace(made.verb, tense="present") if made.verb.tense != "present" else made.verb, None
            )
        if before.negated and isinstance(before, Act) and not before.passive and "b" in form:
            return Made(replace(made.verb, negated=True, tense=before.tense), None)
        if before.tense == "perfect" and "n" in form:
            return Made(replace(made.verb, tense="perfect"), None)
        return made

    def verb(self, parts: list[Any]) -> Made:
        core: Core
        before: list[Any] = []
        k = 0
        while not isinstance(parts[k], Core):
            before.append(parts[k])
            k += 1
        core = parts[k]
        behind = parts[k + 1 :]
        fields = core.fields
        adverbials = [*before, *core.manners]
        for part in behind:
            if part is _INSTEAD or (isinstance(part, Token) and part.type == "INSTEAD"):
                fields["instead"] = True
            else:
                adverbials.append(part)
        if adverbials:
            fields["adverbials"] = tuple(adverbials)
        return Made(core.make(span=span_of(core, *parts), **fields), core.finite)

    verb1 = verb

    def gap1(self, parts: list[Any]) -> Made:
        """The verb of an object relative; *you won in Paris* says where with a place of its own."""
        place = parts[-1]
        if not isinstance(place, tuple):
            return self.verb(parts)
        token, where = place
        core = next(part for part in parts if isinstance(part, Core))
        prep = "" if where is None else token.reading.id
        complement = Complement(span=span_of(token, where), role="place", prep=prep, value=where)
        core.fields["complements"] = (*core.fields["complements"], complement)
        core.span = span_of(_At(core.span), complement)
        return self.verb(parts[:-1])

    def finite(self, parts: list[Any]) -> Core:
        part: Parts = parts[0]
        form = part.token.reading.form
        tense = "present" if "t" in form or "b" in form else "past"
        return self._act(part, part.token, tense=tense)

    def modal(self, parts: list[Any]) -> Core:
        core = self._act(parts[1], None, modal=parts[0].reading.id)
        core.span = span_of(*parts)
        return core

    def do_not(self, parts: list[Any]) -> Core:
        token = parts[0]
        past = token.reading.id.startswith("did")
        core = self._act(parts[1], None if past else token, negated=True, tense="past" if past else "present")
        core.span = span_of(*parts)
        return core

    def perfect(self, parts: list[Any]) -> Core:
        core = self._act(parts[-1], parts[0], negated=len(parts) > 2, tense="perfect")
        core.span = span_of(*parts)
        return core

    def perfect_passive(self, parts: list[Any]) -> Core:
        core = self._act(parts[-1], parts[0], negated=parts[1].type == "NOT", tense="perfect", passive=True)
        core.span = span_of(*parts)
        return core

    def _act(self, part: Parts, finite: Token | None, **fields: Any) -> Core:
        return Core(
            Act,
            finite,
            part.span,
            part.manners,
            verb=part.token.reading.id,
            complements=part.complements,
            **fields,
        )

    def be(self, parts: list[Any]) -> tuple[Token, dict[str, Any]]:
        first = parts[0]
        if first.type == "MODAL":
            return first, {"modal": first.reading.id}
        fields: dict[str, Any] = {}
        if len(parts) > 1:
            fields["negated"] = True
        if first.reading.id in ("was", "were"):
            fields["tense"] = "past"
        return first, fields

    def is_state(self, parts: list[Any]) -> Core:
        token, fields = parts[0]
        finite = token if token.type == "BE" else None
        return Core(Be, finite, span_of(token, parts[1]), predicate=parts[1], **fields)

    def is_passive(self, parts: list[Any]) -> Core:
        token, fields = parts[0]
        core = self._act(parts[1], token if token.type == "BE" else None, passive=True, **fields)
        core.span = span_of(token, parts[1])
        return core

    def is_true(self, parts: list[Any]) -> Core:
        predicate = IsTrue(span=span_of(*parts), clauses=parts[-1])
        fields: dict[str, Any] = {"negated": True} if len(parts) > 3 else {}
        return Core(Be, None, span_of(*parts), predicate=predicate, **fields)

    def pro(self, parts: list[Any]) -> Core:
        word = parts[0].reading.id
        fields: dict[str, Any] = {"word": "can" if word.startswith("can") else "do"}
        if word.endswith("not"):
            fields["negated"] = True
        if word.startswith("did"):
            fields["tense"] = "past"
        finite = parts[0] if word.startswith(("do ", "does")) or word == "do" else None
        return Core(ProVerb, finite, parts[0].span, **fields)

    def there_is(self, parts: list[Any]) -> There:
        what = next(part for part in parts if isinstance(part, Nominal))
        negated = any(isinstance(part, Token) and part.type == "NOT" for part in parts)
        found = self.agreement.verb(what, parts[1], behind=True)
        if found is not None:
            self.diagnostics.append(found)
        for part in parts:
            if isinstance(part, tuple):
                what = _with_than(what, part)
        adverbials = tuple(part for part in parts[2:] if isinstance(part, (When, Manner, Times, InsteadOf)))
        return There(span=span_of(*parts), what=what, negated=negated, adverbials=adverbials)

    # --- Verbs and their slots ------------------------------------------------------------------------------

    def action(self, parts: list[Any]) -> Parts:
        token = parts[0]
        complements: list[Complement] = []
        manners: list[Any] = []
        prep: Token | None = None
        for part in parts[1:]:
            if isinstance(part, Token):
                if part.type == "THERE":
                    complements.append(Complement(span=part.span, role="place", value=None))
                elif part.type != "THEN_B":
                    prep = part
            elif isinstance(part, Nominal):
                role, word = (_ROLES[prep.type], prep.reading.id) if prep is not None else ("obj", "")
                complements.append(Complement(span=span_of(prep, part), role=role, prep=word, value=part))
                if role == "place" and isinstance(part, Group):
                    self._one_place(part, token)
                prep = None
            elif isinstance(part, Predicate):
                complements.append(Complement(span=part.span, role="adj", value=part))
            elif isinstance(part, Manner):
                manners.append(part)
            elif isinstance(part, tuple):
                if part and isinstance(part[0], Token):  # than …, behind a place
                    k = next(k for k, c in enumerate(complements) if c.role == "obj")
                    value = complements[k].value
                    assert isinstance(value, Nominal)
                    complements[k] = replace(complements[k], value=_with_than(value, part))
                else:
                    value_of = self.predicate([part])
                    assert prep is not None
                    complements.append(
                        Complement(span=span_of(prep, value_of), role="as", prep="as", value=value_of)
                    )
                    prep = None
        return Parts(token, tuple(complements), manners, span_of(*parts))

    def _one_place(self, group: Group, verb: Token) -> None:
        """*has a card in Paris and a piece in London*: the second thing would be read as a place."""
        kinds = [self.attacher.category_of(item) for item in group.items]
        if kinds[0] in ("place", "group"):
            for item, kind in zip(group.items, kinds, strict=True):
                if kind not in ("place", "group") and item.span is not None:
                    self.diagnostics.append(diagnose("SAY0603", item.span, verb=verb.reading.id))
                    return

    passive = gap = action

    def than_far(self, parts: list[Any]) -> tuple[Token, Nominal]:
        return parts[0], parts[1]

    def manner(self, parts: list[Any]) -> Manner:
        token = parts[0]
        starting = parts[2] if len(parts) > 2 else None
        return Manner(span=span_of(*parts), word=token.reading.id, starting=starting)

    def times(self, parts: list[Any]) -> Times:
        bound = parts[0].reading.id if parts[0].type == "TBOUND" else None
        return Times(span=span_of(*parts), number=int(parts[-2].reading.id), bound=bound)

    def time(self, parts: list[Any]) -> When:
        first = parts[0]
        if first.type in ("TIME", "TIME_R"):
            return When(span=span_of(*parts), word=first.reading.id, period=parts[1])
        word = first.reading.id
        determiner = (
            Determiner(span=first.span, article=word)
            if word in ("this", "that")
            else Determiner(span=first.span, quantifier=word)
        )
        period = Noun(span=span_of(*parts), determiner=determiner, head=parts[1].reading.id)
        return When(span=period.span, word="", period=period)

    def instead(self, parts: list[Any]) -> Token:
        return parts[0]

    def instead_of(self, parts: list[Any]) -> InsteadOf:
        return InsteadOf(span=span_of(*parts), what=parts[1])

    # --- Predicates -----------------------------------------------------------------------------------------

    def relative(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        """A relative clause and the words in it that agree with its noun; further ones hang on the first."""
        node, finites = parts[-1]
        found = list(finites)
        for k in range(len(parts) - 3, -1, -2):
            earlier, more = parts[k]
            found += more
            node = replace(earlier, joint=_JOINTS[parts[k + 1].type], more=node, span=span_of(earlier, node))
        return node, found

    def relative_subject(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        made: Made = parts[1]
        node = Relative(span=span_of(parts[0], made.verb), word=parts[0].reading.id, verb=made.verb)
        return node, [made.finite] if made.finite is not None else []

    def relative_object(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        return self._relative(parts[0], parts[0].reading.id, parts[1], parts[2])

    def relative_pronoun(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        subject = Pronoun(span=parts[0].span, word=parts[0].reading.id)
        return self._relative(parts[0], "", subject, parts[1])

    def relative_where(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        return self._relative(parts[0], "where", parts[1], parts[2])

    def relative_where_there(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        there = There(span=span_of(*parts[1:]), what=parts[-1])
        return Relative(span=span_of(*parts), word="where", there=there), []

    def relative_whose(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        return self._relative(parts[0], "whose", parts[1].node, parts[2])

    def relative_whose_object(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        subject = Pronoun(span=parts[2].span, word=parts[2].reading.id)
        node, finites = self._relative(parts[0], "whose", subject, parts[3])
        verb = node.verb
        assert isinstance(verb, Act)
        thing = Complement(span=parts[1].node.span, role="obj", value=parts[1].node)
        return replace(node, verb=replace(verb, complements=(thing, *verb.complements))), finites

    def _relative(
        self, start: Token, word: str, subject: Nominal, made: Made
    ) -> tuple[Relative, list[Token]]:
        verb = self._agree(subject, made)
        return Relative(span=span_of(start, subject, verb), word=word, subject=subject, verb=verb), []

    def adjectives(self, parts: list[Any]) -> tuple[Any, ...]:
        words = tuple(part.reading.id for part in parts if part.type == "ADJ")
        joint = next((_JOINTS[part.type] for part in parts if part.type in ("AND_P", "OR_P")), None)
        return words, joint, span_of(*parts)

    def predicate(self, parts: list[Any]) -> Predicate:
        if isinstance(parts[0], Predicate):
            return parts[0]
        words, joint, span = parts[0]
        return IsAdjective(span=span, adjectives=words, joint=joint)

    def predicate_adjectives_place(self, parts: list[Any]) -> Predicate:
        words, joint, span = parts[0]
        where = self.predicate_placed(parts[1:])
        if not isinstance(where, IsPlaced):
            where = IsPlaced(span=where.span, prep=where.relation, where=where.to)  # type: ignore[attr-defined]
        return IsAdjective(span=span_of(_At(span), where), adjectives=words, joint=joint, where=where)

    def predicate_thing(self, parts: list[Any]) -> Predicate:
        return IsThing(span=parts[0].span, what=parts[0])

    def predicate_placed(self, parts: list[Any]) -> Predicate:
        if len(parts) == 1:
            token, where = parts[0]
        else:
            token, where = parts
        if token.type == "THERE":
            return IsPlaced(span=token.span, prep="", where=None)
        if token.reading.kind == "relation":
            return IsRelated(span=span_of(token, where), relation=token.reading.id, to=where)
        return IsPlaced(span=span_of(token, where), prep=token.reading.id, where=where)

    def predicate_yours(self, parts: list[Any]) -> Predicate:
        token = parts[0]
        return IsPlaced(span=token.span, prep="of", where=Pronoun(span=token.span, word=token.reading.id))

    def predicate_related(self, parts: list[Any]) -> Predicate:
        return IsRelated(span=span_of(*parts), relation=parts[0].reading.id, to=parts[1])

    def place(self, parts: list[Any]) -> tuple[Token, Nominal | None]:
        return parts[0], (parts[1] if len(parts) > 1 else None)

    inner_place = place

    # --- Noun phrases ---------------------------------------------------------------------------------------

    def np(self, parts: list[Any]) -> Nominal:
        chain = parts[0]
        if len(chain) == 1:
            return chain[0][1].node
        return self.attacher.attach(chain)[0]

    def np_relative(self, parts: list[Any]) -> Nominal:
        relative, finites = parts[1]
        node, host, others = self.attacher.attach(parts[0], relative)
        if host is not None:
            for finite in finites:
                found = self.agreement.verb(host, finite)
                if found is not None:
                    self.diagnostics.append(found)
        if others and host is not None and relative.span is not None:
            self.diagnostics.append(_two_hosts(host, others[0], relative))
        return node

    def np_including(self, parts: list[Any]) -> Nominal:
        node = self.np(parts)
        extra = Modifier(span=span_of(parts[1], parts[2].node), word="including", what=parts[2].node)
        target = node
        if isinstance(target, Noun):
            return replace(target, modifiers=(*target.modifiers, extra), span=span_of(node, extra))
        return node

    def chain(self, parts: list[Any]) -> list[Any]:
        return [(None, parts[0], None)]

    def chain_more(self, parts: list[Any]) -> list[Any]:
        return [*parts[0], (parts[1], parts[2], None)]

    def chain_again(self, parts: list[Any]) -> list[Any]:
        return [*parts[0], (parts[1], parts[3], parts[2])]

    def chain_there(self, parts: list[Any]) -> list[Any]:
        return [*parts[0], (parts[1], None, None)]

    def arith(self, parts: list[Any]) -> Nominal:
        return Arith(span=span_of(*parts), op=parts[1].reading.id, left=parts[0], right=parts[2])

    def rounded(self, parts: list[Any]) -> Nominal:
        return _rounded(parts[0], parts[1])

    def pronoun(self, parts: list[Any]) -> Chunk:
        token = parts[0]
        node = Pronoun(span=token.span, word=token.reading.id)
        return Chunk(node, "thing" if node.word == "it" else "player", token)

    def nominal_less(self, parts: list[Any]) -> Chunk:
        chunk: Chunk = parts[0]
        node = chunk.node
        assert isinstance(node, Noun)
        determiner = replace(node.determiner, more=parts[1].reading.id)
        chunk.node = replace(node, determiner=determiner, span=span_of(node, parts[1]))
        return chunk

    def nominal_adverb(self, parts: list[Any]) -> Chunk:
        chunk: Chunk = parts[0]
        node = chunk.node
        assert isinstance(node, Noun)
        modifier = Modifier(span=parts[1].span, word=parts[1].reading.id)
        chunk.node = replace(node, modifiers=(modifier,), span=span_of(node, parts[1]))
        return chunk

    def chunk(self, parts: list[Any]) -> Chunk:
        return parts[0]

    def nominal(self, parts: list[Any]) -> Chunk:
        return self._noun(parts[:-1], parts[-1])

    def base(self, parts: list[Any]) -> list[Any]:
        return parts

    def owner(self, parts: list[Any]) -> tuple[str, Nominal]:
        return "owner", self._noun((), parts[0]).node

    def _noun(self, outer: Sequence[Token], inner: list[Any]) -> Chunk:
        """A noun with everything before it, from tokens in their fixed order."""
        fields: dict[str, Any] = {}
        adjectives: list[str] = []
        head: str | None = None
        name: str | None = None
        last: Token | None = None
        tokens: list[Any] = [*outer, *inner]
        for part in tokens:
            if isinstance(part, tuple):
                fields["owner"] = part[1]
                continue
            last = part
            type = part.type
            id = part.reading.id
            if type == "NOUN":
                head = id
            elif type == "NAME":
                name = id
            elif type == "ADJ":
                adjectives.append(id)
            elif type == "ART":
                fields["article"] = id
            elif type == "POSS":
                fields["possessive"] = id
            elif type == "QIN" or type == "MOST":
                fields["quantifier"] = id
            elif type == "QOUT":
                if id == "one of":
                    fields["number"] = 1
                    fields["of"] = True
                elif id == "each of":
                    fields["quantifier"] = "each"
                    fields["of"] = True
                else:
                    fields["quantifier"] = id
            elif type == "NUMBER":
                fields["number"] = int(id)
            elif type == "SIGNED":
                fields["number"] = int(id)
                fields["signed"] = True
            elif type == "OF_PART":
                fields["of"] = True
            elif type == "BOUND":
                fields["bound"] = id
            elif type == "ORD":
                fields["ordinal"] = id
            elif type == "OTHER":
                fields["other"] = True
            elif type == "MORE":
                fields["more"] = id
            elif type == "RANDOM":
                fields["quantifier"] = "random"
        end = last
        first = tokens[0][1] if isinstance(tokens[0], tuple) else tokens[0]
        span = span_of(first, end)
        determiner = Determiner(span=span, **fields) if fields else _EMPTY
        plural: bool | None = None
        if end is not None and end.type == "NOUN":
            plural = self._plural(fields, end)
            found = self.agreement.noun(fields, tokens, end)
            if found:
                self.diagnostics.extend(found)
        node = Noun(
            span=span,
            determiner=determiner,
            adjectives=tuple(adjectives),
            head=head,
            name=name,
            plural=plural,
        )
        return Chunk(node, self.attacher.category(head, name), end)

    def _plural(self, fields: dict[str, Any], token: Token) -> bool | None:
        """Whether the noun's number says something that its determiner does not."""
        form = token.reading.form
        if form not in ("s", "p"):
            return None
        if fields.get("of") or (fields.get("number") is not None and "more" not in fields):
            return None
        if fields.get("quantifier") in _SINGULAR or fields.get("quantifier") in _PLURAL:
            return None
        if (
            fields.get("article") in ("a", "this", "that", "those", "these")
            or fields.get("number") is not None
        ):
            return None
        return form == "p"


_EMPTY = Determiner()


class _At:
    """Something with a span."""

    __slots__ = ("span",)

    def __init__(self, span: Span | None) -> None:
        self.span = span


def _two_hosts(host: Nominal, other: Nominal, relative: Relative) -> Diagnostic:
    """A relative clause that two nouns could take: read as the nearest, and said so."""
    assert relative.span is not None
    near, far = _name(host), _name(other)
    clause = relative.span.text
    labels = [Label(node.span, label) for node, label in ((other, "or this?"),) if node.span]
    hint = f"read as *[{near} {clause}]*; *[{far} {clause}]* needs another wording"
    return diagnose("SAY0602", relative.span, near=near, far=far, labels=labels, hint=hint)


def _name(node: Nominal) -> str:
    if isinstance(node, Noun):
        return node.name or node.head or "it"
    return "it"


def _with_than(node: Nominal, than: tuple[Token, Nominal]) -> Nominal:
    """The *than* phrase, said behind a place, back at the noun that it compares."""
    if not isinstance(node, Noun):
        return node
    modifier = Modifier(span=span_of(*than), word="than", what=than[1])
    return replace(node, modifiers=(*node.modifiers, modifier))


def _rounded(node: Nominal, token: Token) -> Nominal:
    """*rounded up* belongs to the half, however deep that stands at the end of the phrase."""
    if isinstance(node, Noun) and node.modifiers and node.determiner.quantifier not in ("half", "half of"):
        last = node.modifiers[-1]
        if last.what is not None and _ends_with_half(last.what):
            inner = replace(last, what=_rounded(last.what, token), span=span_of(last, token))
            return replace(node, modifiers=(*node.modifiers[:-1], inner), span=span_of(node, token))
    return Arith(span=span_of(node, token), op=token.reading.id, left=node)


def _ends_with_half(node: Nominal) -> bool:
    if isinstance(node, Noun):
        if node.determiner.quantifier in ("half", "half of"):
            return True
        return bool(node.modifiers and node.modifiers[-1].what and _ends_with_half(node.modifiers[-1].what))
    return False
