"""A rules engine that knows no title.

Control is data: a state is a value with a stack of frames inside it (`frames`, `stack`). Chance is a seat:
the engine asks for outcomes (`chance`) and never rolls. Hidden cards live only in zones (`zones`), every
state carries an eye (`eye`), and the one card-moving primitive (`cards`) masks by itself, so the same rules
run on the referee's full state, on a seat's state and on the public one. The door is `kernel`: asked,
legal_actions, apply, why_not, view, mask. `title` says what a title must provide.
"""
