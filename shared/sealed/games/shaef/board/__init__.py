"""The map: neighbours, rivers, coasts, control, ports (Section 2.8)."""
