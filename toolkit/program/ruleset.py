"""A compiled pack: programs, verbs, functions and rules, as data that survives JSON.

`toolkit.compile` makes it, `toolkit.machine` runs it.  Indices everywhere: `verbs[V]`, `programs[P]`,
`rules[R]`, `functions[F]`, `sentences[S]`; kinds, attributes and list values are indices into the `Model`
built beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from toolkit.limits import Limits
from toolkit.program.expression import Expr
from toolkit.program.instruction import Instr

RuleKind = Literal["trigger", "replace", "modify", "forbid", "allow", "choose", "watch", "skip"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """Where a sentence stands: for *why*, coverage and errors.  Columns count code points from 1."""

    file: str
    line: int
    column: int
    text: str
    cites: tuple[str, ...] = ()
    layer: str = "base"


@dataclass(frozen=True, slots=True)
class Program:
    """`code[i]` was compiled from `sentences[at[i]]` of the ruleset (-1: nothing of the author's).  `locals`:
    how many slots a frame has.
    """

    name: str
    code: tuple[Instr, ...]
    at: tuple[int, ...]
    locals: int


@dataclass(frozen=True, slots=True)
class Verb:
    """A kind of event.

    `id`: kernel verb id (`gain`) or pack verb id.  `roles`: names in order (`obj`, `to`, …).  `program`: of a
    pack verb, -1 for a kernel verb. `parents`: verbs whose rules also see this event (*place* is a *put*).
    `batch`: index of the role that may be a set, -1: none. `requires`: truth over locals [you, -1, roles…].
    `period`: index of the period that its run is, -1.  `needs`: the roles without which there is nothing to do.
    `obj`: the role of what it happens to, -1.
    """

    id: str
    roles: tuple[str, ...]
    program: int = -1
    parents: tuple[int, ...] = ()
    batch: int = -1
    requires: Expr | None = None
    requires_at: int = -1
    requires_locals: int = 0
    period: int = -1
    needs: tuple[int, ...] = ()
    obj: int = -1


@dataclass(frozen=True, slots=True)
class Function:
    """A defined adjective, relation, noun or amount: `body` over locals 0… = arguments; `locals` slots in
    all.  `terms`: of a sum, the sentence of each.
    """

    name: str
    arguments: int
    locals: int
    body: Expr
    sentence: int = -1
    terms: tuple[int, ...] = ()


EMPTY = Function("", 0, 0, ("truth", False))
"""What stands in the place of a function before it is made, or when it is no longer there."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A standing statement.  It acts for each entity of `holders` (as *this*; None: once, with *this* -1).

    Locals of `match`, `value` and of the program: 0 you (`you`, evaluated with local 1 = this; None: -1), 1
    this, then the captured values of an `effect` (`captured` of them), then
    * trigger, replace, forbid, allow: who, then the roles of the event's verb, then its result (triggers
      only; else 0), then what its object was in before (-1: nothing, or no object);
    * choose: who, then the roles (-1: not known yet); `value`: who is asked instead;
    * modify: the entity whose attribute is asked, and for which player, if it is `seated`;
    * watch: the member of `over`;   * skip: nothing.

    `events`: verb indices (trigger, replace, forbid, allow, choose) or step ids (trigger with `step=True`, skip).
    `attribute`, `value`, `op` ('add', 'set'), `least`, `most` (how far an addition goes): modify.  `seated`: it is so
    for some players alone, and where nobody says for whom, it is not.
    `over`: set expression of a watch; it fires for each member for which `match` becomes true.
    `layer`: strength, index into the pack's precedence.  `static`: acts from the start (False: only through an `effect`
    instruction).  `own`: a local of `match` that is always this (*this die is rolled*), 0: none; `holds`: whether local
    1 is one of the `holders`, asked of that one alone.
    `before`: what must have held before the event, whatever it did (*while you have 3 cards*): triggers.
    `was`: the part of a trigger's match that describes the event's object; of one that leaves where it lay open it is
    asked before the event.  `spends`: of one that acts the first time alone how often it has (the expression `used`):
    it is counted when it begins to wait, so that what happens meanwhile is no first time.
    `newest`: of several holders that contradict each other on one layer, the one that came to its place last is the
    strongest.
    """

    kind: RuleKind
    events: tuple[int, ...] = ()
    step: bool = False
    match: Expr | None = None
    program: int = -1
    holders: Expr | None = None
    you: Expr | None = None
    captured: int = 0
    locals: int = 2
    attribute: int = -1
    op: str = "add"
    value: Expr | None = None
    least: int | None = None
    most: int | None = None
    over: Expr | None = None
    layer: int = 0
    static: bool = True
    sentence: int = -1
    name: str = ""
    own: int = 0
    holds: Expr | None = None
    was: Expr | None = None
    before: Expr | None = None
    spends: Expr | None = None
    newest: bool = False
    seated: bool = False


@dataclass
class Ruleset:
    """Everything the machine needs to run a pack, apart from the model.

    `fields`: names of the sentence fields of components.  `formulas[F]`: component -> function (arguments:
    you, this); `effects[F]`: component -> program (locals 0 you, 1 this).  `evaluations`: functions over you;
    what a position is worth. `invariants`, `deck_rules`: condition, how many locals it needs, its sentence.
    `ordering`: players order the triggers of their own components that wait at the same moment.
    `asking`: decisions about what somebody cannot see are asked, however little can be answered; `always`: so are all
    others.
    `people`: so many of the first seats decide; None: all do.
    """

    verbs: list[Verb] = field(default_factory=list)
    programs: list[Program] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    periods: list[str] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    recorded: set[int] = field(default_factory=set)
    invariants: list[tuple[Expr, int, int]] = field(default_factory=list)
    deck_rules: list[tuple[Expr, int, int]] = field(default_factory=list)
    evaluations: list[int] = field(default_factory=list)
    limits: Limits = field(default_factory=Limits)
    ordering: bool = False
    asking: bool = False
    always: bool = False
    people: int | None = None
    fields: list[str] = field(default_factory=list)
    formulas: list[dict[int, int]] = field(default_factory=list)
    effects: list[dict[int, int]] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)

    def new_function(self, of: object = None) -> int:
        """The number of a function that is empty as yet."""
        self.functions.append(EMPTY)
        return len(self.functions) - 1
