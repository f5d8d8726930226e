"""Two in one sentence are what each of them is alone: *A and B are in the park*, *Put A and B in the park*, *If C, S*,
*S, then T*; and *Put A and B in the park. Put them in the pond.* moves what was put there.

As in `frames.py` nobody has to say what anything means: the machine carries out the parts one by one, on the same
random table and with the same choices.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

from tests.judge.frames import NOT_SO, SO, Before, Framed, Framing, Piece, is_bare, is_same
from tests.judge.past import speaks_of_past
from toolkit.kernel.state import State
from toolkit.language import ast

Truth = tuple[ast.Paragraph, tuple, int]


class Phrase(NamedTuple):
    """A noun phrase; `plural`: what its verb is."""

    text: str
    plural: bool = False


class Two(NamedTuple):
    """A sentence with two holes; `so`: whether it is, if the first and the second are."""

    says: str
    so: Callable[[bool, bool], bool]
    bare: bool = False


class Whose(NamedTuple):
    """What is so of somebody, from what is so of each player: *a player has {0} and {1}*."""

    says: str
    so: Callable[[list[tuple[bool, bool]]], bool]


KINDS = {"cat": "cats", "dog": "dogs", "pet": "pets", "stone": "stones", "bead": "beads"}
PETS = ("cat", "dog", "pet")


def somethings() -> list[Phrase]:
    """What can be said of, or had."""
    found: list[Phrase] = []
    for one, many in KINDS.items():
        found += [
            Phrase(f"{few} {one}")
            for few in ("a", "at least 1", "exactly 1", "more than 1", "no", "at most 1")
        ]
        found += [Phrase(f"{few} {many}", True) for few in ("at least 2", "exactly 2", "fewer than 2", "no")]
        if one in PETS:
            found += [Phrase(f"a lonely {one}"), Phrase(f"a {one} with at least 2 power")]
            found += [Phrase(f"at least 1 of your {many}"), Phrase(f"none of your {many}")]
            found += [Phrase(f"at least 2 of your {many}", True), Phrase(f"all of your {many}", True)]
            found += [Phrase(f"each of your {many}")]
    return found


def subjects() -> list[Phrase]:
    """And what only something can be said of."""
    found = somethings()
    for one, many in KINDS.items():
        found += [Phrase(f"each {one}"), Phrase(f"every {one}"), Phrase(f"all {many}", True)]
        if one in PETS:
            found += [Phrase(f"your {many}", True), Phrase(f"Blue's {many}", True)]
            found += [Phrase(f"the {one} with the highest power"), Phrase(f"a {one} of another player")]
    return found


def had() -> list[Phrase]:
    """And amounts."""
    found = somethings()
    for one, many in (("coin", "coins"), ("point", "points"), ("debt", "debts")):
        found += [Phrase(f"{few} {one}") for few in ("exactly 1", "at most 1", "more than 1")]
        found += [Phrase(f"at least 2 {many}"), Phrase(f"no {many}"), Phrase(f"more {many} than cats")]
    return found


def taken() -> list[str]:
    """What can be put somewhere."""
    found = ["the top sheet of the pile", "the top 2 sheets of the pile", "a sour stone", "2 glad stones"]
    for one, many in KINDS.items():
        found += [f"a {one}", f"2 {many}", f"all {many}", f"each {one}", f"up to 2 {many}", f"a random {one}"]
        found += [f"any number of {many}", f"2 random {many}"]
        if one in PETS:
            found += [f"all your {many}", f"one of your {many}", f"2 of your {many}", f"all of Blue's {many}"]
            found += [f"a {one} of another player", f"the {one} with the highest power", f"all lonely {many}"]
            found += [
                f"your {one} with the lowest power",
                f"a {one} with at least 2 power",
                f"each of your {many}",
            ]
    return found


SUBJECTS, HAD, TAKEN = subjects(), had(), taken()
PREDICATES = ("in the park", "lonely", "in your yard", "in a home", "yours")

SAID = (
    Two("{0} and {1} {are}", lambda a, b: a and b),
    Two("{0} or {1} {is1}", lambda a, b: a or b),
    Two("both {0} and {1} {are}", lambda a, b: a and b),
    Two("either {0} or {1} {is1}", lambda a, b: a or b),
    Two("neither {0} nor {1} {is1}", lambda a, b: not (a or b)),
    Two("{0} {is0} and {1} {is1}", lambda a, b: a and b),
    Two("{0} {is0} or {1} {is1}", lambda a, b: a or b),
    Two("{0} {is0}, and {1} {is1}", lambda a, b: a and b),
)
HAS = (
    Whose("you have {0} and {1}", lambda so: so[0][0] and so[0][1]),
    Whose("you have {0} or {1}", lambda so: so[0][0] or so[0][1]),
    Whose("you have {0} but not {1}", lambda so: so[0][0] and not so[0][1]),
    Whose("you have neither {0} nor {1}", lambda so: not any(so[0])),
    Whose("a player has {0} and {1}", lambda so: any(map(all, so))),
    Whose("a player has {0} or {1}", lambda so: any(map(any, so))),
    Whose("each player has {0} and {1}", lambda so: all(map(all, so))),
    Whose("each player has {0} or {1}", lambda so: all(map(any, so))),
    Whose("no player has {0} and {1}", lambda so: not any(map(all, so))),
    Whose("another player has {0} and {1}", lambda so: any(map(all, so[1:]))),
    Whose("at least 2 players have {0} and {1}", lambda so: sum(map(all, so)) >= 2),
    Whose("there is a player with {0} and {1}", lambda so: any(map(all, so))),
    Whose("there is a player with {0} or {1}", lambda so: any(map(any, so))),
    Whose("there is a player who has {0} and {1}", lambda so: any(map(all, so))),
    Whose("there are at least 2 players with {0} and {1}", lambda so: sum(map(all, so)) >= 2),
    Whose("each player who has {0} has {1}", lambda so: all(b for a, b in so if a)),
    Whose("no player with {0} has {1}", lambda so: not any(map(all, so))),
)
CONDITIONS = (
    Two("If {0} and {1}, gain 1 mark.", lambda a, b: a and b),
    Two("If {0} or {1}, gain 1 mark.", lambda a, b: a or b),
    Two("If {0}, or {1}, gain 1 mark.", lambda a, b: a or b),
    Two("If {0}, gain 1 mark if {1}.", lambda a, b: a and b),
    Two("Unless {0} or {1}, gain 1 mark.", lambda a, b: not (a or b)),
    Two("Gain 1 mark if {0} and {1}.", lambda a, b: a and b),
    Two("Gain 1 mark unless {0} and {1}.", lambda a, b: not (a and b)),
    Two("If {0}, gain 0 marks. Otherwise, if {1}, gain 1 mark.", lambda a, b: b and not a),
)
ORDERS = (
    ("{0}. {1}.", False),
    ("{0}, then {1}.", True),
    ("{0} and {1}.", True),
    (f"If {SO}, {{0}}. {{1}}.", False),
    (f"If {SO}, {{0}} and {{1}}.", True),
    (f"{{0}} and {{1}} if {SO}.", True),
    (f"{{0}}, then if {SO}, {{1}}.", True),
)
"""Done one after another; whether both must be bare."""
ASKED = (
    Two("If {0}, {1}.", lambda a, b: a),
    Two("{1} if {0}.", lambda a, b: a, bare=True),
    Two("{1} unless {0}.", lambda a, b: not a, bare=True),
    Two("Unless {0}, {1}.", lambda a, b: not a),
    Two("If {0}, gain 0 marks. Otherwise, {1}.", lambda a, b: not a, bare=True),
    Two("If {0}, gain 0 marks, then {1}.", lambda a, b: a, bare=True),
    Two("Gain 0 marks, then {1} if {0}.", lambda a, b: a, bare=True),
    Two(f"If {NOT_SO}, gain 1 mark. Otherwise, if {{0}}, {{1}}.", lambda a, b: a, bare=True),
)
PUT = (
    ("Put {0} and {1} in the park.", "Put {} in the park."),
    ("Put {0} and {1} in your yard.", "Put {} in your yard."),
    (f"If {SO}, put {{0}} and {{1}} in the park.", "Put {} in the park."),
    ("The player to your left puts {0} and {1} in the park.", "The player to your left puts {} in the park."),
)
CALLED = (
    ("Put them in the pond.", None),
    ("Put those things in the pond.", None),
    ("Put each of them in the pond.", None),
    ("Put those pets in the pond.", "pet"),
    ("Gain 1 mark for each of them.", None),
    ("Gain 1 mark for each cat put this way.", "cat"),
    ("Gain marks equal to the number of those things.", None),
)
"""What calls back all that was put somewhere; all of a kind."""

POINTS_BACK = frozenset(
    """it its they their them that those this other another others more also rest same there again instead so do does
    way one ones former both remaining first last second each either extra such chosen too else nobody""".split()  # noqa: SIM905
)
"""Words with which a part may speak of the other."""
AT_ONCE = ("all", "each", "highest", "lowest", "lonely", "top")
"""What is taken at once from what lies there then, may be less after another."""


class Lists(Framing):
    """Sentences of two parts."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        super().__init__()
        pieces = list(pieces)
        self.conditions = [each for each in pieces if each.kind == "condition"]
        self.orders = [each for each in pieces if each.kind == "order"]
        self.known: dict[str, Truth | None] = {}
        model = self.bench.lore.model
        self.of_kind = [model.kinds[kind].name for kind in model.kind]

    # -- parts ----------------------------------------------------------------------------------------------
    def truth(self, text: str) -> Truth | None:
        """A condition; None: it is refused."""
        if text not in self.known:
            tree = self.read(capital(text) + ".", "condition")
            one = tree is not None and len(tree.sentences) == 1
            made = self.bench.condition(tree) if one and tree is not None else ""
            self.known[text] = None if tree is None or isinstance(made, str) else (tree, *made)
        return self.known[text]

    def done(self, *texts: str) -> Framed | None:
        """Orders one after another; None: one of them is refused."""
        trees = [self.read(capital(text).removesuffix(".") + ".", "effect") for text in texts]
        if any(tree is None for tree in trees):
            return None
        made = self.bench.whole([tree for tree in trees if tree is not None])
        return None if isinstance(made, str) else Framed(" ".join(texts), self.bench, made)

    def is_so(self, truth: Truth, state: State, you: int) -> bool:
        return self.bench.truth(truth[1:], state, you)

    def after(self, framed: Framed, before: Before) -> State:
        self.compared += 1
        return self.carried_out(framed, before)

    # -- what is said ---------------------------------------------------------------------------------------
    def of_two(self, random: Random, states: int) -> str | None:
        """A condition of two phrases that is not what it is of each; None: it is, or is refused."""
        if random.random() < 0.5:
            return self.of_two_had(random, states)
        (one, many), (other, others) = random.choice(SUBJECTS), random.choice(SUBJECTS)
        form, predicate = random.choice(SAID), random.choice(PREDICATES)
        verbs = {"are": f"are {predicate}", "is0": be(many, predicate), "is1": be(others, predicate)}
        whole = self.truth(form.says.format(one, other, **verbs))
        first, second = self.truth(f"{one} {verbs['is0']}"), self.truth(f"{other} {verbs['is1']}")
        if whole is None or first is None or second is None:
            return None
        said = whole[0].span.text if whole[0].span else ""
        for before in self.unmarked(said, False, states):
            self.compared += 1
            state, you = before.state, before.you
            alone = self.is_so(first, state, you), self.is_so(second, state, you)
            if self.is_so(whole, state, you) != form.so(*alone):
                return self.differs(said, str(alone), before)
        return None

    def of_two_had(self, random: Random, states: int) -> str | None:
        one, other, form = random.choice(HAD).text, random.choice(HAD).text, random.choice(HAS)
        if "your" in one + other and "player" in form.says:
            return None
        whole, first, second = (
            self.truth(each) for each in (form.says.format(one, other), *map(you_have, (one, other)))
        )
        if whole is None or first is None or second is None:
            return None
        said = whole[0].span.text if whole[0].span else ""
        for before in self.unmarked(said, False, states):
            self.compared += 1
            state, you = before.state, before.you
            players = sorted(self.bench.shaker.players, key=lambda each, you=you: each != you)
            alone = [(self.is_so(first, state, each), self.is_so(second, state, each)) for each in players]
            if self.is_so(whole, state, you) != form.so(alone):
                return self.differs(said, str(alone), before)
        return None

    def of_conditions(self, random: Random, states: int) -> str | None:
        """Two proven conditions in one sentence."""
        one, other, form = (
            random.choice(self.conditions),
            random.choice(self.conditions),
            random.choice(CONDITIONS),
        )
        if points_back(other) or "it is not true" in one.text.lower():
            return None
        first, second = self.truth(one.text), self.truth(other.text)
        whole = self.as_written(self.put_in(form.says, one, other))
        if whole is None or first is None or second is None:
            return None
        lived = speaks_of_past(first[0]) or speaks_of_past(second[0])
        for before in self.unmarked(whole.said, lived, states):
            alone = tuple([self.is_so(each, before.state, before.you) for each in (first, second)])
            if self.marks(self.after(whole, before)) != form.so(*alone):
                return self.differs(whole.said, str(alone), before)
        return None

    # -- what is done ---------------------------------------------------------------------------------------
    def of_orders(self, random: Random, states: int) -> str | None:
        """Two proven orders in one sentence."""
        one, other, (says, bare) = (
            random.choice(self.orders),
            random.choice(self.orders),
            random.choice(ORDERS),
        )
        if points_back(other) or (bare and not (self.bare(one) and self.bare(other))):
            return None
        parts, whole = self.done(one.text, other.text), self.as_written(self.put_in(says, one, other))
        return self.one_after_another(whole, parts, states)

    def of_asked(self, random: Random, states: int) -> str | None:
        """A proven order on a proven condition."""
        one, other, form = random.choice(self.conditions), random.choice(self.orders), random.choice(ASKED)
        if points_back(other) or (form.bare and not (self.bare(other) and one_verb(other))):
            return None
        asked, alone = self.truth(one.text), self.done(other.text)
        whole = self.as_written(self.put_in(form.says, one, other))
        if whole is None or asked is None or alone is None:
            return None

        def expected(before: Before) -> State:
            so = form.so(self.is_so(asked, before.state, before.you), True)
            return self.after(alone, before) if so else before.state

        return self.unlike_parts(whole, expected, self.unmarked(whole.said, speaks_of_past(asked[0]), states))

    def of_taken(self, random: Random, states: int) -> str | None:
        """*Put A and B in the park.*"""
        one, other, (says, each) = random.choice(TAKEN), random.choice(TAKEN), random.choice(PUT)
        if any(word in other for word in AT_ONCE):
            return None
        whole, parts = self.done(says.format(one, other)), self.done(each.format(one), each.format(other))
        return self.one_after_another(whole, parts, states)

    def one_after_another(self, whole: Framed | None, parts: Framed | None, states: int) -> str | None:
        if whole is None or parts is None:
            return None
        tables = self.unmarked(whole.said, False, states)
        return self.unlike_parts(whole, lambda before: self.after(parts, before), tables)

    def unlike_parts(
        self, whole: Framed, expected: Callable[[Before], State], tables: Iterable[Before]
    ) -> str | None:
        """The first table on which the whole comes to something else."""
        for before in tables:
            wanted, found = expected(before), self.after(whole, before)
            if not wanted.over and not is_same(found, wanted):
                return self.differs(whole.said, self.told_of(before, wanted, found), before)
        return None

    def of_called(self, random: Random, states: int) -> str | None:
        """*Put A and B in the park. Put them in the pond.*, on tables where nothing lies in the park."""
        says = f"Put {random.choice(TAKEN)} and {random.choice(TAKEN)} in the park."
        back, kind = random.choice(CALLED)
        first, whole = self.done(says), self.done(f"{says} {back}")
        if first is None or whole is None:
            return None
        park, pond = self.of_kind.index("park"), self.of_kind.index("pond")
        for before in self.unmarked(whole.said, False, states):
            if park in before.state.parent:
                continue
            then, found = self.after(first, before), self.after(whole, before)
            went = [e for e, place in enumerate(then.parent) if place == park]
            meant = {e for e in went if kind is None or self.bench.compiled.world.is_a(self.of_kind[e], kind)}
            here = {e for e in went if found.parent[e] == pond}
            if (here if "pond" in back else self.marks(found)) != (meant if "pond" in back else len(meant)):
                return self.differs(whole.said, self.told_of(before, then, found), before)
        return None

    # -- told -----------------------------------------------------------------------------------------------
    def put_in(self, says: str, one: Piece, other: Piece) -> str:
        """Both in a sentence; what does not stand first is written small."""
        for hole, piece in (("{0}", one), ("{1}", other)):
            first = says.startswith(hole) or f". {hole}" in says
            says = says.replace(hole, capital(piece.text) if first else self.inside(piece.text))
        return says

    def bare(self, piece: Piece) -> bool:
        tree = self.read(capital(piece.text) + ".", "effect")
        return tree is not None and is_bare(tree.sentences[0])

    def told_of(self, before: Before, expected: State, found: State) -> str:
        changes = self.bench.shaker.changes
        return f"{'; '.join(changes(before.state, expected))} | {'; '.join(changes(before.state, found))}"

    def differs(self, said: str, alone: str, before: Before) -> str:
        who = self.bench.lore.model.label(before.you)
        return "\n    ".join((said, f"alone: {alone}; you: {who}", *self.bench.shaker.told(before.state)))


SEARCHES: dict[str, Callable[[Lists, Random, int], str | None]] = {
    "said of two": Lists.of_two,
    "two conditions": Lists.of_conditions,
    "two orders": Lists.of_orders,
    "an order on a condition": Lists.of_asked,
    "two taken": Lists.of_taken,
    "called back": Lists.of_called,
}


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def be(plural: bool, predicate: str) -> str:
    return f"{'are' if plural else 'is'} {predicate}"


def you_have(what: str) -> str:
    return f"you have {what}"


def points_back(piece: Piece) -> bool:
    return not POINTS_BACK.isdisjoint(re.findall(r"\w+", piece.text.lower()))


def one_verb(piece: Piece) -> bool:
    """*Gain 1 coin, then gain 1 point* has two: of which is the condition after them?"""
    return ", then " not in piece.text and " and " not in piece.text and " plus " not in piece.text
