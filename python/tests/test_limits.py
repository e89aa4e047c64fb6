"""Runs can be bounded, and say so when they are."""
import time

import numpy as np
import pytest

import alembert as al


@pytest.fixture
def driven():
    """An oscillator that a force drives faster and faster: the number of steps grows without end."""
    system = al.System()
    x = system.coordinate("x")
    system.kinetic(al.rate(x)**2 / 2)
    system.potential(x**2 / 2)
    return system


def test_a_run_of_too_many_steps_ends_with_a_hint(driven):
    motion = driven.simulate(start={"x": 1}, until=1e6, every=1e3, max_steps=500)
    outcome = motion.outcome
    assert outcome.fate == "limit reached" and not outcome.complete and motion.steps == 500
    assert "max_steps allows 500" in outcome.detail and "method stiff" in outcome.hint
    whole = driven.simulate(start={"x": 1}, until=10, max_steps=100_000)
    assert whole.outcome.complete
    with pytest.raises(al.ModelError, match="0 cannot be the limit max_steps"):
        driven.simulate(until=1, max_steps=0)


def test_a_run_that_takes_too_long_ends(driven):
    begin = time.monotonic()
    motion = driven.simulate(start={"x": 1}, until=1e9, every=1e6, max_seconds=0.3)
    assert motion.outcome.fate == "limit reached" and "max_seconds allows 0.3" in motion.outcome.detail
    assert 0 < motion.outcome.t < 1e9 and time.monotonic() - begin < 5
    # many outputs in one step are bounded too
    slow = driven.simulate(start={"x": 1e-300}, until=1e4, every=1e-3, max_seconds=0.2)
    assert slow.outcome.fate == "limit reached" and time.monotonic() - begin < 8


def test_each_motion_of_an_ensemble_is_bounded(driven):
    stiffness = driven.parameter("k", 1.0)
    driven.potential(stiffness * driven.symbol("x")**2)
    ensemble = driven.ensemble({"k": [0.0, 1e8, 1.0]}, start={"x": 1}, until=10, max_steps=2000)
    assert list(ensemble.complete) == [True, False, True]
    assert ensemble.outcomes[1].fate == "limit reached"
    assert np.isnan(ensemble["x"][1, -1]) and np.isfinite(ensemble["x"][[0, 2]]).all()


def test_an_ensemble_is_bounded_in_time_as_a_whole(driven):
    ensemble = driven.ensemble({"x": np.linspace(1, 2, 2000)}, until=1e5, max_seconds=0.5)
    left = ~ensemble.complete
    assert left.any() and {outcome.fate for outcome in ensemble.outcomes[left]} == {"limit reached"}


def test_a_negative_mass_is_noticed(pendulum):
    motion = pendulum.simulate(until=0.1, parameters={"m": -1})
    assert [event.what for event in motion.events] == ["negative inertia, which no mass has, at the start: x, y"]
    assert pendulum.simulate(until=0.1).events == []
