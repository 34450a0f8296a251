"""Words for people: questions, events, refusals and actions of the engine as sentences of a language.

The engine speaks in message ids with typed arguments; here they become sentences. One module per title and
language holds the templates, `phrases` puts the names in.
"""
