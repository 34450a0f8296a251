"""The committed map of Popular Front: as its file says, and as the client reads it."""

import json
from importlib import resources

import pytest

from sealed_client.maps import read_map


@pytest.fixture(scope="session")
def map_text():
    """The text of the committed file."""
    return (resources.files("sealed_client") / "assets/maps/popular_front.json").read_text("utf-8")


@pytest.fixture(scope="session")
def map_content(map_text):
    """The parsed file."""
    return json.loads(map_text)


@pytest.fixture(scope="session")
def board():
    """The map as the screens get it."""
    return read_map("popular-front")
