"""Lines, columns and spans; what a text says and where it was typed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolkit.report.source import Source, Span, Text

TEXTS = st.text("ab \t\r\n漢😀\u0301", max_size=40)


def test_lines_end_at_lf_crlf_and_cr() -> None:
    source = Source("a", "one\ntwo\r\nthree\rfour\n")
    assert [source.line(n) for n in range(7)] == ["", "one", "two", "three", "four", "", ""]
    assert [source.position(i) for i in (0, 3, 4, 9, 14, 15, 99)] == [
        (1, 1),
        (1, 4),
        (2, 1),
        (3, 1),
        (3, 6),
        (4, 1),
        (5, 1),
    ]


def test_columns_count_code_points() -> None:
    assert Source("a", "漢😀e\u0301x").position(4) == (1, 5)


@given(TEXTS)
def test_offset_and_position_are_inverse(text: str) -> None:
    source = Source("a", text)
    for i in range(len(text) + 1):
        line, column = source.position(i)
        # A place between CR and LF is within the line break; it leads back to the line's end.
        assert source.offset(line, column) <= i
        if text[i - 1 : i + 1] != "\r\n":
            assert source.offset(line, column) == i
        assert 1 <= line <= source.line_count
    assert source.offset(999, 1) == len(text)
    assert source.offset(0, 1) == source.offset(-1, -1) == 0


@given(TEXTS)
def test_lines_put_together_are_the_text(text: str) -> None:
    source = Source("a", text)
    said = [source.line(n) for n in range(1, source.line_count + 1)]
    assert "\n".join(said) == text.replace("\r\n", "\n").replace("\r", "\n")


def test_spans_are_equal_by_name_and_place() -> None:
    one, two = Source("a", "hello"), Source("a", "hellx")
    assert Span(one, 1, 3) == Span(two, 1, 3) and len({Span(one, 1, 3), Span(two, 1, 3)}) == 1
    assert Span(one, 1, 3) != Span(Source("b", "hello"), 1, 3)
    assert Span(one, 1, 3) != "el"
    assert Span(one, 1, 3).text == "el"
    assert repr(Span(one, 1, 3)) == "Span(a:1:2 'el')"


def test_cover() -> None:
    source = Source("a", "hello")
    assert Span(source, 1, 2).cover(Span(source, 4, 5)) == Span(source, 1, 5)
    assert Span(source, 1, 2).cover(Span(Source("b", ""), 0, 0)) == Span(source, 1, 2)


def test_a_plain_text_is_its_own_source() -> None:
    text = Text.plain("Draw a card.", "<argument>")
    assert text.span(5, 6).text == "a" and text.span().text == text.value
    assert text.span(0, 0).position == (1, 1) and text.span(12).position == (1, 13)
    assert text.span(-5, 99) == text.span()
    assert text.slice(5).span(0, 1) == text.span(5, 6)
    assert (str(text), len(text)) == ("Draw a card.", 12)


def test_strip() -> None:
    text = Text.plain("  a b \n").strip()
    assert text.value == "a b" and text.span().text == "a b"
    assert Text.plain(" \n ").strip().value == ""


@given(st.data())
def test_a_slice_points_where_the_whole_points(data: st.DataObject) -> None:
    """Cooked characters of any raw width, with skipped characters between them."""
    pieces = data.draw(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 4)), max_size=12))
    raw, breaks = 0, []
    places = []
    for i, (skipped, width) in enumerate(pieces):
        raw += skipped
        breaks.append((i, raw, width))
        places.append((raw, raw + width))
        raw += width
    value = "abcdefghijklmnop"[: len(pieces)]
    text = Text(value, Source("a", "x" * raw), tuple(breaks) or ((0, 0, 1),))
    start = data.draw(st.integers(0, len(pieces)))
    end = data.draw(st.integers(start, len(pieces)))
    part = text.slice(start, end)
    assert part.value == value[start:end]
    for i in range(start, end):
        for j in range(i + 1, end + 1):
            span = text.span(i, j)
            assert (span.start, span.end) == (places[i][0], places[j - 1][1])
            assert part.span(i - start, j - start) == span
    again = part.slice(0, None)
    assert again.span() == part.span()
