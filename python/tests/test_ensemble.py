"""An ensemble is the same as its motions one by one."""
import io

import numpy as np
import pytest

import alembert as al
from alembert.progress import Bar


def table(count):
    angle = np.random.default_rng(3).uniform(-1.5, 1.5, count)
    return {"x": 1.5 * np.sin(angle), "y": -1.5 * np.cos(angle)}


def test_an_ensemble_is_its_motions_one_by_one(pendulum):
    varied = table(9)
    ensemble = pendulum.ensemble(varied, until=2, times=[0.5, 2])
    assert ensemble.states.shape == (9, 2, 4) and ensemble.names == ["x", "y", "x'", "y'"]
    for i in range(9):
        alone = pendulum.simulate(start={"x": varied["x"][i], "y": varied["y"][i]}, until=2, every=0.5)
        assert np.allclose(ensemble["x'"][i], alone["x'"][[1, 4]], atol=1e-10)
    assert ensemble.complete.all() and len(ensemble) == 9
    assert ensemble.residual.max() < 1e-12 and (ensemble.steps > 0).all()


def test_lengths_vary_with_their_starts_and_scale_the_time(pendulum):
    lengths = np.array([1.0, 4.0])
    ensemble = pendulum.ensemble({"l": lengths}, until=2, times=[1, 2])
    # x(t)/l is a function of t/sqrt(l): released level because the start is a formula of l
    assert ensemble["x"][0, 0] == pytest.approx(ensemble["x"][1, 1] / 4, abs=1e-8)


def test_a_grid_keeps_its_shape(pendulum):
    angle, speed = np.linspace(0, 1, 3)[:, None], np.linspace(-1, 1, 4)[None, :]
    x, y = 1.5 * np.sin(angle), -1.5 * np.cos(angle)
    grid = pendulum.ensemble({"x": x, "y": y, "x'": -y * speed, "y'": x * speed}, until=1, times=[0.5, 1])
    assert grid.shape == (3, 4) and len(grid) == 12 and grid["x"].shape == (3, 4, 2) and grid.states.shape == (3, 4, 2, 4)
    for array in (grid.complete, grid.steps, grid.residual, grid.energy_deviation, grid.outcomes):
        assert array.shape == (3, 4)
    one = pendulum.simulate(start={"x": x[2, 0], "y": y[2, 0], "x'": (-y * speed)[2, 3], "y'": (x * speed)[2, 3]}, until=1)
    assert grid["x"][2, 3, 1] == pytest.approx(one["x"][-1], abs=1e-9)
    assert grid[pendulum.symbol("x")].shape == (3, 4, 2)
    with pytest.raises(al.ModelError, match=r"the shapes \(3, 1\) and \(2, 2\)|shapes"):
        pendulum.ensemble({"x": x, "y": np.zeros((2, 2))}, until=1)


def test_its_arrays_are_views_that_outlive_it(pendulum):
    ensemble = pendulum.ensemble(table(5), until=1)
    x = ensemble["x"]
    assert x.base is ensemble and np.shares_memory(x, ensemble.states)
    kept = x.copy()
    del ensemble
    assert np.array_equal(x, kept)


def test_the_number_of_threads_does_not_matter(pendulum):
    one, two = (pendulum.ensemble(table(41), until=1, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.states, two.states)


def test_mistakes_in_its_table_are_named(pendulum):
    with pytest.raises(al.ModelError, match="3 and 2 values|2 and 3 values"):
        pendulum.ensemble({"x": [1, 2, 3], "y": [1, 2]}, until=1)
    with pytest.raises(al.ModelError, match="'lenght' is not defined"):
        pendulum.ensemble({"lenght": [1, 2]}, until=1)
    # a start off the rod is that motion's own fate
    ensemble = pendulum.ensemble({"x": [1.5, 9.0], "y": [0.0, 9.0]}, until=1)
    assert list(ensemble.complete) == [True, False] and "rod" in ensemble.outcomes[1].detail


def test_progress_counts_to_the_end(pendulum):
    calls = []
    pendulum.ensemble(table(20), until=1, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (20, 20)
    bar = Bar(file=io.StringIO())
    pendulum.ensemble(table(20), until=1, progress=bar)
    assert "20 of 20" in bar.file.getvalue() and bar.file.getvalue().endswith("\n")
