"""The grammar: a hand-written core over word classes, and one line for each class of verbs.

`grammar/sentence.lark` and `grammar/noun_phrase.lark` are written by hand.  What depends on a vocabulary is only
which *classes of verbs* it has: the class of a verb is the set of its frames (`{object}`, `{object, object to}`),
so a new verb of a known class changes no table.  `build` gives an LALR parser from lark, kept in the user's cache
folder; the folder may be missing or read-only.
"""

from __future__ import annotations

import functools
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import lark

import toolkit
from toolkit.language.parsing.making import QuickLALR
from toolkit.language.parsing.tables import FORM, TokenList, load_tables, store_tables
from toolkit.report.places import user_folder
from toolkit.resources import resource

Frame = tuple[str, ...]

STARTS: dict[str, str] = {
    "definition": "definition",
    "statement": "statement",
    "effect": "effect",
    "label effect": "statement",
    "condition": "condition",
    "formula": "formula",
    "cost": "cost",
    "given": "condition",
    "decision": "decision",
    "choice": "choice",
}
"""What may stand in a field, and the rule of the grammar that says so."""

USUAL = ("V_0", "V_P", "V_W")
"""Classes of verbs that are in every table (*pass*, *stand at a gate*, *deal with a guest*): packs that bring no others
share one, and making one takes seconds."""

_LETTERS = {"obj": "O", "to": "T", "from": "F", "into": "I", "place": "P", "as": "A", "by": "B", "with": "W",
            "for": "R", "adj": "J"}  # fmt: skip
_LINKS = {"place": ("PLACE",), "with": ("WITH",), "from": ("FROM",), "than": ("THAN_FAR",)}
"""Slots whose preposition also joins nouns: an object before such a slot is of a smaller size."""
_ALL_LINKS = tuple(
    "OF PLACE WITH WITHOUT FROM RELATION OTHER_THAN THAN THAN_FAR FOR_EACH RANGE AND_N OR_N LCOMMA".split()  # noqa: SIM905
)


def class_of(frames: Iterable[Frame]) -> str:
    """The terminal of the verbs with exactly these frames: `V_O_OT` for {object, object to}."""
    return "V_" + "_".join(
        sorted({"".join(_LETTERS.get(role, "O") for role in frame) or "0" for frame in frames})
    )


def _frame(code: str) -> Frame:
    roles = {letter: role for role, letter in _LETTERS.items()}
    return tuple(roles[letter] for letter in code if letter != "0")


# --- The text of the grammar --------------------------------------------------------------------------------


def grammar_text(classes: Iterable[str]) -> str:
    """The whole grammar for a set of verb classes (their terminals); the same set gives the same text."""
    return _grammar_text(tuple(sorted(set(classes))))


@functools.cache
def _grammar_text(classes: tuple[str, ...]) -> str:
    sizes = _Sizes()
    rules: dict[str, list[str]] = {"action": [], "passive": [], "gap": []}
    for name in classes:
        _add_class(name, rules, sizes)
    parts = [resource("grammar", "sentence.lark").read_text(encoding="utf-8"), *sizes.phrases()]
    for rule, lines in rules.items():
        body = "\n  | ".join(dict.fromkeys(lines)) or "NEVER"
        parts.append(f"{rule}: {body}\n")
    text = "\n".join(parts)
    return f"%declare {' '.join(_terminals(text))}\n{text}"


class _Sizes:
    """The sizes of noun phrases: each leaves what follows it to the verb, by the roles of these phrases."""

    def __init__(self) -> None:
        self.suffixes: dict[frozenset[str], str] = {frozenset(): ""}

    def __call__(self, excluded: Iterable[str]) -> str:
        """The suffix of the rules of a size."""
        key = frozenset(excluded)
        return self.suffixes.setdefault(key, "_no_" + "_".join(sorted(key)))

    def phrases(self) -> Iterator[str]:
        """The rules of noun phrases, in each size that was asked for."""
        phrase = resource("grammar", "noun_phrase.lark").read_text(encoding="utf-8")
        for excluded, suffix in sorted(self.suffixes.items(), key=lambda item: item[1]):
            links = [link for link in _ALL_LINKS if not any(link in _LINKS[role] for role in excluded)]
            there = f"chain{suffix}: chain{suffix} THERE -> chain_there"
            if "place" in excluded:
                links = [link for link in links if link != "THAN_FAR"]
                there = ""
            yield _sized(phrase, suffix, " | ".join(links), there)


def _add_class(name: str, rules: dict[str, list[str]], size: _Sizes) -> None:
    """What a verb of a class may be followed by: as an order or a finite verb, as a passive, and with a gap."""
    frames = [_frame(code) for code in name.removeprefix("V_").split("_")]
    later = _later(frames)
    for frame in _said(frames):
        rules["action"].append(" ".join((name, *_slots(frame, later, size))))
        if "obj" in frame:
            rest = tuple(role for role in frame if role != "obj")
            tail = _slots(rest, later, size)
            rules["gap"].append(name if rest == ("place",) else " ".join((name, *tail)))
            rules["passive"].append(" ".join((name.replace("V_", "P_", 1), *tail)))


