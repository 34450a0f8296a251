"""What every content pack needs and no title owns: reading marked TOML tables, their marks, their digest.

It knows no rules and no title, so that titles stay strangers to each other.
"""
