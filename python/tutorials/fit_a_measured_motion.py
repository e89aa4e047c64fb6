"""Fitting parameters to a measured motion with SciPy.

A pendulum of unknown length and unknown friction was filmed: angles at fifty instants, with the noise of
the camera. Which length and which friction explain them best?
"""
import numpy as np
from scipy.optimize import least_squares

import alembert as al

# %% The model: an angle, a length, a damping torque
pendulum = al.System("Damped pendulum")
a = pendulum.coordinate("a")
l = pendulum.parameter("l", 1.0, "m")
k = pendulum.parameter("k", 0.1, "1/s")
pendulum.kinetic(l**2 * al.rate(a)**2 / 2)
pendulum.potential(-9.81 * l * al.cos(a))
pendulum.force(a, -k * l**2 * al.rate(a))

# %% What the camera saw: the truth, which the fit does not know, and its noise
TRUE_LENGTH, TRUE_DAMPING, NOISE = 1.37, 0.21, 0.005
camera = np.random.default_rng(1)


def angles(length, damping):
    motion = pendulum.simulate(start={"a": 1.0}, until=5, every=0.1,
                               parameters={"l": length, "k": damping})
    return motion["a"]


seen = angles(TRUE_LENGTH, TRUE_DAMPING)
seen = seen + NOISE * camera.standard_normal(seen.shape)

# %% The fit
fit = least_squares(lambda guess: (angles(*guess) - seen) / NOISE, x0=[1.2, 0.1],
                    bounds=([0.1, 0.0], [5.0, 2.0]))
error = np.sqrt(np.diag(np.linalg.inv(fit.jac.T @ fit.jac)))
print(f"length  {fit.x[0]:.4f} +- {error[0]:.4f} m,   truly {TRUE_LENGTH}")
print(f"damping {fit.x[1]:.4f} +- {error[1]:.4f} 1/s, truly {TRUE_DAMPING}")

# %% The truth lies within the error bars, and what is left is the noise
assert (np.abs(fit.x - [TRUE_LENGTH, TRUE_DAMPING]) < 4 * error).all()
assert 0.6 < 2 * fit.cost / len(seen) < 1.5
