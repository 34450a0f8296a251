"""Keys, signatures on every backend, and the layouts that are signed (SPEC 2.1, 2.3, 2.6, 2.8)."""
