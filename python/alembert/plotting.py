"""Columns of a motion as curves, with matplotlib."""


def plot(motion, *names, against="t", axes=None):
    """Draws columns by name, all coordinates if none is named, and returns the axes.

    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> motion = al.example("pendulum/cartesian").simulate(until=1)
    >>> axes = motion.plot("x", "lambda(rod)")
    >>> [line.get_label() for line in axes.lines]
    ['x', 'lambda(rod)']
    """
    if axes is None:
        from matplotlib import pyplot

        axes = pyplot.figure().add_subplot()
    # between t and the velocities stand the coordinates
    count = motion.q.shape[1]
    for name in names or motion.names[1:1 + count]:
        axes.plot(motion[against], motion[name], label=name)
    axes.set_xlabel(against)
    axes.legend()
    return axes
