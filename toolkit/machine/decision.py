"""Decisions: what is asked, whom, and what can be answered, as plain tuples.

Options: `("entity", e)`, `("number", n)`, `("value", v)`, `("quantity", a)`, `("payment", amounts, a)`, `("yes",)`,
`("no",)`, `("done",)`, `("branch", k)`, `("rule", r, this)`.  Their words are made by whoever shows them.  Every
function here gives the answer when there is nothing to decide, and otherwise leaves a `Decision` in the state and gives
None; asked again (a saved game was loaded) it does the same.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from toolkit.kernel.model import Model
from toolkit.kernel.random import mix
from toolkit.kernel.state import Frame, State
from toolkit.kernel.view import back
from toolkit.limits import Asked, Runaway
from toolkit.machine.effects import Effects
from toolkit.machine.frame import PROGRESS
from toolkit.machine.meter import RULE_COST
from toolkit.machine.past import Past
from toolkit.native import mypyc_attr
from toolkit.program.expression import Expr
from toolkit.program.order import arbitrary
from toolkit.program.ruleset import Ruleset

Option = tuple[Any, ...]

YES: Option = ("yes",)
NO: Option = ("no",)
DONE: Option = ("done",)

MANY_LOTS = 4_000
"""Beyond it, those that are known are forgotten: of games that are over."""


class Decision:
    """`kind`: the instruction (`choose-one`, `may`, …), `replace` or `order`.  `seats`: who may answer now; `options`:
    theirs, in the same order.

    Never changed: copies of a state share it.
    """

    __slots__ = ("kind", "options", "seats")

    def __init__(self, kind: str, seats: tuple[int, ...], options: tuple[tuple[Option, ...], ...]) -> None:
        self.kind = kind
        self.seats = seats
        self.options = options

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return (self.kind, self.seats, self.options) == (other.kind, other.seats, other.options)

    def __hash__(self) -> int:
        return hash((self.kind, self.seats, self.options))

    def __repr__(self) -> str:
        return f"Decision({self.kind!r}, {self.seats}, {self.options})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Decisions(Effects):
    """The second layer of the machine.

    `lies_open`: by entity, and for none: what lies face up directly in it is seen by all.
    """

    def __init__(self, model: Model, ruleset: Ruleset) -> None:
        super().__init__(model, ruleset)
        self.lies_open = tuple(
            e == model.count or (model.is_place[e] and model.seen_by[e] == "all")
            for e in range(model.count + 1)
        )
        self.components = frozenset(e for e in range(model.count) if model.is_component[e])
        self.options_of: list[Option] = [("entity", e) for e in range(model.count)]
        self._lots: dict[tuple[int, int], int] = {}
        self._arbitrary: dict[tuple[int, int], bool] = {}
        self.past = Past(ruleset, self.below, self.library)

    def decider(self, state: State, who: int) -> int:
        """The player who decides; for nobody the active player, or the first."""
        if who > 0:
            return who
        return state.active if state.active > 0 else self.model.players[0]

    # --- What can be told apart -----------------------------------------------------------------------------

    def distinct(self, state: State, members: tuple[int, ...]) -> tuple[int, ...]:
        """The members without those that differ in nothing from an earlier one."""
        if len(members) < 2 or self.doubles.isdisjoint(members):
            return members
        return members[:1] if self.same(state, members) else self.unlike(state, members)

    def unlike(self, state: State, members: tuple[int, ...]) -> tuple[int, ...]:
        """`distinct`, of those that are not all the same."""
        if self.doubles.isdisjoint(members):
            return members
        alike, parent, face, known = self.model.alike, state.parent, state.face, state.known
        cost = RULE_COST + len(state.history) + len(state.effects)
        found: dict[
            Any, int | set[Any]
        ] = {}  # what was seen at sight: who it was, and if there are several, their looks
        kept = []
        for e in self.meter.guard(members, cost):
            sight = alike[e] or -e, parent[e], face[e], known[e]
            others = found.get(sight)
            if others is None:
                found[sight] = e
            else:
                if isinstance(others, int):
                    others = found[sight] = {self.looks(state, others)}
                looks = self.looks(state, e)
                if looks in others:
                    continue
                others.add(looks)
            kept.append(e)
        return tuple(kept)

    def same(self, state: State, members: tuple[int, ...]) -> bool:
        """Whether nothing at all tells these apart: a quick look, for the usual pile of equal pieces."""
        model, first = self.model, members[0]
        place = state.parent[first]
        if not model.alike[first] or place < 0 or model.ordered[place] or state.kids[first]:
            return False
        those, count = itemgetter(*members), len(members)
        for table in (model.alike, state.parent, state.face, state.known, state.kids, *state.columns):
            if those(table).count(table[first]) != count:
                return False
        if state.history and not self.past.named(state).isdisjoint(members):
            return False
        if not state.effects:
            return True
        touched = frozenset(members)
        return not any(_mention_any(effect[3:5], touched) for effect in state.effects)

    def looks(self, state: State, entity: int, depth: int = 0) -> tuple[Any, ...]:
        """Everything in which a component can differ from another: print, place, attributes, face, contents,
        knowledge, and what happened to it or acts on it.  `depth`: how many it lies on.
        """
        self.meter.refuse("depth", depth, self.limits.depth)
        parent = state.parent[entity]
        index = state.kids[parent].index(entity) if parent >= 0 and self.model.ordered[parent] else -1
        kids = state.kids[entity]
        held = tuple(sorted((self.looks(state, e, depth + 1)[1:] for e in kids), key=repr)) if kids else ()
        traces: list[Any] = []
        if state.effects:
            traces += [
                _trace(effect[1:], entity) for effect in state.effects if _mentions(effect[3:5], entity)
            ]
        if entity in self.past.named(state):
            for event in self.past.of(state):  # where it was before is nothing that anybody asks
                if _mentions(event[2:-1], entity):
                    traces.append(_trace(event[:-1], entity))
        return (
            parent,
            self.model.alike[entity] or -entity,
            index,
            state.face[entity],
            state.known[entity],
            tuple([column[entity] for column in state.columns]),
            held,
            tuple(traces),
        )

    # --- What the seat may know -----------------------------------------------------------------------------

    def offered(self, state: State, seat: int, members: tuple[int, ...]) -> tuple[int, ...]:
        """The members as this seat is offered them: what cannot be told apart once, and what it does not know
        last, in an order (and a number) that does not tell which is which.
        """
        if len(members) < 2:
            return members
        first = members[0]
        if not self.model.is_component[first]:
            if self.components.isdisjoint(members):  # each of these is another one, as all can see
                return members
        elif state.face[first] and self.lies_open[state.parent[first]] and self.same(state, members):
            return members[:1]
        return self.offered_one_by_one(state, seat, members)

    def offered_one_by_one(self, state: State, seat: int, members: tuple[int, ...]) -> tuple[int, ...]:
        """The same, of things that are not all alike."""
        face, parent, lies_open = state.face, state.parent, self.lies_open
        for e in members:
            if not face[e] or not lies_open[parent[e]]:
                break
        else:
            return self.unlike(state, members)
        sees = self.kernel.sees
        hidden = [e for e in members if not sees(state, seat, e)]
        if not hidden:
            return self.distinct(state, members)
        known = tuple([e for e in members if e not in hidden])
        hidden.sort(key=lambda e: self.spot(state, e))
        return (*(self.distinct(state, known) if known else ()), *hidden)

    def spot(self, state: State, entity: int) -> tuple[int, ...]:
        """Where a hidden component lies; beside others of its back in no order: anywhere among them."""
        place, model = state.parent[entity], self.model
        at = state.kids[place].index(entity) if model.ordered[place] else -1
        return place, at, back(model, entity), model.owner[entity], self.lot(state.seed, entity)

    def lot(self, seed: int, entity: int) -> int:
        """What decides where nothing else does, the same all game long."""
        known = self._lots.get((seed, entity))
        if known is None:
            if len(self._lots) >= MANY_LOTS:
                self._lots.clear()
            known = self._lots[seed, entity] = mix(seed, entity)
        return known

    def fair(self, state: State, members: tuple[int, ...]) -> tuple[int, ...]:
        """A set whose order means nothing, in an order that tells nothing, as numbers would: what lies in one stack
        from the top down, else those that all players know first, then the others, by who knows them.
        """
        model, face, parent, lies_open = self.model, state.face, state.parent, self.lies_open
        if len(members) < 2:
            return members
        all_open = True
        for e in members:
            if not model.is_component[e]:
                return members
            all_open = all_open and face[e] != 0 and lies_open[parent[e]]
        if all_open:
            return members
        kernel = self.kernel
        stack = model.ordered[parent[members[0]]] and len({parent[e] for e in members}) == 1

        def key(e: int) -> tuple[int, ...]:
            if not stack and not kernel.open_to_all(state, e):
                return (1, kernel.seers(state, e), *self.spot(state, e))
            place = parent[e]
            return 0, place, state.kids[place].index(e) if model.ordered[place] else -1, e

        return tuple(sorted(members, key=key))

    def passes(self, state: State, program: int, pc: int, locals: list[Any]) -> tuple[int, ...]:
        """The members of the set that the loop at `pc` begins to go through, which is kept so."""
        slot = self.ruleset.programs[program].code[pc][1]
        members: tuple[int, ...] = locals[slot]
        if self.arbitrary(program, pc, ("local", slot)):
            locals[slot] = self.fair(state, members)
        if self.secrecy.asks:
            locals[slot] = self.secrecy.round(state, program, pc, locals, self.value)
        found: tuple[int, ...] = locals[slot]
        return found

    def forget(self, first: int) -> None:
        """The programs from this number on are no more."""
        self._arbitrary = {at: found for at, found in self._arbitrary.items() if at[0] < first}
        self.secrecy.forget(first)

    def arbitrary(self, program: int, pc: int, expr: Expr) -> bool:
        """Whether the order of the set of which the instruction at `pc` speaks means nothing."""
        found = self._arbitrary.get((program, pc))
        if found is None:
            code = self.ruleset.programs[program].code
            found = self._arbitrary[program, pc] = arbitrary(expr, code, self.ruleset.functions)
        return found

    # --- Asking ---------------------------------------------------------------------------------------------

    def ask(self, state: State, kind: str, who: int, options: tuple[Option, ...]) -> None:
        if len(options) > self.limits.options:
            raise Runaway("options", self.limits.options)
        seat = who if who > 0 else self.decider(state, who)
        decision = Decision(kind, (seat,), (options,))
        if self.people is None:
            state.decision = decision
        else:
            self.pose(state, decision)

    def pose(self, state: State, decision: Decision) -> None:
        """Leave a decision in the state.  Raises `Asked` if it is one of a seat that decides nothing."""
        if self.people is not None:
            for seat in decision.seats:
                if self.library.seats[seat] >= self.people:
                    raise Asked(seat)
        state.decision = decision

    def wanted(self, state: State, seat: int, members: tuple[int, ...] = ()) -> bool:
        """Whether this seat is asked, whatever can be answered.  One that decides nothing never is: what it does is
        known to all who read its sentences.
        """
        if self.people is not None and self.library.seats.get(seat, 0) >= self.people:
            return False
        return self.secrecy.wanted(state, members)

    def entities(self, members: tuple[int, ...]) -> tuple[Option, ...]:
        """An option for each thing."""
        options = self.options_of
        return tuple([options[e] for e in members])

    def choose_one(self, state: State, who: int, members: tuple[int, ...]) -> int | None:
        seat = who if who > 0 else self.decider(state, who)
        if len(members) > 1:
            members = self.offered(state, seat, members)
        if len(members) < 2 and not (self.secrecy.asks and self.wanted(state, seat, members)):
            return members[0] if members else -1
        options = self.options_of
        self.ask(state, "choose-one", seat, tuple([options[e] for e in members]) or (DONE,))
        return None

    def choose_some(
        self, state: State, frame: Frame, who: int, members: tuple[int, ...], least: int, most: int
    ) -> tuple[int, ...] | None:
        chosen: tuple[int, ...] = frame[PROGRESS]
        chosen, options = self.offer(state, self.decider(state, who), members, least, most, chosen)
        if not options:
            frame[PROGRESS] = ()
            return chosen
        self.meter.refuse("chosen", len(chosen) + 1, self.limits.chosen)
        frame[PROGRESS] = chosen
        self.ask(state, "choose", who, options)
        return None

    def offer(
        self,
        state: State,
        seat: int,
        members: tuple[int, ...],
        least: int,
        most: int,
        chosen: tuple[int, ...],
    ) -> tuple[tuple[int, ...], tuple[Option, ...]]:
        """What is chosen after all forced choices that need not be asked, and what can be chosen next; no options:
        complete.
        """
        all_of_them = most == len(members) and self.wanted(state, seat, members)
        if all_of_them and self.secrecy.open_ended(state, members):
            most += 1  # that all of them are chosen would tell how many there were
        while len(chosen) < most:
            rest = tuple([e for e in members if e not in chosen])
            if len(chosen) + len(rest) <= least or not rest:
                rest = self.fair(state, rest)
                if not self.wanted(state, seat, members):
                    return chosen + rest, ()
                # One after the other, as if there were a choice.
                return chosen, self.entities(self.offered(state, seat, rest)[:1]) if rest else (DONE,)
            offered = self.offered(state, seat, rest)
            if len(chosen) >= least:
                return chosen, (*self.entities(offered), DONE)
            if len(offered) > 1 or self.wanted(state, seat, members):
                return chosen, self.entities(offered)
            chosen = (*chosen, offered[0])
        return chosen, ()

    def choose_number(self, state: State, who: int, least: int, most: int) -> int | None:
        if least >= most:
            least = most = least if least == most else 0
            if not self.wanted(state, self.decider(state, who)):
                return least
        self.meter.refuse("options", most - least + 1, self.limits.options)
        self.ask(state, "choose-number", who, tuple([("number", n) for n in range(least, most + 1)]))
        return None

    def choose_value(self, state: State, who: int, values: tuple[int, ...]) -> int | None:
        values = tuple(dict.fromkeys(values))
        if len(values) <= 1 and not self.wanted(state, self.decider(state, who)):
            return values[0] if values else -1
        self.ask(state, "choose-value", who, tuple([("value", v) for v in values]) or (DONE,))
        return None

    def choose_quantity(self, state: State, who: int, attributes: list[int]) -> int | None:
        if len(attributes) <= 1 and not self.wanted(state, self.decider(state, who)):
            return attributes[0] if attributes else -1
        self.ask(state, "choose-quantity", who, tuple([("quantity", a) for a in attributes]) or (DONE,))
        return None

    def choose_payment(self, state: State, who: int, attribute: int, amount: int) -> tuple[int, ...] | None:
        """Ways with more of the quantity itself come first."""
        ways = self.kernel.payments(state, who, attribute, amount)
        if len(ways) <= 1:
            return ()
        self.ask(state, "choose-payment", who, tuple([("payment", way, attribute) for way in ways]))
        return None

    def choose_each(
        self,
        state: State,
        frame: Frame,
        players: tuple[int, ...],
        offers: list[tuple[tuple[int, ...], int, int]],
    ) -> tuple[tuple[int, ...], ...] | None:
        """`progress`: for each player `(chosen, done)`.  All who have not finished may answer, in any
        order.
        """
        progress = frame[PROGRESS] or tuple([((), 0) for _ in players])
        after, seats, options = [], [], []
        for player, (members, least, most), (chosen, done) in zip(players, offers, progress, strict=True):
            if not done:
                chosen, open_options = self.offer(state, player, members, least, most, chosen)
                if open_options:
                    self.meter.refuse("chosen", len(chosen) + 1, self.limits.chosen)
                    self.meter.refuse("options", len(open_options), self.limits.options)
                    seats.append(player)
                    options.append(open_options)
                else:
                    done = 1
            after.append((chosen, done))
        if not seats:
            frame[PROGRESS] = ()
            return tuple([chosen for chosen, _ in after])
        frame[PROGRESS] = tuple(after)
        self.pose(state, Decision("choose-each", tuple(seats), tuple(options)))
        return None

    def may(self, state: State, who: int) -> None:
        able = self.secrecy.able(state, self.value)
        self.ask(state, "may", who, (YES, NO) if able else (NO,))

    def branch(self, state: State, who: int, optional: int, open_branches: list[int]) -> int | None:
        """The number of the branch; -1: none."""
        forced = not open_branches or (len(open_branches) == 1 and not optional)
        if forced and not (self.wanted(state, self.decider(state, who)) and (open_branches or optional)):
            return open_branches[0] if open_branches else -1
        options: list[Option] = [("branch", k) for k in open_branches]
        self.ask(state, "branch", who, (*options, NO) if optional else tuple(options))
        return None


def _mentions(values: Any, entity: int) -> bool:
    if entity in values:
        return True
    for v in values:
        if type(v) is tuple and v and _mentions(v, entity):
            return True
    return False


def _mention_any(values: Any, entities: frozenset[int]) -> bool:
    for v in values:
        if _mention_any(v, entities) if type(v) is tuple else v in entities:
            return True
    return False


def _trace(values: tuple[Any, ...], entity: int) -> tuple[Any, ...]:
    """What happened, with this entity as an anonymous one."""
    return tuple(_trace(v, entity) if type(v) is tuple else ("it" if v == entity else v) for v in values)
