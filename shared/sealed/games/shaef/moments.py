"""When a tactic may be used: the moments of the turn, numbered as in the notation."""

(
    REPLACEMENT,
    LANDING,
    FLIGHT,
    MOVEMENT,
    COMBAT_PHASE,
    SETTING_UP,
    BEFORE_FIRE,
    CASUALTIES,
    RETREATS,
    END_OF_COMBATS,
    ATTACHMENT,
    DEPLOYMENT,
    MARKERS,
    SECOND_SUPPLY,
    PORT_CAPTURED,
    PRE_COMBAT_RETREAT,
    BETWEEN_COMBATS,
    ORPHANED,
) = range(1, 19)
"""`COMBAT_PHASE` is the start of a Combat Phase, `END_OF_COMBATS` its end, `MOVEMENT` a whole Movement Phase
of the own turn and the start of one of the enemy's, `ATTACHMENT` the start of a Reorganization Phase; no
window opens at `BETWEEN_COMBATS` and `ORPHANED`, which are questions."""

NO_MOMENT = 0
EVER = (
    REPLACEMENT, LANDING, FLIGHT, MOVEMENT, BETWEEN_COMBATS, ATTACHMENT, DEPLOYMENT, MARKERS, ORPHANED,
)  # fmt: skip
"""The moments of the own turn outside combat: "any time in your own turn"."""
AXIS_EVER = (REPLACEMENT, MOVEMENT, BETWEEN_COMBATS, ATTACHMENT, DEPLOYMENT)
"""Those of the Axis turn, which has no sea, air or supply-marker step."""
