"""The designers' test bed: card texts as designers print them, and whether they are accepted and mean that.

    python -m tests.designers.bed [--kind K] [--only ID] [--unseen] [--prove] [--json] [--record]

README.md in this folder says what a text is and how the numbers are to be read.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from tests import fast_yaml as yaml

HERE = Path(__file__).parent
RATCHET = HERE / "ratchet.yaml"
WRONG = HERE / "wrong.yaml"
SLOT = "{text}"
MOST_TRIES = 4

UNREADABLE = "SAY0900"
"""Codes below this one, and those in `MEANINGLESS`, are about a line of an example, found only when it runs."""
MEANINGLESS = frozenset({"SAY0911"})

Verdict = Literal["right", "wrong", "refused", "faulty"]
"""`wrong`: accepted, and an example fails or the toolkit crashes.  `faulty`: an example cannot be read, which is a
mistake of the bed."""


@dataclass(frozen=True)
class Wording:
    """What a designer writes at one try: the text, and further documents that they came to add (a verb, a word).

    `when`: the decisions of an example, by its number, where this wording asks for others than the first one does.
    """

    text: str
    documents: str = ""
    when: dict[int, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Text:
    """An entry of texts.yaml or unseen.yaml.

    `right`: a wording, however clumsy, for which the examples hold; it proves them where no try is right.
    `misread`: a wording of the likeliest misreading, for which an example must fail.  Neither is counted.
    """

    kind: str
    id: str
    document: str
    tries: tuple[Wording, ...]
    must: tuple[dict[str, Any], ...]
    why: str
    right: Wording | None = None
    misread: Wording | None = None
    unseen: bool = False


@dataclass(frozen=True)
class Attempt:
    """What came of one wording.

    `codes`, `message`: of what refused it (the first error in full), or of the example that fails.  `warnings`:
    their codes; a designer has seen them.
    """

    wording: str
    verdict: Verdict
    codes: tuple[str, ...] = ()
    message: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """The attempts at a text up to the first that was accepted: there a designer stops, right or wrong."""

    text: Text
    attempts: tuple[Attempt, ...] = field(default=())

    @property
    def last(self) -> Attempt:
        """The accepted one, or the last that was refused."""
        return self.attempts[-1]

    def right_within(self, tries: int) -> bool:
        """Whether it was accepted and right after at most so many tries."""
        return self.last.verdict == "right" and len(self.attempts) <= tries


# --- reading ------------------------------------------------------------------------------------------------


def kinds() -> list[str]:
    """The kinds of games: the folders with a pack."""
    return sorted(path.parent.parent.name for path in HERE.glob("*/pack/pack.yaml"))


def texts_of(kind: str, unseen: bool = False) -> list[Text]:
    """The texts of a kind; `unseen`: those of unseen.yaml, too, if the file is there.

    Raises `ValueError` for an entry that is not as README.md says.
    """
    found = []
    for name in ("texts.yaml", "unseen.yaml") if unseen else ("texts.yaml",):
        path = HERE / kind / name
        if path.is_file():
            entries = yaml.safe_load(path.read_text(encoding="utf-8")) or []
            found += [_text(kind, entry, name == "unseen.yaml") for entry in entries]
    twice = [id for id, count in Counter(text.id for text in found).items() if count > 1]
    if twice:
        raise ValueError(f"{kind}: two texts are called {', '.join(twice)}")
    return found


def _text(kind: str, entry: dict[str, Any], unseen: bool) -> Text:
    known = {"id", "document", "tries", "must", "why", "right", "misread"}
    if not known >= entry.keys() >= known - {"right", "misread"}:
        raise ValueError(f"{kind}: keys of {entry.get('id')} are {', '.join(entry)}")
    tries = tuple(_wording(each) for each in entry["tries"])
    if not 0 < len(tries) <= MOST_TRIES:
        raise ValueError(f"{kind}: {entry['id']} has {len(tries)} tries")
    if SLOT not in entry["document"]:
        raise ValueError(f"{kind}: the document of {entry['id']} has no place for the text")
    if not any("near-miss" in example for example in entry["must"]):
        raise ValueError(f"{kind}: no example of {entry['id']} is a near miss")
    right, misread = (_wording(entry[key]) if key in entry else None for key in ("right", "misread"))
    must = tuple(entry["must"])
    return Text(kind, entry["id"], entry["document"], tries, must, entry["why"], right, misread, unseen)


def _wording(entry: str | dict[str, Any]) -> Wording:
    if isinstance(entry, str):
        return Wording(entry.strip())
    return Wording(entry["text"].strip(), entry.get("with", ""), entry.get("when", {}))


# --- running ------------------------------------------------------------------------------------------------


class Bench:
    """A copy of the pack of a kind, to which one text after another is added."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def attempt(self, text: Text, wording: Wording) -> Attempt:
        """Load the pack with this wording; if it is accepted, run the examples."""
        from toolkit.compile.pack import load_pack

        (self.folder / "text.yaml").write_text(_documents(text, wording), encoding="utf-8")
        (self.folder / "must.yaml").write_text(_examples(text, wording), encoding="utf-8")
        try:
            checked = load_pack(self.folder, [self.folder.parent, Path("content")])
        except Exception as error:  # of the toolkit: a text has led it astray
            return Attempt(wording.text, "wrong", (), f"loading crashes: {type(error).__name__}: {error}")
        outside = [d for d in checked.diagnostics if Path(d.span.source.name).name != "must.yaml"]
        warnings = tuple(d.code for d in outside if not d.is_error)
        if not checked.ok:
            mine = [d for d in outside if d.is_error]
            found = mine or list(checked.errors)
            codes = tuple(d.code for d in found)
            return Attempt(wording.text, "refused" if mine else "faulty", codes, _told(found[0]), warnings)
        idle = _without_difference(checked.value)
        if idle:
            return Attempt(wording.text, "refused", tuple(d.code for d in idle), _told(idle[0]), warnings)
        return self._judge(checked.value, wording, warnings)

    def _judge(self, pack: Any, wording: Wording, warnings: tuple[str, ...]) -> Attempt:
        from toolkit.play.example import examples, run

        for example in examples(pack):
            if Path(example.file).name != "must.yaml":
                continue
            try:
                failure = run(pack, example, "plain")
            except Exception as error:  # of the toolkit, or of a pack that it should have refused
                crash = f"{example.id} crashes: {type(error).__name__}: {error}"
                return Attempt(wording.text, "wrong", (), crash, warnings)
            if failure is not None:
                message = f"{example.name}: {_told(failure.diagnostic)}\n{failure.details}".rstrip()
                message = message.replace(f"{self.folder}/", "")
                code = failure.diagnostic.code
                verdict: Verdict = "faulty" if code < UNREADABLE or code in MEANINGLESS else "wrong"
                return Attempt(wording.text, verdict, (code,), message, warnings)
        return Attempt(wording.text, "right", (), "", warnings)

    def outcome(self, text: Text) -> Outcome:
        """The attempts at a text, up to the first that is accepted."""
        attempts: list[Attempt] = []
        for wording in text.tries:
            attempts.append(self.attempt(text, wording))
            if attempts[-1].verdict != "refused":
                break
        return Outcome(text, tuple(attempts))

    def unproved(self, text: Text) -> str:
        """Why the examples of a text prove nothing; empty: they do, as far as its entry shows."""
        if text.right is not None:
            attempt = self.attempt(text, text.right)
            if attempt.verdict != "right":
                return f"`right` is {attempt.verdict}: {attempt.message}"
        if text.misread is not None:
            attempt = self.attempt(text, text.misread)
            if attempt.verdict != "wrong":
                return f"`misread` is {attempt.verdict}: {attempt.message}"
        return ""


