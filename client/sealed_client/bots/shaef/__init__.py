"""Bots of SHAEF: one for soak tests, and one that campaigns by rules of thumb."""

from __future__ import annotations

from sealed_client.bots.shaef.random_bot import RandomBot
from sealed_client.bots.shaef.steady_bot import SteadyBot

__all__ = ["RandomBot", "SteadyBot"]
