"""Sweeps: many runs of one model over a grid, random samples or a table."""
from collections.abc import Mapping

import numpy as np

from ._core import System, read, run_sweep


class Sweep(Mapping):
    """What was kept of each run, by name: arrays with an axis for each name of ``vary``, then one for the samples, then one
    for the times of a series. Runs that were not done, or ended before, have NaN.

    >>> sweep = al.sweep(al.example("pendulum/cartesian"), vary={"l": [1, 2, 4]}, keep=["pull = max(tension)"])
    >>> sweep.dims, sweep["pull"].shape, list(sweep.coords["l"])
    (('l',), (3,), [1.0, 2.0, 4.0])
    >>> print(sweep)
    <Sweep of 3 runs over l: pull>
    """

    def __init__(self, dims, coords, varied, kept, outcomes):
        #: names of the axes
        self.dims = dims
        #: the numbers along each axis; of samples their index
        self.coords = coords
        #: what varied, in the shape of the sweep
        self.varied = varied
        self._kept = kept
        #: how each run ended, in the shape of the sweep
        self.outcomes = outcomes

    def __getitem__(self, name):
        return self._kept[name] if name in self._kept else self.varied[name]

    def __iter__(self):
        return iter(self._kept)

    def __len__(self):
        return len(self._kept)

    @property
    def shape(self):
        return tuple(len(self.coords[name]) for name in self.dims)

    @property
    def complete(self):
        """Which runs reached their end."""
        reached = [outcome == "reached the end" or outcome == "stopped" for outcome in self.outcomes.flat]
        return np.array(reached).reshape(self.shape)

    def to_pandas(self):
        """A DataFrame with a row for each run; numbers of series have columns of their own.

        >>> al.sweep(al.example("pendulum/cartesian"), vary={"l": [1, 2]}, keep=["max(x)"]).to_pandas().columns.tolist()
        ['l', 'max(x)', 'outcome']
        """
        import pandas

        runs = int(np.prod(self.shape))
        columns = {name: column.reshape(runs) for name, column in self.varied.items()}
        for name, column in self._kept.items():
            if column.ndim == len(self.dims):
                columns[name] = column.reshape(runs)
            else:
                for i, numbers in enumerate(column.reshape(runs, -1).T):
                    columns[f"{name}[{i}]"] = numbers
        columns["outcome"] = self.outcomes.reshape(runs)
        return pandas.DataFrame(columns)

    def to_xarray(self):
        """An xarray.Dataset, where xarray is installed."""
        import xarray

        variables = {}
        for name, column in self._kept.items():
            own = () if column.ndim == len(self.dims) else (f"output of {name}",)
            variables[name] = (self.dims + own, column)
        variables["outcome"] = (self.dims, self.outcomes)
        for name, column in self.varied.items():
            if name not in self.dims:
                variables[name] = (self.dims, column)
        return xarray.Dataset(variables, coords=self.coords)

    def __repr__(self):
        runs = int(np.prod(self.shape))
        return f"<Sweep of {runs} runs over {', '.join(self.dims)}: {', '.join(self._kept)}>"


def _columns(numbers):
    return [(str(name), np.asarray(column, dtype=float).ravel().tolist()) for name, column in numbers.items()]


def _sample_text(sample):
    if sample is None or isinstance(sample, str):
        return sample or ""
    return ", ".join(f"{name}={kind}({first!r},{second!r})" for name, (kind, first, second) in sample.items())


def _from_file(path, names):
    """The same from the file that a sweep of these names has left before."""
    import h5py

    with h5py.File(path) as file:
        runs, dtype = file["runs"][:], file["runs"].dtype
    fates = {number: name for name, number in h5py.check_enum_dtype(dtype["outcome"]).items()}
    columns = {name: np.ascontiguousarray(runs[name]) for name in dtype.names if name not in ("outcome", "end")}
    return {"varied": {name: columns.pop(name) for name in names}, "kept": columns,
            "outcomes": [fates[number] for number in runs["outcome"]]}


def sweep(model, vary=None, sample=None, count=None, seed=0, table=None, keep=("final",), until=None, tolerance=None,
          every=None, out=None, resume=False, threads=0, progress=None, max_steps=None):
    """Runs a model for many numbers of its parameters, coordinates or velocities, on all cores without Python's lock.

    ``model`` is a System or the path of a model file. ``vary`` has an array for each axis of a grid; ``sample`` says how
    numbers are drawn, ``"m=normal(1,0.1)"`` or ``{"m": ("normal", 1, 0.1)}``, ``count`` of them, at each point of the grid
    if there is one; ``table`` has a column for each name instead, a dict or a DataFrame. ``keep`` is as in ``alembert
    sweep --keep``. With ``out="results.h5"`` finished chunks go to a journal and the results to that file: after an
    interruption ``resume=True`` goes on. The interrupt key raises KeyboardInterrupt, whose attribute ``sweep`` has what is
    done; the outcome of the rest is "interrupted". ``progress=True`` shows a bar; a function is called with the runs done and all runs, and
    may answer False. A run that takes more than ``max_steps`` is given up, with the outcome "limit reached".

    >>> sweep = al.sweep(al.example("pendulum/cartesian"), vary={"l": np.linspace(0.5, 2, 4), "m": [1, 2]},
    ...                  keep=["bottom = first(x > 0)", "pull = max(tension)", "x every 0.1"], until=2)
    >>> sweep["bottom"].shape, sweep["x every 0.1"].shape, bool(sweep.complete.all())
    ((4, 2), (4, 2, 21), True)
    >>> bool(np.allclose(sweep["pull"][:, 1], 2 * sweep["pull"][:, 0]))
    True
    >>> al.sweep(al.example("pendulum/cartesian"), sample="m=normal(1,0.1)", count=100, seed=7, until=1)["final(x)"].shape
    (100,)
    """
    system = model if isinstance(model, System) else read(model)
    axes, chosen = _columns(vary or {}), _columns(table if table is not None else {})
    sampled = _sample_text(sample)
    if not axes and not sampled and not chosen:
        raise ValueError("nothing varies: give vary={'m': [1, 2]}, sample='m=normal(1,0.1)' or table={'m': [1, 2]}")
    if chosen and (axes or sampled):
        raise ValueError("a table has all that varies, and nothing else can vary beside it")
    if len({len(column) for _, column in chosen}) > 1:
        raise ValueError("the columns of the table have different lengths")
    keep = [keep] if isinstance(keep, str) else list(keep)
    found = run_sweep(system.text(), axes, sampled, count, seed, chosen, keep, until, tolerance, every,
                      max_steps, str(out or ""), resume, threads, progress)
    if found["was_finished"]:
        found = _from_file(out, found["names"])

    coords = {name: np.array(numbers) for name, numbers in axes}
    if sampled:
        coords["sample"] = np.arange(count)
    if chosen:
        coords["run"] = np.arange(len(chosen[0][1]))
    shape = tuple(len(numbers) for numbers in coords.values())

    def shaped(column):
        return column.reshape(shape + column.shape[1:])

    varied = {name: shaped(column) for name, column in found["varied"].items()}
    kept = {name: shaped(column) for name, column in found["kept"].items()}
    outcomes = np.array(found["outcomes"], dtype=object).reshape(shape)
    result = Sweep(tuple(coords), coords, varied, kept, outcomes)
    if found.get("key_was_pressed"):
        interrupt = KeyboardInterrupt(f"interrupted after {result.complete.sum()} of {outcomes.size} runs")
        interrupt.sweep = result
        raise interrupt
    return result
