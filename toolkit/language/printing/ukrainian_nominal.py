"""Ukrainian noun phrases: case and number of every word in them, numerals, pronouns, prepositions of places.

In: a nominal, the case it stands in, and who acts (for *свій*).  Out: a `Phrase`, text with what agrees with it.
Euphony is left to the end: `Z`, `U` and `I` stand for *з/із/зі*, *у/в* and *і/й* until the whole text is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.language import ast, which
from toolkit.language.ast import Determiner, Nominal, Noun, Pronoun, is_it, is_they
from toolkit.language.printing.printer import (
    COMMA,
    Phrase,
    head_noun,
    is_mass,
    is_plural,
    noun_is_plural,
    person,
    words,
)
from toolkit.language.printing.ukrainian_forms import Case
from toolkit.language.printing.ukrainian_quantity import Quantities
from toolkit.language.printing.ukrainian_sounds import I, Z, marked
from toolkit.language.printing.ukrainian_trees import (
    counts_on_side,
    counts_others,
    counts_own,
    each_of,
    each_said,
    is_name,
    is_none,
    quoted,
    signed,
    with_possessive,
    without_no,
)
from toolkit.language.printing.ukrainian_words import Government, Motion, read_government
from toolkit.language.printing.ukrainian_words import Noun as NounWords
from toolkit.language.vocabulary import NounEntry
from toolkit.report.source import Span

_PERSONAL: dict[str, dict[Case, str]] = {
    "you": {"nom": "ви", "gen": "вас", "dat": "вам", "acc": "вас", "ins": "вами", "loc": "вас"},
    "m": {"nom": "він", "gen": "його", "dat": "йому", "acc": "його", "ins": "ним", "loc": "ньому"},
    "f": {"nom": "вона", "gen": "її", "dat": "їй", "acc": "її", "ins": "нею", "loc": "ній"},
    "n": {"nom": "воно", "gen": "його", "dat": "йому", "acc": "його", "ins": "ним", "loc": "ньому"},
    "pl": {"nom": "вони", "gen": "їх", "dat": "їм", "acc": "їх", "ins": "ними", "loc": "них"},
}
_BEHIND_PREPOSITION = {"його": "нього", "її": "неї", "їх": "них"}

_AGREEING = {"all": "all", "both": "both", "each": "each", "every": "each", "no": "no", "another": "another"}
"""Quantifiers that are pronouns, and agree with their noun."""

_POINTING = {"this": "this", "these": "this", "that": "that", "those": "that"}

_PARTITIVE = frozenset(
    {"any number of", "that many", "half", "half of", "most", "fewest", "more", "fewer", "less", "as many"}
)
"""Quantities whose noun stands in the genitive."""


_MOTIONS: dict[str, Motion] = {"from": "from", "into": "to"}


class Nominals(Quantities):
    """The half of the printer that prints noun phrases.  The other half, `ukrainian.py`, prints clauses."""

    # Clauses belong to the other half.

    def relative(self, node: ast.Relative, noun: Phrase) -> str:
        raise NotImplementedError

    def joint(self, joint: str) -> str:
        return I if joint == "and" else self.forms.closed(joint)

    # --- Any nominal ---------------------------------------------------------------------------------------

    def nominal(
        self, node: Nominal, case: Case, *, behind: bool = False, first: Noun | None = None
    ) -> Phrase:
        """A noun phrase in a case.  `behind`: a preposition precedes (*до нього*).  `first`: the first noun of its
        list, whose determiner it shares (*2 cats or dogs*)."""
        match node:
            case Pronoun(word=word):
                return self.pronoun(word, case, behind)
            case ast.Group(items=items, joint=joint):
                return self.group(items, joint, case, behind)
            case ast.Arith(op=op, left=left, right=right):
                amount = self.nominal(left, case, behind=behind)
                if right is None:
                    return replace(amount, text=f"{amount.text}, {self.forms.closed(op)}{COMMA}")
                second = self.nominal(right, "nom")
                return replace(amount, text=words(amount.text, self.forms.closed(op), second.text))
            case Noun():
                return self.noun(node, case, first)
            case _:
                raise TypeError(f"no Ukrainian for {type(node).__name__}")

    def pronoun(self, word: str, case: Case, behind: bool) -> Phrase:
        if word == "you":
            return Phrase(_PERSONAL["you"][case], "pl", True, "you", True)
        meant = self.antecedent()
        gender = "m" if word == "they" else meant.gender
        if word == "it":
            self.mentions.insert(0, meant)
        text = _PERSONAL[gender][case]
        if behind:
            text = _BEHIND_PREPOSITION.get(text, text)
        return Phrase(text, gender, gender == "pl", "they" if word == "they" else "it", word == "they")

    def group(self, items: Sequence[Nominal], joint: str, case: Case, behind: bool) -> Phrase:
        first = items[0] if isinstance(items[0], Noun) and not items[0].determiner.is_empty() else None
        if first is not None and first.determiner.of and first.determiner.quantifier == "each":
            return self.each_of_several(first, items[1:], case)
        if of_one_kind := self.of_one_kind(items, joint, case):
            return of_one_kind
        lacking = case == "acc" and not all(map(is_none, items))  # *має 2 карти й жодної фішки*
        printed = [
            self.nominal(
                item, "gen" if lacking and is_none(item) else case, behind=behind, first=first if i else None
            )
            for i, item in enumerate(items)
        ]
        agree = printed[-1]
        if joint != "or":
            agree = replace(printed[0], gender="pl", plural=True, person="several")
        text = _listed([phrase.text for phrase in printed], self.joint(joint))
        return replace(agree, text=text, negative=any(phrase.negative for phrase in printed))

    def of_one_kind(self, items: Sequence[Nominal], joint: str, case: Case) -> Phrase | None:
        """Names of one kind, which is said once: *карти «А», «Б» і «В»*.  None for anything else."""
        entries = [self.vocabulary.name(item.name) for item in items if is_name(item)]
        texts = [text for entry in entries if entry and isinstance(text := self.forms.name(entry), str)]
        nouns = {entry.noun for entry in entries if entry}
        if len(texts) != len(items) or len(nouns) != 1:
            return None
        (noun,) = nouns
        kind, several = self.forms.noun(noun), joint == "and"
        *most, last = map(quoted, texts)
        text = words(
            kind.text(case, several and kind.counter is None), ", ".join(most), self.joint(joint), last
        )
        gender = kind.agreement(several)
        self.remember(noun, gender)
        return Phrase(text, gender, several, "several" if several else "it", kind.animate, lemma=noun)

    def each_of_several(self, first: Noun, others: Sequence[Nominal], case: Case) -> Phrase:
        """*each of A and B*: кожен із них, у родовому."""
        bare = replace(first, determiner=replace(first.determiner, quantifier=None, of=False))
        printed = [self.nominal(item, "gen") for item in (bare, *others)]
        each = self.forms.table("each").form(case, printed[0].gender, printed[0].animate)
        return replace(printed[0], text=words(each, Z, _listed([phrase.text for phrase in printed], I)))

    # --- Nouns -----------------------------------------------------------------------------------------------

    def noun(self, node: Noun, case: Case, first: Noun | None = None) -> Phrase:
        node = with_possessive(node)
        d = node.determiner
        if node.head is None and node.name is None:
            return self.bare_number(node, case)
        if node.name is not None:
            phrase = self.name(node, case)
        elif first is not None and node.head is not None and d.is_empty():
            phrase = self.sharing(node, node.head, first.determiner, case)
        else:
            phrase = self.common(node, case)
        text = phrase.text
        if d.owner is not None:
            text = words(text, self.owner(d.owner, node))
        for modifier in node.modifiers:
            text = words(text, self.modifier(modifier, phrase, node, case))
        if node.relative is not None:
            whole = replace(phrase, gender="pl", plural=True) if d.of else phrase  # *одна з карт, що готові*
            text = words(text, self.relative(node.relative, whole))
        return replace(phrase, text=text)

    def sharing(self, node: Noun, head: str, d: Determiner, case: Case) -> Phrase:
        """A noun under the determiner `d` of an earlier one: in its number, and in the case that it governs."""
        noun = self.forms.noun(head, node.span)
        plural = noun_is_plural(node.determiner, node.plural, noun_is_plural(d, None))
        self.remember(head, noun.agreement(plural))
        if d.of or d.bound in ("up to", "between") or d.quantifier in _PARTITIVE or d.more in _PARTITIVE:
            text = self.core(node, noun, "gen", True)
        elif d.number is not None and not d.signed:
            text = self.numeral(node, noun, d.number, case, digits=False)
        else:
            text = self.core(node, noun, case, plural)
        return Phrase(text, noun.agreement(plural), plural, animate=noun.animate)

    def bare_number(self, node: Noun, case: Case) -> Phrase:
        d = node.determiner
        number = "" if d.number is None else signed(d.number) if d.signed else str(d.number)
        adjectives = [self.forms.adjective(a).form(case, "pl", False) for a in node.adjectives]
        text = words(*adjectives, self.bound(d, number))
        for modifier in node.modifiers:
            text = words(text, self.modifier(modifier, Phrase(text), node, case))
        return Phrase(text or "один", plural=d.number not in (1, -1))

    def name(self, node: Noun, case: Case) -> Phrase:
        assert node.name is not None
        entry = self.vocabulary.names.get(node.name)
        d = node.determiner
        adjectives = node.adjectives
        if entry is None:
            return Phrase(self.forms.lack("names", node.name, "name", node.span))
        name = self.forms.name(entry)
        kind = self.forms.noun(entry.noun, node.span)
        if isinstance(name, NounWords):
            text, words_ = name.text(case, False), name
        else:
            text = name if name is not None else self.forms.lack("names", entry.id, "name", node.span)
            name_in_quotes = quoted(text)
            text = f"{kind.text(case, False)} {name_in_quotes}"
            words_ = kind
            if d.number is not None and not d.signed:  # several of a name are so many of what it names
                counted = self.counted(replace(node, name=None, head=entry.noun), kind, case, False)
                self.remember(entry.noun, counted.gender)
                return replace(counted, text=f"{counted.text} {name_in_quotes}", lemma=entry.noun)
        plural = words_.gender == "pl"
        gender = words_.agreement(False)
        before, behind = self.adjectives(adjectives, case, gender, words_.animate, node.span)
        text = words(*self.pronouns(d, case, gender, words_.animate), *before, text, *behind)
        self.remember(entry.noun, gender)
        return Phrase(text, gender, plural, person(node, self.vocabulary), words_.animate, lemma=entry.noun)

    def common(self, node: Noun, case: Case) -> Phrase:
        """Determiner, adjectives and noun, without what follows."""
        assert node.head is not None
        d = node.determiner
        if d.is_empty() and (text := self.value(node.head, case)):
            return Phrase(text)
        noun = self.forms.noun(self.head(node, node.head), node.span)
        plural = noun_is_plural(d, node.plural)
        mass = is_mass(self.vocabulary.nouns.get(node.head))
        single = d.of and (d.number == 1 or d.quantifier == "each")
        self.remember(node.head, noun.agreement(plural and not single))
        plural = plural and not (mass and node.plural is None)
        phrase = self.partitive(node, noun, case, plural, mass)
        if phrase is None and d.number is not None and not (d.of and d.quantifier is None):
            phrase = self.counted(node, noun, case, mass)
        phrase = phrase or self.so_much(node, noun, case, plural) or self.uncounted(node, noun, case, plural)
        return replace(phrase, person=person(node, self.vocabulary), lemma=node.head)

    def uncounted(self, node: Noun, noun: NounWords, case: Case, plural: bool) -> Phrase:
        """The noun with what stands before it, and no number."""
        bound = node.determiner.bound
        text = words(self.forms.closed(bound) if bound else "", self.inner(node, noun, case, plural))
        return Phrase(text, noun.agreement(plural), plural, animate=noun.animate)

    def so_much(self, node: Noun, noun: NounWords, case: Case, plural: bool) -> Phrase | None:
        """A quantity that can be counted, if it is said to be equal to an amount: *кількість монет, що дорівнює …*."""
        entry = self.vocabulary.noun(node.head)
        counted = entry is not None and entry.category == "quantity" and (plural or noun.counter is not None)
        equal = node.determiner.is_empty() and node.modifier("equal to") is not None
        if not counted or not equal:
            return None
        return Phrase(
            words(self.forms.noun("number of several").text(case, False), self.many(node, noun)), "f"
        )

    def value(self, head: str, case: Case) -> str:
        """A value that is an adjective and stands alone agrees with what it is a value of (*положення: витрачене*)."""
        of = next((name for name, values in self.vocabulary.lists.items() if head in values), None)
        entry = self.forms.lexicon.words.get(head)
        if of is None or entry is None or of not in self.forms.lexicon.words:
            return ""
        if entry.kind != "adjective" and not (entry.kind == "" and entry.text.endswith(("ий", "ій"))):
            return ""
        return self.forms.adjective(head).form(case, self.forms.noun(of).agreement(False), False)

    def head(self, node: Noun, head: str) -> str:
        """The lemma; *number* is a word of its own for many things, and for one (*номер раунду*)."""
        of = node.of
        if head == "number" and (node.determiner.possessive or node.determiner.owner):
            return "number of one"
        if head != "number" or of is None:
            return head
        lemma = head_noun(of, self.vocabulary)
        several = is_plural(of, self.vocabulary) or is_mass(self.vocabulary.noun(lemma))
        return "number of several" if several else "number of one"

    def inner(self, node: Noun, noun: NounWords, case: Case, plural: bool, few: bool = False) -> str:
        """Pronouns, adjectives and noun, all in one case and number."""
        gender = noun.agreement(plural)
        return words(
            *self.pronouns(node.determiner, case, gender, noun.animate, noun.gender),
            self.core(node, noun, case, plural, few),
        )

    def core(self, node: Noun, noun: NounWords, case: Case, plural: bool, few: bool = False) -> str:
        """Adjectives and noun."""
        gender = noun.agreement(plural)
        before, behind = self.adjectives(node.adjectives, case, gender, noun.animate, node.span)
        if counts_others(node.determiner):
            before = [self.forms.table("other").form(case, gender, noun.animate), *before]
        d = node.determiner
        if d.quantifier in ("random", "a random"):
            before = [self.forms.table("random").form(case, gender, noun.animate), *before]
        if d.ordinal and counts_on_side(d):
            before = [self.forms.table(d.ordinal).form(case, gender, noun.animate), *before]
        if d.possessive and counts_own(d):
            before = [self.possessive(d.possessive, case, gender, noun.animate), *before]
        return words(*before, noun.text(case, plural, few), *behind)

    def adjectives(
        self, adjectives: Sequence[str], case: Case, gender: str, animate: bool, span: Span | None
    ) -> tuple[list[str], list[str]]:
        """Adjectives before the noun, and fixed ones after it, the one that stood nearest to it first."""
        before: list[str] = []
        behind: list[str] = []
        for word in adjectives:
            adjective = self.forms.adjective(word, span)
            (before if adjective.before else behind).append(adjective.form(case, gender, animate))
        return before, behind[::-1]

    # --- Determiners -----------------------------------------------------------------------------------------

    def pronouns(self, d: Determiner, case: Case, gender: str, animate: bool, sex: str = "") -> list[str]:
        """What precedes the numeral: this, your, each, another, first … all agreeing with the noun.  `sex`: of one of
        several, for *обидва* and *обидві*."""

        def form(word: str, of: str = gender) -> str:
            return self.forms.table(word).form(case, of, animate)

        found: list[str] = []
        if d.quantifier in _AGREEING and not d.of:
            both = d.quantifier == "both"
            found.append(form(_AGREEING[d.quantifier], sex or gender if both else gender))
        if d.article in _POINTING:
            found.append(form(_POINTING[d.article]))
        if d.possessive and not counts_own(d):
            found.append(self.possessive(d.possessive, case, gender, animate))
        match d.which:
            case which.Times(factor=2):
                found.append(form("twice"))
            case which.Times(factor=factor):
                found += [form("multiplied"), f"на {factor}"]
        if d.other and not counts_others(d):
            found.append(form("other"))
        if d.ordinal and not counts_on_side(d):
            found.append(form(d.ordinal))
        return found

    def possessive(self, word: str, case: Case, gender: str, animate: bool) -> str:
        """*ваш*, *його* … or *свій* where the owner is the subject of the clause."""
        own = {"your": self.actor == "you", "their": self.actor == "player", "its": self.actor == "thing"}[
            word
        ]
        if own:
            return self.forms.table("own").form(case, gender, animate)
        if word == "your":
            return self.forms.table("your").form(case, gender, animate)
        several = self.several_owners() if word == "their" else self.antecedent().gender == "pl"
        if several:
            return self.forms.table("their").form(case, gender, animate)
        return "її" if word == "its" and self.antecedent().gender == "f" else "його"

    # --- What stands after the noun ---------------------------------------------------------------------------

    def governed_by(self, noun: Noun, word: str) -> str | None:
        """How a noun wants what stands after it with a preposition; None: as every noun."""
        if noun.head is None or noun.head not in self.forms.lexicon.words:
            return None
        return self.forms.noun(noun.head).governs.get(word)

    def likened(self, what: Nominal, noun: Noun, case: Case) -> str:
        """*as many cards as you*, *the same as it*."""
        if noun.determiner.more == "as many" or isinstance(noun.determiner.which, which.AsMany):
            return words(",", self.forms.closed("as many than"), self.nominal(what, case).text)
        return words(self.forms.closed("as"), self.nominal(what, case).text)

    def modifier(self, node: ast.Modifier, phrase: Phrase, noun: Noun, case: Case) -> str:
        word, what = node.word, node.what
        if what is None:
            return self.spot(word)
        governed_by = self.governed_by(noun, word)
        if governed_by and not (word == "with" and is_none(what)):
            return self.fill(read_government(governed_by), what)
        match word:
            case "of":
                return self.owner(what, noun)
            case "including" | "other than" | "than":
                return self.apart(word, what)
            case "as":
                return self.likened(what, noun, case)
            case "among" if is_they(what):
                text, _ = self.forms.governed("among") or ("", "gen")
                return words(text, "них")
            case "for each":
                return self.governed("for each", each_of(what))
            case "with" if is_none(what):
                return self.governed("without", without_no(what))
            case "from" if self.is_amount(what):
                return self.governed("from number", what)
            case "in" | "at" | "on" | "from" | "inside" | "into":
                return self.place(word, what, _MOTIONS.get(word, "in"))
            case _ if word in self.vocabulary.relations:
                return self.related(word, what, case, phrase)
        return self.governed(word, what)

    def apart(self, word: str, what: Nominal) -> str:
        """What stands after a comma: *, зокрема вас*, *, крім цієї карти*, *, ніж ви*."""
        match word:
            case "than":
                return f", {self.forms.closed('than')} {self.nominal(what, 'nom').text}"
            case "including":
                text, governed = self.forms.governed("including") or ("", "nom")
                return f", {text} {self.nominal(what, governed, behind=True).text}{COMMA}"
        return f", {self.governed(word, what)}{COMMA}"

    def owner(self, node: Nominal, owned: Noun) -> str:
        """What has something; *it* may mean it only if what it has is no thing itself (*the power of a card*)."""
        if self.is_thing_noun(head_noun(owned, self.vocabulary)):
            return self.quietly(node, "gen")
        return self.nominal(node, "gen").text

    def spot(self, word: str) -> str:
        """*there*, *of your choice*, *to your left*."""
        if word in ("", "there", "in", "at", "on"):
            return self.forms.closed("there")
        if word in ("of your choice", "of their choice"):
            own = self.actor == ("you" if word == "of your choice" else "player")
            return self.forms.closed("of own choice" if own else word)
        return self.forms.adverb(word)

    def related(self, word: str, what: Nominal, case: Case, phrase: Phrase) -> str:
        """A relation after a noun: *суміжний із X*, *, що дорівнює X,*."""
        relation = self.forms.relation(word)
        target = self.fill(relation.government, what)
        if relation.adjective is not None:
            gender = "pl" if phrase.plural else phrase.gender
            return f", {relation.adjective.form(case, gender, phrase.animate)} {target}{COMMA}"
        if relation.verb is not None:
            form = relation.verb.doing.get("thirds" if phrase.plural else "third", "")
            return f", {self.forms.closed('that')} {form} {target}{COMMA}"
        return words(relation.fixed, target)

    # --- Prepositions ------------------------------------------------------------------------------------------

    def governed(self, word: str, what: Nominal) -> str:
        """A closed word and what it governs: *без карт*, *біля дошки*."""
        found = self.forms.governed(word)
        if found is None:
            return words(self.forms.lack("closed", word, "case"), self.nominal(what, "nom").text)
        return self.fill(Government(found[1], found[0]), what)

    def fill(self, government: Government, what: Nominal) -> str:
        """A slot filled as it is governed."""
        if government.place:
            return self.place("in", what, government.place)
        preposition = government.preposition
        text = self.nominal(what, government.case, behind=bool(preposition)).text
        return self.behind(marked(preposition), text, what)

    def behind(self, preposition: str, text: str, what: Nominal) -> str:
        """What a preposition governs; a bound stands before it: *щонайменше у 2 районах*."""
        bound = what.determiner.bound if isinstance(what, Noun) else None
        said = f"{self.forms.closed(bound)} " if bound and bound != "up to" else ""
        if preposition and said and text.startswith(said):
            return words(said.strip(), preposition, text.removeprefix(said))
        return words(preposition, text)

    def place(self, word: str, what: Nominal, motion: Motion) -> str:
        """A place as its noun wants it: *у руці*, *у руку*, *з руки*; *на полі*, *на поле*, *з поля*."""
        if isinstance(what, ast.Group) and (items := each_said(what)):
            return _listed([self.place(word, item, motion) for item in items], self.joint(what.joint))
        it = is_it(what)
        lemma = (self.antecedent().lemma if it else head_noun(what, self.vocabulary)) or ""
        entry = self.vocabulary.nouns.get(lemma)
        if entry is not None and entry.category == "period" and motion == "in":
            return self.governed("during", what)
        return self.at_place(word, what, motion, lemma, entry)

    def at_place(self, word: str, what: Nominal, motion: Motion, lemma: str, entry: NounEntry | None) -> str:
        """One place, as its noun or the preposition wants it."""
        preposition = self.forms.noun(lemma).places.get(motion) if lemma else None
        if motion == "from" and not preposition:
            return words(Z, self.nominal(what, "gen", behind=True).text)
        closed = self.forms.governed(f"{word} {motion}") or self.forms.governed(word)
        if word not in ("in", "at", "on", "inside", "into") and closed:
            return self.fill(Government(closed[1], closed[0]), what)
        preposition = preposition or self.default_preposition(word, entry.prep if entry else "in")
        case: Case = "acc" if motion == "to" else "loc"
        if "+" in preposition:
            return self.fill(read_government(preposition), what)
        return self.behind(marked(preposition), self.nominal(what, case, behind=True).text, what)

    def gap_preposition(self, lemma: str, motion: str) -> tuple[str, Case]:
        """The preposition and case of a place that a relative clause speaks of: *район, у якому ви домінуєте*."""
        preposition = self.forms.noun(lemma).places.get(motion) if lemma else None
        if motion == "from" and not preposition:
            return Z, "gen"
        entry = self.vocabulary.nouns.get(lemma)
        preposition = preposition or self.default_preposition("in", entry.prep if entry else "in")
        if "+" in preposition:
            governed = read_government(preposition)
            return marked(governed.preposition), governed.case
        return marked(preposition), "acc" if motion == "to" else "loc"

    def taken_from(self, node: Nominal) -> Nominal:
        """The nominal with its places as those that it leaves: *the card in your hand* as *from your hand*."""
        if not isinstance(node, Noun):
            return node
        found = tuple(
            replace(m, word="from") if m.word in ("in", "at", "on") and self.is_place(m.what) else m
            for m in node.modifiers
        )
        return replace(node, modifiers=found)

    def default_preposition(self, word: str, declared: str) -> str:
        return "на" if word in ("on", "at") or (word == "in" and declared in ("on", "at")) else "у"

    def quietly(self, node: Nominal, case: Case) -> str:
        """A nominal whose nouns no later *it* means: owners, predicates."""
        before = list(self.mentions)
        text = self.nominal(node, case, behind=False).text
        self.mentions = before + [mention for mention in self.mentions[len(before) :] if mention.player]
        return text


def _listed(texts: list[str], joint: str) -> str:
    """*A, B and C*."""
    *most, last = texts
    return words(", ".join(most), joint, last) if most else last
