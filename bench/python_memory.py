#!/usr/bin/python3
"""Does a million simulations in a loop let the process grow? Prints bytes per simulation.

Usage: bench/python_memory.py [RUNS]   with the package on PYTHONPATH
"""
import gc
import sys

import alembert as al


def oscillator():
    system = al.System()
    x = system.coordinate("x")
    system.kinetic(al.rate(x)**2 / 2)
    system.potential(x**2 / 2)
    return system, x


def resident():
    """Bytes of memory that the process holds."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def growth(runs, warm_up=10_000):
    """How many bytes the process grows in so many simulations, after some that fill its caches."""
    system, x = oscillator()
    before = 0
    for run in range(warm_up + runs):
        if run == warm_up:
            gc.collect()
            before = resident()
        motion = system.simulate(start={x: 1.0}, until=0.1, every=0.05)
        assert motion["x"][-1] < 1 and motion.at(0.07)["x"] < 1
    gc.collect()
    return resident() - before


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    grown = growth(count)
    print(f"simulations,{count}")
    print(f"bytes grown,{grown}")
    print(f"bytes per simulation,{grown / count:.3f}")
