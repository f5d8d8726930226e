"""What the Ukrainian printer knows while it prints: what was named, who acts, and what kind of thing a noun is.

In: the words of a pack and a lexicon, and what the printer has said so far.  Out: answers for the choices of grammar:
the gender of *it*, whose *свій* it is, whether a nominal is an amount.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.language import ast
from toolkit.language.ast import Node, Nominal, Noun, Pronoun
from toolkit.language.printing.printer import head_noun
from toolkit.language.printing.ukrainian_words import UkrainianWords
from toolkit.language.vocabulary import Vocabulary

Actor = Literal["you", "player", "thing", "none"]
"""Whose *свій* it would be: of the subject of the clause that is being printed."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Something named before, for *it* and *their*.  `gender`: m, f, n or pl."""

    lemma: str
    gender: str
    player: bool = False


class Context:
    """What is known at a place of the text."""

    def __init__(self, vocabulary: Vocabulary, forms: UkrainianWords) -> None:
        self.vocabulary = vocabulary
        self.forms = forms
        self.actor: Actor = "none"
        self.mentions: list[Mention] = []
        self.earlier: list[Mention] = []

    # --- What was named ------------------------------------------------------------------------------------

    def remember(self, lemma: str, gender: str) -> None:
        self.mentions.append(Mention(lemma, gender, self.vocabulary.is_kind(lemma, "player")))

    def antecedent(self) -> Mention:
        """What *it* is: the first thing named in this sentence, else in the one before."""
        for found in (self.mentions, self.earlier):
            for mention in found:
                if mention.gender != "pl" and (not mention.lemma or self.is_thing_noun(mention.lemma)):
                    return mention
        named = (*self.mentions, *self.earlier)
        things = [mention for mention in named if not mention.player and mention.gender != "pl"]
        return things[0] if things else Mention("", "m")

    def several_owners(self) -> bool:
        """Whether *their* means several: the last players named, else the things."""
        players = [mention for mention in self.mentions if mention.player]
        meant = players[-1:] or self.mentions[:1]
        return bool(meant) and meant[0].gender == "pl"

    # --- What something is ---------------------------------------------------------------------------------

    def is_amount(self, node: Node | None) -> bool:
        """Whether a nominal is a number rather than a thing or place."""
        match node:
            case ast.Arith():
                return True
            case Noun(head=None, name=None):
                return True
            case ast.Group(items=items):
                return all(self.is_amount(item) for item in items)
            case Noun():
                lemma = head_noun(node, self.vocabulary)
                entry = self.vocabulary.nouns.get(lemma) if lemma else None
                if entry is None or entry.is_a or entry.category not in ("amount", "quantity", "attribute"):
                    return False
                return entry.category != "attribute" or not self.names_things(entry.id)
            case _:
                return False

    def names_things(self, attribute: str) -> bool:
        """Whether an attribute is another thing or several: *its home*, *its neighbours*."""
        nouns = self.vocabulary.nouns
        return any(
            self.is_thing_noun(type) for noun in nouns.values() if (type := noun.attributes.get(attribute))
        )

    def is_measure(self, lemma: str | None) -> bool:
        """Whether more of it is not several, but bigger: *сила*, not *контрабанда*."""
        entry = self.vocabulary.nouns.get(lemma) if lemma else None
        return entry is not None and entry.category in ("attribute", "amount") and entry.pack != "core"

    def is_place(self, node: Nominal | None) -> bool:
        """Whether a nominal is a place or a thing that others lie on, not a time."""
        return self.is_thing_noun(head_noun(node, self.vocabulary))

    def is_thing_noun(self, lemma: str | None) -> bool:
        entry = self.vocabulary.nouns.get(lemma) if lemma else None
        return entry is not None and entry.category in ("thing", "place", "group") and entry.id != "player"

    def kinds(self, node: Nominal | None, gap: str = "") -> list[str]:
        """What a nominal is, nearest kind first: of a list, what all its items are.  `gap`: the lemma if there is
        none."""
        if isinstance(node, ast.Group):
            first, *rest = [self.kinds(item) for item in node.items]
            return [kind for kind in first if all(kind in others for others in rest)]
        if isinstance(node, Pronoun):
            lemma: str | None = self.antecedent().lemma if node.word == "it" else None
        else:
            lemma = head_noun(node, self.vocabulary) if node is not None else gap
        found: list[str] = []
        while lemma and lemma not in found:
            found.append(lemma)
            entry = self.vocabulary.nouns.get(lemma)
            lemma = entry.is_a if entry else None
        return found

    def actor_of(self, subject: Nominal | None) -> Actor:
        """Whose *свій* it is in a clause with this subject."""
        if subject is None:
            return "you"
        if isinstance(subject, Pronoun):
            actors: dict[str, Actor] = {"you": "you", "they": "player", "it": "thing"}
            return actors[subject.word]
        lemma = head_noun(subject, self.vocabulary)
        if lemma is not None:
            if self.vocabulary.is_kind(lemma, "player"):
                return "player"
            entry = self.vocabulary.nouns.get(lemma)
            if entry is not None and entry.category == "player":
                return "player"
            if entry is not None and entry.category in ("thing", "place", "group"):
                return "thing"
            if self.forms.noun(lemma).animate:  # *the owner of X*, *your rival*: somebody
                return "player"
        return "none"
