"""Generated from proto/sealed/wire/v1 by tools/generate_stubs.py; not edited by hand."""
