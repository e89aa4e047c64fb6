"""The commands that the documentation shows, and the surroundings in which they run."""
import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent.parent
pages = ["README.md", "docs/tutorial.md", "docs/laboratory.md", "docs/bodies.md"]
fails_by_intent = {  # command: its exit status
    "alembert equations tests/errors/unknown_name.mech": 2,
    'alembert plot build/rolling --what "frixion_x"': 2,
    "alembert run models/pendulum/angle.mech --util 5": 2,
    "alembert rnu models/pendulum/angle.mech": 2,
    "alembert run models/painleve_rod/painleve_rod.mech --set mu=4": 2,
}


def load_check_docs():
    """tools/check_docs knows where commands stand."""
    path = str(root / "tools/check_docs")
    loader = importlib.machinery.SourceFileLoader("check_docs", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_docs", loader))
    sys.modules["check_docs"] = module  # where its dataclasses look for themselves
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def documented_commands():
    check_docs = load_check_docs()
    for page in pages:
        lines = (root / page).read_text().splitlines()
        for fence in check_docs.find_fences(lines):
            if fence.info == "console":
                yield from (line[2:] for line in lines[fence.first:fence.last] if line.startswith("$ "))


def environment_with(program, **more):
    return {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
            "TERM": "xterm", "NO_COLOR": "", **more}


def make_surroundings(folder):
    """The folders that documented commands name."""
    for name in ("models", "docs", "tests"):
        Path(folder, name).symlink_to(root / name)
    Path(folder, "build").mkdir()
