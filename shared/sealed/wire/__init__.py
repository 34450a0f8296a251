"""Carries the protocol over the wire: generated stubs (`v1`) and the strict parser (`strict`)."""
