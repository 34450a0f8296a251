"""Every touch that a scene offers and that leads on; without any toolkit."""

from sealed_client.presenters.gestures import Choose, TapCard, TapSpace

LEADING = ("button-", "count-", "send")
"""Answers to the question of the rules; others are of the table itself: leave, pause, undo."""


def offered(scene):
    """Returns gestures on rings, raised cards and ready buttons; none while the player is not asked."""
    sides = [scene.combat.attacker, scene.combat.defender] if scene.combat is not None else []
    piles = [row.cards for row in scene.hand.rows]
    piles += [pile for side in sides for pile in (side.reserve, side.deployed)]
    cards = [TapCard(face.key) for pile in piles for face in pile if face.state == "answers"]
    answers = [
        Choose(answer.key)
        for answer in scene.prompt.answers
        if answer.ready and answer.key.rpartition(":")[2].startswith(LEADING)
    ]
    return [*answers, *cards, *(TapSpace(target.space) for target in scene.board.targets)]
