# The planar chain in angles with SymPy's LagrangesMethod: prints N and the seconds until M and the
# forcing vector are there, one line per N given.
import sys
import time

from sympy import cos, sin, symbols
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

for N in map(int, sys.argv[1:]):
    start = time.perf_counter()
    m, l, g = symbols("m l g")
    theta = dynamicsymbols(f"theta1:{N + 1}")
    rate = dynamicsymbols(f"theta1:{N + 1}", 1)
    x = y = vx = vy = lagrangian = 0
    for angle, speed in zip(theta, rate):
        x, y = x + l * sin(angle), y - l * cos(angle)
        vx, vy = vx + l * cos(angle) * speed, vy + l * sin(angle) * speed
        lagrangian += m / 2 * (vx**2 + vy**2) - m * g * y
    method = LagrangesMethod(lagrangian, theta)
    method.form_lagranges_equations()
    method.mass_matrix, method.forcing
    print(N, time.perf_counter() - start, flush=True)
