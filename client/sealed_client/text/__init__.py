"""The text client: plain lines that a screen reader can read, on the same sentences as every other client.

`shell` runs it on two streams, `table_talk` holds what is said at a table, without IO.
"""
