"""Parts that say which one is meant are what each of them is alone: *each cat that is lonely or in the park*, *a player
who has 2 coins and is rich*; and so are three in one sentence.

As in `lists.py`, whose sentences have two parts side by side, the machine is asked of each part by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from tests.judge.frames import SO, Before, Piece
from tests.judge.lists import (
    AT_ONCE,
    HAD,
    KINDS,
    PETS,
    PREDICATES,
    SUBJECTS,
    TAKEN,
    Lists,
    Whose,
    be,
    capital,
    points_back,
    you_have,
)
from tests.judge.past import speaks_of_past
from toolkit.compile.base.values import Fail
from toolkit.kernel.state import State
from toolkit.language import ast

Things = frozenset[int]
Members = Callable[[State, int], Things]


class Told(NamedTuple):
    """What is said of one and of several, of things and of players: *is lonely*, *are lonely*; of *you*."""

    one: str
    many: str
    you: str = ""


def told_of_players() -> list[Told]:
    found = [Told(f"has {each.text}", f"have {each.text}", f"have {each.text}") for each in HAD]
    found = [each for each in found if "your" not in each.one]
    for word in ("rich", "proud", "not rich", "not proud"):
        found += [Told(f"is {word}", f"are {word}", f"are {word}")] * 8
    for what in ("a cat", "any coins", "at least 2 points", "a dog in the park"):
        found += [Told(f"does not have {what}", f"do not have {what}", f"do not have {what}")] * 4
    for what in ("gained a coin", "lost a point", "put a cat in the park", "gained at least 2 points"):
        found += [Told(f"has {what} this turn", f"have {what} this turn", f"have {what} this turn")] * 3
        found += [
            Told(f"has not {what} this turn", f"have not {what} this turn", f"have not {what} this turn")
        ]
    return found


def told_of_things() -> list[Told]:
    found = []
    for what in (
        "in the park", "in the pond", "lonely", "in a home", "in your yard", "in a yard", "yours", "tired",
        "not tired", "not in the park", "not lonely", "Blue's", "in the park or the pond", "not in a yard",
    ):  # fmt: skip
        found.append(Told(f"is {what}", f"are {what}"))
    for what in (
        "at least 2 power", "no power", "exactly 1 power", "more than 2 power", "less than 3 power",
        "the highest power", "the lowest power",
    ):  # fmt: skip
        found.append(Told(f"has {what}", f"have {what}"))
    found.append(Told("does not have the highest power", "do not have the highest power"))
    found.append(Told("belongs to you", "belong to you"))
    found.append(Told("belongs to another player", "belong to another player"))
    found.append(Told("does not belong to you", "do not belong to you"))
    return found


WHO, THAT = told_of_players(), told_of_things()

PLAYERS = (
    Whose("there is a player who {0} or {1}", lambda so: any(map(any, so))),
    Whose("there is a player who {0} or who {1}", lambda so: any(map(any, so))),
    Whose("there is a player who {0} and {1}", lambda so: any(map(all, so))),
    Whose("there is a player who {0} and who {1}", lambda so: any(map(all, so))),
    Whose("there is a player who {0} but {1}", lambda so: any(map(all, so))),
    Whose("there is no player who {0} or {1}", lambda so: not any(map(any, so))),
    Whose("there is no player who {0} and {1}", lambda so: not any(map(all, so))),
    Whose("a player who {0} {1}", lambda so: any(map(all, so))),
    Whose("no player who {0} {1}", lambda so: not any(map(all, so))),
    Whose("each player who {0} {1}", lambda so: all(b for a, b in so if a)),
    Whose("another player who {0} {1}", lambda so: any(map(all, so[1:]))),
    Whose("at least 2 players who {2} {3}", lambda so: sum(map(all, so)) >= 2),
    Whose("exactly 1 player who {0} {1}", lambda so: sum(map(all, so)) == 1),
    Whose("a player {0} and {1}", lambda so: any(map(all, so))),
    Whose("a player {0} or {1}", lambda so: any(map(any, so))),
    Whose("each player {0} or {1}", lambda so: all(map(any, so))),
    Whose("each player {0} and {1}", lambda so: all(map(all, so))),
    Whose("no player {0} or {1}", lambda so: not any(map(any, so))),
    Whose("no player {0} and {1}", lambda so: not any(map(all, so))),
    Whose("you {4} or {5}", lambda so: any(so[0])),
    Whose("you {4} and {5}", lambda so: all(so[0])),
    Whose("you {4}, or {5}", lambda so: any(so[0])),
    Whose("you {4} but {5}", lambda so: all(so[0])),
    Whose("there are at least 2 players who {2} or {3}", lambda so: sum(map(any, so)) >= 2),
    Whose("there are at least 2 players who {2} and {3}", lambda so: sum(map(all, so)) >= 2),
    Whose("there is another player who {0} or {1}", lambda so: any(map(any, so[1:]))),
    Whose("there is a player who {0} or a player who {1}", lambda so: any(map(any, so))),
    Whose(
        "there is a player who {0} and a player who {1}",
        lambda so: any(a for a, _ in so) and any(b for _, b in so),
    ),
    Whose("the player to your left {0} and {1}", lambda so: all(so[1])),
    Whose("Red or Blue {0}", lambda so: any(a for a, _ in so[:2])),
)
"""By whether it is so of each player; in the order of seats, `of` you first.  Of *Red* it is so where that is you."""

GAINS = (
    Whose("Each player who {0} or {1} gains 1 mark.", lambda so: sum(map(any, so))),
    Whose("Each player who {0} or who {1} gains 1 mark.", lambda so: sum(map(any, so))),
    Whose("Each player who {0} and {1} gains 1 mark.", lambda so: sum(map(all, so))),
    Whose("Each player who {0} and who {1} gains 1 mark.", lambda so: sum(map(all, so))),
    Whose("Each other player who {0} or {1} gains 1 mark.", lambda so: sum(map(any, so[1:]))),
    Whose("All players who {2} or {3} gain 1 mark.", lambda so: sum(map(any, so))),
    Whose("For each player who {0} and {1}, gain 1 mark.", lambda so: sum(map(all, so))),
    Whose("Gain 1 mark for each player who {0} or {1}.", lambda so: sum(map(any, so))),
    Whose("Gain 1 mark for each player who {0} and {1}.", lambda so: sum(map(all, so))),
    Whose("Each player who {0} gains 1 mark if they {2}.", lambda so: sum(a for a, _ in so)),
    Whose("Each player who {0} gains 1 mark if they {3}.", lambda so: sum(map(all, so))),
    Whose("Each player gains 1 mark if they {2} or {3}.", lambda so: sum(map(any, so))),
    Whose("Each player gains 1 mark if they {2} and {3}.", lambda so: sum(map(all, so))),
    Whose("Each player gains 1 mark unless they {2} or {3}.", lambda so: sum(not any(each) for each in so)),
    Whose("Each player who {0} and each player who {1} gains 1 mark.", lambda so: sum(a + b for a, b in so)),
    Whose("For each player, if they {2} or {3}, they gain 1 mark.", lambda so: sum(map(any, so))),
    Whose("If you {4} and {5}, gain 1 mark.", lambda so: int(all(so[0]))),
    Whose("If you {4} or {5}, gain 1 mark.", lambda so: int(any(so[0]))),
    Whose("Gain marks equal to the number of players who {2} or {3}.", lambda so: sum(map(any, so))),
)


class Which(NamedTuple):
    """A phrase of kinds *a* and *b* and of what is said of them; which ones it means."""

    says: str
    those: Callable[[Things, Things, Things, Things], Things]
    kinds: int = 1


WHICH = (
    Which("{a}{at} that {P} or {Q}", lambda ap, aq, bp, bq: ap | aq),
    Which("{a}{at} that {P} or that {Q}", lambda ap, aq, bp, bq: ap | aq),
    Which("{a}{at} that {P} and {Q}", lambda ap, aq, bp, bq: ap & aq),
    Which("{a}{at} that {P} and that {Q}", lambda ap, aq, bp, bq: ap & aq),
    Which("{a}{at} that {P} but {Q}", lambda ap, aq, bp, bq: ap & aq),
    Which("{a}{at} that {P} and {every} {b}{at} that {Q}", lambda ap, aq, bp, bq: ap | bq, 2),
    Which("{a}{at} and {every} {b}{at} that {Q}", lambda ap, aq, bp, bq: ap | bq, 3),
)
"""*each cat that …*: those of the first kind of which the first thing is so, …"""


class Used(NamedTuple):
    """A sentence with what some things are in its hole; how many marks by how many there are.  `every`: with what
    the phrase begins; `many`: its number."""

    says: str
    marks: Callable[[Any], int]
    every: str
    many: bool


USED = (
    Used("Gain 1 mark for each {}.", lambda n: n, "", False),
    Used("For each {}, gain 1 mark.", lambda n: n, "", False),
    Used("If there is {}, gain 1 mark.", lambda n: n > 0, "a", False),
    Used("If there are no {}, gain 1 mark.", lambda n: n == 0, "no", True),
    Used("If there is no {}, gain 1 mark.", lambda n: n == 0, "no", False),
    Used("If there are at least 2 {}, gain 1 mark.", lambda n: n >= 2, "at least 2", True),
    Used("If there are exactly 2 {}, gain 1 mark.", lambda n: n == 2, "exactly 2", True),
    Used("Gain marks equal to the number of {}.", lambda n: n, "", True),
    Used("Gain 1 mark, plus 1 mark for each {}.", lambda n: n + 1, "", False),
    Used("If there are more {} than stones in homes, gain 1 mark.", lambda n: n > 0, "", True),
)


SAID_OF = (
    Used("If a {0} {1}, gain 1 mark.", lambda n: n[0] > 0, "", False),
    Used("If each {0} {1}, gain 1 mark.", lambda n: n[0] == n[1], "", False),
    Used("If no {0} {1}, gain 1 mark.", lambda n: n[0] == 0, "", False),
    Used("If all {0} {1}, gain 1 mark.", lambda n: n[0] == n[1], "", True),
    Used("If at least 2 {0} {1}, gain 1 mark.", lambda n: n[0] >= 2, "", True),
    Used("If exactly 1 {0} {1}, gain 1 mark.", lambda n: n[0] == 1, "", False),
    Used("If fewer than 2 {0} {1}, gain 1 mark.", lambda n: n[0] < 2, "", True),
    Used("If more than 1 {0} {1}, gain 1 mark.", lambda n: n[0] > 1, "", False),
    Used("If a {0} {1} or {1}, gain 1 mark.", lambda n: n[0] > 0, "", False),
    Used("Gain 1 mark if no {0} {1}.", lambda n: n[0] == 0, "", False),
    Used("Unless a {0} {1}, gain 1 mark.", lambda n: n[0] == 0, "", False),
    Used("Choose a {0}. If it {1} and it {1}, gain 0 marks.", lambda n: 0, "", False),
)
"""Something that is said of some of which something is so; marks by of how many it is, and how many there are."""


class Parts(Lists):
    """Sentences with parts that say which one is meant, and of three parts."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        super().__init__(pieces)
        self.sets: dict[str, Any] = {}

    # -- those who, those that ------------------------------------------------------------------------------
    def of_whom(self, random: Random, states: int) -> str | None:
        """*each player who P or Q*."""
        one, other = random.choice(WHO), random.choice(WHO)
        first, second = self.truth(f"you {one.you}"), self.truth(f"you {other.you}")
        if first is None or second is None:
            return None
        words = (one.one, other.one, one.many, other.many, one.you, other.you)
        lived = speaks_of_past(first[0]) or speaks_of_past(second[0])

        def each_of(before: Before) -> list[tuple[bool, bool]]:
            seats = self.bench.shaker.players
            at = seats.index(before.you)
            order = [*seats[at:], *seats[:at]]
            return [(self.is_so(first, before.state, p), self.is_so(second, before.state, p)) for p in order]

        if random.random() < 0.5:
            form = random.choice(PLAYERS[:-1])
            whole = self.truth(form.says.format(*words))
            if whole is None:
                return None
            said = form.says.format(*words)
            for before in self.in_turn(said, lived, states):
                self.compared += 1
                if self.is_so(whole, before.state, before.you) != form.so(each_of(before)):
                    return self.differs(said, str(each_of(before)), before)
            return None
        form = random.choice(GAINS)
        if form is GAINS[9]:
            words = (one.one, other.one, one.many, other.many, one.you, other.you)
        done = self.as_written(form.says.format(*words))
        for before in self.in_turn(form.says.format(*words), lived, states) if done is not None else ():
            assert done is not None
            if self.marks(self.after(done, before)) != form.so(each_of(before)):
                return self.differs(done.said, str(each_of(before)), before)
        return None

    def in_turn(self, said: str, lived: bool, states: int) -> Iterable[Before]:
        """Tables in somebody's turn: of nobody's nothing has been done, nor not."""
        tables = self.unmarked(said, lived, states + 4)
        return islice((each for each in tables if each.state.active >= 0), states)

    def members(self, kind: str, told: Told | None = None) -> Members | None:
        """The things of a kind of which it is so; None: it is refused."""
        text = f"{kind} that {told.one}" if told is not None else f"{kind} that is tired or not tired"
        if text not in self.sets:
            self.sets[text] = self.meant_by(text)
        return self.sets[text]

    def meant_by(self, phrase: str) -> Members | None:
        """The things that a phrase describes; None: it is refused."""
        tree = self.read(f"If there is a {phrase}, gain 1 mark.", "effect")
        if tree is None:
            return None
        noun = next(
            (n for n in self.bench.meant(tree, "effect").walk() if isinstance(n, ast.Noun) and n.relative),
            None,
        )
        if noun is None:
            return None
        scope = self.bench.scope()
        try:
            desc = scope.describe(noun)
        except Fail:
            return None
        machine = self.bench.machine

        def those(state: State, you: int) -> Things:
            return frozenset(machine.evaluate(desc.expr, state, [you, -1, *[0] * scope.size]))

        return those

    def of_which(self, random: Random, states: int) -> str | None:
        """*each cat that P or Q*, *each cat that P and each dog that Q*."""
        a, b = random.choice(PETS), random.choice(PETS)
        p, q, form, used = random.choice(THAT), random.choice(THAT), random.choice(WHICH), random.choice(USED)
        at = random.choice(("", " in the park", " in homes", " in your yard"))
        every = used.every or ("each" if "each" in used.says else "")
        words = {"P": p.many, "Q": q.many} if used.many else {"P": p.one, "Q": q.one}
        names = {"a": KINDS[a], "b": KINDS[b]} if used.many else {"a": a, "b": b}
        what = form.says.format(
            **words, **names, at=at, every=every if not used.many or form.kinds == 1 else ""
        )
        what = " ".join(what.split())
        if used.every == "a":
            what = f"a {what}"
        says = used.says.format(what)
        if form.kinds > 1 and (used.every or {a, b} != {"cat", "dog"}):
            return None  # *each cat and each pet* are cats twice
        return self.unlike_which(says, form, used, (a + at, b + at), (p, q), states)

    def unlike_which(
        self, says: str, form: Which, used: Used, kinds: tuple[str, str], told: tuple[Told, Told], states: int
    ) -> str | None:
        whole = self.as_written(says)
        (a, b), (p, q) = kinds, told
        sets = [self.members(kind, each) for kind in (a, b) for each in (p, q)]
        if form.kinds == 3:
            sets[0] = self.members(a)
        if whole is None or any(each is None for each in sets):
            return None
        for before in self.unmarked(says, False, states):
            those = [each(before.state, before.you) for each in sets if each is not None]
            expected = form.those(*those)
            if self.marks(self.after(whole, before)) != used.marks(len(expected)):
                return self.differs(says, f"{sorted(expected)}", before)
        return None

    def of_which_said(self, random: Random, states: int) -> str | None:
        """*If a cat that P or Q is R, …*."""
        p, q, r = (random.choice(THAT) for _ in range(3))
        kind, form, used = random.choice(PETS), random.choice(WHICH[:5]), random.choice(SAID_OF)
        if any(word in r.one for word in ("in a ", "another")) and any(
            char in used.says for char in ("2", "exactly", "more than")
        ):
            return None  # so many in one of them
        words = {"P": p.many, "Q": q.many} if used.many else {"P": p.one, "Q": q.one}
        at = random.choice(("", " in the park", " in homes", " in your yard"))
        what = form.says.format(**words, a=KINDS[kind] if used.many else kind, at=at)
        whole = self.as_written(says := used.says.format(what, r.many if used.many else r.one))
        sets = [self.members(kind + at, each) for each in (p, q, r)]
        if whole is None or any(each is None for each in sets):
            return None
        for before in self.unmarked(says, False, states):
            first, second, third = (each(before.state, before.you) for each in sets if each is not None)
            those = form.those(first, second, first, second)
            if self.marks(self.after(whole, before)) != used.marks((len(those & third), len(those))):
                return self.differs(says, f"{sorted(those)} {sorted(third)}", before)
        return None

    # -- three ----------------------------------------------------------------------------------------------
    def of_three_conditions(self, random: Random, states: int) -> str | None:
        """*If A, B and C, …*."""
        three = [random.choice(self.conditions) for _ in range(3)]
        form = random.choice(THREE_SO)
        if any(points_back(each) for each in three[1:]) or any(
            "it is not true" in each.text.lower() or " or " in each.text or " and " in each.text
            for each in three
        ):
            return None
        parts = [self.truth(each.text) for each in three]
        whole = self.as_written(form.says.format(*(self.inside(each.text) for each in three)))
        if whole is None or any(each is None for each in parts):
            return None
        lived = any(speaks_of_past(each[0]) for each in parts if each)
        for before in self.unmarked(whole.said, lived, states):
            alone = [self.is_so(each, before.state, before.you) for each in parts if each]
            if self.marks(self.after(whole, before)) != form.so(alone):
                return self.differs(whole.said, str(alone), before)
        return None

    def of_three_orders(self, random: Random, states: int) -> str | None:
        """*A, B and C.*"""
        three = [random.choice(self.orders) for _ in range(3)]
        says = random.choice(THREE_DONE)
        if any(points_back(each) for each in three[1:]) or not all(map(self.bare, three)):
            return None
        first, *rest = three
        texts = (capital(first.text), *(self.inside(each.text) for each in rest))
        whole = self.as_written(says.format(*texts))
        return self.one_after_another(whole, self.done(*(each.text for each in three)), states)

    def of_three_said(self, random: Random, states: int) -> str | None:
        """*A, B and C are in the park*, *you have A, B or C*."""
        if random.random() < 0.4:
            words = [random.choice(HAD).text for _ in range(3)]
            form = random.choice(THREE_HAD)
            said = form.says.format(*words)
            whole, parts = self.truth(said), [self.truth(you_have(each)) for each in words]
        else:
            three = [random.choice(SUBJECTS) for _ in range(3)]
            predicate, form = random.choice(PREDICATES), random.choice(THREE_ARE)
            said = form.says.format(
                *(each.text for each in three), are=f"are {predicate}", last=be(three[2].plural, predicate)
            )
            whole = self.truth(said)
            parts = [self.truth(f"{text} {be(many, predicate)}") for text, many in three]
        if whole is None or any(each is None for each in parts):
            return None
        for before in self.unmarked(said, False, states):
            self.compared += 1
            alone = [self.is_so(each, before.state, before.you) for each in parts if each]
            if self.is_so(whole, before.state, before.you) != form.so(alone):
                return self.differs(said, str(alone), before)
        return None

    def of_three_taken(self, random: Random, states: int) -> str | None:
        """*Put A, B and C in the park.*"""
        one, *others = (random.choice(TAKEN) for _ in range(3))
        if any(word in other for word in AT_ONCE for other in others):
            return None
        says, each = random.choice(THREE_PUT)
        whole = self.done(says.format(one, *others))
        parts = self.done(*(each.format(what) for what in (one, *others)))
        return self.one_after_another(whole, parts, states)


