"""The final audit of a finished record: every check of SPEC 3.2, and the report in words."""
