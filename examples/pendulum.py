"""A pendulum in Cartesian coordinates, and the force of its rod."""
import alembert as al

pendulum = al.System("Pendulum")
x, y = pendulum.coordinates("x y")
m, l = pendulum.parameter("m", 2.0, "kg"), pendulum.parameter("l", 1.5, "m")
g = pendulum.parameter("g", 9.81, "m/s^2")

pendulum.kinetic(m / 2 * (al.rate(x)**2 + al.rate(y)**2))
pendulum.potential(m * g * y)
pendulum.constraint("rod", x**2 + y**2 == l**2)

# λ belongs to the row as it is written; its gradient has the length 2 l
pendulum.watch("tension", -2 * pendulum.lambda_("rod") * l, "N")

# released level and at rest: the rod then pulls with -3 m g y / l
motion = pendulum.simulate(start={x: 1.5, y: 0}, until=2)
print(f"{'t':>4} {'x':>10} {'y':>10} {'tension':>10} {'-3mgy/l':>10}")
for t in (0.5, 1.0, 1.5, 2.0):
    now = motion.at(t)
    closed_form = -3 * 2.0 * 9.81 * now["y"] / 1.5
    print(f"{t:4.1f} {now['x']:10.6f} {now['y']:10.6f} {now['tension']:10.6f} {closed_form:10.6f}")

force = motion.reaction("rod").at(2.0)
print(f"force of the rod on the bob: {force['x']:.6f} {force['y']:.6f}")
