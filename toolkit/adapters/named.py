"""`view` with the names of things in place of numbers, and the schema of what can stand in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.kernel.view import view
from toolkit.play.table import Table

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.machine import Machine
    from toolkit.play.telling import Teller

Offered = list[dict[str, Any]]


def named_view(
    machine: Machine, teller: Teller, state: State, seat: int | None, offered: Offered
) -> dict[str, Any]:
    """What a seat knows (None: what lies open to all).  `offered`: its actions with their words."""
    table, fixed = teller.table, teller.names.fixed
    found = view(
        state, machine.model, -1 if seat is None else seat, lambda a, e: machine.attribute(state, a, e)
    )
    asked = found["decision"]
    decision = None
    if asked is not None:
        decision = {
            "kind": asked["kind"],
            "seats": [fixed(each) for each in asked["seats"]],
            "question": teller.prompt(state) if seat in asked["seats"] else None,
            "options": offered,
        }
    periods = [period.replace(" ", "-") for period in machine.ruleset.periods]
    return {
        "seat": None if seat is None else fixed(seat),
        "game": attributes(table, 0, found["game"]),
        "players": {
            fixed(player): {
                "attributes": attributes(table, player, found["players"][str(player)]),
                "out": player in found["out"],
            }
            for player in machine.model.players
        },
        "places": [
            {
                "name": fixed(place["entity"]),
                "entity": place["entity"],
                "kind": place["kind"],
                "attributes": attributes(table, place["entity"], place["attributes"]),
                "contents": [thing(each, teller) for each in place["contents"]],
                "hidden": place.get("hidden", 0),
            }
            for place in found["places"]
        ],
        "gone": [None if each is None else fixed(each) for each in found["gone"]],
        "periods": dict(zip(periods, found["periods"], strict=True)),
        "active": fixed(found["active"]) if found["active"] > 0 else None,
        "over": found["over"],
        "winners": [fixed(winner) for winner in found["winners"]],
        "decision": decision,
    }


def thing(each: dict[str, Any] | None, teller: Teller) -> dict[str, Any] | None:
    """What lies somewhere, and what lies on it; None: nobody knows which it is."""
    if each is None:
        return None
    return {
        "name": teller.names.fixed(each["entity"]),
        "entity": each["entity"],
        "kind": each["kind"],
        "face": "up" if each["face"] else "down",
        "attributes": attributes(teller.table, each["entity"], each["attributes"]),
        "contents": [thing(inner, teller) for inner in each["contents"]],
        "hidden": each.get("hidden", 0),
    }


def attributes(table: Table, entity: int, values: list[int]) -> dict[str, Any]:
    """What the entity has of attributes, by name; numbers and truths as such, others in words, None: nothing."""
    columns = enumerate(values)
    return {table.title(n): plain(table, n, value) for n, value in columns if table.has(entity, n)}


def plain(table: Table, index: int, value: int) -> Any:
    """A value of an attribute."""
    form = table.model.attributes[index].type
    if form == "number":
        return value
    if form == "flag":
        return bool(value)
    return table.value(index, value) if value >= 0 else None


# --- Schema -------------------------------------------------------------------------------------------------


def schema_of(machine: Machine, teller: Teller) -> dict[str, Any]:
    """JSON Schema of `named_view` for one compiled game."""
    model, names = machine.model, teller.names
    players = [names.fixed(player) for player in model.players]
    player = {"enum": players}
    kinds = {
        "thing": [e for e in range(model.count) if model.is_component[e]],
        "place": [e for e in range(model.count) if model.is_place[e]],
    }
    held = {
        "contents": {"type": "array", "items": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/thing"}]}},
        "hidden": {"type": "integer", "minimum": 0},
    }

    def described(those: list[int], more: dict[str, Any]) -> dict[str, Any]:
        """Of entities: one alternative for each kind that has attributes of its own."""
        by_kind = {model.kind[e]: e for e in those}
        return {
            "oneOf": [
                closed(
                    {
                        "name": {"type": "string"},
                        "entity": {"type": "integer", "minimum": 0, "exclusiveMaximum": model.count},
                        "kind": {"const": model.kinds[kind].name},
                        "attributes": attributes_schema(teller.table, entity),
                        **more,
                    }
                )
                for kind, entity in by_kind.items()
            ]
        }

    number = {"type": "integer", "minimum": 0}
    options = closed({"action": number, "says": {"type": "string"}})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What a seat knows in {teller.pack.id}",
        "$defs": {
            "thing": described(kinds["thing"], {"face": {"enum": ["up", "down"]}, **held}),
            "place": described(kinds["place"], held),
        },
        **closed(
            {
                "seat": {"enum": [*players, None]},
                "game": attributes_schema(teller.table, 0),
                "players": closed(
                    {
                        names.fixed(each): closed(
                            {
                                "attributes": attributes_schema(teller.table, each),
                                "out": {"type": "boolean"},
                            }
                        )
                        for each in model.players
                    }
                ),
                "places": {"type": "array", "items": {"$ref": "#/$defs/place"}},
                "gone": {"type": "array", "items": {"type": ["string", "null"]}},
                "periods": closed(
                    {
                        period.replace(" ", "-"): {"type": "array", "items": number}
                        for period in machine.ruleset.periods
                    }
                ),
                "active": {"enum": [*players, None]},
                "over": {"type": "boolean"},
                "winners": {"type": "array", "items": player},
                "decision": {
                    "anyOf": [
                        {"type": "null"},
                        closed(
                            {
                                "kind": {"type": "string"},
                                "seats": {"type": "array", "items": player},
                                "question": {"type": ["string", "null"]},
                                "options": {"type": "array", "items": options},
                            }
                        ),
                    ]
                },
            }
        ),
    }


def closed(properties: dict[str, Any]) -> dict[str, Any]:
    """An object with these properties, all of them and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def attributes_schema(table: Table, entity: int) -> dict[str, Any]:
    """The schema of `attributes` of an entity."""
    model = table.model
    found = {}
    for index, column in enumerate(model.attributes):
        if not table.has(entity, index):
            continue
        if column.type == "number":
            least, most = model.limits(index, entity)
            found[table.title(index)] = {
                "type": "integer",
                **({} if least is None else {"minimum": least}),
                **({} if most is None else {"maximum": most}),
            }
        elif column.type == "flag":
            found[table.title(index)] = {"type": "boolean"}
        elif column.type == "list":
            words = [model.values[value] for value in column.values] or list(model.values)
            found[table.title(index)] = {"enum": [*words, None]}
        else:
            found[table.title(index)] = {"type": ["string", "null"]}
    return closed(found)
