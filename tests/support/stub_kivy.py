"""Stands for Kivy where none is installed: whatever a module asks of it is there and does nothing.

It proves that nothing but Kivy's own packages is missing when the screens are imported, not that they draw.
"""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType


class _Anything(type):
    """Is a class with every attribute and every operator."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything

    def __call__(cls, *given, **named):
        made = super().__call__()
        if cls is not Anything and "__init__" in vars(cls):
            made.__init__(*given, **named)
        return made

    def __iter__(cls):
        return iter(())


class Anything(metaclass=_Anything):
    """Is a value that may be called, read, counted with, compared and subclassed."""

    def __init__(self, *_, **__):
        """Takes anything."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __call__(self, *given, **_):
        """Decorates: what is called with one function gives that back."""
        return given[0] if len(given) == 1 and callable(given[0]) else Anything()

    def __getitem__(self, _):
        return Anything()

    def __iter__(self):
        return iter(())

    def __float__(self):
        return 1.0

    def __int__(self):
        return 1

    def __bool__(self):
        return False

    def _same(self, *_):
        return Anything()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _same
    __neg__ = __or__ = __ror__ = _same


class _Module(ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        # A class of its own for each name: some are bases together.
        made = _Anything(name, (Anything,), {}) if name[:1].isupper() else Anything()
        setattr(self, name, made)
        return made


class StubKivy:
    """Finds every module of `kivy`."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Returns the spec of a module of Kivy, and leaves all else to the next finder."""
        if name.partition(".")[0] == "kivy":
            return ModuleSpec(name, StubKivy, is_package=True)
        return None

    @staticmethod
    def create_module(spec):
        """Makes the module."""
        module = _Module(spec.name)
        module.__path__ = []
        return module

    @staticmethod
    def exec_module(module):
        """Does nothing."""


def install():
    """Puts it in front of everything that is installed."""
    sys.meta_path.insert(0, StubKivy)
