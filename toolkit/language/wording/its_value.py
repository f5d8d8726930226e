"""*Choose a die. Cross off a box with that value.*: the value of the one thing that was spoken of before.

Rules of `alternates.py`: it is said in full, where only one thing before has such a value.
"""

from __future__ import annotations

from toolkit.language.lexer import Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, since, until

_ONE = frozenset({"a", "an", "another", "that", "this"})
_MORE = names("PLACE OF FROM WITH WITHOUT REL WHOSE GEN TO INTO")


def that_value(a: Alternates, i: int) -> Found | None:
    """*a box with that value*, *a box of that value* is *a box whose value is the value of that die*."""
    before, named = a.last, a.at(i + 1)
    value = a.noun(named, "attribute")
    if not named or not value or before.word not in ("with", "of"):
        return None
    behind = a.at(i + 2)
    if closed(behind) in _MORE:
        return None  # *with that size in the pond*: a place would be that of the thing before
    one = the_one(a, value)
    if one is None:
        return None
    whose = [a.spelled("whose", before), named.at(before), a.spelled("is", before)]
    said = [a.spelled("the", a.tokens[i]), named, *a.words(named, "of", "that", one)]
    return Found(2, [*whose, *said], drop=1)


def that_of(a: Alternates, i: int) -> Found | None:
    """*If its cost is lower than that of the top card*: than the cost of it."""
    before = a.last
    if not before or a.text(i + 1) != "of" or not before.word.endswith((" than", " as", " to", "than", "is")):
        return None
    said = [
        token for token in since(a.out, CLAUSE) if a.noun(token, "attribute") or a.noun(token, "quantity")
    ]
    if len(said) != 1:
        return None
    return Found(1, [a.spelled("the", a.tokens[i]), said[0].at(a.tokens[i])])


def the_one(a: Alternates, value: str) -> str | None:
    """The one thing with such a value of which the sentences before spoke; here only what is to have it is named."""
    now = len(since(a.out, SENTENCE))
    here, earlier = a.out[len(a.out) - now :], a.out[: len(a.out) - now]
    having = [k for k, token in enumerate(earlier) if k and _has(a, token, value)]
    found = [k for k in having if not _of_another(earlier, k, value)]
    if len(found) != 1 or sum(_has(a, token, value) for token in here) != 1:
        return None
    noun = earlier[found[0]].find("noun")
    if not noun or noun.form == "p" or earlier[found[0] - 1].word not in _ONE:
        return None
    return None if _another_since(a, earlier, found[0], having) else noun.id


def _another_since(a: Alternates, tokens: list[Token], one: int, having: list[int]) -> bool:
    """Whether others of its kind are spoken of: *that stone* would be the last of them."""
    kind = a.noun(tokens[one], "thing")
    again = [k for k in having if k != one and a.noun(tokens[k], "thing") == kind]
    return any(tokens[k - 1].word != "that" for k in again)


def _of_another(tokens: list[Token], k: int, value: str) -> bool:
    """Whether what stands at `k` has the value of the one thing, *a box with its value*, *whose value is that die's
    value*, or is that one again, *that die*.
    """
    if tokens[k - 1].word == "that":
        return True
    phrase = tokens[k + 1 : until(tokens, k + 1, CLAUSE)]
    words = [token.word for token in phrase]
    said = " ".join(words)
    known = f"with its {value}", f"of its {value}", f"with the {value} of that", f"whose {value} is that"
    shown = (
        f"that shows its {value}",
        f"that shows the {value} of that",
        f"whose {value} is the {value} of that",
    )
    if any(each in said for each in (*known, *shown)):
        return True
    return any(
        words[j : j + 2] == ["with", "that"] and words[j + 3 : j + 5] == ["'s", value]
        for j in range(len(words))
    )


def _has(a: Alternates, token: Token, value: str) -> bool:
    noun = a.noun(token, "thing")
    return bool(noun) and a.lexicon.vocabulary.nouns[noun].attributes.get(value) == "number"
