"""What a sentence can refer to while it is compiled, and the code that has been emitted so far.

One `Scope` a program, function or rule.  Locals are slots: 0 *you*, 1 *this*, then roles, then whatever is allocated.
What earlier phrases named stands in its `discourse`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.compile.base.advice import advice
from toolkit.compile.base.values import Anybody, Called, Desc, Fail, Ranking, Type, Val
from toolkit.compile.base.world import World
from toolkit.frozen import dataclass
from toolkit.language.ast import Node, Nominal
from toolkit.language.ast import Sentence as Sentence_
from toolkit.language.forms import article, verb_forms
from toolkit.meaning.referents import Declined, Discourse, Key, Referent, Source
from toolkit.meaning.witness import mentions
from toolkit.program.expression import Expr, locals_of
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Sentence
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Fix, Label
from toolkit.report.source import Span

if TYPE_CHECKING:
    from toolkit.compile.base.who_did import Doers


class Saying:
    """Some fields of a scope are others until it is left.  Every phrase does that a few times, and a generator with
    `contextmanager` takes three times as long.
    """

    __slots__ = ("before", "changes", "scope")

    def __init__(self, scope: Scope, changes: dict[str, Any]) -> None:
        self.scope, self.changes = scope, changes
        self.before: dict[str, Any] = {}

    def __enter__(self) -> None:
        scope, before = self.scope, self.before
        for name, value in self.changes.items():
            before[name] = getattr(scope, name)
            setattr(scope, name, value)

    def __exit__(self, *error: object) -> None:
        for name, value in self.before.items():
            setattr(self.scope, name, value)


class Passing(NamedTuple):
    """A loop whose pass is being said.  `key`: of the loop.  `places`: group → slot of where it lay as the loop began.
    `mark`: what had been named then.
    """

    key: Key
    places: dict[Expr, int]
    mark: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A sentence that *If you do* can ask about.  `named`: what only whoever says yes to it has named or chosen.
    `to_you`: whether it, or one before it, says what *you* do.  `other`: of *Otherwise, …*, the sentence before it.
    """

    said: Sentence_ | None = None
    named: tuple[Referent, ...] = ()
    to_you: bool = False
    other: Sentence_ | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sentence that began with *If you do,* or *If they do not,* asked.  `held`: what that came to.  `outcome`,
    `guard`: of what was asked, as in the scope then.  `they`: whom it called *they*.  `offer`: what was asked about.
    """

    held: Expr
    outcome: Expr
    guard: Expr | None
    negated: bool
    they: Val | None
    offer: Offer


OF_EACH = "say it of each of them: *For each other player, that player loses 1 …, then you gain that many …*"
"""What to write for *Each other player loses 1 coin. Gain that many coins.*"""
Ahead = tuple[Val | None, int]
"""Who did something before all others, and in which sentence; None: perhaps nobody."""
Did = tuple[Val, bool]
"""Who does what a sentence says, and whether a word that points back calls them."""


@dataclass
class Scope:
    """See the module's docstring.

    `you`, `this`: values or None where the text has none.  `own`: all that have this text, *this* among them.
    `subject`: what a definition describes.
    `they`: the player spoken of.  `there`: the place
    named last, but for where a verb that is being read says that a thing comes from.  `somewhere`: the latest place of
    which a condition names no certain one (*things in another player's hand*).
    `slots`: the verb's own slots by name (*the arena*).  `outcome`: truth of *If you do*; `amount`: *that much*;
    `amount_of`: what was counted for it.  `overtaken`: the latest amount, if another one before it could be meant, and
    what each of both was (*how much was paid*).
    `doer`: who carries out an order where nobody is *you*.  `test`: bare numbers are exact (examples).
    `kept`: what the condition of an *if* keeps in slots before it is asked; None: nothing can be kept.
    `depth`: how many loops stand around.  `implied`: who is *they* although no word named a player (*each turn*).
    `sure`: who is somebody, having done what a text waits for.
    `chooser`: who does what the line of a choice orders.  `recorded`: verbs of whose past is
    spoken, where the rules do not ask for it.  `near`: to what *an adjacent N* is adjacent, where the verb says so.
    `left`: what the event of a rule moved, and what it was in before.  `before`, `asked`: what the condition of the
    sentence before came to, and what it asked if that was *If you do*.  `second_if`, `after_second_if`: whether this
    sentence, and the one before, is an *If* right after another one.  `counting`: things are only counted.
    `moved`: what the last order put somewhere, and what of it really was.  `gathered`: the slot for what a verb that is
    done several times brings.
    `certain`: *they* is said of each of those that are compared, whomever else a condition found.
    `described`: the things that phrases around this one describe, outside in, and whether a relative clause does so.
    `branch`: what was named after the last *if*, of which *Otherwise* does not speak.
    `mine`: in whose hand cards are meant, of which no word says where (`found: hand`).
    `made`: what each verb came to that was done with so much of a quantity: (*pay*, *coin*) → how many, and
    who did it; of what would happen, (no verb, *coin*).  `short`: likewise how much was lacking, once a phrase speaks
    of it, and whom.
    `ahead`: the player with the most of something who did something, or some of all who did, and in which sentence; no
    value: where that was done perhaps not at all.
    `running`: its code is carried out; before, of a rule, its event and its conditions are only looked at.
    `instead`: it stands in the place of an event that would have happened.  `member`: each of those of whom an amount
    is said, from whom *another N* differs.  `doers`: who did what a sentence let several players do.
    `outer`: who was *they* before the subject of a condition took its place: whom *than them* means.
    `spending`: the key of *once each turn*, which is used up as soon as what it allows begins.
    `several`: a condition is said of several, of whom none can be ahead of all others.  `tying`: a clause is said of
    each of several, so that all who tie have the most.
    `looking`: what a phrase describes is only looked at, and no code stays that could keep anything for it.
    `doing`: who does what a clause says, if its subject names them anew.  `ranked`: each ranking that can leave a tie.
    `ending`: the period that ends as it happens, and the sentence before which nothing has been done then.
    `did`: the player, not *you*, who does what this sentence says, and whether a word that points back calls them;
    `did_before`: likewise of the sentence before, who are *they* in *If they do, …*, `did_since`: of the last one that
    had somebody.  `at_first`: who was *they* as this sentence began.  `answered`: whose answer *If they do,* asks for,
    while what hangs on it is said.  `passing`: the loop whose pass is being said.
    `taken`: what a verb takes to the place that is being described.  `within`: the period of which these are the steps.
    `left_open`: amounts that who does it chooses as it is done (*up to 3 coins*).
    `amount_else`: the amount, what was counted for it, and `made` before the last *if*, if what that one does made
    another amount; `otherwise_done`: what is said is done where that is not.
    `apart`: phrases that name another one than what a condition found.
    `no_you`: what to write here instead of *you*, where it is no usual text that has none.
    """

    world: World
    span: Span | None = None
    you: Val | None = None
    no_you: str | None = None
    this: Val | None = None
    own: tuple[int, ...] = ()
    subject: Val | None = None
    they: Val | None = None
    there: Referent | None = None
    somewhere: Referent | None = None
    slots: dict[str, Val] = field(default_factory=dict)
    size: int = 2
    code: list[Instr] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    sentence: int = -1
    number: int = 0
    outcome: Expr | None = None
    guard: Expr | None = None  # whether the condition held under which the last sentence stood
    amount: Expr | None = None
    amount_of: Referent | None = None
    otherwise_done: bool = False
    apart: list[Nominal] = field(default_factory=list)
    amount_else: tuple[Expr | None, Referent | None, dict[tuple[str, str], tuple[Expr, Expr]]] | None = None
    overtaken: tuple[Expr, str, str] | None = None
    amount_by: tuple[int, str, str] = (0, "", "")
    """In which sentence the latest amount was made, by which verb, and of which quantity."""
    left_open: set[Expr] = field(default_factory=set)
    within: str | None = None
    test: bool = False
    recorded: set[int] | None = None
    layer: int = 0
    loop_start: int = 0
    owner: Any = None
    placed: bool = False
    found: str | None = None
    otherwise: Expr | None = None
    before: Expr | None = None
    second_if: bool = False
    after_second_if: bool = False
    asked: Asked | None = None
    tail: tuple[Sentence_, ...] = ()
    order: tuple[str, Expr | None, Span | None] | None = None
    order_used: bool = False
    cites: tuple[str, ...] = ()
    layer_name: str = "base"
    doer: Expr = ("active",)
    kept: list[tuple[int, Expr]] | None = None
    depth: int = 0
    implied: Expr | None = None
    sure: set[Expr] = field(default_factory=set)
    chooser: Val | None = None
    near: Val | None = None
    counting: bool = False
    certain: bool = False
    described: tuple[tuple[Val, ...], bool] = ((), False)
    running: bool = False
    moved: tuple[Expr, Expr] | None = None
    gathered: int | None = None
    left: tuple[Expr, Expr] | None = None
    made: dict[tuple[str, str], tuple[Expr, Expr]] = field(default_factory=dict)
    short: dict[tuple[str, str], tuple[Key, Expr | None, tuple[Expr, ...]]] = field(default_factory=dict)
    ahead: Ahead | None = None
    mine: Val | None = None
    branch: tuple[Referent, ...] = ()
    instead: bool = False
    member: Val | None = None
    doers: Doers | None = None
    does: Expr | None = None
    """Who does what is being said, also if only *they* calls them."""
    outer: Val | None = None
    spending: tuple[Any, ...] | None = None
    several: bool = False
    tying: bool = False
    again: tuple[Nominal, Desc | None] | None = None
    """The subject of a clause after which another one has none (*…, then loses 1 coin*), and whom it meant."""
    looking: bool = False
    doing: Val | None = None
    answered: Val | None = None
    passing: Passing | None = None
    ranked: dict[Expr, Ranking] = field(default_factory=dict)
    ending: tuple[int, int] | None = None
    taken: Expr | None = None
    did: Did | None = None
    did_before: Did | None = None
    did_since: Did | None = None
    at_first: Val | None = None
    offer: Offer = Offer()
    """The sentence that is being said, and what may be declined in it; `offer_before`: likewise of the one before."""
    offer_before: Offer = Offer()

    def __post_init__(self) -> None:
        world = self.world  # not the scope itself, which would be freed by the collector of cycles alone
        self.discourse = Discourse(world.is_a, lambda: world.wanted is not None)

    # -- slots and code -------------------------------------------------------------------------------------
    def alloc(self, count: int = 1) -> int:
        """A new local slot, or so many: the first of them."""
        self.size += count
        return self.size - count

    def emit(self, *instruction: Any) -> int:
        """Append an instruction; its position."""
        self.code.append(tuple(instruction))
        self.at.append(self.sentence)
        return len(self.code) - 1

    def here(self) -> int:
        """Position of the next instruction."""
        return len(self.code)

    def filled(self, op: str, *operands: Any) -> int:
        """The slot that an instruction fills: its last operand."""
        slot = self.alloc()
        self.emit(op, *operands, slot)
        return slot

    def let(self, value: Expr) -> int:
        """A slot of its own for a value."""
        slot = self.alloc()
        self.emit("let", slot, value)
        return slot

    def patch(self, *positions: int) -> None:
        """Let the jumps at these positions lead here: that is their last operand."""
        for position in positions:
            self.code[position] = (*self.code[position][:-1], len(self.code))

    def forget(self) -> None:
        """Nothing has been done yet that *If you do* could ask about."""
        self.outcome = self.doers = None

    def that_much(self, node: Node, word: str, head: str | None = None) -> Expr:
        """What *that many* (`word`), said of a noun, means: of things with which a verb was to be done one by one, of
        those with which it was.  SAY0656: there was no amount.
        """
        much, of = self.amount, self.amount_of
        if of is not None and of.done_needs is not None and much == ("count", of.value.expr):
            really = self.discourse.really_done(of)
            much = None if really is None else ("count", really.value.expr)
        if much is None:
            hint = OF_EACH if self.discourse.groups("player") else None
            if self.otherwise_done:
                hint = "what is done if that is so was not done here: say the number, or *the … of …*"
            raise self.fail("SAY0656", node, word=word, hint=hint)
        named = any(unit == head for _, unit in self.made)  # *pay 1 food to gain that much food*
        if self.overtaken is not None and self.overtaken[0] == much and not named:
            _, before, after = self.overtaken
            hint = f"say the number again; of the other one *for each … {before.split()[-1]} this way*"
            names = f"{before} or {after}"
            raise self.fail("SAY0657", node, names=names, hint=hint)
        return much

    def spend(self) -> None:
        """What is allowed once begins here, so that what it causes does not find it unused."""
        if self.spending is not None:
            self.emit("use", self.spending)

    def after_passes(self) -> None:
        """After a loop: what one pass did, and how much, is not what was done."""
        self.forget()
        self.amount = None
        self.made.clear()
        self.short.clear()

    def store(self, expr: Expr) -> Expr:
        """Evaluate now, keep in a slot.  A local stays as it is; so does all where nothing is carried out; and so
        does what is said of each of those that a phrase around it describes (*the player with … in their hand*).
        """
        if expr[0] in ("local", "int", "truth", "value") or not (self.running or self.code) or self.looking:
            return expr
        around = {value.expr[1] for value in self.described[0]}
        if around and not around.isdisjoint(locals_of(expr)):
            return expr
        return ("local", self.let(expr))

    def keep_amount(self, amount: Expr, span: Span) -> tuple[Key, Expr | None]:
        """An amount as it is when a condition is asked, once a later phrase speaks of it."""
        key: Key = ("amount", span.source.name, span.start, span.end)
        if self.kept is None or not self.wants(key):
            return key, None
        slot = self.alloc()
        self.kept.append((slot, amount))
        return key, ("local", slot)

    def say(self, span: Span | None) -> int:
        """Register the sentence that the code after this comes from; its index in the ruleset."""
        if span is None:
            return self.sentence
        world, key = self.world, (span.source.name, span.start, span.end)
        if key not in world.sentence_ids:
            line, column = span.position
            world.add_sentence(key, Sentence(key[0], line, column, span.said, self.cites, self.layer_name))
        self.sentence = world.sentence_ids[key]
        world.said[self.sentence] = key
        return self.sentence

    # -- references -----------------------------------------------------------------------------------------
    def bind(
        self,
        value: Val,
        head: str | Called,
        verb: str | None = None,
        *,
        source: Source = "phrase",
        needs: Key | None = None,
        group: Expr | None = None,
    ) -> None:
        """Remember what a phrase named."""
        player = self.world.is_player(value.type)
        they = self.they.expr if self.they is not None else None
        called = head if isinstance(head, Called) else Called(head)
        named = Referent(
            value, called.noun, verb, self.number, player, source, needs, group, they=they,
            said=called.said, narrowed=called.narrowed, whole=called.whole, extent=called.extent,
        )  # fmt: skip
        self.discourse.add(named)
        if self.world.category_of(value.type) == "place" and not value.many:
            self._is_there(named)

    def put_there(self, place: Val, source: Source = "phrase") -> None:
        """A place is named, or is where a thing came to lie: it is *there* from now on; one that a condition found is
        kept for those who speak of it.
        """
        known = (each for each in reversed(self.discourse) if each.value.expr == place.expr)
        self._is_there(next(known, None) or Referent(place, place.type.name, source=source))

    def put_somewhere(self, places: Val, span: Span | None) -> None:
        """A condition speaks of one of several places, and does not find which: none of them is *there*, and beside one
        that it does find (*if a cat is in the park, and there are dogs in another player's hand*) nobody knows which.
        """
        if self.kept is not None and span is not None:
            said = (span.source.name, span.start, span.end)
            self.somewhere = Referent(
                places, places.type.name, source="condition", needs=said, asked=self.number
            )
            if self.there is not None and self.there.asked == self.number:
                self.there.rival = self.somewhere

    def _is_there(self, place: Referent) -> None:
        """It is *there*; of two that the conditions of a sentence name (*if a cat is in the park, and a dog is in the
        pond*) nobody knows which.
        """
        if self.kept is not None:
            before, place.asked = self.there, self.number
            other = self.somewhere
            if other is not None and other.asked == self.number and other.needs != (place.needs or ())[1:]:
                place.rival = other
            if before is not None and before.asked == self.number and before is not place:
                place.rival = before.rival if before.value.expr == place.value.expr else before
        self.there = place

    def whereabouts(self) -> tuple[Referent | None, Ahead | None]:
        """What is *there*, and who did something before all others: what `elsewhere` goes back to."""
        return self.there, self.ahead

    def elsewhere(self, before: tuple[Referent | None, Ahead | None]) -> None:
        """Behind what is done several times, or perhaps not at all, none of its places is *there*, and nobody who did
        it is who all others are other than; `before`: the whereabouts in front of it.
        """
        there, ahead = before
        if self.there is not there:
            again = self.there is not None and there is not None and self.there.value == there.value
            self.there = there if again else None
        if self.ahead is not ahead:
            self.ahead = None, self.number

    def place_there(self, node: Node) -> Val:
        """The place that *there* means.  SAY0652: none; `SpeaksOf`: it was not kept."""
        if self.there is None or not self.discourse.in_reach(self.there) or self._passed(self.there):
            raise self.fail("SAY0652", node, word="there", hint=self._named_again(self.there))
        if self.there.rival is not None:
            names = "either place that the condition speaks of"
            raise self.fail("SAY0657", node, names=names, hint="name the place: *in the …*, *in that …*")
        for each in self.discourse.declined:  # *You may put a cat in a place. If you do not, … there*
            if mentions(self.there.value.expr, each.value.expr[1]):
                raise Declined(each)
        return self.discourse.at_hand(self.there).value

    def _named_again(self, place: Referent | None) -> str | None:
        """What to say for the *there* of a place that was one of several; None: nothing of this one."""
        kind = self.world.kinds.get(place.head) if place is not None else None
        if kind is None or kind.category != "place":
            return None
        if kind.only is not None:
            return f"name it again: *{kind.prep} the {kind.name}*"
        one = f"{article(kind.name)} {kind.name}"
        return f"name it again, or choose it first: *Choose {one}. If it …*, *Choose {one} that …*"

    def _passed(self, place: Referent) -> bool:
        """Whether it was one of several of which a condition spoke: *if you have a unit in each region, … there*."""
        named = any(each is place for each in self.discourse)
        return not named and place.source == "condition" and bool(locals_of(place.value.expr))

    def wants(self, key: Key) -> bool:
        """Whether a later phrase of this text speaks of it."""
        return self.world.wanted is not None and key in self.world.wanted

    def find(
        self,
        kind: str | None,
        *,
        many: bool | None = None,
        verb: str | None = None,
        other: bool = False,
        without: Val | None = None,
    ) -> Referent | None:
        """The latest referent of that kind (or one below or above it).  `other`: not *this N*, `without`: nor this."""
        apart = (self.this if other else None, without)
        done = self.verb_of(verb) if verb is not None else None
        not_these = tuple(each.expr for each in apart if each is not None)
        return self.discourse.named(kind, many=many, verb=done, without=not_these)

    def verb_of(self, word: str) -> str:
        """The verb that filled a referent, by its own word or its participle: *choose* of *the chosen card*."""
        verbs = {each.verb for each in self.discourse if each.verb is not None}
        if word in verbs:
            return word
        forms = self.world.vocabulary.forms
        return next((v for v in sorted(verbs) if verb_forms(v, forms.get(v)).participle == word), word)

    def saying(self, **changes: Any) -> Saying:
        """Temporarily another *they*, *there*, …; what is named inside stays."""
        return Saying(self, changes)

    @contextmanager
    def trial(self) -> Iterator[int]:
        """Only to look: what is named and emitted inside is taken back.  Gives the position where its code begins."""
        mark, size, there = self.discourse.mark(), len(self.code), self.there
        try:
            yield size
        finally:
            self.there = there
            self.discourse.forget(mark)
            del self.code[size:], self.at[size:]

    # -- diagnostics ----------------------------------------------------------------------------------------
    def fail(
        self,
        code: str,
        node: Node | Span | None,
        *,
        expected: tuple[str, ...] = (),
        hint: str | None = None,
        labels: tuple[Label, ...] = (),
        fixes: tuple[Fix, ...] = (),
        **fields: Any,
    ) -> Fail:
        """The exception that reports a mistake at `node` (default: the sentence)."""
        span = node if isinstance(node, Span) else node.span if node is not None else None
        where = span or self.span
        assert where is not None, "a scope needs a span"
        fields.setdefault("phrase", where.said)
        more = advice(code, self, node if isinstance(node, Node) else None, where, fields)
        return Fail(
            diagnose(
                code,
                where,
                label=more.label,
                labels=labels,
                expected=expected or more.expected,
                hint=hint or more.hint,
                fixes=fixes or more.fixes,
                **fields,
            )
        )

    def unfit(
        self, node: Node | Span | None, what: str, *, expected: tuple[str, ...] = (), hint: str | None = None
    ) -> Fail:
        """SAY0801 at `node`: `what` cannot be carried out there."""
        return self.fail("SAY0801", node, what=what, expected=expected, hint=hint)

    def describe(self, node: Nominal) -> Desc:
        """What a noun phrase describes.  Raises `Fail` when it is not understood."""
        return self.world.semantics.describe(node, self)

    def said_of(self, player: Val, node: Nominal) -> None:
        """A rule is said of a player: *they* from here on, and *you* if the phrase stands for *you*."""
        self.they = player
        if isinstance(node, Anybody):
            self.you = player

    def player(self) -> Val | None:
        """Who *another player* excludes and who chooses: the player spoken of, else you."""
        return self.they or self.you


def player_type() -> Type:
    """The type of a player."""
    return Type("entity", "player")
