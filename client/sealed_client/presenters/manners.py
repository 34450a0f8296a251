"""How a player wants to be asked."""

from __future__ import annotations

from typing import NamedTuple


class Manners(NamedTuple):
    """What the settings say of playing.

    `ask_before_final`: the last answer before the point of no return waits for a button of its own. Without
    it such an answer is sent as soon as it is chosen.
    `auto_pass`: a question with one legal answer is answered by itself, if everybody knows that it has only
    one (`TitlePresenter.single_is_public`). Where another hand would have had a choice, answering at once
    would tell the others what is not in this hand; such a question is always asked.
    """

    ask_before_final: bool = True
    auto_pass: bool = False
