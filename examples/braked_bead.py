"""A bead on a level hoop with dry friction: a non-ideal constraint, whose force has two parts."""
from math import hypot

import alembert as al

bead = al.System("Bead on a hoop with friction")
x, y = bead.coordinates("x y")
m, R = bead.parameter("m", 0.3, "kg"), bead.parameter("R", 0.8, "m")
mu = bead.parameter("mu", 0.2)

bead.particle("bead", m, (x, y))
bead.constraint("hoop", x**2 + y**2 == R**2)

# the hoop presses with 2 |λ| R, and rubs with mu times that against the velocity
press = 2 * abs(bead.lambda_("hoop")) * R
speed = al.hypot(al.rate(x), al.rate(y))
bead.nonideal("hoop", x, -mu * press * al.rate(x) / speed)
bead.nonideal("hoop", y, -mu * press * al.rate(y) / speed)
bead.watch("speed", speed, "m/s")

motion = bead.simulate(start={x: 0.8, y: 0, al.rate(x): 0, al.rate(y): 4}, until=3)
print(f"{'t':>4} {'speed':>9} {'closed':>9} {'ideal':>9} {'nonideal':>9} {'power':>9}")
for t in (0.0, 1.0, 2.0, 3.0):
    now = motion.at(t)
    force = now.reaction("hoop")
    # closed form: v = v0/(1 + mu v0 t/R)
    closed_form = 4 / (1 + 0.2 * 4 * t / 0.8)
    ideal, nonideal = hypot(*force.ideal), hypot(*force.nonideal)
    print(f"{t:4.1f} {now['speed']:9.6f} {closed_form:9.6f} {ideal:9.6f} {nonideal:9.6f} {force.power:9.6f}")
print(f"energy {motion.energy[0]:.6f} J at the start, {motion.energy[-1]:.6f} J at the end")
