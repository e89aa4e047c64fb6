"""Simulations in a loop do not let the process grow."""
import runpy

from conftest import PROJECT


def test_thousands_of_simulations_do_not_grow_the_process():
    growth = runpy.run_path(str(PROJECT / "bench/python_memory.py"))["growth"]
    # the first runs fill the caches; a leak of a single row of the table would be 1 kB per run
    assert growth(runs=5_000, warm_up=2_000) < 400_000
