"""What is so of you is so of whoever has it, however that is said: *you have 2 coins*, *each player who has 2 coins*,
*if Blue has 2 coins*, *no player has 2 coins*; and likewise of things.

The machine is asked of each of them by itself; then what all the other sentences do is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from tests.judge.copies import replace
from tests.judge.frames import Before, Frame, Framing, Unlike
from tests.judge.past import speaks_of_past
from toolkit.language import ast

N = TypeVar("N", bound=ast.Node)
Truths = tuple[bool, ...]
"""Of each of them; of players in the order of seats, you first.  By these each frame says how many marks there are; its
hole is *is rich* of players, *is lonely* of cats.
"""


def seven(so: bool) -> int:
    """So many marks, if it is so."""
    return 7 * so


PLAYERS = (
    Frame("If you are rich, gain 7 marks.", lambda so: seven(so[0])),
    Frame("If a player is rich, gain 7 marks.", lambda so: seven(any(so))),
    Frame("If no player is rich, gain 7 marks.", lambda so: seven(not any(so))),
    Frame("If each player is rich, gain 7 marks.", lambda so: seven(all(so))),
    Frame("If all players are rich, gain 7 marks.", lambda so: seven(all(so))),
    Frame("If another player is rich, gain 7 marks.", lambda so: seven(any(so[1:]))),
    Frame("If no other player is rich, gain 7 marks.", lambda so: seven(not any(so[1:]))),
    Frame("If each other player is rich, gain 7 marks.", lambda so: seven(all(so[1:]))),
    Frame("If at least 2 players are rich, gain 7 marks.", lambda so: seven(sum(so) >= 2)),
    Frame("If exactly 1 player is rich, gain 7 marks.", lambda so: seven(sum(so) == 1)),
    Frame("If more than 1 player is rich, gain 7 marks.", lambda so: seven(sum(so) > 1)),
    Frame("Each player who is rich gains 1 mark.", sum),
    Frame("All players who are rich gain 1 mark.", sum),
    Frame("Each other player who is rich gains 1 mark.", lambda so: sum(so[1:])),
    Frame("Each player gains 1 mark if they are rich.", sum),
    Frame("Each player gains 1 mark unless they are rich.", lambda so: len(so) - sum(so)),
    Frame("Each other player gains 1 mark if they are rich.", lambda so: sum(so[1:])),
    Frame("For each player, if they are rich, they gain 1 mark.", sum),
    Frame("For each player who is rich, gain 1 mark.", sum),
    Frame("Gain 1 mark for each player who is rich.", sum),
    Frame("Gain marks equal to the number of players who are rich.", sum),
    Frame("Gain marks equal to the number of other players who are rich.", lambda so: sum(so[1:])),
    Frame("If there is a player who is rich, gain 7 marks.", lambda so: seven(any(so))),
    Frame("If there is no player who is rich, gain 7 marks.", lambda so: seven(not any(so))),
    Frame("If there are at least 2 players who are rich, gain 7 marks.", lambda so: seven(sum(so) >= 2)),
    Frame("If you are not rich, gain 7 marks.", lambda so: seven(not so[0])),
    Frame("If a player is not rich, gain 7 marks.", lambda so: seven(not all(so))),
    Frame("Choose the player to your left. If that player is rich, gain 7 marks.", lambda so: seven(so[1])),
    Frame("If the player to your left is rich, gain 7 marks.", lambda so: seven(so[1])),
    Frame("Each player bows.", sum, law="When you bow, if you are rich, gain 1 mark."),
    Frame("Each player bows.", sum, law="When a player bows, if they are rich, they gain 1 mark."),
    Frame("Each player bows.", sum, law="When a player who is rich bows, they gain 1 mark."),
    Frame("Each player bows.", sum, law="When a player bows, they gain 1 mark if they are rich."),
    Frame("Each player nods.", lambda so: 7 * (len(so) - sum(so)), law="Players who are rich cannot nod."),
    Frame("Each player nods.", lambda so: 7 * (len(so) - sum(so)), law="A player who is rich cannot nod."),
    Frame(
        "Each player nods.", lambda so: 7 * (len(so) - sum(so)), law="A player cannot nod if they are rich."
    ),
    Frame("Each player nods.", lambda so: 7 * sum(so), law="A player cannot nod unless they are rich."),
    Frame("Each player nods.", lambda so: 7 * sum(so), law="Players can nod only if they are rich."),
    Frame(
        "Each player nods.",
        lambda so: 7 * (len(so) - sum(so)),
        law="As long as you are rich, you cannot nod.",
    ),
    Frame(
        "Each player nods.",
        lambda so: 7 * (len(so) - sum(so)),
        law="As long as a player is rich, they cannot nod.",
    ),
    Frame(
        "Each player nods.",
        lambda so: 7 * len(so) - 6 * sum(so),
        law="If a player who is rich would nod, they gain 1 mark instead.",
    ),
    Frame(
        "Each player nods.",
        lambda so: 7 * len(so) - 6 * sum(so),
        law="If a player would nod, if they are rich, they gain 1 mark instead.",
    ),
)

THINGS = (
    Frame("For each cat in the park, if it is lonely, gain 1 mark.", sum),
    Frame("For each cat in the park that is lonely, gain 1 mark.", sum),
    Frame("For each cat in the park, gain 1 mark if it is lonely.", sum),
    Frame("For each cat in the park, gain 1 mark unless it is lonely.", lambda so: len(so) - sum(so)),
    Frame("For each cat in the park, if it is not lonely, gain 1 mark.", lambda so: len(so) - sum(so)),
    Frame("For each cat in the park, if that cat is lonely, gain 1 mark.", sum),
    Frame("Gain 1 mark for each cat in the park that is lonely.", sum),
    Frame(
        "Gain marks equal to twice the number of cats in the park that are lonely.", lambda so: 2 * sum(so)
    ),
    Frame("If a cat in the park is lonely, gain 7 marks.", lambda so: seven(any(so))),
    Frame("If at least 1 cat in the park is lonely, gain 7 marks.", lambda so: seven(any(so))),
    Frame("If no cat in the park is lonely, gain 7 marks.", lambda so: seven(not any(so))),
    Frame("If no cats in the park are lonely, gain 7 marks.", lambda so: seven(not any(so))),
    Frame("If there is a cat in the park that is lonely, gain 7 marks.", lambda so: seven(any(so))),
    Frame("If there is no cat in the park that is lonely, gain 7 marks.", lambda so: seven(not any(so))),
    Frame("If each cat in the park is lonely, gain 7 marks.", lambda so: seven(all(so))),
    Frame("If at least 2 cats in the park are lonely, gain 7 marks.", lambda so: seven(sum(so) >= 2)),
    Frame("If exactly 1 cat in the park is lonely, gain 7 marks.", lambda so: seven(sum(so) == 1)),
    Frame("If fewer than 2 cats in the park are lonely, gain 7 marks.", lambda so: seven(sum(so) < 2)),
    Frame("If more than 1 cat in the park is lonely, gain 7 marks.", lambda so: seven(sum(so) > 1)),
    Frame(
        "If there are at least 2 cats in the park that are lonely, gain 7 marks.",
        lambda so: seven(sum(so) >= 2),
    ),
    Frame("If a cat in the park is not lonely, gain 7 marks.", lambda so: seven(not all(so))),
    Frame("Choose a cat in the park that is lonely. If you do, gain 7 marks.", lambda so: seven(any(so))),
    Frame("Bow.", sum, law="When you bow, gain 1 mark for each cat in the park that is lonely."),
    Frame(
        "Bow.", lambda so: seven(any(so)), law="When you bow, if a cat in the park is lonely, gain 7 marks."
    ),
    Frame("Nod.", lambda so: seven(not any(so)), law="You cannot nod if a cat in the park is lonely."),
    Frame(
        "Nod.", lambda so: seven(not any(so)), law="As long as a cat in the park is lonely, you cannot nod."
    ),
    Frame(
        "For each cat in the park, pat that cat.", sum, law="When you pat a cat that is lonely, gain 1 mark."
    ),
    Frame(
        "For each cat in the park, pat that cat.",
        sum,
        law="When you pat a cat, if it is lonely, gain 1 mark.",
    ),
    Frame(
        "For each cat in the park, pat that cat.", sum, law="When you pat a cat, gain 1 mark if it is lonely."
    ),
)

HOLES = {"player": "rich", "cat": "lonely"}
FRAMES = {"player": PLAYERS, "cat": THINGS}
ALONE = {"player": "You are rich.", "cat": "Gain 1 mark for each cat in the park that is lonely."}
STARTS = {"player": "condition", "cat": "effect"}
AHEAD = ("most", "fewest", "as many", "as much")
"""Of several that tie each has the most, of one alone none; and *a player* has as many as somebody else."""


@dataclass(frozen=True)
class Asked:
    """What is said of some player, or of some cat.  `alone`: said of you, or of how many."""

    kind: str
    verb: ast.Verb
    alone: str


class Somebodies(Framing):
    """Verbs, said of you and of others."""

    def asked(self, texts: Iterable[tuple[str, str]]) -> list[Asked]:
        """What texts (start symbol, text) say of players and of cats, each once."""
        found: dict[str, Asked] = {}
        for start, text in texts:
            tree = self.read(text, start)
            for kind, verb in verbs(tree) if tree is not None else ():
                if not is_state(verb) and (kind == "cat" or verb.tense == "present"):
                    continue
                alone = self.said(ALONE[kind], STARTS[kind], kind, verb)
                if alone is not None and not any(word in alone for word in AHEAD):
                    found.setdefault(alone, Asked(kind, verb, alone))
        return list(found.values())

    def said(self, says: str, start: str, kind: str, verb: ast.Verb) -> str | None:
        """A frame with the verb in its hole, of whoever is the subject there; None: there is no such sentence."""
        tree = self.read(says, start)
        assert tree is not None, says
        for node in list(tree.walk()):
            if not isinstance(node, ast.Clause | ast.Relative) or not is_hole(node, HOLES[kind]):
                continue
            hole = verb_of(node)
            new = of_you(verb) if isinstance(node, ast.Clause) and ast.is_you(node.subject) else of_them(verb)
            if hole is not None and hole.negated:
                if verb.negated or verb.modal or verb.tense != "present":
                    return None
                new = replace(new, negated=True)
            filled = replace(node, verbs=(new,)) if isinstance(node, ast.Clause) else replace(node, verb=new)
            tree = ast.swapped(tree, node, filled)
        return self.printed(tree, start)

    def unlike_of(self, asked: Asked, states: int) -> Iterator[Unlike]:
        """The frames in which it is not so."""
        tree = self.bench.written(asked.alone, STARTS[asked.kind])
        nothing = self.as_written("Gain 0 marks.")
        assert nothing is not None
        if tree is None:
            return
        random = self.tables(replace(nothing, said=asked.alone), speaks_of_past(tree), states)
        tables = [
            each for each in random if each.state.active >= 0
        ]  # of nobody's turn nothing is so, nor not so
        truths = self.of_players(tree) if asked.kind == "player" else self.of_cats(asked.alone)
        for frame in FRAMES[asked.kind] if truths is not None else ():
            says = self.said(frame.says, "effect", asked.kind, asked.verb)
            law = self.said(frame.law, "statement", asked.kind, asked.verb) if frame.law is not None else None
            if says is None or (law is None and frame.law is not None):
                continue
            framed = self.as_written(says, law)
            for before in tables if framed is not None else ():
                assert framed is not None and truths is not None
                self.compared += 1
                expected, found = frame.marks(truths(before)), self.run(framed, before).marks
                if found != expected:
                    yield self.told(f"{asked.alone} >> {framed.said}", before, expected, found)
                    break

    def of_players(self, tree: ast.Paragraph) -> Callable[[Before], Truths] | None:
        """Of whom a condition of you is true; None: it is refused."""
        made, seats = self.bench.condition(tree), self.bench.shaker.players
        if isinstance(made, str):
            return None

        def truths(before: Before) -> Truths:
            at = seats.index(before.you)
            return tuple(self.bench.truth(made, before.state, each) for each in (*seats[at:], *seats[:at]))

        return truths

    def of_cats(self, counted: str) -> Callable[[Before], Truths] | None:
        """Of how many cats in the park it is so, and of how many it is not; None: it is refused."""
        so, all_of_them = (
            self.as_written(counted),
            self.as_written("Gain 1 mark for each cat in the park."),
        )
        if so is None or all_of_them is None:
            return None

        def truths(before: Before) -> Truths:
            many = self.run(so, before).marks
            return (True,) * many + (False,) * (self.run(all_of_them, before).marks - many)

        return truths


def verb_of(node: ast.Clause | ast.Relative) -> ast.Verb | None:
    return node.verbs[0] if isinstance(node, ast.Clause) else node.verb


def is_state(verb: ast.Verb) -> bool:
    """Whether it is so, and not done: what frames do would count, and *unless they win* lets them win."""
    return isinstance(verb, ast.Be) or (
        isinstance(verb, ast.Act) and verb.verb in ("have", "tie") and verb.tense == "present"
    )


def is_hole(node: ast.Clause | ast.Relative, word: str) -> bool:
    match verb_of(node):
        case ast.Be(predicate=ast.IsAdjective(adjectives=(str(said),))):
            return said == word
    return False


def verbs(tree: ast.Node) -> Iterator[tuple[str, ast.Verb]]:
    """What conditions and relative clauses say of players and of cats."""
    for node in tree.walk():
        match node:
            case ast.Given(condition=ast.Clauses(clauses=clauses)):
                for clause in clauses:
                    if isinstance(clause, ast.Clause) and len(clause.verbs) == 1:
                        if (kind := kind_of(clause.subject)) is not None:
                            yield kind, clause.verbs[0]
            case ast.Noun(
                head="player" | "cat" as kind, relative=ast.Relative(subject=None, verb=ast.Verb() as verb)
            ):
                yield kind, verb


def kind_of(subject: ast.Nominal | None) -> str | None:
    """*you*, *they*, *a player*; *it*, *a cat*; None: somebody else."""
    if ast.is_you(subject) or ast.is_they(subject):
        return "player"
    if ast.pronoun_of(subject) == "it":
        return "cat"
    head = ast.head_of(subject)
    return head if head in HOLES else None


def of_them(node: N) -> N:
    """*their coins*, of *your coins*."""
    return said_of(node, "your", "their", "you", "they")


def of_you(node: N) -> N:
    """*your coins*, of *their coins*."""
    return said_of(node, "their", "your", "they", "you")


def said_of(node: N, whose: str, others: str, who: str, other: str) -> N:
    """The same, with other pronouns."""
    for each in list(node.walk()):
        if isinstance(each, ast.Determiner) and each.possessive == whose:
            node = ast.swapped(node, each, replace(each, possessive=others))
        elif isinstance(each, ast.Pronoun) and each.word == who:
            node = ast.swapped(node, each, replace(each, word=other))
    return node
