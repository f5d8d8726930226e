"""Ukrainian forms: what rules make from few, compared with a morphological dictionary; numerals; euphony.

The dictionary is used here only. It has no tag for the singular: a form is singular if it is not tagged plural.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.language.ukrainian_locales import LOCALES, lexicon
from toolkit.language.ast import Noun as NounPhrase
from toolkit.language.lexicon import Entry
from toolkit.language.printing.ukrainian_forms import CASES, adjective_forms, noun_forms, verb_forms
from toolkit.language.printing.ukrainian_nominal import Nominals
from toolkit.language.printing.ukrainian_sounds import I, U, Z, settle
from toolkit.language.printing.ukrainian_words import UkrainianWords, plural_category
from toolkit.language.vocabulary import Vocabulary

DIFFERENCES = Path(__file__).parent / "golden" / "ukrainian_forms.yaml"
TAGS = {"nom": "nomn", "gen": "gent", "dat": "datv", "acc": "accs", "ins": "ablt", "loc": "loct"}


@cache
def analyzer() -> Any:
    pymorphy3 = pytest.importorskip("pymorphy3")
    return pymorphy3.MorphAnalyzer(lang="uk")


@cache
def lexemes(word: str, part: str) -> list[Any]:
    """All forms that the dictionary has for the words whose base form is `word`."""
    word = word.lower()
    found = [p for p in analyzer().parse(word) if p.normal_form == word and part in p.tag]
    return [form for parse in found for form in parse.lexeme]


def noun_differences(entry: Entry, words: UkrainianWords) -> list[str]:
    noun = words.read_noun(entry)
    assert noun is not None, entry.text
    if entry.flag("indeclinable") or entry.flag("adjectival"):
        return []
    known = lexemes(entry.text, "NOUN")
    if not known:
        return ["not in the dictionary"]
    found = []
    for number in ("sg", "pl"):
        for case in CASES:
            right = {f.word for f in known if TAGS[case] in f.tag and ("plur" in f.tag) == (number == "pl")}
            made = noun.forms[f"{case}-{number}"].lower()
            if right and made not in right:
                found.append(f"{case}-{number} {made}, dictionary {'/'.join(sorted(right))}")
    return found


def verb_differences(infinitive: str, words: UkrainianWords) -> list[str]:
    known = {form.word for form in lexemes(infinitive, "VERB")}
    if not known:
        return ["not in the dictionary"]
    made = words.verb_forms(infinitive)
    lacking = [
        name for name in ("imperative", "third", "thirds", "second", "past-m", "past-pl") if name not in made
    ]
    return [f"no {name}" for name in lacking] + [
        f"{name} {form}" for name, form in made.items() if form not in known
    ]


def adjective_differences(lemma: str) -> list[str]:
    known = {form.word for form in lexemes(lemma, "ADJF")} | {form.word for form in lexemes(lemma, "PRTF")}
    if not known:
        return ["not in the dictionary"]
    return [form for form in adjective_forms(lemma).values() if form not in known]


def differences() -> dict[str, str]:
    found: dict[str, str] = {}
    for place in LOCALES:
        book = lexicon(place)
        words = UkrainianWords(book, Vocabulary())
        for key, entry in book.words.items():
            if (key.endswith(" step") and not entry.kind) or entry.text.isupper():
                continue  # the name of a step, a label
            problems: list[str] = []
            if entry.kind == "noun":
                problems = noun_differences(entry, words)
            elif entry.kind == "verb":
                problems = verb_differences(entry.text, words)
            elif entry.kind == "adjective" or (not entry.kind and entry.text.endswith(("ий", "ій"))):
                problems = adjective_differences(entry.text)
            elif not entry.kind and " " not in entry.text and lexemes(entry.text, "NOUN"):
                problems = noun_differences(entry, words)
            if problems:
                found[entry.text] = "; ".join(problems)
        for phrase in (*book.phrases.values(), *book.core_phrases.values()):
            for text in phrase.text.split(" / "):
                for infinitive in text.split()[0].split("|"):
                    if problems := verb_differences(infinitive, words):
                        found[infinitive] = "; ".join(problems)
    return found


def test_forms_agree_with_the_dictionary_or_say_why_not() -> None:
    listed = yaml.safe_load(DIFFERENCES.read_text(encoding="utf-8")) or {}
    found = differences()
    unknown = {word: problem for word, problem in found.items() if word not in listed}
    assert not unknown, "\n".join(f"{word}: {problem}" for word, problem in sorted(unknown.items()))
    healed = sorted(set(listed) - set(found))
    assert not healed, f"no longer needed: {', '.join(healed)}"


# --- What the rules make ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lemma", "gender", "options", "singular", "plural"),
    [
        ("карта", "f", {}, "карта карти карті карту картою карті", "карти карт картам карти картами картах"),
        ("рука", "f", {}, "рука руки руці руку рукою руці", "руки рук рукам руки руками руках"),
        ("дія", "f", {}, "дія дії дії дію дією дії", "дії дій діям дії діями діях"),
        ("межа", "f", {}, "межа межі межі межу межею межі", "межі меж межам межі межами межах"),
        ("фішка", "f", {}, "фішка фішки фішці фішку фішкою фішці", "фішки фішок фішкам фішки фішками фішках"),
        ("вартість", "f", {}, "вартість вартості вартості вартість вартістю вартості",
         "вартості вартостей вартостям вартості вартостями вартостях"),
        ("жетон", "m", {}, "жетон жетона жетону жетон жетоном жетоні",
         "жетони жетонів жетонам жетони жетонами жетонах"),
        ("гравець", "m", {"animate": True}, "гравець гравця гравцеві гравця гравцем гравцеві",
         "гравці гравців гравцям гравців гравцями гравцях"),
        ("технар", "m", {"animate": True, "soft": True}, "технар технаря технареві технаря технарем технареві",
         "технарі технарів технарям технарів технарями технарях"),
        ("ринок", "m", {}, "ринок ринка ринку ринок ринком ринку", "ринки ринків ринкам ринки ринками ринках"),
        ("поле", "n", {}, "поле поля полю поле полем полі", "поля полів полям поля полями полях"),
        ("значення", "n", {}, "значення значення значенню значення значенням значенні",
         "значення значень значенням значення значеннями значеннях"),
    ],
)  # fmt: skip
def test_nouns(lemma: str, gender: str, options: dict[str, Any], singular: str, plural: str) -> None:
    made = noun_forms(lemma, gender, **options)
    assert " ".join(made[f"{case}-sg"] for case in CASES) == singular
    assert " ".join(made[f"{case}-pl"] for case in CASES) == plural


@pytest.mark.parametrize(
    ("infinitive", "forms"),
    [
        ("вербувати", "вербуйте вербує вербують вербуєте вербував"),
        ("просувати", "просувайте просуває просувають просуваєте просував"),
        ("тасувати", "тасуйте тасує тасують тасуєте тасував"),
        ("отримувати", "отримуйте отримує отримують отримуєте отримував"),
        ("перебувати", "перебувайте перебуває перебувають перебуваєте перебував"),
        ("вибирати", "вибирайте вибирає вибирають вибираєте вибирав"),
        ("вигравати", "вигравайте виграє виграють виграєте вигравав"),
        ("роздавати", "роздавайте роздає роздають роздаєте роздавав"),
        ("перемістити", "перемістіть перемістить перемістять перемістите перемістив"),
        ("зробити", "зробіть зробить зроблять зробите зробив"),
        ("користуватися", "користуйтеся користується користуються користуєтеся користувався"),
        ("володіти", "володійте володіє володіють володієте володів"),
    ],
)
def test_verbs(infinitive: str, forms: str) -> None:
    made = verb_forms(infinitive)
    assert " ".join(made[name] for name in ("imperative", "third", "thirds", "second", "past-m")) == forms


@pytest.mark.parametrize(
    ("number", "category"),
    [(0, "many"), (1, "one"), (2, "few"), (4, "few"), (5, "many"), (11, "many"), (12, "many"), (21, "one"),
     (22, "few"), (25, "many"), (101, "one"), (1.5, "other"), (-1, "one")],
)  # fmt: skip
def test_categories_of_numbers(number: float, category: str) -> None:
    assert plural_category(number) == category


NUMERALS = {
    # lemma: (case, what 1, 2, 5, 11, 21, 22 and 1.5 are followed by)
    ("card", "nom"): "1 карта, 2 карти, 5 карт, 11 карт, 21 карта, 22 карти, 1,5 карти",
    ("card", "acc"): "1 карту, 2 карти, 5 карт, 11 карт, 21 карту, 22 карти, 1,5 карти",
    ("card", "ins"): "1 картою, 2 картами, 5 картами, 11 картами, 21 картою, 22 картами, 1,5 карти",
    ("unit", "nom"): "1 боєць, 2 бійці, 5 бійців, 11 бійців, 21 боєць, 22 бійці, 1,5 бійця",
    ("unit", "acc"): "1 бійця, 2 бійців, 5 бійців, 11 бійців, 21 бійця, 22 бійців, 1,5 бійця",
    ("unit", "loc"): "1 бійцеві, 2 бійцях, 5 бійцях, 11 бійцях, 21 бійцеві, 22 бійцях, 1,5 бійця",
    ("street cred", "acc"): (
        "1 очко вуличної репутації, 2 очки вуличної репутації, 5 очок вуличної репутації, 11 очок вуличної репутації, "
        "21 очко вуличної репутації, 22 очки вуличної репутації, 1,5 очка вуличної репутації"
    ),
    ("contraband", "gen"): (
        "1 жетона контрабанди, 2 жетонів контрабанди, 5 жетонів контрабанди, 11 жетонів контрабанди, "
        "21 жетона контрабанди, 22 жетонів контрабанди, 1,5 жетона контрабанди"
    ),
    ("opportunity", "nom"): (
        "1 можливість, 2 можливості, 5 можливостей, 11 можливостей, 21 можливість, 22 можливості, 1,5 можливості"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("lemma", "case"), NUMERALS)
def test_numerals_govern_their_nouns(lemma: str, case: Any) -> None:
    words = UkrainianWords(lexicon("corpus/gangs-of-night-city"), Vocabulary())
    printer = Nominals(Vocabulary(), words)
    noun = words.noun(lemma)
    made = [printer.numeral(NounPhrase(head=lemma), noun, n, case) for n in (1, 2, 5, 11, 21, 22, 1.5)]
    assert ", ".join(made) == NUMERALS[lemma, case]


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        (f"Карта {U} руці", "Карта в руці"),
        (f"боєць {U} районі", "боєць у районі"),
        (f"Карта {U} воді", "Карта у воді"),
        (f"гравець {U} Одесі", "гравець в Одесі"),
        (f"{U} колоді є карта", "У колоді є карта"),
        (f"взяти {Z} руки", "взяти з руки"),
        (f"гравець {Z} картою", "гравець із картою"),
        (f"візьміть {Z} своєї руки", "візьміть зі своєї руки"),
        (f"взяти {Z} 7 карт", "взяти із 7 карт"),
        (f"контракт {Z} 12 гранями", "контракт із 12 гранями"),
        (f"боєць {Z} 11 жетонами", "боєць з 11 жетонами"),
        (f"район, {U} якому", "район, у якому"),
        (f"карти гравців {U} їхній колоді", "карти гравців у їхній колоді"),
        (f"вода {U} яблуці", "вода в яблуці"),
        (f"гра, {U} Одесі", "гра, в Одесі"),
        (f"на карті «Зорі» {U} коробку", "на карті «Зорі» в коробку"),
        (f"Якщо я тут, {I} інший там", "Якщо я тут, та інший там"),
        (f"карти {I} жетони", "карти й жетони"),
        (f"жетон {I} карта", "жетон і карта"),
        (f"карта {I} ефект", "карта і ефект"),
        ("Візьміть усі карти, скиньте усі карти", "Візьміть усі карти, скиньте всі карти"),
    ],
)
def test_euphony(text: str, settled: str) -> None:
    assert settle(text) == settled
