"""Wrong calls say what is wrong, and help() says what is right."""
import inspect
from fractions import Fraction

import numpy as np
import pytest
from conftest import PROJECT

import alembert as al


def test_signatures_name_the_arguments(pendulum):
    names = list(inspect.signature(al.System.simulate).parameters)
    assert names[:4] == ["self", "start", "parameters", "until"]
    assert {"inconsistent", "baumgarte", "rank_tolerance", "from_", "max_steps", "max_seconds"} <= set(names)
    assert list(inspect.signature(pendulum.ensemble).parameters)[0] == "varied"
    assert str(inspect.signature(al.System)) == "(title='')"
    assert str(inspect.signature(al.read_text)) == "(text, name='model.mech', **set)"
    assert al.System.simulate.__doc__.startswith("Integrates")


def test_every_function_of_the_package_has_a_docstring():
    functions = [getattr(al, name) for name in al.__all__ if inspect.isroutine(getattr(al, name))]
    assert len(functions) > 30
    assert [function.__name__ for function in functions if not (function.__doc__ or "").strip()] == []


def test_a_misspelt_keyword_is_named_with_the_nearest(pendulum):
    with pytest.raises(TypeError, match=r"^simulate\(\) has no argument 'untill'; did you mean 'until'\?$"):
        pendulum.simulate(untill=1)
    with pytest.raises(TypeError, match="without a name: write until=10"):
        pendulum.simulate(10)
    with pytest.raises(TypeError, match=r"^force\(\) needs 'formula'$"):
        pendulum.force(pendulum.symbol("x"))


@pytest.mark.parametrize("call, words", [
    (lambda s, x: s.simulate(start=[1, 2], until=1), r"start is a list, where a dictionary such as \{x: 1\} is needed"),
    (lambda s, x: s.force(x, lambda t: t), "formula is a function, where a formula or a number is needed; formulas are made"),
    (lambda s, x: s.simulate(start={x: "1"}, until=1), "the start value of x is a number, not the text '1'"),
    (lambda s, x: s.simulate(start={x: np.array([1.0, 2.0])}, until=1), r"not an array of shape \(2,\)"),
    (lambda s, x: s.with_parameters(m="1"), "the parameter m is a number, not the text '1'"),
    (lambda s, x: s.simulate(start={3.5: 1}, until=1), "by its symbol or its name, not by the number 3.5"),
    (lambda s, x: s.ensemble({x: ["a", "b"]}, until=1), "x varies over numbers, not over a list"),
    (lambda s, x: s.constraint("c", "x = 1"), "equation is the text 'x = 1', where an equation such as"),
    (lambda s, x: s.coordinates(["u", "v"]), "names is a list, where a text is needed"),
    (lambda s, x: al.rate("x"), "a is the text 'x'"),
    (lambda s, x: s.equations().M("q"), "q is the text 'q'"),
])
def test_an_argument_of_a_wrong_kind_is_named(pendulum, call, words):
    with pytest.raises(TypeError, match=words):
        call(pendulum, pendulum.symbol("x"))


def test_numbers_that_cannot_be_are_refused_in_the_words_of_python(pendulum):
    angle = {"x": [1.5], "y": [0.0]}
    with pytest.raises(al.ModelError, match="-1 cannot be the number of threads"):
        pendulum.ensemble(angle, until=1, threads=-1)
    with pytest.raises(al.ModelError, match="nobody says how long to run") as caught:
        pendulum.simulate()
    assert caught.value.hint == "give until=10"
    with pytest.raises(al.ModelError, match="1e.12 rows|rows of"):
        pendulum.simulate(until=1, every=1e-12)
    with pytest.raises(al.ModelError, match="GB"):
        pendulum.ensemble({"x": np.full(1_000_000, 1.5), "y": 0.0}, until=1, times=np.linspace(1e-6, 1, 1_000_000))
    with pytest.raises(al.ModelError, match="nothing varies"):
        pendulum.ensemble({}, until=1)
    with pytest.raises(al.ModelError, match="not none"):
        pendulum.ensemble({"x": [], "y": []}, until=1)
    with pytest.raises(al.ModelError) as caught:
        al.sweep(pendulum, vary={"l": [1, 2]}, keep=["foo(x)"], until=1)
    assert "--" not in str(caught.value) and "keep" in str(caught.value)


def test_names_are_looked_at_when_they_are_declared():
    system = al.System()
    u, v = system.coordinates("u, v")
    assert system.coordinate_names == ["u", "v"]
    for wrong in ("2x", "sin", "a b", "x'", "x-y", ""):
        with pytest.raises(al.ModelError):
            system.coordinate(wrong)
        with pytest.raises(al.ModelError):
            system.parameter(wrong, 1)
    for wrong in ("2c", "rod one"):
        with pytest.raises(al.ModelError, match="cannot be the name of a constraint"):
            system.constraint(wrong, u == v)
    assert system.coordinate_names == ["u", "v"] and system.parameters == {}
    assert str(system.coordinate("x[3]")) == "x[3]"


def test_the_nearest_constraint_or_coordinate_is_offered(pendulum):
    motion = pendulum.simulate(until=0.1)
    x = pendulum.symbol("x")
    for call in (lambda: motion.reaction("rode"), lambda: motion.at(0.05).reaction("rode"),
                 lambda: pendulum.lambda_("rode"), lambda: pendulum.reaction("rode", x), lambda: pendulum.weight("rode", 1)):
        with pytest.raises(al.ModelError, match="no constraint 'rode'") as caught:
            call()
        assert caught.value.hint == "did you mean 'rod'?"
    with pytest.raises(al.ModelError, match="no coordinate 'xx'") as caught:
        motion.reaction("rod")["xx"]
    assert caught.value.hint == "did you mean 'x'?"


def test_who_asks_for_the_reaction_of_a_joint_is_told_its_columns():
    motion = al.read(PROJECT / "tests/bodies/hinge_with_tilted_axis.mech").simulate(until=0.1)
    with pytest.raises(al.ModelError, match="no constraint 'hinge'") as caught:
        motion.reaction("hinge")
    name = caught.value.hint.split('"')[1]
    assert name == "reaction(hinge, arm).1" and np.isfinite(motion[name]).all()


def test_files_that_cannot_be_opened_are_errors_of_the_system(pendulum, tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere.mech"):
        al.read(tmp_path / "nowhere.mech")
    with pytest.raises(IsADirectoryError):
        al.read(tmp_path)
    with pytest.raises(FileNotFoundError, match="folder"):
        pendulum.simulate(until=0.1).to_hdf5(tmp_path / "folder" / "motion.h5")


def test_fractions_are_numbers(pendulum):
    x = pendulum.symbol("x")
    assert str(Fraction(1, 2) * x) == "0.5*x"
    assert pendulum.with_parameters(l=Fraction(3, 2)).parameters["l"] == 1.5
    assert pendulum.simulate(start={x: Fraction(3, 2), "y": 0}, until=0.1)["x"][0] == 1.5


def test_what_is_printed_of_things_says_what_they_are(pendulum):
    motion = pendulum.simulate(until=0.1)
    things = [pendulum.equations(), motion.reaction("rod"), motion.seconds, motion.largest, al.explain(motion, 0.05),
              al.verify(motion, instants=2), motion.at([0.0, 0.1])]
    assert [thing for thing in things if " object at 0x" in repr(thing)] == []
