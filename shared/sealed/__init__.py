"""What both sides of the table must agree on: the rules, the fairness protocol and the wire.

Reading order: `engine` (knows no title), `games` (one package per title), `wire` (messages), `fairness`
(the protocol `fairtable/1`), `testing` (builders and random players). Nothing here touches a network, a
clock, a random source or a screen.
"""
