"""Imposition: where on which sheet each piece lies, where it is cut, and what stands on the other side.

In: sizes in millimetres.  Out: `Sheet`s.  Without bleed neighbours share a cut.  Backs are mirrored left to right, so
that they lie behind their faces when the printer turns the sheet along its left edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
EDGE = 5.0
"""Millimetres at each edge of a sheet where many printers print nothing."""
FROM_CUT, LONGEST_MARK = 1.0, 3.0
"""Crop marks begin so far from the pieces, and are so long at most."""

Mark = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Piece:
    """What is cut out: `front` and `back` are indices of what stands on its sides; None: an empty side."""

    front: int
    back: int | None
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Placed:
    """One side of a piece; `x`, `y`: its upper left corner, with its bleed."""

    piece: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet.  `behind`: whether it is the back of the sheet before."""

    width: float
    height: float
    bleed: float
    items: tuple[Placed, ...]
    marks: tuple[Mark, ...] = ()
    behind: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """How pieces of a size lie on a sheet.  `left`, `top`: the corner of the first one, with its bleed."""

    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float
    bleed: float
    piece: tuple[float, float]

    @property
    def cell(self) -> tuple[float, float]:
        """A piece with its bleed."""
        return self.piece[0] + 2 * self.bleed, self.piece[1] + 2 * self.bleed

    @property
    def places(self) -> int:
        """How many pieces a sheet holds."""
        return self.columns * self.rows

    def marks(self) -> Iterator[Mark]:
        """The crop marks around the whole grid."""
        (wide, high), bleed = self.cell, self.bleed
        right, bottom = self.left + self.columns * wide, self.top + self.rows * high
        long = min(LONGEST_MARK, self.left - FROM_CUT), min(LONGEST_MARK, self.top - FROM_CUT)
        for x in _cuts(self.left, wide, self.columns, bleed):
            yield x, self.top - FROM_CUT - long[1], x, self.top - FROM_CUT
            yield x, bottom + FROM_CUT, x, bottom + FROM_CUT + long[1]
        for y in _cuts(self.top, high, self.rows, bleed):
            yield self.left - FROM_CUT - long[0], y, self.left - FROM_CUT, y
            yield right + FROM_CUT, y, right + FROM_CUT + long[0], y


def _cuts(start: float, cell: float, number: int, bleed: float) -> list[float]:
    """Where pieces are cut along one direction; a cut that two of them share once."""
    sides = (start + cell * place + side for place in range(number) for side in (bleed, cell - bleed))
    return sorted({round(each, 3) for each in sides})


def grid_of(piece: tuple[float, float], paper: tuple[float, float], bleed: float) -> Grid | None:
    """The sheet, tall or wide, that holds most pieces of a size; None: not even one fits."""
    tall, wide = _grid(piece, paper, bleed), _grid(piece, (paper[1], paper[0]), bleed)
    best = wide if wide.places > tall.places else tall
    return best if best.places else None


def _grid(piece: tuple[float, float], paper: tuple[float, float], bleed: float) -> Grid:
    cells = [side + 2 * bleed for side in piece]
    numbers = [int((whole - 2 * EDGE) // cell) for whole, cell in zip(paper, cells, strict=True)]
    margins = [(paper[way] - numbers[way] * cells[way]) / 2 for way in (0, 1)]
    return Grid(*paper, numbers[0], numbers[1], margins[0], margins[1], bleed, piece)


def impose(pieces: Sequence[Piece], paper: tuple[float, float], bleed: float, backs: bool) -> list[Sheet]:
    """All pieces on sheets, those of a size together in their order.  `ValueError`: one is larger than the paper."""
    by_size: dict[tuple[float, float], list[Piece]] = {}
    for piece in pieces:
        by_size.setdefault((piece.width, piece.height), []).append(piece)
    made: list[Sheet] = []
    for size, group in by_size.items():
        grid = grid_of(size, paper, bleed)
        if grid is None:
            raise ValueError(f"a piece of {size[0]:g} × {size[1]:g} mm is larger than the paper")
        for start in range(0, len(group), grid.places):
            made += _sides(grid, group[start : start + grid.places], backs)
    return made


def _sides(grid: Grid, pieces: Sequence[Piece], backs: bool) -> Iterator[Sheet]:
    wide, high = grid.cell
    spots = [
        (grid.left + wide * column, grid.top + high * row)
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]
    fronts = [Placed(each.front, *spot) for each, spot in zip(pieces, spots, strict=False)]
    sheet = Sheet(grid.width, grid.height, grid.bleed, tuple(fronts), tuple(grid.marks()))
    yield sheet
    if backs:
        behind = [
            Placed(each.back, grid.width - x - wide, y)
            for each, (x, y) in zip(pieces, spots, strict=False)
            if each.back is not None
        ]
        yield replace(sheet, items=tuple(behind), behind=True)
