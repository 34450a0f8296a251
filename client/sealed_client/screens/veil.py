"""What covers the table while the program is not in front, so that no picture of it shows a hand."""

from __future__ import annotations

from kivy.uix.anchorlayout import AnchorLayout

import sealed_client.screens.components.texts  # noqa: F401 - the kv rule uses them
from sealed_client.screens.kv_files import load_kv


class Veil(AnchorLayout):
    """Shows the program's name and nothing else."""


load_kv(__file__)
