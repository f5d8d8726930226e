"""The syntax tree of controlled English: what a sentence says, word order and agreement removed.

The parser builds it (`parser.py`, attachment already decided by `attach.py`), every printer walks it, and
`toolkit.compile` gives it meaning.  Words appear as lemmas (`move`, `die`), never as the forms that were
typed: number and agreement are computed when a tree is printed.  Two trees are equal when they print the same,
wherever they stood: spans take no part in comparison.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, fields, replace
from operator import attrgetter, is_
from typing import Any, Literal, Self, TypeVar, cast

from toolkit.frozen import dataclass
from toolkit.language.which import Which, which
from toolkit.report.source import Span

Joint = Literal["and", "or", "then"]
Tree = TypeVar("Tree", bound="Node")


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything the tree is made of.  `span`: the characters it was read from (synthesised nodes: their cause)."""

    span: Span | None = field(default=None, compare=False, repr=False)

    def children(self) -> list[Node]:
        """The nodes directly below, in reading order of the fields."""
        found: list[Node] = []
        for value in _held(self):
            if value.__class__ is tuple:
                found += [part for part in value if isinstance(part, Node)]
            elif isinstance(value, Node):
                found.append(value)
        return found

    def walk(self) -> Iterator[Node]:
        """This node and everything below it, parents first."""
        waiting: list[Node] = [self]
        getters = _backwards
        while waiting:
            node = waiting.pop()
            yield node
            kind = node.__class__
            # As `children`, but all trees of a pack are walked several times.
            for value in (getters.get(kind) or _getter(kind, getters))(node):
                if not value:
                    continue
                if value.__class__ is not tuple:
                    if isinstance(value, Node):
                        waiting.append(value)
                elif len(value) == 1:
                    if isinstance(value[0], Node):
                        waiting.append(value[0])
                else:
                    waiting += [part for part in value[::-1] if isinstance(part, Node)]

    def every(self, kind: type[Tree]) -> Iterator[Tree]:
        """The nodes of a kind, as `walk` goes through them."""
        return (node for node in self.walk() if isinstance(node, kind))

    def without(self, part: Node | None) -> Self:
        """The same node without one of the parts (by identity) that it has several of."""
        changes: dict[str, Any] = {}
        for name in _branches(type(self)):
            value = getattr(self, name)
            if value.__class__ is tuple and any(each is part for each in value):
                changes[name] = tuple(each for each in value if each is not part)
        return replace(self, **changes) if changes else self


def swapped(node: Tree, old: Node, new: Node) -> Tree:
    """The tree with one of its nodes (by identity) replaced by another; itself, if that node is not in it."""
    if node is old:
        return cast(Tree, new)
    changes: dict[str, Any] = {}
    for name in _branches(node.__class__):
        value = getattr(node, name)
        if value.__class__ is tuple:
            made = [swapped(part, old, new) if isinstance(part, Node) else part for part in value]
            if not all(map(is_, made, value)):
                changes[name] = tuple(made)
        elif isinstance(value, Node) and (other := swapped(value, old, new)) is not value:
            changes[name] = other
    return replace(node, **changes) if changes else node


_branches_of: dict[type, tuple[str, ...]] = {}
_getters: dict[type, Callable[[Node], tuple[Any, ...]]] = {}
_backwards: dict[type, Callable[[Node], tuple[Any, ...]]] = {}
_LEAF = re.compile(r"(?:Span|str|int|bool|None|Joint|Literal\[[^]]*\]|tuple|\.\.\.|[][|, ])+")


