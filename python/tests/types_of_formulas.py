"""What people write with formulas, for mypy --strict; tools/run_python_tests runs it."""
from fractions import Fraction

import numpy as np

import alembert as al

system = al.System("Types")
x, y = system.coordinates("x y")
system.kinetic((al.rate(x)**2 + al.rate(y)**2) / 2)
system.potential(np.sin(x) + np.arctan2(y, x) + np.float64(3) * x + x * np.float64(2) + Fraction(1, 2) * y)
motion = system.simulate(start={x: 1, "y": Fraction(1, 2)}, until=1, max_steps=10_000)
print(motion[x][0], motion.at(0.5)["x"], motion.at([0.1, 0.2])["x"], motion.evaluate("x^2"))
