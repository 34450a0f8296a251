"""Colours of the pictures (light theme), named by what they colour."""

PAPER = "#f6efdd"
RAISED = "#fdf9ee"
SUNKEN = "#e2d6bb"
RULE = "#cfc09f"
FRAME = "#8a7650"
INK = "#2f281d"
INK_2 = "#5a4d36"

ARMY = {1: "#2f4569", 2: "#8a2f4c"}
"""The colour of each side, for markers and tints."""

DISK = {1: "#2f4569", 2: "#8a2f4c", 3: "#557099", 4: "#a94a64", 5: "#a5bad6", 6: "#dc9aa6"}
"""The fill of each colour's counters."""

SIGN = {1: PAPER, 2: PAPER, 3: RAISED, 4: RAISED, 5: INK, 6: INK}
"""What is written on each colour's counters."""
