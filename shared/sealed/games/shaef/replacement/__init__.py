"""Replacements, Army HQs and the 5th PanzerArmee (Section 8)."""
