"""What a designer asks of many games beside who won: was it close, does beginning help, which cards are wanted,
what never happens.

In: the lab and the tally of its games.  Out: plain data, parts of a summary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from toolkit.prove.course import QUARTERS
from toolkit.prove.inference import rate, wilson

if TYPE_CHECKING:
    from toolkit.prove.simulate import Lab
    from toolkit.prove.tally import Tally

OFTEN = 20
"""What bots that weigh could have taken so often, and never took, is worse than what they took."""

FORMS = {"yes": "Yes", "no": "No", "done": "Done"}


def share(part: int, whole: int) -> dict[str, Any]:
    """A part of a whole as a rate with its interval."""
    return {"of": whole, "number": part, "rate": rate(part, whole), "interval": list(wilson(part, whole))}


def base(lab: Lab, tally: Tally) -> float:
    """How often a player wins."""
    return rate(sum(tally.wins.values()), tally.games * len(lab.compiled.model.players))


# --- The course of games ------------------------------------------------------------------------------------


def drama(tally: Tally, spread: Any) -> dict[str, Any]:
    """How often the lead changes, how often whoever leads early wins (who nearly always does has run away), and how
    often a third player's turn has put the winner ahead.

    `spread`: says mean, least and most of counts.
    """
    ahead = []
    for quarter in QUARTERS:
        won, lost = tally.ahead[quarter, True], tally.ahead[quarter, False]
        if won + lost:
            ahead.append({"quarter": quarter, **share(won, won + lost)})
    made = tally.crowned[True]
    return {
        "lead changes": spread(tally.leads),
        "ahead": ahead,
        "kingmaking": share(made, made + tally.crowned[False]),
    }


def beginning(tally: Tally) -> dict[str, Any]:
    """How often whoever is the first active player wins."""
    return share(sum(tally.began_wins.values()), sum(tally.began.values()))


def warnings(lab: Lab, tally: Tally) -> list[str]:
    """What makes the games say less than they seem to."""
    decided = tally.games - tally.decisions[0]
    if not tally.still or tally.still < decided:
        return []
    what = (
        "The pack's evaluation" if _evaluated(lab) else "The first quantity of players, by which bots judge,"
    )
    return [f"{what} never changed in {decided} games: bots that look ahead cannot tell positions apart"]


def _evaluated(lab: Lab) -> bool:
    return any(item.type == "evaluation" for item in lab.pack.source.items)


# --- Components ---------------------------------------------------------------------------------------------


def wanted(tally: Tally, documents: Iterable[int]) -> dict[str, Any]:
    """How often one of these could be taken, was, and how those fared who took one and who left it."""
    documents = list(documents)

    def total(counts: Any) -> int:
        return sum(counts[document] for document in documents)

    offered, taken = total(tally.offered), total(tally.taken)
    players, wins = total(tally.taken_players), total(tally.taken_wins)
    left, left_wins = total(tally.offered_players) - players, total(tally.offered_wins) - wins
    return {
        "offered": offered,
        "taken": taken,
        "rate": rate(taken, offered),
        "won-taking": share(wins, players),
        "won-leaving": share(left_wins, left),
    }


# --- What never happens -------------------------------------------------------------------------------------


def idle(lab: Lab, tally: Tally) -> list[dict[str, Any]]:
    """Sentences that should make something happen, and did not in any game."""
    if not tally.games:
        return []
    ruleset = lab.compiled.ruleset
    doing: set[int] = set()
    happened = set(tally.acted)
    asleep = _asleep(lab, tally)
    for number, program in enumerate(ruleset.programs):
        if number in asleep:
            continue
        for instr, sentence in zip(program.code, program.at, strict=True):
            if instr[0] == "do" and sentence >= 0:
                doing.add(sentence)
                steps = ruleset.verbs[instr[1]].program
                # A game may be over in the midst of a verb, which then is not in the log; what it did is.
                if steps >= 0 and not tally.acted.keys().isdisjoint(ruleset.programs[steps].at):
                    happened.add(sentence)
    acted = {_place(lab, sentence) for sentence in happened if sentence >= 0}
    found: dict[tuple[str, int, int], str] = {}
    for number in sorted(doing):
        place = _place(lab, number)
        if place not in acted and _judged(lab, *place):
            found[place] = " ".join(ruleset.sentences[number].text.split())
    return [{"file": file, "line": line, "text": text} for (file, line, _), text in sorted(found.items())]


def _asleep(lab: Lab, tally: Tally) -> set[int]:
    """Programs that nobody began: procedures of other scenarios, and verbs that never happened.  What would have
    begun them is idle itself, where anything would.
    """
    ruleset = lab.compiled.ruleset
    procedures = {document.id for _, document in lab.pack.source.of_type("procedure")}
    steps = {verb.program for verb in ruleset.verbs}
    found = {
        number
        for number, program in enumerate(ruleset.programs)
        if program.name in procedures and number not in steps and number not in ruleset.start
    }
    for number, verb in enumerate(ruleset.verbs):
        began = tally.verb_events[number] or not tally.acted.keys().isdisjoint(
            ruleset.programs[verb.program].at if verb.program >= 0 else ()
        )
        if verb.program >= 0 and not began:
            found.add(verb.program)
    return found


def _place(lab: Lab, sentence: int) -> tuple[str, int, int]:
    found = lab.compiled.ruleset.sentences[sentence]
    return found.file, found.line, found.column


def _judged(lab: Lab, file: str, line: int, column: int) -> bool:
    """Whether a sentence is one of the games that are played: no example's, no story's that is not told."""
    spans, offset = lab.texts.get(file, ()), lab.offsets.get(file)
    if offset is None:
        return False
    start = offset(line, column)
    return any(first <= start <= last for first, last in spans)


def unwanted(lab: Lab, tally: Tally) -> list[dict[str, Any]]:
    """Options that bots that weigh were offered often and never took: components, then ways to answer a
    sentence."""
    return [*_components(lab, tally), *_answers(lab, tally)]


def _components(lab: Lab, tally: Tally) -> Iterator[dict[str, Any]]:
    for document, offered in sorted(tally.weighed.items()):
        if offered >= OFTEN and not tally.preferred[document]:
            component = lab.documents[document]
            yield {"kind": component.kind, "id": component.id, "option": component.text, "offered": offered}


def _answers(lab: Lab, tally: Tally) -> Iterator[dict[str, Any]]:
    sentences, model = lab.compiled.ruleset.sentences, lab.compiled.model
    for sentence, form, which in sorted({choice for choice, _ in tally.choices}):
        offered = tally.choices[(sentence, form, which), False] + tally.choices[(sentence, form, which), True]
        if offered < OFTEN or tally.choices[(sentence, form, which), True] or sentence < 0:
            continue
        names = {
            "branch": lambda which: sentences[which].text.rstrip(".") if which >= 0 else "",
            "value": lambda which: model.values[which],
            "quantity": lambda which: model.attributes[which].name,
        }
        named = names.get(form)
        yield {
            "file": sentences[sentence].file,
            "line": sentences[sentence].line,
            "text": " ".join(sentences[sentence].text.split()),
            "option": named(which) if named is not None else FORMS[form],
            "offered": offered,
        }
