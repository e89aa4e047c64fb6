"""Alembert: the motion of constrained mechanical systems, and the forces that keep the constraints.

Write a Lagrangian and its constraints, or read a model file; get the motion and every force of
constraint by name.

>>> pendulum = al.System("Pendulum")
>>> x, y = pendulum.coordinates("x y")
>>> pendulum.kinetic((al.rate(x)**2 + al.rate(y)**2) / 2)
>>> pendulum.potential(9.81 * y)
>>> pendulum.constraint("rod", x**2 + y**2 == 1)
>>> motion = pendulum.simulate(start={x: 1, y: 0}, until=10)
>>> print(motion.outcome)
reached the end
>>> motion.reaction("rod").ideal.shape
(1001, 2)
"""
from . import animation, plotting, report, tables, ufuncs
from ._core import (CheckResult, Ensemble, Equation, Equations, Equilibrium, Event, Explanation,
                    Expr, FormulaArray, Instants, Mistake, ModelError, Motion, Outcome, Place, Reaction,
                    ReactionAt, Snapshot, Solid, System, Verification, __version__, abs, acos, asin, atan, atan2, box,
                    choose, cos, cosh, cross, cylinder, disk, dot, equilibrium, exp, explain, hypot, log, max, min,
                    norm, pow, rate, read, read_text, rod, sign, sin, sinh, sphere, sqrt, square, tan, tanh,
                    verify)
from .checking import check
from .examples import example, examples
from .sweeping import Sweep, sweep
from .symbolic import from_sympy, to_sympy

# what needs matplotlib, pandas or SymPy is written in Python and joins the classes here
for _class, _name, _function in (
        (Motion, "plot", plotting.plot), (Motion, "animate", animation.animate),
        (Motion, "to_pandas", tables.to_pandas), (Motion, "_repr_html_", report.in_a_frame),
        (Explanation, "_repr_svg_", Explanation.svg), (System, "check", check),
        (FormulaArray, "sympy", to_sympy), (Expr, "sympy", to_sympy),
        (Expr, "__array_ufunc__", ufuncs.array_ufunc)):
    setattr(_class, _name, _function)

for _class in (CheckResult, Ensemble, Equation, Equations, Equilibrium, Event, Explanation, Expr,
               FormulaArray, Instants, Mistake, ModelError, Motion, Outcome, Place, Reaction, ReactionAt,
               Snapshot, Solid, Sweep, System, Verification):
    _class.__module__ = "alembert"  # where people find it

__all__ = [
    "CheckResult", "Ensemble", "Equation", "Equations", "Equilibrium", "Event", "Explanation",
    "Expr", "FormulaArray", "Instants", "Mistake", "ModelError", "Motion", "Outcome", "Place", "Reaction",
    "ReactionAt", "Snapshot", "Solid", "Sweep", "System", "Verification", "__version__", "abs", "acos", "asin", "atan",
    "atan2", "box", "check", "choose", "cos", "cosh", "cross", "cylinder", "disk", "dot", "equilibrium", "example", "examples", "exp", "explain", "from_sympy",
    "hypot", "log", "max", "min", "norm", "pow", "rate", "read", "read_text", "rod", "sign", "sin", "sinh",
    "sphere", "sqrt", "square", "sweep", "tan", "tanh", "to_sympy", "verify",
]
