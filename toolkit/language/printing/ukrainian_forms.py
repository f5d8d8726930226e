"""Ukrainian word forms from few: nouns, adjectives and verbs in, whole paradigms out.

An author writes the nominative and the gender of a noun, the masculine of an adjective, the infinitive of a verb;
endings follow from the last letters.  What a rule cannot know (a fleeting vowel, *ходу* or *хода*, an irregular
present) is written beside the word and wins.  Tests compare the results with a morphological dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Case = Literal["nom", "gen", "dat", "acc", "ins", "loc"]
Paradigm = dict[str, str]
"""Forms by `case-number` (`gen-pl`); of an adjective by `case-gender` (`gen-f`, `gen-pl`)."""

CASES: tuple[Case, ...] = ("nom", "gen", "dat", "acc", "ins", "loc")
VOWELS = "аеєиіїоуюя"
SIBILANTS = "жчшщ"
LABIALS = "бпвмф"

_SOFTENED = {"г": "з", "к": "ц", "х": "с"}

# --- Nouns --------------------------------------------------------------------------------------------------


def noun_forms(
    lemma: str, gender: str, *, animate: bool = False, stem: str | None = None, soft: bool | None = None
) -> Paradigm:
    """All cases of a noun in both numbers.

    `stem`: the stem of the other cases where it differs (*ринок*: ринк).  `soft`: True for *лікар, лікаря*; None:
    as the last letter says.  A noun of gender `pl` has no singular.
    """
    if gender == "pl":
        return _plural_only(lemma, animate, stem)
    if gender == "f":
        forms = _feminine_a(lemma) if lemma[-1] in "ая" else _feminine_zero(lemma, stem)
    elif lemma[-1] in "оеєя":
        forms = _neuter(lemma)
    elif lemma[-1] in "ая":
        forms = _feminine_a(lemma)  # a masculine in -а: *суддя*
    else:
        forms = _masculine(lemma, animate, stem, soft)
    if "acc-sg" not in forms:
        forms["acc-sg"] = forms["gen-sg"] if animate and gender == "m" else forms["nom-sg"]
    forms["acc-pl"] = forms["gen-pl"] if animate else forms["nom-pl"]
    return forms


Endings = tuple[str, str, str, str]


def _row(nominative: str, stem: str, singular: Endings, plural: Endings, many: str) -> Paradigm:
    """`singular`: endings of gen, dat, ins, loc; `plural`: of nom, dat, ins, loc; `many`: the genitive plural."""
    forms = {"nom-sg": nominative, "nom-pl": stem + plural[0], "gen-pl": many}
    for case, ending in zip(("gen", "dat", "ins", "loc"), singular, strict=True):
        forms[f"{case}-sg"] = stem + ending
    for case, ending in zip(("dat", "ins", "loc"), plural[1:], strict=True):
        forms[f"{case}-pl"] = stem + ending
    return forms


def _feminine_a(lemma: str) -> Paradigm:
    stem = lemma[:-1]
    last = stem[-1:]
    if lemma[-1] == "я" and last in VOWELS:
        forms = _row(lemma, stem, ("ї", "ї", "єю", "ї"), ("ї", "ям", "ями", "ях"), stem + "й")
        return {**forms, "acc-sg": stem + "ю"}
    if lemma[-1] == "я":
        forms = _row(lemma, stem, ("і", "і", "ею", "і"), ("і", "ям", "ями", "ях"), _many(stem) + "ь")
        return {**forms, "acc-sg": stem + "ю"}
    if last in SIBILANTS:
        forms = _row(lemma, stem, ("і", "і", "ею", "і"), ("і", "ам", "ами", "ах"), _many(stem))
        return {**forms, "acc-sg": stem + "у"}
    forms = _row(lemma, stem, ("и", "і", "ою", "і"), ("и", "ам", "ами", "ах"), _many(stem))
    softened = stem[:-1] + _SOFTENED.get(last, last) + "і"
    return {**forms, "acc-sg": stem + "у", "dat-sg": softened, "loc-sg": softened}


def _many(stem: str) -> str:
    """The genitive plural without ending: *карт*, with a vowel before the last consonant where two meet (*карток*)."""
    if len(stem) > 2 and stem[-1] == "к" and stem[-2] not in VOWELS:
        return stem[:-1].removesuffix("ь") + ("ьо" if stem[-2] == "ь" else "о") + "к"
    return stem


def _feminine_zero(lemma: str, stem: str | None) -> Paradigm:
    bare = lemma.removesuffix("ь")
    if stem is None:
        stem = bare[:-3] + "ост" if bare.endswith("іст") else bare
    a = "а" if stem[-1] in SIBILANTS else "я"
    forms = _row(lemma, stem, ("і", "і", "", "і"), ("і", f"{a}м", f"{a}ми", f"{a}х"), stem + "ей")
    if bare[-1] in LABIALS + "р":
        instrumental = bare + "'ю"
    elif len(bare) > 1 and bare[-2] in VOWELS:
        instrumental = bare + bare[-1] + "ю"
    else:
        instrumental = bare + "ю"
    return {**forms, "acc-sg": lemma, "ins-sg": instrumental}


def _neuter(lemma: str) -> Paradigm:
    stem = lemma[:-1]
    last = stem[-1]
    if lemma[-1] == "о":
        locative = "у" if last == "к" else "і"
        return _row(lemma, stem, ("а", "у", "ом", locative), ("а", "ам", "ами", "ах"), _many(stem))
    if lemma[-1] == "я":  # значення, зілля, здоров'я
        single = stem[:-1] if len(stem) > 1 and stem[-1] == stem[-2] else stem
        many = f"{single}ь" if single != stem else stem + "їв"
        return _row(lemma, stem, ("я", "ю", "ям", "і"), ("я", "ям", "ями", "ях"), many)
    if last in SIBILANTS:
        return _row(lemma, stem, ("а", "у", "ем", "і"), ("а", "ам", "ами", "ах"), stem)
    return _row(lemma, stem, ("я", "ю", "ем", "і"), ("я", "ям", "ями", "ях"), stem + "ів")


def _masculine(lemma: str, animate: bool, stem: str | None, soft: bool | None) -> Paradigm:
    if lemma.endswith("й") and soft is not False:
        stem = stem or lemma[:-1]
        alive, singular, plural, many = "єві", ("я", "ю", "єм", "ї"), ("ї", "ям", "ями", "ях"), "їв"
    else:
        stem = stem if stem is not None else _fleeting(lemma)
        many = "ів"
        if soft or (soft is None and lemma.endswith("ь")):
            alive, singular, plural = "еві", ("я", "ю", "ем", "і"), ("і", "ям", "ями", "ях")
        elif stem[-1] in SIBILANTS:
            alive, singular, plural = "еві", ("а", "у", "ем", "і"), ("і", "ам", "ами", "ах")
        else:
            locative = "у" if stem[-1] in _SOFTENED else "і"
            alive, singular, plural = "ові", ("а", "у", "ом", locative), ("и", "ам", "ами", "ах")
    if animate:  # the dative and the locative of who is alive
        singular = (singular[0], alive, singular[2], alive)
    return _row(lemma, stem, singular, plural, stem + many)


def _fleeting(lemma: str) -> str:
    """The stem of a masculine noun, without its fleeting vowel: *гравець* → гравц, *ринок* → ринк."""
    bare = lemma.removesuffix("ь")
    several = sum(letter in VOWELS for letter in bare) > 1
    if several and lemma.endswith("ець") and bare[-3] not in VOWELS:
        return bare[:-2] + "ц"
    if several and bare.endswith("ок") and bare[-3] not in VOWELS:
        return bare[:-2] + "к"
    return bare


def _plural_only(lemma: str, animate: bool, stem: str | None) -> Paradigm:
    stem = stem or lemma[:-1]
    a = "я" if lemma[-1] in "яії" and stem[-1] not in SIBILANTS else "а"
    many = stem + "ів" if lemma[-1] in "иі" else stem
    forms = {"nom": lemma, "gen": many, "dat": f"{stem}{a}м", "ins": f"{stem}{a}ми", "loc": f"{stem}{a}х"}
    forms["acc"] = many if animate else lemma
    return {f"{case}-{number}": form for case, form in forms.items() for number in ("sg", "pl")}


# --- Adjectives ---------------------------------------------------------------------------------------------

_HARD = {
    "m": ("ий", "ого", "ому", "", "им", "ому"),
    "f": ("а", "ої", "ій", "у", "ою", "ій"),
    "n": ("е", "ого", "ому", "е", "им", "ому"),
    "pl": ("і", "их", "им", "", "ими", "их"),
}
_SOFT = {
    "m": ("ій", "ього", "ьому", "", "ім", "ьому"),
    "f": ("я", "ьої", "ій", "ю", "ьою", "ій"),
    "n": ("є", "ього", "ьому", "є", "ім", "ьому"),
    "pl": ("і", "іх", "ім", "", "іми", "іх"),
}


def adjective_forms(lemma: str) -> Paradigm:
    """All genders and cases of an adjective, by `case-gender`; the accusatives of m and pl are left to animacy."""
    stem = lemma[:-2]
    table = _SOFT if lemma.endswith("ій") else _HARD
    forms = {}
    for gender, endings in table.items():
        for case, ending in zip(CASES, endings, strict=True):
            if ending:
                forms[f"{case}-{gender}"] = stem + ending
    return forms


def adjective_form(forms: Mapping[str, str], case: Case, gender: str, animate: bool) -> str | None:
    """One form; the accusative of m and pl is the genitive for the animate, the nominative for the others."""
    if case == "acc" and f"acc-{gender}" not in forms:
        case = "gen" if animate else "nom"
    return forms.get(f"{case}-{gender}")


# --- Verbs --------------------------------------------------------------------------------------------------


def verb_forms(infinitive: str) -> dict[str, str]:
    """Forms of a verb by name: `infinitive`, `imperative` (of *ви*), `third`, `thirds` (plural), `second` (of *ви*),
    and the past: `past-m`, `past-f`, `past-n`, `past-pl`.

    A verb whose present cannot be told from its infinitive (*брати*) comes out by the commonest rule; the lexicon
    names the right forms.
    """
    reflexive = infinitive.endswith(("ся", "сь"))
    bare = infinitive[:-2] if reflexive else infinitive
    forms = _present(bare)
    stem = bare[:-2]
    if stem[-1] in VOWELS:
        forms |= past_forms(stem + "в")
    if reflexive:
        third = forms.get("third", "")
        if third.endswith(("е", "є")):
            forms["third"] = third + "ть"
        forms = {name: form + "ся" for name, form in forms.items()}
    forms["infinitive"] = infinitive
    return forms


def past_forms(masculine: str) -> dict[str, str]:
    """*взяв* → взяв, взяла, взяло, взяли; *ніс* is written out by the lexicon."""
    stem = masculine[:-1] if masculine.endswith("в") else masculine
    return {"past-m": masculine, "past-f": stem + "ла", "past-n": stem + "ло", "past-pl": stem + "ли"}


_PREFIXED_U = r"(?:про|за|пере|у|в|ви|від|на|при|роз|під)сувати|(?:\w*[ео]|від|при|ви|поз|на|з|у)бувати"
_ROOT_U = re.compile(rf"^(?:{_PREFIXED_U}|(?:від|по|за)чувати)$")
"""*перебувати, просувати, відчувати*: the у belongs to the root and stays (*перебуває*)."""


def _first(stem: str, order: str) -> dict[str, str]:
    """The first conjugation, after a vowel."""
    return {"imperative": stem + order, "third": stem + "є", "thirds": stem + "ють", "second": stem + "єте"}


def _present(bare: str) -> dict[str, str]:
    if bare.endswith(("увати", "ювати", "давати", "ставати", "гравати", "знавати")) and not _ROOT_U.search(
        bare
    ):
        return _first(bare[:-4], "йте" if bare[-5] in "ую" else "вайте")
    if bare.endswith("іяти"):
        return _first(bare[:-3], "йте")
    if bare.endswith(("ати", "яти", "іти")):
        return _first(bare[:-2], "йте")
    if bare.endswith("нути"):
        stem = bare[:-3]
        return {
            "imperative": stem + "іть",
            "third": stem + "е",
            "thirds": stem + "уть",
            "second": stem + "ете",
        }
    if bare.endswith(("ити", "їти")):
        stem = bare[:-3]
        if stem[-1] in SIBILANTS:
            thirds = stem + "ать"
        else:
            thirds = stem + ("лять" if stem[-1] in LABIALS else "ять")
        return {"imperative": stem + "іть", "third": stem + "ить", "thirds": thirds, "second": stem + "ите"}
    return {}
