"""Words that point back: *it*, *they*, *its*, *another*, and what they can mean."""

from __future__ import annotations

from tests.judge import sets
from tests.judge.copies import replace
from tests.judge.values import Env, Open, Referent, Refused, Table, Unknown
from toolkit.language import ast


def possessor(word: str, table: Table, env: Env) -> int:
    match word:
        case "your":
            return env.you
        case "their":
            return pronoun("they", table, env)
        case "its":
            try:
                return pronoun("it", table, env)
            except Refused as refused:
                kinds = {table.model.kind[r.id] for r in env.spoken if r.id >= 0}
                if len(kinds) > 1 and "two" in str(refused):  # only one of them may have such a thing
                    raise Unknown("its: of several kinds") from refused
                raise
    raise Unknown(f"possessive {word}")


def pronoun(word: str, table: Table, env: Env) -> int:
    """Who is spoken of: the subject of the verb, if it fits; else the one that was mentioned."""
    if word == "you":
        return env.you

    def fits(e: int) -> bool:
        return table.is_kind(e, "player") == (word == "they")

    if env.subject >= 0 and fits(env.subject):
        return env.subject
    if word == "they" and env.asked[0] == env.sentence:
        return env.asked[1]
    # What a rule waits for counts to its first sentence; behind that, what was mentioned since is later.
    first = -1 if env.sentence > 0 else 0
    found = latest([r for r in env.spoken if is_spoken_as(r, "player", table) == (word == "they")], first)
    if not found and env.dim:
        raise Unknown(f"{word}: out of reach")
    if not found and word == "it" and env.this >= 0:
        return env.this  # the card on which it stands
    if not found and word == "they" and (env.those is not None or any(r.picked for r in env.spoken)):
        raise Unknown("they: several that were named")
    if not found and word == "they" and env.hidden[0] >= 0:
        raise Unknown("they: or what was named of each, or where somebody agreed")
    if not found:
        raise Refused(f"{word}: nothing to refer to")
    if len({r.id for r in found}) > 1:
        if env.loop in {r.id for r in found}:
            raise Unknown(f"{word}: what is gone through, or what was named since")
        if any(r.noun is None or table.lore.category(r.noun) == "place" for r in found):
            raise Unknown(f"{word}: names or places among what was spoken of")
        if word == "it" and any(r.sentence < 0 for r in found):
            raise Unknown("it: what a rule waits for, or what was named since")
        raise Refused(f"{word}: two that it could be")
    hidden = env.hidden[0] if word == "it" else env.hidden[1]
    if hidden >= found[-1].sentence and hidden < env.sentence:
        raise Unknown(f"{word}: or what an if or a loop named")
    not_named_since(
        found[-1], [r for r in env.spoken if is_spoken_as(r, "player", table) == (word == "they")], env
    )
    return meant(found[-1], table, env)


def latest(found: list[Referent], first: int = -1) -> list[Referent]:
    """Of what could be meant: what was not mentioned aside, if there is such, in the last sentence that did.
    `first`: to which sentence a pronoun counts what a rule waits for; *that player* is rather who its *if* found."""
    main = [r for r in found if not r.aside] or found
    when = lambda r: r.sentence if r.sentence < -1 else max(r.sentence, first)
    last = max(map(when, main), default=0)
    return [r for r in main if when(r) == last]


def called_so(said: list[Referent], head: str | None, table: Table) -> list[Referent]:
    """*That cat* is rather the cat than a thing; *that player* may be one who has a name, where that came last."""
    if head is None or not table.lore.words.is_kind(head, "player"):
        return [r for r in said if r.noun == head] or said
    return said


def not_named_since(found: Referent, said: list[Referent], env: Env) -> None:
    """*When a player rests, Red gains 1 coin. That player …*: Red, who has a name, or who rests?"""
    named = found.noun is None and found.sentence < env.sentence
    if named and any(r.noun is not None and r.id not in (-1, found.id) and not r.aside for r in said):
        raise Refused("that player: one who has a name, or one who was described")


def meant(referent: Referent, table: Table, env: Env) -> int:
    """Who that is; from now on it is known that it was spoken of."""
    table.notes.add("what was spoken of")
    table.used.add(len(env.spoken) - 1 - env.spoken[::-1].index(referent))
    return referent.id


def is_spoken_as(referent: Referent, noun: str, table: Table) -> bool:
    """Whether *that noun* can be it; of what was looked for and not found, its word says so."""
    if referent.id < 0:
        said = "player" if referent.noun == "owner" else referent.noun
        return table.lore.words.is_kind(said, noun) or noun == "thing"
    return table.is_kind(referent.id, noun)


