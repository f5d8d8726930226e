"""The tree as Ukrainian rules text.

In: any node, the words of the pack and a Ukrainian lexicon.  Out: the text, and a finding for each missing form.
Orders are imperatives to *ви*, facts stand in the present, the past agrees with a noun whose gender is known;
passives become what players do (*якщо кубик мають підвищити*, *робота не можна перемістити*), so that nothing has to
agree with somebody unnamed.  Noun phrases: `ukrainian_nominal.py`; words: `ukrainian_words.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolkit.language import ast
from toolkit.language.ast import Node, Nominal, Noun, Pronoun
from toolkit.language.lexicon import Lexicon, report
from toolkit.language.printing.asked_at_once import as_said
from toolkit.language.printing.english import how_many_lines
from toolkit.language.printing.printer import (
    COMMA,
    Phrase,
    comparison_last,
    cost_of,
    finish,
    join_sentences,
    person,
    template_of,
    words,
)
from toolkit.language.printing.ukrainian_forms import Case
from toolkit.language.printing.ukrainian_sounds import capitalize, marked, settle
from toolkit.language.printing.ukrainian_state import PERSON_FORM, States, past_of
from toolkit.language.printing.ukrainian_trees import each_of, is_none, without_no
from toolkit.language.printing.ukrainian_words import Government, PhraseWords, UkrainianWords, VerbWords
from toolkit.language.vocabulary import Vocabulary
from toolkit.report.diagnostic import Checked

YOU = Phrase("", "pl", True, "you", True, unsaid=True)
"""The unsaid subject of an order."""

SOMEBODY = Phrase("", "pl", True, "several", True)
"""The unsaid subject of a passive."""

NOBODY = Noun()
"""The subject of *there is*."""

THE_GAME = Noun(head="game", determiner=ast.Determiner(article="the"))


def print_ukrainian(
    tree: Node, vocabulary: Vocabulary, lexicon: Lexicon, start: str = "effect"
) -> Checked[str]:
    """Ukrainian for a tree.  Each missing word or form is SAY0390 and stands in the text as ⟨word⟩.

    `start`: the field it was parsed for; a `cost` is printed without its verb."""
    if start == "cost":
        tree = cost_of(tree) or tree
    forms = UkrainianWords(lexicon, vocabulary)
    text = settle(finish(_Ukrainian(vocabulary, forms).node(tree)))
    found = tuple(report(lexicon, missing, span or tree.span) for missing, span in forms.missing.items())
    return Checked(text, found)


class _Ukrainian(States):
    # --- Any node ------------------------------------------------------------------------------------------

    def node(self, node: Node) -> str:
        match node:
            case ast.Paragraph():
                return self.paragraph(node)
            case ast.Sentence():
                return self.sentence(node)
            case ast.Clauses():
                return self.clauses(node, main=True)
            case ast.Choice():
                return self.choice(node)
            case ast.Opening():
                return self.opening(node)
            case ast.Closing():
                return self.closing(node)
            case ast.Clause():
                return self.clause(node, self.subject(node.subject), main=True)
            case ast.There():
                return self.there(node)
            case ast.Verb():
                return self.verb(node, None, YOU, None, main=True)
            case ast.Complement():
                return self.complement(node, None, YOU)
            case ast.Predicate():
                return self.predicate(node, "nom", YOU)
            case ast.Nominal():
                return self.nominal(node, "nom").text
            case ast.Determiner():
                return self.nominal(Noun(determiner=node), "nom").text
            case ast.Modifier():
                return self.modifier(node, YOU, Noun(), "nom")
            case ast.Relative():
                return self.relative(node, Phrase("", "m"))
            case _:
                raise TypeError(f"no Ukrainian for {type(node).__name__}")

    # --- Paragraph and sentence ----------------------------------------------------------------------------

    def paragraph(self, node: ast.Paragraph) -> str:
        sentences = []
        for sentence in node.sentences:
            sentences.append(finish(self.sentence(sentence)))
            self.earlier, self.mentions = self.mentions + self.earlier, []
        text = join_sentences(sentences)
        if node.label is None:
            return text
        label = self.forms.lexicon.words.get(node.label)
        return f"{label.text if label else node.label}: {text}"

    def sentence(self, node: ast.Sentence) -> str:
        node = as_said(node)
        if isinstance(node.body, ast.Choice):
            parts = self.openings(node.openings, node.body.subject)
            return capitalize(finish(words(parts, self.choice(node.body))))
        first, (front, behind) = node.body.clauses[0], ast.Given.apart(node.openings)
        parts = self.openings(front, first.subject if isinstance(first, ast.Clause) else NOBODY)
        text = words(parts, self.clauses(node.body, main=True))
        for each in behind:
            text = words(text + ",", self.opening(each))
        return capitalize(finish(text + "."))

    def choice(self, node: ast.Choice) -> str:
        subject = node.subject or (Pronoun(word="you") if node.may else None)
        many = how_many_lines(node)
        if node.high is None or node.low == 1:
            one_thing = self.forms.closed("one thing" if many == "one" else many)
        else:
            case: Case = "gen" if node.low == 0 else "acc"
            lines = self.numeral(Noun(), self.forms.noun("line of a choice"), node.high, case)
            one_thing = self.bound(ast.Determiner(bound="up to" if node.low == 0 else None), lines)
        if subject is None:
            verb = self.forms.verb(self.forms.closed("choose verb"))
            head = words(self.form(verb.done, "imperative"), one_thing)
        else:
            phrase = self.subject(subject)
            verb = self.forms.verb(self.forms.closed("choose verb"))
            form = verb.done["infinitive"] if node.may else self.present(verb, phrase)
            modal = self.modal("may", phrase) if node.may else ""
            head = words(phrase.text, modal, form, one_thing)
        return "\n".join([head + ":", *(f"- {finish(self.node(item))}" for item in node.items)])

    def clauses(self, node: ast.Clauses, main: bool) -> str:
        """`main`: whether it is a sentence's body, not a condition."""
        text = ""
        subject: Phrase | None = None
        main = main and not node.closings
        for i, clause in enumerate(node.clauses):
            if i:
                text += f", {self.forms.closed(f'{node.joints[i - 1]} clause')}"
            if isinstance(clause, ast.There):
                text = words(text, self.there(clause))
                continue
            opened = self.openings(clause.openings, clause.subject)
            if opened and i:
                text += ","
            if clause.subject is not None or subject is None:
                subject = self.subject(clause.subject)
                said = "" if self.is_dummy(clause) else subject.text
            else:
                said = ""
            body = self.clause(replace(clause, openings=()), replace(subject, text=said), main)
            text = words(text, opened, body)
        for closing in node.closings:
            text = words(text, self.closing(closing))
        return text

    def subject(self, node: Nominal | None) -> Phrase:
        """A subject in the nominative; it says who acts in what follows."""
        if node is None:
            self.actor = "you"
            return YOU
        self.actor = "none"
        phrase = self.nominal(node, "nom")
        self.actor = self.actor_of(node)
        return replace(
            phrase, person=person(node, self.vocabulary), negative=phrase.negative or is_none(node)
        )

    def openings(self, openings: Sequence[ast.Opening], subject: Nominal | None) -> str:
        """Everything before the clause, whose `subject` says whose *свій* it is.  Clauses end in a comma, and have one
        before them."""
        text = ""
        for opening in openings:
            self.actor = self.actor_of(subject)
            clause = isinstance(opening, ast.Given | ast.FirstTime)
            if clause and text and text[-1] not in ",:":
                text += ","
            mark = "," if clause else ":" if isinstance(opening, ast.Repeat) else ""
            text = words(text, self.opening(opening) + mark)
        return text

    def opening(self, node: ast.Opening) -> str:
        match node:
            case ast.Given(word=word, condition=condition):
                return words(self.forms.closed(word), self.clauses(condition, main=False))
            case ast.FirstTime(next=True, condition=condition):
                return words(self.forms.closed("the next time"), self.clauses(condition, main=False))
            case ast.FirstTime(period=period, condition=condition):
                when = self.governed("the first time", _without_each(period or THE_GAME))
                return words(self.forms.closed("when"), when, self.clauses(condition, main=False))
            case ast.ForEach(each=each):
                return self.governed("for each in front", each_of(each))
            case ast.When():
                return self.when(node)
            case ast.Manner(word=word, starting=starting):
                start = f", {self.governed('starting with', starting)}{COMMA}" if starting else ""
                return words(self.manner(word), start)
            case ast.Times():
                return self.times(node)
            case ast.Repeat(times=times):
                return words(self.forms.closed("repeat"), self.times(times))
            case ast.InsteadOf(what=what):
                if isinstance(what, ast.Manner):
                    return words(self.forms.closed("instead of manner"), self.manner(what.word))
                return self.governed("instead of", what)
            case ast.Link(word=word):
                return self.forms.closed(word)
            case _:
                raise TypeError(f"no Ukrainian for {type(node).__name__}")

    def when(self, node: ast.When) -> str:
        if node.once:
            return self.governed("once", node.period)
        if not node.word:
            return self.nominal(node.period, "gen").text
        return self.governed(node.word, node.period)

    def times(self, node: ast.Times) -> str:
        """*3 рази* · *до 3 разів*."""
        if node.amount is not None:
            if node.is_any:
                return self.forms.closed("any number of times")
            many = isinstance(node.amount, Noun) and node.amount.head is None
            if many and node.amount == Noun(determiner=ast.Determiner(quantifier="that many")):
                return self.forms.closed("that many times")
            return self.governed("a number of times equal to", node.amount)
        case: Case = "gen" if node.bound == "up to" else "nom"
        text = self.numeral(Noun(), self.forms.noun("time"), node.number, case)
        return self.bound(ast.Determiner(bound=node.bound), text)

    def taken_times(self, node: Node | None) -> str:
        """How often a verb is done whose phrase names its object itself: *взяти карту 2 рази* for *draw 2 cards*."""
        det = node.determiner if isinstance(node, Noun) else ast.Determiner()
        if det.number is None or det.number == 1:
            return ""
        return self.times(ast.Times(number=det.number, bound=det.bound))

    def manner(self, word: str) -> str:
        return self.forms.adverb(word)

    def closing(self, node: ast.Closing) -> str:
        if node.bound is not None:
            return f", {self.forms.closed(node.word)} {self.nominal(node.bound, 'nom').text}"
        if node.word == "until" and (lasting := self.lasting(node.condition)):
            return f", {self.forms.closed('as long as')} {lasting}"
        condition = self.clauses(node.condition, main=False) if node.condition else ""
        comma = "" if node.word == "until" else ","
        return words(comma, self.forms.closed(node.word), condition)

    def lasting(self, node: ast.Clauses | None) -> str:
        """What holds until a state is reached: *доки гра не завершена*, *доки ви це робите*; empty for an event."""
        match node:
            case ast.Clauses(
                clauses=(ast.Clause(verbs=(ast.Be(predicate=ast.IsAdjective()) as be,)) as clause,)
            ):
                if is_none(clause.subject):
                    return ""
                denied = replace(clause, verbs=(replace(be, negated=not be.negated),))
                return self.clauses(replace(node, clauses=(denied,)), main=False)
            case ast.Clauses(
                clauses=(ast.Clause(verbs=(ast.ProVerb(word="do", negated=True),), subject=said),)
            ):
                subject = self.subject(said)
                verb = self.forms.verb(self.forms.closed("pro do"))
                return words(subject.text, self.forms.closed("do"), self.present(verb, subject))
            case _:
                return ""

    # --- Clauses ---------------------------------------------------------------------------------------------

    def clause(self, node: ast.Clause, subject: Phrase, main: bool) -> str:
        first = node.verbs[0]
        if isinstance(first, ast.Act) and first.passive and node.subject is not None:
            text = self.passive_subject(first, node.subject)
            self.actor = "none"
        else:
            text = subject.text
        if first.only and text:
            text = words(self.forms.closed("only"), text)
        text = words(self.openings(node.openings, node.subject), text)
        modal: str | None = None
        for i, verb in enumerate(node.verbs):
            if i:
                joint = node.joint or "and"
                text += (
                    f", {self.forms.closed('then clause')}" if joint == "then" else f" {self.joint(joint)}"
                )
                if joint == "then":
                    modal = None
            text = words(text, self.verb(verb, node.subject, subject, modal, main))
            modal = verb.modal or modal
        return text

    def there(self, node: ast.There) -> str:
        """*На цій карті немає жетонів*: the place first, then whether something is there."""
        self.actor = "none"
        what = node.what
        places: list[str] = []
        last = what.items[-1] if isinstance(what, ast.Group) else what
        if isinstance(last, Noun):
            front = [m for m in last.modifiers if _is_place(m)]
            places = [self.modifier(m, YOU, last, "nom") for m in front]
            last = replace(last, modifiers=tuple(m for m in last.modifiers if not _is_place(m)))
            what = replace(what, items=(*what.items[:-1], last)) if isinstance(what, ast.Group) else last
        adverbials = [self.opening(a) for a in node.adverbials]
        if node.negated or is_none(what):
            text = words(self.forms.closed("there is not"), self.nominal(without_no(what), "gen").text)
        else:
            text = words(self.forms.closed("there is"), self.nominal(what, "nom").text)
        return words(self.openings(node.openings, NOBODY), *places, *adverbials, text)

    # --- Verbs -----------------------------------------------------------------------------------------------

    def verb(
        self,
        node: ast.Verb,
        said: Nominal | None,
        subject: Phrase,
        shared_modal: str | None,
        main: bool,
        gap: str = "",
    ) -> str:
        """A verb phrase under `subject` (`said`: its node); `shared_modal`: of an earlier verb of the same list."""
        match node:
            case ast.Act():
                return self.act(node, said, subject, shared_modal, gap)
            case ast.Be(predicate=predicate):
                return self.be(node, predicate, said, subject, main)
            case ast.ProVerb(word=word):
                key = word if not node.negated else f"{word} not"
                forms = self.forms.verb(self.forms.closed(f"pro {word}"))
                if word == "can":
                    return words("не" if node.negated else "", self.modal("can", subject))
                return words(self.forms.closed(key), forms.done.get(PERSON_FORM[subject.person], ""))
            case _:
                raise TypeError(f"no Ukrainian for {type(node).__name__}")

    def act(
        self, node: ast.Act, said: Nominal | None, subject: Phrase, shared_modal: str | None, gap: str = ""
    ) -> str:
        """`gap`: the noun that a relative clause takes for its object."""
        template = template_of(node, self.vocabulary, gap)
        kinds = self.involved(node, gap)
        phrase = self.forms.phrase(template, node.verb, node.span, [c.role for c in node.complements], kinds)
        negative = node.negated or subject.negative or any(is_none(c.value) for c in node.complements)
        if node.passive:
            subject = SOMEBODY
        modal = node.modal or (shared_modal if node.tense == "present" and not node.negated else None)
        before = self.adverbs(node, before=True)
        finite = self.finite(phrase, node, subject, modal, negative, shared=modal != node.modal)
        if node.instead:
            before = words(self.forms.closed("instead"), before)
        finite = self.with_adverb(finite, before, modal is not None and modal == node.modal)
        genitive = negative and modal is None
        names = {slot.role: slot.name for slot in template.slots} if template else {}
        rest = self.arguments(node, phrase, names, subject, genitive, template.fixed if template else "")
        return words(finite, rest, self.adverbs(node, before=False, placed=bool(node.complements)))

    def involved(self, act: ast.Act, gap: str) -> list[str]:
        """What an act is done to and where it goes, as kinds on which its verb may depend: the place first (*take into
        the hand*, *return to the box*)."""
        values = {c.role: c.value for c in act.complements if isinstance(c.value, Nominal)}
        places = [
            kind for role in ("place", "to", "into") if role in values for kind in self.kinds(values[role])
        ]
        return [*places, *self.kinds(values.get("obj"), gap)]

    def with_adverb(self, finite: str, adverb: str, modal: bool) -> str:
        """An adverb after a modal, before any other verb: *можете натомість сплатити*, *таємно грає*."""
        first, _, rest = finite.partition(" ")
        if not modal or not rest:
            return words(adverb, finite)
        if first == "не":
            second, _, rest = rest.partition(" ")
            first = f"{first} {second}"
        return words(first, adverb, rest)

    def finite(
        self,
        phrase: PhraseWords | None,
        node: ast.Act,
        subject: Phrase,
        modal: str | None,
        negative: bool,
        shared: bool,
    ) -> str:
        """The verb with what carries tense, person and negation."""
        if phrase is None:
            return f"⟨{node.verb}⟩"
        verb = phrase.verb
        no = "не" if negative else ""
        # The perfective means the future.
        if modal == "will" and not node.passive and verb.done is not verb.doing:
            return words(no, self.form(verb.done, PERSON_FORM[subject.person]))
        if modal:
            return self.under_modal(verb, node, subject, modal, negative, shared)
        if node.tense in ("past", "perfect"):
            return words(no, self.form(verb.done, past_of(subject)))
        if subject.unsaid and not node.passive:
            return words(no, self.form(verb.doing if negative else verb.done, "imperative"))
        return words(no, self.present(verb, subject))

    def under_modal(
        self, verb: VerbWords, node: ast.Act, subject: Phrase, modal: str, negative: bool, shared: bool
    ) -> str:
        """*може взяти*, *не може брати*; `shared`: the modal was said with an earlier verb."""
        prohibited = modal == "cannot" or (negative and modal in ("may", "can"))
        infinitive = (verb.doing if prohibited and not node.passive else verb.done)["infinitive"]
        if shared:
            return infinitive
        if node.passive:
            return words(self.forms.closed(f"passive {modal}"), infinitive)
        no = "не" if prohibited or negative else ""
        return words(no, self.modal(modal, subject), infinitive)

    def adverbs(self, node: ast.Verb, before: bool, placed: bool = False) -> str:
        """Adverbials before or after the verb; those on how a thing lies stand beside it."""
        found = []
        for adverbial in node.adverbials:
            early = isinstance(adverbial, ast.Manner) and adverbial.word in (
                "secretly",
                "openly",
                "again",
                "also",
            )
            lying = (
                placed and isinstance(adverbial, ast.Manner) and adverbial.word in ("face up", "face down")
            )
            if early == before and not (lying and not before):
                found.append(self.opening(adverbial))
        return words(*found)

    def without_slot(
        self,
        role: str,
        rest: Sequence[ast.Complement],
        phrase: PhraseWords | None,
        names: dict[str, str],
        subject: Phrase,
        genitive: bool,
        node: ast.Act,
        fixed: bool,
    ) -> list[str]:
        """What the phrase has no slot for: how often its fixed words, or a finding."""
        if role == "obj" and fixed and phrase is not None:
            return [self.taken_times(rest[0].value)]
        if phrase is not None:
            self.forms.lack("phrases", node.verb, f"slot {{{names.get(role, role)}}}", node.span)
        return [self.complement(complement, None, subject, genitive) for complement in rest]

    def slot(
        self,
        filled: Sequence[ast.Complement],
        government: Government,
        subject: Phrase,
        genitive: bool,
        node: ast.Act,
    ) -> list[str]:
        """What fills a slot, as it is governed; of several the later ones follow (*потім за …*)."""
        having = node.verb == "have"
        found = []
        for i, complement in enumerate(filled):
            before = f", {self.forms.closed('then clause')}" if i else ""
            found.append(words(before, self.complement(complement, government, subject, genitive, having)))
        return found

    def lying(self, node: ast.Act) -> list[str]:
        """*face up*, *face down*, which follow what is put so."""
        manners = (each for each in node.adverbials if isinstance(each, ast.Manner))
        return [self.opening(each) for each in manners if each.word in ("face up", "face down")]

    def arguments(
        self,
        node: ast.Act,
        phrase: PhraseWords | None,
        names: dict[str, str],
        subject: Phrase,
        genitive: bool,
        fixed: str,
    ) -> str:
        """The complements in the order and cases of the phrase."""
        left: dict[str, list[ast.Complement]] = {}
        complements, compared = comparison_last(node)
        for complement in complements:
            left.setdefault(complement.role, []).append(complement)
        lying = self.lying(node)
        role_of = {name: role for role, name in names.items()}
        parts: list[str] = []
        for part in sorted(
            phrase.parts if phrase else (), key=lambda part: not self.is_light(part, left, role_of)
        ):
            if isinstance(part, str):
                parts.append(part)
                continue
            slot, government = part
            filled = left.pop(role_of.get(slot, slot), None) or left.pop(slot, None) or ()
            parts += self.slot(filled, government, subject, genitive, node)
            if lying and any(complement.role == "obj" for complement in filled):
                parts += lying
                lying = []
        for role, rest in left.items():
            parts += self.without_slot(role, rest, phrase, names, subject, genitive, node, bool(fixed))
        parts += lying
        if compared is not None:
            parts.append(self.modifier(compared, YOU, Noun(), "nom"))
        return words(*parts)

    def is_light(
        self,
        part: str | tuple[str, Government],
        left: Mapping[str, list[ast.Complement]],
        role_of: Mapping[str, str],
    ) -> bool:
        """Whether a slot holds *there* or a pronoun in the dative or instrumental, which stand right after the verb:
        *віддає вам 1 карту*, *має там 2 карти*."""
        if isinstance(part, str):
            return False
        filled = left.get(role_of.get(part[0], part[0])) or left.get(part[0]) or []
        oblique = part[1].case in ("dat", "ins") and not part[1].preposition
        return any(c.value is None or (oblique and isinstance(c.value, Pronoun)) for c in filled)

    def complement(
        self,
        node: ast.Complement,
        government: Government | None,
        subject: Phrase,
        genitive: bool = False,
        having: bool = False,
    ) -> str:
        """`genitive`: under a negated verb; `having`: *не має карт*, without *жоден*."""
        value = node.value
        if government is None:
            government = _DEFAULT.get(node.role, Government("loc", place="in"))
        if value is None:
            return self.forms.closed("thither" if government.place == "to" else "there")
        if isinstance(value, ast.Predicate):
            return self.predicate(value, government.case, subject)
        if government.place:
            preposition = "in" if node.prep in ("", "to", "into", "from") else node.prep
            return self.place(preposition, value, government.place)
        if government.whence:
            value = self.taken_from(value)
        case = government.case
        if case == "acc" and not government.preposition and (is_none(value) or genitive):
            case = "gen"
            if having:
                value = without_no(value)
        return self.fill(replace(government, case=case), value)

    def passive_subject(self, node: ast.Act, subject: Nominal) -> str:
        """What English makes the subject of a passive is the object of what somebody does."""
        template = template_of(node, self.vocabulary)
        roles = ["obj", *(c.role for c in node.complements)]
        phrase = self.forms.phrase(template, node.verb, node.span, roles, self.kinds(subject))
        name = (
            next((slot.name for slot in template.slots if slot.role == "obj"), "obj") if template else "obj"
        )
        found = phrase.government(name, "obj") if phrase else None
        return self.fill(found or Government("acc"), subject)

    # --- Relative clauses --------------------------------------------------------------------------------------

    def relative(self, node: ast.Relative, noun: Phrase) -> str:
        """*, що готовий,* · *, який лідирує,* · *, яку ви маєте,* · *, де …,* · *, умову якої ви виконуєте,*."""
        actor, mentions = self.actor, list(self.mentions)
        text = self.relative_clause(node, noun)
        more = ""
        if node.more is not None:
            more = f" {self.joint(node.joint or 'and')} {self.relative_clause(node.more, noun)}"
        self.actor, self.mentions = actor, mentions
        return f", {text}{more}{COMMA}"

    def relative_clause(self, node: ast.Relative, noun: Phrase) -> str:
        verb, subject = node.verb, node.subject
        gender = "pl" if noun.plural else noun.gender
        table = self.forms.table("which")
        if node.there is not None:
            return words(self.forms.closed("where"), self.there(node.there))
        if verb is None:
            return ""
        if node.word == "where":
            phrase = self.subject(subject)
            return words(
                self.forms.closed("where"), phrase.text, self.verb(verb, subject, phrase, None, False)
            )
        if node.word == "whose":
            return self.whose(verb, subject, table.form("gen", gender, noun.animate))
        if subject is None:
            return self.acting(node, verb, noun)
        government = self.gap(verb, noun.lemma)
        phrase = self.subject(subject)
        case = government.case
        if case == "acc" and (verb.negated or phrase.negative):
            case = "gen"
        preposition = marked(government.preposition)
        if government.place:
            preposition, case = self.gap_preposition(noun.lemma, government.place)
        front = words(preposition, table.form(case, gender, noun.animate))
        return words(front, phrase.text, self.verb(verb, subject, phrase, None, False, noun.lemma))

    def acting(self, node: ast.Relative, verb: ast.Verb, noun: Phrase) -> str:
        """The noun itself does it, or somebody does it with it: *який веде*, *яку грають*."""
        table, gender = self.forms.table("which"), "pl" if noun.plural else noun.gender
        if isinstance(verb, ast.Act) and verb.passive:
            self.actor = "none"
            which = table.form("acc", gender, noun.animate)
            return words(which, self.verb(verb, None, SOMEBODY, None, False))
        self.actor = "player" if noun.animate else "thing"
        agree = replace(noun, text="", person="several" if noun.plural else "it", negative=False)
        word = ""  # a second verb of the same *який*
        if node.word:
            who = node.word == "who"
            word = table.form("nom", gender, noun.animate) if who else self.forms.closed("that")
        return words(word, self.verb(verb, Noun(), agree, None, False))

    def whose(self, verb: ast.Verb, subject: Nominal | None, owner: str) -> str:
        """The possessed noun first: the subject, or the object where a pronoun acts (*умову якої ви виконуєте*)."""
        if isinstance(subject, Pronoun) and isinstance(verb, ast.Act):
            met = verb.complement("obj")
            gap = verb.without(met)
            front = self.complement(met, self.gap(gap), YOU, verb.negated) if met else ""
            actor = self.subject(subject)
            return words(front, owner, actor.text, self.verb(gap, subject, actor, None, False))
        if isinstance(subject, Noun) and subject.head == "number":
            subject = replace(subject, head="number of one")
        phrase = self.subject(subject)
        return words(phrase.text, owner, self.verb(verb, subject, phrase, None, False))

    def gap(self, verb: ast.Verb, noun: str = "") -> Government:
        """How the missing object of a relative clause's verb is governed; `noun`: what is missing."""
        if not isinstance(verb, ast.Act):
            return Government("acc")
        template = template_of(verb, self.vocabulary, noun)
        filled = {c.role for c in verb.complements}
        kinds = self.involved(verb, noun)
        phrase = self.forms.phrase(template, verb.verb, verb.span, [*filled, "obj"], kinds)
        if phrase is None:
            return Government("acc")
        names = {slot.name: slot.role for slot in template.slots} if template else {}
        for part in phrase.parts:
            if isinstance(part, tuple) and names.get(part[0], part[0]) not in filled:
                return part[1]
        return Government("acc")


_DEFAULT = {
    "obj": Government("acc"),
    "to": Government("gen", "до"),
    "into": Government("acc", place="to"),
    "from": Government("gen", place="from"),
    "place": Government("loc", place="in"),
    "as": Government("acc", "як"),
    "by": Government("acc", "на"),
    "with": Government("ins", "з"),
    "for": Government("acc", "за"),
    "of": Government("gen"),
    "adj": Government("ins"),
}
"""How a complement is governed of which the phrase says nothing (a finding all the same)."""

_PLACES = frozenset(
    {"", "there", "in", "at", "on", "under", "beside", "behind", "among", "near", "next to", "on top of"}
)


def _is_place(modifier: ast.Modifier) -> bool:
    return modifier.word in _PLACES


def _without_each(period: Nominal) -> Nominal:
    """*each turn* after *the first time*: *уперше за хід*."""
    if isinstance(period, Noun) and period.determiner.quantifier in ("each", "every"):
        return replace(period, determiner=replace(period.determiner, quantifier=None))
    return period
