"""From a Lagrangian in SymPy to the motion and the forces.

A bead slides without friction on a parabolic wire y = x²/2 under gravity. We write the Lagrangian of the
free bead in SymPy, add the wire as a constraint, and ask for the force of the wire.
"""
import numpy as np
import sympy

import alembert as al

# %% The system, as on paper
t = sympy.Symbol("t")
m, g = sympy.symbols("m g")
x, y = sympy.Function("x")(t), sympy.Function("y")(t)

L = m / 2 * (x.diff(t)**2 + y.diff(t)**2) - m * g * y
bead = al.from_sympy(L, [x, y], constraints={"wire": sympy.Eq(y, x**2 / 2)},
                     parameters={m: 0.5, g: 9.81}, title="Bead on a parabola")

# %% Its equations, back in SymPy
equations = bead.equations()
print("M =", equations.M.sympy())
print("A =", equations.A.sympy())
print("b =", equations.b.sympy())
assert equations.b.sympy()[0] == x.diff(t)**2

# %% The motion, released at x = 1
motion = bead.simulate(start={"x": 1.0, "y": 0.5}, until=4, tolerance=1e-12)
print(motion.outcome, "with an energy error of", motion.energy_deviation)
assert np.abs(motion["y"] - motion["x"]**2 / 2).max() < 1e-12

# %% The force of the wire stands at right angles to it: it does no work
force = motion.reaction("wire")
tangent = np.column_stack([np.ones_like(motion.t), motion["x"]])
assert np.abs(np.sum(force.ideal * tangent, axis=1)).max() < 1e-10

# %% At the bottom it carries the weight and bends the path: m (g + v²), since the curvature is 1
bottom = np.argmin(np.abs(motion["x"]))
expected = 0.5 * (9.81 + motion["x'"][bottom]**2)
print(f"force at the bottom {force['y'][bottom]:.3f} N, expected near {expected:.3f} N")
assert abs(force["y"][bottom] - expected) < 0.05
