"""NumPy's functions of formulas: np.sin(x), np.arctan2(y, x), np.float64(2) * x."""
import operator

import numpy as np

from . import _core

# by the names of numpy
_FUNCTIONS = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
    "power": operator.pow, "float_power": operator.pow, "negative": operator.neg, "positive": operator.pos,
    "less": operator.lt, "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge,
    "equal": operator.eq, "absolute": _core.abs, "fabs": _core.abs, "sign": _core.sign, "square": _core.square,
    "sqrt": _core.sqrt, "exp": _core.exp, "log": _core.log, "sin": _core.sin, "cos": _core.cos, "tan": _core.tan,
    "arcsin": _core.asin, "arccos": _core.acos, "arctan": _core.atan, "sinh": _core.sinh, "cosh": _core.cosh,
    "tanh": _core.tanh, "arctan2": _core.atan2, "hypot": _core.hypot, "maximum": _core.max, "fmax": _core.max,
    "minimum": _core.min, "fmin": _core.min,
}


def _boxed(value):
    """A formula as an array without axes, whose elements numpy takes as they are."""
    if not isinstance(value, _core.Expr):
        return value
    box = np.empty((), dtype=object)
    box[()] = value
    return box


def array_ufunc(formula, ufunc, method, *inputs, **kwargs):
    """What numpy calls where one of the arguments of its functions is a formula."""
    function = _FUNCTIONS.get(ufunc.__name__)
    if function is None or method != "__call__" or kwargs:
        return NotImplemented
    return np.frompyfunc(function, len(inputs), 1)(*(_boxed(value) for value in inputs))
