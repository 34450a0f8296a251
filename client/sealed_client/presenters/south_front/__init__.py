"""What a South Front table looks like as lines: the board, the own cards, what an answer is worth."""

from sealed_client.presenters.south_front.board import board_lines
from sealed_client.presenters.south_front.hand import hand_lines
from sealed_client.presenters.south_front.notes import answer_note
from sealed_client.presenters.south_front.under_way import question_lines

__all__ = ["answer_note", "board_lines", "hand_lines", "question_lines"]