def _branches(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes: whole packs are walked often, and most fields are words."""
    names = _branches_of.get(kind)
    if names is None:
        names = tuple(item.name for item in fields(kind) if not _LEAF.fullmatch(str(item.type)))
        _branches_of[kind] = names
    return names


def _held(node: Node) -> tuple[Any, ...]:
    """What stands in the fields of a node that may hold nodes."""
    getter = _getters.get(node.__class__) or _getter(node.__class__, _getters)
    return getter(node)


def _getter(
    kind: type[Node], getters: dict[type, Callable[[Node], tuple[Any, ...]]]
) -> Callable[[Node], tuple[Any, ...]]:
    """What gives the parts of nodes of a kind, in the order of `getters`, to which it is added."""
    names = _branches(kind)[:: -1 if getters is _backwards else 1]
    # Of a single name `attrgetter` gives no tuple.
    getter = getters[kind] = attrgetter(*names, *["span"] * (2 - len(names)))
    return getter


# --- Paragraph and sentence -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph(Node):
    """One list item or text field: an optional pack-declared label (`PLAY:`) and its sentences."""

    label: str | None = None
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence(Node):
    """`{opening ,} body .`  `body` is `Clauses` or a `Choice`."""

    openings: tuple[Opening, ...] = ()
    body: Clauses | Choice

    @property
    def opening(self) -> Opening | None:
        """What it begins with before its first comma."""
        return self.openings[0] if self.openings else None

    @property
    def first(self) -> Clause | There | None:
        """Its first clause; None: it is a choice."""
        return self.body.clauses[0] if isinstance(self.body, Clauses) else None

    @property
    def last(self) -> Clause | There | None:
        """Its last clause; None: it is a choice."""
        return self.body.clauses[-1] if isinstance(self.body, Clauses) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clauses(Node):
    """Clauses with the joints between them (`len(joints) == len(clauses) - 1`) and what closes the sentence.

    Used for a sentence body and for every condition.  A condition has one kind of joint and no closing.
    """

    clauses: tuple[Clause | There, ...]
    joints: tuple[Joint, ...] = ()
    closings: tuple[Closing, ...] = ()

    @property
    def verb(self) -> Verb | None:
        """The first verb of its first clause; None: it says that something is there."""
        return next(iter(self.clauses[0].verbs), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Node):
    """`[X] [may] choose one:` and its lines, each a whole sentence, or a paragraph of several.

    `low`, `high`: how many lines are chosen (*choose one or both*, *choose any number*); `high` None: all."""

    subject: Nominal | None = None
    may: bool = False
    low: int = 1
    high: int | None = 1
    items: tuple[Sentence | Paragraph, ...]


# --- Openings and closings --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(Node):
    """Something before the clause, ended by a comma."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(Opening):
    """`If C,` · `When C,` · `As long as C,` · `Unless C,` · `Until C,`.

    `behind`: it stands at the end (*That player loses 1 point if another player is rich*), since what is ordered speaks
    of something that in front it would seem to have found."""

    word: Literal["if", "when", "as long as", "unless", "until"]
    condition: Clauses
    behind: bool = False

    @classmethod
    def apart(cls, openings: Sequence[Opening]) -> tuple[list[Opening], list[Given]]:
        """The openings of a sentence that stand before it, and those behind it."""
        late = [each for each in openings if isinstance(each, cls) and each.behind]
        return [each for each in openings if each not in late], late


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTime(Opening):
    """`The first time [each turn] that C,`; `period` is the noun phrase *each turn*, or None: in the game.

    `next`: *The next time that C,* in an effect: once, from then on."""

    period: Nominal | None = None
    next: bool = False
    condition: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Opening):
    """`For each N,` in front: a loop.

    `at_once`: it is said as *Each player gains 1 coin if they are rich*, which is asked of all of them before any of
    them does it."""

    each: Nominal
    at_once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class When(Opening):
    """A time phrase: `In the Compare step of each chapter,` · `At the end of your turn,` · `Once each turn,`.

    `word`: in, at the start of, at the end of, until the end of, before, after, outside, during.
    As an adverbial after the verb (*this turn*, *in this chapter*) it is the same node.
    """

    word: str
    period: Nominal
    once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner(Opening):
    """An adverb or adverb phrase of the vocabulary: *in clockwise order*, *face up*, *secretly*, *again*,
    *in random order*, *this way*, *more than once* …  `starting`: *starting with N*."""

    word: str
    starting: Nominal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Times(Opening):
    """*3 times* · *up to 3 times*, after the verb.  `bound`: as in a `Determiner`.

    `amount`: *a number of times equal to A* (*that many times*, *any number of times*: those words alone); `number` is
    0 then."""

    number: int
    bound: Bound | None = None
    amount: Nominal | None = None

    @property
    def is_any(self) -> bool:
        """*any number of times*."""
        return determiner_of(self.amount).quantifier == "any number of"

    @property
    def is_free(self) -> bool:
        """Whether who does it may stop."""
        return self.bound == "up to" or self.is_any


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Opening):
    """*Repeat up to 3 times:* before the sentence that is repeated."""

    times: Times


@dataclass(frozen=True, slots=True, kw_only=True)
class InsteadOf(Opening):
    """*instead of 2* · *instead of secretly*, after the verb: takes the place of a number or a manner of a rule."""

    what: Nominal | Manner


