"""The document that an author has to add for a verb that is in no vocabulary, made from the sentence that uses it.

*Sell a painting for 3 coins.* asks for `phrase: sell {painting} for {amount}`; what its step does is the author's, or
what such a verb usually does (`grammar/wordings.yaml`, `sketches`).
"""

from __future__ import annotations

from toolkit.language.lexer import NO_READING, NO_TOKEN, Lexicon, Reading, Token, names
from toolkit.language.vocabulary import NounEntry
from toolkit.language.wording.replaced import closed, holds, nth
from toolkit.language.wordings import table

_ENDS = names("STOP BULLET COLON COMMA SEMI AND OR THEN IF WHEN UNLESS UNTIL REL")
_SLOTS = {"to": "to", "from": "from", "with": "with", "for": "for"}
_BEFORE_VERB = names("MODAL DO_NOT")
_SUBJECTS = names("PRON")
_OPENING = names("IF WHEN UNLESS FOR_EACH")
_BEFORE_NOUN = names("ART NUMBER POSS")


def is_verb(sentence: list[Token], at: int) -> bool:
    """Whether only a verb can stand there: after *may* or *you*, after the subject with an *-s*, or where an order
    begins.
    """
    before = sentence[at - 1] if at else NO_TOKEN
    if not before:
        return False
    if _begins_order(sentence, at):
        return True
    if closed(before) == "AND" and holds(sentence[:at], "MODAL"):
        return True
    if closed(before) in _BEFORE_VERB or (closed(before) in _SUBJECTS and before.word in _THEY):
        return True
    after = nth(sentence, at + 1)
    player = before.find("noun").id == "player"
    return player and bool(after) and closed(after) not in names("BE MODAL HAVE_AUX")


def is_noun(sentence: list[Token], at: int) -> bool:
    """Whether only a noun can stand there: after *the*, with no noun behind it; at the beginning, before *is*."""
    after = nth(sentence, at + 1)
    if at == 0:
        return closed(after) == "BE"
    return closed(sentence[at - 1]) in ("ART", "POSS") and not after.find("noun")


def _begins_order(sentence: list[Token], at: int) -> bool:
    """*If …, draw a card.*: after what opens a sentence, before what something is done with."""
    after = nth(sentence, at + 1)
    opened = closed(sentence[0]) in _OPENING and closed(sentence[at - 1]) == "COMMA"
    return opened and closed(after) in _BEFORE_NOUN


_THEY = frozenset({"you", "they", "who"})


def _is_bare(sentence: list[Token], k: int) -> bool:
    """Whether a noun is said that is no plural, and nothing more."""
    noun = sentence[k].find("noun")
    return bool(noun) and noun.form != "p" and _ends(sentence, k + 1)


def _head(sentence: list[Token], k: int) -> Reading:
    """The noun that stands there, if no other one follows."""
    after = nth(sentence, k + 1)
    return NO_READING if after.find("noun") else sentence[k].find("noun")


def verb_document(lexicon: Lexicon, sentence: list[Token], at: int, lemma: str) -> str:
    """The lines of a document of `type: verb` whose phrase fits the sentence."""
    nouns = lexicon.vocabulary.nouns
    phrase, what, role = [lemma], None, "obj"
    for k, token in enumerate(sentence[at + 1 :], at + 1):
        kind = closed(token)
        if _ends(sentence, k):
            break
        if kind in ("PLACE", "OF", "FROM") or token.word in _SLOTS:
            role = _SLOTS.get(token.word, "")
            continue
        reading = _head(sentence, k)
        entry = nouns.get(reading.id)
        if entry is None or not role:
            continue
        if role == "obj":
            what = entry
            phrase.append(token.text if k == at + 1 and _is_bare(sentence, k) else _slot(entry))
        elif role == "for" or entry.category in ("player", "amount"):  # *to the dealer*
            phrase.append(f"{role} {_slot(entry) if role == 'for' else '{player}'}")
        role = ""
    return _written(lemma, phrase, what)


def _ends(sentence: list[Token], at: int) -> bool:
    """Whether the clause ends before a token."""
    return at >= len(sentence) or sentence[at].type in _ENDS or closed(sentence[at]) in _ENDS


def _slot(entry: NounEntry) -> str:
    if entry.category in ("quantity", "amount", "attribute"):
        return "{amount}"
    return "{place}" if entry.category in ("place", "group") else "{" + entry.id + "}"


def _written(lemma: str, phrase: list[str], what: NounEntry | None) -> str:
    usual: dict[str, str] = {}
    if what is not None and what.category == "thing":
        words = {"it": what.id, "them": what.plural}
        usual = {
            key: said.format(**words)
            for key, said in table().sketches.get(lemma, {}).items()
            if key != "verbs"
        }
    said = usual.get("phrase", " ".join(phrase))
    step = usual.get("priced" if "{amount}" in said else "step", usual.get("step", "…"))
    return f"type: verb\nid: {lemma}\nphrase: {said}\nsteps:\n  {lemma}: {step}"


def whole_phrase(sentence: list[Token], at: int) -> str | None:
    """*take a loan*, where *take* is a verb and *loan* an unknown word that ends the clause."""
    if at < 2 or closed(sentence[at - 1]) != "ART" or not (verb := sentence[at - 2].find("verb")):
        return None
    if not _ends(sentence, at + 1):
        return None
    return f"{verb.id} {sentence[at - 1].text} {sentence[at].text}"


def whole_document(phrase: str) -> str:
    """The document of a verb that is said in these words."""
    verb, *_, last = phrase.split()
    return f"type: verb\nid: {verb}-{last}\nphrase: {phrase}\nsteps:\n  {verb}: …"
