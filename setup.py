"""Builds the module by CMake; pyproject.toml says the rest."""
import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PROJECT = Path(__file__).resolve().parent


def version():
    """CMakeLists.txt is the one place that states it."""
    return re.search(r"project\(alembert VERSION (\S+)", (PROJECT / "CMakeLists.txt").read_text())[1]


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
        subprocess.run(["cmake", "--preset", preset, "-B", str(build), *options], cwd=PROJECT,
                       check=True)
        jobs = os.environ.get("JOBS") or str(os.cpu_count())
        subprocess.run(["cmake", "--build", str(build), "--target", "alembert_python",
                        "--parallel", jobs], check=True)
        made, = (build / "python" / "alembert").glob(f"_core.{sys.implementation.cache_tag}*.so")
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(made), str(target))


setup(version=version(), ext_modules=[Extension("alembert._core", [])],
      cmdclass={"build_ext": CMakeBuild})
