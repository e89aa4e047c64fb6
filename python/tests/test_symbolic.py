"""SymPy and Alembert agree about the same mechanics."""
import numpy as np
import pytest
import sympy

import alembert as al

t = sympy.Symbol("t")


def test_the_equations_of_an_elastic_pendulum_are_those_of_euler_and_lagrange():
    m, k, g = sympy.symbols("m k g", positive=True)
    r, a = sympy.Function("r")(t), sympy.Function("a")(t)
    L = m / 2 * (r.diff(t)**2 + r**2 * a.diff(t)**2) + m * g * r * sympy.cos(a) - k / 2 * (r - 1)**2
    equations = al.from_sympy(L, [r, a], parameters={m: 2, k: 30, g: 9.81}).equations()
    for i, q in enumerate((r, a)):
        by_hand = L.diff(q.diff(t)).diff(t) - L.diff(q)
        M, Q = equations.M.sympy(), equations.Q.sympy()
        ours = sum(M[i, j] * p.diff(t, 2) for j, p in enumerate((r, a))) - Q[i]
        positive = {symbol: sympy.Symbol(symbol.name, positive=True) for symbol in ours.free_symbols - {t}}
        assert sympy.simplify(by_hand - ours.subs(positive)) == 0


def test_constraints_of_sympy_hold_and_their_forces_balance():
    x, y = (sympy.Function(name)(t) for name in "xy")
    m, l = sympy.symbols("m l")
    system = al.from_sympy(m / 2 * (x.diff(t)**2 + y.diff(t)**2) - m * 9.81 * y, [x, y],
                           constraints={"rod": sympy.Eq(x**2 + y**2, l**2)}, parameters={m: 1, l: 2},
                           forces={x: -0.1 * x.diff(t)})
    motion = system.simulate(start={"x": 2, "y": 0}, until=2)
    assert np.abs(motion["x"]**2 + motion["y"]**2 - 4).max() < 1e-12
    assert np.allclose(motion.a[:, 0], motion.reaction("rod")["x"] - 0.1 * motion["x'"], atol=1e-9)


@pytest.mark.parametrize("expression", [
    "sin(x)*cos(y)/tan(x)", "exp(-x**2)*log(y)", "sqrt(x + y)", "Abs(x - y)", "Max(x, y) + Min(x, 2*y)",
    "atan2(x, y)", "x**y", "Piecewise((x, x < y), (y, True))", "asin(x/3) + sinh(y)", "x/3 + 1.7",
])
def test_a_formula_comes_back_from_the_way_to_alembert_and_back(expression):
    x, y = sympy.Function("x")(t), sympy.Function("y")(t)
    names = {"x": x, "y": y}
    there = sympy.sympify(expression, locals=names)
    system = al.from_sympy((x.diff(t)**2 + y.diff(t)**2) / 2 - there, [x, y])
    back = al.to_sympy(system.equations().lagrangian) - (x.diff(t)**2 + y.diff(t)**2) / 2
    numbers = {x.diff(t): 0, y.diff(t): 0}
    for a, b in ((0.4, 0.9), (0.8, 0.3)):
        at = lambda e: complex(e.subs(numbers).subs({x: a, y: b}).evalf())
        assert at(-back) == pytest.approx(at(there), rel=1e-12)


def test_what_is_unknown_is_named():
    x = sympy.Function("x")(t)
    with pytest.raises(al.ModelError, match="'k' is neither"):
        al.from_sympy(x.diff(t)**2 - sympy.Symbol("k") * x**2, [x])
    with pytest.raises(al.ModelError, match="besselj"):
        al.from_sympy(x.diff(t)**2 - sympy.besselj(0, x), [x])
