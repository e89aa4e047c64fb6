"""Sweeps return what the runs one by one return, in the shape of what varied."""
import h5py
import numpy as np
import pytest
from test_interrupt import listening, press_the_key_after  # noqa: F401 (a fixture)

import alembert as al

CARTESIAN = "models/pendulum/cartesian.mech"


def test_a_grid_has_the_motion_of_each_of_its_points():
    lengths, masses = np.array([0.5, 1.0, 3.0]), np.array([1.0, 2.0])
    sweep = al.sweep(CARTESIAN, vary={"l": lengths, "m": masses}, keep=["final(x)", "x every 0.5"], until=1)
    assert sweep.dims == ("l", "m") and sweep["final(x)"].shape == (3, 2)
    assert np.array_equal(sweep["l"], np.broadcast_to(lengths[:, None], (3, 2)))
    for i, l in enumerate(lengths):
        for j, m in enumerate(masses):
            motion = al.read(CARTESIAN, l=l, m=m).simulate(until=1, every=0.5)
            assert sweep["x every 0.5"][i, j] == pytest.approx(motion["x"], abs=1e-8)
            assert sweep["final(x)"][i, j] == pytest.approx(motion["x"][-1], abs=1e-8)
    assert (sweep.outcomes == "reached the end").all() and sweep.complete.all()


def test_a_system_made_in_python_is_swept(pendulum):
    sweep = al.sweep(pendulum, vary={"l": [1.0, 2.0]}, keep="low = min(y)", until=2)
    assert sweep["low"] == pytest.approx([-1, -2], abs=1e-3)


def test_samples_are_the_same_at_each_point_of_a_grid():
    sweep = al.sweep(CARTESIAN, vary={"l": [1, 2]}, sample={"m": ("uniform", 1, 2)}, count=5, seed=3,
                     keep=["final(m)"], until=0.1)
    alone = al.sweep(CARTESIAN, sample="m=uniform(1,2)", count=5, seed=3, keep=["final(m)"], until=0.1)
    assert sweep.dims == ("l", "sample")
    assert np.array_equal(sweep["m"][0], alone["m"]) and np.array_equal(sweep["final(m)"][1], alone["m"])


def test_a_table_gives_chosen_runs_and_a_data_frame_comes_back():
    sweep = al.sweep(CARTESIAN, table={"l": [1, 2, 3], "m": [1, 1, 2]}, keep=["final(l*m)", "x every 0.5"], until=1)
    frame = sweep.to_pandas()
    assert frame["final(l*m)"].tolist() == [1, 2, 6] and frame["outcome"].tolist() == ["reached the end"] * 3
    assert list(frame.columns)[3:6] == ["x every 0.5[0]", "x every 0.5[1]", "x every 0.5[2]"]


def test_a_grid_becomes_a_dataset_with_its_coordinates():
    sweep = al.sweep(CARTESIAN, vary={"l": [1.0, 2.0], "m": [1, 2, 3]}, keep=["final(l*m)", "x every 0.5"], until=1)
    dataset = sweep.to_xarray()
    assert dict(dataset.sizes) == {"l": 2, "m": 3, "output of x every 0.5": 3}
    assert float(dataset["final(l*m)"].sel(l=2, m=3)) == 6
    assert np.array_equal(dataset["x every 0.5"].sel(m=2), sweep["x every 0.5"][:, 1])
    assert (dataset["outcome"] == "reached the end").all()


def test_an_interrupted_sweep_keeps_what_is_done_and_its_file_goes_on(tmp_path, listening):  # noqa: F811
    out = str(tmp_path / "results.h5")
    study = dict(vary={"l": np.linspace(0.5, 2, 40_000)}, keep=["final(x)"], until=100)
    timer = press_the_key_after(1.0)
    with pytest.raises(KeyboardInterrupt) as caught:
        al.sweep(CARTESIAN, **study, out=out)
    timer.join()
    part = caught.value.sweep
    done = part.complete
    assert 0 < done.sum() < 40_000 and set(part.outcomes[~done]) == {"interrupted"}
    assert np.isfinite(part["final(x)"][done]).all() and np.isnan(part["final(x)"][~done]).all()
    again = al.sweep(CARTESIAN, **study, out=out, resume=True, progress=lambda done, all: False)
    assert again.complete.sum() >= done.sum()
    assert np.array_equal(again["final(x)"][done], part["final(x)"][done])


def test_a_finished_file_is_read_and_not_run_again(tmp_path):
    out = str(tmp_path / "results.h5")
    study = dict(vary={"l": [1, 2], "m": [1, 2, 3]}, keep=["final(x)", "x every 1"], until=2)
    first = al.sweep(CARTESIAN, **study, out=out)
    again = al.sweep(CARTESIAN, **study, out=out, resume=True)
    for name in first:
        assert np.array_equal(first[name], again[name])
    assert np.array_equal(first["m"], again["m"]) and (again.outcomes == "reached the end").all()
    with h5py.File(out) as file:
        assert np.array_equal(file["runs"]["final(x)"], first["final(x)"].ravel())
    with pytest.raises(al.ModelError, match="is there already"):
        al.sweep(CARTESIAN, **study, out=out)
    with pytest.raises(al.ModelError, match="another sweep"):
        al.sweep(CARTESIAN, vary={"l": [1, 3]}, out=out, resume=True)


def test_a_run_that_needs_more_steps_than_are_allowed_is_given_up():
    # the second swings 30 times faster
    swept = al.sweep(al.example("pendulum/cartesian"), vary={"g": [1, 900]}, until=4, max_steps=300)
    assert list(swept.outcomes) == ["reached the end", "limit reached"]
    assert np.isfinite(swept["final(x)"][0])


def test_mistakes_are_said():
    with pytest.raises(al.ModelError, match="'z' is not defined"):
        al.sweep(CARTESIAN, vary={"l": [1, 2]}, keep=["max(z)"])
    with pytest.raises(al.ModelError, match="cannot vary"):
        al.sweep(CARTESIAN, vary={"lenght": [1, 2]})
    with pytest.raises(ValueError, match="nothing varies"):
        al.sweep(CARTESIAN)
    with pytest.raises(al.ModelError, match="has no numbers"):
        al.sweep(CARTESIAN, vary={"l": []})