def already(phrase: sets.Phrase, table: Table, env: Env) -> int:
    noun, d = phrase.nouns[0].head or "", phrase.determiner

    def fits(e: int) -> bool:
        return e >= 0 and any(n.head is not None and table.is_kind(e, n.head) for n in phrase.nouns)

    if not fits(env.subject):  # *that player has more than each other player*: than that player has
        of_two(noun, table, env)
    if fits(env.subject):
        asked = not env.told and env.doer < 0 and env.subject not in env.around
        if asked and d.quantifier == "another" and is_other(env.subject, table, env):
            raise Refused("another player, and another than they")
        return env.subject
    if around := [e for e in env.around if fits(e)]:
        return around[-1]
    for k, referent in reversed([*enumerate(env.spoken)]):
        if referent.id < 0 and referent.noun == noun and not env.told:
            raise Open("other than one that is not there")
        if referent.id >= 0 and fits(referent.id):
            players = {r.id for r in env.spoken if r.id >= 0 and table.is_kind(r.id, "player")}
            told = env.you >= 0 and not env.unnamed
            if referent.aside and not told and is_beside_a_doer(referent, table, env):
                continue
            table.used.add(k)
            if table.is_kind(referent.id, "player") and players - {env.you} and told:
                again = any(
                    r.id == referent.id and not r.aside for r in env.spoken
                )  # *Red has a thing of Red*
                besides_you(replace(referent, aside=referent.aside and not again), d, table, env)
            return referent.id
    if fits(env.this):
        return env.this
    if noun == table.lore.figure and (
        env.dim or d.possessive or d.owner or any(m.word == "of" for m in phrase.modifiers)
    ):
        raise Unknown("another figure, of somebody or after what is out of reach")
    if noun == table.lore.figure:
        return figure_of(env, table)
    if table.lore.words.is_kind(noun, "player") and env.you >= 0:
        return env.you
    if (
        env.spoken or env.told or env.doer >= 0
    ):  # *gain points equal to the power of that cat and put another cat …*
        raise Unknown("other than what was spoken of")
    if env.around:
        raise Unknown("another, of what is no such thing")
    if env.dim or env.hidden[0] >= 0:
        raise Unknown("another, than what an if or a loop named")
    if table.notes & {
        "nothing",
        "tie",
        "as much as another",
    }:  # *the lowest die in Red's cup is 3, and there is another one*
        raise Open("other than one that is not there")
    raise Refused("other than what?")


def is_beside_a_doer(named: Referent, table: Table, env: Env) -> bool:
    """*When Red puts a cat from Blue's yard in the park, each other player …*: than Red, who does it."""
    players = (r for r in env.spoken if r.id >= 0 and table.is_kind(r.id, "player"))
    return table.is_kind(named.id, "player") and any(
        not r.aside and r.sentence == named.sentence for r in players
    )


def of_two(noun: str, table: Table, env: Env) -> None:
    """*When Red gains a coin, Blue gains 1 point. Each other player …*: than Red, or than Blue?"""
    told = env.you >= 0 and not env.unnamed
    asked = env.asked[0] == env.sentence and env.asked[1] >= 0  # *If they do, each other player …*: than they
    if told or asked or env.sentence == 0 or env.doer >= 0 or not table.lore.words.is_kind(noun, "player"):
        return
    players = {r.id for r in env.spoken if r.id >= 0 and not r.aside and table.is_kind(r.id, "player")}
    if len(players) > 1:
        raise Refused("other than which of two who were named")


def is_other(who: int, table: Table, env: Env) -> bool:
    """Whether who is spoken of was mentioned as another player, and not by name since."""
    said = [r for r in env.spoken if r.id == who]
    return table.is_kind(who, "player") and bool(said) and said[-1].other


def besides_you(named: Referent, d: ast.Determiner, table: Table, env: Env) -> None:
    """*If Red has a coin, each other player …*: than Red.  *…, put it in another player's yard*: than Red, or you?"""
    both = {
        r.id for r in env.spoken if r.sentence == env.sentence and r.id >= 0 and table.is_kind(r.id, "player")
    }
    several = len(both) > 1 or (env.named_you == env.sentence and both - {env.you})
    if named.id == env.doer:
        return  # *each player lowers the thirst of their visitors that belong to no other player*: than who does it
    if named.sentence < env.sentence and env.sentence > 0:
        raise Unknown("other than you, or than who was mentioned before")
    if named.other and not env.told:
        if d.quantifier == "another":
            raise Refused("another player, and another than they")
        raise Unknown("other than another player")
    if several and not env.told and not named.aside and env.doer < 0 and named.noun is not None:
        return  # *…, and a player's points are more than the sum of the other players' points*: than that player
    if several and not env.told and not named.aside and env.doer < 0 and len(env.spoken) > 1:
        raise Refused("of two who were named, whose amounts are spoken of: other than whom")
    if several and len(both) == 1 and not env.told and not named.aside and named.id == env.spoken[-1].id:
        raise Unknown("other than who is spoken of, where you were named as well")
    if named.aside and named.sentence < env.sentence:
        raise Unknown("other than you, or than whose something was")
    if named.aside and any(
        not r.aside and r.id != named.id for r in env.spoken if table.is_kind(r.id, "player")
    ):
        raise Unknown("other than you, than who was mentioned, or than whose something is")
    if env.told or named.aside or several:
        raise Refused("other than you, or than who was mentioned")
    if named.sentence != env.sentence:
        raise Unknown("other than you, or than who was mentioned before")


def figure_of(env: Env, table: Table) -> int:
    """*There is no other hero here*, where each player is one hero: other than that of who is spoken of."""
    if env.subject >= 0 and not table.is_kind(env.subject, "player"):
        raise Unknown("other than the figure of a thing")
    players = {r.id for r in env.spoken if r.id >= 0 and table.is_kind(r.id, "player")}
    who = env.subject if env.subject >= 0 else env.you
    if players - {who}:
        raise Unknown("other than the figure of you, or of who was mentioned")
    return next(
        e for e in table.model.all_of[table.lore.kinds[table.lore.figure or ""]] if table.owner(e) == who
    )
