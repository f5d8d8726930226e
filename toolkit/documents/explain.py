"""Why a document does not fit its schema, in an author's words: one diagnostic for each mistake.

`jsonschema` finds every error; here each is placed on the key or value that is wrong and told with what stands
there and what may stand there. Errors that are two sides of one mistake become one: a misspelt key is not also
a missing one, and of several shapes that a value may have, the one that was meant is explained.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from toolkit.documents.document_type import document_types
from toolkit.documents.nodes import (
    Document,
    KeyNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    first_key,
    key_at,
    node_at,
)
from toolkit.documents.reader import quoted
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Fix, Label
from toolkit.report.source import Span
from toolkit.report.suggest import distance, nearest

Path = tuple[str | int, ...]

_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "keys with values",
    "null": "nothing",
}

_NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
    )
}

_TRUTHS = {"yes": "true", "on": "true", "no": "false", "off": "false"}


class Explainer:
    """Explains the documents of one type. `kind`: the type; `schema`: its JSON Schema."""

    def __init__(self, kind: str, schema: Any) -> None:
        from jsonschema import Draft202012Validator

        self.kind = kind
        self.validator = Draft202012Validator(schema)

    def explain(self, document: Document, data: Any) -> tuple[Diagnostic, ...]:
        """The diagnostics for a document whose plain value is `data`, in the order of the file."""
        telling = _Telling(self.kind, document)
        telling.all(self.validator.iter_errors(data))
        return telling.told()


class _Telling:
    def __init__(self, kind: str, document: Document) -> None:
        self.kind = kind
        self.root = document.root
        self.by_place: dict[tuple[int, int, str], Diagnostic] = {}
        # Of each mapping, the keys that are missing: a misspelt key is told first.
        self.missing: dict[Path, list[str]] = {}
        self.meant: dict[Path, set[str]] = {}

    def told(self) -> tuple[Diagnostic, ...]:
        for path, keys in self.missing.items():
            node = node_at(self.root, path)
            if not isinstance(node, MappingNode):
                continue
            for key in dict.fromkeys(keys):
                if key not in self.meant.get(path, ()):
                    owner = self._owner(path)
                    self._tell("SAY0204", first_key(node), hint=f"Add `{key}: ...`.", key=key, owner=owner)
        return tuple(sorted(self.by_place.values(), key=lambda d: d.span.start))

    def all(self, errors: Iterable[Any]) -> None:
        # Missing keys first, so that unknown ones can be told as their misspelling.
        for error in sorted(errors, key=lambda e: e.validator != "required"):
            self._one(error)

    def _one(self, error: Any) -> None:
        path: Path = tuple(error.absolute_path)
        node = node_at(self.root, path)
        if node is None or _is_broken(self.root, path):
            return
        if "propertyNames" in error.absolute_schema_path and isinstance(node, MappingNode):
            key = node.key(str(error.instance))
            if key is not None:
                self._malformed(error, key.span, key.name)
            return
        tell: Callable[[_Telling, Any, Path, Any], None] = _TELLING.get(error.validator, _Telling._other)
        tell(self, error, path, node)

    # --- one method for each kind of mistake ------------------------------------------------------------

    def _other(self, error: Any, path: Path, node: Node) -> None:
        self._malformed(error, _line_of(node), _shown(node))

    def _absent(self, error: Any, path: Path, node: Node) -> None:
        self._lacks(path, error.validator_value, error.instance)

    def _absent_beside(self, error: Any, path: Path, node: Node) -> None:
        """A key that another one needs."""
        for key, needs in error.validator_value.items():
            if key in error.instance:
                self._lacks(path, needs, error.instance)

    def _lacks(self, path: Path, keys: Iterable[str], said: Any) -> None:
        self.missing.setdefault(path, []).extend(key for key in keys if key not in said)

    def _type(self, error: Any, path: Path, node: Node) -> None:
        self._wrong_type(path, node, _wanted([error]))

    def _value(self, error: Any, path: Path, node: Node) -> None:
        value = error.validator_value
        self._not_one_of(path, node, value if error.validator == "enum" else [value])

    def _pattern(self, error: Any, path: Path, node: Node) -> None:
        self._malformed(error, _line_of(node), str(error.instance))

    def _empty(self, error: Any, path: Path, node: Node) -> None:
        hint = "Write a text, or leave the key out."
        self._tell("SAY0210", self._place(path, node), hint=hint, where=self._name(path))

    def _unknown_keys(self, error: Any, path: Path, node: MappingNode) -> None:
        schema = error.schema
        known = list(schema.get("properties", {}))
        patterns = [re.compile(p) for p in schema.get("patternProperties", {})]
        absent = [k for k in known if k not in node]
        for key, value in node:
            if key.name in known or any(p.search(key.name) for p in patterns):
                continue
            near = _nearest_key(key.name, self.missing.get(path, []), absent)
            if near:
                self.meant.setdefault(path, set()).add(near[0])
            elif (sentence := self._split_text(path, key, value, node)) is not None:
                self._add(sentence)
                self.missing.pop(path, None)  # what is no group of keys lacks none
                continue
            self._tell(
                "SAY0203",
                key.span,
                label=f"did you mean `{near[0]}`?" if near else None,
                expected=[f"`{k}`" for k in (near or absent or known)],
                hint=self._declared(path, key.name, value, near),
                fixes=[Fix(f"write `{k}`", key.span, k) for k in near[:1]],
                key=key.name,
                owner=self._owner(path),
            )

    def _declared(self, path: Path, key: str, value: Node, near: Sequence[str]) -> str | None:
        """How a component of the pack gets a key of its own, if this one is no slip."""
        if path or self.kind in document_types() or not isinstance(value, ScalarNode) or misspelt(key, near):
            return None
        of = {bool: "flag", int: "number"}.get(type(value.value), "…")
        name = key.replace("-", " ")
        if isinstance(value.value, str) and value.value.rstrip().endswith("."):
            texts = f"`sentences: {{{key}: statement}}` for what always holds, `effect` for what happens once"
            return f"A {self.kind} has the texts that its kind declares in a vocabulary document: {texts}."
        return f"A {self.kind} has what its kind declares in a vocabulary document: `attributes: {{{name}: {of}}}`."

    def _split_text(self, path: Path, key: KeyNode, value: Node, node: MappingNode) -> Diagnostic | None:
        """A list item `PLAY: draw a card` became a key and a value; told as what it is, if it looks so."""
        looks_so = " " in key.name or (key.name[:1].isupper() and isinstance(value, ScalarNode))
        if len(node) != 1 or node.flow or not path or not looks_so:
            return None
        return _colon_in_text(node, key, value)

    def _wrong_type(self, path: Path, node: Node, wanted: Sequence[str]) -> None:
        if isinstance(node, MappingNode) and "string" in wanted and len(node) == 1 and not node.flow:
            key, value = node.items[0]
            if said := _colon_in_text(node, key, value):
                self._add(said)
                return
        span = self._place(path, node)
        fixes = list(_meant(node, wanted, span)) if isinstance(node, ScalarNode) else []
        names = [_TYPES[t] for t in wanted if not (t == "integer" and "number" in wanted)]
        hint = None
        if isinstance(node, MappingNode) and not node.flow and wanted == ["array"]:
            hint = f"Each item of the list begins with a hyphen: `- {node.items[0][0].name}: …`."
        self._tell(
            "SAY0205",
            span,
            expected=names if len(names) > 1 else [],
            hint=hint,
            fixes=fixes[:1],
            found=_shown(node),
            wanted=_either(names),
            where=self._name(path),
        )

    def _not_one_of(self, path: Path, node: Node, values: Sequence[Any]) -> None:
        span = self._place(path, node)
        words = [v if isinstance(v, str) else json.dumps(v) for v in values]
        near = nearest(span.text if not isinstance(node, ScalarNode) else node.text.value, words)
        self._tell(
            "SAY0206",
            span,
            label=f"did you mean `{near[0]}`?" if near else None,
            expected=[f"`{w}`" for w in words],
            fixes=[Fix(f"write `{w}`", span, w) for w in near[:1]],
            found=_shown(node),
            where=self._name(path),
        )

    def _malformed(self, error: Any, span: Span, value: str) -> None:
        """The wording is the schema's own: its `title` says what is wanted, its `description` how it looks."""
        schema = error.schema
        fixes = []
        pattern = error.validator_value if error.validator == "pattern" else None
        kebab = re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")
        if pattern and kebab and re.search(pattern, kebab):
            fixes.append(Fix(f"write `{kebab}`", span, kebab))
        shown = value if value.startswith("`") or " " in value[:2] else f"`{value[:60]}`"
        self._tell(
            "SAY0207",
            span,
            hint=schema.get("description"),
            fixes=fixes,
            found=shown,
            wanted=schema.get("title", "what may stand here").lower(),
        )

    def _count(self, error: Any, path: Path, node: Node) -> None:
        count, limit = len(error.instance), error.validator_value
        things = "items" if isinstance(node, SequenceNode) else "keys"
        bound = "at least" if error.validator.startswith("min") else "at most"
        self._tell(
            "SAY0208",
            self._place(path, node),
            where=self._name(path),
            count=f"{count or 'no'} {things if count != 1 else things[:-1]}",
            wanted=f"{bound} {limit}",
        )

    def _range(self, error: Any, path: Path, node: Node) -> None:
        said = {
            "minimum": "at least",
            "maximum": "at most",
            "exclusiveMinimum": "more than",
            "exclusiveMaximum": "less than",
        }[error.validator]
        self._tell(
            "SAY0209",
            node.span,
            where=self._name(path),
            found=node.span.text,
            wanted=f"{said} {error.validator_value}",
        )

    def _repeated(self, error: Any, path: Path, node: SequenceNode) -> None:
        first: dict[str, Node] = {}
        for item in node:
            said = item.text.value if isinstance(item, ScalarNode) else item.span.text
            if said in first:
                labels = [Label(_line_of(first[said]), "first written here")]
                self._tell("SAY0211", _line_of(item), labels=labels, hint="Delete one.", found=_shown(item))
            else:
                first[said] = item

    def _branches(self, error: Any, path: Path, node: Node) -> None:
        """Of the shapes that a value may have, explain the one whose type fits and whose errors are fewest."""
        groups: dict[Any, list[Any]] = {}
        for inner in error.context:
            groups.setdefault(inner.relative_schema_path[0], []).append(inner)
        itself = {shape: [e for e in group if not e.relative_path] for shape, group in groups.items()}
        fitting = [shape for shape in groups if all(e.validator != "type" for e in itself[shape])]
        if not fitting:
            self._wrong_type(path, node, _wanted(list(chain.from_iterable(itself.values()))))
            return
        enums = [e for shape in fitting for e in itself[shape] if e.validator in ("enum", "const")]
        if enums and len(enums) == len(fitting):
            self._not_one_of(path, node, list(chain.from_iterable(map(_allowed, enums))))
        else:
            self.all(groups[min(fitting, key=lambda shape: (len(itself[shape]), len(groups[shape])))])

    # --- what they share --------------------------------------------------------------------------------

    def _tell(
        self,
        code: str,
        span: Span,
        *,
        label: str | None = None,
        labels: Sequence[Label] = (),
        expected: Sequence[str] = (),
        hint: str | None = None,
        fixes: Sequence[Fix] = (),
        **fields: str,
    ) -> None:
        said = diagnose(
            code,
            span,
            label=label,
            labels=labels,
            expected=expected,
            hint=hint,
            fixes=fixes,
            **fields,
        )
        self._add(said)

    def _add(self, said: Diagnostic) -> None:
        # One message for one place; only missing keys share the place of the mapping that lacks them.
        key = said.message if said.code == "SAY0204" else ""
        self.by_place.setdefault((said.span.start, said.span.end, key), said)

    def _place(self, path: Path, node: Node) -> Span:
        """The value, or its key if there is nothing to see of the value."""
        key = key_at(self.root, path) if path and node.span.start == node.span.end else None
        if key is not None:
            return key.span
        return _line_of(node)

    def _owner(self, path: Path) -> str:
        names = [str(step) for step in path if isinstance(step, str)]
        if not names:
            article = "an" if self.kind[:1] in "aeiou" else "a"
            return f"{article} `{self.kind}` document"
        return f"`{names[-1]}`"

    def _name(self, path: Path) -> str:
        names = [str(step) for step in path if isinstance(step, str)]
        inside = bool(path) and isinstance(path[-1], int)
        if not names:
            return "this document"
        return f"an item of `{names[-1]}`" if inside else f"`{names[-1]}`"


