"""Connect Four as a programmer writes it: bitboards of 7 columns with 7 bits.  Shares nothing with the toolkit."""

WIDTH, HEIGHT = 7, 6
STEPS = (1, HEIGHT + 1, HEIGHT, HEIGHT + 2)
"""Distances between the bits of neighbours: above, to the right, falling, rising."""


class ConnectFour:
    """`winner`: None while the game goes on and in a draw."""

    def __init__(self) -> None:
        self.board = [0, 0]
        self.height = [0] * WIDTH
        self.turn = 0
        self.winner: int | None = None
        self.over = False
        self.length = 0

    def legal(self) -> list[int]:
        """The columns with an empty cell."""
        return [] if self.over else [column for column in range(WIDTH) if self.height[column] < HEIGHT]

    def play(self, column: int) -> None:
        """The player whose turn it is drops a disc."""
        assert column in self.legal()
        me = self.turn
        self.board[me] |= 1 << column * (HEIGHT + 1) + self.height[column]
        self.height[column] += 1
        self.length += 1
        board = self.board[me]
        for step in STEPS:
            pairs = board & board >> step
            if pairs & pairs >> 2 * step:
                self.winner, self.over = me, True
        if self.length == WIDTH * HEIGHT:
            self.over = True
        self.turn = 1 - me

    def cells(self, player: int) -> set[tuple[int, int]]:
        """Column and row (from 1, from the left and from the bottom) of each disc of a player."""
        return {
            (column + 1, row + 1)
            for column in range(WIDTH)
            for row in range(HEIGHT)
            if self.board[player] >> column * (HEIGHT + 1) + row & 1
        }
