// The module alembert._core: the words of the C++ library for Python.

#include "alembert/version.hpp"
#include "bindings.hpp"
#include "signatures.hpp"

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  // the stubs of _core.pyi state the signatures
  py::options options;
  options.disable_function_signatures();

  module.doc() = "The C++ library behind alembert.";
  module.attr("__version__") = alembert::version;
  using namespace alembert::python;
  bind_errors(module);
  bind_formulas(module);
  bind_vectors(module);
  bind_motion(module);
  bind_scene(module);
  bind_equations(module);
  bind_ensemble(module);
  bind_sweep(module);
  bind_theory(module);
  bind_system(module);
  attach_signatures(module);
}