@contextmanager
def bench(kind: str) -> Iterator[Bench]:
    """A bench of a kind in a temporary folder.  Raises `DiagnosticError` if its pack has errors by itself."""
    from toolkit.compile.pack import load_pack

    load_pack(HERE / kind / "pack", [Path("content")]).unwrap()
    with tempfile.TemporaryDirectory(prefix="sayso-bed-") as folder:
        copy = Path(folder) / kind
        shutil.copytree(HERE / kind / "pack", copy)
        yield Bench(copy)


def outcomes(kind: str, texts: Iterable[Text]) -> list[Outcome]:
    """The outcomes of texts of one kind."""
    with bench(kind) as made:
        return [made.outcome(text) for text in texts]


def _documents(text: Text, wording: Wording) -> str:
    written = [_filled(each, wording.text) for each in yaml.safe_load_all(text.document)]
    written += [each for each in yaml.safe_load_all(wording.documents) if each is not None]
    return yaml.safe_dump_all(written, sort_keys=False, allow_unicode=True, width=10_000)


def _filled(node: Any, words: str) -> Any:
    match node:
        case str():
            return node.replace(SLOT, words)
        case list():
            return [_filled(each, words) for each in node]
        case dict():
            return {key: _filled(value, words) for key, value in node.items()}
    return node


