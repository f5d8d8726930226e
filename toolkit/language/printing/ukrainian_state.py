"""Ukrainian for what *is*: states, kinds, amounts, places and relations.

In: a verb phrase with *be* and its subject.  Out: its Ukrainian: no copula before an adjective (*карта готова*),
*лежати* for its face, *це* between nouns that define (*X — це Y*), *є* with the instrumental elsewhere, *перебувати*
for places, *становити* for numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from toolkit.language import ast
from toolkit.language.ast import Nominal, Noun, Pronoun, is_it
from toolkit.language.printing.printer import Phrase, head_noun, listed, words
from toolkit.language.printing.ukrainian_forms import Case
from toolkit.language.printing.ukrainian_nominal import Nominals
from toolkit.language.printing.ukrainian_sounds import Z
from toolkit.language.printing.ukrainian_trees import is_none, without_no
from toolkit.language.printing.ukrainian_words import Adjective, VerbWords

PERSON_FORM = {"you": "second", "several": "thirds", "they": "third", "it": "third"}
"""The form of the present that agrees with a person."""

COMPARED = {
    "at most": (True, "bigger"),
    "at least": (True, "smaller"),
    "less than": (False, "smaller"),
    "fewer than": (False, "smaller"),
    "more than": (False, "bigger"),
}
"""A bound before an amount that is no number: *не більша за X*; whether it is denied, and which adjective."""


def past_of(subject: Phrase) -> str:
    """The name of the past form that agrees with a subject."""
    return f"past-{'pl' if subject.plural or subject.person in ('you', 'several') else subject.gender}"


class States(Nominals):
    """Noun phrases, and what they are said to be."""

    # Clauses belong to `ukrainian.py`.

    def clauses(self, node: ast.Clauses, main: bool) -> str:
        raise NotImplementedError

    def adverbs(self, node: ast.Verb, before: bool, placed: bool = False) -> str:
        raise NotImplementedError

    # --- Verb forms ------------------------------------------------------------------------------------------

    def form(self, forms: Mapping[str, str], name: str) -> str:
        """One form of a verb; if the lexicon lacks it, a finding and its marker."""
        return forms.get(name) or self.forms.lack("words", forms["infinitive"], f"form “{name}”")

    def present(self, verb: VerbWords, subject: Phrase) -> str:
        return self.form(verb.doing, PERSON_FORM[subject.person])

    def modal(self, modal: str, subject: Phrase) -> str:
        """*може, можуть, можете*: as the closed words list them."""
        third, thirds, second = (self.forms.closed(modal).split() * 3)[:3]
        return {"third": third, "thirds": thirds, "second": second}[PERSON_FORM[subject.person]]

    # --- Be --------------------------------------------------------------------------------------------------

    def be(
        self, node: ast.Be, predicate: ast.Predicate, said: Nominal | None, subject: Phrase, main: bool
    ) -> str:
        negative = node.negated or subject.negative or node.modal == "cannot" or denies(predicate)
        no = "не" if negative else ""
        after = self.adverbs(node, before=False)
        match predicate:
            case ast.IsTrue(clauses=clauses):
                word = "not true that" if negative else "true that"
                return words(self.forms.closed(word), self.clauses(clauses, main=True))
            case ast.IsPlaced():
                return words(self.is_placed(node, predicate, subject, no), after)
            case ast.IsRelated(relation=word, to=to):
                return words(self.is_related(node, word, to, subject, no), after)
            case ast.IsAdjective(where=where):
                spot = self.placed(where.prep, where.where) if where else ""
                return words(self.is_adjective(node, predicate, said, subject, no), spot, after)
            case ast.IsThing(what=what):
                return words(self.is_thing(node, what, said, subject, no, main), after)
            case _:
                raise TypeError(f"no Ukrainian for {type(predicate).__name__}")

    def is_placed(self, node: ast.Be, predicate: ast.IsPlaced, subject: Phrase, no: str) -> str:
        """*ваш*, *є без карт*, *перебуває на полі*."""
        prep, where = predicate.prep, predicate.where
        if prep == "of" and isinstance(where, Pronoun):
            if where.word != "you":
                return words(no, self.forms.closed("theirs"))
            return words(no, self.forms.table("your").form("nom", gender_of(subject), False))
        if prep in ("with", "without", "of"):
            return words(no, self.copula(node, subject), self.placed(prep, where))
        verb = self.forms.verb(self.forms.closed("be somewhere"))
        return words(self.auxiliary(node, verb, subject, no), self.placed(prep, where))

    def auxiliary(self, node: ast.Verb, verb: VerbWords, subject: Phrase, no: str) -> str:
        """A verb that stands for *be*, in its tense and under its modal."""
        if node.modal:
            return words(no, self.modal(node.modal, subject), verb.doing.get("infinitive"))
        if node.tense in ("past", "perfect") and subject.person != "you":
            return words(no, verb.doing.get(past_of(subject)))
        return words(no, self.present(verb, subject))

    def copula(self, node: ast.Verb, subject: Phrase) -> str:
        """*є*, *був*, *може бути*."""
        if node.modal:
            return words(self.modal(node.modal, subject), self.forms.closed("be"))
        if node.tense in ("past", "perfect"):
            return self.forms.verb("бути").done.get(past_of(subject), "")
        return self.forms.closed("is")

    def named_values(self, predicate: ast.IsAdjective, said: Nominal | None) -> list[str]:
        """The values of a list that are nouns, said of that list; nothing for other adjectives."""
        values = self.vocabulary.lists.get(head_noun(said, self.vocabulary) or "", ())
        if not all(word in values and self.forms.is_noun(word) for word in predicate.adjectives):
            return []
        return [self.forms.noun(word).text("nom", False) for word in predicate.adjectives]

    def is_adjective(
        self, node: ast.Be, predicate: ast.IsAdjective, said: Nominal | None, subject: Phrase, no: str
    ) -> str:
        bare = is_bare(node)
        joint = self.joint(predicate.joint or "and")
        if bare and (named := self.named_values(predicate, said)):
            return words("—", no, listed(named, joint))  # *її вид — робот*
        found = [self.forms.adjective(word, predicate.span) for word in predicate.adjectives]
        case: Case = "ins" if node.modal else "nom"
        gender = gender_of(subject)

        def form(adjective: Adjective) -> str:
            return adjective.predicate or adjective.form(case, gender, subject.animate)

        faces = [word in ("face up", "face down") for word in predicate.adjectives]
        if any(faces) and (all(faces) or (bare and not no)):
            lies = self.auxiliary(node, self.forms.verb(self.forms.closed("lie")), subject, no)
            pairs = zip(found, faces, strict=True)
            return listed([words(lies, each.fixed) if face else form(each) for each, face in pairs], joint)
        text = listed([form(each) for each in found], joint)
        return words(no, text) if bare else words(no, self.copula(node, subject), text)

    def is_thing(
        self, node: ast.Be, what: Nominal, said: Nominal | None, subject: Phrase, no: str, main: bool
    ) -> str:
        if is_it(said) and self.is_time(what):
            return words(self.forms.closed("now"), no, self.quietly(what, "nom"))
        if is_number(what):
            verb = self.forms.verb(self.forms.closed("amount to"))
            return words(self.auxiliary(node, verb, subject, no), self.nominal(what, "nom").text)
        bound, bare = without_bound(what)
        if bound in COMPARED:
            return self.is_compared(*COMPARED[bound], bare, subject, bool(no))
        if is_bare(node) and main and not no and said is not None and not isinstance(said, Pronoun):
            self.actor = "none"
            return f"— {self.forms.closed('this is')} {self.quietly(what, 'nom')}"
        if is_bare(node) and self.is_amount(what):
            return words(no, self.is_so_much_as(what, subject))
        if no and is_none(what):
            what = without_no(what)
        return words(no, self.copula(node, subject), self.quietly(what, "ins"))

    def is_compared(self, denied: bool, key: str, bare: Nominal, subject: Phrase, no: bool) -> str:
        """*не менший за 3*: at least 3.  `denied`: the comparison is said with *not*."""
        adjective = self.forms.table(key).form("nom", gender_of(subject), subject.animate)
        word = self.forms.closed("not") if denied != no else ""
        return words(word, adjective, self.governed("than what", bare))

    def is_so_much_as(self, what: Nominal, subject: Phrase) -> str:
        """*дорівнює силі карти*; of a value: *збігається з видом карти*."""
        if head_noun(what, self.vocabulary) in self.vocabulary.lists:
            same = self.forms.verb(self.forms.closed("coincide"))
            return words(self.present(same, subject), Z, self.quietly(what, "ins"))
        equal = self.forms.verb(self.forms.closed("equal"))
        return words(self.present(equal, subject), self.quietly(what, "dat"))

    def is_dummy(self, clause: ast.Clause) -> bool:
        """*It is Blue's turn* · *it is true that …*: an *it* that means nothing."""
        first = clause.verbs[0]
        if not is_it(clause.subject) or not isinstance(first, ast.Be):
            return False
        predicate = first.predicate
        return isinstance(predicate, ast.IsTrue) or (
            isinstance(predicate, ast.IsThing) and self.is_time(predicate.what)
        )

    def is_time(self, what: Nominal) -> bool:
        if not isinstance(what, Noun) or what.head is None:
            return False
        entry = self.vocabulary.nouns.get(what.head)
        return what.determiner.is_empty() or (entry is not None and entry.category in ("period", "event"))

    def is_related(self, node: ast.Be, word: str, to: Nominal, subject: Phrase, no: str) -> str:
        relation = self.forms.relation(word, node.span)
        target = self.fill(relation.government, to)
        if relation.verb is not None:
            return words(self.auxiliary(node, relation.verb, subject, no), target)
        if relation.adjective is not None:
            bare = not node.modal and node.tense == "present"
            gender = "pl" if subject.plural else subject.gender
            form = relation.adjective.form("nom" if bare else "ins", gender, subject.animate)
            return words(no, "" if bare else self.copula(node, subject), form, target)
        verb = self.forms.verb(self.forms.closed("be somewhere"))
        return words(self.auxiliary(node, verb, subject, no), relation.fixed, target)

    def placed(self, prep: str, where: Nominal | None) -> str:
        if where is None:
            return self.spot(prep) if prep.startswith(("of ", "to ")) else self.forms.closed("there")
        if prep in ("with", "without", "of"):
            return self.governed("without" if is_none(where) else prep, without_no(where))
        return self.place(prep or "in", where, "from" if prep == "from" else "in")

    def predicate(self, node: ast.Predicate, case: Case, subject: Phrase) -> str:
        """A predicate as a complement: *стає залученим*."""
        gender = "pl" if subject.plural else subject.gender
        match node:
            case ast.IsAdjective(adjectives=adjectives, joint=joint, where=place):
                forms = [self.forms.adjective(word, node.span) for word in adjectives]
                text = listed(
                    [a.form(case, gender, subject.animate) for a in forms], self.joint(joint or "and")
                )
                return words(text, self.placed(place.prep, place.where) if place else "")
            case ast.IsThing(what=what):
                return self.nominal(what, case).text
            case ast.IsPlaced(prep=prep, where=where):
                return self.placed(prep, where)
            case ast.IsRelated(relation=word, to=to):
                relation = self.forms.relation(word, node.span)
                form = relation.fixed
                if relation.adjective is not None:
                    form = relation.adjective.form(case, gender, subject.animate)
                return words(form, self.fill(relation.government, to))
            case ast.IsTrue(clauses=clauses):
                return words(self.forms.closed("true that"), self.clauses(clauses, main=True))
            case _:
                raise TypeError(f"no Ukrainian for {type(node).__name__}")