_TELLING: dict[str, Callable[[_Telling, Any, Path, Any], None]] = {
    "required": _Telling._absent,
    "dependentRequired": _Telling._absent_beside,
    "additionalProperties": _Telling._unknown_keys,
    "type": _Telling._type,
    **dict.fromkeys(("enum", "const"), _Telling._value),
    "pattern": _Telling._pattern,
    **dict.fromkeys(("minItems", "maxItems", "minProperties", "maxProperties"), _Telling._count),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _Telling._range),
    "minLength": _Telling._empty,
    "uniqueItems": _Telling._repeated,
    **dict.fromkeys(("anyOf", "oneOf"), _Telling._branches),
}
"""How a mistake is told, by the keyword of the schema that finds it, which asks about its own kind of node alone."""


def _allowed(error: Any) -> list[Any]:
    """The values of which one was wanted."""
    return error.schema.get("enum") or [error.schema["const"]]


def _meant(node: ScalarNode, wanted: Sequence[str], span: Span) -> Iterator[Fix]:
    """What may have been meant by a value of another type, the likeliest first."""
    text = node.text.value
    if node.value is None:
        return
    if "string" in wanted and not isinstance(node.value, str):
        yield Fix("if it is text, put it in quotes", span, quoted(span.text))
    if "boolean" in wanted and (word := _TRUTHS.get(text.lower())):
        yield Fix(f"write `{word}`", span, word)
    if _holds_number(wanted, text) and node.style in ("single", "double"):
        yield Fix("leave out the quotes", span, text)
    if _holds_number(wanted, number := str(_NUMBERS.get(text.casefold(), ""))):
        yield Fix(f"write `{number}`", span, number)
    if wanted == ["array"] and node.style == "plain" and "\n" not in span.text:
        yield Fix("write a list", span, f"[{span.text}]")


