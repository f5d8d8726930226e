"""A program as text for people: one line an instruction, names instead of indices where they are known.

3  choose-one  you, cards in #4 → $5          ; Draw a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolkit.program.expression import Expr
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Program, Rule, Ruleset

INFIX = {
    "add": "+", "sub": "−", "mul": "×", "div": "÷", "mod": "mod", "eq": "=", "ne": "≠", "lt": "<", "le": "≤",
    "gt": ">", "ge": "≥", "member": "∈", "subset": "⊆", "inter": "∩", "minus": "∖",
}  # fmt: skip
JOINED = {"and": " and ", "or": " or ", "union": " ∪ "}
BINDERS = {
    "filter": "where",
    "first-where": "first where",
    "map": "give",
    "flat": "union of",
    "closure": "and on to",
    "any": "some",
    "every": "every",
}


def disassemble(program: Program | int, ruleset: Ruleset) -> str:
    """The text of a program.  Sentences stand after the first instruction that came from them."""
    if isinstance(program, int):
        program = ruleset.programs[program]
    lines = [f"program {program.name}  ({program.locals} locals)"]
    last = -1
    for pc, instr in enumerate(program.code):
        line = f"{pc:5}  {instruction(instr, ruleset)}"
        at = program.at[pc] if pc < len(program.at) else -1
        if at >= 0 and at != last and at < len(ruleset.sentences):
            line = f"{line:<60}  ; {ruleset.sentences[at].text}"
        last = at
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def show_rule(rule: Rule, ruleset: Ruleset) -> str:
    """A standing rule in one paragraph."""
    names = ruleset.steps if rule.step or rule.kind == "skip" else [verb.id for verb in ruleset.verbs]
    lines = [f"{rule.kind} {rule.name}".rstrip()]
    if rule.events:
        lines.append(f"  of     {', '.join(_name(names, event) for event in rule.events)}")
    for label, expr in (
        ("for", rule.holders),
        ("you", rule.you),
        ("over", rule.over),
        ("when", rule.match),
        ("was", rule.was),
        ("before", rule.before),
        ("spends", rule.spends),
        (rule.op, rule.value),
        ("least", None if rule.least is None else ("int", rule.least)),
        ("most", None if rule.most is None else ("int", rule.most)),
    ):
        if expr is not None:
            lines.append(f"  {label:<6} {expression(expr, ruleset)}")
    if rule.program >= 0:
        lines.append(f"  run    {_name([p.name for p in ruleset.programs], rule.program)}")
    return "\n".join(lines) + "\n"


def instruction(instr: Instr, ruleset: Ruleset) -> str:
    """One instruction, without its number."""

    def x(expr: Expr) -> str:
        return expression(expr, ruleset)

    def xs(exprs: Sequence[Expr]) -> str:
        return ", ".join(x(expr) for expr in exprs)

    def to(slot: int) -> str:
        return f" → ${slot}" if slot >= 0 else ""

    verbs = [verb.id for verb in ruleset.verbs]
    programs = [program.name for program in ruleset.programs]
    match instr:
        case ("let", slot, a):
            text = f"let  ${slot} := {x(a)}"
        case ("jump", pc):
            text = f"jump  {pc}"
        case ("unless", cond, pc):
            text = f"unless  {x(cond)}: jump {pc}"
        case ("each", members, index, slot, pc):
            text = f"each  ${slot} of ${members} (at ${index}), then {pc}"
        case ("choose", who, members, least, most, slot):
            text = f"choose  {x(who)}: {x(least)} to {x(most)} of {x(members)}{to(slot)}"
        case ("choose-one", who, members, slot):
            text = f"choose-one  {x(who)}: {x(members)}{to(slot)}"
        case ("choose-number", who, a, b, slot):
            text = f"choose-number  {x(who)}: {x(a)} to {x(b)}{to(slot)}"
        case ("choose-value", who, numbers, slot):
            text = f"choose-value  {x(who)}: {x(numbers)}{to(slot)}"
        case ("choose-quantity", who, members, slot):
            every = "; ".join(f"{x(cond)}: {attribute}" for cond, attribute in members)
            text = f"choose-quantity  {x(who)}: {every}{to(slot)}"
        case ("choose-payment", who, attribute, amount, slot):
            text = f"choose-payment  {x(who)}: {x(amount)} of {attribute}{to(slot)}"
        case ("choose-each", players, index, members, least, most, slot):
            text = f"choose-each  ${index} of {x(players)}: {x(least)} to {x(most)} of {x(members)}{to(slot)}"
        case ("may", who, slot):
            text = f"may  {x(who)}{to(slot)}"
        case ("branch", who, optional, branches, pc):
            every = "; ".join(f"{x(branch[0])}: {branch[1]}" for branch in branches)
            text = f"branch  {x(who)}{' may' if optional else ''}: {every}; else {pc}"
        case ("random", members, n, slot):
            text = f"random  {x(n)} of {x(members)}{to(slot)}"
        case ("do", verb, who, roles, slot):
            text = f"do  {_name(verbs, verb)}({'; '.join(x(part) for part in (who, *roles))}){to(slot)}"
        case ("emit", step, who, roles):
            text = f"emit  {_name(ruleset.steps, step)}({'; '.join(x(part) for part in (who, *roles))})"
        case ("skip", step, pc):
            text = f"skip  {_name(ruleset.steps, step)}: jump {pc}"
        case ("enter", period, who, roles):
            text = f"enter  {_name(ruleset.periods, period)}({'; '.join(x(part) for part in (who, *roles))})"
        case ("leave", period):
            text = f"leave  {_name(ruleset.periods, period)}"
        case ("effect", rule, captured, period, edge, who):
            until = f" until the {'start' if edge == 1 else 'end'} of " if period >= 0 else ""
            until += f"the next of {x(who)}: " if edge else ""
            until += _name(ruleset.periods, period) if period >= 0 else ""
            text = f"effect  rule {rule}({xs(captured)}){until}"
        case ("later", step, program, captured):
            text = f"later  at {_name(ruleset.steps, step)}: {_name(programs, program)}({xs(captured)})"
        case ("use", key):
            text = f"use  rule {key[0]}({xs(key[1:])})"
        case ("call", program, arguments, slot):
            text = f"call  {_name(programs, program)}({xs(arguments)}){to(slot)}"
        case ("resolve", field, component, who, slot):
            text = f"resolve  {_name(ruleset.fields, field)} of {x(component)} for {x(who)}{to(slot)}"
        case ("borrow", field, component, this, who, slot):
            text = f"borrow  {_name(ruleset.fields, field)} of {x(component)} as {x(this)} for {x(who)}{to(slot)}"
        case ("return", a):
            text = f"return  {x(a)}"
        case ("end", winners):
            text = f"end  {x(winners)}"
        case _:
            text = "  ".join(str(part) for part in instr)
    return text


def expression(expr: Expr, ruleset: Ruleset) -> str:
    """One expression.  `$4` is local slot 4, `you` and `this` the first two; `#7` an entity."""

    def x(part: Expr) -> str:
        return expression(part, ruleset)

    op, *rest = expr
    if op in INFIX:
        return f"({x(rest[0])} {INFIX[op]} {x(rest[1])})"
    if op in JOINED:
        return f"({JOINED[op].join(x(part) for part in rest)})" if rest else f"({op})"
    match expr:
        case ("int", n):
            return str(n)
        case ("truth", b):
            return "true" if b else "false"
        case ("local", slot):
            return {0: "you", 1: "this"}.get(slot, f"${slot}")
        case ("set", *members):
            return "{" + ", ".join(f"#{e}" for e in members) + "}"
        case ("filter" | "first-where" | "map" | "flat" | "closure" | "any" | "every", members, slot, body):
            return f"[${slot} of {x(members)} {BINDERS[op]} {x(body)}]"
        case ("rank", members, slot, *keys):
            every = ", ".join(f"{x(key)} {'up' if ascending else 'down'}" for key, ascending in keys)
            return f"[${slot} of {x(members)} by {every}]"
        case ("best", members, slot, key, ascending):
            return f"[${slot} of {x(members)} with {'least' if ascending else 'most'} {x(key)}]"
        case ("call", function, *arguments):
            return f"{_name([f.name for f in ruleset.functions], function)}({', '.join(map(x, arguments))})"
        case ("can", verb, *parts):
            return f"can {_name([v.id for v in ruleset.verbs], verb)}({'; '.join(map(x, parts))})"
        case ("chooser", verb, who):
            return f"chooser of {_name([v.id for v in ruleset.verbs], verb)}({x(who)})"
        case ("happened" | "happened-sum" | "happened-map", verb, period, slot, cond, *value):
            since = f" since {_name(ruleset.periods, period)}" if period >= 0 else ""
            given = f" give {x(value[0])}" if value else ""
            return (
                f"{op}({_name([v.id for v in ruleset.verbs], verb)}{since}, ${slot}… where {x(cond)}{given})"
            )
        case ("formula", field, component, who):
            return f"{_name(ruleset.fields, field)}({x(component)} for {x(who)})"
        case ("period" | "period-who", period):
            return f"{op}({_name(ruleset.periods, period)})"
        case ("period-role", period, role):
            return f"{op}({_name(ruleset.periods, period)}, {role})"
        case ("used", key, period):
            return f"used(rule {key[0]}({', '.join(map(x, key[1:]))}){f' since {period}' if period >= 0 else ''})"
    return (
        f"{op}({', '.join(x(part) if isinstance(part, tuple) else str(part) for part in rest)})"
        if rest
        else op
    )


def _name(names: Sequence[Any], index: int) -> str:
    return str(names[index]) if 0 <= index < len(names) and names[index] else f"#{index}"
