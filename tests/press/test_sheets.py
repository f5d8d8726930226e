"""Imposition, which needs no typst: everything lies once, inside the paper, and backs lie behind their faces."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.press.sheets import EDGE, PAPERS, Piece, grid_of, impose


@pytest.mark.parametrize(
    ("paper", "size", "bleed", "across", "down", "lying"),
    [
        ("a4", (63, 88), 0, 3, 3, False),
        ("letter", (63, 88), 0, 3, 3, False),
        ("a4", (63, 88), 3, 4, 2, True),
        ("a4", (44, 68), 0, 4, 4, False),
        ("a4", (70, 120), 0, 2, 2, False),
        ("letter", (25, 25), 0, 8, 10, False),
    ],
)
def test_the_usual_sizes(paper, size, bleed, across, down, lying):
    grid = grid_of(size, PAPERS[paper], bleed)
    assert (grid.columns, grid.rows, grid.width > grid.height) == (across, down, lying)


pieces = st.lists(st.sampled_from([(63, 88), (44, 68), (25, 25)]), min_size=1, max_size=40)


@given(pieces, st.sampled_from(sorted(PAPERS)), st.sampled_from([0, 2, 3]), st.booleans())
def test_each_piece_lies_once_on_the_paper_and_its_back_behind_it(sizes, paper, bleed, backs):
    wanted = [Piece(2 * n, 2 * n + 1, *size) for n, size in enumerate(sizes)]
    sheets = impose(wanted, PAPERS[paper], bleed, backs)
    fronts = [each for each in sheets if not each.behind]
    assert sorted(item.piece for sheet in fronts for item in sheet.items) == [piece.front for piece in wanted]
    size = {piece.front: (piece.width + 2 * bleed, piece.height + 2 * bleed) for piece in wanted}
    for sheet in fronts:
        for item in sheet.items:
            wide, high = size[item.piece]
            assert item.x >= EDGE - 1e-6 and item.x + wide <= sheet.width - EDGE + 1e-6
            assert item.y >= EDGE - 1e-6 and item.y + high <= sheet.height - EDGE + 1e-6
        for one, other in combinations(sheet.items, 2):
            wide, high = size[one.piece]
            assert abs(one.x - other.x) >= wide - 1e-6 or abs(one.y - other.y) >= high - 1e-6
    if backs:
        for front, back in zip(sheets[::2], sheets[1::2], strict=True):
            assert (front.behind, back.behind) == (False, True)
            through = {(round(i.x, 3), round(i.y, 3)): i.piece for i in front.items}
            for item in back.items:
                x = back.width - item.x - size[item.piece - 1][0]  # seen through the paper
                assert through[round(x, 3), round(item.y, 3)] == item.piece - 1


def test_marks_stand_at_the_cuts_and_touch_no_piece():
    sheet = impose([Piece(0, None, 63, 88)] * 8, PAPERS["a4"], 3, backs=False)[0]
    left, right = min(i.x for i in sheet.items), max(i.x for i in sheet.items) + 69
    upright = sorted({x for x, _, to_x, _ in sheet.marks if x == to_x})
    assert upright == sorted({round(i.x + side, 3) for i in sheet.items for side in (3, 66)})
    for x, y, to_x, to_y in sheet.marks:
        top, bottom = min(i.y for i in sheet.items), max(i.y for i in sheet.items) + 94
        assert max(y, to_y) < top or min(y, to_y) > bottom or max(x, to_x) < left or min(x, to_x) > right


def test_what_is_larger_than_the_paper_is_said():
    with pytest.raises(ValueError, match="larger than the paper"):
        impose([Piece(0, None, 200, 300)], PAPERS["a4"], 0, backs=False)
