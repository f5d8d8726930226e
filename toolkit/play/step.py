"""A step of an example: one verb of a *when* sentence with its player, and what of it has been accounted for.

Each noun phrase of a step must come to something: it answers a decision, it is what an event was about, or it
repeats what the sentence says that asks.  A `Phrase` remembers which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolkit.compile.nouns.lists import narrowed
from toolkit.language import ast, which
from toolkit.language.printing.english import print_english
from toolkit.language.vocabulary import TOWARDS

if TYPE_CHECKING:
    from toolkit.compile.base.world import World
    from toolkit.language.vocabulary import Vocabulary

DECLINING = frozenset({"decline"})
CHOOSING = frozenset({"choose"})
WITHOUT_QUESTION = DECLINING | CHOOSING
"""Verbs that are nothing but an answer."""

YOURS = re.compile(r"\byour\b")


@dataclass
class Phrase:
    """A noun phrase of a step.

    `role`: its slot, as in `ast.Complement`.  `want`: how many things it means, None: as many as it denotes.
    `narrow`: the phrase with what the sentence says besides (*a card*, *from the deck*).
    `meant`: what it denoted when the step began.  `chosen`: what it answered decisions with.  `used`: how often it did.
    `told`: what events were about it.  `settled`: it has come to something that is not counted (an amount, words of
    the verb).  `read`: the sentence that was answered says the same.
    """

    node: ast.Nominal
    role: str
    want: int | None = 1
    narrow: ast.Nominal | None = None
    meant: tuple[int, ...] = ()
    chosen: list[int] = field(default_factory=list)
    told: set[int] = field(default_factory=set)
    used: int = 0
    settled: bool = False
    read: bool = False

    @property
    def spent(self) -> bool:
        """Whether it answers nothing any more."""
        if self.settled or self.read:
            return True
        return self.want is not None and max(self.used, len(self.told)) >= self.want

    @property
    def accounted(self) -> bool:
        """Whether it has come to something, and to all that it says."""
        if self.spent:
            return True
        done = self.told | set(self.chosen)
        if isinstance(self.node, ast.Noun) and self.node.determiner.quantifier in ("all", "both"):
            return bool(done) and done >= set(self.meant)
        return self.want is None and bool(self.used or done)

    @property
    def meaning(self) -> ast.Nominal:
        """What says which things it means."""
        return self.narrow or self.node

    @property
    def words(self) -> str:
        """As it was typed."""
        return self.node.span.text if self.node.span else ""


@dataclass
class Step:
    """One verb of a *when* sentence.

    `who`: the player, -1: the sentence names none.  `verb_used`: the verb has answered a *may* or a line of a choice.
    `at`: the instruction at which a phrase was used last, for decisions that ask again and again.  `since`: how many
    events there were when it began.  `asked`: its verb stands in every sentence that it answered.  `happened`: an
    event of its verb agrees with it; `running`: one that is not over.  `afresh`: *Afterwards, …*.  `free`: it began by
    itself.
    """

    verb: ast.Act
    subject: ast.Nominal | None
    who: int
    sentence: ast.Sentence
    phrases: list[Phrase] = field(default_factory=list)
    afresh: bool = False
    verb_used: bool = False
    at: tuple[int, int, int] | None = None
    since: int = 0
    asked: bool = True
    happened: bool = False
    running: bool = False
    free: bool = False

    @property
    def whole(self) -> bool:
        """Whether every phrase has come to something."""
        return all(phrase.accounted for phrase in self.phrases)

    @property
    def closed(self) -> bool:
        """Whether no event can say more about it."""
        return self.happened and not self.running and self.whole


def phrases_of(verb: ast.Act) -> list[Phrase]:
    """The noun phrases of a verb, lists taken apart; *a card from the deck* is one in the deck."""
    source = next((value_of(each) for each in verb.complements if each.role == "from"), None)
    extra = ast.Modifier(word="from", what=source, span=source.span) if source is not None else None
    return [
        Phrase(
            item,
            complement.role,
            wanted(item),
            narrowed(item, extra) if extra is not None and complement.role == "obj" else None,
        )
        for complement in verb.complements
        if isinstance(complement.value, ast.Nominal)
        for item in apart(complement.value)
    ]


def apart(node: ast.Nominal) -> Iterator[ast.Nominal]:
    """The items of a list."""
    if isinstance(node, ast.Group):
        for item in node.items:
            yield from apart(item)
    else:
        yield node


def wanted(node: ast.Nominal) -> int | None:
    """How many things a phrase means; None: all it denotes."""
    if not isinstance(node, ast.Noun):
        return 1
    det = node.determiner
    if det.number == 0 and node.head is None and node.name is None:
        return 1  # *chooses 0*: one number, and not no things
    if det.number is not None:
        return det.number
    return None if node.plural or isinstance(det.which, which.All | which.Each) else 1


# --- Words of a tree ----------------------------------------------------------------------------------------


def acts(node: ast.Node | None) -> Iterator[ast.Act]:
    """The verbs of a sentence that are done, in reading order."""
    if node is not None:
        yield from (each for each in node.walk() if isinstance(each, ast.Act))


def past_verbs(texts: Iterable[tuple[object, ast.Node | None]], world: World) -> frozenset[int]:
    """The verbs of whose past sentences speak (*Red drew a card*): their events must be kept from the beginning."""
    return frozenset(
        info.index
        for _, tree in texts
        for act in acts(tree)
        if act.tense != "present"
        for info, _ in world.by_lemma.get(act.verb, ())
    )


def verbs_in(node: ast.Node | None) -> set[str]:
    """Their words."""
    return {act.verb for act in acts(node)}


def words_in(nodes: Iterable[ast.Node]) -> Iterator[Any]:
    """What noun phrases speak of: nouns, names, numbers, adjectives."""
    for node in nodes:
        for each in node.walk():
            if isinstance(each, ast.Noun):
                yield from (
                    word
                    for word in (each.head, each.name, each.determiner.number, *each.adjectives)
                    if word is not None
                )


def is_counted(node: ast.Nominal) -> bool:
    """*the first card* · *the top card*."""
    return isinstance(node, ast.Noun) and node.determiner.ordinal is not None


def is_none(node: ast.Nominal) -> bool:
    """*no cards*."""
    return isinstance(node, ast.Noun) and node.determiner.quantifier == "no"


def normal(role: str) -> str:
    """Every way to say where to is one."""
    return "to" if role in TOWARDS else role


def same_fixed(node: ast.Nominal, fixed: str, words: Vocabulary) -> bool:
    """Whether a phrase is these words; *their turn* is said of *your turn*."""
    typed = print_english(node, words).strip().lower()
    return YOURS.sub("their", typed) == YOURS.sub("their", fixed.strip().lower())


def value_of(complement: ast.Complement | None) -> ast.Nominal | None:
    """The noun phrase of a complement."""
    return complement.value if complement is not None and isinstance(complement.value, ast.Nominal) else None
