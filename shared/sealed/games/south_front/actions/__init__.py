"""The Action step: which actions there are, deployment, and what they cost (rules, Actions)."""
