"""Keys and values: one message for one mistake, on the key or the value itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.documents import card
from toolkit.documents.card import card_schema
from toolkit.documents.reader import read_text
from toolkit.documents.schema import SchemaSet, core_schemas
from toolkit.report.source import Source

CARD = card_schema(
    "combat card",
    {
        "firepower": card.number(0, 9).needed(),
        "colour": card.one_of(["red", "blue", "crimson"]),
        "tags": card.list_of(card.one_of(["gun", "knife"])),
        "unique": card.flag(),
        "home": card.reference("district"),
        "reveal": card.sentence("effect"),
        "sell tag": card.text(),
    },
)
SET = SchemaSet().extended({"combat-card": CARD})
HEAD = "type: combat-card\nid: a\nfirepower: 1\n"


def check(text: str) -> list[tuple[str, int, int, str]]:
    """Code, line, column and underlined text of each diagnostic."""
    checked = read_text(Source("a.yaml", text))
    found = [*checked.diagnostics, *SET.check_all(checked.value)]
    return [(d.code, *d.span.position, d.span.text) for d in found]


def fixed(text: str) -> str:
    checked = read_text(Source("a.yaml", text))
    (wrong,) = [*checked.diagnostics, *SET.check_all(checked.value)]
    fix = wrong.fixes[0]
    return text[: fix.span.start] + fix.replacement + text[fix.span.end :]


MISTAKES: dict[str, tuple[str, list[tuple[str, int, int, str]]]] = {
    "a misspelt key": (HEAD + "reveel: Draw a card.\n", [("SAY0203", 4, 1, "reveel")]),
    "a misspelt key that is needed": (
        "type: combat-card\nid: a\nfirepowre: 1\n",
        [("SAY0203", 3, 1, "firepowre")],
    ),
    "an underscore": (HEAD + "sell_tag: x\n", [("SAY0203", 4, 1, "sell_tag")]),
    "a space": (HEAD + "sell tag: x\n", [("SAY0203", 4, 1, "sell tag")]),
    "a capital": (HEAD + "Reveal: x\n", [("SAY0203", 4, 1, "Reveal")]),
    "two unknown keys": (
        HEAD + "foo: 1\nbar: 2\n",
        [("SAY0203", 4, 1, "foo"), ("SAY0203", 5, 1, "bar")],
    ),
    "a missing key": ("type: combat-card\nid: a\n", [("SAY0204", 1, 1, "type")]),
    "two missing keys": (
        "name: x\ntype: combat-card\n",
        [("SAY0204", 1, 1, "name"), ("SAY0204", 1, 1, "name")],
    ),
    "a text for a number": (HEAD.replace("1", "one"), [("SAY0205", 3, 12, "one")]),
    "a quoted number": (HEAD.replace("1", '"1"'), [("SAY0205", 3, 12, '"1"')]),
    "a decimal": (HEAD.replace("1", "1.5"), [("SAY0205", 3, 12, "1.5")]),
    "yes": (HEAD + "unique: yes\n", [("SAY0205", 4, 9, "yes")]),
    "a number for a text": (HEAD + "sell-tag: 7\n", [("SAY0205", 4, 11, "7")]),
    "nothing": (HEAD + "reveal:\n", [("SAY0205", 4, 1, "reveal")]),
    "nothing in a list": (HEAD + "reveal:\n- a\n-\n", [("SAY0205", 6, 2, "")]),
    "a list for a text": (HEAD + "sell-tag:\n- a\n- b\n", [("SAY0205", 5, 1, "- a")]),
    "a text for a list": (HEAD + "tags: gun\n", [("SAY0205", 4, 7, "gun")]),
    "not one of": (HEAD + "colour: rde\n", [("SAY0206", 4, 9, "rde")]),
    "not one of, in a list": (HEAD + "tags: [gun, nife]\n", [("SAY0206", 4, 13, "nife")]),
    "twice in a list": (HEAD + "tags: [gun, knife, gun]\n", [("SAY0211", 4, 20, "gun")]),
    "no id": (HEAD + "home: City Center\n", [("SAY0207", 4, 7, "City Center")]),
    "no rule id": (HEAD + "cites: [base one]\n", [("SAY0207", 4, 9, "base one")]),
    "too many": (HEAD.replace("1", "10"), [("SAY0209", 3, 12, "10")]),
    "too few": (HEAD + "copies: -1\n", [("SAY0209", 4, 9, "-1")]),
    "empty": (HEAD + "reveal: ''\n", [("SAY0210", 4, 9, "''")]),
    "a sentence with a colon as an item": (
        HEAD + "reveal:\n- PLAY: draw a card.\n",
        [("SAY0109", 5, 7, ":")],
    ),
    "two sentences with colons": (
        HEAD + "reveal:\n- PLAY: draw.\n- FIGHT: draw.\n",
        [("SAY0109", 5, 7, ":"), ("SAY0109", 6, 8, ":")],
    ),
    "a misspelt key of a sentence": (
        HEAD + "reveal:\n- text: Draw.\n  cite: [BASE-ONE-1]\n",
        [("SAY0203", 6, 3, "cite")],
    ),
    "a misspelt text": (HEAD + "reveal:\n- txt: Draw.\n", [("SAY0203", 5, 3, "txt")]),
    "a wrong cite of a sentence": (
        HEAD + "reveal:\n- {text: Draw., cites: [one]}\n",
        [("SAY0207", 5, 25, "one")],
    ),
    "no type": ("id: a\n", [("SAY0201", 1, 1, "id")]),
    "a misspelt type key": ("tpye: rules\nid: a\n", [("SAY0201", 1, 1, "tpye")]),
    "an unknown type": ("type: combat card\nid: a\n", [("SAY0202", 1, 7, "combat card")]),
    "a type that is a list": ("type: [rules]\nid: a\n", [("SAY0202", 1, 7, "[rules]")]),
    "an empty type": ("type:\nid: a\n", [("SAY0202", 1, 1, "type")]),
    "an alias is told once": (
        HEAD + "reveal: *x\nunique: *y\n",
        [("SAY0115", 4, 9, "*x"), ("SAY0115", 5, 9, "*y")],
    ),
    "a mistake deep within": (
        "type: vocabulary\nkinds:\n  card:\n    noun: [card, cards]\n    documnets: true\n",
        [("SAY0203", 5, 5, "documnets")],
    ),
    "a step without a name": (
        "type: procedure\nid: a\nsteps: [Draw a card.]\n",
        [("SAY0205", 3, 8, "[Draw a card.]")],
    ),
    "a step's name": (
        "type: procedure\nid: a\nsteps:\n  Step 1!: Draw a card.\n",
        [("SAY0207", 4, 3, "Step 1!")],
    ),
    "no steps": ("type: procedure\nid: a\nsteps: {}\n", [("SAY0208", 3, 8, "{}")]),
    "players": (
        "type: pack\nformat: 1\nid: a\nname: A\nlanguages: [en]\nplayers: 2-4\n",
        [("SAY0207", 6, 10, "2-4")],
    ),
    "another format": (
        "type: pack\nformat: 2\nid: a\nname: A\nlanguages: [en]\n",
        [("SAY0206", 2, 9, "2")],
    ),
    "two noun forms at most": (
        "type: vocabulary\nkinds:\n  die: {noun: [die, dice, dices]}\n",
        [("SAY0208", 3, 15, "[die, dice, dices]")],
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_told_once_and_in_its_place(case: str) -> None:
    text, expected = MISTAKES[case]
    assert check(text) == expected


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("reveel: Draw.", "reveal: Draw."),
        ("sell_tag: x", "sell-tag: x"),
        ("colour: rde", "colour: red"),
        ("unique: yes", "unique: true"),
        ("unique: 'off'", "unique: false"),
        ("sell-tag: 7", 'sell-tag: "7"'),
        ("tags: gun", "tags: [gun]"),
        ('copies: "2"', "copies: 2"),
        ("home: City Center", "home: city-center"),
        ("reveal:\n- PLAY: draw.", 'reveal:\n- "PLAY: draw."'),
    ],
)
def test_the_correction_mends_it(line: str, right: str) -> None:
    assert fixed(f"{HEAD}{line}\n") == f"{HEAD}{right}\n"
    assert check(f"{HEAD}{right}\n") == []


def test_a_list_without_hyphens_is_told_of_them() -> None:
    (wrong,) = SET.check_all(read_text(Source("a.yaml", HEAD + "tags:\n  first: gun\n")).value)
    assert wrong.code == "SAY0205"
    assert wrong.hint == "Each item of the list begins with a hyphen: `- first: …`."


def test_the_nearest_key_is_offered() -> None:
    checked = read_text(Source("a.yaml", HEAD + "reveel: x\n"))
    (wrong,) = SET.check_all(checked.value)
    assert wrong.label == "did you mean `reveal`?" and wrong.expected[0] == "`reveal`"


def test_a_missing_type_is_one_message_even_in_a_large_document() -> None:
    assert len(check("".join(f"key-{i}: {i}\n" for i in range(50)))) == 1


@pytest.mark.parametrize(
    "text", [HEAD, HEAD + "reveal: 7\n", HEAD + "reveal:\n- {text: Draw., cites: [BASE-ONE-1]}\n- Draw.\n"]
)
def test_what_is_right(text: str) -> None:
    assert check(text) == []


def test_without_the_compiled_validator_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {case: check(text) for case, (text, _) in MISTAKES.items()}
    slow = SchemaSet(SET.schemas)
    monkeypatch.setattr(slow, "_is_valid", lambda kind, data: False)
    for case, (text, _) in MISTAKES.items():
        checked = read_text(Source("a.yaml", text))
        found = [*checked.diagnostics, *slow.check_all(checked.value)]
        assert [(d.code, *d.span.position, d.span.text) for d in found] == before[case]
    for text in [HEAD, HEAD + "reveal: 7\n"]:
        assert not slow.check_all(read_text(Source("a.yaml", text)).value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab -é", max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "cites", "x"]), inner)
        ),
        max_leaves=6,
    ),
    st.sampled_from(sorted({k for s in SET.schemas.values() for k in s["properties"]})),
    st.sampled_from(SET.types),
)
def test_whatever_stands_under_a_key_is_explained(value: Any, key: str, kind: str) -> None:
    text = json.dumps({"type": kind, key: value} if key != "type" else {"type": value})
    checked = read_text(Source("a.yaml", text))
    (document,) = checked.value
    found = SET.check(document)
    from jsonschema import Draft202012Validator

    data = json.loads(text)
    if data["type"] in SET.types:
        right = Draft202012Validator(SET.schemas[data["type"]]).is_valid(data)
        assert right == (not found), (text, found)
    else:
        assert len(found) == 1


# --- the files ------------------------------------------------------------------------------------------


def properties(schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each property of a schema, however deep."""
    if isinstance(schema, dict):
        for name, value in (
            schema.get("properties", {}).items() if isinstance(schema.get("properties"), dict) else ()
        ):
            yield f"{path}/{name}", value
        for key, value in schema.items():
            yield from properties(value, f"{path}/{key}")
    elif isinstance(schema, list):
        for item in schema:
            yield from properties(item, path)


