"""Whether the typed forms are the ones the words ask for: *2 things*, *they move*, *an order*.

Outside the grammar on purpose: *2 thing* is understood, reported with the right form, and put right by `sayso fmt`,
which prints the tree and so cannot print a wrong form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolkit.language import forms
from toolkit.language.ast import Arith, Group, Nominal, Noun, Pronoun
from toolkit.language.lexer import Lexicon, Token, names
from toolkit.report import Diagnostic, Fix, diagnose

_BE = {"is": "are", "was": "were"}
_BE_PLURAL = {plural: singular for singular, plural in _BE.items()}
_DO_NOT = {"does not": "do not", "does": "do"}
_DO_NOT_PLURAL = {plural: singular for singular, plural in _DO_NOT.items()}


_DETERMINERS = names(
    "ART POSS WHOSE QIN QOUT GEN NUMBER SIGNED ORD MOST OTHER MORE RANDOM OF_PART BOUND TDET TDET_R FOR_EACH"
)
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
            return False if subject.joint == "and" else self.singular(subject.items[-1])
        if isinstance(subject, Arith) or not isinstance(subject, Noun):
            return True
        determiner = subject.determiner
        if subject.head is None and subject.name is None:
            return True
        if determiner.quantifier in ("each", "every", "another", "a random"):
            return True
        if determiner.number is not None:
            return determiner.number == 1 or self._mass(subject)
        if determiner.article in ("a", "this"):
            return True
        if determiner.article in ("those", "these"):
            return False
        if determiner.article == "that":
            return True
        if determiner.quantifier in ("both", "any number of", "that many", "as many"):
            return False
        if subject.name is not None:
            entry = self.vocabulary.names.get(subject.name)
            return not (entry and entry.plural)
        if subject.plural is not None:
            return not subject.plural
        return None

    def _mass(self, noun: Noun) -> bool:
        entry = self.vocabulary.nouns.get(noun.head or "")
        return bool(entry and (entry.mass or entry.category in ("attribute", "amount")))

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
        fix = Fix(f"write *{right}*", finite.span, _cased(finite.text, right))
        return diagnose("SAY0701", finite.span, form=finite.text, right=right, fixes=[fix])

    def base(self, finite: Token) -> Diagnostic:
        """The diagnostic for a form with *-s* under the modal of an earlier verb: *may draw and gains*."""
        right = finite.reading.id
        fix = Fix(f"write *{right}*", finite.span, _cased(finite.text, right))
        hint = "what follows *and* is under the same *may*; if it is not, write *If they do, they …* or *, then …*"
        return diagnose("SAY0701", finite.span, form=finite.text, right=right, hint=hint, fixes=[fix])

    def _right_form(self, finite: Token, singular: bool) -> str | None:
        """The form that would agree, or None if the typed one does."""
        reading = finite.reading
        if reading.kind == "verb":
            if "b" in reading.form and "d" in reading.form:
                return None
            made = forms.verb_forms(reading.id, self.vocabulary.forms.get(reading.id))
            if singular and "b" in reading.form:
                return made.third
            if not singular and reading.form == "t":
                return made.base
            return None
        if finite.type == "BE":
            return (_BE_PLURAL if singular else _BE).get(reading.id)
        return (_DO_NOT_PLURAL if singular else _DO_NOT).get(reading.id)

    # --- Nouns ----------------------------------------------------------------------------------------------

    def noun(self, fields: dict[str, Any], tokens: list[Any], head: Token) -> list[Diagnostic]:
        """The diagnostics for a noun whose number does not fit its determiner, and for *a* before a vowel."""
        found: list[Diagnostic] = []
        form = head.reading.form
        if form in ("s", "p"):
            wanted = self._wanted(fields, head.reading.id)
            if wanted is not None and wanted != form:
                entry = self.vocabulary.nouns.get(head.reading.id)
                if entry is not None:
                    right = entry.id if wanted == "s" else entry.plural
                else:
                    right = head.reading.id if wanted == "s" else forms.plural(head.reading.id)
                fix = Fix(f"write *{right}*", head.span, _cased(head.text, right))
                found.append(diagnose("SAY0702", head.span, form=head.text, right=right, fixes=[fix]))
        if fields.get("article") == "a":
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
                        fix = Fix(f"write *{right}*", token.span, _cased(token.text, right))
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
            if token.type != "NOUN" or token.reading.form not in ("s", "p"):
                continue
            k = i - 1
            while k >= 0 and tagged[k].type == "ADJ":
                k -= 1
            before = tagged[k].type if k >= 0 else ""
            if token.reading.form == "p":
                if before == "FOR_EACH" and tagged[k].reading.id != "for each of":
                    found.append(self.of_each(token))
                continue
            if before in _DETERMINERS or before in ("BE", "NOT"):
                continue
            if before == "OR_N" or (before == "LCOMMA" and tagged[k].joint == "or"):
                noun = next((t for t in reversed(tagged[:k]) if t.type == "NOUN"), None)
                if noun is not None and noun.reading.form == "s":
                    continue  # *a cat or dog*: the first one has the determiner of all
            entry = self.vocabulary.nouns.get(token.reading.id)
            if entry is None or entry.mass or entry.category not in _COUNTABLE:
                continue
            if (
                before == "PLACE"
                and entry.category == "place"
                and start in ("given", "condition", "decision")
            ):
                continue  # *has 2 cards in hand*
            first = tagged[k + 1]
            right = forms.article(first.text)
            found.append(
                diagnose(
                    "SAY0704",
                    token.span,
                    word=token.text,
                    hint=f"say *{right} {token.text}*, *the {token.text}*, *your {token.text}* or *{entry.plural}*",
                )
            )
        return found

    def of_each(self, token: Token) -> Diagnostic:
        """*for each cats*: one of them."""
        entry = self.vocabulary.nouns.get(token.reading.id)
        right = entry.id if entry is not None else token.reading.id
        fix = Fix(f"write *{right}*", token.span, _cased(token.text, right))
        return diagnose("SAY0702", token.span, form=token.text, right=right, fixes=[fix])

    def _wanted(self, fields: dict[str, Any], noun: str) -> str | None:
        """`s` or `p` if the determiner decides, else None."""
        entry = self.vocabulary.nouns.get(noun)
        mass = bool(entry and (entry.mass or entry.category in ("attribute", "amount")))
        if mass:
            return "s" if fields.get("number") is not None and not fields.get("of") else None
        quantifier = fields.get("quantifier")
        number = fields.get("number")
        if fields.get("of"):
            return "p"
        if number is not None:
            return "s" if number in (1, -1) else "p"
        if quantifier in ("each", "every", "another", "a random"):
            return "s"
        if quantifier in ("both", "any number of", "that many", "as many"):
            return "p"
        article = fields.get("article")
        if article in ("a", "this", "that"):
            return "s"
        if article in ("those", "these"):
            return "p"
        return None


def _cased(typed: str, right: str) -> str:
    return forms.capitalize(right) if typed[:1].isupper() and not right[:1].isupper() else right