class Three(NamedTuple):
    """A sentence with three holes."""

    says: str
    so: Callable[[list[bool]], bool]


def doubtful(so: list[bool]) -> bool:
    """It must ask: so it is never what the machine says."""
    raise AssertionError


THREE_SO = (
    Three("If {0}, {1} and {2}, gain 1 mark.", all),
    Three("If {0}, {1}, and {2}, gain 1 mark.", all),
    Three("If {0} and {1} and {2}, gain 1 mark.", all),
    Three("If {0}, {1} or {2}, gain 1 mark.", any),
    Three("If {0} or {1} or {2}, gain 1 mark.", any),
    Three("Gain 1 mark if {0}, {1} and {2}.", all),
    Three("If {0} and {1}, gain 1 mark if {2}.", all),
    Three("Unless {0}, {1} or {2}, gain 1 mark.", lambda so: not any(so)),
    Three("If {0} or {1}, and {2}, gain 1 mark.", lambda so: (so[0] or so[1]) and so[2]),
    Three("If {0}, or {1} and {2}, gain 1 mark.", lambda so: so[0] or (so[1] and so[2])),
    Three("If {0}, and {1} or {2}, gain 1 mark.", lambda so: so[0] and (so[1] or so[2])),
    Three("If {0} and {1}, or {2}, gain 1 mark.", lambda so: (so[0] and so[1]) or so[2]),
    Three(
        "If {0}, if {1}, gain 0 marks. Otherwise, if {2}, gain 1 mark.",
        lambda so: so[2] and not (so[0] and so[1]),
    ),
)
THREE_DONE = (
    "{0}, {1} and {2}.",
    "{0}, {1}, then {2}.",
    "{0}, {1} and then {2}.",
    "{0} and {1}, then {2}.",
    "{0}, then {1} and {2}.",
    "{0}, then {1}, then {2}.",
    "{0}. {1}, then {2}.",
    f"If {SO}, {{0}}, {{1}} and {{2}}.",
)
THREE_HAD = (
    Three("you have {0}, {1} and {2}", all),
    Three("you have {0}, {1} or {2}", any),
    Three("you have {0} and {1} and {2}", all),
    Three("you have neither {0}, {1} nor {2}", lambda so: not any(so)),
    Three("you have {0}, {1} but not {2}", lambda so: so[0] and so[1] and not so[2]),
    Three("you have {0} and {1} but not {2}", lambda so: so[0] and so[1] and not so[2]),
    Three("you have {0} and {1} or {2}", lambda so: (so[0] and so[1]) or so[2]),
    Three("you have {0} or {1} and {2}", lambda so: so[0] or (so[1] and so[2])),
)
THREE_ARE = (
    Three("{0}, {1} and {2} {are}", all),
    Three("{0}, {1}, and {2} {are}", all),
    Three("{0} and {1} and {2} {are}", all),
    Three("{0}, {1} or {2} {last}", any),
    Three("either {0}, {1} or {2} {last}", any),
    Three("neither {0}, {1} nor {2} {last}", lambda so: not any(so)),
)
THREE_PUT = (
    ("Put {0}, {1} and {2} in the park.", "Put {} in the park."),
    ("Put {0}, {1}, and {2} in your yard.", "Put {} in your yard."),
    (f"If {SO}, put {{0}}, {{1}} and {{2}} in the park.", "Put {} in the park."),
    ("Blue puts {0}, {1} and {2} in the park.", "Blue puts {} in the park."),
)

SEARCHES: dict[str, Callable[[Parts, Random, int], str | None]] = {
    "of whom": Parts.of_whom,
    "of which": Parts.of_which,
    "said of which": Parts.of_which_said,
    "three conditions": Parts.of_three_conditions,
    "three orders": Parts.of_three_orders,
    "said of three": Parts.of_three_said,
    "three taken": Parts.of_three_taken,
}
