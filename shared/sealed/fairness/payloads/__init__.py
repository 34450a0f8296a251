"""The payloads of entries and signed messages: strict bytes, values, limits (SPEC 2.2, 2.17)."""
