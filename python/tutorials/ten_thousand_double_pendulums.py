"""A parameter study: how fast do ten thousand double pendulums forget where they began?

All start from the same angles, but the second rod has another length in each. Each is also started a
hair's breadth away; the growth of the difference tells order from chaos.
"""
import time

import numpy as np

import alembert as al

COUNT, HAIR = 5_000, 1e-8

# %% One model, whose rods hang from given angles
pendulum = al.example("double_pendulum")


def starts(first, second, length):
    x1, y1 = np.sin(first), -np.cos(first)
    return {"l2": length, "x1": x1, "y1": y1, "x2": x1 + length * np.sin(second),
            "y2": y1 - length * np.cos(second)}


# %% Ten thousand motions on all cores: each length twice, a hair apart
length = np.linspace(0.5, 1.5, COUNT)
twice = np.concatenate([length, length])
first = np.concatenate([np.full(COUNT, 1.2), np.full(COUNT, 1.2 + HAIR)])
begin = time.perf_counter()
study = pendulum.ensemble(starts(first, 2.0, twice), until=10, tolerance=1e-10, times=[2, 5, 10],
                          progress=True)
seconds = time.perf_counter() - begin
print(f"{len(study)} motions of 10 s in {seconds:.2f} s, {1e6 * seconds / len(study):.0f} us each")

# %% Every one of them kept its rods and its energy
assert study.complete.all()
print("largest residual", study.residual.max(), "largest energy error", study.energy_deviation.max())
assert study.residual.max() < 1e-10 and study.energy_deviation.max() < 1e-5

# %% How far the neighbours have come apart
states = study.states
apart = np.linalg.norm(states[:COUNT] - states[COUNT:], axis=2) / HAIR
for moment, growth in zip(study.times, np.median(apart, axis=0)):
    print(f"t = {moment:g} s: the median difference has grown {growth:.3g} times")
assert (np.median(apart, axis=0)[1:] > np.median(apart, axis=0)[:-1]).all()
