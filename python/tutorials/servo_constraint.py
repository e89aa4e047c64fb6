"""A constraint as a controller: which force makes a cart follow a plan?

A cart carries a pendulum. We demand that the *cart* moves along x = 0.3 (1 - cos 2t), write that demand as a
constraint that depends on time, and read off the force a motor must give: it is the force of that constraint.
"""
import numpy as np

import alembert as al

# %% The cart and its pendulum
crane = al.System("Crane")
x, a = crane.coordinates("x a")
M, m, l = crane.parameter("M", 2.0, "kg"), crane.parameter("m", 0.5, "kg"), crane.parameter("l", 0.8, "m")
crane.particle("cart", M, at=[x, 0])
crane.particle("load", m, at=[x + l * al.sin(a), -l * al.cos(a)])
crane.potential(-m * 9.81 * l * al.cos(a))

# %% The plan as a constraint
t = crane.time
crane.constraint("plan", x == 0.3 * (1 - al.cos(2 * t)))
motion = crane.simulate(start={"a": 0.0, "a'": 0.0}, until=6, tolerance=1e-12)
assert np.abs(motion["x"] - 0.3 * (1 - np.cos(2 * motion.t))).max() < 1e-12

# %% The force of the motor, by name
motor = motion.reaction("plan")["x"]
print(f"the motor pushes with {motor.min():.3f} to {motor.max():.3f} N")

# %% By another route: all momentum along x comes from the motor
swing = motion["a"]
momentum_rate = (2.5 * motion["x''"] + 0.5 * 0.8 * (motion["a''"] * np.cos(swing)
                                                    - motion["a'"]**2 * np.sin(swing)))
assert np.allclose(motor, momentum_rate, atol=1e-9)

# %% This constraint does work, because it moves: the energy changes by just that
work = motion["work(ideal)"]
assert np.allclose(motion.energy - motion.energy[0], work, atol=1e-8)
print(f"work of the motor {work[-1]:.4f} J")

# %% Without the constraint, but with that force as a given one, the motion is the same
free = al.System("Crane with a motor")
x, a = free.coordinates("x a")
free.particle("cart", 2.0, at=[x, 0])
free.particle("load", 0.5, at=[x + 0.8 * al.sin(a), -0.8 * al.cos(a)])
free.potential(-0.5 * 9.81 * 0.8 * al.cos(a))
now = free.time
# the load's equation gives a'' from the plan; the force follows from the momentum
plan_acceleration = 1.2 * al.cos(2 * now)
angle_acceleration = -(plan_acceleration * al.cos(a) + 9.81 * al.sin(a)) / 0.8
free.force(x, 2.5 * plan_acceleration + 0.4 * (angle_acceleration * al.cos(a) - al.rate(a)**2 * al.sin(a)))
again = free.simulate(until=6, tolerance=1e-12)
assert np.abs(again["a"] - motion["a"]).max() < 1e-7
print("the motor alone follows the plan to", np.abs(again["x"] - motion["x"]).max(), "m")
