"""The interrupt key ends a run and whatever it is part of, and what was computed is kept."""
import os
import signal
import threading

import numpy as np
import pytest

import alembert as al


@pytest.fixture(autouse=True)
def listening():
    """What a shell starts in the background ignores the key, and would run until its memory is gone."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press_the_key_after(seconds):
    timer = threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_an_interrupted_run_raises_with_the_motion_so_far(pendulum):
    timer = press_the_key_after(0.5)
    with pytest.raises(KeyboardInterrupt, match="interrupted at t = ") as caught:
        pendulum.simulate(until=1e8, every=100.0)
    timer.join()
    motion = caught.value.motion
    assert motion.outcome.fate == "interrupted" and not motion.outcome.complete
    assert 0 < motion.t[-1] <= motion.outcome.t < 1e8
    assert np.allclose(motion["x"]**2 + motion["y"]**2, 1.5**2)


def test_a_loop_of_runs_ends_with_the_key(pendulum):
    timer, runs = press_the_key_after(0.5), []
    with pytest.raises(KeyboardInterrupt):
        for _ in range(3):
            runs.append(pendulum.simulate(until=1e8, every=100.0))
    timer.join()
    assert runs == []


def test_false_of_numpy_ends_a_run_too(pendulum):
    motion = pendulum.simulate(until=1e8, every=100.0, progress=lambda t: np.float64(t) < 0)
    assert motion.outcome.fate == "interrupted"


def test_a_bar_shows_how_far_a_run_is(pendulum, capsys):
    pendulum.simulate(until=1, progress=True)
    assert "t = 1 of 1 in" in capsys.readouterr().err
    pendulum.simulate(until=1, progress=False)
    assert capsys.readouterr().err == ""


def test_progress_can_end_a_run(pendulum):
    times = []

    def progress(t):
        times.append(t)
        return len(times) < 3

    motion = pendulum.simulate(until=1e8, every=100.0, progress=progress)
    assert motion.outcome.fate == "interrupted" and len(times) == 3 and times == sorted(times)


def test_an_error_in_progress_arrives(pendulum):
    def progress(t):
        raise ZeroDivisionError("of mine")

    try:
        pendulum.simulate(until=1e8, every=100.0, progress=progress)
    except ZeroDivisionError as error:
        assert str(error) == "of mine"
    else:
        raise AssertionError("it was lost")


def test_an_interrupted_ensemble_keeps_the_motions_that_are_done(pendulum):
    angle = np.linspace(0.1, 1.5, 200_000)
    varied = {"x": 1.5 * np.sin(angle), "y": -1.5 * np.cos(angle)}
    timer = press_the_key_after(1.0)
    with pytest.raises(KeyboardInterrupt, match="of 200000 motions") as caught:
        pendulum.ensemble(varied, until=30)
    timer.join()
    ensemble = caught.value.ensemble
    done = ensemble.complete
    assert 0 < done.sum() < len(done)
    assert np.allclose(np.hypot(ensemble["x"][done], ensemble["y"][done]), 1.5)
    assert np.isnan(ensemble["x"][~done]).all()
    assert {outcome.fate for outcome in np.array(ensemble.outcomes)[~done][:5]} == {"interrupted"}
