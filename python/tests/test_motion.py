"""Motions obey mechanics, and their arrays are views that outlive them."""
import gc
import json
import pickle
import threading
import weakref

import numpy as np
import pytest

import alembert as al


def test_a_pendulum_pulls_its_rod_with_three_weights_at_the_bottom(pendulum):
    motion = pendulum.simulate(until=5, tolerance=1e-12)
    x, y = motion["x"], motion["y"]
    assert np.abs(x**2 + y**2 - 1.5**2).max() < 1e-13
    # released level at rest, the tension is three times the weight times -y/l
    tension = np.hypot(*motion.reaction("rod").ideal.T)
    assert np.allclose(tension, 3 * 2 * 9.81 * np.abs(y) / 1.5, atol=1e-8)
    assert np.abs(motion.energy - motion.energy[0]).max() < 1e-9
    assert motion.energy_deviation < 1e-9 and motion.outcome.complete


def test_forces_balance_the_accelerations_at_every_output(pendulum):
    motion = pendulum.simulate(until=2)
    force = motion.reaction("rod")
    weight = np.array([0, -2 * 9.81])
    assert np.allclose(2 * motion.a, weight + force.force, atol=1e-9)
    assert np.allclose(force.lambda_[:, 0] * 2 * motion["x"], force["x"], atol=1e-9)
    assert np.abs(force.power).max() < 1e-9
    assert force.at(1.0)["y"] == pytest.approx(np.interp(1.0, motion.t, force["y"]), abs=1e-9)


def test_arrays_are_views_without_a_copy(pendulum):
    motion = pendulum.simulate(until=1)
    for view in (motion.t, motion["x'"], motion.energy, motion.q, motion.reaction("rod").ideal):
        assert view.base is motion and not view.flags.writeable
        assert np.shares_memory(view, motion.table)
    assert motion["x"].strides[0] == 8 * motion.table.shape[1]


def test_arrays_stay_valid_when_their_motion_is_gone(pendulum):
    motion = pendulum.simulate(until=3)
    gone = weakref.ref(motion) if hasattr(type(motion), "__weakref__") else None
    t, x, force = motion.t, motion["x"], motion.reaction("rod").ideal
    kept = x.copy()
    del motion, pendulum
    gc.collect()
    for _ in range(50):  # whatever was freed would be used again
        np.full(100_000, np.nan)
    assert np.array_equal(x, kept) and np.isfinite(force).all() and t[-1] == 3
    del t, x, force
    gc.collect()
    assert gone is None or gone() is None


def test_an_instant_between_outputs_is_integrated_not_interpolated(pendulum):
    coarse = pendulum.simulate(until=2, tolerance=1e-12, every=1)
    fine = pendulum.simulate(until=2, tolerance=1e-12, every=0.25)
    assert coarse.at(0.75)["x"] == pytest.approx(fine["x"][3], abs=1e-11)
    assert coarse.at(0.75).reaction("rod")["y"] == pytest.approx(fine.reaction("rod")["y"][3], abs=1e-9)


def test_watches_and_formulas_agree(pendulum):
    x, y = pendulum.symbol("x"), pendulum.symbol("y")
    pendulum.watch("tension", -2 * pendulum.lambda_("rod") * 1.5, "N")
    motion = pendulum.simulate(until=1)
    assert np.allclose(motion["tension"], motion.evaluate(-2 * 1.5 * pendulum.lambda_("rod")))
    both = motion.evaluate([x, al.atan2(y, x)])
    assert np.array_equal(both[:, 0], motion["x"])
    assert np.allclose(both[:, 1], np.arctan2(motion["y"], motion["x"]))


def test_other_parameters_give_the_motion_of_a_system_with_those(pendulum):
    one = pendulum.simulate(until=1, parameters={"l": 3.0})
    other = pendulum.with_parameters(l=3).simulate(until=1)
    assert np.array_equal(one["x"], other["x"]) and one["x"][0] == 3
    assert pendulum.parameters == {"m": 2.0, "l": 1.5}


def test_a_motion_keeps_the_system_it_was_made_of(pendulum):
    motion = pendulum.simulate(until=1)
    pendulum.watch("height", pendulum.symbol("y"))
    assert "height" not in motion and "height" in pendulum.simulate(until=1)
    assert motion.at(0.5)["x"] == pytest.approx(pendulum.simulate(until=1).at(0.5)["x"], abs=1e-12)


