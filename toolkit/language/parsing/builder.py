"""From the grammar's rules to the syntax tree: one method for each rule, called by lark as it reduces.

Methods get the values of a rule's parts and give one value: a node of `ast.py`, or something smaller on the way to
one (`Core`, `Chunk`).  Nothing here looks at the text: everything comes from tagged tokens, so the Earley oracle uses
the same methods.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from toolkit.language.ast import (
    Act,
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
    Repeat,
    Sentence,
    There,
    Times,
    Verb,
    When,
)
from toolkit.language.lexer import Token
from toolkit.language.parsing import boundary, compared_there, lacking, same_past, trouble
from toolkit.language.parsing.attach import one_by_one
from toolkit.language.parsing.nominals import NominalBuilder, with_than
from toolkit.language.parts import JOINTS, At, Core, Made, Order, Parts, same, span_of, with_verbs
from toolkit.language.wording import final, normal, within
from toolkit.language.wording.instead import replacement
from toolkit.report import diagnose


class Builder(NominalBuilder):
    """The methods.  One builder serves one parser; nothing of a sentence stays in it but `diagnostics`.

    `goes_on`: whether a sentence of the same text has begun a rule before.
    """

    goes_on = False

    # --- Sentences ------------------------------------------------------------------------------------------

    def _sentence(self, parts: list[Any]) -> Sentence:
        openings = tuple(part for part in parts if isinstance(part, Opening))
        body = next(part for part in parts if isinstance(part, Clauses))
        closings = tuple(part for part in parts if isinstance(part, Closing))
        if closings:
            body = replace(body, closings=closings, span=span_of(body, *closings))
            if (doubtful := boundary.closed_alone(body)) is not None:
                self.diagnostics.append(doubtful)
        return Sentence(span=span_of(*parts), openings=openings, body=body)

    definition = condition = _sentence

    def formula(self, parts: list[Any]) -> Sentence:
        """A sentence that orders something: its verbs say everything they need."""
        sentence = self._sentence(parts)
        body = sentence.body
        assert isinstance(body, Clauses)
        clauses = [
            with_verbs(each, [*map(self._complete, each.verbs)]) if isinstance(each, Clause) else each
            for each in body.clauses
        ]
        if (doubtful := trouble.condition_of_which(sentence)) is not None:
            self.diagnostics.append(doubtful)
        if same(clauses, body.clauses):
            return sentence
        return replace(sentence, body=replace(body, clauses=tuple(clauses)))

    decision = formula

    def effect(self, parts: list[Any]) -> Sentence:
        """An order of a step or a card: it may have its condition after it, if it is one order."""
        sentence = within.each_of_theirs(self.formula(parts), stands=False)
        sentence = normal.order(normal.done(sentence, self.lexicon), self.lexicon)
        body = sentence.body
        assert isinstance(body, Clauses)
        last = body.closings[-1] if body.closings else None
        if last is not None and last.word == "if" and last.span is not None and not final.is_able(last):
            hangs = final.hangs(sentence, self.vocabulary)
            self.diagnostics.append(trouble.condition_behind(last.span, sentence, hangs))
        return sentence

    def statement(self, parts: list[Any]) -> Sentence:
        """A standing rule may have its condition after it; an order among the rules may not."""
        sentence = within.each_of_theirs(self.formula(parts), stands=True)
        sentence = normal.order(sentence, self.lexicon, stands=True)
        sentence = replacement(within.in_the_event(normal.rule(sentence, self.goes_on)))
        if any(isinstance(each, Given) and each.word == "when" for each in sentence.openings):
            sentence = normal.done(sentence, self.lexicon)
        body = sentence.body
        assert isinstance(body, Clauses)
        first = body.clauses[0]
        last = body.closings[-1] if body.closings else None
        if last is None or last.word != "if" or last.span is None or not isinstance(first, Clause):
            return sentence
        verb = first.verbs[0]
        if isinstance(verb, Act) and (first.subject is None or verb.modal in ("may", "must")):
            if not final.is_able(last):
                self.diagnostics.append(trouble.order_behind(last.span, sentence, first))
        return sentence

    def _complete(self, verb: Verb) -> Verb:
        """The verb with all that it needs; what is not said anywhere is reported."""
        if not isinstance(verb, Act) or verb.passive or verb.negated or verb.tense != "present":
            return verb
        if verb.modal not in (None, "may", "must"):
            return verb
        frames = self.lexicon.frames.get(verb.verb, set())
        whole = lacking.completed(verb, frames)
        if lacking.roles(whole) not in frames and verb.span is not None:
            self.diagnostics.append(trouble.unsaid(self.lexicon, verb, lacking.roles(verb)))
        return whole

    def cost(self, parts: list[Any]) -> Sentence:
        """A cost is an amount alone: a sentence whose verb, *pay*, is not said."""
        amount = parts[0]
        act = Act(
            span=amount.span,
            verb="pay",
            complements=(Complement(span=amount.span, role="obj", value=amount),),
        )
        clause = Clause(span=amount.span, verbs=(act,))
        return Sentence(span=span_of(*parts), body=clause.alone)

    def choice(self, parts: list[Any]) -> Sentence:
        openings = tuple(part for part in parts if isinstance(part, Opening))
        subject, may = next(part for part in parts if isinstance(part, tuple))
        token = next(part for part in parts if isinstance(part, Token) and part.type == "CHOOSE_ONE")
        low, high = token.reading.id.split()
        body = Choice(
            span=span_of(*parts),
            subject=subject,
            may=may,
            low=int(low),
            high=None if high == "all" else int(high),
            items=(),
        )
        return Sentence(span=span_of(*parts), openings=openings, body=body)

    def chooser(self, parts: list[Any]) -> tuple[Nominal | None, bool]:
        return (parts[0] if parts else None), False

    def chooser_may(self, parts: list[Any]) -> tuple[Nominal | None, bool]:
        modal = parts[-1]
        if modal.reading.id == "must":
            return (parts[0] if len(parts) > 1 else None), False
        if modal.reading.id != "may":
            found = f"*{modal.text}*"
            self.diagnostics.append(
                diagnose("SAY0501", modal.span, found=found, expected=("*may*", "*choose one:*"))
            )
        return (parts[0] if len(parts) > 1 else None), True

    # --- Openings and closings ------------------------------------------------------------------------------

    def given(self, parts: list[Any]) -> Given:
        word = parts[0].reading.id
        condition = same_past.asked(parts[1], self.vocabulary)
        return Given(span=span_of(*parts), word=word, condition=condition)

    def first_time(self, parts: list[Any]) -> FirstTime:
        period = next((part.period for part in parts if isinstance(part, When)), None)
        condition = next(part for part in parts if isinstance(part, Clauses))
        following = parts[0].reading.id == "the next time"
        return FirstTime(span=span_of(*parts), period=period, next=following, condition=condition)

    def for_each(self, parts: list[Any]) -> ForEach:
        return ForEach(span=span_of(*parts), each=one_by_one(parts[0].reading.id, parts[1]))

    def once(self, parts: list[Any]) -> When:
        return replace(parts[1], once=True, span=span_of(*parts))

    opening_time = opening_manner = instead = NominalBuilder.alone

    def link(self, parts: list[Any]) -> Link:
        return Link(span=parts[0].span, word="then" if parts[0].type == "THEN_FIRST" else "otherwise")

    def repeat(self, parts: list[Any]) -> Repeat:
        return Repeat(span=span_of(*parts), times=parts[1])

    def closing(self, parts: list[Any]) -> Closing:
        word = parts[0].reading.id
        if word in ("but", "but to"):
            return Closing(span=span_of(*parts), word=word, bound=parts[1])
        return Closing(span=span_of(*parts), word=word, condition=same_past.asked(parts[1], self.vocabulary))

    # --- Clauses --------------------------------------------------------------------------------------------

    def body(self, parts: list[Any]) -> Clauses:
        clauses: list[Clause | There] = []
        joints: list[Joint] = []
        self._lists_end(parts)
        for part in parts:
            if isinstance(part, Token):
                joints.append(JOINTS[part.type])
            elif isinstance(part, Order):
                self._whose(clauses, part)
                clauses.append(part.clause)
            elif isinstance(part, Clause | There):
                clauses.append(part)
            else:
                joints.append(part)
        return Clauses(span=span_of(*parts), clauses=tuple(clauses), joints=tuple(joints))

    def _lists_end(self, parts: list[Any]) -> None:
        """Whether it is plain of each clause where its list ends and the next clause begins."""
        for before, joining, after in zip(parts, parts[1:], parts[2:], strict=False):
            if isinstance(joining, Token) and isinstance(after, Clause):
                first = before.clause if isinstance(before, Order) else before
                found = boundary.doubtful(first, joining, after, self.attacher, self.agreement)
                if found is not None:
                    self.diagnostics.append(found)

    def _whose(self, before: list[Clause | There], order: Order) -> None:
        """*Each player gains 1 coin, then put a cup in the box*: does each of them, or do you?"""
        subjects = (each.subject for each in reversed(before) if isinstance(each, Clause))
        subject = next((each for each in subjects if each is not None), None)
        if subject is not None and order.finite is not None:
            found = self.agreement.order(subject, order.finite)
            if found is not None:
                self.diagnostics.append(found)

    def joint(self, parts: list[Any]) -> Joint:
        return JOINTS[parts[0].type]

    def clause_behind(self, parts: list[Any]) -> Clause | There | Order:
        last = parts[-1]
        if len(parts) == 1:
            return last
        if isinstance(last, Order):
            clause = replace(last.clause, openings=tuple(parts[:-1]), span=span_of(*parts))
            return Order(clause, last.finite)
        return replace(last, openings=tuple(parts[:-1]), span=span_of(*parts))

    def clause(self, parts: list[Any]) -> Clause:
        return self._clause(parts[0], parts[1])

    def clause_only(self, parts: list[Any]) -> Clause:
        made, joint = parts[2]
        first = Made(replace(made[0].verb, only=True), made[0].finite)
        return self._clause(parts[1], ([first, *made[1:]], joint), start=parts[0])

    def clause_bare(self, parts: list[Any]) -> Order:
        return Order(self._clause(None, parts[0]), parts[0][0][0].finite)

    def _clause(
        self, subject: Nominal | None, verbs: tuple[list[Made], Joint | None], start: Token | None = None
    ) -> Clause:
        made, joint = verbs
        subject = self.agreement.told_by_verb(subject, made[0].finite)
        nodes = [self._agree(subject, item) for item in made[:1]]
        nodes += [self._agree_again(subject, made[0], item) for item in made[1:]]
        span = span_of(start, subject, *nodes)
        if (
            isinstance(subject, Pronoun)
            and isinstance(nodes[0], Be)
            and isinstance(nodes[0].predicate, IsTrue)
        ):
            subject = None  # *It is true that …* speaks of nothing
        return Clause(span=span, subject=subject, verbs=tuple(nodes), joint=joint)

    def _agree_again(self, subject: Nominal | None, first: Made, made: Made) -> Verb:
        """A verb after *and*: *that player draws a card and gain 1 coin* may be an order to you."""
        if made.finite is not None and self.agreement.is_third(first.finite):
            found = self.agreement.order(subject, made.finite)
            if found is not None:
                self.diagnostics.append(found)
                return made.verb
        return self._agree(subject, made)

    def verbs(self, parts: list[Any]) -> tuple[list[Made], Joint | None]:
        made = [part for part in parts if isinstance(part, Made)]
        joint = next((JOINTS[part.type] for part in parts if isinstance(part, Token)), None)
        modal: str | None = made[0].verb.modal
        for k in range(1, len(made)):
            made[k] = self._shared(made[k - 1].verb, made[k], modal)
            modal = made[k].verb.modal or modal
        if joint is not None and modal is None and _under_one_not(made):
            joint = self._neither(made, joint)
        if len(made) > 1:
            made = self._one_object(made, joint)
        for each in made:
            if each.finite is not None and each.finite.type == "BE_BASE":
                expected = ("*is …*", "*are …*")
                self.diagnostics.append(
                    diagnose("SAY0501", each.finite.span, found="*be*", expected=expected)
                )
        return made, joint

    def _neither(self, made: list[Made], joint: Joint) -> Joint:
        """*does not move or speak* does neither.  SAY0657: *do not have a cat or have 2 coins*, in which the second may
        be what they do; *does not move and speak*.
        """
        first, last = made[0], made[-1].verb
        do_not = first.finite is not None and first.finite.reading.id == "do not"
        if joint == "or" and not (do_not and isinstance(first.verb, Act) and first.verb.complements):
            return "and"
        hint = (
            "of neither say *… not …, and … not …*; of what is so name who it is again: *… not …, or you …*"
        )
        names = "one that is denied like the first or one that is so"
        assert last.span is not None  # as it was typed
        self.diagnostics.append(diagnose("SAY0657", last.span, names=names, hint=hint))
        return joint

    def _one_object(self, made: list[Made], joint: Joint | None) -> list[Made]:
        """*cannot play or discard a card*: the object of the last verb is that of those before it, which have none;
        so is all that stands after it, where each of them needs that (*raise or lower your coins by 1*).

        Of what is done with something *and* done again, the second would be done with something else.
        """
        found: tuple[Complement, ...] = ()
        out: list[Made] = []
        for each in reversed(made):
            verb = each.verb
            if isinstance(verb, Act) and not verb.passive and self._lacks_object(verb) and found:
                if joint == "or":
                    verb = replace(verb, complements=(*self._of_both(verb, found), *verb.complements))
                elif verb.span is not None and (verb.modal is not None or verb.negated):
                    self.diagnostics.append(trouble.unsaid(self.lexicon, verb, ()))
            elif isinstance(verb, Act):
                found = verb.complements if verb.object is not None else ()
            out.append(Made(verb, each.finite))
        return out[::-1]

    def _of_both(self, verb: Act, found: tuple[Complement, ...]) -> tuple[Complement, ...]:
        """What a verb that has no object shares with the one after it."""
        frames = self.lexicon.frames.get(verb.verb, set())
        whole = tuple(each.role for each in found)
        shares = ("obj",) not in frames and whole in frames
        return found if shares else tuple(each for each in found if each.role == "obj")[:1]

    def _lacks_object(self, verb: Act) -> bool:
        frames = self.lexicon.frames.get(verb.verb, set())
        return not verb.complements and () not in frames and any("obj" in frame for frame in frames)

    def _shared(self, before: Verb, made: Made, modal: str | None) -> Made:
        """A verb under the modal, the *does not* or the *has* of the one before: *cannot move or speak*.

        Each verb gets its own, except for *may*: one *may* is one choice, over all the verbs that it stands before.
        """
        finite, own = made.finite, None if modal == "may" else modal
        if finite is None:
            return made
        if finite.type == "BE_BASE" and modal is not None:
            return Made(replace(made.verb, modal=own), None)
        if finite.reading.kind != "verb" or finite.type == "HAVE_AUX":
            return made
        if isinstance(before, Act) and before.passive and "n" in finite.reading.form:
            # *cannot be moved or taken*: under the *be* of the one before
            return Made(replace(made.verb, **_done_as(before), modal=own), None)
        if modal is None:
            shared = _carried(before, finite.reading.form)
            return Made(replace(made.verb, **shared), None) if shared else made
        if "b" not in finite.reading.form:
            self.diagnostics.append(self.agreement.base(finite))
        return Made(replace(made.verb, tense="present", modal=own), None)

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
            if isinstance(part, Token):  # instead
                fields["instead"] = True
            else:
                adverbials.append(part)
        if adverbials:
            fields["adverbials"] = tuple(adverbials)
        verb = core.make(span=span_of(core, *parts), **fields)
        if isinstance(verb, Act):
            frames = self.lexicon.frames.get(verb.verb, set())
            verb = lacking.coming_from(lacking.going_there(verb, frames), frames, self.attacher.category_of)
            verb = lacking.going_on(lacking.placed(verb, frames), self.attacher.category_of)
        return Made(verb, core.finite)

    verb1 = verb

    def gap1(self, parts: list[Any]) -> Made:
        """The verb of an object relative; *you won in Paris* says where with a place of its own."""
        place = parts[-1]
        if not isinstance(place, tuple):
            return self.verb(parts)
        token, where = place
        core = next(part for part in parts if isinstance(part, Core))
        prep = normal.usual("" if where is None else token.reading.id, where, self.vocabulary)
        complement = Complement(span=span_of(token, where), role="place", prep=prep, value=where)
        core.fields["complements"] = (*core.fields["complements"], complement)
        core.span = span_of(At(core.span), complement)
        return self.verb(parts[:-1])

    def finite(self, parts: list[Any]) -> Core:
        part: Parts = parts[0]
        form = part.token.reading.form
        tense = "present" if "t" in form or "b" in form else "past"
        return self._act(part, part.token, parts, tense=tense)

    def modal(self, parts: list[Any]) -> Core:
        return self._act(parts[1], None, parts, modal=parts[0].reading.id)

    def do_not(self, parts: list[Any]) -> Core:
        token = parts[0]
        past = token.reading.id.startswith("did")
        tense = "past" if past else "present"
        return self._act(parts[1], None if past else token, parts, negated=True, tense=tense)

    def perfect(self, parts: list[Any]) -> Core:
        return self._act(parts[-1], parts[0], parts, negated=len(parts) > 2, tense="perfect")

    def perfect_passive(self, parts: list[Any]) -> Core:
        negated = parts[1].type == "NOT"
        return self._act(parts[-1], parts[0], parts, negated=negated, tense="perfect", passive=True)

    def _act(self, part: Parts, finite: Token | None, all_of_it: list[Any], **fields: Any) -> Core:
        verb, complements = part.token.reading.id, part.complements
        span = span_of(*all_of_it)
        return Core(Act, finite, span, part.manners, verb=verb, complements=complements, **fields)

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
        finite = token if token.type == "BE" else None
        return self._act(parts[1], finite, [token, parts[1]], passive=True, **fields)

    def bare_passive(self, parts: list[Any]) -> Core:
        """*cannot move or be moved*: under the modal of the verb before."""
        return self._act(parts[1], parts[0], parts[1:], passive=True)

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
                what = with_than(what, part)
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
                role, word = (prep.type.lower(), prep.reading.id) if prep is not None else ("obj", "")
                word = normal.usual(word, part, self.vocabulary, token.reading.id)
                complements.append(Complement(span=span_of(prep, part), role=role, prep=word, value=part))
                if role == "place" and isinstance(part, Group):
                    self._one_place(part, token)
                prep = None
            elif isinstance(part, Predicate):
                complements.append(Complement(span=part.span, role="adj", value=part))
            elif isinstance(part, Manner):
                manners.append(part)
            elif isinstance(part, tuple) and part and isinstance(part[0], Token):
                _compare(complements, part)
            elif isinstance(part, tuple):
                said = self.predicate([part])
                complements.append(Complement(span=span_of(prep, said), role="as", prep="as", value=said))
                prep = None
        return Parts(token, self._of_object(token, complements), manners, span_of(*parts))

    def _of_object(self, verb: Token, complements: list[Complement]) -> tuple[Complement, ...]:
        """*Put all cats in your field other than that cat in the park*: it is left out of the cats; *put a card from
        the shop that costs 2 in your hand*: the card costs it.
        """
        if verb.reading.id == "have":
            complements, list_ = compared_there.given_back(complements, self.attacher.category_of)
            if list_ is not None and list_.span is not None:
                self.diagnostics.append(diagnose("SAY0601", list_.span, word=list_.joint))
        object_ = next((c for c in complements if c.role == "obj"), None)
        place = next((c for c in complements if c.role in ("place", "from")), None)
        if object_ is None or place is None:
            return tuple(complements)
        where, what = place.value, object_.value
        if not isinstance(where, Noun) or not isinstance(what, Noun):
            return tuple(complements)
        where, what = self._given_back(where, what)
        taken = {id(place): replace(place, value=where), id(object_): replace(object_, value=what)}
        return tuple(taken.get(id(each), each) for each in complements)

    def _given_back(self, where: Noun, what: Noun) -> tuple[Noun, Noun]:
        """The place and the object, with what was said of the place and is the object's."""
        theirs = self._of_another(where, what) or self._attribute_of_another(where, what)
        if theirs is not None:
            return where.without(theirs), replace(what, modifiers=(*what.modifiers, theirs))
        if what.relative is None and self._clause_of_another(where, what):
            return replace(where, relative=None), replace(what, relative=where.relative)
        return where, what

    def _of_another(self, where: Noun, what: Noun) -> Modifier | None:
        """*other than that cat* of a place, beside things like that cat."""
        last = where.modifier("other than")
        if last is None or last.what is None:
            return None
        of_place, of_thing, of_last = map(self.attacher.category_of, (where, what, last.what))
        return last if of_place not in (of_last, of_thing) and of_last != "number" else None

    def _attribute_of_another(self, where: Noun, what: Noun) -> Modifier | None:
        """*with a cost of 2* of a place, where only the things have a cost."""
        said = where.modifier("with", "without")
        return said if said is not None and self._has_alone(what, where, said.what) else None

    def _clause_of_another(self, where: Noun, what: Noun) -> bool:
        """*whose cost is 2* of a place, likewise."""
        clause = where.relative
        return clause is not None and clause.word == "whose" and self._has_alone(what, where, clause.subject)

    def _has_alone(self, one: Noun, other: Noun, attribute: Nominal | None) -> bool:
        """Whether things of the one have such an attribute, and the other does not."""
        if not isinstance(attribute, Noun) or attribute.head is None:
            return False
        has = self.attacher.has_attribute
        return has(one, attribute.head) and not has(other, attribute.head)

    def _one_place(self, group: Group, verb: Token) -> None:
        """*has a card in Paris and a piece in London*: the second thing would be read as a place."""
        kinds = [self.attacher.category_of(item) for item in group.items]
        if kinds[0] in ("place", "group"):
            for item, kind in zip(group.items, kinds, strict=True):
                if kind not in ("place", "group") and item.span is not None:
                    hint = f"say it again for the second: *… {verb.text} … in …, and … {verb.text} … in …*"
                    self.diagnostics.append(diagnose("SAY0603", item.span, verb=verb.reading.id, hint=hint))
                    return

    passive = gap = action

    def than_far(self, parts: list[Any]) -> tuple[Token, Nominal]:
        return parts[0], parts[1]

    def manner(self, parts: list[Any]) -> Manner:
        token = parts[0]
        starting = parts[2] if len(parts) > 2 else None
        return Manner(span=span_of(*parts), word=token.reading.id, starting=starting)

    def times(self, parts: list[Any]) -> Times:
        if parts[0].type == "TMANY":
            span = parts[0].span
            quantifier = parts[0].reading.id.removesuffix(" times")
            amount = Noun(span=span, determiner=Determiner(span=span, quantifier=quantifier))
            return Times(span=span, number=0, amount=amount)
        bound = parts[0].reading.id if parts[0].type == "TBOUND" else None
        return Times(span=span_of(*parts), number=int(parts[-2].reading.id), bound=bound)

    def times_equal(self, parts: list[Any]) -> Times:
        return Times(span=span_of(*parts), number=0, amount=parts[1])

    def time(self, parts: list[Any]) -> When:
        first = parts[0]
        if first.type in ("TIME", "TIME_R"):
            word = "during" if first.reading.id == "on" else first.reading.id  # *on your turn*
            return When(span=span_of(*parts), word=word, period=parts[1])
        word = first.reading.id
        determiner = (
            Determiner(span=first.span, article=word)
            if word in ("this", "that")
            else Determiner(span=first.span, quantifier=word)
        )
        period = Noun(span=span_of(*parts), determiner=determiner, head=parts[1].reading.id)
        return When(span=period.span, word="", period=period)

    def instead_of(self, parts: list[Any]) -> InsteadOf:
        return InsteadOf(span=span_of(*parts), what=parts[1])


def _done_as(before: Verb) -> dict[str, Any]:
    """What such a verb has from the one before."""
    return {"passive": True, "tense": before.tense, "negated": before.negated}


def _carried(before: Verb, form: str) -> dict[str, Any]:
    """What a verb of this form has from the one before: *does not move or speak*, *has not moved or spoken*."""
    if before.negated and isinstance(before, Act) and not before.passive and "b" in form:
        return {"negated": True, "tense": before.tense}
    if before.tense == "perfect" and "n" in form:
        return {"negated": before.negated, "tense": "perfect"}
    return {}


def _under_one_not(made: list[Made]) -> bool:
    """Whether a verb has its *not* from the one before."""
    return any(each.finite is None and each.verb.negated for each in made[1:])


def _compare(complements: list[Complement], than: tuple[Any, ...]) -> None:
    """*than …* after a place belongs to the object."""
    k = next(k for k, c in enumerate(complements) if c.role == "obj")
    value = complements[k].value
    assert isinstance(value, Nominal)
    complements[k] = replace(complements[k], value=with_than(value, than))
