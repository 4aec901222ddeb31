"""The file format of a board: reading it, with every problem named, and writing it."""

from .boards import board_from, read_board
from .write import board_entries, write_board

__all__ = ["board_entries", "board_from", "read_board", "write_board"]
