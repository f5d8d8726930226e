"""Which *and*, which comma: the second half of tagging, over words that have their class.

Rules T10 to T13 of `tagger.RULES`.  *and* and *or* get their role from left to right, by the verbs on both sides up
to the next joint (inside a relative clause first); commas from right to left, for a list goes on to its last item.
"""

from __future__ import annotations

from toolkit.language.lexer import Reading, Token, names

NP_START = names("ART POSS QOUT QIN BOUND NUMBER SIGNED PRON NOUN NAME ADJ ORD MOST OTHER MORE RANDOM ONLY")
CLAUSE_START = names(
    "COMMA THAT AND_S OR_S THEN_S THEN_FIRST IF WHEN UNLESS UNTIL AS_LONG_AS ONLY_AS_LONG_AS ONLY_IF AS_IF IF_PRO"
    " COLON TRUE OTHERWISE BULLET ADV_PRE BUT"
)
FINITE = names("BE MODAL DO_NOT HAVE_AUX PRO")
HELPERS = names("MODAL DO_NOT HAVE_AUX NOT")
JOINTS = names("AND OR COMMA THEN BUT COLON STOP UNLESS UNTIL AS_LONG_AS ONLY_AS_LONG_AS ONLY_IF IF AS_IF")
_AGAIN = {"WHERE": names("WHERE"), "WHOSE": names("WHOSE REL SPRON")}
"""Words that open a relative clause after *and*, if one of these has opened one before."""
OPENERS = names("IF WHEN AS_LONG_AS UNLESS UNTIL FIRST_TIME FOR_EACH TIME ONCE ADV")


def give(token: Token, reading: Reading, type: str) -> None:
    """Decides a token."""
    token.reading = reading
    token.type = type


def _is_verb(token: Token) -> bool:
    return token.type[:2] == "V_" or token.type in FINITE


def _is_main(token: Token) -> bool:
    """Whether it is a verb of no relative clause."""
    return _is_verb(token) and token.joint != "rel"


def _third(token: Token) -> bool:
    """*has*, *is*: what one player or thing does."""
    if token.type in FINITE:
        return token.word == "has" or token.reading.id in ("is", "was", "has", "does not")
    return "t" in token.reading.form


# --- T10, inside a relative clause -----------------------------------------------------------------------


def tag_relatives(ts: list[Token]) -> None:
    """T10: *and* or *or* between two verbs of one *who* (*a player who is rich or has 3 coins*)."""
    opened = verb = -1
    for i, token in enumerate(ts):
        if token.type == "REL":
            opened, verb = i, -1
        elif token.type in ("SPRON", "WHERE", "WHOSE", "COMMA", "THEN_S"):
            opened = -1
        elif opened >= 0 and token.joint == "rel":
            verb = i
            if ts[i - 1].type not in ("REL", "ADV_PRE"):
                opened = -1  # its noun is the object
        elif opened >= 0 and verb >= 0 and token.type in ("AND", "OR") and _verb_follows(ts, i):
            if _same_who(ts, opened, verb, i + 1):
                token.type += "_R"
                ts[i + 1].joint = "rel"
                verb = i + 1
            else:
                opened = -1


def _verb_follows(ts: list[Token], i: int) -> bool:
    return i + 1 < len(ts) and _is_verb(ts[i + 1])


def _same_who(ts: list[Token], opened: int, verb: int, second: int) -> bool:
    """Whether the second verb is the clause's: the main verb is still to come, or cannot be in one row with it."""
    main = next((k for k in range(opened - 1, -1, -1) if _is_main(ts[k])), None)
    if main is None or any(token.type in CLAUSE_START for token in ts[main:opened]):
        return _main_follows(ts, second)
    there = main > 0 and ts[main - 1].type == "THERE_IS"
    if _third(ts[second]):
        return _third(ts[verb]) and (there or not _third(ts[main]) or _only_is(ts, second, main))
    if _third(ts[verb]):
        return False
    return there or _third(ts[main]) or _nobody_is_told(ts, second, main) or _is_like(ts, second, verb, main)


def _is_like(ts: list[Token], second: int, verb: int, main: int) -> bool:
    """*If you have more coins than players who are old and are not tall*: goes on as the clause began, and not as
    what stands around it.
    """
    return ts[second].word == ts[verb].word != ts[main].word


def _nobody_is_told(ts: list[Token], second: int, main: int) -> bool:
    """*Pat the cats that are old or have kittens*: nobody is told to have, or to be."""
    state = ts[second].type in FINITE or ts[second].reading.id == "have"
    return state and _is_order(ts, main)


