"""The gallery's checks hold through Python as they do through the program."""
import pytest
from conftest import PROJECT

import alembert as al

MODELS = sorted(str(path.relative_to(PROJECT)) for path in PROJECT.glob("models/*/*.mech"))


@pytest.mark.parametrize("model", MODELS)
def test_what_the_model_expects_holds(model):
    system = al.read(model)
    results = system.check()
    assert [result for result in results if not result] == []


def test_the_gallery_is_there():
    assert len(MODELS) > 30
    assert sum(len(al.read(model).simulate(until=None).check()) > 0 for model in MODELS[:3]) == 3
