"""`sayso schema`: JSON Schemas of documents, for editors and other validators."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.output import failed, remark, show_diagnostics
from toolkit.cli.packs import find_pack, search_for
from toolkit.cli.settings import PackName, Settings, shared


@click.command("schema", short_help="Write JSON Schemas for an editor.")
@click.argument("pack_name", metavar="[PACK]", required=False, type=PackName())
@click.option(
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where to write.",
)
@shared
def command(pack_name: str | None, out: Path, settings: Settings) -> int:
    """Write a JSON Schema (2020-12) for each type of document, and all.schema.json, which tells them apart.

    \b
    sayso schema my-pack --out my-pack/.schemas
    check-jsonschema --schemafile my-pack/.schemas/all.schema.json my-pack/rules/*.yaml

    With a PACK its kinds of card have schemas, too. In an editor that knows YAML and JSON Schema, this line at the
    top of a file is enough:

    \b
    # yaml-language-server: $schema=.schemas/all.schema.json
    """
    from toolkit.documents.export import export
    from toolkit.documents.schema import SchemaSet

    schemas = SchemaSet().schemas
    if pack_name is not None:
        from toolkit.pack.load import load_source, schemas_of

        checked = load_source(find_pack(pack_name, settings), search_for(settings))
        if checked.value is None:
            show_diagnostics(checked.diagnostics, "full")
            return int(failed(checked.diagnostics))
        schemas = schemas_of(checked.value)
    for path in export(schemas, out):
        remark(settings, str(path), "plain")
    return 0
