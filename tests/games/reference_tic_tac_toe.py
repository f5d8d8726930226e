"""Tic-tac-toe as a programmer writes it: two bitboards.  Shares nothing with the toolkit."""

LINES = tuple(
    sum(1 << cell for cell in line)
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
)


class TicTacToe:
    """`board[p]`: the cells of player p, cell = (row - 1) * 3 + (column - 1).  `winner`: None in a draw, too."""

    def __init__(self) -> None:
        self.board = [0, 0]
        self.turn = 0
        self.winner: int | None = None
        self.over = False
        self.length = 0

    def legal(self) -> list[int]:
        """The empty cells."""
        taken = self.board[0] | self.board[1]
        return [] if self.over else [cell for cell in range(9) if not taken >> cell & 1]

    def play(self, cell: int) -> None:
        """The player whose turn it is takes the cell."""
        assert cell in self.legal()
        me = self.turn
        self.board[me] |= 1 << cell
        self.length += 1
        if any(self.board[me] & line == line for line in LINES):
            self.winner, self.over = me, True
        elif self.length == 9:
            self.over = True
        self.turn = 1 - me