def test_columns_are_asked_for_by_symbols_and_names(pendulum):
    x, y = pendulum.symbol("x"), pendulum.symbol("y")
    motion = pendulum.simulate(until=1)
    assert np.shares_memory(motion[x], motion["x"]) and np.array_equal(motion[al.rate(x)], motion["x'"])
    assert np.allclose(motion[x**2 + y**2], 1.5**2)
    assert x in motion and "x" in motion and "z" not in motion and x * y not in motion and 3 not in motion
    assert list(motion) == motion.names and dict.fromkeys(motion)
    assert motion.at(0.5)[x] == motion.at(0.5)["x"] and motion.reaction("rod")[x][3] == motion.reaction("rod")["x"][3]
    assert np.allclose(motion.evaluate("x^2 + y^2 - l^2"), 0, atol=1e-12)
    assert np.allclose(motion.evaluate("lambda(rod)*2*x"), motion.reaction("rod")["x"])


def test_many_instants_are_each_of_them(pendulum):
    motion = pendulum.simulate(until=1)
    times = np.array([[0.1, 0.2, 0.3], [0.9, 0.5, 0.0]])
    instants = motion.at(times)
    assert instants["x"].shape == (2, 3) and np.array_equal(instants.t, times) and len(instants) == 2
    assert instants["x"][1, 0] == motion.at(0.9)["x"] and instants[al.rate(pendulum.symbol("y"))][0, 1] == motion.at(0.2)["y'"]
    with pytest.raises(TypeError, match="t is a number or an array of numbers"):
        motion.at("a")


def test_start_values_may_be_formulas_of_parameters(pendulum):
    x, y, l = (pendulum.symbol(name) for name in "xyl")
    assert pendulum.simulate(start={x: l / 2, y: -al.sqrt(3) / 2 * l}, until=0.1)["x"][0] == pytest.approx(0.75)
    with pytest.raises(al.ModelError, match="a number or a formula of parameters, not y"):
        pendulum.simulate(start={x: y}, until=0.1)


def test_what_was_declared_after_the_run_is_not_in_the_motion(pendulum):
    motion = pendulum.simulate(until=0.1)
    n = pendulum.parameter("n", 3)
    with pytest.raises(al.ModelError, match="the motion does not know 'n'") as caught:
        motion.evaluate(n * pendulum.symbol("x"))
    assert "simulate again" in caught.value.hint


def test_a_formula_alone_is_a_constraint_that_it_vanishes():
    ends = []
    for as_formula in (True, False):
        system = al.System()
        x, y = system.coordinates("x, y")
        system.kinetic((al.rate(x)**2 + al.rate(y)**2) / 2)
        system.potential(9.81 * y)
        gap = x**2 + y**2 - 1
        system.constraint("rod", gap if as_formula else gap == 0)
        ends.append(system.simulate(start={x: 1, y: 0}, until=1)["x"][-1])
    assert ends[0] == ends[1]


def test_all_methods_agree(pendulum):
    ends = [pendulum.simulate(until=1, method=method)["x"][-1]
            for method in ("dop853", "taylor", "gauss", "stiff")]
    assert np.ptp(ends) < 1e-7
    with pytest.raises(al.ModelError, match="no method 'euler'"):
        pendulum.simulate(until=1, method="euler")


def test_threads_share_a_system_and_a_motion_without_harm(pendulum):
    expected = pendulum.simulate(until=2)["x"][-1]
    results, x = [], pendulum.symbol("x")

    def work(number):
        motion = pendulum.simulate(until=2)
        for k in range(20):
            al.sin(x * (number + k)) + x
        results.append((motion["x"][-1], motion.at(1.0)["x"]))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 6 and all(end == expected for end, _ in results)
    assert len({middle for _, middle in results}) == 1


@pytest.fixture
def rod():
    """A pendulum that nothing is said about the start of."""
    return al.read_text("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\npotential 9.81*y\nconstraint rod: x^2 + y^2 = 1\n")


def test_what_the_start_leaves_out_is_told_with_its_guess_and_its_other_branch(rod):
    motion = rod.simulate(start={"x": 0.6, "x'": 0.4}, until=0.1)
    found = motion.found_start
    assert list(found) == ["y", "y'"] and all(guess is None for value, guess in found.values())
    assert found["y"][0] == motion["y"][0] and found["y'"][0] == motion["y'"][0]
    (other,) = motion.other_starts
    assert list(other) == ["y"] and other["y"] == pytest.approx(-motion["y"][0], rel=1e-12)
    given = rod.simulate(start={"x": 0.6, "y": 0.8}, until=0.1)
    assert given.found_start == {} and given.other_starts == []


def test_a_motion_that_comes_back_still_knows_how_its_start_was_found(rod):
    motion = rod.simulate(start={"x": 0.6}, until=0.1)
    again = pickle.loads(pickle.dumps(motion))
    assert again.found_start == motion.found_start != {}
    assert again.other_starts == motion.other_starts != []
    assert json.loads(motion.json())["other_starts"] == motion.other_starts
