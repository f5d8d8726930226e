"""Whether the typed forms are the ones the words ask for: *2 things*, *they move*, *an order*.

Outside the grammar on purpose: *2 thing* is understood, reported with the right form, and put right by `sayso fmt`,
which prints the tree and so cannot print a wrong form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from toolkit.language import forms
from toolkit.language.ast import Arith, Determiner, Group, Nominal, Noun, Pronoun
from toolkit.language.lexer import NO_TOKEN, Lexicon, Token, names
from toolkit.language.vocabulary import is_measured
from toolkit.language.which import OF_ONE, says_plural
from toolkit.report import Diagnostic, Fix, diagnose

_BE = {"is": "are", "was": "were"}
_BE_PLURAL = {plural: singular for singular, plural in _BE.items()}
_DO_NOT = {"does not": "do not", "does": "do"}
_DO_NOT_PLURAL = {plural: singular for singular, plural in _DO_NOT.items()}


_DETERMINERS = names(
    "ART POSS WHOSE QIN QOUT GEN NUMBER SIGNED ORD MOST OTHER MORE RANDOM OF_PART BOUND TDET TDET_R FOR_EACH"
)
_BRIEF = ("given", "condition", "decision")
"""Fields that may leave the determiner of a place out."""

_EACH = frozenset({"each", "every"})

_COUNTABLE = frozenset({"thing", "player", "place", "group", "period"})


class Agreement:
    """The comparisons, for one word table."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.vocabulary = lexicon.vocabulary

    # --- Number of a noun phrase ----------------------------------------------------------------------------

    def singular(self, subject: Nominal) -> bool | None:
        """Whether a verb after it takes *-s*; None where the words do not say."""
        if isinstance(subject, Pronoun):
            return subject.word == "it"
        if isinstance(subject, Group):
            if _is_one_of(subject.items[0]):
                return None
            return False if subject.joint == "and" else self.singular(subject.items[-1])
        if isinstance(subject, Arith) or not isinstance(subject, Noun):
            return True
        return self._singular_noun(subject)

    def _singular_noun(self, subject: Noun) -> bool | None:
        det = subject.determiner
        if det.quantifier in OF_ONE:
            return True
        if _is_one_of(subject):
            return None
        if subject.head is None and subject.name is None:
            return det.number is None or det.number == 1
        if (wanted := self._wanted(det, subject.head or "")) is not None:
            return wanted == "s"
        if subject.name is not None:
            entry = self.vocabulary.names.get(subject.name)
            return not (entry and entry.plural) and not self._typed_in_plural(subject)
        return None if subject.plural is None else not subject.plural

    def _is_amount(self, node: Nominal) -> bool:
        """*your coins*, *the power of that cat*."""
        entry = self.vocabulary.nouns.get(node.head or "") if isinstance(node, Noun) else None
        return entry is not None and entry.category in ("quantity", "attribute")

    def _typed_in_plural(self, subject: Noun) -> bool:
        """*Coppers in your hand*, of what is called Copper."""
        entry = self.vocabulary.name(subject.name)
        if entry is None or subject.span is None:
            return False
        one, several = (subject.span.text.find(word) for word in (entry.text, forms.plural(entry.text)))
        return several >= 0 and not 0 <= one < several

    def told_by_verb(self, subject: Nominal | None, finite: Token | None) -> Nominal | None:
        """*The sheep is ready* says it of one, *the sheep are ready* of several: where neither the noun nor what stands
        before it tells them apart, the verb does.
        """
        if not isinstance(subject, Noun) or subject.plural is not None or finite is None:
            return subject
        entry = self.vocabulary.nouns.get(subject.head or "")
        if entry is None or entry.category != "thing" or entry.plural != entry.id:
            return subject
        if subject.determiner.article != "the" or says_plural(subject.determiner) is not None:
            return subject
        of_one, of_several = (self._right_form(finite, one) is None for one in (True, False))
        return subject if of_one == of_several else replace(subject, plural=of_several)

    def _mass(self, noun: str) -> bool:
        entry = self.vocabulary.nouns.get(noun)
        return entry is not None and is_measured(entry)

    # --- Verbs ----------------------------------------------------------------------------------------------

    def verb(self, subject: Nominal, finite: Token, behind: bool = False) -> Diagnostic | None:
        """The diagnostic for a finite verb that does not fit its subject; `behind`: *there are 4 cards*."""
        singular = self.singular(subject)
        if singular is None:
            return None
        if behind and isinstance(subject, Group):
            first = self.singular(subject.items[0])
            if first is None:
                return None
            singular = first
        right = self._right_form(finite, singular)
        if right is None:
            return None
        if finite.type == "BE" and isinstance(subject, Group) and all(map(self._is_amount, subject.items)):
            return _together_or_each(subject, finite, right)
        fix = Fix(f"write *{right}*", finite.span, forms.cased(finite.text, right))
        return diagnose("SAY0701", finite.span, form=finite.text, right=right, fixes=[fix])

    def base(self, finite: Token) -> Diagnostic:
        """The diagnostic for a form with *-s* under the modal of an earlier verb: *may draw and gains*."""
        right = finite.reading.id
        fix = Fix(f"write *{right}*", finite.span, forms.cased(finite.text, right))
        hint = "what follows *and* is under the same *may*; if it is not, write *If they do, they …* or *, then …*"
        return diagnose("SAY0701", finite.span, form=finite.text, right=right, hint=hint, fixes=[fix])

    def is_third(self, finite: Token | None) -> bool:
        """Whether it is a present with *-s*."""
        return finite is not None and finite.reading.kind == "verb" and "t" in finite.reading.form

    def order(self, subject: Nominal | None, finite: Token) -> Diagnostic | None:
        """The diagnostic for an order after what somebody else does: *that player draws, then gain 1 coin*.  `subject`:
        of the verb before, which has an *-s*; None: of a clause before that.
        """
        reading = finite.reading
        if reading.kind != "verb" or "b" not in reading.form:
            return None
        if subject is not None and not self.singular(subject):
            return None
        third = self.vocabulary.verb_forms(reading.id).third
        fixes = [
            Fix(f"if {who}: write *{right}*", finite.span, forms.cased(finite.text, right))
            for who, right in (("it is the one before", third), ("it is you", f"you {reading.id}"))
        ]
        return diagnose("SAY0764", finite.span, form=finite.text, third=third, fixes=fixes)

    def _right_form(self, finite: Token, singular: bool) -> str | None:
        """The form that would agree, or None if the typed one does."""
        reading = finite.reading
        if reading.kind == "verb":
            if "b" in reading.form and "d" in reading.form:
                return None
            made = self.vocabulary.verb_forms(reading.id)
            if singular and "b" in reading.form:
                return made.third
            if not singular and reading.form == "t":
                return made.base
            return None
        if finite.type == "BE":
            return (_BE_PLURAL if singular else _BE).get(reading.id)
        return (_DO_NOT_PLURAL if singular else _DO_NOT).get(reading.id)

    # --- Nouns ----------------------------------------------------------------------------------------------

    def noun(self, det: Determiner, tokens: list[Any], head: Token) -> list[Diagnostic]:
        """The diagnostics for a noun whose number does not fit its determiner, and for *a* before a vowel."""
        found: list[Diagnostic] = []
        form = head.reading.form
        if form in ("s", "p"):
            wanted = self._wanted(det, head.reading.id)
            one = det.of and det.article in ("this", "that")  # *one of that cat and that dog*
            as_typed = not _is_or_more(tokens) if wanted == "s" else _as_typed(tokens, head) and not one
            if wanted is not None and wanted != form and as_typed:
                entry = self.vocabulary.nouns.get(head.reading.id)
                if entry is not None:
                    right = entry.id if wanted == "s" else entry.plural
                else:
                    right = head.reading.id if wanted == "s" else forms.plural(head.reading.id)
                fix = Fix(f"write *{right}*", head.span, forms.cased(head.text, right))
                found.append(diagnose("SAY0702", head.span, form=head.text, right=right, fixes=[fix]))
        if det.article == "a":
            found += self.article(tokens)
        return found

    def article(self, tokens: list[Any]) -> list[Diagnostic]:
        """*a* before a vowel, *an* before a consonant."""
        found: list[Diagnostic] = []
        for k, token in enumerate(tokens):
            if isinstance(token, Token) and token.type == "ART" and k + 1 < len(tokens):
                following = tokens[k + 1]
                if isinstance(following, Token):
                    right = forms.article(following.text)
                    if token.text.casefold() != right:
                        fix = Fix(f"write *{right}*", token.span, forms.cased(token.text, right))
                        found.append(
                            diagnose(
                                "SAY0703",
                                token.span,
                                form=token.text,
                                right=right,
                                word=following.text,
                                fixes=[fix],
                            )
                        )
        return found

    def determiners(self, tagged: Sequence[Token], start: str) -> list[Diagnostic]:
        """The diagnostics for countable nouns in the singular that stand alone: *draw card*."""
        found: list[Diagnostic] = []
        for i, token in enumerate(tagged):
            if token.type != "NOUN":
                continue
            first = _first_of_phrase(tagged, i)
            before = tagged[first - 1] if first else NO_TOKEN
            if token.reading.form == "s":
                brief = before.type == "PLACE" and start in _BRIEF
                found += [] if _is_determined(tagged, first) else self.alone(token, tagged[first], brief)
            elif token.reading.form == "p" and before.type == "FOR_EACH":
                found += [self.of_each(token)] if before.reading.id != "for each of" else []
        return found

    def alone(self, token: Token, first: Token, brief: bool) -> list[Diagnostic]:
        """A noun in the singular without a determiner; `first`: of its phrase; `brief`: a place needs none here, as in
        *has 2 cards in hand*.
        """
        entry = self.vocabulary.nouns.get(token.reading.id)
        if entry is None or entry.mass or entry.category not in _COUNTABLE:
            return []
        if brief and entry.category == "place":
            return []
        right = forms.article(first.text)
        hint = f"say *{right} {token.text}*, *the {token.text}*, *your {token.text}* or *{entry.plural}*"
        return [diagnose("SAY0704", token.span, word=token.text, hint=hint)]

    def of_each(self, token: Token) -> Diagnostic:
        """*for each cats*: one of them."""
        entry = self.vocabulary.nouns.get(token.reading.id)
        right = entry.id if entry is not None else token.reading.id
        fix = Fix(f"write *{right}*", token.span, forms.cased(token.text, right))
        return diagnose("SAY0702", token.span, form=token.text, right=right, fixes=[fix])

    def _wanted(self, det: Determiner, noun: str) -> str | None:
        """`s` or `p` if the determiner decides, else None."""
        if self._mass(noun):
            return "s" if det.number is not None and not det.of else None
        plural = says_plural(det)
        return None if plural is None else "p" if plural else "s"


