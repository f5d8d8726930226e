"""What authors wrote, made safe for HTML, for Markdown and for titles.

Author's text stands in blocks of HTML, where `text` escapes it; Markdown does not look into them.  A block has no empty
line.  Headings have to be Markdown, for tables of contents: there `plain` writes every sign as a character reference.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

_SIGN = re.compile(r"[^\w\s]|_")
_TITLE = str.maketrans({"<": "‹", ">": "›", '"': "”", "\\": "/", "\n": " "})


def text(value: object) -> str:
    """Escaped for HTML, in attributes too."""
    return html.escape(str(value), quote=True)


def plain(value: str) -> str:
    """Escaped for a line of Markdown: no sign in it means anything."""
    return _SIGN.sub(lambda match: f"&#{ord(match[0])};", " ".join(value.split()))


def title_text(value: str) -> str:
    """For the title of a page, which themes unescape: none of the signs of HTML."""
    return " ".join(value.translate(_TITLE).split()).replace("&", "&amp;")


def element(tag: str, inner: str, **attributes: str | None) -> str:
    """`<tag …>inner</tag>`; `inner` is HTML, attributes are text; `class_` is class, `data_x` is data-x."""
    said = "".join(
        f' {name.strip("_").replace("_", "-")}="{text(value)}"' for name, value in attributes.items() if value
    )
    return f"<{tag}{said}>{inner}</{tag}>"


def link(address: str, inner: str, **attributes: str | None) -> str:
    """A link; `inner` is HTML."""
    return element("a", inner, href=address, **attributes)


def table(head: Iterable[str], rows: Iterable[Iterable[str]], class_: str = "") -> str:
    """A table of HTML cells."""
    heads = "".join(f"<th>{cell}</th>" for cell in head)
    body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    name = f' class="{class_}"' if class_ else ""
    return f"<table{name}>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def code(value: str) -> str:
    """Words as they are typed."""
    return element("code", text(value))


def emphasised(said: str) -> str:
    """Our own words, where *a word* is quoted and `a key` is code."""
    parts = said.split("`")
    return "".join(code(part) if number % 2 else quoted(part) for number, part in enumerate(parts))


def quoted(said: str) -> str:
    """Our own words, where *a word* is quoted."""
    parts = text(said).split("*")
    return "".join(element("em", part) if number % 2 else part for number, part in enumerate(parts))


def fence(value: str, language: str = "", title: str = "") -> str:
    """A block of code in Markdown, whatever back-quotes it holds."""
    longest = max((len(run) for run in re.findall(r"`+", value)), default=0)
    marks = "`" * max(3, longest + 1)
    heading = f' title="{title_text(title)}"' if title else ""
    return f"{marks}{language}{heading}\n{value.rstrip()}\n{marks}"
