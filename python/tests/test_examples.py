"""The gallery comes with the package."""
import pytest
from conftest import PROJECT

import alembert as al


def test_every_model_of_the_gallery_is_an_example():
    assert len(al.examples()) == len(list(PROJECT.glob("models/*/*.mech"))) > 30
    for name in al.examples():
        assert al.example(name).coordinate_names


def test_an_example_is_read_anywhere_and_takes_parameters(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert al.example("double_pendulum", l1=2).parameters["l1"] == 2
    with pytest.raises(al.ModelError, match="no example 'double_pendulm'") as caught:
        al.example("double_pendulm")
    assert caught.value.hint == "did you mean 'double_pendulum'?"
