"""The arithmetic of `fairtable/1`: hashes, trees, chains, tape, slots, seals, references (Appendix A)."""
