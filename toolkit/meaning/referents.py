"""Referents: what earlier phrases named, and which of them a later phrase means.

`Discourse` is the list of referents that a text has introduced so far, in order.  The rule of every search: the
latest one that fits, an exact kind before a related one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import field, replace
from typing import Literal

from toolkit.frozen import dataclass
from toolkit.meaning.values import Extent, Val
from toolkit.program.expression import Expr
from toolkit.report.source import Span

Key = tuple[object, ...]
"""Which referent a text needs kept: where its phrase stands, and what of it."""

Source = Literal["phrase", "condition", "loop"]

Fits = Callable[[Val], bool]
IsA = Callable[[str, str], bool]


class SpeaksOf(Exception):
    """A later phrase speaks of a referent for which nothing was kept."""

    def __init__(self, key: Key) -> None:
        super().__init__(key)
        self.key = key


class Declined(Exception):
    """A later phrase speaks of what was chosen only by whoever said yes, where nobody has."""

    code = "SAY0869"

    def __init__(self, referent: Referent) -> None:
        super().__init__(referent.head)
        self.referent = referent


class Lost(Declined):
    """A later sentence speaks of each of those whom the *if* of one before found."""

    code = "SAY0657"


@dataclass(slots=True)
class Referent:
    """Something a phrase named.

    `head`: the noun that named it.  `verb`: the verb that filled it (*the taken card*).  `sentence`: number of the
    sentence in the text.  `player`: whether *they* may mean it.  `source`: how it came up; of a *condition* it is what
    an *if* found.  `needs`: what must be kept before it can be spoken of here; None: its value is at hand.  `group`:
    the group that it was taken from (*one of those cards*).  `topic`: not only something said of another thing (*the
    unit is in a tower*): *it* means a topic, if there is one.  `they`: the player spoken of when it came up.
    `said`: the adjectives with which it was named, `narrowed`: what else was said of it.  `whole`: all in the game;
    `extent`: all of which that is so, or any number of them.
    `done_needs`: of a group with which `verb` was to be done one by one, what must be kept to tell with which of them
    it really was; `done`: those, if they are kept.  `whose`: a player who was named only as whose something is that was
    chosen (*another player's card*).  `asked`: the sentence whose condition named it last as the place where something
    is; `rival`: the other place that this condition names.  `kinds`: of all that a list named, what its items are.
    `each`: a group of which something was said one by one (*each cat*).  `any_one`: where a condition asks for one of
    a group (*if one of your cats is in the park*), so that *it* could be that one.  `perhaps`: an *if* guards
    what named it, and is over.
    """

    value: Val
    head: str
    verb: str | None = None
    sentence: int = 0
    player: bool = False
    source: Source = "phrase"
    needs: Key | None = None
    group: Expr | None = None
    topic: bool = True
    they: Expr | None = None
    said: tuple[str, ...] = ()
    narrowed: tuple[Hashable, ...] = ()
    whole: bool = False
    extent: Extent | None = None
    done: Expr | None = None
    done_needs: Key | None = None
    whether: Expr | None = None
    whose: bool = False
    asked: int | None = None
    rival: Referent | None = None
    kinds: tuple[str, ...] = ()
    each: bool = False
    any_one: Span | None = None
    perhaps: bool = False


@dataclass(frozen=True, slots=True)
class ToldBy:
    """A thing of a `kind` that only tells who or what is meant, in which sentence and where; `one`: of a single one
    (*a player with a card*), not of each.
    """

    sentence: int
    kind: str
    span: Span
    one: bool


@dataclass
class Discourse:
    """The referents of a text so far.  `is_a(kind, other)`: the lattice of kinds.  `keeps`: whether something can still
    be kept for a referent (the text is compiled again); if not, what needs that is out of reach.
    """

    is_a: IsA
    keeps: Callable[[], bool]
    referents: list[Referent] = field(default_factory=list)
    owners: set[tuple[int, str, Span | None]] = field(default_factory=set)
    """In which sentence, of which kind and where somebody was named only as whose something is (*another player's*)."""
    compared: dict[int, str] = field(default_factory=dict)
    """In which sentences a condition asks for something of one of several players, or of one who has a name, and speaks
    of nobody named before (*if your coins are at most a player's coins*, *Red's coins*): how that one is called."""
    of_its_owner: list[tuple[int, Val, Span | None]] = field(default_factory=list)
    """In which sentence *its owner* was said, of what, and where."""
    aside: set[tuple[int, str]] = field(default_factory=set)
    """In which sentence things of which kind were named only to say something of another (*a player who has a cat*)."""
    worked: tuple[int, str] | None = None
    """In which sentence a verb was done with a place itself, the last time, and with which (*Shuffle the pile*)."""
    one_unit: tuple[int, str] | None = None
    """In which sentence an event is of one of an amount, the last time, and of which (*When you gain a coin*)."""
    players: list[tuple[int, Span, str]] = field(default_factory=list)
    """In which sentence and where a condition, or a phrase that says whose something is, names a player, and how that
    one is called (in no way yet: *a player's hand*)."""
    weighed: list[Referent] = field(default_factory=list)
    """What a condition named only as whose amount it compares (*if the power of the cat in the park is at least 2*)."""
    told_by: set[ToldBy] = field(default_factory=set)
    """The single things that only tell who or what is meant (*each player with a card*)."""
    declined: tuple[Referent, ...] = ()
    """What nobody has named who comes here: *You may discard a card. If you do not, …*."""
    pointed: list[tuple[int, Referent]] = field(default_factory=list)
    """In which sentence a condition said *it* or *its*, and of what."""
    asked: list[Referent] = field(default_factory=list)
    """What a condition named (*if the power of the dog in the park is at least 2*)."""
    called_again: list[Referent] = field(default_factory=list)
    """What a condition called *it* and kept as it was then."""
    counted_one: dict[int, str] = field(default_factory=dict)
    """In which sentence a condition asks whether there is one in one of several places (*at least 1 cat in a box*), the
    last time, and of what: *it* could be that one or the place."""
    halves: tuple[Referent, ...] = ()
    """What was named in the parts of an *or* before the one that is being made: *another* is not said of it."""
    lost: tuple[Referent, ...] = ()
    """What an *if* found, of each of which its sentence said something."""

    def __iter__(self) -> Iterator[Referent]:
        return iter(self.referents)

    def __reversed__(self) -> Iterator[Referent]:
        return reversed(self.referents)

    # -- scopes ---------------------------------------------------------------------------------------------
    def mark(self) -> int:
        """A position: `since` and `forget` go back to it."""
        return len(self.referents)

    def since(self, mark: int) -> list[Referent]:
        """What has been introduced after a mark."""
        return self.referents[mark:]

    def forget(self, mark: int, *, keep: Callable[[Referent], bool] = lambda _: False) -> None:
        """What was introduced after a mark cannot be spoken of any more, but for what `keep` says."""
        self.referents[mark:] = [each for each in self.referents[mark:] if keep(each)]

    def end_text(self) -> None:
        """A text is done: what was not kept for it is out of reach for the next one in its scope."""
        self.forget(0, keep=lambda each: each.needs is None)
        for each in self.referents:
            if each.done is None and each.done_needs is not None:
                each.verb, each.done_needs = None, None

    def forget_aside(self, mark: int, sentence: int) -> None:
        """What a phrase named after a mark, to say which things it means, is out of reach."""
        self.aside.update((sentence, each.value.type.name) for each in self.since(mark))
        self.forget(mark)

    @contextmanager
    def closed(self) -> Iterator[None]:
        """What is introduced inside is out of reach afterwards: *no N*, a trial, the lines of a choice."""
        mark = self.mark()
        try:
            yield
        finally:
            self.forget(mark)

    @contextmanager
    def without(self, hidden: tuple[Referent, ...]) -> Iterator[None]:
        """What was named where this is not reached is out of reach inside: *If C, …. Otherwise, …*."""
        before = list(self.referents)
        self.referents[:] = [each for each in before if not any(each is other for other in hidden)]
        mark = self.mark()
        try:
            yield
        finally:
            self.referents[:] = [*before, *self.since(mark)]

    # -- introduction ---------------------------------------------------------------------------------------
    def add(self, referent: Referent) -> None:
        """A phrase named something."""
        self.referents.append(referent)

    def replaced(self, those: tuple[Referent, ...], other: Referent) -> None:
        """Another stands for these, as what was named last."""
        self.referents[:] = [each for each in self.referents if not any(each is one for one in those)]
        self.add(other)

    def kept_as(self, expr: Expr, kept: Expr) -> None:
        """What a phrase named (*the top card*) is from now on what the verb was done with: no second thing."""
        for each in self.referents:
            if each.value.expr == expr and each.source == "phrase":
                each.value = replace(each.value, expr=kept)

    # -- resolution -----------------------------------------------------------------------------------------
    def named(
        self,
        kind: str | None,
        *,
        many: bool | None = None,
        verb: str | None = None,
        without: tuple[Expr, ...] = (),
    ) -> Referent | None:
        """The latest referent of that kind (or one below it, then one above it); of any kind: None.

        `many`: a group (True) or a single one (False).  `verb`: filled by that verb.  `without`: none of these values.
        """

        def fits(referent: Referent) -> bool:
            value = referent.value
            return (
                self.in_reach(referent)
                and value.type.base == "entity"
                and value.expr not in without
                and (many is None or value.many == many)
                and (verb is None or referent.verb == verb)
            )

        def some_are(referent: Referent) -> bool:
            """Whether some of a list may be of that kind."""
            return kind is not None and any(
                self.is_a(each, kind) or self.is_a(kind, each) for each in referent.kinds
            )

        def is_that(referent: Referent) -> bool:
            if kind is None or self.is_a(referent.value.type.name, kind) or referent.head == kind:
                return True
            return verb is not None and some_are(referent)  # *each cat put this way*, of a cat and 2 pets

        def may_be_that(referent: Referent) -> bool:
            above = kind is not None and self.is_a(kind, referent.value.type.name)
            return above and (not referent.kinds or some_are(referent))

        for right in (is_that, may_be_that):
            for referent in reversed(self.referents):
                if fits(referent) and right(referent):
                    return self.really_done(referent) if verb is not None else self.at_hand(referent)
        return None

    def really_done(self, referent: Referent) -> Referent | None:
        """Of a group with which something was to be done, those with which it was: *the destroyed units*."""
        if referent.done_needs is None:
            return self.at_hand(referent)
        if referent.done is None and not self.keeps():
            return None
        if referent.done is None:
            raise SpeaksOf(referent.done_needs)
        return replace(self.at_hand(referent), value=replace(referent.value, expr=referent.done))

    def described(self, kind: str, fits: Callable[[Referent], bool]) -> list[Referent]:
        """The single ones of that kind of which `fits` holds, each once."""
        found = {
            each.value.expr: each
            for each in self.referents
            if self.in_reach(each)
            and not each.value.many
            and each.value.type.base == "entity"
            and self.is_a(each.value.type.name, kind)
            and fits(each)
        }
        return list(found.values())

    def headed(self, head: str) -> Referent | None:
        """The latest referent that this noun named, whatever its type."""
        found = next((r for r in reversed(self.referents) if r.head == head and self.in_reach(r)), None)
        return self.at_hand(found) if found is not None else None

    def called(self, head: str, many: bool, apart: Expr | None) -> Referent | None:
        """The latest single one, or the latest group, that this noun itself named, other than `apart`."""
        for each in reversed(self.referents):
            entity = each.value.type.base == "entity" and each.value.many == many and each.value.expr != apart
            if entity and each.head == head and self.in_reach(each):
                return self.at_hand(each)
        return None

    def last_named(self, expr: Expr) -> Referent | None:
        """What named this one last."""
        return next((each for each in reversed(self.referents) if each.value.expr == expr), None)

    def is_since(self, each: Referent, other: Referent) -> bool:
        """Whether it came up after another."""
        if each.sentence != other.sentence:
            return each.sentence > other.sentence
        return next(r is other for r in self.referents if r is each or r is other)

    def singles(self, fits: Fits | None = None) -> list[Referent]:
        """What *it* could mean: single things, no players, that the latest sentence to name any named; each once.

        A topic comes before what was only said of one, also a topic named before of which the sentence says *its* (*If
        its rank is higher than the rank of the top card, …*).
        """
        things = [each for each in self.referents if self._is_single_thing(each, fits)]
        named = _of_the_latest(things)
        topics = [each for each in named if each.topic]
        if named and not topics:
            its = {id(each) for at, each in self.pointed if at == named[-1].sentence}
            topics = [each for each in things if id(each) in its]
        return list({each.value.expr: each for each in topics or named}.values())

    def _is_single_thing(self, each: Referent, fits: Fits | None) -> bool:
        value = each.value
        thing = not each.player and not value.many and value.type.base == "entity"
        return thing and self.in_reach(each) and (fits is None or fits(value))

    def found(self, sentence: int) -> Referent | None:
        """The single player that the conditions of this sentence found last: *If a player …, they …*."""
        for each in reversed(self.referents):
            if (
                self.in_reach(each)
                and each.player
                and not each.value.many
                and each.source == "condition"
                and each.sentence == sentence
            ):
                return each
        return None

    def of_whom(self, found: Referent) -> Referent:
        """Of whom a condition said what named `found`: the player in *if a player has more points than Red*."""
        for each in reversed(self.referents[: self.referents.index(found)]):
            if (
                each.source == "condition"
                and each.sentence == found.sentence
                and each.value.expr == found.they
            ):
                return self.of_whom(each)
        return found

    def groups(self, head: str) -> list[tuple[int, Referent]]:
        """The groups that this noun named, each with its position, the latest first; *thing*: that any noun named."""
        return [
            (number, each)
            for number, each in reversed(list(enumerate(self.referents)))
            if (each.head == head or (head == "thing" and not each.player))
            and each.value.many
            and self.in_reach(each)
        ]

    def rivals(self, referent: Referent) -> list[Referent]:
        """The others that a condition of the same sentence found, and that the same words could mean."""
        return [
            each
            for each in self.referents
            if referent.source == each.source == "condition"
            and each.sentence == referent.sentence
            and each.value.many == referent.value.many
            and each.value.type == referent.value.type
            and each.value.expr != referent.value.expr
            and each.value.expr[0] != "int"  # who has a name is called by it
            and self.in_reach(each)
        ]

    def in_reach(self, referent: Referent) -> bool:
        """Whether it can be spoken of here, if need be after keeping it."""
        return not referent.whose and (referent.needs is None or self.keeps())

    def owner(self) -> Referent | None:
        """The one player whose something was chosen last; several, or a group of them: none."""
        found = [each for each in self.referents if each.whose and (each.needs is None or self.keeps())]
        return found[-1] if found and not found[-1].value.many else None

    def at_hand(self, referent: Referent) -> Referent:
        """The referent, to be spoken of.  Raises `SpeaksOf` when nothing was kept for it, `Declined` or `Lost` where it
        is none.
        """
        if any(each is referent for each in self.declined):
            raise Declined(referent)
        if any(each is referent for each in self.lost):
            raise Lost(referent)
        if referent.needs is not None:
            raise SpeaksOf(referent.needs)
        return referent


def _of_the_latest(named: list[Referent]) -> list[Referent]:
    """Those of the latest sentence that named any.  *When a cat is put in the park, if there is a moth, put it …*: what
    is waited for comes in the same sentence as what its *if* found.
    """
    latest = max((each.sentence for each in named), default=0)
    found = [each for each in named if each.sentence == latest]
    if latest == 1 and any(each.source == "condition" for each in found):
        return [each for each in named if each.sentence <= latest]
    return found
