# SymPy and SciPy on the planar chain (p1) in angles: the equations by Kane's method, compiled by
# lambdify with common subexpressions taken out, solved by NumPy, integrated by SciPy's DOP853.
#
# Usage: sympy_scipy.py p1 N kane TOLERANCE, from the folder of the project. Prints the line of
# bench/measure.hpp; the seconds of derivation and lambdify, which are not in it, go to standard
# error.
import os
import sys
import time
import warnings

import numpy as np
import sympy as sm
import sympy.physics.mechanics as me
from scipy.integrate import solve_ivp

GRAVITY = 9.81


def derive(N):
    """The mass matrix and the forcing vector of the first-order form, and the symbols of the state."""
    ground = me.ReferenceFrame("ground")
    hinge = me.Point("hinge0")
    hinge.set_vel(ground, 0)
    angle, speed = me.dynamicsymbols(f"q:{N}"), me.dynamicsymbols(f"u:{N}")
    particles, weights = [], []
    for i in range(N):
        rod = ground.orientnew(f"rod{i}", "Axis", [angle[i], ground.z])
        rod.set_ang_vel(ground, speed[i] * ground.z)
        end = hinge.locatenew(f"hinge{i + 1}", rod.x)
        end.v2pt_theory(hinge, ground, rod)
        particles.append(me.Particle(f"particle{i}", end, 1))
        weights.append((end, -GRAVITY * ground.y))
        hinge = end
    kinematics = [sm.diff(q, me.dynamicsymbols._t) - u for q, u in zip(angle, speed)]
    kane = me.KanesMethod(ground, q_ind=angle, u_ind=speed, kd_eqs=kinematics)
    kane.kanes_equations(particles, weights)
    return kane.mass_matrix_full, kane.forcing_full, list(angle) + list(speed)


def compile_formulas(mass, forcing, state):
    plain = sm.symbols(f"s:{len(state)}")
    names = dict(zip(state, plain))
    return sm.lambdify([plain], (mass.xreplace(names), forcing.xreplace(names)), cse=True)


def energy(angle, speed):
    """Zero at the start, so that this is the error."""
    vx, vy = np.cumsum(-np.sin(angle) * speed), np.cumsum(np.cos(angle) * speed)
    return np.sum((vx**2 + vy**2) / 2 + GRAVITY * np.cumsum(np.sin(angle)))


def main():
    problem, N, method, tolerance = sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4])
    if problem != "p1" or N > 64 or method != "kane":
        sys.exit("usage: sympy_scipy.py p1 N kane TOLERANCE")
    error_time, end = (2 if N in (8, 16) else 10), 10
    warnings.filterwarnings("ignore")

    start = time.process_time()
    mass, forcing, state = derive(N)
    derived = time.process_time()
    formulas = compile_formulas(mass, forcing, state)
    compiled = time.process_time()
    print(f"derive {derived - start:.3f} s, lambdify {compiled - derived:.3f} s", file=sys.stderr)

    def rates(t, y):
        return np.linalg.solve(*formulas(y)).ravel()

    best = np.inf
    for _ in range(1 if "BENCH_ONCE" in os.environ else 5):
        start = time.process_time()
        solution = solve_ivp(rates, (0, end), np.zeros(2 * N), method="DOP853", rtol=tolerance,
                             atol=tolerance, t_eval=sorted({error_time, end}))
        best = min(best, time.process_time() - start)
        if time.process_time() - compiled > 60:
            break

    angle = solution.y[:N, 0]  # at the instant of the error
    table = np.loadtxt(f"bench/references/p1_{N}.txt")
    exact = table[np.abs(table[:, 0] - error_time) < 1e-9][0, 1:]
    error = np.hypot(np.cos(angle).sum() - exact[0], np.sin(angle).sum() - exact[1])
    lost = abs(energy(solution.y[:N, -1], solution.y[N:, -1]))
    # SciPy does not count its steps
    print(f"SymPy+SciPy,p1,{N},kane {sys.argv[4]},{best:.6g},{error:.3g},{lost:.3g},0,0,"
          f"{solution.nfev}")


main()