def _later(frames: Iterable[Frame]) -> dict[str, set[str]]:
    """For each role the roles after it that a noun phrase in it could take for its own."""
    later: dict[str, set[str]] = {}
    for frame in frames:
        for i, role in enumerate(frame):
            later.setdefault(role, set()).update(r for r in frame[i + 1 :] if r in _LINKS)
    later["obj"] = {role for frame in frames for role in frame if role in _LINKS}
    return later


def _said(frames: Iterable[Frame]) -> list[Frame]:
    """The frames, and what an event may leave unsaid: *when a player slides a mark* (to wherever), *cannot slide*.

    `builder` reports an order that leaves something out.
    """
    found: dict[Frame, None] = {}
    for frame in frames:
        found[frame] = None
        shorter = frame
        while shorter and shorter[-1] != "adj":
            shorter = shorter[:-1]
            found[shorter] = None
    return list(found)


def _sized(phrase: str, suffix: str, links: str, there: str) -> str:
    body = "\n".join(line for line in phrase.splitlines() if not line.startswith("//"))
    head, _, behind = body.partition("\n@there")
    if there:
        head += "\n      |" + there.partition(":")[2]
    return (head + behind).replace("@links", links).replace("@", suffix)


def _slots(frame: Frame, later: dict[str, set[str]], size: _Sizes) -> list[str]:
    """The right-hand side of a frame: each slot in the size that leaves `later` to the verb."""
    out: list[str] = []
    for i, role in enumerate(frame):
        suffix = size(later[role])
        if role == "obj":
            out += [f"object{suffix}", "manner*"]
        elif role == "place":
            out.append(f"(PLACE np{size({'than', *later[role]})} | THERE)")
            if i == len(frame) - 1 and "obj" in frame:
                out.append("than_far?")
        elif role == "adj":
            out.append("become")
        elif role == "as":
            out.append(f"AS (object{suffix} | adjectives)")
        elif role == "by":
            out.append(f"BY object{suffix} (THEN_B BY object{suffix})*")
        else:
            out.append(f"{role.upper()} object{suffix}")
    return out


def _terminals(text: str) -> list[str]:
    code = re.sub(r"//.*", "", text)
    return sorted(set(re.findall(r"(?<![\w@])[A-Z][A-Z0-9_]*(?![\w@])", code)))


# --- Building -----------------------------------------------------------------------------------------------


def build(classes: Iterable[str], transformer: object, *, cache: bool = True) -> lark.Lark:
    """An LALR parser over tagged tokens, of whose rules `transformer` makes values (None: nothing does).

    It is made once a process for each set of classes, and read from the user's cache when it is there; `cache=False`
    makes it anew.
    """
    text = grammar_text(classes)
    parser = _SHARED.get(text) if cache else None
    if parser is None:
        parser = _made(text, cache=cache)
        if cache:
            _SHARED[text] = parser
    if transformer is not None:
        kind: Any = type(transformer)
        _check_made(parser, kind)
    return parser


_SHARED: dict[str, lark.Lark] = {}
"""Grammar → its parser, which knows no words and keeps nothing of a text."""


@functools.lru_cache(maxsize=64)
def _check_made(parser: Any, transformer: Any) -> None:
    """Raises `LookupError` for a rule of several parts that `transformer` has no method for: lark would make a bare
    tree of it, which fails far from here.  It happens where the grammar's file and the code are not of one version,
    as while files are copied.
    """
    for rule in parser.rules:
        # lark's names compare in Python: a Ctrl-C in there would be lost, and the method not found
        name = str(rule.alias or rule.origin.name)
        inner = name.startswith("_") or (rule.options.expand1 and len(rule.expansion) == 1)
        if not inner and not hasattr(transformer, name):
            raise LookupError(
                f"the grammar has a rule {name}, for which {transformer.__name__} has no method"
            )


def _made(text: str, *, cache: bool) -> lark.Lark:
    folder = cache_folder() if cache else None
    file = folder / f"{fingerprint(text)}.lark" if folder else None
    if file is not None and (kept := load_tables(file)) is not None:
        return kept
    made = lark.Lark(
        text,
        parser="lalr",
        lexer=TokenList,
        start=sorted(set(STARTS.values())),
        keep_all_tokens=True,
        maybe_placeholders=False,
        _plugins={"LALR_Parser": QuickLALR},
    )
    if file is not None:
        store_tables(made, file)
    return made


def oracle(classes: Iterable[str]) -> lark.Lark:
    """The same grammar as an Earley parser that keeps every reading; slow, for tests and `explain`."""
    return _oracle(grammar_text(classes))


@functools.cache
def _oracle(text: str) -> lark.Lark:
    return lark.Lark(
        text,
        parser="earley",
        lexer=TokenList,
        ambiguity="explicit",
        start=sorted(set(STARTS.values())),
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


def fingerprint(text: str) -> str:
    """What a cached table depends on: the grammar, the tool, how it writes tables, lark and Python."""
    version = ".".join(map(str, sys.version_info[:3]))
    return hashlib.sha256(
        "\0".join((text, toolkit.__version__, FORM, lark.__version__, version)).encode()
    ).hexdigest()[:32]


def cache_folder(part: str = "grammar") -> Path | None:
    """The folder of the user's cache for parse tables (or another part), made if it is not there; None where nothing
    can be written, or where somebody else can.
    """
    return user_folder("cache", part)
