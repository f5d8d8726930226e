"""The diagnostics as pages: each code with its message, the reason, what is wrong and what is right."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolkit.report.catalogue import AREAS, Entry, ExampleFile, entries
from toolkit.site.markup import code, element, emphasised, fence, link
from toolkit.site.page import Page
from toolkit.site.shelf import capital

FOLDER = "diagnostics"
SECTION = "Diagnostics"
LONGEST = 60
"""Lines of an example file that are shown."""
MOST_FILES = 8
"""Files of an example that are shown: some limits need thousands of them."""
FILLED = re.compile(r"\{(\w+)\}")
MARKS = re.compile(r"[*`{}]")
"""What a message is written with, and a list of hits does not show."""


def diagnostic_pages() -> Iterator[Page]:
    """The list of all codes, then a page for each."""
    every = entries()
    index = Page(f"{FOLDER}/index", SECTION)
    index.add(
        "# Diagnostics",
        "Everything that `sayso validate` and the other commands can find fault with. "
        "`sayso explain SAY0203` shows the same page in a terminal.",
    )
    for number, area in AREAS.items():
        own = [entry for entry in every if entry.code[3:5] == number]
        if not own:
            continue
        index.heading(2, capital(area), f"area-{number}")
        rows = [
            f"<dt>{link(index.to(f'{FOLDER}/{entry.code}'), entry.code)}</dt><dd>{_message(entry)}</dd>"
            for entry in own
        ]
        index.add(element("dl", "\n".join(rows), class_="codes"))
    yield index
    for entry in every:
        yield _page(entry)


def _message(entry: Entry) -> str:
    """The words of the message; what is filled in is underlined with dots."""
    return FILLED.sub(r"<var>\1</var>", emphasised(entry.message))


def _page(entry: Entry) -> Page:
    page = Page(f"{FOLDER}/{entry.code}", f"{entry.code} {entry.name}", contents=False)
    page.finds(f"{entry.code} {entry.name}", "", "diagnostic", MARKS.sub("", entry.message), (entry.code,))
    page.trail(
        "Above",
        (f"{FOLDER}/index", SECTION),
        (f"{FOLDER}/index#area-{entry.code[3:5]}", capital(entry.area)),
    )
    page.add(f"# {entry.code} {entry.name}")
    badge = element("span", entry.severity.value, class_=f"badge {entry.severity.value}")
    page.add(element("div", badge, class_="about"))
    page.add(element("p", _message(entry), class_="message"))
    page.add(entry.why)
    for title, files in (("Wrong", entry.bad), ("Right", entry.good)):
        page.heading(2, title, title.casefold())
        for file in files[:MOST_FILES]:
            page.add(*_file(file))
        if len(files) > MOST_FILES:
            page.add(element("p", f"… and {len(files) - MOST_FILES} more files like these."))
    return page


def _file(file: ExampleFile) -> Iterator[str]:
    if file.kind == "drop":
        yield element("p", f"The file {code(file.path)} is missing.")
        return
    if file.kind == "link":
        yield element("p", f"{code(file.path)} is a link to {code(file.text)}.")
        return
    lines = file.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    shown = "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in "\n".join(lines[:LONGEST]))
    yield fence(shown, "yaml", file.path)
    if len(lines) > LONGEST:
        yield element("p", f"… and {len(lines) - LONGEST} more lines.")
