"""What a Popular Front table looks like: as lines, as a picture's instructions, and on the table's screen."""

from sealed_client.presenters.popular_front.lines import answer_note, board_lines, board_picture, hand_lines
from sealed_client.presenters.popular_front.presenter import PopularFront

__all__ = ["PopularFront", "answer_note", "board_lines", "board_picture", "hand_lines"]
