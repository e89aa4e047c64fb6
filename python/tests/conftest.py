"""What the tests share: the folder of the project, from which models are read."""
from pathlib import Path

import matplotlib
import pytest

import alembert as al

matplotlib.use("Agg")
PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch):
    monkeypatch.chdir(PROJECT)


@pytest.fixture
def pendulum():
    """A rod of length l in Cartesian coordinates; x, y and m are among its symbols."""
    system = al.System("Pendulum")
    x, y = system.coordinates("x y")
    m, l = system.parameter("m", 2.0), system.parameter("l", 1.5)
    system.kinetic(m / 2 * (al.rate(x)**2 + al.rate(y)**2))
    system.potential(m * 9.81 * y)
    system.constraint("rod", x**2 + y**2 == l**2)
    system.start({x: l, y: 0})
    return system
