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
    """Configures and builds the target alembert_python into the place where setuptools wants it."""

    def build_extension(self, extension):
        target = Path(self.get_ext_fullpath(extension.name)).resolve()
        # one folder for each Python, kept, so that a second wheel is quick
        build = PROJECT / "build" / f"wheel-{sys.implementation.cache_tag}"
        options = [
            "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG",
            "-DALEMBERT_PYTHON=ON", "-DALEMBERT_PROGRAM=OFF", "-DALEMBERT_TESTS=OFF",
            "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF", f"-DPython_EXECUTABLE={sys.executable}",
        ]
        subprocess.run(["cmake", "-S", str(PROJECT), "-B", str(build), *options], check=True)
        jobs = os.environ.get("JOBS") or str(os.cpu_count())
        subprocess.run(["cmake", "--build", str(build), "--target", "alembert_python",
                        "--parallel", jobs], check=True)
        made, = (build / "python" / "alembert").glob(f"_core.{sys.implementation.cache_tag}*.so")
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(made), str(target))


setup(version=version(), ext_modules=[Extension("alembert._core", [])],
      cmdclass={"build_ext": CMakeBuild})
