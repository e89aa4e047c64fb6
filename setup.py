"""Builds the module by CMake; pyproject.toml says the rest."""
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

PROJECT = Path(__file__).resolve().parent

# the programs and the headers that a build needs, and the packages of Debian that have them
PROGRAMS = {"cmake": "cmake", "ninja": "ninja-build", "c++": "g++", "pkg-config": "pkg-config"}
HEADERS = {
    "fmt/core.h": "libfmt-dev", "nlohmann/json.hpp": "nlohmann-json3-dev", "eigen3/Eigen/Core": "libeigen3-dev",
    "cvode/cvode.h": "libsundials-dev", "hdf5/serial/hdf5.h": "libhdf5-dev", "zlib.h": "zlib1g-dev",
    "asmjit/core.h": "libasmjit-dev", "cairo/cairo.h": "libcairo2-dev",
}


def version():
    """CMakeLists.txt is the one place that states it."""
    return re.search(r"project\(alembert VERSION (\S+)", (PROJECT / "CMakeLists.txt").read_text())[1]


def missing_packages(folders=("/usr/include", "/usr/local/include")):
    """The packages of Debian without which the build cannot succeed, as far as can be seen."""
    programs = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    # a compiler knows some folders that depend on the machine
    places = [folder for root in folders for folder in [Path(root), *Path(root).glob("*-linux-gnu")]]
    headers = [package for header, package in HEADERS.items()
               if not any((place / header).is_file() for place in places)]
    python = Path(sysconfig.get_paths()["include"], "Python.h").is_file()
    return programs + headers + [package for package, is_there in (
        ("python3-dev", python), ("pybind11-dev", find_spec("pybind11") is not None)) if not is_there]


def run_cmake(*arguments):
    """Where it fails for want of packages, their names are the last words."""
    try:
        subprocess.run(["cmake", *arguments], cwd=PROJECT, check=True)
    except (OSError, subprocess.CalledProcessError) as failure:
        missing = missing_packages()
        if not missing:
            raise
        sys.exit(f"alembert cannot be built: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing ({failure})\n"
                 f"On Debian: sudo apt-get install {' '.join(missing)}")


class WithModels(build_py):
    """Adds the gallery of models to the package, for alembert.example()."""

    def models(self):
        for model in sorted(PROJECT.glob("models/*/*.mech")):
            yield model, Path(self.build_lib, "alembert", model.relative_to(PROJECT))

    def run(self):
        super().run()
        for model, target in self.models():
            target.parent.mkdir(parents=True, exist_ok=True)
            self.copy_file(str(model), str(target))

    def get_outputs(self, include_bytecode=1):
        return [*super().get_outputs(include_bytecode), *(str(target) for _, target in self.models())]


class CMakeBuild(build_ext):
    """Configures and builds the target alembert_python, and puts it where setuptools wants it.

    ALEMBERT_BUILD names a build of the preset `release` whose objects are used and kept.
    """

    def build_extension(self, extension):
        target = Path(self.get_ext_fullpath(extension.name)).resolve()
        # the Python behind an environment: the build outlives the environment
        options = [f"-DPython_EXECUTABLE={Path(sys.executable).resolve()}"]
        if "ALEMBERT_BUILD" in os.environ:
            preset, build = "release", Path(os.environ["ALEMBERT_BUILD"]).resolve()
            options += ["-DALEMBERT_PYTHON=ON"]
        else:
            # one folder for each Python, kept, so that a second wheel is quick
            preset, build = "python", PROJECT / "build" / f"wheel-{sys.implementation.cache_tag}"
            # other compilers warn of other things
            options += ["-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF"]
        run_cmake("--preset", preset, "-B", str(build), *options)
        jobs = os.environ.get("JOBS") or str(os.cpu_count())
        run_cmake("--build", str(build), "--target", "alembert_python", "--parallel", jobs)
        made, = (build / "python" / "alembert").glob(f"_core.{sys.implementation.cache_tag}*.so")
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(made), str(target))


if __name__ == "__main__":
    setup(version=version(), ext_modules=[Extension("alembert._core", [])],
          cmdclass={"build_ext": CMakeBuild, "build_py": WithModels})
