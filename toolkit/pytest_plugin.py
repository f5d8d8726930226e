"""Collects the examples of packs as pytest items. Nothing heavy is imported before an example is collected."""
