"""Would the examples notice?  The pack without a sentence, or with a changed one, and the first example that
then fails.

    verdicts, every = judge_all(folder, search, "drops", jobs=2)

Nothing is read or parsed again: a variant is another set of trees, compiled.  Examples that run the sentence
come first. A variant that does not compile is noticed when a sentence was dropped (others need it), and is
no variant when one was changed. Survivors that nobody can notice stand in a document of `type: survivors`,
with the reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from toolkit.compile.pack import Pack, changed_pack, load_pack
from toolkit.documents.document_type import sentence_fields, types_that
from toolkit.kernel.random import mix
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.english import print_english
from toolkit.pack.read import entries_of, word_of
from toolkit.pack.source import Item
from toolkit.play.example import Example, Runner, Watched, examples
from toolkit.prove.coverage import UNJUDGED, seen_in_examples
from toolkit.prove.fanout import Key, fan_out, key_of, once_there
from toolkit.prove.mutations import Mutator
from toolkit.prove.probe import Place
from toolkit.prove.record import Record
from toolkit.report import Text


@dataclass(frozen=True)
class Variant:
    """One change of a pack.

    `kind`: *dropped*, or what was changed (*at least → at most*).  `text`: the sentence as it stands.
    `becomes`: the sentence instead, empty for a dropped one.  `tree`: of the whole item; None: the item is
    gone.
    """

    item: Item
    tree: ast.Paragraph | None
    kind: str
    place: Place
    text: str
    becomes: str = ""

    @property
    def where(self) -> str:
        """`rules/game.yaml:21`."""
        return f"{self.place[0]}:{self.place[1]}"


@dataclass(frozen=True)
class Verdict:
    """`noticed`: the example that fails, in words; empty: the variant survives.  `invalid`: it is none.
    `why`: the reason that the pack gives for a survivor.
    """

    variant: Variant
    noticed: str = ""
    invalid: bool = False
    why: str = ""

    @property
    def survives(self) -> bool:
        return not self.noticed and not self.invalid


MOST_STEPS = 20_000
"""Of one effect, before a changed pack is said to run on and on."""

Judged = tuple[int, str, bool]
"""Number of a variant, which example notices, whether it is invalid."""

Hinted = tuple[int, str]
"""Number of a variant, and the example that noticed it the last time; empty: none is known."""


# --- Variants -----------------------------------------------------------------------------------------------


def judged(pack: Pack) -> Iterator[tuple[Item, ast.Paragraph]]:
    """The pack's own sentence items that examples should notice: not invariants, which only look on."""
    for item, tree in pack.trees.items():
        if item.pack == pack.id and item.type not in (*UNJUDGED, *types_that(lambda each: each.judges)):
            yield item, tree


def drops(pack: Pack) -> list[Variant]:
    """The pack without each of its sentences; each line of a choice is one."""
    found = []
    for item, tree in judged(pack):
        for at, sentence in enumerate(tree.sentences):
            rest = (*tree.sentences[:at], *tree.sentences[at + 1 :])
            found.append(_variant(item, replace(tree, sentences=rest) if rest else None, "dropped", sentence))
            body = sentence.body
            if isinstance(body, ast.Choice) and len(body.items) > 2:
                for line, inner in enumerate(body.items):
                    items = (*body.items[:line], *body.items[line + 1 :])
                    less = replace(sentence, body=replace(body, items=items))
                    whole = (*tree.sentences[:at], less, *tree.sentences[at + 1 :])
                    found.append(_variant(item, replace(tree, sentences=whole), "dropped", inner))
    return found


def mutants(pack: Pack) -> list[Variant]:
    """The pack with each small change of each sentence that is still a sentence."""
    parser, mutator = Parser(pack.vocabulary), Mutator(pack.vocabulary)
    found: list[Variant] = []
    for item, tree in judged(pack):
        before = print_english(tree, pack.vocabulary)
        known = {before}
        for at, sentence in enumerate(tree.sentences):
            for kind, changed in mutator.changes(sentence):
                whole = replace(tree, sentences=(*tree.sentences[:at], changed, *tree.sentences[at + 1 :]))
                text = _reads(whole, item, parser, pack)
                if text is None or text in known:
                    continue
                known.add(text)
                becomes = print_english(replace(tree, label=None, sentences=(changed,)), pack.vocabulary)
                found.append(_variant(item, whole, kind, sentence, becomes))
    return found


def _reads(tree: ast.Paragraph, item: Item, parser: Parser, pack: Pack) -> str | None:
    """The words of a tree that are read as this tree; None: there are none."""
    try:
        text = print_english(tree, pack.vocabulary)
    except (KeyError, ValueError, AssertionError):
        return None
    checked = parser.parse(Text.plain(text), item.start)
    if any(d.is_error for d in checked.diagnostics) or checked.value != tree:
        return None
    return text


