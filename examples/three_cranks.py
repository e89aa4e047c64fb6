"""A beam on three equal cranks: two would do, so one row of constraints follows from the others."""
import math

import alembert as al


def swing(cranks: int) -> al.Motion:
    linkage = al.System("Beam on cranks")
    l, g = linkage.parameter("l", 1.0, "m"), linkage.parameter("g", 9.81, "m/s^2")
    x, y = [], []
    for end in "123":
        x.append(linkage.coordinate("x" + end))
        y.append(linkage.coordinate("y" + end))
        linkage.particle("mass" + end, 1.0, (x[-1], y[-1]))
        linkage.potential(g * y[-1])
    linkage.force(x[0], 5)  # a steady push at the left end
    # the cranks turn about (0, 0), (1, 0) and (2, 0)
    linkage.constraint("left", x[0]**2 + y[0]**2 == l**2)
    linkage.constraint("right", (x[2] - 2)**2 + y[2]**2 == l**2)
    if cranks == 3:
        linkage.constraint("middle", (x[1] - 1)**2 + y[1]**2 == l**2)
    # the beam: its length, and its middle half way between its ends
    linkage.constraint("beam", (x[2] - x[0])**2 + (y[2] - y[0])**2 == 4)
    linkage.constraint("centre", [x[1] == (x[0] + x[2]) / 2, y[1] == (y[0] + y[2]) / 2])

    c, s = math.cos(0.5), math.sin(0.5)
    return linkage.simulate(start={x[0]: s, y[0]: -c, x[1]: 1 + s, y[1]: -c, x[2]: 2 + s, y[2]: -c},
                            until=1)


motion = swing(cranks=3)
now = al.explain(motion, 1.0)
print(f"rank {now.rank} of {len(now.rows)} rows")
for row in now.rows:
    kind = "unique" if row.unique else "shared, the least of many"
    print(f"{row.name:9} lambda {row.lambda_:10.6f}, {kind}")

# how the cranks share the load is a matter of choice; the motion is not
print(f"x1 with three cranks {motion.at(1.0)['x1']:.6f}, with two {swing(cranks=2).at(1.0)['x1']:.6f}")
