"""`sayso test --drop` and `--mutate`: would the examples notice?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.output import counted, paint, say
from toolkit.cli.progress import progress_bar
from toolkit.cli.settings import Settings

if TYPE_CHECKING:
    from toolkit.prove.variants import Verdict


def prove(
    name: str,
    mutate: bool,
    jobs: int,
    budget: float | None,
    file: Path | None,
    form: str,
    settings: Settings,
) -> int:
    """Judge all variants of a pack and tell who survives; 1 when one has no reason."""
    from toolkit.cli.packs import find_pack, search_for
    from toolkit.cli.trace import whole_pack
    from toolkit.prove.record import Record, RecordError
    from toolkit.prove.variants import Reasons, judge_all

    try:
        record = Record.read(file) if file is not None else None
    except RecordError as error:
        raise click.UsageError(str(error)) from None
    pack = whole_pack(name, settings)
    if pack is None:
        return 1
    with progress_bar(settings, "sentences") as advance:
        verdicts, every = judge_all(
            find_pack(name, settings),
            search_for(settings),
            "mutants" if mutate else "drops",
            jobs=jobs,
            budget=budget,
            progress=advance,
            record=record,
        )
    if record is not None:
        record.save()
    unused = Reasons(pack).unused(verdicts, not mutate) if len(verdicts) == every else []
    if form == "json":
        click.echo(json.dumps(as_data(pack.id, verdicts, every, unused), ensure_ascii=False, indent=1))
    else:
        for verdict in verdicts:
            if verdict.survives:
                _show(verdict)
        for text in unused:
            say(paint("error", "needs no reason any more: ") + text)
        _sum(pack.id, verdicts, every, mutate, settings)
    unexplained = any(verdict.survives and not verdict.why for verdict in verdicts)
    return int((unexplained and not mutate) or bool(unused))


def _show(verdict: Verdict) -> None:
    variant = verdict.variant
    what = "dropped" if not variant.becomes else variant.kind
    say(paint("warning" if verdict.why else "error", "survives ") + f"{variant.where}: {what}")
    say(f"  {variant.text}")
    if variant.becomes:
        say(f"  → {variant.becomes}")
    if verdict.why:
        say(f"  because: {verdict.why}", "dim")


def counts(verdicts: list[Verdict]) -> tuple[int, int, int]:
    """Noticed, surviving with a reason, surviving without."""
    survivors = [verdict for verdict in verdicts if verdict.survives]
    explained = sum(bool(verdict.why) for verdict in survivors)
    return sum(bool(verdict.noticed) for verdict in verdicts), explained, len(survivors) - explained


def _sum(pack: str, verdicts: list[Verdict], every: int, mutate: bool, settings: Settings) -> None:
    noticed, explained, bare = counts(verdicts)
    total = noticed + explained + bare
    of = f" ({len(verdicts)} of {every} judged)" if len(verdicts) < every else ""
    word = "changed sentence" if mutate else "dropped sentence"
    text = f"{pack}: {noticed} of {counted(total, word)} noticed{of}, {explained + bare} survive"
    text += f", {explained} with a reason" if explained else ""
    if mutate:
        text += f"; score {score(noticed, bare)}"
    say(text, "error" if bare else "good")


def score(noticed: int, bare: int) -> str:
    """The part that is noticed of what could be."""
    return f"{100 * noticed / (noticed + bare):.0f} %" if noticed + bare else "—"


def as_data(pack: str, verdicts: list[Verdict], every: int, unused: list[str]) -> dict[str, Any]:
    """For JSON."""
    noticed, explained, bare = counts(verdicts)
    return {
        "pack": pack,
        "variants": every,
        "judged": len(verdicts),
        "noticed": noticed,
        "explained": explained,
        "unexplained": bare,
        "survivors": [
            {
                "file": v.variant.place[0],
                "line": v.variant.place[1],
                "change": v.variant.kind,
                "text": v.variant.text,
                **({"becomes": v.variant.becomes} if v.variant.becomes else {}),
                **({"why": v.why} if v.why else {}),
            }
            for v in verdicts
            if v.survives
        ],
        "unused": unused,
    }
