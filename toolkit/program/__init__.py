"""Programs as data: what a checked sentence becomes, and what the machine runs.  No English, no YAML, no
state.
"""