def _examples(text: Text, wording: Wording) -> str:
    written = []
    for number, example in enumerate(text.must, 1):
        name = f"Near miss {number}" if "near-miss" in example else f"Example {number}"
        body = {key: value for key, value in example.items() if key != "near-miss"}
        body |= {"when": wording.when[number]} if number in wording.when else {}
        written.append({"type": "example", "id": f"must-{number}", "name": name} | body)
    return yaml.safe_dump_all(written, sort_keys=False, allow_unicode=True, width=10_000)


def _without_difference(pack: Any) -> list[Any]:
    """What `sayso validate` finds beside loading: words that make no difference, choices of which nothing comes."""
    from toolkit.pack.items import EXAMPLE_TYPES
    from toolkit.prove.account import swallowed
    from toolkit.prove.alone import Alone
    from toolkit.prove.dead import dead

    alone = Alone(pack)
    found = [
        diagnostic
        for item, tree in pack.trees.items()
        if _of_the_text(item.text.span()) and item.type not in EXAMPLE_TYPES and item.start != "decision"
        for diagnostic in swallowed(alone, item, tree)
    ]
    return [*found, *(each for each in dead(pack) if each.is_error and _of_the_text(each.span))]


def _of_the_text(span: Any) -> bool:
    return Path(span.source.name).name == "text.yaml"


def _told(diagnostic: Any) -> str:
    parts = [f"{diagnostic.code} {diagnostic.message} (at “{' '.join(diagnostic.span.text.split())}”)"]
    if diagnostic.expected:
        parts.append("expected: " + ", ".join(diagnostic.expected[:8]))
    if diagnostic.hint:
        parts.append("help: " + " ".join(diagnostic.hint.split()))
    parts += [f"fix: {fix.title}" for fix in diagnostic.fixes]
    return " | ".join(parts)


# --- telling ------------------------------------------------------------------------------------------------


def row(found: Sequence[Outcome]) -> dict[str, int]:
    """The numbers of a kind."""
    return {
        "texts": len(found),
        "first": sum(each.right_within(1) for each in found),
        "second": sum(each.right_within(2) for each in found),
        "within 4": sum(each.right_within(MOST_TRIES) for each in found),
        "wrong at first": sum(each.attempts[0].verdict == "wrong" for each in found),
        "wrong": sum(each.last.verdict == "wrong" for each in found),
        "never": sum(each.last.verdict == "refused" for each in found),
        "faulty": sum(each.last.verdict == "faulty" for each in found),
    }


def table(by_kind: dict[str, list[Outcome]]) -> str:
    """The numbers of each kind, and their sum."""
    rows = {kind: row(found) for kind, found in by_kind.items()}
    if len(rows) > 1:
        rows["all"] = row([each for found in by_kind.values() for each in found])
    titles = list(next(iter(rows.values()))) if rows else []
    lines = [f"{'kind':<18}" + "".join(f"{title:>16}" for title in titles)]
    lines += [f"{kind:<18}" + "".join(f"{n:>16}" for n in numbers.values()) for kind, numbers in rows.items()]
    return "\n".join(lines)


