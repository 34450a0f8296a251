"""Secrets at rest (spec 2.15): what lies on a disk of referee or player and must not be read there."""
