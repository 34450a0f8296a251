"""The referee of Sealed Orders: it owns the sealed decks and the dice, and can prove that it was fair.

`table` and `match` run a table without IO (`judging`, `acting`, `dealer`, `ending`), `journal` keeps tables
on disk, `service*` and `serve` put them on gRPC, `cli` is the command.
"""
