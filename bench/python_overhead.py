#!/usr/bin/python3
"""What does Python cost? The same work from C++ and from Python in turn, best of several rounds; prints ratios.

Lines are "name,value"; times are CPU times of all threads, which other programs disturb least. The C++ side is build/python/beside_python, made by
`tools/build_python beside_python`.
Usage: bench/python_overhead.py [PROGRAM]   with the package on PYTHONPATH
"""
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import alembert as al

PROGRAM = Path(__file__).resolve().parents[1] / "build/python/beside_python"


def best(work, repeat):
    """CPU seconds of all threads in the quickest of several calls."""
    times = []
    for _ in range(repeat):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def trivial_simulations(count=2000):
    """Seconds of one simulation of a system with next to nothing to do, and nothing to compare."""
    system = al.System()
    x = system.coordinate("x")
    system.kinetic(al.rate(x)**2 / 2)
    start = {x: 1.0}

    def work():
        for _ in range(count):
            system.simulate(start=start, until=1.0, every=1.0)

    return best(work, 2) / count, None


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
    return best(lambda: equations.acceleration(q, v), 3), result.sum()


def ensembles(count=20_000):
    """Seconds of an ensemble, and the sum of its ends for comparison."""
    system = double_pendulum()
    columns = dict(zip(system.coordinate_names, positions(count)))
    ensemble = system.ensemble(columns, until=5, tolerance=1e-10)
    seconds = best(lambda: system.ensemble(columns, until=5, tolerance=1e-10), 2)
    return seconds, ensemble.states.sum()


QUESTIONS = {"simulate": trivial_simulations, "accelerations": accelerations, "ensemble": ensembles}
ROUNDS = 5


def beside(program, question):
    """The seconds of the C++ program, and its sum where it has one."""
    lines = subprocess.run([program, question], check=True, capture_output=True, text=True).stdout.splitlines()
    figures = {name: float(value) for name, value in (line.rsplit(",", 1) for line in lines)}
    return figures[question], figures.get(f"{question} sum")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else PROGRAM
    for question, ask in QUESTIONS.items():
        cpp, python = [], []
        for _ in range(ROUNDS):
            seconds, wanted = beside(program, question)
            cpp.append(seconds)
            seconds, seen = ask()
            python.append(seconds)
            assert wanted is None or abs(wanted - seen) <= 1e-6 * (1 + abs(seen)), "not the same work"
        print(f"{question} C++ us,{1e6 * min(cpp):.2f}")
        print(f"{question} Python us,{1e6 * min(python):.2f}")
        print(f"{question} Python over C++,{min(python) / min(cpp):.3f}")
        if question == "simulate":
            print(f"simulate overhead us,{1e6 * (min(python) - min(cpp)):.2f}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
