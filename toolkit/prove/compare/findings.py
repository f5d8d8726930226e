"""What a contrast means: differences with intervals and what of them is no chance, as plain data.

The same games give the same data, with no clock time in it.  Each difference has a 95 % interval of its own; what
is said to have *changed* is what is left when the probabilities are corrected for how many there are (Benjamini
and Hochberg): of all that is said to have changed, 5 % are expected to be chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolkit.prove.changes import as_data
from toolkit.prove.compare.cause import CHOICE, EVENT, Origin
from toolkit.prove.compare.measures import BRANCH, CARD, EPILOGUE, SEAT, SECTIONS, WINS, Measure
from toolkit.prove.compare.pairs import Contrast, Sides
from toolkit.prove.entries import Entry, Key
from toolkit.prove.inference import (
    DIGITS,
    LEVEL,
    Z,
    adjusted,
    games_needed,
    moments,
    paired_interval,
    paired_rate_interval,
    share_difference,
    sign_test,
    two_sided,
    wilson,
)
from toolkit.prove.tally import Failed

CORRECTION = "Benjamini-Hochberg"

HUNDREDTH = 0.01
"""The change of which it is said how many games show it: one in a hundred games, or a hundredth of a number."""

ENOUGH = 20
"""Of fewer players a share is not compared: the estimate of its error would be none."""

APART = 6
"""If fewer pairs differ, not even differences of one sign could be told from chance (2 / 2**6 < LEVEL), so that
the measure is not tested.  Which ones are tested hangs on how far pairs lie apart and not on in which direction,
as it must be (Tarone 1990).
"""

MOST_FAILED = 20


@dataclass(frozen=True)
class Found:
    """One measure in both versions.

    `form`: rate (0 or 1 in each game), mean (a number for each game) or share (of those who …).  `old`, `new`:
    None: there was nothing to divide by.  `interval`: of the difference, at 95 %.  `chance`: how likely so much
    is by chance; None: it is not tested.  `needed`: pairs of games that show a change of a hundredth.
    """

    measure: Measure
    form: str
    old: float | None
    new: float | None
    difference: float | None
    interval: tuple[float, float] | None
    chance: float | None
    needed: int | None


def founds(contrast: Contrast) -> list[Found]:
    """Every measure of a contrast: seats, the game, kinds, cards, branches, epilogues."""
    if not contrast.pairs:
        return []
    differences: dict[Measure, dict[int, int]] = {}
    for (measure, value), times in contrast.differences.items():
        differences.setdefault(measure, {})[value] = times
    joint: dict[Measure, Counter[tuple[int, int, int, int]]] = {}
    for (measure, both), times in contrast.joint.items():
        joint.setdefault(measure, Counter())[both] = times
    found = [
        _number(contrast, measure, differences.get(measure, {}))
        for measure in contrast.old.keys() | contrast.new.keys()
    ]
    found += [_share(contrast, measure, each) for measure, each in joint.items()]
    return sorted(found, key=lambda each: (SECTIONS.index(each.measure.section), each.measure))


def _number(contrast: Contrast, measure: Measure, differences: Mapping[int, int]) -> Found:
    pairs = contrast.pairs
    old, new = contrast.old[measure] / pairs, contrast.new[measure] / pairs
    mean, variance = moments(differences, pairs)
    if not contrast.apart:
        interval: tuple[float, float] | None = (0.0, 0.0)  # no game went differently
    elif measure.happens:
        interval = paired_rate_interval(differences.get(1, 0), differences.get(-1, 0), pairs)
    else:
        interval = paired_interval(differences, pairs)
    needed = games_needed(variance, HUNDREDTH if measure.happens else HUNDREDTH * abs(old))
    form = "rate" if measure.happens else "mean"
    chance = sign_test(differences) if sum(differences.values()) >= APART else None
    return Found(measure, form, old, new, mean, interval, chance, needed)


def _share(contrast: Contrast, measure: Measure, joint: Mapping[tuple[int, int, int, int], int]) -> Found:
    sums = [sum(key[n] * times for key, times in joint.items()) for n in range(4)]
    old, new = (sums[n] / sums[n + 1] if sums[n + 1] else None for n in (0, 2))
    if old is None or new is None:
        return Found(measure, "share", old, new, None, None, None, None)
    difference, error = share_difference(joint, contrast.pairs)
    if not contrast.apart:
        return Found(measure, "share", old, new, 0.0, (0.0, 0.0), None, None)
    if min(sums[1], sums[3]) < ENOUGH or not error:
        return Found(measure, "share", old, new, difference, None, None, None)
    interval = difference - Z * error, difference + Z * error
    needed = games_needed(error * error * contrast.pairs, HUNDREDTH)
    return Found(measure, "share", old, new, difference, interval, two_sided(difference, error), needed)


# --- As data ------------------------------------------------------------------------------------------------


def findings(sides: Sides, contrast: Contrast, names: tuple[str, str] = ("", "")) -> dict[str, Any]:
    """Everything that is reported.  `names`: what the two versions are called; default: their folders."""
    labels = Labels(sides)
    job, lab = sides.new.job, sides.new
    found = founds(contrast)
    corrected = correct(found, labels)
    apart = sum(contrast.apart.values())
    data = as_data(sides.old.pack, sides.new.pack, sides.changes)
    for version, name in zip(("old", "new"), names, strict=True):
        data[version]["name"] = name or data[version]["folder"]
    return {
        **data,
        "pairs": contrast.pairs,
        "asked": job.games,
        "seed": job.seed,
        "players": lab.setup.players,
        "bots": list(lab.bots),
        "scenario": lab.setup.scenario,
        "story": lab.setup.story,
        "options": dict(lab.setup.options),
        "apart": apart,
        "apart-interval": list(wilson(apart, contrast.pairs)),
        "same": not apart,
        "causes": causes(sides, contrast, labels),
        "correction": CORRECTION,
        "level": LEVEL,
        "compared": len(corrected),
        "to-see": to_see(contrast, found),
        "measures": [labels.row(each, corrected.get(each.measure)) for each in found],
        "failed": [
            _failed(version, failed)
            for version, games in (("old", contrast.failed_old), ("new", contrast.failed_new))
            for failed in games[:MOST_FAILED]
        ],
        "failures": [len(contrast.failed_old), len(contrast.failed_new)],
    }


def _failed(version: str, failed: Failed) -> dict[str, Any]:
    """A game that is left out."""
    return {
        "version": version,
        "game": failed.game,
        "seed": failed.seed,
        "reason": failed.reason,
        "place": failed.place,
    }


def correct(found: Sequence[Found], labels: Labels) -> dict[Measure, float]:
    """The corrected probability of each measure that was tested: those of changed documents are one family, as
    they were to be looked at anyway, and all others another.
    """
    corrected: dict[Measure, float] = {}
    for edited in (True, False):
        tested = [
            (each.measure, each.chance)
            for each in found
            if each.chance is not None and labels.edited(each.measure) == edited
        ]
        values = adjusted([chance for _, chance in tested])
        corrected.update(zip((measure for measure, _ in tested), values, strict=True))
    return corrected


def to_see(contrast: Contrast, found: list[Found]) -> dict[str, int | None]:
    """How many pairs show that a seat wins one game in a hundred more or less: paired, as here, and if each version
    played games of its own.
    """
    wins = [each for each in found if each.measure.section == SEAT and each.measure.what == WINS]
    if not wins or not contrast.pairs:
        return {"paired": None, "apart": None}
    paired = max((each.needed or 0 for each in wins), default=0) or None
    variances = [sum((rate or 0.0) * (1 - (rate or 0.0)) for rate in (each.old, each.new)) for each in wins]
    return {"paired": paired, "apart": games_needed(max(variances), HUNDREDTH)}


def causes(sides: Sides, contrast: Contrast, labels: Labels) -> list[dict[str, Any]]:
    """The documents whose meaning changed, with the pairs that are put down to them, most first; at the end the
    pairs that are put down to none.
    """
    found = []
    keys: list[Key | None] = [*sides.changed, None]
    for key in keys:
        pairs = {how: contrast.apart[Origin(how, key)] for how in (EVENT, CHOICE)}
        if key is None and not any(pairs.values()):
            continue
        about = {"type": key[1], "id": key[2], "name": labels.name(key)} if key else None
        found.append({"about": about, "pairs": sum(pairs.values()), **pairs})
    return sorted(found, key=lambda each: (each["about"] is None, -each["pairs"]))


class Labels:
    """What measures and documents are called, in the new version or, where it has them no more, in the old one."""

    def __init__(self, sides: Sides) -> None:
        self.entries: dict[Key, Entry] = {
            **{sides.rename(key): entry for key, entry in sides.comparison.old.entries.items()},
            **sides.comparison.new.entries,
        }
        self.documents: dict[tuple[str, str], str] = {}
        for lab in (sides.old, sides.new):
            for document in lab.documents:
                self.documents[document.kind, document.id] = document.text
        self.changed = sides.changed
        self.seats = [sides.new.rig.teller.names.fixed(player) for player in sides.new.compiled.model.players]
        self.ways: dict[Measure, str] = {}
        for lab, namer in zip((sides.old, sides.new), sides.namers, strict=True):
            story = lab.compiled.story
            for measure, (_, way) in zip(namer.ways, story.ways if story else (), strict=True):
                self.ways[measure] = way.when

    def name(self, key: Key) -> str:
        """Of a document or a word."""
        entry = self.entries.get(key)
        return entry.label if entry is not None and entry.label else key[2]

    def subject(self, measure: Measure) -> str:
        """What a measure is about."""
        match measure.section:
            case "seat":
                return f"{measure.subject} {self.seats[int(measure.subject) - 1]}"
            case "game":
                return measure.subject
            case "kind":
                return measure.kind
            case _:
                return self.name((False, measure.kind, measure.subject))

    def edited(self, measure: Measure) -> bool:
        """Whether it is about a document that changed."""
        documents = (CARD, BRANCH, EPILOGUE)
        return measure.section in documents and (False, measure.kind, measure.subject) in self.changed

    def row(self, found: Found, corrected: float | None) -> dict[str, Any]:
        """One measure as data."""
        measure = found.measure
        numbers = {name: _rounded(getattr(found, name)) for name in ("old", "new", "difference")}
        return {
            "section": measure.section,
            "kind": measure.kind,
            "id": measure.subject,
            "name": self.subject(measure),
            "measure": measure.what,
            "says": self.ways.get(measure, ""),
            "form": found.form,
            **numbers,
            "interval": None if found.interval is None else [_rounded(each) for each in found.interval],
            "chance": _rounded(found.chance, 2 * DIGITS),
            "corrected": _rounded(corrected, 2 * DIGITS),
            "changed": corrected is not None and corrected <= LEVEL,
            "edited": self.edited(measure),
            "to-see": found.needed,
        }


def _rounded(value: float | None, digits: int = DIGITS) -> float | None:
    return None if value is None else round(value, digits) + 0.0  # no -0.0
