"""Colours of authors, made legible: as dark or as light as text on our paper has to be (WCAG 2.2: 4.5 to 1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

PAPER, NIGHT = "#fbfaf6", "#1e2024"
"""Of the grounds of our style sheet, those on which a colour is seen least: the light page, the dark card."""

LEGIBLE = 4.6
PALETTE = ("#2f6f8f", "#a4552b", "#4d7a3a", "#7a4b8a", "#9a7a1c", "#3b5b9d", "#a03d5a", "#3d7d74")
"""For values to which an author gives no colour, in the order of their list."""


@cache
def on_paper(colour: str) -> str:
    """The nearest darker shade that can be read on light paper."""
    return next(shade for shade in _shades(colour, 0.0) if contrast(shade, PAPER) >= LEGIBLE)


@cache
def on_night(colour: str) -> str:
    """The nearest lighter shade that can be read on the dark ground."""
    return next(shade for shade in _shades(colour, 255.0) if contrast(shade, NIGHT) >= LEGIBLE)


def contrast(one: str, other: str) -> float:
    """The ratio of contrast of two colours (`#rrggbb`), from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _shades(colour: str, towards: float) -> Iterator[str]:
    """The colour, then mixed more and more with the darkest or the lightest."""
    for step in range(21):
        share = step / 20
        mixed = (round(part + (towards - part) * share) for part in _parts(colour))
        yield "#" + "".join(f"{part:02x}" for part in mixed)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = map(_linear, _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
