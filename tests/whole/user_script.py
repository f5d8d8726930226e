"""What somebody writes who uses the toolkit: `test_types` gives it to the type checkers, and runs it."""

from collections.abc import Sequence

from toolkit import (
    Checked,
    Decision,
    Diagnostic,
    Event,
    Game,
    IllegalChoice,
    Option,
    Pack,
    Stepper,
    load_game,
    load_pack,
    new_game,
    new_stepper,
)


def first(options: Sequence[Option]) -> str:
    return options[0].label


def played(pack: Pack, decisions: int) -> Game:
    game = new_game(pack, players=2, seed=7)
    for _ in range(decisions):
        decision: Decision | None = game.decision
        if decision is None:
            break
        print(decision.prompt, first(decision.options))
        game.choose(0)
    return game


def main() -> None:
    checked: Checked[Pack | None] = load_pack("sentient")
    found: tuple[Diagnostic, ...] = checked.diagnostics
    assert checked.value is not None and not any(each.is_error for each in found)
    game = played(checked.value, 3)
    try:
        game.choose("Sing.")
    except IllegalChoice as error:
        print(error)
    again = load_game(game.save())
    last: Event = again.log[-1]
    print(last, again.why(last), again.digest() == game.digest())
    whole: Pack = checked.unwrap()
    stepper: Stepper = new_stepper(whole, players=2, seed=7)
    print(stepper.over)


if __name__ == "__main__":
    main()
