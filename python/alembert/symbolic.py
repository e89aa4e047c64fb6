"""To and from SymPy."""
from . import _core

# operations whose SymPy name differs, as functions of SymPy and their operands
_TO_SYMPY = {
    "add": lambda s, a, b: a + b, "subtract": lambda s, a, b: a - b,
    "multiply": lambda s, a, b: a * b, "divide": lambda s, a, b: a / b,
    "negate": lambda s, a: -a, "power": lambda s, a, b: a**b,
    "abs": lambda s, a: s.Abs(a), "min": lambda s, a, b: s.Min(a, b),
    "max": lambda s, a, b: s.Max(a, b), "hypot": lambda s, a, b: s.sqrt(a**2 + b**2),
    "less": lambda s, a, b: s.Lt(a, b), "less_equal": lambda s, a, b: s.Le(a, b),
    "choose": lambda s, condition, yes, no: s.Piecewise((yes, condition), (no, True)),
}


def to_sympy(formula):
    """A formula as a SymPy expression, an array of formulas as a SymPy matrix.

    Coordinates are functions of t, velocities their derivatives, parameters symbols.

    >>> system = al.System()
    >>> x = system.coordinate("x")
    >>> al.to_sympy(al.sin(x) * al.rate(x) / 2)
    sin(x(t))*Derivative(x(t), t)/2
    """
    import sympy

    if isinstance(formula, _core.FormulaArray):
        rows, columns = (*formula.shape, 1)[:2]
        one = len(formula.shape) == 1
        return sympy.Matrix(rows, columns,
                            lambda i, j: to_sympy(formula[int(i)] if one else formula[int(i), int(j)]))
    known = {}
    waiting = [formula]
    while waiting:
        node = waiting[-1]
        if node in known:
            waiting.pop()
            continue
        missing = [operand for operand in node.operands if operand not in known]
        if missing:
            waiting += missing
        else:
            known[waiting.pop()] = _sympy_node(sympy, node, [known[o] for o in node.operands])
    return known[formula]


def _sympy_node(sympy, node, operands):
    if node.op == "constant":
        return _number(sympy, float(node))
    if node.op == "symbol":
        return _symbol(sympy, node)
    if node.op in _TO_SYMPY:
        return _TO_SYMPY[node.op](sympy, *operands)
    return getattr(sympy, node.op)(*operands)


def _number(sympy, value):
    # halves, quarters and their like are exact; 0.1 stays the number it is
    exact = sympy.Rational(value)
    return exact if exact.q <= 64 else sympy.Float(value)


def _symbol(sympy, node):
    t = sympy.Symbol("t")
    name = str(node)
    if node.kind == "time":
        return t
    primes = len(name) - len(name.rstrip("'"))
    if node.kind in ("coordinate", "velocity", "acceleration"):
        function = sympy.Function(name.rstrip("'"))(t)
        return function.diff(t, primes) if primes else function
    return sympy.Symbol(name)


def from_sympy(lagrangian, coordinates, *, constraints=None, parameters=None, forces=None, t=None,
               title=""):
    """A System from a Lagrangian and constraints written in SymPy.

    `coordinates` are functions of t such as Function("x")(t). `constraints` is a dictionary from names
    to equations, or to expressions that vanish; `parameters` gives the other symbols their numbers;
    `forces` is a dictionary from coordinates to generalised forces.

    >>> import sympy
    >>> t, k = sympy.symbols("t k")
    >>> x = sympy.Function("x")(t)
    >>> system = al.from_sympy(x.diff(t)**2 / 2 - k * x**2 / 2, [x], parameters={k: 4})
    >>> motion = system.simulate(start={"x": 1}, until=1)
    >>> bool(np.allclose(motion["x"], np.cos(2 * motion.t)))
    True
    """
    import sympy

    system = _core.System(title)
    t = t if t is not None else sympy.Symbol("t")
    known = {t: system.time}
    for coordinate in coordinates:
        symbol = system.coordinate(str(coordinate.func if coordinate.args else coordinate))
        known[coordinate] = symbol
        known[coordinate.diff(t)] = _core.rate(symbol)
        known[coordinate.diff(t, 2)] = _core.rate(_core.rate(symbol))
    for symbol, value in (parameters or {}).items():
        known[symbol] = system.parameter(str(symbol), float(value))
    system.lagrangian(_from_node(sympy, lagrangian, known))
    for name, equation in (constraints or {}).items():
        left, right = equation.args if isinstance(equation, sympy.Equality) else (equation, sympy.S(0))
        system.constraint(name, _from_node(sympy, left, known) == _from_node(sympy, right, known))
    for coordinate, force in (forces or {}).items():
        system.force(known[coordinate], _from_node(sympy, sympy.sympify(force), known))
    return system


def _from_node(sympy, expression, known):
    expression = sympy.sympify(expression)
    if expression in known:
        return known[expression]
    if expression.is_Number or expression.is_NumberSymbol:
        return _core.Expr(float(expression))
    if expression.is_Symbol or isinstance(expression, (sympy.Derivative, sympy.core.function.AppliedUndef)):
        raise _core.ModelError(f"'{expression}' is neither a coordinate nor a parameter")
    formula = _apply(sympy, expression, [_from_node(sympy, a, known) for a in expression.args
                                         if not isinstance(a, sympy.functions.elementary.piecewise.ExprCondPair)],
                     known)
    known[expression] = formula
    return formula


def _apply(sympy, expression, operands, known):
    name = expression.func.__name__
    if isinstance(expression, sympy.Piecewise):
        pieces = [(_from_node(sympy, piece, known), condition) for piece, condition in expression.args]
        formula = pieces[-1][0]
        for piece, condition in reversed(pieces[:-1]):
            formula = _core.choose(_from_node(sympy, condition, known), piece, formula)
        return formula
    reducing = {"Add": lambda a, b: a + b, "Mul": lambda a, b: a * b,
                "Min": _core.min, "Max": _core.max}
    if name in reducing:
        formula = operands[0]
        for operand in operands[1:]:
            formula = reducing[name](formula, operand)
        return formula
    other = {"Pow": lambda a, b: a**b, "Abs": _core.abs, "Heaviside": lambda a, *_: _core.choose(a > 0, 1, 0),
             "StrictLessThan": lambda a, b: a < b, "LessThan": lambda a, b: a <= b,
             "StrictGreaterThan": lambda a, b: a > b, "GreaterThan": lambda a, b: a >= b}
    function = other.get(name) or getattr(_core, name, None)
    if function is None:
        raise _core.ModelError(f"the function '{name}' is not one of the model language")
    return function(*operands)
