"""What a SHAEF table looks like as lines: the board, the own cards, what an answer costs, what was seen."""

from sealed_client.presenters.shaef.board import board_lines
from sealed_client.presenters.shaef.hand import hand_lines
from sealed_client.presenters.shaef.memory import memory_lines
from sealed_client.presenters.shaef.notes import answer_note
from sealed_client.presenters.shaef.templates import templates
from sealed_client.presenters.shaef.under_way import besides, question_lines

__all__ = [
    "answer_note", "besides", "board_lines", "hand_lines", "memory_lines", "question_lines", "templates",
]  # fmt: skip