def listing(found: Sequence[Outcome]) -> str:
    """Every wrong or faulty text, then every first refusal with its message."""
    lines: list[str] = []
    for each in found:
        if each.last.verdict in ("wrong", "faulty"):
            lines += [
                f"\n{each.last.verdict.upper()} {each.text.kind}/{each.text.id}, try {len(each.attempts)}"
            ]
            lines += [f"  {_indented(each.last.wording)}", f"  means: {each.text.why}"]
            lines += [f"  {_indented(each.last.message)}"]
            lines += [f"  warned: {', '.join(each.last.warnings)}"] if each.last.warnings else []
    for each in found:
        if each.attempts[0].verdict == "refused":
            lines += [f"\nREFUSED {each.text.kind}/{each.text.id}: then {_then(each)}"]
            for attempt in each.attempts:
                lines += [f"  {attempt.verdict}: {_indented(attempt.wording)}"]
                lines += [f"    {attempt.message}"] if attempt.verdict == "refused" else []
    return "\n".join(lines)


def _then(outcome: Outcome) -> str:
    if outcome.last.verdict == "refused":
        return "never accepted"
    return f"{outcome.last.verdict} at try {len(outcome.attempts)}"


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")


def as_data(outcome: Outcome) -> dict[str, Any]:
    """An outcome as plain data."""
    return {
        "kind": outcome.text.kind,
        "id": outcome.text.id,
        "unseen": outcome.text.unseen,
        "why": outcome.text.why,
        "attempts": [asdict(each) for each in outcome.attempts],
    }


def record(by_kind: dict[str, list[Outcome]]) -> None:
    """Write the ratchet: the texts of each kind that are right at the first try.  Kinds that were not run stay."""
    known = yaml.safe_load(RATCHET.read_text(encoding="utf-8")) if RATCHET.is_file() else {}
    known |= {
        kind: [each.text.id for each in found if each.right_within(1)] for kind, found in by_kind.items()
    }
    head = "# Texts that are right at the first try: python -m tests.designers.bed --record\n"
    RATCHET.write_text(head + yaml.safe_dump(dict(sorted(known.items()))), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command.  1: something is faulty, or an entry is not proved."""
    parser = argparse.ArgumentParser(prog="python -m tests.designers.bed", description=__doc__)
    parser.add_argument("--kind", action="append", choices=kinds(), help="only this kind of game")
    parser.add_argument("--only", action="append", metavar="ID", help="only this text")
    parser.add_argument("--unseen", action="store_true", help="the unseen texts, too")
    parser.add_argument("--prove", action="store_true", help="run `right` and `misread` instead")
    parser.add_argument("--json", action="store_true", help="outcomes as JSON")
    parser.add_argument("--record", action="store_true", help="write ratchet.yaml")
    chosen = parser.parse_args(arguments)
    texts = {
        kind: [t for t in texts_of(kind, chosen.unseen) if not chosen.only or t.id in chosen.only]
        for kind in chosen.kind or kinds()
    }
    if chosen.prove:
        return _prove(texts)
    by_kind = {kind: outcomes(kind, some) for kind, some in texts.items()}
    everything = [each for found in by_kind.values() for each in found]
    if chosen.record:
        record(by_kind)
    if chosen.json:
        print(json.dumps([as_data(each) for each in everything], ensure_ascii=False, indent=1))
    else:
        print(table(by_kind) + "\n" + listing(everything))
    return int(any(each.last.verdict == "faulty" for each in everything))


def _prove(texts: dict[str, list[Text]]) -> int:
    bad = 0
    for kind, some in texts.items():
        with bench(kind) as made:
            for text in some:
                reason = made.unproved(text)
                bad += bool(reason)
                if reason:
                    print(f"{kind}/{text.id}: {reason}")
    print(f"{bad} not proved")
    return int(bad > 0)


if __name__ == "__main__":
    raise SystemExit(main())
