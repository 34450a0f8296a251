"""Bots of South Front: one for soak tests, and one that plays by what a position is worth."""

from __future__ import annotations

from sealed_client.bots.south_front.random_bot import RandomBot
from sealed_client.bots.south_front.steady_bot import SteadyBot

__all__ = ["RandomBot", "SteadyBot"]