def _variant(
    item: Item, tree: ast.Paragraph | None, kind: str, sentence: ast.Node, becomes: str = ""
) -> Variant:
    span = sentence.span or item.text.span()
    place = (span.source.name, *span.position)
    return Variant(item, tree, kind, place, " ".join(span.text.split()), becomes)


# --- Judging ------------------------------------------------------------------------------------------------


class Bench:
    """A pack with its examples, ready to judge variants of it."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.examples = [example for example in examples(pack, inherited=True) if example.readable]

    @cached_property
    def seen(self) -> dict[tuple[str, str], frozenset[Place]]:
        """The sentences that each example runs."""
        return {key: frozenset(seen.ran) for key, seen in seen_in_examples(self.pack).items()}

    @cached_property
    def drops(self) -> list[Variant]:
        return drops(self.pack)

    @cached_property
    def mutants(self) -> list[Variant]:
        return mutants(self.pack)

    @cached_property
    def holding(self) -> list[Example]:
        """The examples that hold, those with the fewest events first: one that fails anyway notices nothing.

        Events and not seconds: which example is said to notice is the same in every run and in every process.
        """
        sizes: list[tuple[int, int]] = []
        for number, example in enumerate(self.examples):
            runner = Runner(self.pack, example, "plain", machine=Hurried)
            if not _fails(runner):
                sizes.append((len(runner.game.entries), number))
        return [self.examples[number] for _, number in sorted(sizes)]

    def order(self, variant: Variant) -> list[Example]:
        """Those that run the sentence first; of the text of a component and the steps of a document only those
        that run it, for nothing else reads it.
        """
        runs = {key for key, places in self.seen.items() if variant.place in places}
        first = [example for example in self.holding if (example.pack, example.id) in runs]
        if variant.item.type not in sentence_fields():
            return first
        if variant.item.field == "steps":  # what has not run in any step of the document cannot be noticed
            runs = self.running.get((variant.item.type, variant.item.document), set())
            rest = [example for example in self.holding if (example.pack, example.id) in runs]
        else:
            rest = self.holding
        return first + [example for example in rest if example not in first]

    @cached_property
    def running(self) -> dict[tuple[str, str], set[tuple[str, str]]]:
        """By type and id of a document the examples that run a sentence of it."""
        found: dict[tuple[str, str], set[tuple[str, str]]] = {}
        lines: dict[str, list[tuple[int, tuple[str, str]]]] = {}
        for key, places in self.seen.items():
            for file, line, _ in places:
                lines.setdefault(file, []).append((line, key))
        for item, _ in judged(self.pack):
            span = item.text.span()
            first = span.position[0]
            last = first + span.text.count("\n")
            here = {key for line, key in lines.get(span.source.name, ()) if first <= line <= last}
            found.setdefault((item.type, item.document), set()).update(here)
        return found

    def judge(self, variant: Variant, hint: str = "") -> Verdict:
        """Run the examples on the variant until one fails.  `hint`: the id of the one to begin with."""
        changed = changed_pack(self.pack, variant.item, variant.tree)
        try:
            compiled = changed.compiled(options=dict.fromkeys(variant.item.options, True))
        except Exception as error:  # of the compiler: noticed, and ours to repair
            return Verdict(variant, f"the compiler fails: {type(error).__name__}")
        if compiled.errors:
            dropped = variant.kind == "dropped"
            return Verdict(variant, "does not compile" if dropped else "", invalid=not dropped)
        hinted = [example for example in self.holding if example.id == hint]
        for example in hinted:
            if notices(changed, example):
                return Verdict(variant, example.id)
        for example in self.order(variant):
            if example not in hinted and notices(changed, example):
                return Verdict(variant, example.id)
        return Verdict(variant)


class Hurried(Watched):
    """Gives up soon: a change may lead to an effect that does not end."""

    def __init__(self, model: Any, ruleset: Any, kernel_verbs: Any) -> None:
        limits = ruleset.limits.lowered({"steps": MOST_STEPS})
        super().__init__(model, replace(ruleset, limits=limits), kernel_verbs)


def notices(pack: Pack, example: Example) -> bool:
    """Whether an example fails."""
    return _fails(Runner(pack, example, "plain", machine=Hurried))


def _fails(runner: Runner) -> bool:
    """Whether it does; a mistake of ours in a changed pack is a failure, too."""
    try:
        return runner.run() is not None
    except Exception:
        return True


def open_bench(folder: Path, search: tuple[Path, ...] = ()) -> Bench:
    """Load a pack.  Raises `DiagnosticError` for one with errors."""
    return Bench(load_pack(folder, search or None).unwrap())


def judge_some(
    folder: Path, search: tuple[Path, ...], key: Key, what: str, numbers: Sequence[Hinted]
) -> list[Judged]:
    """What a process does."""
    return judge_these(once_there(open_bench, key, folder, search), what, numbers)


def judge_these(bench: Bench, what: str, numbers: Sequence[Hinted]) -> list[Judged]:
    """Some of the variants of a bench."""
    variants: list[Variant] = getattr(bench, what)
    found = []
    for number, hint in numbers:
        verdict = bench.judge(variants[number], hint)
        found.append((number, verdict.noticed, verdict.invalid))
    return found


def judge_all(
    folder: Path,
    search: tuple[Path, ...],
    what: str,
    *,
    jobs: int = 1,
    budget: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    record: Record | None = None,
) -> tuple[list[Verdict], int]:
    """The verdicts on all variants (`drops` or `mutants`) in the order of the pack, and how many variants
    there are.

    Ctrl-C keeps what is done.  `budget`: seconds; when they are over, the rest is not judged.  Which ones come
    first does not depend on where they stand, so that those judged are a fair sample.  `record`: those that it does
    not know come before the others; it gets what was found out.
    """
    bench = open_bench(folder, search)
    variants: list[Variant] = getattr(bench, what)
    todo = _in_order(variants, budget is not None, record)
    reasons = Reasons(bench.pack)
    verdicts: dict[int, Verdict] = {}
    ends = None if budget is None else time.monotonic() + budget
    results = _results(bench, folder, search, what, todo, jobs)
    with suppress(KeyboardInterrupt), closing(results):
        for some in results:
            for number, noticed, invalid in some:
                variant = variants[number]
                why = "" if noticed or invalid else reasons.of(variant)
                verdicts[number] = Verdict(variant, noticed, invalid, why)
            if progress is not None:
                progress(len(verdicts), len(variants))
            if ends is not None and time.monotonic() > ends:
                break
    if record is not None:
        record.add(verdicts.values())
    return [verdicts[number] for number in sorted(verdicts)], len(variants)


def _in_order(variants: Sequence[Variant], part: bool, record: Record | None) -> list[Hinted]:
    """The numbers of variants, those first that a record does not know; `part`: each beginning is a fair sample."""
    order = list(range(len(variants)))
    if part:
        order.sort(key=lambda n: mix(len(variants), n))
    if record is None:
        return [(n, "") for n in order]
    hints = [record.of(variant) for variant in variants]
    return [(n, hints[n] or "") for n in sorted(order, key=lambda n: hints[n] is not None)]


def _results(
    bench: Bench, folder: Path, search: tuple[Path, ...], what: str, order: list[Hinted], jobs: int
) -> Generator[list[Judged], None, None]:
    if jobs <= 1:
        for hinted in order:
            yield judge_these(bench, what, [hinted])
        return
    size = max(1, min(10, len(order) // (8 * jobs)))
    key = key_of(bench.pack)
    parts = [(folder, search, key, what, order[at : at + size]) for at in range(0, len(order), size)]
    yield from fan_out(judge_some, parts, jobs)


# --- Reasons ------------------------------------------------------------------------------------------------


class Reasons:
    """What the pack's documents of `type: survivors` say.  `unused`: entries that no survivor has asked for."""

    def __init__(self, pack: Pack) -> None:
        self._reasons: dict[tuple[str, str], str] = {}
        for owner, document in pack.source.of_type("survivors"):
            if owner != pack.id:
                continue
            for field in ("kept", "mutated"):
                for entry in getattr(document.root.get(field), "items", ()):
                    said = {key.name: word_of(value) or "" for key, value in entries_of(entry)}
                    self._reasons[_plain(said.get("text", "")), _plain(said.get("becomes", ""))] = said.get(
                        "why", ""
                    )

    def of(self, variant: Variant) -> str:
        """The reason for a survivor; empty: none."""
        return self._reasons.get((_plain(variant.text), _plain(variant.becomes)), "")

    def unused(self, verdicts: Iterable[Verdict], dropped: bool) -> list[str]:
        """Sentences with a reason that did not survive, or are not in the pack."""
        used = {(_plain(v.variant.text), _plain(v.variant.becomes)) for v in verdicts if v.survives}
        return [
            f"{text} → {becomes}" if becomes else text
            for text, becomes in self._reasons
            if (text, becomes) not in used and bool(becomes) != dropped
        ]


def _plain(text: str) -> str:
    return " ".join(text.split())
