"""What a game is made of (`Model`), how it stands (`State`), chance, knowledge, and the few ways to change it
(`Kernel`).

Knows no English, no YAML, no rules: rules are the machine's business.
"""
