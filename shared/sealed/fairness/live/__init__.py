"""The live verifier: every check of SPEC 3.1, one `watch_*` module for each chapter."""
