"""Systems, motions and ensembles go through pickle and copy, and come out as they were."""
import copy
import pickle

import numpy as np
import pytest

import alembert as al


def test_a_system_comes_back_from_pickle_with_its_motion(pendulum):
    pendulum.watch("height", pendulum.symbol("y"), "m")
    again = pickle.loads(pickle.dumps(pendulum))
    assert again.text() == pendulum.text() and again.title == "Pendulum"
    assert np.array_equal(again.simulate(until=1).table, pendulum.simulate(until=1).table)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_system_goes_its_own_way(pendulum, duplicate):
    other = duplicate(pendulum)
    other.potential(other.symbol("x"))
    assert other.text() != pendulum.text()
    assert duplicate(pendulum).text() == pendulum.text()


@pytest.mark.parametrize("options", [{}, {"parameters": {"l": 2.0}}, {"method": "gauss", "drift": "none"},
                                     {"start": {"x": 0.9, "y": -1.2}, "tolerance": 1e-8}])
def test_a_motion_comes_back_from_pickle(pendulum, options):
    motion = pendulum.simulate(until=2, every=0.1, **options)
    again = pickle.loads(pickle.dumps(motion))
    assert np.array_equal(again.table, motion.table) and again.names == motion.names
    assert str(again.outcome) == str(motion.outcome) and again.steps == motion.steps
    assert again.energy_deviation == motion.energy_deviation and str(again) == str(motion)
    # between the outputs it is integrated again
    for t in (0.05, 1.234, 1.99):
        assert again.at(t)["x"] == pytest.approx(motion.at(t)["x"], abs=1e-7)
    assert np.array_equal(again.evaluate("x^2 + y^2"), motion.evaluate("x^2 + y^2"))
    assert copy.copy(motion) is motion and copy.deepcopy(motion) is motion


def test_a_motion_that_ended_early_comes_back_with_its_outcome_and_events(pendulum):
    motion = pendulum.simulate(until=100, max_steps=50, parameters={"m": -1})
    again = pickle.loads(pickle.dumps(motion))
    assert str(again.outcome) == str(motion.outcome)
    assert [event.what for event in again.events] == [event.what for event in motion.events] != []


def test_an_ensemble_comes_back_from_pickle(pendulum):
    ensemble = pendulum.ensemble({"x": [1.5, 9.0], "y": [0.0, 9.0]}, until=1, times=[0.5, 1])
    again = pickle.loads(pickle.dumps(ensemble))
    assert np.array_equal(again.states, ensemble.states, equal_nan=True) and again.names == ensemble.names
    assert [str(outcome) for outcome in again.outcomes] == [str(outcome) for outcome in ensemble.outcomes]
    assert np.array_equal(again.times, ensemble.times) and again.shape == ensemble.shape
