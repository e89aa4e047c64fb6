"""What docstrings, stubs and tutorials show is run."""
import ast
import doctest
import importlib
import inspect
import re
import runpy

import numpy as np
import pytest
from conftest import PROJECT

import alembert as al

MODULES = ["animation", "calls", "checking", "examples", "plotting", "progress", "report", "sweeping", "symbolic",
           "tables"]


def documented():
    """Every public object with an example, by the name people use."""
    found = {"alembert": al.__doc__}
    for name in al.__all__:
        thing = getattr(al, name)
        found[name] = inspect.getdoc(thing)
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                found[f"{name}.{member}"] = getattr(value, "__doc__", None)
    for module in MODULES:
        for name, value in vars(importlib.import_module(f"alembert.{module}")).items():
            if getattr(value, "__module__", "") == f"alembert.{module}":
                found[f"{module}.{name}"] = value.__doc__
    return {name: doc for name, doc in found.items() if isinstance(doc, str) and ">>>" in doc}


@pytest.mark.parametrize("name", sorted(documented()))
def test_an_example_shows_what_happens(name):
    module, _, _ = name.partition(".")
    scope = {"al": al, "np": np}
    if module in MODULES:
        scope.update(vars(importlib.import_module(f"alembert.{module}")))
    test = doctest.DocTestParser().get_doctest(inspect.cleandoc(documented()[name]), scope, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said = []
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


def test_there_are_examples():
    assert len(documented()) >= 15


def test_the_stubs_name_what_there_is_and_nothing_else():
    core = al._core
    tree = ast.parse((PROJECT / "python/alembert/_core.pyi").read_text())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            assert hasattr(core, node.name), node.name
        elif isinstance(node, ast.ClassDef):
            thing = getattr(core, node.name)
            stated = {getattr(item, "name", None) or item.target.id for item in node.body
                      if isinstance(item, (ast.FunctionDef, ast.AnnAssign))}
            missing = {name for name in stated if not hasattr(thing, name)}
            # NumPy's stubs ask formulas for __array__, which NumPy itself does not
            assert missing <= {"__array__"}, (node.name, missing)
            public = {name for name in vars(thing) if not name.startswith("_")}
            if node.name != "Expr":  # which has numpy's functions as methods too
                assert public <= stated, (node.name, public - stated)
    stated = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert {name for name in vars(core) if not name.startswith("_")} <= stated


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_programs_of_the_documentation_run(page, capsys):
    scope = {"np": np}
    for program in re.findall(r"```python\n(.*?)```", (PROJECT / page).read_text(), re.DOTALL):
        exec(compile(program, page, "exec"), scope)
    # the C++ program of the README prints the same
    assert page != "README.md" or capsys.readouterr().out in (PROJECT / page).read_text()


@pytest.mark.parametrize("tutorial", sorted(path.name for path in PROJECT.glob("python/tutorials/*.py")))
def test_a_tutorial_runs_anywhere_and_its_statements_hold(tutorial, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(PROJECT / "python/tutorials" / tutorial), run_name="__main__")


@pytest.mark.parametrize("example", sorted(path.stem for path in PROJECT.glob("examples/*.py")))
def test_an_example_prints_what_its_program_in_cpp_prints(example, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(PROJECT / f"examples/{example}.py"), run_name="__main__")
    # which examples/CMakeLists.txt asks of the program
    assert capsys.readouterr().out == (PROJECT / f"examples/{example}.txt").read_text()


def test_every_example_is_a_pair():
    stems = [{path.stem for path in PROJECT.glob(f"examples/*.{ending}")} for ending in ("cpp", "py", "txt")]
    assert stems[0] == stems[1] == stems[2] - {"CMakeLists"}
