"""What is offered is right: the filter for corrections."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.report import Diagnostic, Fix, Source, Span, Text, diagnose
from toolkit.report.fixes import applied, edit_of, holding, sentence_at


def wrong_letters(value: str) -> Iterable[Diagnostic]:
    """In this language each `x` is a mistake."""
    source = Source("<tried>", value)
    return [
        diagnose("SAY0403", Span(source, i, i + 1), mark=letter)
        for i, letter in enumerate(value)
        if letter == "x"
    ]


def mistake(text: Text, at: int, *written: str, hint: str | None = None) -> Diagnostic:
    span = text.span(at, at + 1)
    fixes = [Fix(f"write *{word}*", span, word) for word in written]
    return diagnose("SAY0403", span, mark="x", hint=hint, fixes=fixes)


def test_a_fix_whose_result_is_wrong_again_is_not_offered() -> None:
    text = Text.plain("a x b.")
    (found,) = holding([mistake(text, 2, "x", "c")], text, wrong_letters)
    assert [fix.replacement for fix in found.fixes] == ["c"]


def test_a_hint_that_tells_to_write_it_goes_with_it() -> None:
    text = Text.plain("a x b.")
    (found,) = holding([mistake(text, 2, "xx", hint="write *xx*")], text, wrong_letters)
    assert (found.fixes, found.hint) == ((), None)
    (found,) = holding([mistake(text, 2, "xx", hint="letters stand alone")], text, wrong_letters)
    assert (found.fixes, found.hint) == ((), "letters stand alone")


def test_a_sentence_that_a_hint_proposes_is_checked_too() -> None:
    text = Text.plain("a x b.")
    for sentence, kept in (("A b.", True), ("A x.", False)):
        (found,) = holding([mistake(text, 2, hint=f"did you mean: *{sentence}*")], text, wrong_letters)
        assert bool(found.hint) == kept


def test_mistakes_of_one_sentence_are_mended_together() -> None:
    text = Text.plain("a x b x.")
    both = [mistake(text, 2, "c"), mistake(text, 6, "d")]
    assert [bool(one.fixes) for one in holding(both, text, wrong_letters)] == [True, True]


def test_another_sentence_may_be_wrong() -> None:
    text = Text.plain("a x. b x.")
    first = mistake(text, 2, "c")
    assert holding([first], text, wrong_letters) == [first]


def test_a_fix_of_another_text_is_not_judged() -> None:
    text, other = Text.plain("a b."), Text.plain("x")
    found = mistake(other, 0, "x")
    assert holding([found], text, wrong_letters) == [found]


def test_edits_are_made_in_the_value_of_a_folded_text() -> None:
    source = Source("a.yaml", "say: it's\n  old")
    text = Text("it's old", source, ((0, 5, 1), (4, 9, 3), (5, 12, 1)))
    fix = Fix("write *new*", source.span(12, 15), "new")
    edit = edit_of(fix, text)
    assert edit is not None and applied(text.value, [edit]) == "it's new"


def test_the_bounds_of_a_sentence() -> None:
    value = "A b. C d.\n- E: f."
    bounds = [sentence_at(value, at, at + 1) for at in (2, 5, 12, 15)]
    assert [value[slice(*b)] for b in bounds] == ["A b.", "C d.", "E: f.", "f."]
