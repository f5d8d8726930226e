"""Accepted alternates for the event that stands after its order: *You win the game as soon as you have 10 points.*

In: the tokens of a text, before the rules of `clauses.py`.  Out: the same with the event in front of its order.
"""

from __future__ import annotations

from toolkit.language import forms
from toolkit.language.lexer import Lexicon, Token, names
from toolkit.language.wording.replaced import SENTENCE, holds, mark, says, until

_EVENTS = frozenset({"when", "whenever", "each time", "as soon as"})
_BESIDES = names("COMMA SEMI OTHERWISE REL WHOSE MODAL BE HAVE DO_NOT NOT") | {
    *names("IF UNLESS AS_LONG_AS UNTIL ONLY_IF ONLY_AS_LONG_AS FIRST_TIME WHERE WHEN TIME FOR_EACH")
}
"""What the order may not have: another opening, a state, or a permission, which *when* something is so only limits."""
_IS_SO = frozenset({"is", "are", "have", "has", "was", "were"})
_SPEAKS_BACK = frozenset(
    {"it", "its", "they", "their", "them", "that", "those", "there", "this way", "other", "others"}
)
_NEVER = frozenset({"instead", "would"})
_THIRD = {"have": "has", "are": "is", "do not": "does not", "were": "was"}


def in_front(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with every event that stands after its order in front of it."""
    if not says(tokens, *_EVENTS):
        return tokens
    made: list[Token] = []
    i = 0
    while i < len(tokens):
        end = until(tokens, i, SENTENCE)
        sentence = tokens[i:end]
        made += _turned(sentence, lexicon) or sentence
        made += tokens[end : end + 1]
        i = end + 1
    return made


def _turned(sentence: list[Token], lexicon: Lexicon) -> list[Token] | None:
    """*When you have 10 points, you win the game*, of the words of *You win the game when you have 10 points*."""
    at = [k for k, token in enumerate(sentence) if token.word in _EVENTS]
    if len(at) != 1 or at[0] < 1 or at[0] + 2 >= len(sentence):
        return None
    order, when, event = sentence[: at[0]], sentence[at[0]], sentence[at[0] + 1 :]
    if not _orders(order, event) or any(token.type == "COMMA" or token.word in _NEVER for token in event):
        return None
    turned = _same_player(order, event, lexicon) or _apart(order, event)
    if turned is None:
        return None
    order, event = turned
    opening = [_like(forms.capitalize(when.word), when), *event, mark("COMMA", event[-1])]
    first = order[0]
    small = not first.find("name") and first.type not in ("NUMBER", "SIGNED")
    head = _like(first.word, first) if small else first
    return [*opening, head, *order[1:]]


def _apart(order: list[Token], event: list[Token]) -> tuple[list[Token], list[Token]] | None:
    """Both, if the event speaks of nothing that the order names."""
    back = says(event, *_SPEAKS_BACK)
    return None if back or order[0].word in ("a", "an", "it", "they") else (order, event)


def _orders(order: list[Token], event: list[Token]) -> bool:
    """Whether it has a verb that does something, and no opening of its own, and is no state.  *You may draw a card
    when you rest* offers it each time that the event happens; when something is so, *may* could only be allowed.
    """
    offers = not says(event, *_IS_SO)
    said = [token for token in order if not (offers and token.word == "may")]
    texts = {token.word for token in said}
    if texts & (_NEVER | {"have", "has"}) or holds(said, *_BESIDES):
        return False
    return any(
        (verb := token.find("verb")) and {"b", "t"} & set(verb.form) and not token.find("noun")
        for token in order
    )


def _same_player(
    order: list[Token], event: list[Token], lexicon: Lexicon
) -> tuple[list[Token], list[Token]] | None:
    """*A player wins … they have 3 cats* as *that player wins* and *a player has 3 cats*; None: said otherwise."""
    who = [token.word for token in order[:2]]
    if who != ["a", "player"] or event[0].word != "they":
        return None
    third = _third(event[1], lexicon)
    if third is None or says(event[1:], "they", "them"):
        return None
    a, player = order[:2]
    that = lexicon.token("that", a)
    return [that, *order[1:]], [_like("a", event[0], lexicon), player, third, *event[2:]]


def _third(token: Token, lexicon: Lexicon) -> Token | None:
    """*has* of *have*, *draws* of *draw*."""
    word = token.word
    verb = token.find("verb")
    if word in _THIRD:
        return _like(_THIRD[word], token, lexicon)
    if "b" not in verb.form:
        return None
    said = lexicon.vocabulary.verb_forms(verb.id).third
    return _like(said, token, lexicon)


def _like(text: str, like: Token, lexicon: Lexicon | None = None) -> Token:
    """A token of other words; without `lexicon` of the same ones, in other letters."""
    readings = like.readings if lexicon is None else lexicon.readings_of(text)
    return Token(text, like.start, like.end, like.span, readings, "" if lexicon else like.type)
