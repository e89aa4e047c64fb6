#pragma once
/// Signatures of the module's functions, and readable messages for calls that do not fit them.

#include <pybind11/pybind11.h>

namespace alembert::python {

/// Gives every function of the module the signature that its stub states, for help() and
/// inspect.signature, and makes a call whose arguments do not fit say which, in place of pybind11's
/// list of types.
void attach_signatures(pybind11::module_& module);

}  // namespace alembert::python
