"""Ukrainian quantities: the numeral and the case it governs, and words whose noun stands in the genitive.

*2 карти*, *5 карт*, *будь-яка кількість карт*, *одна з карт*, *найбільше монет*.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language import which
from toolkit.language.ast import Determiner, Noun
from toolkit.language.printing.printer import Phrase, words
from toolkit.language.printing.ukrainian_context import Context
from toolkit.language.printing.ukrainian_forms import Case
from toolkit.language.printing.ukrainian_sounds import Z
from toolkit.language.printing.ukrainian_trees import counts_own, signed
from toolkit.language.printing.ukrainian_words import Noun as NounWords
from toolkit.language.printing.ukrainian_words import plural_category


def so_much(word: str, of: str, gender: str = "n") -> Phrase:
    """A quantity and what it is of."""
    return Phrase(words(word, of), gender, animate=False)


class Quantities(Context):
    """The part of the printer that prints how many and how much.  `Nominals` prints the nouns."""

    def inner(self, node: Noun, noun: NounWords, case: Case, plural: bool, few: bool = False) -> str:
        raise NotImplementedError

    def core(self, node: Noun, noun: NounWords, case: Case, plural: bool, few: bool = False) -> str:
        raise NotImplementedError

    def pronouns(self, d: Determiner, case: Case, gender: str, animate: bool, sex: str = "") -> list[str]:
        raise NotImplementedError

    def partitive(self, node: Noun, noun: NounWords, case: Case, plural: bool, mass: bool) -> Phrase | None:
        """Quantities whose noun stands in the genitive: *any number of your units*, *one of them*, *more units*."""
        d = node.determiner
        if counts_own(d):
            return self.counted(node, noun, case, mass)
        if d.of and (d.quantifier is None or isinstance(d.which, which.All | which.Each)):
            return self.some_of(node, noun, case, mass)
        plural = plural and not mass
        match d.which:
            case which.AnyNumber():
                of = self.of_what(node, noun, plural, mass)
                return so_much(self.forms.noun("any number").text(case, False), of, "f")
            case which.Half():
                of = self.of_what(node, noun, plural, mass)
                return so_much(self.bound(d, self.forms.noun("half").text(case, False)), of, "f")
            case which.AllBut():
                return self.all_but(node, noun, case)
            case which.ThatMany(word=word) | which.AsMany(word=word):
                of = self.of_what(node, noun, plural, mass)
                return self.how_much(word, "same quantity", ("nom", "acc", "gen"), case, of)
            case which.Most() as most:
                return self.most(most, node, noun, case, plural, mass)
            case which.No():
                text = self.inner(node, noun, case, False)
                return Phrase(text, noun.gender, False, animate=noun.animate, negative=True)
        if d.quantifier is None and d.number is None and d.more in ("more", "fewer", "less"):
            return self.compared(d.more, node, noun, case, plural, mass)
        return None

    def some_of(self, node: Noun, noun: NounWords, case: Case, mass: bool) -> Phrase:
        """*one of them*, *at least 2 of them*, *each of them*, *all of the first 2*."""
        d = node.determiner
        if d.quantifier is not None:
            every = isinstance(d.which, which.All)
            word = self.forms.table("each" if d.quantifier == "every" else d.quantifier)
            text = words(
                word.form(case, noun.agreement(every), noun.animate), Z, self.of_what(node, noun, True, mass)
            )
            return Phrase(text, noun.gender, every, animate=noun.animate)
        outer = replace(node, determiner=replace(d, number=None))
        if d.number == 1 and not d.bound:
            number = self.forms.table("one").form(case, noun.gender, noun.animate)
        else:
            number = self.bound(d, str(d.number))
        text = words(number, Z, self.of_what(outer, noun, True, mass))
        return Phrase(text, noun.gender if d.number == 1 else "pl", d.number != 1, animate=noun.animate)

    def of_what(self, node: Noun, noun: NounWords, plural: bool, mass: bool) -> str:
        """What a quantity is of, in the genitive."""
        bare = replace(node.determiner, quantifier=None, bound=None, least=None, of=False, more=None)
        if bare.number is not None:
            return self.counted(replace(node, determiner=bare), noun, "gen", mass).text
        if mass and noun.counter is not None and bare.is_empty():
            return self.many(node, noun)
        return self.inner(replace(node, determiner=bare), noun, "gen", plural)

    def all_but(self, node: Noun, noun: NounWords, case: Case) -> Phrase:
        """*down to 2 cards*: all but 2."""
        d = node.determiner
        every = self.forms.table("all").form(case, "pl", noun.animate)
        left = replace(node, determiner=replace(which.uncounted(d), quantifier=None))
        text = words(
            every, f", {self.forms.closed('all but')} {d.number},", self.inner(left, noun, case, True)
        )
        return Phrase(text, "pl", True, animate=noun.animate)

    def compared(
        self, word: str, node: Noun, noun: NounWords, case: Case, plural: bool, mass: bool
    ) -> Phrase:
        """*the most coins*, *more coins*; what is measured has it in a degree: *найбільшу силу*, *більшу силу*."""
        if node.determiner.number is None and (noun.measure or self.is_measure(node.head)):
            degree = {"most": "most of it", "fewest": "least of it", "more": "bigger"}
            form = self.forms.table(degree.get(word, "smaller")).form(case, noun.gender, noun.animate)
            return Phrase(words(form, self.core(node, noun, case, False)), noun.gender)
        word = "fewer" if word == "less" else word
        of = self.of_what(node, noun, plural, mass)
        return self.how_much(word, f"{word} quantity", ("nom", "acc"), case, of)

    def most(
        self, said: which.Most, node: Noun, noun: NounWords, case: Case, plural: bool, mass: bool
    ) -> Phrase:
        """*the most coins*; *the second most coins*: *друга найбільша кількість монет*, *друга найбільша сила*."""
        if said.rank is None:
            return self.compared(said.word, node, noun, case, plural, mass)
        plain = replace(node, determiner=replace(node.determiner, ordinal=None))
        measure = noun.measure or self.is_measure(node.head)
        if measure:
            most, gender = self.compared(said.word, plain, noun, case, plural, mass), noun.gender
        else:
            of, gender = self.of_what(plain, noun, plural, mass), "f"
            most = so_much(self.forms.noun(f"{said.word} quantity").text(case, False), of, "f")
        return replace(
            most, text=words(self.forms.table(said.rank).form(case, gender, noun.animate), most.text)
        )

    def how_much(self, word: str, quantity: str, direct: tuple[Case, ...], case: Case, of: str) -> Phrase:
        """A word that has no cases, where it stands in one of `direct`; else the noun that says the same."""
        if case in direct:
            return so_much(self.forms.closed(word), of)
        return so_much(self.forms.noun(quantity).text(case, False), of, "f")

    def many(self, node: Noun, noun: NounWords) -> str:
        """The genitive of several: *монет*, *жетонів контрабанди*."""
        if noun.counter is None:
            return self.core(node, noun, "gen", True)
        return words(noun.counter.text("gen", True), self.core(node, noun, "gen", False))

    def difference(self, node: Noun) -> tuple[str, str]:
        """What *more* and *fewer* put before a number and after it."""
        more = node.determiner.more
        if more == "less" or (more and node.modifier("than") is not None):
            return self.forms.closed("by how much"), self.forms.closed("more" if more == "more" else "fewer")
        if more == "more":
            return self.forms.closed("extra"), ""
        return "", self.forms.closed("fewer") if more else ""

    def counted(self, node: Noun, noun: NounWords, case: Case, mass: bool) -> Phrase:
        """A number and its noun: *1 карту*, *2 карти*, *5 карт*, *7 очок репутації*, *+1 до сили*."""
        d = node.determiner
        assert d.number is not None
        agreement = noun.agreement(True)
        if d.signed:
            text = words(signed(d.number), self.forms.closed("signed"), self.inner(node, noun, "gen", False))
            return Phrase(text, "n", False)
        if d.bound in ("up to", "between"):
            case = "gen"
        front = self.pronouns(d, case, agreement if d.number != 1 else noun.gender, noun.animate)
        bound = self.bound(d, "")
        before, after = self.difference(node)
        if mass and noun.counter is None and case not in ("nom", "acc"):
            text = words(*front, self.core(node, noun, case, False), bound, before, str(d.number), after)
            return Phrase(text, noun.gender, False)
        number_text = self.numeral(node, noun, d.number, case, mass)
        text = words(bound, *front, before, number_text, after)
        return Phrase(text, noun.gender if d.number == 1 else "pl", d.number != 1, animate=noun.animate)

    def numeral(
        self, node: Noun, noun: NounWords, number: float, case: Case, mass: bool = False, digits: bool = True
    ) -> str:
        """A number and the noun in the form that it governs; without `digits`, that form alone."""
        shown = f"{number}".replace(".", ",") if digits else ""
        if noun.counter is not None:
            counter = self.numeral(Noun(), noun.counter, number, case, digits=digits)
            if noun.after == noun.counter.text("gen", True):  # *кількість граней*: 12 of it are *12 граней*
                return counter
            return words(counter, self.core(node, noun, "gen", False))
        category = plural_category(number)
        if mass or category == "other":
            form = self.core(node, noun, "gen", False)
        elif case not in ("nom", "acc"):
            form = self.core(node, noun, case, category != "one")
        elif category == "one":
            form = self.core(node, noun, case, False)
        elif category == "few" and not (case == "acc" and noun.animate):
            form = self.core(node, noun, "nom", True, few=True)
        else:
            form = self.core(node, noun, "gen", True)
        return words(shown, form)

    def bound(self, d: Determiner, text: str) -> str:
        """A text after what bounds it: *щонайменше 2*, *до 3*, *від 1 до 3*."""
        if d.bound == "between":
            return words(self.forms.closed("between"), str(d.least), self.forms.closed("up to"), text)
        return words(self.forms.closed(d.bound) if d.bound else "", text)
