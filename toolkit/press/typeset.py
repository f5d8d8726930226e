"""The one place that calls typst: data and templates in, PDF and pictures out.

All that an author wrote goes in as `data.json`; the templates are ours and never evaluate a string.  No font but those
that typst brings and those of a named folder is used, nothing is fetched, and the same data give the same bytes.
"""

from __future__ import annotations

import importlib.util
import json
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from toolkit.report.files import read_bounded

EXTRA = "sayso[print]"
TEMPLATES = Path(__file__).parent / "templates"
FONTS = ("Libertinus Serif", "New Computer Modern", "New Computer Modern Math", "DejaVu Sans Mono")
"""What typst brings, in the order in which a letter is looked for."""
MOST_BYTES = 20_000_000
"""Of a picture."""
MOST_PIXELS = 60_000_000
"""Of a picture: 300 points an inch on a sheet of A3 take 17 million."""
_LACKING = re.compile(r'the text `"(.+?)"` could not be displayed')

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of a JPEG after which its size stands."""

Format = Literal["png", "svg"]


class PressError(Exception):
    """It cannot be printed; the text says why, for the author."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text and the size in points that it got; `over`: it does not fit even so."""

    card: str
    part: str
    size: float
    over: bool


def installed() -> bool:
    """Whether the program that typesets is there."""
    return importlib.util.find_spec("typst") is not None


class Press:
    """A job: a template, its data, its pictures.

    `run` gives one for the time of a `with`.  `PressError`: typst is not installed.
    """

    def __init__(self, folder: Path, fonts: Path | None) -> None:
        import typst

        self._typst = typst
        self.folder = folder
        paths: list[Any] = [str(fonts)] if fonts is not None else []
        self.fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=paths)

    @classmethod
    @contextmanager
    def run(cls, pictures: Mapping[Path, str] = {}, fonts: Path | None = None) -> Iterator[Press]:
        """`pictures`: path → the name by which the data speak of it; `fonts`: a folder whose fonts come first."""
        if not installed():
            raise PressError(f"Printing needs an extra: pip install '{EXTRA}'")
        with TemporaryDirectory(prefix="sayso-print-") as name:
            folder = Path(name)
            for template in sorted(TEMPLATES.glob("*.typ")):
                (folder / template.name).write_bytes(template.read_bytes())
            for path, shown in pictures.items():
                data = read_bounded(path, MOST_BYTES)
                # what is too large is left empty, which is no picture
                (folder / shown).write_bytes(
                    data if pixels(data) <= MOST_PIXELS and len(data) <= MOST_BYTES else b""
                )
            yield cls(folder, fonts)

    def families(self) -> list[str]:
        """The fonts in the order in which a letter is looked for: those of the folder, then ours."""
        own = sorted(set(self.fonts.families()) - set(FONTS))
        return [*own, *FONTS]

    def pdf(self, data: Mapping[str, Any]) -> bytes:
        """The whole as a PDF, with links and bookmarks.  `PressError`: a picture is none."""
        made = self._compile("main.typ", data, format="pdf")
        return bytes(made if isinstance(made, bytes) else made[0])

    def pages(self, data: Mapping[str, Any], format: Format, ppi: float = 300) -> list[bytes]:
        """Each page by itself."""
        made = self._compile("main.typ", data, format=format, ppi=ppi)
        return [made] if isinstance(made, bytes) else list(made)

    def fitted(self, data: Mapping[str, Any]) -> list[Fitted]:
        """How each text that has a box was fitted into it."""
        self._write(data)
        found = json.loads(self._compiler("main.typ").query("<fitted>", field="value"))
        rows: dict[tuple[str, str], Fitted] = {}
        for row in (Fitted(**each) for each in found):
            before = rows.get((row.card, row.part))
            if before is None or row.over:  # some pieces share a key: one that does not fit is enough
                rows[row.card, row.part] = row
        return list(rows.values())

    def lacking(self, characters: Iterable[str], families: Iterable[str]) -> set[str]:
        """Those of the characters that no font can show."""
        wanted = sorted(set(characters))
        self._write({"characters": wanted, "fonts": list(families)})
        try:
            # PDF/A forbids glyphs that are not there, and says which
            self._compiler("glyphs.typ").compile(format="pdf", pdf_standards=["a-2b"], timestamp=0)
        except self._typst.TypstError as error:
            said = _LACKING.findall(str(error.diagnostic))
            return {_unescaped(each) for each in said}
        return set()

    # --- How ------------------------------------------------------------------------------------------------

    def _write(self, data: Mapping[str, Any]) -> None:
        (self.folder / "data.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")

    def _compiler(self, template: str) -> Any:
        return self._typst.Compiler(
            input=str(self.folder / template),
            root=str(self.folder),
            font_paths=self.fonts,
            ignore_system_fonts=True,
            package_path=str(self.folder),
            package_cache_path=str(self.folder),
        )

    def _compile(self, template: str, data: Mapping[str, Any], **how: Any) -> Any:
        self._write(data)
        try:
            return self._compiler(template).compile(timestamp=0, **how)
        except self._typst.TypstError as error:
            damaged = [
                path.name for path in sorted(self.folder.glob("picture-*")) if not self._shows(path.name)
            ]
            if damaged:
                raise DamagedPictures(damaged) from None
            raise error

    def _shows(self, picture: str) -> bool:
        """Whether it is a picture that can be shown."""
        self._write({"picture": picture})
        try:
            self._compiler("picture.typ").compile(format="pdf", timestamp=0)
        except self._typst.TypstError:
            return False
        return True


class DamagedPictures(PressError):
    """`names`: of those that cannot be shown."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


def pixels(data: bytes) -> int:
    """How many pixels a PNG or a JPEG says that it has, before anybody unpacks them; 0 for any other file."""
    if data.startswith(b"\x89PNG") and len(data) >= 24:
        wide, high = struct.unpack(">II", data[16:24])
        return int(wide * high)
    at = 2 if data.startswith(b"\xff\xd8") else len(data)
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind, long, _, high, wide = struct.unpack(">BHBHH", data[at + 1 : at + 9])
        if kind in _FRAMES:
            return int(wide * high)
        at += 2 + long
    return 0


def _unescaped(said: str) -> str:
    """A character as typst writes it in a message: `\\u{301}` for what does not show by itself."""
    match = re.fullmatch(r"\\u\{([0-9a-f]+)\}", said)
    return chr(int(match[1], 16)) if match else said.removeprefix("\\")
