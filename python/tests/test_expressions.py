"""Formulas are what Python's operators say they are."""
import math

import numpy as np
import pytest

import alembert as al


@pytest.fixture
def system():
    system = al.System()
    system.coordinates("x y")
    system.kinetic((al.rate(system.symbol("x"))**2 + al.rate(system.symbol("y"))**2) / 2)
    return system


def value(system, formula, x, y):
    motion = system.simulate(start={"x": x, "y": y}, until=1e-3)
    return motion.evaluate(formula)[0]


def test_every_operator_and_function_means_what_it_means_for_numbers(system):
    x, y = system.symbol("x"), system.symbol("y")
    a, b = 0.3, 0.7
    cases = [
        (x + y, a + b), (1 + x, 1 + a), (x - y, a - b), (1 - x, 1 - a), (x * y, a * b), (3 * x, 3 * a),
        (x / y, a / b), (1 / x, 1 / a), (x**3, a**3), (2**x, 2**a), (-x, -a), (+x, a), (abs(-x), a),
        (al.sin(x), math.sin(a)), (al.cos(x), math.cos(a)), (al.tan(x), math.tan(a)),
        (al.asin(x), math.asin(a)), (al.acos(x), math.acos(a)), (al.atan(x), math.atan(a)),
        (al.sinh(x), math.sinh(a)), (al.cosh(x), math.cosh(a)), (al.tanh(x), math.tanh(a)),
        (al.exp(x), math.exp(a)), (al.log(x), math.log(a)), (al.sqrt(x), math.sqrt(a)),
        (al.sign(-x), -1), (al.square(x), a * a), (al.atan2(x, y), math.atan2(a, b)),
        (al.min(x, y), a), (al.max(x, y), b), (al.hypot(x, y), math.hypot(a, b)), (al.pow(x, y), a**b),
        (al.choose(x < y, x, y), a), (al.choose(x >= y, x, y), b), (al.choose(x <= 1, 2, 3), 2),
        (al.dot([x, y], [y, x]), 2 * a * b), (al.norm([x, y]), math.hypot(a, b)),
        (al.cross([x, y, 0], [y, x, 0])[2], a * a - b * b),
    ]
    for formula, number in cases:
        assert value(system, formula, a, b) == pytest.approx(number, rel=1e-15), str(formula)


def test_numpy_takes_formulas_for_numbers(system):
    x, y = system.symbol("x"), system.symbol("y")
    assert value(system, np.sin(x) * np.float64(2), 0.3, 0.7) == pytest.approx(2 * math.sin(0.3))
    assert value(system, np.float64(2) * x, 0.3, 0.7) == pytest.approx(0.6)
    assert value(system, np.arctan2(x, y), 0.3, 0.7) == pytest.approx(math.atan2(0.3, 0.7))
    assert value(system, np.maximum(x, 0.5) + np.minimum(x, y), 0.3, 0.7) == pytest.approx(0.8)
    assert value(system, np.sign(-x) * np.hypot(x, y), 0.3, 0.7) == pytest.approx(-math.hypot(0.3, 0.7))
    assert value(system, np.abs(-x), 0.3, 0.7) == 0.3
    both = np.array([1.0, 2.0]) * x + np.sin(np.array([x, y]))
    assert both.shape == (2,) and value(system, both[1], 0.3, 0.7) == pytest.approx(0.6 + math.sin(0.7))
    with pytest.raises(TypeError):
        np.floor(x)
    rotated = np.array([[0, -1], [1, 0]]) @ np.array([x, y])
    assert value(system, rotated[0], 0.3, 0.7) == pytest.approx(-0.7)


def test_the_derivative_of_a_product_is_leibnizs(system):
    x, y = system.symbol("x"), system.symbol("y")
    assert str(al.rate(x * y)) in ("x'*y + x*y'", "x*y' + y*x'", "y*x' + x*y'")
    assert bool((x * y).diff(x) == y) and bool((x * y).diff("x") == y)
    with pytest.raises(al.ModelError, match="'z' is not defined"):
        x.diff("z")


def test_a_formula_is_neither_true_nor_false_and_can_be_a_key(system):
    x, y = system.symbol("x"), system.symbol("y")
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(x < y)
    assert {x: 1, y: 2}[system.symbol("x")] == 1
    assert float(al.sin(al.Expr(0.5)) * 2) == 2 * math.sin(0.5)
    with pytest.raises(TypeError, match="not a number"):
        float(x)


def test_formulas_of_two_systems_do_not_mix(system):
    other = al.System().coordinate("z")
    with pytest.raises(al.ModelError, match="two systems"):
        system.symbol("x") + other
    with pytest.raises(al.ModelError, match="another system"):
        system.potential(other)


def test_a_formula_outlives_its_system():
    x = al.System().coordinate("x")
    assert str(al.sin(x)**2) == "sin(x)^2"
    assert al.sin(x)._repr_latex_().startswith("$")
