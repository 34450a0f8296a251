"""What a player does at a table beside answering: undo, why not, resigning, turning the phone, leaving it."""

import gc
import weakref
from random import Random

import pytest
from kivy.clock import Clock

from sealed_client.settings import Settings
from sealed_client.table_view import Stage

CALM = Settings(theme="paper", sound=False, calm=True)
PHONE, LYING = (412, 915), (915, 412)


@pytest.fixture
def playing(play):
    """Runs a scene of a test at a table where the player has his first turn: scene(driver, tapper, desk)."""

    def run(scene, size=PHONE, seed=3):
        from memory_desk import MemoryDesk
        from screen_driver import nothing_filled, running
        from tapping import Tapper

        from sealed_client.screens.app import SealedApp

        desk = MemoryDesk(seed, settings=CALM, first="act")

        async def at_the_table():
            async with running(SealedApp(desk), size) as driver:
                await driver.press(text="Play the computer")
                await driver.until(lambda: driver.app.table is not None, "the table")
                tapper = Tapper(driver, Random(seed))
                await driver.until(lambda: driver.app.table.screen.scene is not None, "the scene")
                await tapper.drawn()
                await scene(driver, tapper, desk)

        with nothing_filled():
            play(at_the_table())

    return run


async def _choose_a_card(driver, tapper):
    """Touches the first card that answers; returns the scene before."""
    before = tapper.scene
    kind, key = tapper._cards()[0]
    assert await tapper._touch(kind, key)
    await driver.until(lambda: tapper.scene != before, "the card to be chosen")
    await tapper.drawn()
    return before


def test_undo_takes_back_a_choice(playing):
    """After a card is chosen a touch on the undo button shows the question as it was; nothing was sent."""

    async def scene(driver, tapper, desk):
        before = await _choose_a_card(driver, tapper)
        assert tapper.scene.prompt.undo
        await driver.press(spoken=tapper.scene.prompt.undo)
        await driver.until(lambda: tapper.scene.prompt == before.prompt, "the question as it was")
        assert "Answer" not in desk.asked

    playing(scene)


def test_a_touch_on_what_is_not_legal_explains_itself(playing):
    """A space that is not ringed gives numbered reasons, the same on the map; closing shows the table."""
    from sealed_client.screens.components.icon_button import IconButton

    async def scene(driver, tapper, _desk):
        board = driver.app.table.screen.board
        ringed = {target.space for target in tapper.scene.board.targets}
        own = [counter.space for counter in tapper.scene.board.counters if counter.space not in ringed]
        for space in own:
            if await tapper._touch_space(space):
                break
        await driver.until(lambda: tapper.scene.why_not is not None, "the reasons")
        await tapper.drawn()
        reasons = tapper.scene.why_not.reasons
        assert [reason.number for reason in reasons] == list(range(1, len(reasons) + 1))
        placed = {(reason.number, reason.space) for reason in reasons if reason.space is not None}
        assert placed
        assert {(mark.number, mark.space) for mark in board.scene.marks} == placed
        assert driver.says(tapper.scene.why_not.headline)
        await driver.press(spoken="Close", kind=IconButton)
        await driver.until(lambda: tapper.scene.why_not is None, "the table")

    playing(scene)


def test_resigning_asks_first_and_a_rematch_swaps_the_sides(playing):
    """Menu, resign, one more question: then the game is over; a rematch begins from the other seat."""

    async def scene(driver, tapper, desk):
        await driver.press(spoken="Menu")
        await driver.press(text="Give up the game")
        await driver.until(lambda: tapper.scene.confirmation is not None, "the question")
        assert "Resign" not in desk.asked
        await tapper.drawn()
        last = next(one for one in tapper.scene.confirmation.answers if one.rank == "danger")
        await driver.press(key=last.key)
        await driver.until(lambda: tapper.scene.ending is not None, "the end")
        await tapper.drawn()
        again = next(one for one in tapper.scene.ending.answers if one.rank == "primary")
        await driver.press(key=again.key)
        await driver.until(lambda: "rematch" in desk.asked and desk.game.seat == 2, "the other seat")
        await driver.until(lambda: tapper.scene.ending is None, "another game")

    playing(scene)


def test_turning_the_phone_keeps_the_draft(playing):
    """In the middle of a draft the phone is turned and turned back: the same question stands there."""

    async def scene(driver, tapper, _desk):
        await _choose_a_card(driver, tapper)
        now = tapper.scene
        for size in (LYING, (1024, 768), PHONE):
            await driver.turn(*size)
            assert tapper.scene == now
            answer = next(one for one in now.prompt.answers if one.ready)
            assert driver.found(key=answer.key) is not None, size

    playing(scene)


