"""The audit finds each fault it looks for, and nothing where there is none."""

import pytest
from kivy.app import App
from kivy.uix.floatlayout import FloatLayout


def _text(text, **where):
    from sealed_client.screens.components.texts import BodyText

    return BodyText(text=text, size_hint=(None, None), **where)


def _button(x, y, size=48, words="[Gø]"):
    from sealed_client.presenters.scene import Answer
    from sealed_client.screens.components.answer_button import AnswerButton

    return AnswerButton(
        answer=Answer("k", words), size_hint=(None, None), pos=(x, y), width=max(size, 48), height=size
    )


def _too_small():
    from kivy.uix.button import Button

    return [Button(size_hint=(None, None), size=(40, 60), pos=(50, 50))]


def _squeezed():
    box = _text("[áçð] " * 20, pos=(50, 300), width=100)
    box.bind(texture_size=lambda *_: setattr(box, "height", 20))
    return [box]


FAULTS = {
    "needs": _squeezed,
    "overlap": lambda: [
        _text("[øñé twø]", pos=(50, 100), width=200),
        _text("[thréé]", pos=(60, 105), width=200),
    ],
    "dp apart": lambda: [_button(100, 100), _button(152, 100)],
    "x60 dp": _too_small,
    "outside the safe area": lambda: [_text("[ét]", pos=(50, 5), width=200)],
    "in no catalogue": lambda: [_text("Resign", pos=(50, 100), width=200)],
    "is cut off": lambda: [_text("[Résígñ", pos=(50, 100), width=200)],
}


@pytest.fixture
def found(play):
    """Returns what the audit finds in a window with these widgets."""

    def look(make):
        from screen_audit import Insets, complaints
        from screen_driver import running

        class Bare(App):
            def build(self):
                return FloatLayout()

        async def scene():
            app = Bare()
            async with running(app) as driver:
                for widget in make():
                    app.root.add_widget(widget)
                await driver.settled()
                return complaints(Insets(8, 24, 8, 32), ("Ana",))

        return play(scene())

    return look


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(found, fault):
    """One fault on an empty screen gives at least one complaint, in the words of that fault."""
    said = found(FAULTS[fault])
    assert said
    assert all(fault in one for one in said), said


def test_what_is_well_is_left_alone(found):
    """Texts and buttons in their places give no complaint; names and numbers need no catalogue."""
    assert (
        found(lambda: [_text("Ana 12 [ís ~]", pos=(50, 100), width=200), _button(50, 200), _button(110, 200)])
        == []
    )
