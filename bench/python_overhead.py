#!/usr/bin/python3
"""What does Python cost? The same work from C++ and from Python in turn, best of several; prints ratios.

Lines are "name,value". The C++ side is build/python/python/beside_python, made by
`tools/build python beside_python`; both use the same position-independent layers.
Usage: bench/python_overhead.py [PROGRAM]   with the package on PYTHONPATH
"""
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import alembert as al

PROGRAM = Path(__file__).resolve().parents[1] / "build/python/python/beside_python"


def best(work, repeat):
    """Seconds of the quickest of several calls."""
    times = []
    for _ in range(repeat):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def trivial_simulations(count=2000):
    """Seconds of one simulation of a system with next to nothing to do."""
    system = al.System()
    x = system.coordinate("x")
    system.kinetic(al.rate(x)**2 / 2)
    start = {x: 1.0}

    def work():
        for _ in range(count):
            system.simulate(start=start, until=1.0, every=1.0)

    return best(work, 5) / count


def double_pendulum():
    system = al.System()
    x1, y1, x2, y2 = system.coordinates("x1 y1 x2 y2")
    system.kinetic(sum(al.rate(x)**2 for x in (x1, y1, x2, y2)) / 2)
    system.potential(9.81 * (y1 + y2))
    system.constraint("rod1", x1**2 + y1**2 == 1)
    system.constraint("rod2", (x2 - x1)**2 + (y2 - y1)**2 == 1)
    return system


def angles(count):
    """Two columns of angles that both sides compute alike, none so large that a motion is chaotic."""
    i = np.arange(count)
    return 0.5 * np.sin(1.0 + i), 0.5 * np.sin(2.0 + 3.0 * i)


def positions(count):
    a, b = angles(count)
    x1, y1 = np.sin(a), -np.cos(a)
    return x1, y1, x1 + np.sin(b), y1 - np.cos(b)


def accelerations(count=100_000):
    """Seconds of the accelerations of many states, and their sum for comparison."""
    equations = double_pendulum().equations()
    q = np.column_stack(positions(count))
    v = np.zeros_like(q)
    equations.acceleration(q[:1], v[:1])
    result = equations.acceleration(q, v)
    return best(lambda: equations.acceleration(q, v), 7), result.sum()


def ensembles(count=20_000):
    """Seconds of an ensemble, and the sum of its ends for comparison."""
    system = double_pendulum()
    columns = dict(zip(system.coordinate_names, positions(count)))
    ensemble = system.ensemble(columns, until=5, tolerance=1e-10)
    seconds = best(lambda: system.ensemble(columns, until=5, tolerance=1e-10), 5)
    return seconds, ensemble.states.sum()


def beside(program):
    """The figures of the C++ program by name."""
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: float(value) for name, value in (line.rsplit(",", 1) for line in lines)}


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else PROGRAM
    # each side twice, in turn, so that a busy moment of the machine spoils neither alone
    cpp, python = [], []
    for _ in range(2):
        cpp.append(beside(program))
        simulation = trivial_simulations()
        acceleration, acceleration_sum = accelerations()
        ensemble, ensemble_sum = ensembles()
        python.append({"simulate": simulation, "accelerations": acceleration, "ensemble": ensemble})
    for name, value in (("accelerations", acceleration_sum), ("ensemble", ensemble_sum)):
        assert abs(cpp[0][f"{name} sum"] - value) <= 1e-6 * (1 + abs(value)), "not the same work"
    fastest = lambda runs, name: min(run[name] for run in runs)
    for name in ("simulate", "accelerations", "ensemble"):
        ours, theirs = fastest(python, name), fastest(cpp, name)
        print(f"{name} C++ us,{1e6 * theirs:.2f}")
        print(f"{name} Python us,{1e6 * ours:.2f}")
        print(f"{name} Python over C++,{ours / theirs:.3f}")
    print(f"simulate overhead us,{1e6 * (fastest(python, 'simulate') - fastest(cpp, 'simulate')):.2f}")


if __name__ == "__main__":
    main()
