"""Tests of the screen: Kivy draws into memory. Nothing here is imported unless these tests are collected."""

import asyncio

import offscreen
import pytest

offscreen.prepare()


@pytest.fixture
def play():
    """Runs a coroutine of a test to its end, and fails if it takes longer than a test may."""

    def played(scene, limit=100):
        async def limited():
            return await asyncio.wait_for(scene, limit)

        return asyncio.run(limited())

    return played


@pytest.fixture(autouse=True)
def _first_settings():
    """Leaves the theme and the language as they were."""
    yield
    from sealed_client.screens.speech import speech
    from sealed_client.screens.theme import theme

    theme.dark, theme.text_scale, theme.calm, theme.hues = False, 1.0, False, "standard"
    speech.speak("en")
