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
JOINTS = names("AND OR COMMA THEN BUT COLON STOP UNLESS UNTIL AS_LONG_AS ONLY_AS_LONG_AS ONLY_IF IF AS_IF")
OPENERS = names("IF WHEN AS_LONG_AS UNLESS UNTIL FIRST_TIME FOR_EACH TIME ONCE ADV")


def give(token: Token, reading: Reading, type: str) -> None:
    """Decides a token."""
    token.reading = reading
    token.type = type


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
    return i + 1 < len(ts) and (ts[i + 1].type[:2] == "V_" or ts[i + 1].type in FINITE)


def _same_who(ts: list[Token], opened: int, verb: int, second: int) -> bool:
    """Whether the second verb is the clause's: the main verb is still to come, or cannot be in one row with it."""
    mains = [k for k in range(opened) if _is_main(ts, k)]
    if mains and not any(token.type in CLAUSE_START for token in ts[mains[-1] : opened]):
        main = mains[-1]
        there = main > 0 and ts[main - 1].type == "THERE_IS"
        if _third(ts[second]):
            return _third(ts[verb]) and (there or not _third(ts[main]))
        if _third(ts[verb]):
            return False
        # *Pat the cats that are old or have kittens*: nobody is told to have, or to be.
        starts = max((k + 1 for k in range(main) if ts[k].type in CLAUSE_START), default=0)
        order = starts in mains or ts[main - 1].reading.id == "may"
        state = ts[second].type in FINITE or ts[second].reading.id == "have"
        return there or _third(ts[main]) or (order and state)
    for k in range(second + 1, len(ts)):
        if ts[k].type in JOINTS or ts[k].type == "THEN_S":
            return False
        if _is_main(ts, k) and ts[k - 1].type not in ("MODAL", "DO_NOT", "HAVE_AUX", "NOT", "ADV_PRE"):
            return True
    return False


def _is_main(ts: list[Token], k: int) -> bool:
    return (ts[k].type[:2] == "V_" or ts[k].type in FINITE) and ts[k].joint != "rel"


def _third(token: Token) -> bool:
    """*has*, *is*: what one player or thing does."""
    if token.type in FINITE:
        return token.reading.id in ("is", "was", "has", "does not")
    return "t" in token.reading.form


# --- T13 ------------------------------------------------------------------------------------------------


def mark_inner(ts: list[Token]) -> None:
    """T13: the first time, place or manner behind the verb of a relative clause is that clause's (`TIME_R`)."""
    inner = False  # behind the verb of a relative clause
    gap = False  # whose object is the noun before it
    opened = -1
    for i, token in enumerate(ts):
        type = token.type
        if type in ("REL", "SPRON", "WHERE", "WHOSE"):
            opened = i
            inner = False
        elif (type in FINITE or type[:2] == "V_") and token.joint == "rel":
            inner = True
            gap = ts[opened].type == "SPRON" or (
                ts[opened].type == "REL"
                and i > opened + 1
                and ts[i - 1].type not in ("ADV_PRE", "AND_R", "OR_R")
            )
        elif not inner:
            continue
        elif (
            type in FINITE
            or (type[:2] == "V_" and ts[i - 1].type not in ("MODAL", "DO_NOT", "HAVE_AUX", "NOT"))
            or type in JOINTS
            or type == "THEN_S"
        ):
            inner = False
        elif type in ("TIME", "TDET", "ADV"):
            token.type = f"{type}_R"
            inner = False
        elif type in ("PLACE", "THERE") and gap and ts[i - 1].type[:2] == "V_":
            token.type = f"{type}_R"


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
    following = ts[i + 1] if i + 1 < len(ts) else None
    before = ts[i - 1] if i else None
    if following is None or before is None:
        return "N"
    type = following.type
    if type == "REL" or (type == "WHERE" and any(t.type == "WHERE" for t in ts[:i])):
        return "R"
    if type[:2] == "V_" or type in FINITE or type in ("ADV_PRE", "BE_BASE"):
        return "V"
    if type in ("IF", "WHEN", "THERE_IS", "FOR_EACH", "TIME") and (comma or type in ("IF", "THERE_IS")):
        return "S"
    if type == "ADJ" and before.type[:2] == "P_" and not _np_follows(ts, i + 2):
        give(before, Reading("adj", before.text.casefold(), "participle"), "ADJ")  # *is played and face up*
        return "P"
    if type == "ADJ" and before.type == "ADJ" and not _np_follows(ts, i + 2):
        return "P"
    if _own_verb_right(ts, i + 1, comma) and _own_verb_left(ts, i - 1):
        return "S"
    return "N"


def _np_follows(ts: list[Token], j: int) -> bool:
    return j < len(ts) and ts[j].type in ("NOUN", "NAME", "ADJ", "NUMBER")


def _own_verb_right(ts: list[Token], j: int, comma: bool) -> bool:
    helper = False
    while j < len(ts):
        token = ts[j]
        type = token.type
        if type in ("AND", "OR"):
            following = ts[j + 1].type if j + 1 < len(ts) else ""
            if not comma or token.joint == "," or following[:2] == "V_" or following in FINITE:
                return False
        elif type in JOINTS or type == "THEN_S":
            return False
        elif (type in FINITE or (type[:2] == "V_" and not helper)) and token.joint != "rel":
            return True
        helper = type in ("MODAL", "DO_NOT", "HAVE_AUX", "NOT") and (helper or type != "NOT")
        j += 1
    return False


def _own_verb_left(ts: list[Token], j: int) -> bool:
    while j >= 0:
        token = ts[j]
        type = token.type
        if type in ("COMMA", "AND_S", "OR_S", "THEN_S", "COLON") or (
            type in CLAUSE_START and type != "ADV_PRE"
        ):
            return False
        if (type in FINITE or type[:2] == "V_") and token.joint != "rel":
            return True
        j -= 1
    return False


# --- T12 ------------------------------------------------------------------------------------------------


def tag_commas(ts: list[Token]) -> None:
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
    including = next((i for i, t in enumerate(ts) if t.type == "INCLUDING"), None)
    if including is not None:
        for token in ts[including:]:
            if token.type in ("COMMA", "LCOMMA"):
                token.type = "PCOMMA"
                break
    if ts and ts[0].type in OPENERS and not any(t.type == "COMMA" for t in ts):
        lists = [t for t in ts if t.type == "LCOMMA"]
        verb = next((k for k, t in enumerate(ts) if t.type[:2] == "V_" and t.joint != "rel"), len(ts))
        if len(lists) == 1 and ts.index(lists[0]) < verb:
            lists[0].type = "COMMA"


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
        token = ts[j]
        if (token.type in FINITE or token.type[:2] == "V_") and token.joint != "rel":
            return "COMMA"
        if token.type in JOINTS:
            return "COMMA"
        j += 1
    return "LCOMMA"
