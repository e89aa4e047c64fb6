"""The check block of a model, as `alembert check` runs it."""


def check(system):
    """Runs a system as its model says and returns each line of its check block with its verdict.

    A run that ends early is one more line that fails, unless the model expects it.

    >>> all(al.example("pendulum/cartesian").check())
    True
    """
    return system.simulate().check()
