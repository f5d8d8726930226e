"""What stands around a word, as far as the tagger's rules ask: how its noun phrase goes on, what may follow a verb.

In: tokens of which those before the word have their class (`Token.type`) and the others all their readings.  Nothing
is decided here.
"""

from __future__ import annotations

from toolkit.language.lexer import Token, names
from toolkit.language.parsing.joints import NP_START
from toolkit.language.wording.replaced import nth

NOMINAL_BEFORE = names(
    "ART POSS QIN QOUT GEN SIGNED ORD MOST OTHER MORE RANDOM BOUND OF OF_PART PLACE WITH WITHOUT FROM TO INTO FOR"
    " FOR_EACH"
    " BY THAN THAN_FAR PLUS MINUS TIME OTHER_THAN RANGE RELATION INCLUDING STARTING INSTEAD_OF AS TDET WHOSE"
)
"""Types after which a noun phrase must go on, or begin."""
NP_END = names("NOUN NAME PRON SPRON THERE NADV LESS TNOUN NUMBER SIGNED ADV")
"""Types that a complete phrase may end with."""


def form_of(token: Token) -> str:
    """The type, or before it is tagged the terminal of its closed reading."""
    if token.type:
        return token.type
    for reading in token.readings:
        if reading.kind in ("word", "adverb"):
            return reading.form
    return ""


def noun_at(token: Token) -> str | None:
    reading = token.find("noun")
    return reading.id if reading else None


def may_be_finite(token: Token) -> bool:
    verb = token.find("verb")
    return (bool(verb) and verb.form != "n") or form_of(token) in (
        "BE",
        "MODAL",
        "DO_NOT",
        "DO",
        "HAVE_AUX",
        "ADV",
    )


def may_start(token: Token) -> bool:
    return (
        token.type in NP_START
        or form_of(token) in NP_START
        or bool(token.find("noun") or token.find("name") or token.find("adj") or token.find("number"))
    )


def nominal_goes_on(ts: list[Token], j: int, strict: bool = False) -> bool:
    """Whether a noun (or adjectives and a noun) stands at `j`: what an adjective before it needs."""
    while j < len(ts):
        token = ts[j]
        if token.type == "NUMBER" and not strict:
            return True
        if token.find("noun") or token.find("name"):
            return True
        verb = token.find("verb")
        form = form_of(token)
        if (
            (form in ("OTHER", "ORD", "MORE") and not strict)
            or token.find("adj")
            or (verb.form == "n")
            or ("n" in verb.form and "d" in verb.form)
        ):
            j += 1
        else:
            return False
    return False


def head(ts: list[Token], j: int) -> str | None:
    """The head noun of the noun phrase that begins at `j`."""
    while j < len(ts):
        token = ts[j]
        noun = token.find("noun") or token.find("name")
        following = nth(ts, j + 1)
        if noun:
            if following.type == "GEN":
                j += 2
                continue
            if token.find("adj") and nominal_goes_on(ts, j + 1):
                j += 1
                continue
            return noun.id
        if (
            form_of(token) in ("ART", "POSS", "QIN", "QOUT", "ORD", "OTHER", "MORE", "BOUND", "MOST", "ONLY")
            or token.type in ("NUMBER", "SIGNED")
            or token.find("adj")
            or "n" in token.find("verb").form
        ):
            j += 1
        else:
            return None
    return None


def may_follow_verb(ts: list[Token], j: int) -> bool:
    """Whether what stands at `j` may follow an imperative: anything but a finite verb or *of*."""
    if j >= len(ts):
        return True
    token = ts[j]
    if form_of(token) in ("BE", "MODAL", "DO_NOT", "OF", "GEN", "THAN") or token.type == "GEN":
        return False
    verb = token.find("verb")
    return not verb or verb.form == "n" or bool(token.find("noun") or token.find("adj") or token.find("name"))


def certain_object(ts: list[Token], j: int) -> bool:
    """Whether an object certainly begins at `j`: what makes *and move it* a verb."""
    if j >= len(ts):
        return False
    token = ts[j]
    return token.type == "NUMBER" or bool(token.find("name")) or form_of(token) in (
        "ART", "POSS", "QIN", "QOUT", "BOUND", "PRON", "MORE",
    )  # fmt: skip