def misspelt(key: str, near: Sequence[str]) -> bool:
    """Whether a key is another one with a slip or two."""
    return bool(near) and distance(key.casefold(), near[0].casefold()) <= 2


def _nearest_key(name: str, missing: Sequence[str], absent: Sequence[str]) -> tuple[str, ...]:
    """The keys that a misspelt one was meant as; one that is missing comes before one that may be left out."""
    plain = name.replace("_", "-").replace(" ", "-")
    near = nearest(plain, missing) + nearest(plain, absent)
    return tuple(dict.fromkeys(near))[:3]


def _colon_in_text(node: MappingNode, key: KeyNode, value: Node) -> Diagnostic | None:
    """`- PLAY: draw a card` is a key and a value to YAML; to its author it is a sentence."""
    if not isinstance(value, ScalarNode) or "\n" in node.span.text or value.span.start <= key.span.end:
        return None
    source = node.span.source
    span = source.span(key.span.end, key.span.end + 1)
    return diagnose(
        "SAY0109",
        span,
        label="a colon and a space",
        hint="Put the text in quotes, or write it under `|` on the next lines.",
        fixes=[Fix("put the text in quotes", node.span, quoted(node.span.text))],
        word=key.name[-30:],
    )


def _wanted(errors: Iterable[Any]) -> list[str]:
    """The types that would have been right, in the order of the schema."""
    wanted: list[str] = []
    for error in errors:
        if error.validator == "type":
            value = error.validator_value
            wanted += [value] if isinstance(value, str) else value
    return list(dict.fromkeys(wanted))


def _holds_number(wanted: Sequence[str], text: str) -> bool:
    return ("integer" in wanted or "number" in wanted) and re.fullmatch(r"-?[0-9]{1,17}", text) is not None


def _is_broken(root: Node, path: Path) -> bool:
    node = node_at(root, path)
    return isinstance(node, ScalarNode) and node.broken


def _line_of(node: Node) -> Span:
    """The node, or of one that stands on several lines its first line."""
    span = node.span
    first = re.split(r"[\r\n]", span.text, maxsplit=1)[0]
    return Span(span.source, span.start, span.start + len(first.rstrip()))


def _shown(node: Node) -> str:
    """What stands there, said shortly."""
    if isinstance(node, SequenceNode):
        return "a list"
    if isinstance(node, MappingNode):
        return "a group of keys" if node.items else "an empty group of keys"
    if node.value is None and not node.text.value:
        return "nothing"
    if isinstance(node.value, str) and (len(node.value) > 30 or "\n" in node.value):
        return "a text"
    return f"`{node.text.value}`"


def _either(names: Sequence[str]) -> str:
    if len(names) < 2:
        return names[0] if names else "something else"
    return f"{', '.join(names[:-1])} or {names[-1]}"
