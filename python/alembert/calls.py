"""What is wrong with a call whose arguments do not fit, in words."""
import ast
import difflib
import functools
import numbers
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from . import _core


def describe(value):
    """What a value is, for messages.

    >>> describe([1, 2]), describe(np.zeros(3)), describe("1"), describe(len)
    ('a list', 'an array of shape (3,)', "the text '1'", 'a function')
    """
    if value is None:
        return "None"
    if isinstance(value, str):
        return f"the text {value!r}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if isinstance(value, _core.Expr):
        return f"the formula {value}"
    if isinstance(value, numbers.Number):
        return f"the number {value}"
    for kind, words in ((dict, "a dictionary"), (list, "a list"), (tuple, "a tuple"), (set, "a set"),
                        (_core.Equation, "an equation")):
        if isinstance(value, kind):
            return words
    if callable(value) and not isinstance(value, type):
        return "a function"
    return f"something of the type {type(value).__name__}"


def _is_formula(value):
    return isinstance(value, _core.Expr) or _is_number(value)


def _is_number(value):
    return isinstance(value, numbers.Number) and not isinstance(value, complex)


def _are(fits, value):
    return isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, str) and all(map(fits, value))


def _are_numbers(value):
    try:
        np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        return False
    return True


# the annotations of the stubs: which values fit, and what to say of the others
_KINDS = {
    "_Formula": (_is_formula, "a formula or a number"),
    "Expr": (lambda value: isinstance(value, _core.Expr), "a formula"),
    "_Symbol": (lambda value: isinstance(value, (_core.Expr, str)), "a symbol or its name"),
    "Equation": (lambda value: isinstance(value, _core.Equation), "an equation such as x**2 + y**2 == l**2"),
    "Sequence[_Formula]": (lambda value: _are(_is_formula, value), "a list of formulas"),
    "Sequence[Equation]": (lambda value: _are(lambda one: isinstance(one, _core.Equation), value),
                           "a list of equations"),
    "Sequence[float]": (lambda value: _are(_is_number, value), "a list of numbers"),
    "tuple[float, float]": (lambda value: _are(_is_number, value) and len(value) == 2, "two numbers"),
    "str": (lambda value: isinstance(value, (str, bytes)), "a text"),
    "float": (_is_number, "a number"),
    "_Number": (_is_number, "a number"),
    "PathLike[str]": (lambda value: isinstance(value, Path), "a path"),
    "_Array": (_are_numbers, "an array of numbers"),
    "int": (lambda value: isinstance(value, (int, np.integer)), "a whole number"),
    "bool": (lambda value: isinstance(value, bool), "True or False"),
    "ArrayLike": (_are_numbers, "a number or an array of numbers"),
    "None": (lambda value: value is None, "None"),
    "Any": (lambda value: True, "anything"),
}


def _kind(annotation):
    words = ast.unparse(annotation)
    if words in _KINDS:
        return _KINDS[words]
    if words.startswith("Mapping"):
        return (lambda value: isinstance(value, Mapping)), "a dictionary such as {x: 1}"
    if words.startswith("Callable"):
        return callable, "a function"
    return (lambda value: type(value).__name__ == words), f"a {words}"


def _kinds(annotation):
    """The parts of a union."""
    if isinstance(annotation, ast.BinOp):
        return _kinds(annotation.left) + _kinds(annotation.right)
    return [_kind(annotation)]


@functools.cache
def _functions():
    """The functions of the module with their stubs, each with all its overloads."""
    tree = ast.parse(Path(__file__).with_name("_core.pyi").read_text(encoding="utf-8"))
    found = {}
    for node in tree.body:
        for item in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(item, ast.FunctionDef):
                name = f"{node.name}.{item.name}" if item is not node else item.name
                found.setdefault(name, []).append(item.args)
    return found


def _bound(stub, args, kwargs):
    """The arguments by name, and what is wrong with them as such."""
    names = [argument.arg for argument in stub.args]
    known = names + [argument.arg for argument in stub.kwonlyargs]
    given = dict(zip(names, args))
    for name, value in kwargs.items():
        if name not in known and stub.kwarg is None:
            near = difflib.get_close_matches(name, known, 1)
            return given, f"has no argument '{name}'" + (f"; did you mean '{near[0]}'?" if near else "")
        given[name] = value
    if len(args) > len(names) and stub.vararg is None:
        shown = names[1:] if names[:1] == ["self"] else names
        by_name = " The others are given by name." if stub.kwonlyargs else ""
        if not shown:
            return given, "takes no argument without a name: write until=10" if "until" in known else "takes no argument"
        return given, f"takes {len(shown)} argument{'s'[:len(shown) != 1]} by place: {', '.join(shown)}.{by_name}"
    required = names[:len(names) - len(stub.defaults)]
    missing = [name for name in required if name not in given]
    if missing:
        return given, f"needs {' and '.join(repr(name) for name in missing)}"
    return given, None


def _unfit(stub, given):
    """The first argument that is of no kind that its stub names."""
    for argument in stub.args + stub.kwonlyargs:
        if argument.arg in given and argument.annotation is not None:
            kinds = _kinds(argument.annotation)
            if not any(fits(given[argument.arg]) for fits, _ in kinds):
                return argument.arg, [words for _, words in kinds if words != "None"]
    return None


def explained(name, args, kwargs):
    """The message for a call of a function of the module with arguments that it cannot take."""
    short = name.rpartition(".")[2] if not name.endswith("__init__") else name.partition(".")[0]
    complaints, unfit = [], {}
    for stub in _functions()[name]:
        given, complaint = _bound(stub, args, kwargs)
        if complaint:
            complaints.append(complaint)
        elif found := _unfit(stub, given):
            argument, kinds = found
            unfit.setdefault(argument, []).extend(kind for kind in kinds if kind not in unfit.get(argument, []))
            value = given[argument]
    if not unfit:
        return f"{short}() " + (complaints[0] if complaints else "cannot take these arguments")
    argument, kinds = next(iter(unfit.items()))
    words = f"{short}(): {argument} is {describe(value)}, where {' or '.join(kinds)} is needed"
    if callable(value) and not isinstance(value, _core.Expr):
        words += "; formulas are made of symbols, such as -k*al.rate(x)"
    return words
