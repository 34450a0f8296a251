"""The protocol `fairtable/1` (SPEC.md): pure, without network, clock, threads or a random source.

Reading order: `arithmetic` (hashes, trees, tape, slots), `bridge` (what the rules make due), `payloads`
(strict bytes), `signing` (keys, signed layouts), `codes` (every error code), `fields` and `record` (files),
`live` (checks each entry as it comes), `audit` (the final audit of a record), `evidence` (what convicts).
"""