@dataclass(frozen=True, slots=True, kw_only=True)
class Link(Opening):
    """`Otherwise,` · `Then,` : how this sentence hangs on the one before."""

    word: Literal["otherwise", "then"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing(Node):
    """`unless C` · `as long as C` · `only as long as C` · `until C` · trailing `if C` (definitions, formulas,
    *if you can*) · *as if C* · `but at least N` · `but at most N` (`word="but"`, `bound`) · `but to at least N`."""

    word: Literal[
        "unless", "as long as", "only as long as", "until", "if", "only if", "but", "but to", "as if"
    ]
    condition: Clauses | None = None
    bound: Nominal | None = None


# --- Clauses ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause(Node):
    """A subject (None: *you*, or shared) and one or more verb phrases under it, joined by `joint`.

    `openings`: those inside a body, after a joint (*…, then if C, B*)."""

    subject: Nominal | None = None
    verbs: tuple[Verb, ...]
    joint: Joint | None = None
    openings: tuple[Opening, ...] = ()

    @property
    def alone(self) -> Clauses:
        """The clause as a whole condition, or the body of a sentence."""
        return Clauses(span=self.span, clauses=(self,))


@dataclass(frozen=True, slots=True, kw_only=True)
class There(Node):
    """`There is/are [no] N …`; a negation is either `negated` (*there is not*) or in the determiner of `what`."""

    what: Nominal
    negated: bool = False
    adverbials: tuple[Adverbial, ...] = ()
    openings: tuple[Opening, ...] = ()

    @property
    def subject(self) -> None:
        """Nobody does anything."""
        return None

    @property
    def verbs(self) -> tuple[()]:
        """What is there has no other verb."""
        return ()


Adverbial = When | Manner | Times | InsteadOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb(Node):
    """A verb phrase.

    `modal`: may, must, can, cannot, would, will, None.  `negated`: does not, did not, is not (never with *cannot*).
    `tense`: present (also imperative and after a modal), past, perfect.  `instead`: *instead* stood at the end.
    `only`: *Only you can …*: the word stands before the subject.

    In a list of verbs under one subject each has its modal, its *does not* and its *has*, said or not (*cannot move or
    speak*).  Not so *may*: it stands on the first verb, and is one choice over that verb and those after it.
    """

    modal: str | None = None
    negated: bool = False
    tense: Literal["present", "past", "perfect"] = "present"
    only: bool = False
    instead: bool = False
    adverbials: tuple[Adverbial, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Verb):
    """A verb of the vocabulary (have included) with its complements, in the order of its frame.

    `verb`: lemma, particles included (*look at*, *carry out*).  `passive`: *is/would be raised*.
    """

    verb: str
    passive: bool = False
    complements: tuple[Complement, ...] = ()

    def complement(self, *roles: str) -> Complement | None:
        """The first complement in one of those roles."""
        return next((each for each in self.complements if each.role in roles), None)

    @property
    def object(self) -> Nominal | None:
        """What the verb is done with, where it says so."""
        obj = self.complement("obj")
        return obj.value if obj is not None and isinstance(obj.value, Nominal) else None

    def having(self, value: Nominal) -> Act:
        """The same verb with another object."""
        obj = self.complement("obj")
        return self if obj is None else self.with_value(obj, value)

    def with_value(self, of: Complement, value: Nominal) -> Act:
        """The same verb with another phrase in one of its complements."""
        return replace(
            self, complements=tuple(replace(c, value=value) if c is of else c for c in self.complements)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Complement(Node):
    """One slot of a frame.  `role`: obj, to, from, into, place, as, by, with, for, adj, step.  `prep`: the word typed
    (`""` for obj; *in*, *at*, *on*, *under*, *beside*, *on top of* … for place).  `value` is None for *there*."""

    role: str
    prep: str = ""
    value: Nominal | Predicate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Be(Verb):
    """`is [not] P`: a state."""

    predicate: Predicate


@dataclass(frozen=True, slots=True, kw_only=True)
class ProVerb(Verb):
    """*If you do,* · *if they do not* · *if you can*: stands for the verb of the sentence before (or its own)."""

    word: Literal["do", "can"]


# --- Predicates after *be* --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate(Node):
    """What may follow *is*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IsAdjective(Predicate):
    """*is basic* · *is wet, cold or lost* · *is face down in your hand* (`where`)."""

    adjectives: tuple[str, ...]
    joint: Joint | None = None
    where: IsPlaced | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IsThing(Predicate):
    """*is a cook* · *is 7* · *is at most 4 or at least 10* · *is the other player*."""

    what: Nominal


@dataclass(frozen=True, slots=True, kw_only=True)
class IsPlaced(Predicate):
    """*is in the shed* · *is at no gate* · *is there* (`where` None) · also *is with/without/of N*;
    *is yours* is `prep="of"` and the pronoun."""

    prep: str
    where: Nominal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IsRelated(Predicate):
    """A declared relation: *is adjacent to N* · *is lower than N* · *is attached to N* · *is divisible by 2*."""

    relation: str
    to: Nominal


@dataclass(frozen=True, slots=True, kw_only=True)
class IsTrue(Predicate):
    """*It is (not) true that S.*  (subject None)"""

    clauses: Clauses


# --- Nominals ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominal(Node):
    """A noun phrase, a list of them, or an amount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Nominal):
    """*A, B and C* · *A or B*.  Two items or more, never mixed.  A shared determiner stays on the first item
    (*2 cats or dogs*, *your cats and dogs*): the others then have an empty `Determiner`, and what modifies the
    last one modifies them all (*your cats and dogs in the garden*)."""

    items: tuple[Nominal, ...]
    joint: Joint


@dataclass(frozen=True, slots=True, kw_only=True)
class Arith(Nominal):
    """*A plus B* · *A minus B* · *A multiplied by B* · *A divided by B* (left to right) · *A, rounded up/down*
    (`op="rounded up"`, `right` None)."""

    op: Literal["plus", "minus", "multiplied by", "divided by", "rounded up", "rounded down"]
    left: Nominal
    right: Nominal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pronoun(Nominal):
    """*you they it them there* by lemma: `you`, `they`, `it`.  (Possessives stand in a `Determiner`.)"""

    word: Literal["you", "they", "it"]


Bound = Literal["at least", "at most", "exactly", "more than", "fewer than", "less than", "up to", "between"]
Article = Literal["a", "the", "this", "that", "these", "those"]
Possessive = Literal["your", "their", "its"]
More = Literal["more", "fewer", "less", "as many"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Determiner(Node):
    """Everything before the adjectives as it was typed, in its fixed order; all parts optional.

    What it means is one of a union of small classes, `which`; this is what printers need.

    `quantifier`: all, both, each, every, no, another, any number of, that many, that much, twice, half, half of,
    most, fewest, a random, random, *3 times*, *down to* (with a number: all but so many).
    `of`: *one of your Ns* -> number=1, of=True; *one of the Ns*, *2 of their units*.
    `article`: None is bare.  `possessive`, or `owner`: the noun phrase before *'s*.
    `other`: *the other Ns*, *your other Ns*, *each other player*, *another* stays a quantifier.
    `ordinal`: first, second, last, next, top, bottom, leftmost, rightmost, … (`the first 2 players`: number=2).
    `number`: digits; `least`: the 1 of *1 to 3 cats* (bound `between`); `signed`: written with + or - (*+1 power*);
    `more`: *1 more action*, *more units* ('more'), *fewer* ('fewer'), *less* ('less'), *as many* ('as many').
    """

    bound: Bound | None = None
    least: int | None = None
    quantifier: str | None = None
    of: bool = False
    article: Article | None = None
    possessive: Possessive | None = None
    owner: Nominal | None = None
    other: bool = False
    ordinal: str | None = None
    number: int | None = None
    signed: bool = False
    more: More | None = None
    ordinal_first: bool = True

    def is_empty(self) -> bool:
        """Whether nothing stands before the adjectives."""
        return self == BARE

    @property
    def which(self) -> Which:
        """Which ones are meant, and how many."""
        return which(self)


BARE = Determiner()
THE = Determiner(article="the")


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun(Nominal):
    """The ordinary noun phrase.

    `head`: noun lemma (singular form, its id in the vocabulary); None for a bare number (*is 7*, *+1*).
    `name`: set instead of `head` for a named thing (vocabulary name id), which may still have modifiers.
    `plural`: True/False where number is meaning (*the cards*, bare plural, *no units*), None where the
    determiner decides it.  `modifiers` in reading order, attachment decided; `relative` closes the phrase.
    """

    determiner: Determiner = Determiner()
    adjectives: tuple[str, ...] = ()
    head: str | None = None
    name: str | None = None
    plural: bool | None = None
    modifiers: tuple[Modifier, ...] = ()
    relative: Relative | None = None

    @property
    def narrowed(self) -> bool:
        """Whether more is said of it than its word and what stands before that."""
        return bool(self.adjectives or self.modifiers or self.relative is not None)

    @property
    def owner(self) -> Nominal | None:
        """Whose it is: *that unit* of *that unit's power*, *the power of that unit*."""
        return self.determiner.owner or self.of

    @property
    def of(self) -> Nominal | None:
        """What stands behind its *of*."""
        behind = self.modifier("of")
        return behind.what if behind is not None else None

    @property
    def again(self) -> Noun:
        """*that N*: what this phrase names, spoken of again."""
        return Noun(span=self.span, determiner=Determiner(span=self.span, article="that"), head=self.head)

    def modifier(self, *words: str) -> Modifier | None:
        """The first modifier with one of those words."""
        return next((each for each in self.modifiers if each.word in words), None)

    def with_what(self, of: Modifier, what: Nominal) -> Self:
        """The same noun with another phrase in one of its modifiers."""
        return replace(self, modifiers=tuple(replace(m, what=what) if m is of else m for m in self.modifiers))


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier(Node):
    """A phrase after the noun.  `word`:

    *of* (the A of X; units of class X) · place prepositions (*in at on from beside under on top of* …; `what` None
    for *there*) · *with*, *without* · *other than* · *than* (after more/fewer/as many) · *for each* (its
    noun without *each*: *for each of those cards* is `of`) · *for every* (a number: *for every 2 cards*) ·
    *to* (*from 1 to 6*) · *between* · a declared relation (*adjacent to*, *involved in*, *next to*) ·
    *of your choice*, *of their choice* (`what` None) · *equal to* · *as* · *including*."""

    word: str
    what: Nominal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Relative(Node):
    """A relative clause.  `word`: that, who, where, whose, or "" (*units you have*).

    `subject` None: the noun itself is the subject (*that is ready*, *who leads*).  Else the noun is the missing
    object (*you have*, *that Red plays*), the missing *there* (`where`), or the possessor (`whose N …`:
    `subject` is N without its possessor; *whose N you meet*: `subject` is the pronoun, N the object of `verb`).
    *where there is N* has `there` instead of `verb`.  `more`: a second one, joined by `joint` (*and that …*); its
    `word` is "" and its `subject` None where the first *who* is that of both verbs (*who is ready or has a card*)."""

    word: str
    subject: Nominal | None = None
    verb: Verb | None = None
    there: There | None = None
    joint: Joint | None = None
    more: Relative | None = None


def is_you(node: Node | None) -> bool:
    """*you*."""
    return pronoun_of(node) == "you"


def is_they(node: Node | None) -> bool:
    """*they*, *them*."""
    return pronoun_of(node) == "they"


def is_theirs(node: Node) -> bool:
    """*they*, *them*, *their* itself."""
    return is_they(node) or (isinstance(node, Determiner) and node.possessive == "their")


def is_until(node: Node) -> bool:
    """*until the end of this turn*, *until the start of your next turn*."""
    return isinstance(node, When) and node.word.startswith("until")


def is_it(node: Node | None) -> bool:
    """*it*."""
    return pronoun_of(node) == "it"


def determiner_of(node: Node | None) -> Determiner:
    """What stands before a noun; before anything else nothing does."""
    return node.determiner if isinstance(node, Noun) else BARE


def head_of(node: Node | None) -> str | None:
    """The word of a noun phrase; anything else has none."""
    return node.head if isinstance(node, Noun) else None


def pronoun_of(node: Node | None) -> str | None:
    """*you*, *they* or *it*; anything else is none of them."""
    return node.word if isinstance(node, Pronoun) else None


def verb_of(node: Node | None) -> str | None:
    """The lemma of a verb phrase; *is* and *do* have none."""
    return node.verb if isinstance(node, Act) else None


def given_of(node: Node | None) -> str | None:
    """*if*, *when*, *as long as* …, where an opening begins so."""
    return node.word if isinstance(node, Given) else None


def typed(node: Node, otherwise: str) -> str:
    """What was typed for a node, on one line."""
    return node.span.said if node.span is not None else otherwise
