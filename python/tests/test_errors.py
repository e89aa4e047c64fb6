"""Mistakes arrive with the words of the C++ library."""
import pytest
from conftest import PROJECT

import alembert as al


def test_every_wrong_model_gets_the_words_of_its_golden_file():
    count = 0
    for model in sorted(PROJECT.glob("tests/errors/*.mech")):
        golden = model.with_suffix(".txt").read_text(encoding="utf-8")
        with pytest.raises(al.ModelError) as caught:
            al.read_text(model.read_bytes(), model.name)
        assert str(caught.value).strip() == golden.strip(), model
        count += 1
    assert count > 100


def test_an_error_has_text_place_and_hint():
    text = "coordinates x y\nkinetic x'^2 + yy'^2\n"
    with pytest.raises(al.ModelError) as caught:
        al.read_text(text, "rod.mech")
    error = caught.value
    assert (error.place.file, error.place.line, error.place.column) == ("rod.mech", 2, 16)
    assert error.message == "'yy' is not defined" and error.hint == "did you mean 'y'?"
    assert str(error).startswith("rod.mech:2:16: error: 'yy' is not defined") and "^^" in str(error)
    assert isinstance(error, ValueError)


def test_all_mistakes_of_a_text_come_with_their_places():
    with pytest.raises(al.ModelError) as caught:
        al.read_text("coordinates x y\nkinetic xx'^2\npotential 9.81*z\n", "rod.mech")
    error = caught.value
    assert [(m.place.line, m.place.column, m.message) for m in error.mistakes] == [
        (2, 9, "'xx' is not defined"), (3, 16, "'z' is not defined")]
    assert error.mistakes[0].hint == error.hint == "did you mean 'x'?"
    with pytest.raises(al.ModelError) as caught:
        al.System().simulate(until=1, start={"z": 1})
    (mistake,) = caught.value.mistakes
    assert mistake.place is None and mistake.message == caught.value.message
    assert list(al.ModelError("raised in Python").mistakes) == []


def test_a_system_built_in_python_has_no_place_but_hints(pendulum):
    with pytest.raises(al.ModelError) as caught:
        pendulum.simulate(until=1, start={"z": 1})
    assert caught.value.place is None and "'z' is not defined" in caught.value.message
    with pytest.raises(al.ModelError, match="no 'xx'") as caught:
        pendulum.simulate(until=1)["xx"]
    assert caught.value.hint.startswith("did you mean 'x")
    with pytest.raises(al.ModelError, match="no constraint 'bar'"):
        pendulum.simulate(until=1).reaction("bar")
    with pytest.raises(al.ModelError, match="not a parameter"):
        pendulum.simulate(until=1, parameters={"x": 1})


def test_contradictory_starts_are_told_like_in_the_program(pendulum):
    with pytest.raises(al.ModelError, match="rod"):
        pendulum.simulate(until=1, start={"x": 5, "y": 5})


def test_a_start_that_cannot_be_is_shown_in_the_text_that_says_it():
    rod = al.read_text("coordinates x y\nkinetic x'^2 + y'^2\nconstraint rod: x^2 + y^2 = 1\nstart x = 2, y = 0\n",
                       "rod.mech")
    with pytest.raises(al.ModelError, match="the start contradicts 'rod'") as caught:
        rod.simulate(until=1)
    assert (caught.value.place.file, caught.value.place.line, caught.value.place.column) == ("rod.mech", 4, 7)
    # what is said in Python stands in no file
    with pytest.raises(al.ModelError, match="x = 3, y = 0 miss it by 8") as caught:
        rod.simulate(start={"x": 3}, until=1)
    assert caught.value.place is None


def test_a_formula_as_text_has_its_mistakes_marked(pendulum):
    with pytest.raises(al.ModelError) as caught:
        pendulum.simulate(until=0.1).evaluate("x^2 + yy^2")
    assert (caught.value.place.line, caught.value.place.column) == (1, 7) and caught.value.hint == "did you mean 'y'?"
    assert "x^2 + yy^2\n" in str(caught.value) and "formula_" not in str(caught.value)
