"""Which sentences belong to each pass of a loop before them: *Each player may pay. If they do, they gain 1 point.*"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.language import ast


def by_pass(said: Sequence[ast.Sentence]) -> Iterator[list[ast.Sentence]]:
    """Each sentence with those that belong to its passes."""
    left = list(said)
    while left:
        first, tail = left.pop(0), list[ast.Sentence]()
        while left and in_pass(left[0], first, tail):
            tail.append(left.pop(0))
        yield [first, *tail]


def in_pass(node: ast.Sentence, before: ast.Sentence, tail: list[ast.Sentence]) -> bool:
    """Whether a sentence belongs to each pass of the loop of one `before`, which already has this `tail`."""
    if (repeats(before) or is_for_later(before)) and hangs_on(node):
        return True
    if has_each(before):
        after_if = tail and isinstance(
            tail[-1].openings[0] if tail[-1].openings else None, ast.Given | ast.Link
        )
        if asks_outcome(node, "they") or goes_on(node) or (after_if and is_otherwise(node)):
            return True
    return in_pass_of_loop(node, before, tail)


def in_pass_of_loop(node: ast.Sentence, before: ast.Sentence, tail: list[ast.Sentence]) -> bool:
    """The same, of *For each N, …*."""
    if offers_in_loop(before) and hangs_on(node):
        return True
    if player_loop(before) and (asks_outcome(node, "they") or (tail and is_otherwise(node))):
        return True
    return loop_of(before) and is_otherwise(node) and all(map(is_otherwise, tail))


def hangs_on(node: ast.Sentence) -> bool:
    """Whether a sentence asks what came of the one before: *If you do, …*, *Otherwise, …*."""
    return has_outcome(node) or is_otherwise(node)


def has_outcome(node: ast.Sentence) -> bool:
    """*If you do, …*, *If they do not, …*: what came of the sentence before."""
    return any(asks_outcome(node, pronoun) for pronoun in ("you", "they"))


def repeats(node: ast.Sentence) -> bool:
    """*Repeat 3 times: You may pay 1 coin.*: what *If you do, …* after it asks is asked each time."""
    return any(isinstance(opening, ast.Repeat) for opening in node.openings)


def is_for_later(node: ast.Sentence) -> bool:
    """*At the end of this turn, you may pay 1 coin.*, *Until the end of this turn, when …*: what *If you do, …* after
    it asks is asked then.
    """
    for opening in node.openings:
        if isinstance(opening, ast.When) and opening.word in ("at the start of", "at the end of"):
            return True
        if isinstance(opening, ast.FirstTime) or ast.given_of(opening) == "when":
            return True
    return False


def offers_in_loop(node: ast.Sentence) -> bool:
    """*For each cat, its owner may pay 1 coin.*"""
    first = node.first
    may = isinstance(first, ast.Clause) and first.verbs[0].modal == "may"
    return may and any(isinstance(opening, ast.ForEach) for opening in node.openings)


def is_otherwise(node: ast.Sentence) -> bool:
    """Whether a sentence begins with *Otherwise,*."""
    first = node.opening
    return isinstance(first, ast.Link) and first.word == "otherwise"


def is_if(node: ast.Sentence) -> bool:
    """Whether a sentence begins with *If C,* that asks for something else than what came of the sentence before."""
    first = node.opening
    return isinstance(first, ast.Given) and not has_outcome(node)


def loop_of(node: ast.Sentence) -> bool:
    """*For each N, if C, …*: what *Otherwise, …* after it says is asked in each pass, too."""
    each = next((k for k, opening in enumerate(node.openings) if isinstance(opening, ast.ForEach)), None)
    return each is not None and any(isinstance(opening, ast.Given) for opening in node.openings[each:])


def player_loop(node: ast.Sentence) -> bool:
    """*For each other player, …*: what *If they do, …* after it asks is asked in each pass."""
    loops = (each.each for each in node.openings if isinstance(each, ast.ForEach))
    return any(ast.head_of(each) == "player" for each in loops)


def asks_outcome(node: ast.Sentence, pronoun: str) -> bool:
    """Whether a sentence begins with *If they do (not),*."""
    first = node.opening
    if not isinstance(first, ast.Given) or first.word != "if":
        return False
    asked = first.condition
    return isinstance(asked.verb, ast.ProVerb) and ast.pronoun_of(asked.clauses[0].subject) == pronoun


def goes_on(node: ast.Sentence) -> bool:
    """*Each player draws a card. They discard one of their cards.*: each of them, in their turn of the loop; so *If it
    is red, they discard it.*, *If it is red, that player discards it.*
    """
    first = node.first
    given = all(is_condition(each) or is_lack(each) or ast.is_until(each) for each in node.openings)
    if not given or not isinstance(first, ast.Clause) or first.openings:
        return False
    if isinstance(first.verbs[0], ast.ProVerb):
        return False
    said = [each for opening in node.openings for each in opening.walk()]
    if any(map(finds_player, said)):
        return False  # *If a player has no coins, that player …*: whom this condition found
    who = first.subject
    if is_that_player(who):
        return any(map(points_back, said))
    # *When a player …. Each other player …. If that player has 2 coins, they …*: whom the rule waited for
    return ast.is_they(who) and not any(map(is_that_player, said))


def is_that_player(node: ast.Node | None) -> bool:
    """*that player*."""
    return ast.head_of(node) == "player" and ast.determiner_of(node).article == "that"


def is_condition(opening: ast.Opening) -> bool:
    """*If C,*, *Unless C,*."""
    return ast.given_of(opening) in ("if", "unless")


def is_lack(opening: ast.Opening) -> bool:
    """*For each coin they cannot pay,*: of the payment before."""
    what = opening.each if isinstance(opening, ast.ForEach) else None
    said = what.relative if isinstance(what, ast.Noun) else None
    if said is None or not isinstance(said.verb, ast.Act) or not isinstance(said.subject, ast.Pronoun):
        return False
    return said.verb.modal == "cannot" or said.verb.negated


def finds_player(node: ast.Node) -> bool:
    """*a player*, *another player*, *the player with the most …*: somebody of whom *that player* can be said."""
    if not isinstance(node, ast.Noun) or node.head != "player":
        return False
    det = node.determiner
    return det.article in ("a", "the") or det.quantifier is not None


def points_back(node: ast.Node) -> bool:
    """*it*, *they*, *their …*, *that N*."""
    if isinstance(node, ast.Pronoun):
        return node.word in ("it", "they")
    if not isinstance(node, ast.Noun):
        return False
    return node.determiner.possessive in ("their", "its") or node.determiner.article in ("that", "those")


def has_each(node: ast.Sentence) -> bool:
    """Whether the last clause of a sentence has *each N* as its subject."""
    return ast.determiner_of(node.last.subject if node.last is not None else None).quantifier in (
        "each",
        "every",
    )
