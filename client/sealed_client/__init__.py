"""The client of Sealed Orders: a seat's keys, its verified replica, its drafts, and the way to the referee.

`seat` is the sans-IO core (spec 2.3-2.13 as a seat lives them), `session` runs it over a `transport`,
`network` puts the session on its own thread, `bots` answer questions like people do.
"""
