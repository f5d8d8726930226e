"""Same pack, seed and decisions: the same state. So no clock and no foreign chance where states are made."""

import ast

from tests.hygiene.project import compare_with_exceptions, modules, parsed, relative
from tests.hygiene.test_layers import imported

FORBIDDEN_MODULES = {"random", "time", "datetime", "secrets", "uuid", "numpy"}
FORBIDDEN_CALLS = {"urandom", "getrandbits", "getpid"}


def test_no_clock_and_no_random_in_kernel_program_machine_and_language():
    offenders = {}
    for path in modules("kernel", "program", "machine", "language"):
        tree = parsed(path)
        calls = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & FORBIDDEN_CALLS
        found = (imported(tree) & FORBIDDEN_MODULES) | calls
        if found:
            offenders[relative(path)] = f"uses {', '.join(sorted(found))}"
    compare_with_exceptions(
        "clock-and-chance",
        offenders,
        "Chance comes from the counter-based generator in the state; time from nowhere.",
    )
