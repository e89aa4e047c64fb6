"""A skate on a slope: its blade may not slip sideways, which no equation between positions can say."""
from math import sin

import alembert as al

skate = al.System("Knife edge on an inclined plane")
x, y = skate.coordinates("x y")  # x points down the slope
phi = skate.coordinate("phi")  # heading of the blade
m, J = skate.parameter("m", 1.0, "kg"), skate.parameter("J", 1.0, "kg m^2")
g, slope = skate.parameter("g", 9.81, "m/s^2"), skate.parameter("slope", 0.5)

skate.kinetic(m / 2 * (al.rate(x)**2 + al.rate(y)**2) + J / 2 * al.rate(phi)**2)
skate.potential(-m * g * al.sin(slope) * x)
skate.constraint("blade", al.rate(x) * al.sin(phi) == al.rate(y) * al.cos(phi))

# it turns evenly and drifts across the slope on a cycloid:
# x = c sin(wt)^2, y = c (wt - sin(2wt)/2) with c = g sin(slope)/(2 w^2)
w = 2.0
c = 9.81 * sin(0.5) / (2 * w * w)
motion = skate.simulate(start={x: 0, y: 0, phi: 0, al.rate(x): 0, al.rate(y): 0, al.rate(phi): w}, until=3)
print(f"{'t':>4} {'x':>9} {'cycloid':>9} {'y':>9} {'cycloid':>9} {'lambda':>9}")
for t in (1.0, 2.0, 3.0):
    now = motion.at(t)
    print(f"{t:4.1f} {now['x']:9.6f} {c * sin(w * t)**2:9.6f} {now['y']:9.6f} "
          f"{c * (w * t - sin(2 * w * t) / 2):9.6f} {now['lambda(blade)']:9.6f}")
