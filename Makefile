# The short way to everything; CMake does the work (CMakePresets.json) and the scripts of tools/ are
# what CI runs too. Every target first installs what it needs from Debian, where that is missing.

PREFIX ?= /usr/local
MODEL ?= models/double_pendulum/double_pendulum.mech
FUZZ_SECONDS ?= 60

.PHONY: help demo build test python package check bench fuzz format install clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*##/ {printf "  make %-8s %s\n", $$1, $$2}' Makefile

demo: build  ## show what Alembert does, on the model MODEL
	build/alembert run $(MODEL) --out build/demo
	@[ ! -e build/demo/report.html ] || echo "open build/demo/report.html in a browser to see it move"

build:  ## build the library and the program build/alembert
	@tools/install_packages build test web
	@tools/build release alembert alembert_pages

test:  ## build and run all tests
	@tools/install_packages build test web browser
	@tools/run_tests

python:  ## build the Python module and run its tests
	@tools/install_packages build web python
	@tools/run_python_tests

package:  ## make the Debian packages of program, library and Python module in build/packages
	@tools/install_packages build web python package
	@tools/make_packages

check: build  ## run the checks of tools/: layers, format, documentation and more
	@tools/install_packages format
	@tools/run_checks

bench:  ## build and run the benchmarks and the peers, and write bench/results.md
	@tools/install_packages build bench python
	@tools/run_benchmarks

fuzz:  ## look for models that break the reader, for FUZZ_SECONDS
	@tools/install_packages build fuzz
	@tools/run_fuzzer $(FUZZ_SECONDS)

format:  ## let clang-format lay out the C++ files
	@tools/install_packages format
	@tools/check_format --fix

install: build  ## install the library and the program below PREFIX
	@cmake --install build --prefix $(PREFIX)

clean:  ## remove everything that was built
	rm -rf build
