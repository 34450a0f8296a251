"""Miniature titles for tests of the engine: small enough to think through, awkward enough to matter."""