def test_a_pause_keeps_the_draft_at_once(playing):
    """When the system pauses the program the draft is kept before that returns; coming back shows it all."""
    from fingers import shown_box

    from sealed_client.screens.veil import Veil

    async def scene(driver, tapper, desk):
        await _choose_a_card(driver, tapper)
        now, shown = tapper.scene, set(driver.words())
        desk.asked.clear()
        assert driver.app.on_pause() is True
        assert "draft" in desk.asked
        await driver.settled()
        cover = driver.app.frame.covers[0]
        assert isinstance(cover, Veil)
        assert shown_box(cover) == (0, 0, *PHONE)
        driver.app.on_resume()
        await driver.until(lambda: set(driver.words()) == shown, "the table as it was")
        assert tapper.scene == now

    playing(scene)


def test_the_language_changes_everything_at_once(playing):
    """Another language in the settings says the same table in other words; the draft stays."""

    async def scene(driver, tapper, _desk):
        await _choose_a_card(driver, tapper)
        before = tapper.scene
        driver.app.change(Settings(theme="paper", sound=False, calm=True, language="es"))
        await driver.until(lambda: tapper.scene.prompt.sentence != before.prompt.sentence, "other words")
        await tapper.drawn()
        assert [one.key for one in tapper.scene.prompt.answers] == [one.key for one in before.prompt.answers]
        assert not set(driver.words()) & {before.prompt.over, before.prompt.undo}

    playing(scene)


def test_back_closes_leaves_and_never_ends_the_game(playing):
    """Back closes the menu, then leaves the table for Home, where the game waits; it ends nothing."""

    async def scene(driver, _tapper, desk):
        await driver.press(spoken="Menu")
        await driver.until(lambda: driver.says("Back to the table"), "the menu")
        driver.key(27)
        await driver.until(lambda: not driver.says("Back to the table"), "the table without the menu")
        assert driver.app.table is not None
        driver.key(27)
        await driver.until(lambda: driver.app.table is None, "Home")
        assert "leave" in desk.asked
        assert "Resign" not in desk.asked
        assert driver.run.done() is False

    playing(scene)


def test_a_table_given_up_before_it_began_can_be_left(playing):
    """Its log is empty and its one answer leads home."""

    async def scene(driver, tapper, desk):
        desk.show(stage=Stage.VOID, size=0, state=None, asked=False, debts=())
        await driver.until(lambda: tapper.scene.prompt.mood == "over", "the table to be given up")
        await driver.press(key=tapper.scene.prompt.answers[0].key)
        await driver.until(lambda: driver.app.table is None, "Home")

    playing(scene)


def test_settings_change_before_a_table_has_shown_anything(playing):
    """Between the opening of a table and its first snapshot another language finds nothing to say, calmly."""

    async def scene(driver, _tapper, desk):
        driver.app.on_opened(desk.seat.enrolment.rules, (), 0)
        driver.app.change(Settings(theme="paper", sound=False, calm=True, language="es"))
        await driver.settled()
        desk.show()
        await driver.until(lambda: driver.app.table.screen.scene is not None, "the table")
        await driver.until(lambda: driver.says(driver.app.table.scene.prompt.sentence.lead), "its question")

    playing(scene)


def test_a_touch_is_answered_before_the_next_frame(playing):
    """A space, a card and a button answer as the finger lifts: nothing waits for a second tap."""
    from fingers import Finger, middle_of

    async def scene(driver, tapper, _desk):
        taken = []
        driver.app.table.screen.bind(
            on_gesture=lambda _screen, gesture: taken.append((Clock.frames, gesture))
        )
        board = driver.app.table.screen.board
        card = tapper._reachable(tapper._cards()[0][1], object)
        for at in (board.where(tapper.scene.board.counters[0].space), middle_of(card)):
            taken.clear()
            finger = Finger(at)
            finger.down()
            frame = Clock.frames
            finger.up()
            assert [one[0] for one in taken] == [frame], at

    playing(scene, (1280, 800))


def test_a_table_that_is_left_is_forgotten(playing):
    """Who plays one game after the other keeps no screen of the ones before in memory."""

    async def scene(driver, _tapper, _desk):
        left = weakref.ref(driver.app.table.screen)
        driver.app.leave_table()
        await driver.until(lambda: gc.collect() >= 0 and left() is None, "the table to be forgotten")

    playing(scene)
