"""What a pack says of its own site: `site:` in `pack.yaml`, as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.compile.pack import Pack
from toolkit.documents.nodes import MappingNode, Node
from toolkit.pack.layouts import inside
from toolkit.pack.locales import printed_languages
from toolkit.pack.read import entries_of, mapping_of, word_of, words_of

ACCENT = "#1f5f66"


@dataclass(frozen=True)
class Brand:
    """`about`: language → a sentence that says what the game is.  `logo`: a picture in the pack's folder.

    `version`: what this version of the game is called.  `accent`, `values`: colours, the latter of words of lists.
    `address`: where the site will be published.
    """

    about: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    licence: str = ""
    version: str = ""
    address: str = ""
    logo: Path | None = None
    accent: str = ACCENT
    values: Mapping[str, str] = field(default_factory=dict)


def brand_of(pack: Pack) -> Brand:
    """The brand of a pack; what it does not say is as usual."""
    folder = pack.source.folders[-1]
    document = next((each for each in folder.documents if each.type == "pack"), None)
    node = document.root.get("site") if document is not None else None
    if not isinstance(node, MappingNode):
        return Brand()
    logo = word_of(node.get("logo"))
    colours = _texts(node.get("colours"))
    return Brand(
        about=_about(node.get("about")),
        languages=words_of(node.get("languages")),
        authors=words_of(node.get("authors")),
        licence=word_of(node.get("licence")) or "",
        version=word_of(node.get("version")) or "",
        address=word_of(node.get("address")) or "",
        logo=inside(folder.root, logo) if logo else None,
        accent=colours.pop("accent", ACCENT),
        values=colours,
    )


def doubts(pack: Pack) -> Iterator[str]:
    """What a pack says of its site that has no effect: a picture that is not there, words that mean nothing."""
    folder, brand = pack.source.folders[-1], brand_of(pack)
    document = next((each for each in folder.documents if each.type == "pack"), None)
    node = mapping_of(document.root.get("site")) if document is not None else None
    if node is None:
        return
    if (logo := word_of(node.get("logo"))) and brand.logo is None:
        yield f"site: logo: {logo} is no picture in the pack's folder"
    values = {value for members in pack.vocabulary.lists.values() for value in members}
    for word in brand.values:
        if word not in values:
            yield f"site: colours: {word} is no value of a list"
    for key, languages in (("languages", brand.languages), ("about", brand.about)):
        for language in languages:
            if language not in printed_languages(pack.source):
                yield f"site: {key}: the pack is not in {language}"


def _about(node: Node | None) -> dict[str, str]:
    said = word_of(node)
    return {"en": said} if said else _texts(node)


def _texts(node: Node | None) -> dict[str, str]:
    return {key.name: word_of(value) or "" for key, value in entries_of(node)}
