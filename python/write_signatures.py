"""Writes what help() and inspect.signature show of the module, from its stubs: a table for src/signatures.cpp.

Usage: write_signatures.py _core.pyi signatures.inc
"""
import ast
import sys


def parameters(arguments):
    """The arguments of a function without their types, as a signature shows them."""
    plain = ast.arguments(
        posonlyargs=[ast.arg(a.arg) for a in arguments.posonlyargs], args=[ast.arg(a.arg) for a in arguments.args],
        vararg=arguments.vararg and ast.arg(arguments.vararg.arg), kwonlyargs=[ast.arg(a.arg) for a in arguments.kwonlyargs],
        kw_defaults=arguments.kw_defaults, kwarg=arguments.kwarg and ast.arg(arguments.kwarg.arg),
        defaults=arguments.defaults)
    return ast.unparse(plain)


def longest(overloads):
    """Of several ways to call a function that with most arguments; those that others lack may be left out."""
    most = max(overloads, key=lambda function: len(function.args.args))
    least = min(len(function.args.args) for function in overloads)
    optional = len(most.args.args) - least
    if optional > len(most.args.defaults):
        most.args.defaults = [ast.Constant(None)] * optional
    return most.args


def functions(tree):
    """Each function and method by its name, with all its overloads."""
    found = {}
    for node in tree.body:
        for item in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(item, ast.FunctionDef) and not any(
                    isinstance(mark, ast.Name) and mark.id == "property" for mark in item.decorator_list):
                owner = f"{node.name}." if item is not node else ""
                found.setdefault(owner + item.name, []).append(item)
    return found


def main(stubs, table):
    with open(stubs, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    with open(table, "w", encoding="utf-8") as file:
        for name, overloads in functions(tree).items():
            file.write(f'{{"{name}", R"~(({parameters(longest(overloads))}))~"}},\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
