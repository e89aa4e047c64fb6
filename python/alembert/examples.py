"""The gallery of models that comes with the package."""
import difflib
from pathlib import Path

from ._core import read, refuse

MODELS = Path(__file__).parent / "models"


def _name(path):
    folder, name = path.parent.name, path.stem
    return folder if folder == name else f"{folder}/{name}"


def examples():
    """The names of the models that ``example`` reads.

    >>> "double_pendulum" in al.examples(), "pendulum/cartesian" in al.examples()
    (True, True)
    """
    return sorted(_name(path) for path in MODELS.glob("*/*.mech"))


def example(name, **set):
    """A model of the gallery as a System; keywords set parameters, as in ``read``.

    >>> al.example("double_pendulum", l1=2)
    <System "Double pendulum in Cartesian coordinates" of 4 coordinates and 2 constraints>
    """
    folder, _, file = name.partition("/")
    path = MODELS / folder / f"{file or folder}.mech"
    if not path.is_file():
        near = difflib.get_close_matches(name, examples(), 1)
        refuse(f"there is no example '{name}'",
               f"did you mean '{near[0]}'?" if near else "al.examples() names them")
    return read(path, **set)