def _together_or_each(amounts: Group, finite: Token, right: str) -> Diagnostic:
    """SAY0752: *your coins and your points is at least 5*: both together, or each of them?"""
    said = amounts.span.said if amounts.span is not None else "… and …"
    hint = f"together: *the sum of {said} {finite.text} …*; each of them: *{said} {right} …*"
    return diagnose("SAY0752", finite.span, found="a list of amounts", wanted="one amount", hint=hint)


def _is_one_of(subject: Nominal) -> bool:
    """*one of them*, *at least 1 of your cats*, *one of this cat and that dog*: people say *is* and *are*."""
    return isinstance(subject, Noun) and subject.determiner.of and subject.determiner.number == 1


def _as_typed(tokens: Sequence[Any], head: Token) -> bool:
    """Whether the words before a noun were typed before it, and none of them says *each*: of *a bid of at least 10* and
    *1 of each suit* another form would be no better.
    """
    before = [token for token in tokens if isinstance(token, Token) and token is not head]
    return all(token.span.start <= head.span.start and token.text.casefold() not in _EACH for token in before)


def _is_or_more(tokens: Sequence[Any]) -> bool:
    """*1 or more cats*, which is read as *at least 1 cat*: the bound and its number were typed as one."""
    said = [token for token in tokens if isinstance(token, Token) and token.type in ("BOUND", "NUMBER")]
    return len(said) == 2 and said[0].type == "BOUND" and said[0].span == said[1].span


def _first_of_phrase(tagged: Sequence[Token], noun: int) -> int:
    """Where the adjectives before a noun begin."""
    while noun > 0 and tagged[noun - 1].type == "ADJ":
        noun -= 1
    return noun


def _is_determined(tagged: Sequence[Token], first: int) -> bool:
    """Whether a determiner stands before a word, or before the first noun of the list in which it stands."""
    if first == 0:
        return False
    before = tagged[first - 1]
    if before.type in _DETERMINERS or before.type in ("BE", "NOT"):
        return True
    if before.type != "OR_N" and not (before.type == "LCOMMA" and before.joint == "or"):
        return False
    noun = next((t for t in reversed(tagged[: first - 1]) if t.type == "NOUN"), None)
    return noun is not None and noun.reading.form == "s"  # *a cat or dog*
