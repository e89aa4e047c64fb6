"""Motions as tables of pandas."""


def to_pandas(motion):
    """All columns of the motion as a pandas.DataFrame, with t as its index.

    >>> frame = al.example("pendulum/cartesian").simulate(until=1, every=0.1).to_pandas()
    >>> len(frame), frame.index.name, bool((frame["x"]**2 + frame["y"]**2 - 1 < 1e-12).all())
    (11, 't', True)
    """
    import pandas

    return pandas.DataFrame(motion.table[:, 1:], columns=motion.names[1:],
                            index=pandas.Index(motion.t, name=motion.names[0]))