def _only_is(ts: list[Token], second: int, main: int) -> bool:
    """Whether a verb says how something is or what has happened to it, and the main verb what somebody does, who cannot
    do that, too.
    """
    does = ts[main].type not in FINITE and ts[main].reading.id not in _STATES
    return does and ts[second].type in ("BE", "HAVE_AUX")


_STATES = frozenset({"have", "cost", "count", "show"})
"""Verbs that say how something is."""


def _is_order(ts: list[Token], main: int) -> bool:
    """Whether a clause begins with its main verb, or says *may*."""
    starts = max((k + 1 for k in range(main) if ts[k].type in CLAUSE_START), default=0)
    return _is_main(ts[starts]) or ts[main - 1].reading.id == "may"


def _main_follows(ts: list[Token], second: int) -> bool:
    """Whether the main verb comes after the second verb of a relative clause."""
    for k in range(second + 1, len(ts)):
        if ts[k].type in JOINTS or ts[k].type == "THEN_S":
            return False
        if _is_main(ts[k]) and ts[k - 1].type not in (*HELPERS, "ADV_PRE"):
            return True
    return False


# --- T13 ------------------------------------------------------------------------------------------------


def mark_inner(ts: list[Token]) -> None:
    """T13: the first time, place or manner after the verb of a relative clause is that clause's (`TIME_R`)."""
    inner = False  # after the verb of a relative clause
    gap = False  # whose object is the noun before it
    opened = -1
    for i, token in enumerate(ts):
        type = token.type
        if type in ("REL", "SPRON", "WHERE", "WHOSE"):
            opened, inner = i, False
        elif _is_verb(token) and token.joint == "rel":
            # *played a card that shows 1 this turn*: when it was played, for nothing shows 1 at a time only
            inner, gap = token.reading.id != "show", _has_gap(ts, opened, i)
        elif not inner:
            continue
        elif _ends_relative(ts, i):
            inner = False
        elif type in ("TIME", "TDET", "ADV"):
            token.type = f"{type}_R"
            inner = False
        elif type in ("PLACE", "THERE") and gap and ts[i - 1].type[:2] == "V_":
            token.type = f"{type}_R"


def _has_gap(ts: list[Token], opened: int, verb: int) -> bool:
    """Whether the noun before a relative clause is the object of its verb: *that you play*."""
    if ts[opened].type != "REL":
        return ts[opened].type == "SPRON"
    return verb > opened + 1 and ts[verb - 1].type not in ("ADV_PRE", "AND_R", "OR_R")


def _ends_relative(ts: list[Token], i: int) -> bool:
    """Whether a joint, or a verb of what stands around it, ends a relative clause."""
    type = ts[i].type
    if type[:2] == "V_":
        return ts[i - 1].type not in HELPERS
    return type in FINITE or type in JOINTS or type == "THEN_S"


# --- T10, T11 -------------------------------------------------------------------------------------------


def tag_joints(ts: list[Token]) -> None:
    """T10, T11: the role of each *and* and *or*, `AND_V` for verbs, `AND_S` for sentences, `AND_N` for nouns …"""
    for i, token in enumerate(ts):
        if token.type not in ("AND", "OR"):
            if token.type == "SEMI":
                token.type = "AND_S"
            continue
        token.type = f"{token.type}_{_joint(ts, i)}"


def _joint(ts: list[Token], i: int) -> str:
    comma = ts[i].joint == ","
    if not 0 < i < len(ts) - 1:
        return "N"
    type = ts[i + 1].type
    if type == "REL" or (type in _AGAIN and any(t.type in _AGAIN[type] for t in ts[:i])):
        return "R"
    if _is_verb(ts[i + 1]) or type in ("ADV_PRE", "BE_BASE"):
        return "V"
    if type in ("IF", "THERE_IS") or (comma and type in ("WHEN", "FOR_EACH", "TIME")):
        return "S"
    if type == "ADJ" and not _np_follows(ts, i + 2) and _is_adjective(ts[i - 1]):
        return "P"
    return "S" if _own_verbs(ts, i, comma) else "N"


def _own_verbs(ts: list[Token], i: int, comma: bool) -> bool:
    """Whether there is a verb on both sides of a joint, each up to the next one."""
    return _own_verb_right(ts, i + 1, comma) and _own_verb_left(ts, i - 1)


def _is_adjective(token: Token) -> bool:
    """Whether it is one before *and* and another; a participle becomes one (*is played and face up*)."""
    if token.type[:2] == "P_":
        give(token, Reading("adj", token.text.casefold(), "participle"), "ADJ")
    return token.type == "ADJ"


