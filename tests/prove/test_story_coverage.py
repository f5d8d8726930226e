"""What a probe notes of a story: its conditions, and a step that its rule skips."""

from __future__ import annotations

from pathlib import Path

from toolkit.compile.pack import load_pack
from toolkit.play.game import Rig
from toolkit.prove.probe import BOTH, Probe

PACK = Path(__file__).parents[1] / "packs" / "two-roads"


def test_conditions_and_skipped_steps_are_seen():
    pack = load_pack(PACK).unwrap()
    assert pack is not None
    compiled = pack.compiled(2).unwrap()
    assert compiled is not None
    rig = Rig(pack, compiled, Probe)
    probe = rig.machine
    assert isinstance(probe, Probe)
    state = probe.start(1, log=True)
    for label in ("gamble", "gamble", "gamble", "beg"):
        decision = probe.advance(state)
        assert decision is not None
        words = [rig.teller.option(state, decision.seats[0], raw).lower() for raw in decision.options[0]]
        probe.choose(state, next(n for n, word in enumerate(words) if word.startswith(label)))
    seen = probe.seen()
    lines = {Path(file).name: set() for file, _, _ in seen.ran}
    for file, line, _ in seen.happened:
        lines.setdefault(Path(file).name, set()).add(line)
    text = (PACK / "story.yaml").read_text(encoding="utf-8").splitlines()
    skip = next(n for n, line in enumerate(text, 1) if line.startswith("- Skip"))
    coast = next(n for n, line in enumerate(text, 1) if "at least 5 coins" in line)
    assert skip in lines["story.yaml"]
    took = {line: bits for ((file, line, _), _), bits in seen.took.items() if file.endswith("story.yaml")}
    assert took[coast] == BOTH
    clearing = next(n for n, line in enumerate(text, 1) if "at least 8 coins" in line)
    assert clearing not in took  # its card was never open
