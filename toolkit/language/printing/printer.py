"""What the printers of all languages share: who a verb agrees with, what is plural, how pieces are joined.

In: a tree (`ast.py`) and the words of a pack.  Out: one text, and a finding for each form that a language lacks.
Word order and agreement belong to the languages: `english.py`, `ukrainian.py`, …; `languages.py` picks one by name.
Pieces are joined late: a printer may leave a pending comma (`COMMA`), which `finish` keeps only if words follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from toolkit.language.ast import (
    Act,
    Arith,
    Clause,
    Complement,
    Determiner,
    Group,
    Modifier,
    Node,
    Nominal,
    Noun,
    Pronoun,
)
from toolkit.language.phrase import fixed_noun, surface
from toolkit.language.vocabulary import NounEntry, Template, Vocabulary, is_measured
from toolkit.language.which import OF_ONE, says_plural

COMMA = "\ue000"
"""A comma that is wanted only if words follow: after a relative clause, after *, including you*."""

Person = Literal["you", "they", "it", "several"]
"""With whom a verb agrees: *you*, *they* (one player), one thing or one named player, several."""


# --- Number and person --------------------------------------------------------------------------------------


def noun_is_plural(determiner: Determiner, flag: bool | None, inherited: bool = False) -> bool:
    """Whether the noun after `determiner` stands in the plural: by `flag` where number is meaning.

    `inherited`: for an empty determiner, the number of the first noun of its list (*2 cats or dogs*).
    """
    d = determiner
    if flag is not None:
        return flag
    said = says_plural(d)
    if said is not None:
        return said
    if d.more is not None or d.quantifier in ("all", "most", "fewest"):
        return True
    return inherited and d.is_empty()


def is_mass(entry: NounEntry | None) -> bool:
    """Whether a number leaves the noun as it is: *3 gold*, *+2 power*.  Amounts that packs define are so."""
    if entry is None:
        return False
    defined = is_measured(entry) and entry.pack != "core"
    return entry.mass or defined or (entry.category == "quantity" and entry.plural == entry.id)


def cost_of(tree: Node) -> Nominal | None:
    """The amount of a tree that was parsed as a cost: the object of its unsaid verb."""
    return next((node.object for node in tree.every(Act)), None)


def is_plural(nominal: Nominal | None, vocabulary: Vocabulary) -> bool:
    """Whether a verb whose subject is `nominal` stands in the plural; *you* and *they* do."""
    match nominal:
        case None:
            return True
        case Pronoun(word=word):
            return word != "it"
        case Group(items=items, joint=joint):
            return joint == "and" or is_plural(items[-1], vocabulary)
        case Noun():
            return is_plural_noun(nominal, vocabulary)
        case _:
            return False


def is_plural_noun(noun: Noun, vocabulary: Vocabulary) -> bool:
    """The same of a noun phrase: *one of the units is*, *2 of the units are*."""
    d = noun.determiner
    if d.of and d.quantifier is None:
        return d.number != 1
    if d.of and d.quantifier in OF_ONE:
        return False
    if noun.name is not None and noun.plural is None:
        if d.number is not None:
            return d.number != 1  # there are 2 Foxfire: the name has no plural
        entry = vocabulary.names.get(noun.name)
        return entry is not None and entry.plural
    if noun.head is None and noun.name is None:
        return False  # a bare number: *4 is even*
    if noun.plural is None and is_mass(vocabulary.noun(noun.head)):
        return False
    return noun_is_plural(d, noun.plural)


def person(nominal: Nominal | None, vocabulary: Vocabulary) -> Person:
    """With whom a verb agrees; an unsaid subject is *you*."""
    if nominal is None:
        return "you"
    if isinstance(nominal, Pronoun):
        return nominal.word
    return "several" if is_plural(nominal, vocabulary) else "it"


def shared_subjects(clauses: Sequence[Node]) -> list[Nominal | None]:
    """For each clause, the subject that its verbs agree with: its own, or the one said before in the same sentence."""
    found: list[Nominal | None] = []
    last: Nominal | None = None
    for clause in clauses:
        if isinstance(clause, Clause) and clause.subject is not None:
            last = clause.subject
        found.append(last)
    return found


# --- Templates ----------------------------------------------------------------------------------------------


def template_of(act: Act, vocabulary: Vocabulary, gap: str = "") -> Template | None:
    """The phrase that a verb with these complements is an instance of: the first whose slots fit by kind.

    A passive's subject and a relative clause's gap are complements that are missing: any phrase fits that has
    the rest.  `gap`: the noun that is the missing object, if there is one.  None if the vocabulary has no such phrase.
    """
    roles = tuple(c.role for c in act.complements)
    if gap and "obj" not in roles:
        roles = ("obj", *roles)
    best: tuple[int, Template] | None = None
    for template in vocabulary.templates:
        if template.verb != act.verb or not set(roles) <= set(surface(template)):
            continue
        score = _score(act, template, vocabulary, gap) - (0 if surface(template) == roles else LEFT_OVER)
        if best is None or score > best[0]:
            best = score, template
    return best[1] if best else None


LEFT_OVER = 4
"""How much worse a phrase is that has slots for which nothing is said: more than kinds that do not fit."""


def _score(act: Act, template: Template, vocabulary: Vocabulary, gap: str) -> int:
    """How well the complements, and the noun that is a gap, fill the slots of a phrase."""
    score = 0
    for slot in template.slots:
        kind = slot.counts or slot.noun
        if gap and slot.role == "obj":
            score += _fits(Noun(head=gap), kind, vocabulary)
        score += sum(_fits(c.value, kind, vocabulary) for c in act.complements if c.role == slot.role)
    if template.fixed:
        score += 3 if _is_fixed(act, template) else -3
    return score


def _fits(value: Node | None, kind: str, vocabulary: Vocabulary) -> int:
    head = head_noun(value, vocabulary)
    if head is None or kind not in vocabulary.nouns:
        return 0
    if vocabulary.is_kind(head, kind):
        return 2
    return -1


def _is_fixed(act: Act, template: Template) -> bool:
    fixed = fixed_noun(template)
    value = act.object
    return fixed is not None and isinstance(value, Noun) and value.head == fixed[0]


def head_noun(node: Node | None, vocabulary: Vocabulary) -> str | None:
    """The lemma of the noun that a nominal is about: of a name, the noun of its kind; of a list, the first's."""
    match node:
        case Noun(head=str(head)):
            return head
        case Noun(name=str(name)):
            entry = vocabulary.names.get(name)
            return entry.noun if entry else None
        case Group(items=items):
            return next((h for item in items if (h := head_noun(item, vocabulary))), None)
        case Arith(left=left):
            return head_noun(left, vocabulary)
        case _:
            return None


