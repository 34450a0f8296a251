"""Implements the fairness protocol `fairtable/1`, level 1; the normative text is SPEC.md beside this file.

Everything here is pure: no input or output, no clock, no source of randomness. Time, secrets and random
bytes come from the caller as arguments.
"""
