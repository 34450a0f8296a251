"""Writes what the statistics measure into the test report (`--junitxml=FILE -o junit_family=xunit1`)."""

from __future__ import annotations

import pytest


@pytest.fixture
def measured(record_property):
    """Returns what records a statistic and hands it on."""

    def record(statistic: float, name: str = "statistic") -> float:
        record_property(name, f"{statistic:.4g}" if abs(statistic) < 100 else f"{statistic:.1f}")
        return statistic

    return record
