"""Attachment, Strategic Deployment, supply markers and Mulberries (Section 13)."""