def comparison_last(act: Act) -> tuple[tuple[Complement, ...], Modifier | None]:
    """The complements, and the *than* phrase of the object, said after the place: *more units there than you*."""
    if any(c.role in ("place", "to", "into") for c in act.complements):
        for i, complement in enumerate(act.complements):
            value = complement.value
            if (
                complement.role != "obj"
                or not isinstance(value, Noun)
                or not value.modifiers
                or value.relative
            ):
                continue
            last = value.modifiers[-1]
            if last.word == "than":
                bare = replace(complement, value=replace(value, modifiers=value.modifiers[:-1]))
                return (*act.complements[:i], bare, *act.complements[i + 1 :]), last
    return act.complements, None


# --- Joining ------------------------------------------------------------------------------------------------

_SPACES = re.compile(r"[ \t]+")
_PENDING = re.compile(rf"(?:{COMMA}[ ]*)+(?P<next>[,.:;\n]|$)?")


def words(*parts: str | None) -> str:
    """The parts that are not empty, with spaces between; a part that begins with a comma follows directly."""
    text = ""
    for part in parts:
        if part:
            text += part if not text or part[0] in ",.:;" else " " + part
    return text


def listed(items: Sequence[str], joint: str) -> str:
    """*A*, *A and B*, *A, B and C*."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def finish(text: str) -> str:
    """Pending commas kept before words, dropped before punctuation and at the end; single spaces."""

    def settle(match: re.Match[str]) -> str:
        following = match["next"]
        return following if following is not None else ", "

    text = _PENDING.sub(settle, text)
    return _SPACES.sub(" ", text).strip()


def join_sentences(sentences: Iterable[str]) -> str:
    """Sentences one after another; after the lines of a choice a new line begins."""
    text = ""
    for sentence in sentences:
        last_line = text.rpartition("\n")[2]
        gap = "" if not text else "\n" if last_line.startswith("- ") else " "
        text += gap + sentence
    return text


@dataclass(frozen=True, slots=True)
class Phrase:
    """A printed nominal and what others agree with.

    `gender`: m, f, n, or pl; `person`: for verbs; `negative`: it says *no*; `unsaid`: the *you* of an order;
    `lemma`: of its noun.
    """

    text: str
    gender: str = "m"
    plural: bool = False
    person: Person = "it"
    animate: bool = False
    negative: bool = False
    unsaid: bool = False
    lemma: str = ""