def _np_follows(ts: list[Token], j: int) -> bool:
    return j < len(ts) and ts[j].type in ("NOUN", "NAME", "ADJ", "NUMBER")


def _own_verb_right(ts: list[Token], j: int, comma: bool) -> bool:
    """Whether what follows has a verb of its own before the next joint; after a comma a list may come first."""
    helper = False
    for k in range(j, len(ts)):
        token = ts[k]
        type = token.type
        if type in ("AND", "OR"):
            if not comma or token.joint == "," or _verb_follows(ts, k):
                return False
        elif type in JOINTS or type == "THEN_S":
            return False
        elif _is_main(token) and not (helper and type[:2] == "V_"):
            return True
        helper = type in HELPERS and (helper or type != "NOT")
    return False


def _own_verb_left(ts: list[Token], j: int) -> bool:
    """Whether what stands before has a verb of its own since the last joint."""
    for k in range(j, -1, -1):
        token = ts[k]
        if token.type in CLAUSE_START and token.type != "ADV_PRE":
            return False
        if _is_main(token) and not _helped_in_relative(ts, k):
            return True
    return False


def _helped_in_relative(ts: list[Token], k: int) -> bool:
    """*have* of *who does not have a card and a die*: the verb of a relative clause is the helper before it."""
    before = k - 2 if k > 1 and ts[k - 1].type == "NOT" else k - 1
    return before >= 0 and ts[before].type in HELPERS and ts[before].joint == "rel"


# --- T12 ------------------------------------------------------------------------------------------------


def tag_commas(ts: list[Token]) -> None:
    """T12: the comma of a list (`LCOMMA`), of *, including you,* (`PCOMMA`), or before another clause."""
    _list_commas(ts)
    including = next((i for i, t in enumerate(ts) if t.type == "INCLUDING"), len(ts))
    after = next((t for t in ts[including:] if t.type in ("COMMA", "LCOMMA")), None)
    if after is not None:
        after.type = "PCOMMA"
    _end_opening(ts)


def _end_opening(ts: list[Token]) -> None:
    """An opening ends with a comma: if there is only that of a list, and no verb before it, it is no list."""
    if not ts or ts[0].type not in OPENERS or any(t.type == "COMMA" for t in ts):
        return
    lists = [k for k, t in enumerate(ts) if t.type == "LCOMMA"]
    verb = next((k for k, t in enumerate(ts) if t.type[:2] == "V_" and t.joint != "rel"), len(ts))
    if (len(lists) == 1 and lists[0] < verb) or (lists and _is_who_acts(ts, lists[0] + 1)):
        ts[lists[0]].type = "COMMA"


def _is_who_acts(ts: list[Token], k: int) -> bool:
    """*When you pat a cat, Red and Blue gain 1 coin.*, *…, you and the player to your left …*: no list with the cat."""
    return ts[k].word == "you" or bool(ts[k].find("name") and not ts[k - 2].find("name"))


def _list_commas(ts: list[Token]) -> None:
    """From right to left, since a list goes on to its last item."""
    word = kind = (
        ""  # the joint that a list would go on to: *and* or *or*, between nouns (N) or adjectives (P)
    )
    for i in range(len(ts) - 1, -1, -1):
        token = ts[i]
        type = token.type
        if type == "COMMA":
            token.type = _comma(ts, i, kind)
            if token.type == "COMMA":
                word = kind = ""
            else:
                token.joint = word
        elif type in ("AND_N", "OR_N", "AND_P", "OR_P"):
            word, kind = type[:-2].lower(), type[-1]
        elif type in ("AND_S", "OR_S", "AND_V", "OR_V", "THEN_S", "COLON", "BUT"):
            word = kind = ""


def _comma(ts: list[Token], i: int, kind: str) -> str:
    """What the comma at `i` is; `kind`: of the list that the next joint goes on with, if any."""
    if not kind or i + 1 >= len(ts):
        return "COMMA"
    first = ts[i + 1].type
    if kind == "P":
        return "LCOMMA_P" if first == "ADJ" and i and ts[i - 1].type == "ADJ" else "COMMA"
    if first not in NP_START:
        return "COMMA"
    j = i + 1
    while j < len(ts) and ts[j].type not in ("COMMA", "LCOMMA", "AND_N", "OR_N"):
        if _is_main(ts[j]) or ts[j].type in JOINTS:
            return "COMMA"
        j += 1
    return "LCOMMA"
