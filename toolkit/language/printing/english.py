"""The tree as canonical English: the exact inverse of the parser.

In: any node.  Out: the one wording of it.  Lemmas become forms here (*2 units*, *they control*, *each player
controls*), commas are set by rule, and nothing is chosen: what two trees share in wording, they share in meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.language import ast, forms
from toolkit.language.ast import Determiner, Node, Nominal, Noun, Pronoun
from toolkit.language.printing.asked_at_once import as_said
from toolkit.language.printing.printer import (
    COMMA,
    comparison_last,
    cost_of,
    finish,
    is_mass,
    is_plural,
    join_sentences,
    listed,
    noun_is_plural,
    shared_subjects,
    words,
)
from toolkit.language.vocabulary import Vocabulary
from toolkit.language.which import AsMany, Most

BEFORE_VERB = frozenset({"also", "secretly"})
"""Adverbs that stand before the verb: *each player secretly plays a card*."""

BEFORE_PLACE = frozenset({"face up", "face down"})
"""Adverbs that stand before the place: *put the card face down in your hand*."""

PLACE_ROLES = frozenset({"place", "to", "into"})

PREPOSITION_OF_ROLE = {role: role for role in ("to", "from", "into", "as", "by", "with", "for", "of")}


def print_english(tree: Node, vocabulary: Vocabulary, start: str = "effect") -> str:
    """Canonical English.  A paragraph or sentence comes out whole, with capital and full stop; any other node as
    it would stand inside one.  `start`: the field it was parsed for; a `cost` has no verb (*2 cards*)."""
    if start == "cost":
        tree = cost_of(tree) or tree
    return finish(_English(vocabulary).node(tree))


def as_far_as(determiner: Determiner, modifier: ast.Modifier) -> ast.Modifier:
    """*as many cats **as** you*: the tree has one word, *than*, for what a comparison is with."""
    same = isinstance(determiner.which, AsMany) and modifier.word == "than"
    return replace(modifier, word="as") if same else modifier


def how_many_lines(node: ast.Choice) -> str:
    """*one*, *one or both*, *any number*, *up to 2*, *2*."""
    if node.high is None:
        return "one or more" if node.low else "any number"
    if node.low == node.high:
        return "one" if node.low == 1 else str(node.low)
    return f"up to {node.high}" if node.low == 0 else "one or both"


def said_number(d: Determiner) -> str:
    """The number as it is typed, with its sign if it has one."""
    if d.number is None:
        return ""
    return f"{d.number:+d}" if d.signed else str(d.number)


def is_part(d: Determiner) -> bool:
    """Whether the number says how many *of* them: *2 of*, *one of*."""
    return d.of and d.quantifier is None and d.number is not None


def before_article(d: Determiner) -> str:
    """*one of*, *2 of*, *each of*, *any number of*; *most* and *random* stand elsewhere."""
    if is_part(d):
        return "one of" if d.number == 1 and not d.bound else f"{said_number(d)} of"
    if isinstance(d.which, Most):
        return ""
    word = "" if d.quantifier == "random" else d.quantifier or ""
    return words(word, "of") if d.of and not word.endswith(" of") else word


def behind_article(d: Determiner, head: str) -> str:
    """Ordinal, number, *more*, *other* and the noun, in their order."""
    more, other = d.more or "", "other" if d.other else ""
    if isinstance(d.which, Most):
        return words(other, d.ordinal, d.quantifier, more, head)
    order = ["" if is_part(d) else said_number(d), d.ordinal or ""]
    if d.ordinal_first:
        order.reverse()
    if d.quantifier == "random":
        head = words("random", head)
    if more == "less" and d.number is not None:
        head, more = words(head, more), ""  # 1 action less
    determined = d.article or d.possessive or d.owner or d.quantifier not in (None, "random")
    if determined and d.ordinal is None:
        return words(other, *order, more, head)  # the other 2 players; but: 2 other players
    return words(*order, more, other, head)


class _English:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def node(self, node: Node) -> str:
        match node:
            case ast.Paragraph():
                return self.paragraph(node)
            case ast.Sentence():
                return self.sentence(node)
            case ast.Clauses():
                return self.clauses(node)
            case ast.Choice():
                return self.choice(node)
            case ast.Opening():
                return self.opening(node)
            case ast.Closing():
                return self.closing(node, first=True)
            case ast.Clause():
                return self.clause(node, node.subject)
            case ast.There():
                return self.there(node)
            case ast.Verb():
                return self.verb(node, None, None)
            case ast.Complement():
                return self.complement(node)
            case ast.Predicate():
                return self.predicate(node)
            case ast.Nominal():
                return self.nominal(node)
            case ast.Determiner():
                return self.determiner(node, "")
            case ast.Modifier():
                return self.modifier(node)
            case ast.Relative():
                return self.relative(node, None)
            case _:
                raise TypeError(f"no English for {type(node).__name__}")

    # --- Paragraph and sentence ----------------------------------------------------------------------------

    def paragraph(self, node: ast.Paragraph) -> str:
        text = join_sentences(finish(self.sentence(s)) for s in node.sentences)
        return f"{node.label}: {text}" if node.label else text

    def sentence(self, node: ast.Sentence) -> str:
        node = as_said(node)
        front, behind = ast.Given.apart(node.openings)
        opened = self.openings(front)
        if isinstance(node.body, ast.Choice):
            return forms.capitalize(finish(words(opened, self.choice(node.body))))
        closed = [self.opening(each) for each in behind]
        return forms.capitalize(finish(words(opened, self.clauses(node.body), *closed) + "."))

    def choice(self, node: ast.Choice) -> str:
        subject = node.subject
        if subject is None and node.may:
            subject = Pronoun(word="you")
        many = f"{how_many_lines(node)}:"
        if subject is None:
            head = f"choose {many}"
        elif node.may:
            head = words(self.nominal(subject, subject=True), "may choose", many)
        else:
            head = words(
                self.nominal(subject, subject=True), "choose" if self.many(subject) else "chooses", many
            )
        return "\n".join([head, *(f"- {finish(self.node(item))}" for item in node.items)])

    def clauses(self, node: ast.Clauses) -> str:
        text = ""
        subjects = shared_subjects(node.clauses)
        for i, (clause, subject) in enumerate(zip(node.clauses, subjects, strict=True)):
            if i:
                text += f", {node.joints[i - 1]} "
            text += self.clause(clause, subject) if isinstance(clause, ast.Clause) else self.there(clause)
        for i, closing in enumerate(node.closings):
            text = words(text, self.closing(closing, first=i == 0))
        return text

    def openings(self, openings: Sequence[ast.Opening]) -> str:
        return words(*(self.opening(o) + (":" if isinstance(o, ast.Repeat) else ",") for o in openings))

    def first_time(self, node: ast.FirstTime) -> str:
        """*the first time each turn that you gain a coin*; *the next time that player gains a coin*."""
        when = self.nominal(node.period) if node.period else ""
        which = "the next time" if node.next else "the first time"
        said = self.clauses(node.condition)
        that = "" if not when and said.startswith("that ") else "that"
        return words(which, when, that, said)

    def opening(self, node: ast.Opening) -> str:
        match node:
            case ast.Given(word=word, condition=condition):
                return words(word, self.clauses(condition))
            case ast.FirstTime():
                return self.first_time(node)
            case ast.ForEach(each=each):
                return words(self.of_each("for each", each), self.nominal(each))
            case ast.When(word=word, period=period, once=once):
                return words("once" if once else "", word, self.nominal(period))
            case ast.Manner(word=word, starting=starting):
                return words(word, ", starting with " + self.nominal(starting) if starting else "")
            case ast.Times():
                return self.times(node)
            case ast.Repeat(times=times):
                return words("repeat", self.opening(times))
            case ast.InsteadOf(what=what):
                return words("instead of", self.node(what))
            case ast.Link(word=word):
                return word
            case _:
                raise TypeError(f"no English for {type(node).__name__}")

    def times(self, node: ast.Times) -> str:
        match node.amount:
            case Noun(head=None, determiner=Determiner(quantifier="that many")):
                return "that many times"
            case Noun(head=None, determiner=Determiner(quantifier="any number of")):
                return "any number of times"
            case None:
                return words(node.bound, str(node.number), "times")
            case amount:
                return words("a number of times equal to", self.nominal(amount))

    def closing(self, node: ast.Closing, first: bool) -> str:
        if node.bound is not None:
            return f", {node.word} {self.nominal(node.bound)}"
        condition = self.clauses(node.condition) if node.condition else ""
        return words("" if first else ",", node.word, condition)

    # --- Clauses and verbs ----------------------------------------------------------------------------------

    def many(self, subject: Nominal | None) -> bool:
        return is_plural(subject, self.vocabulary)

    def clause(self, node: ast.Clause, subject: Nominal | None) -> str:
        """`subject`: what the verbs agree with, said here or before."""
        said = self.nominal(node.subject, subject=True) if node.subject else ""
        if said and any(verb.only for verb in node.verbs[:1]):
            said = f"only {said}"
        text = words(self.openings(node.openings), said)
        modal: str | None = None
        for i, verb in enumerate(node.verbs):
            if i:
                text += ", then" if node.joint == "then" else f" {node.joint}"
            if node.joint == "then":
                modal = None  # *may* ends at *then*
            text = words(text, self.verb(verb, subject, modal, only=not said))
            modal = verb.modal or modal
        return text

    def there(self, node: ast.There) -> str:
        first = node.what.items[0] if isinstance(node.what, ast.Group) else node.what
        be = forms.be(plural=self.many(first))
        negation = "not" if node.negated else ""
        adverbials = [self.opening(a) for a in node.adverbials]
        return words(
            self.openings(node.openings), "there", be, negation, self.nominal(node.what), *adverbials
        )

    def verb(
        self, node: ast.Verb, subject: Nominal | None, shared_modal: str | None, only: bool = True
    ) -> str:
        """A verb phrase under `subject`; `shared_modal`: the modal said with an earlier verb of the same list."""
        adverbials = list(node.adverbials)
        before: list[str] = []
        while adverbials and isinstance(adverbials[0], ast.Manner) and adverbials[0].word in BEFORE_VERB:
            before.append(self.opening(adverbials.pop(0)))
        said = self.core(node, subject, shared_modal, " ".join(before), adverbials)
        said += [self.opening(a) for a in adverbials]
        if node.instead:
            said.append("instead")
        return words("only" if node.only and only else "", *said)

    def core(
        self,
        node: ast.Verb,
        subject: Nominal | None,
        shared_modal: str | None,
        adverb: str,
        adverbials: list[ast.Adverbial],
    ) -> list[str]:
        """The finite verb and what it is said of; some `adverbials` are said, and taken, inside."""
        base = bool(shared_modal and not node.modal and not node.negated and node.tense == "present")
        match node:
            case ast.Act(verb=lemma, passive=passive):
                finite = self.finite(node, lemma, passive, subject, base, adverb)
                return [finite, *self.complements(node, adverbials)]
            case ast.Be(predicate=ast.IsTrue() as predicate):
                return ["it is", "not" if node.negated else "", self.predicate(predicate)]
            case ast.Be(predicate=predicate):
                finite = self.finite(node, "be", False, subject, base, adverb)
                return [finite, self.predicate(predicate)]
            case ast.ProVerb(word=word):
                return [self.pro_verb(node, word, subject)]
        raise TypeError(f"no English for {type(node).__name__}")

    def complements(self, node: ast.Act, adverbials: list[ast.Adverbial]) -> list[str]:
        """The slots.  How a thing lies is said before where it lies, and taken from `adverbials`; with whom it is
        compared is said after the place (*more units there than each other player*)."""
        lying, before = self.lying(node, adverbials)
        parts: list[str] = []
        complements, compared = comparison_last(node)
        for each in complements:
            if compared is not None and isinstance(each.value, Noun):
                compared = as_far_as(each.value.determiner, compared)
        for i, complement in enumerate(complements):
            if i == before:
                parts += lying
            again = i > 0 and complement.role == "by" and complements[i - 1].role == "by"
            parts.append((", then " if again else "") + self.complement(complement))
        return [*parts, self.modifier(compared) if compared else ""]

    def lying(self, node: ast.Act, adverbials: list[ast.Adverbial]) -> tuple[list[str], int]:
        """How a thing lies, taken from `adverbials`, and before which complement it is said: that of its place, or of
        where it comes from (*put it face down from your hand in the deck*).  -1: it is said after all of them.
        """
        roles = [c.role for c in node.complements]
        found = [i for i, a in enumerate(adverbials) if isinstance(a, ast.Manner) and a.word in BEFORE_PLACE]
        if not found or not any(role in PLACE_ROLES for role in roles):
            return [], -1
        end = found[-1] + 1
        if not all(isinstance(a, ast.Manner) for a in adverbials[:end]):
            return [], -1
        said = [self.opening(a) for a in adverbials[:end]]
        del adverbials[:end]
        return said, next(i for i, role in enumerate(roles) if role in (*PLACE_ROLES, "from"))

    def finite(
        self, node: ast.Verb, lemma: str, passive: bool, subject: Nominal | None, base: bool, adverb: str
    ) -> str:
        """The verb with what carries tense, person and negation."""
        made = self.vocabulary.verb_forms(lemma)
        many = self.many(subject)
        past = node.tense == "past"
        negation = "not" if node.negated else ""
        if node.tense == "perfect":
            have = [node.modal, negation, "have"] if node.modal else [forms.have(plural=many), negation]
            return words(*have, adverb, "been" if passive else "", made.participle)
        if node.modal or base:
            core = words("be", made.participle) if passive else made.base
            return words(node.modal, negation, adverb, core)
        if passive:
            return words(forms.be(plural=many, past=past), negation, adverb, made.participle)
        if lemma == "be" and subject is None:
            return words("do not" if negation else "", adverb, "be")
        if lemma == "be":
            return words(forms.be(plural=many, past=past), negation, adverb)
        if negation:
            return words(forms.do(plural=many, past=past), "not", adverb, made.base)
        return words(adverb, simple(made, many=many, past=past))

    def pro_verb(self, node: ast.ProVerb, word: str, subject: Nominal | None) -> str:
        many = self.many(subject)
        if word == "can" or node.modal:
            modal = node.modal or "can"
            if modal in ("can", "cannot"):
                return "cannot" if node.negated or modal == "cannot" else "can"
            return words(modal, "not" if node.negated else "")
        if node.tense == "perfect":
            return words(forms.have(plural=many), "not" if node.negated else "")
        return words(forms.do(plural=many, past=node.tense == "past"), "not" if node.negated else "")

    def complement(self, node: ast.Complement) -> str:
        if node.value is None:
            return words(node.prep if node.prep != "there" else "", "there")
        preposition = node.prep or PREPOSITION_OF_ROLE.get(node.role, "")
        value = node.value
        text = self.predicate(value) if isinstance(value, ast.Predicate) else self.nominal(value)
        return words(preposition, text)

    def predicate(self, node: ast.Predicate) -> str:
        match node:
            case ast.IsAdjective(adjectives=adjectives, joint=joint, where=where):
                return words(listed(adjectives, joint or "and"), self.predicate(where) if where else "")
            case ast.IsThing(what=what):
                return self.nominal(what)
            case ast.IsPlaced(prep=prep, where=spot):
                if spot is None:
                    return words(prep if prep not in ("", "in", "at", "on") else "", "there")
                if prep == "of" and isinstance(spot, Pronoun):
                    return {"you": "yours", "they": "theirs"}.get(spot.word, "its")
                return words(prep, self.nominal(spot))
            case ast.IsRelated(relation=relation, to=to):
                return words(relation, self.nominal(to))
            case ast.IsTrue(clauses=clauses):
                return words("true that", self.clauses(clauses))
            case _:
                raise TypeError(f"no English for {type(node).__name__}")

    # --- Nominals -------------------------------------------------------------------------------------------

    def nominal(self, node: Nominal, inherited: bool = False, *, subject: bool = False) -> str:
        """`inherited`: plural, as the first of its list; `subject`: *they*, elsewhere *them*."""
        match node:
            case ast.Group(items=items, joint=joint):
                return self.group(items, joint, subject)
            case ast.Arith(op=op, left=left, right=right):
                if right is None:
                    return f"{self.nominal(left)}, {op}{COMMA}"
                return words(self.nominal(left), op, self.nominal(right))
            case Pronoun(word=word):
                return word if subject or word != "they" else "them"
            case Noun():
                return self.noun(node, inherited)
            case _:
                raise TypeError(f"no English for {type(node).__name__}")

    def group(self, items: Sequence[Nominal], joint: str, subject: bool) -> str:
        first = items[0]
        shared = isinstance(first, Noun) and noun_is_plural(first.determiner, first.plural)
        rest = (self.nominal(item, shared, subject=subject) for item in items[1:])
        return listed([self.nominal(items[0], subject=subject), *rest], joint)

    def noun(self, node: Noun, inherited: bool) -> str:
        d = node.determiner
        plural = noun_is_plural(d, node.plural, inherited)
        if node.plural is None and d.number is not None and not d.of:
            plural = plural and not is_mass(self.vocabulary.noun(node.head))
        head = words(*node.adjectives, self.head(node, plural))
        text = self.determiner(node.determiner, head)
        if node.name is not None and node.determiner.is_empty() and not node.adjectives:
            entry = self.vocabulary.names.get(node.name)
            if entry is not None and entry.article:
                text = f"the {text}"
        for modifier in node.modifiers:
            text = words(text, self.modifier(as_far_as(d, modifier)))
        if node.relative is not None:
            text = words(text, self.relative(node.relative, node, plural))
        return text

    def head(self, node: Noun, plural: bool) -> str:
        if node.name is not None:
            name = self.vocabulary.names.get(node.name)
            return (name.short or name.text) if name else node.name
        if node.head is None:
            return ""
        entry = self.vocabulary.nouns.get(node.head)
        if not plural:
            return node.head
        return entry.plural if entry else forms.plural(node.head)

    def determiner(self, d: Determiner, head: str) -> str:
        """Determiner and head: *a* or *an* depends on what follows."""
        tail = behind_article(d, head)
        article = forms.article(tail) if d.article == "a" else d.article or ""
        bound = f"{d.least} to" if d.bound == "between" else d.bound or ""
        return words(bound, before_article(d), article, self.whose(d), tail)

    def whose(self, d: Determiner) -> str:
        """*your*, *Red's*."""
        if d.possessive is not None or d.owner is None:
            return d.possessive or ""
        return forms.possessive(finish(self.nominal(d.owner)), is_plural(d.owner, self.vocabulary))

    def modifier(self, node: ast.Modifier) -> str:
        if node.what is None:
            return "there" if node.word in ("in", "at", "on", "") else node.word
        if node.word == "including":
            return f", including {self.nominal(node.what)}{COMMA}"
        return words(self.of_each(node.word, node.what), self.nominal(node.what))

    def of_each(self, word: str, what: ast.Nominal) -> str:
        """*for each of them*: a pronoun needs its *of*."""
        return f"{word} of" if word == "for each" and isinstance(what, Pronoun) else word

    def relative(self, node: ast.Relative, noun: Noun | None, plural: bool = False) -> str:
        """`plural`: of the noun that the clause describes, for verbs whose subject it is."""
        subject, verb = node.subject, node.verb
        if node.there is not None:
            text = words(node.word, self.there(node.there))
        elif verb is None:
            text = node.word
        elif subject is None:
            agree = Noun(head=noun.head if noun else None, plural=plural)
            text = words(node.word, self.verb(verb, agree, None))
        elif node.word == "whose" and isinstance(subject, Pronoun) and isinstance(verb, ast.Act):
            met = verb.complement("obj")
            gap = verb.without(met)
            text = words(
                "whose", self.complement(met) if met else "", subject.word, self.verb(gap, subject, None)
            )
        else:
            text = words(node.word, self.nominal(subject, subject=True), self.verb(verb, subject, None))
        if node.more is not None:
            text = words(text, node.joint or "and", self.relative(node.more, noun, plural))
        return text


def simple(made: forms.Forms, *, many: bool, past: bool) -> str:
    """The verb alone: *draws*, *draw*, *drew*."""
    return made.past if past else made.base if many else made.third
