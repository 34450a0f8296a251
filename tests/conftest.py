"""What holds for every test."""

import logging

import pytest
from hypothesis import HealthCheck, settings

# A machine that is busy with other work draws slowly; that is no fault of the law that is tested.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def _log_of_its_own():
    """Leaves the logger of the referee as it was: `sealed referee` sets it up for the whole process."""
    log = logging.getLogger("sealed.referee")
    before = log.handlers[:], log.level, log.propagate
    yield
    log.handlers[:], log.propagate = before[0], before[2]
    log.setLevel(before[1])
