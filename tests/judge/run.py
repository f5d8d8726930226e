"""Pairs of a sentence and a state, judged twice; what differs is made small and told."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.judge import conditions
from tests.judge.bench import Bench, Law, Made, bench
from tests.judge.chains import ChainMaker, one
from tests.judge.copies import MADE, replace
from tests.judge.effects import World, table_key
from tests.judge.lasting import Lasting
from tests.judge.passages import END, Reader, Stage, clockwise_cards, rules_in
from tests.judge.past import speaks_of_past
from tests.judge.shrink import smallest
from tests.judge.spellings import Speller
from tests.judge.standing import Standing
from tests.judge.states import Shaker
from tests.judge.values import TOO_MANY, Env, Open, Refused, Table, Unknown
from toolkit.kernel.state import State
from toolkit.language import ast
from toolkit.limits import Runaway


@dataclass(frozen=True)
class Difference:
    """`kind`: truth, table, accepted (the judge refuses), crash."""

    pack: str
    kind: str
    sentence: str
    state: tuple[str, ...]
    you: str
    judge: str
    machine: str
    notes: frozenset[str] = frozenset()
    condition: bool = True

    def told(self) -> str:
        lines = [f"[{self.pack}] {self.kind}: {self.sentence}", *(f"    {line}" for line in self.state)]
        return "\n".join(
            [
                *lines,
                f"    you: {self.you}",
                f"    judge: {self.judge}; machine: {self.machine}; {', '.join(sorted(self.notes))}",
            ]
        )


PATIENCE = 20_000
"""Copies of worlds for one sentence, in the normal suite: six, with much to choose, would take as long as two hundred
others.  They are tried on fewer states."""


@dataclass
class Report:
    """What a run came to."""

    pairs: int = 0
    sentences: int = 0
    open: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    unsaid: int = 0
    different: list[Difference] = field(default_factory=list)
    truths: Counter[bool] = field(default_factory=Counter)
    refusals: list[tuple[str, str]] = field(default_factory=list)
    made: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """In how many texts something was said in another way."""
    patience: float = math.inf
    """So many copies of worlds one sentence may take; with more, it is not tried on all states."""


def sentence_seeds(seed: int) -> Iterator[int]:
    number = 0
    while True:
        yield seed * 1_000_003 + number
        number += 1


def judge_condition(
    bench: Bench, shaker: Shaker, text: str, tree: ast.Paragraph, random: Random, states: int, report: Report
) -> None:
    """One condition on some states; the first difference is told and ends it."""
    (sentence,) = tree.sentences
    body = sentence.body
    assert isinstance(body, ast.Clauses)
    made = bench.condition(tree)
    if isinstance(made, str):
        report.refused[made] += 1
        report.refusals.append((made, text))
        return
    report.sentences += 1
    lived, most = asks_the_past(bench, (tree,)), MADE[0] + report.patience
    for _ in range(states):
        if MADE[0] > most:
            return
        state = shaker.state(random, lived)
        you = random.choice(shaker.players)
        notes: set[str] = set()
        try:
            expected = judged(bench, body, state, you, notes)
        except Unknown as unknown:
            report.unknown[str(unknown)] += 1
            return
        except Refused as refused:
            report.different.append(
                Difference(
                    bench.name, "accepted", text, (), "", f"refused: {refused}", "accepted", refusal(refused)
                )
            )
            return
        except Open:
            report.open += 1
            continue
        report.pairs += 1
        report.truths[expected] += 1
        try:
            found = bench.truth(made, state, you)
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            report.different.append(
                Difference(bench.name, "crash", text, (), "", str(expected), told, frozenset(notes))
            )
            return
        if found != expected:
            state = smaller(bench, body, made, state, you)
            notes = set()
            judged(bench, body, state, you, notes)
            report.different.append(
                Difference(
                    bench.name,
                    "truth",
                    text,
                    tuple(shaker.told(state)),
                    bench.lore.model.label(you),
                    str(expected),
                    str(not expected),
                    frozenset(notes),
                )
            )
            return


def judge_effect(
    bench: Bench, shaker: Shaker, text: str, tree: Stages, random: Random, states: int, report: Report
) -> None:
    """Effects one after another on some states; the first difference is told and ends it."""
    program = bench.whole(tree)
    if isinstance(program, str):
        report.refused[program] += 1
        report.refusals.append((program, text))
        return
    report.sentences += 1
    lived = asks_the_past(bench, tree)
    patience, most = 3, MADE[0] + report.patience
    for _ in range(states):
        if MADE[0] > most:
            return
        state = shaker.state(random, lived)
        you = random.choice(shaker.players)
        notes: set[str] = set()
        try:
            allowed = outcomes(bench, tree, state, you, notes)
        except Unknown as unknown:
            report.unknown[str(unknown)] += 1
            return
        except Refused as refused:
            report.different.append(
                Difference(
                    bench.name,
                    "accepted",
                    text,
                    (),
                    "",
                    f"refused: {refused}",
                    "accepted",
                    refusal(refused),
                    False,
                )
            )
            return
        except Open as why:
            report.open += 1
            patience -= str(why) == TOO_MANY
            if not patience:
                return
            continue
        report.pairs += 1
        try:
            after = bench.run(program, state, you, random)
        except Runaway:
            report.unknown["rules that begin one another"] += 1
            return
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            report.different.append(
                Difference(bench.name, "crash", text, (), "", "", told, frozenset(notes), False)
            )
            return
        if not allowed_by(allowed, after):
            state = smaller_for(bench, tree, program, state, you)
            notes = set()
            allowed = outcomes(bench, tree, state, you, notes)
            again = bench.run(program, state, you, Random(0))
            after = after if allowed_by(allowed, again) else again  # else chance went another way
            report.different.append(
                Difference(
                    bench.name,
                    "table",
                    text,
                    tuple(shaker.told(state)),
                    bench.lore.model.label(you),
                    " or ".join("; ".join(shaker.changes(state, w.state)) for w in allowed[:3]),
                    "; ".join(shaker.changes(state, after)),
                    frozenset(notes),
                    False,
                )
            )
            return


def refusal(refused: Refused) -> frozenset[str]:
    """The name of a sentence that should not be accepted."""
    return frozenset({f"accepted: {refused!s}"})


def asks_the_past(bench: Bench, tree: Stages) -> bool:
    """Whether some sentence asks what has happened, or a standing one does."""
    said = [*(law for _, law in bench.laws), *(each for each in tree if isinstance(each, ast.Paragraph))]
    return any(map(speaks_of_past, said))


def outcomes(bench: Bench, tree: Stages, state: State, you: int, notes: set[str]) -> list[World]:
    changes, waiting = stands(bench, state)
    judge = Reader(
        lambda s: Table(bench.lore, s, laws=changes),
        notes,
        laws=waiting,
        recording=asks_the_past(bench, tree),
    )
    return judge.stages(tree, state, you)


def stands(bench: Bench, state: State) -> tuple[tuple[Lasting, ...], tuple[Standing, ...]]:
    """What the standing sentences say: of amounts, and of events."""
    changes: list[Lasting] = []
    waiting: list[Standing] = []
    for card, node in bench.laws:
        cards = [-1] if card is None else clockwise_cards(list(bench.cards[card]), Table(bench.lore, state))
        for e in cards:
            for rule in rules_in(node, Env(you=-1, this=e)):
                if isinstance(rule, Lasting):
                    changes.append(rule)
                else:
                    waiting.append(replace(rule, card=e))
    return tuple(changes), tuple(waiting)


def allowed_by(allowed: list[World], after: State) -> bool:
    return any(table_key(world.state, world.loose) == table_key(after, world.loose) for world in allowed)


def smaller_for(bench: Bench, tree: Stages, program: Made, state: State, you: int) -> State:
    """As `smaller`, for an effect."""

    def differ(candidate: State) -> bool:
        try:
            allowed = outcomes(bench, tree, candidate, you, set())
        except (Unknown, Refused, Open):
            return False
        return not allowed_by(allowed, bench.run(program, candidate, you, Random(0)))

    return shrunk(bench, state, differ) if differ(state) else state


def judged(bench: Bench, body: ast.Clauses, state: State, you: int, notes: set[str] | None = None) -> bool:
    table = Table(bench.lore, state, set() if notes is None else notes, laws=stands(bench, state)[0])
    return conditions.holds(body, table, Env(you=you))


def smaller(bench: Bench, body: ast.Clauses, made: object, state: State, you: int) -> State:
    """Things are taken out of the game, and amounts set to their least, for as long as the two differ."""

    def differ(candidate: State) -> bool:
        try:
            return judged(bench, body, candidate, you) != bench.truth(made, candidate, you)  # type: ignore[arg-type]
        except (Unknown, Refused, Open):
            return False

    return shrunk(bench, state, differ)


def shrunk(bench: Bench, state: State, differ: Callable[[State], bool]) -> State:
    """What can be taken away without making the two agree is."""
    kernel = bench.machine.kernel
    for thing in range(bench.lore.model.count):
        if bench.lore.model.is_component[thing] and state.parent[thing] >= 0:
            candidate = state.copy(log=False)
            kernel.remove(candidate, thing)
            if differ(candidate):
                state = candidate
    for k in reversed(range(len(state.history))):
        candidate = state.copy(log=False)
        del candidate.history[k]
        candidate.periods = [earlier(period, k) for period in candidate.periods]
        candidate.forget_derived()
        state = candidate if differ(candidate) else state
    candidate = state.copy(log=False)
    candidate.active = -1
    candidate.periods = bench.first.periods[:]
    state = candidate if differ(candidate) else state
    for column in range(len(state.columns)):
        for e in range(bench.lore.model.count):
            if (
                bench.lore.model.attributes[column].type in ("number", "flag")
                and state.columns[column][e] != 0
            ):
                candidate = state.copy(log=False)
                kernel.set_attribute(candidate, column, e, 0)
                if candidate.columns[column][e] != state.columns[column][e] and differ(candidate):
                    state = candidate
    return state


def earlier(period: tuple, gone: int) -> tuple:
    """A period of which each run starts one event earlier, if the one that is gone was before it."""
    count, runs, start = period
    runs = tuple((*run[:3], run[3] - (gone < run[3])) for run in runs)
    return count, runs, start - (gone < start)


AND = " // "
"""Stands between standing sentences and what is judged under them."""

THEN = " >> "
"""Stands between texts that are carried out one after another."""

ON = ":: "
"""Stands between the name of a card and the text that stands on it."""

Stages = tuple[Stage, ...]


def judge_sentence(
    bench: Bench, text: str, tree: Stages, start: str, random: Random, states: int, report: Report
) -> None:
    if start == "condition":
        (condition,) = tree
        assert isinstance(condition, ast.Paragraph)
        judge_condition(bench, bench.shaker, text, condition, random, states, report)
    else:
        judge_effect(bench, bench.shaker, text, tree, random, states, report)


def judge_under(
    bench: Bench,
    laws: list[tuple[str, Law]],
    text: str,
    tree: Stages,
    start: str,
    random: Random,
    states: int,
    report: Report,
) -> None:
    """A sentence, where others stand."""
    text = AND.join([*(said for said, _ in laws), text])
    under = bench.under(tuple(law for _, law in laws), tree) if laws else bench
    if isinstance(under, str):
        report.refused[under] += 1
        report.refusals.append((under, text))
        return
    judge_sentence(under, text, tree, start, random, states, report)


def differences(pack: str, start: str, sentence: str, states: int = 200) -> list[Difference]:
    """What differs for one written sentence on so many states; [] also when it is refused."""
    the_bench = bench(pack)
    *laws, text = sentence.split(AND)
    read = [(said, law) for said in laws if (law := stated(the_bench, said)) is not None]
    stages = [each if each == END else the_bench.written(each, start) for each in text.split(THEN)]
    tree = tuple(each for each in stages if each is not None)
    if len(tree) < len(stages) or len(read) < len(laws):
        return []
    report = Report()
    judge_under(the_bench, read, text, tree, start, Random(sentence), states, report)
    return report.different


def stated(bench: Bench, said: str) -> Law | None:
    """A standing text, perhaps with the name of the card on which it stands before it."""
    card, on, text = said.rpartition(ON)
    if on and card not in bench.cards:
        return None
    tree = bench.written(text, "statement")
    return None if tree is None else (card or None, tree)


def small(found: Difference, states: int = 40) -> Difference:
    """The same difference, of a smaller sentence under fewer others."""
    the_bench = bench(found.pack)
    start = "condition" if found.condition else "effect"
    best = [found]
    *laws, text = found.sentence.split(AND)
    parts = [*laws, *text.split(THEN)]
    first = len(laws)

    def differs_as(texts: list[str]) -> bool:
        said = AND.join([*texts[:first], THEN.join(texts[first:])])
        for each in differences(found.pack, start, said, states):
            if each.kind == found.kind and (each.notes == found.notes or not found.notes):
                best[0] = each
                return True
        return False

    for k in reversed(range(len(parts))):
        before, first = first, first - (k < first)
        if len(parts) > first + 1 and differs_as([*parts[:k], *parts[k + 1 :]]):
            del parts[k]
        else:
            first = before
    for k, part in enumerate(parts):
        field = "statement" if k < first else start
        card, on, said = part.rpartition(ON)
        tree = the_bench.written(said, field)
        if tree is None:
            continue

        def differs(candidate: ast.Paragraph, k: int = k, field: str = field, on: str = card + on) -> bool:
            try:
                text, read = the_bench.spelled(candidate, field, Speller(Random(0), words=False))
            except Exception:  # what is left is no sentence
                return False
            if read is None or not differs_as([*parts[:k], on + text, *parts[k + 1 :]]):
                return False
            parts[k] = on + text
            return True

        smallest(tree, differs)
    return best[0]


def run(
    pack: str,
    seed: int,
    sentences: int,
    states: int = 20,
    depth: int | None = None,
    field: str | None = None,
    respell: bool = True,
    patience: float = math.inf,
) -> Report:
    """So many sentences of a pack, each on so many states.  `field`: condition, effect,
    laws (both, where others stand), texts (of several sentences, on cards and on none), None: all of them.
    """
    report = Report(patience=patience)
    the_bench = bench(pack)
    seeds = sentence_seeds(seed)
    for _ in range(sentences):
        random = Random(next(seeds))
        maker = ChainMaker(the_bench.lore, random)
        maker.cards, maker.ends = the_bench.kinds_of_cards, the_bench.ends
        deep = random.choice((0, 0, 1, 2)) if depth is None else depth
        start = random.choice(("condition", "effect")) if field in (None, "laws", "texts") else field
        texts = field == "texts" or (field is None and random.random() < 0.2 and maker.ends)
        if texts:
            start = "effect"
        laws: tuple[Law, ...] = ()
        if texts:
            laws, stages = maker.passage(deep)
        else:
            stands = field == "laws" or (field is None and random.random() < 0.15)
            laws = tuple((None, law) for law in (maker.laws(deep) if stands else ()))
            stages = (maker.condition(deep) if start == "condition" else maker.paragraph(deep),)
        the_bench.shaker.focus = frozenset(maker.places) if laws or texts else frozenset()
        speller = Speller(Random(f"{seed} {report.made}")) if respell else None
        report.made += 1
        judge_made(the_bench, laws, stages, start, random, states, report, speller)
    return report


def judge_made(
    bench: Bench,
    laws: tuple[Law, ...],
    stages: tuple[Any, ...],
    start: str,
    random: Random,
    states: int,
    report: Report,
    speller: Speller | None = None,
) -> None:
    """What was made at random, if it is said and read again; every other one in other words."""
    if speller is not None and speller.chance(0.5):
        speller = None

    def readable(tree: ast.Paragraph, start: str) -> tuple[str, ast.Paragraph | None]:
        if speller is not None:
            whole = tree if isinstance(tree, ast.Paragraph) else one(tree)
            return bench.spelled(whole if start == "condition" else speller.paragraph(whole), start, speller)
        return bench.said(tree) if start == "statement" else bench.read(tree, start)

    read = [(each, each) if isinstance(each, str) else readable(each, start) for each in stages]
    known = []
    for card, law in laws:
        said, tree = readable(law, "statement")
        if tree is not None:
            known.append(((f"{card}{ON}" if card else "") + said, (card, tree)))
    trees = tuple(tree for _, tree in read if tree is not None)
    if len(trees) < len(read) or len(known) < len(laws):
        report.unsaid += 1
        return
    text = THEN.join(said for said, _ in read)
    if speller is not None:
        report.kinds.update(speller.kinds)
    judge_under(bench, known, text, trees, start, random, states, report)
