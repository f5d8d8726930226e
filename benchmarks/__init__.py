"""Benchmarks, as ratios measured in one run: `python -m benchmarks.run`."""