CORE = sorted(core_schemas())


def test_the_core_types() -> None:
    assert set(CORE) == {
        *("pack", "vocabulary", "definitions", "rules", "procedure", "verb", "keyword", "scenario"),
        *("example", "invariants", "evaluation", "survivors", "sources", "locale", "rule-module", "story"),
        *("deck", "deck-rules", "layout", "ruling", "prose"),
    }


@pytest.mark.parametrize("kind", [*CORE, "combat-card"])
def test_a_schema_is_well_formed_and_says_what_it_is(kind: str) -> None:
    from jsonschema import Draft202012Validator

    schema = SET.schemas[kind]
    Draft202012Validator.check_schema(schema)
    assert schema["description"] and schema["properties"]["type"]["const"] == kind
    for path, value in properties(schema):
        assert value.get("description"), path
        name = path.rsplit("/", 1)[1]
        assert card.key_of(name) == name, path
        resolver = Draft202012Validator({**value, "$defs": schema.get("$defs", {})})
        assert value.get("examples"), path
        for example in value["examples"]:
            assert resolver.is_valid(example), (
                path,
                example,
                [e.message for e in resolver.iter_errors(example)],
            )


@pytest.mark.parametrize("kind", [*CORE, "combat-card"])
def test_no_object_takes_unknown_keys(kind: str) -> None:
    def objects(schema: Any) -> Iterator[Any]:
        if isinstance(schema, dict):
            if "properties" in schema and schema.get("type") == "object":
                yield schema
            for value in schema.values():
                yield from objects(value)
        elif isinstance(schema, list):
            for item in schema:
                yield from objects(item)

    assert all(o.get("additionalProperties") is False for o in objects(SET.schemas[kind]))


def test_what_the_files_share_is_the_same_everywhere() -> None:
    seen: dict[str, Any] = dict(CARD["$defs"])
    for schema in core_schemas().values():
        for name, value in schema.get("$defs", {}).items():
            assert seen.setdefault(name, value) == value, name


def test_two_fields_of_one_key_are_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="sell-tag"):
        card_schema("card", {"sell tag": card.text(), "sell-tag": card.text()})
    with pytest.raises(ValueError, match="type"):
        card_schema("card", {"type": card.text()})


def test_a_kind_without_documents_is_told_how_it_has_some() -> None:
    schemas = SchemaSet(kinds=["big-box"])
    (found,) = schemas.check_all(read_text(Source("a.yaml", "type: big-box\nid: a\n")).value)
    assert found.code == "SAY0202"
    assert found.hint is not None
    assert "`big box: {documents: true}`" in found.hint