def is_number(node: Nominal) -> bool:
    """Whether a nominal is digits alone: *7*, *at most 4 or at least 10*."""
    match node:
        case Noun(head=None, name=None):
            return True
        case ast.Group(items=items):
            return all(is_number(item) for item in items)
        case _:
            return False


def without_bound(node: Nominal) -> tuple[str, Nominal]:
    """*at most* of *at most the length plus 2*, and the rest; no bound before a number."""
    match node:
        case Noun(determiner=d) if d.number is None and d.bound:
            return d.bound, replace(node, determiner=replace(d, bound=None))
        case ast.Arith(left=left):
            bound, bare = without_bound(left)
            return bound, replace(node, left=bare)
        case _:
            return "", node


def denies(predicate: ast.Predicate) -> bool:
    """Whether a predicate says *no*, which negates its verb: *at no point*."""
    match predicate:
        case ast.IsThing(what=what):
            return is_none(what)
        case ast.IsPlaced(prep=prep, where=where) if prep not in ("with", "without", "of"):
            return is_none(where)
        case ast.IsRelated(to=to):
            return is_none(to)
        case _:
            return False


def is_bare(node: ast.Verb) -> bool:
    """Whether *is* is not said: in the present, without a modal."""
    return not node.modal and node.tense == "present"


def gender_of(subject: Phrase) -> str:
    """With what a predicate agrees: a gender, or *pl*."""
    return "pl" if subject.plural else subject.gender
