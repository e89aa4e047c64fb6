#include "signatures.hpp"

#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>

namespace alembert::python {

namespace py = pybind11;

namespace {

struct Signature {
  const char* name;  ///< "read" or "System.simulate"
  const char* arguments;
};

// made from _core.pyi
constexpr Signature signatures[] = {
#include "signatures.inc"
};

PyCFunctionWithKeywords pybind11s = nullptr;       ///< which calls all functions of the module
std::unordered_map<PyObject*, const char*> names;  ///< of functions, by what pybind11 knows them by

bool is_mismatch(const std::string& words) {
  return words.find("(): incompatible function arguments.") != std::string::npos ||
         words.find("(): incompatible constructor arguments.") != std::string::npos;
}

PyObject* call(PyObject* self, PyObject* arguments, PyObject* keywords) {
  PyObject* const result = pybind11s(self, arguments, keywords);
  if (result != nullptr || PyErr_ExceptionMatches(PyExc_TypeError) == 0) return result;
  py::error_already_set error;
  const auto name = names.find(self);
  if (name == names.end() || !is_mismatch(py::str(error.value()).cast<std::string>())) {
    error.restore();
    return nullptr;
  }
  try {
    const py::object words =
        py::module_::import("alembert.calls")
            .attr("explained")(
                name->second, py::handle(arguments),
                keywords ? py::reinterpret_borrow<py::object>(keywords) : py::dict());
    PyErr_SetObject(PyExc_TypeError, words.ptr());
  } catch (const py::error_already_set&) {
    error.restore();
  }
  return nullptr;
}

// the function behind an attribute of the module or of a class; null if it is Python's own
PyCFunctionObject* function_of(const py::handle& attribute) {
  PyObject* object = attribute.ptr();
  if (PyInstanceMethod_Check(object)) object = PyInstanceMethod_GET_FUNCTION(object);
  return PyCFunction_Check(object) ? reinterpret_cast<PyCFunctionObject*>(object) : nullptr;
}

// CPython reads the signature from the beginning of the documentation, which is pybind11's to free
void attach(PyCFunctionObject* function, const Signature& signature) {
  PyMethodDef* const method = function->m_ml;
  const std::string doc = std::string(method->ml_name) + signature.arguments + "\n--\n\n" +
                          (method->ml_doc ? method->ml_doc : "");
  std::free(const_cast<char*>(method->ml_doc));
  method->ml_doc = strdup(doc.c_str());
  pybind11s = reinterpret_cast<PyCFunctionWithKeywords>(reinterpret_cast<void*>(method->ml_meth));
  names[function->m_self] = signature.name;
}

}  // namespace

void attach_signatures(py::module_& module) {
  std::vector<PyCFunctionObject*> attached;
  for (const Signature& signature : signatures) {
    const std::string name = signature.name;
    const std::size_t dot = name.find('.');
    const py::object owner =
        dot == std::string::npos ? py::object(module) : module.attr(name.substr(0, dot).c_str());
    const py::object members = owner.attr("__dict__");
    const py::str member = name.substr(dot == std::string::npos ? 0 : dot + 1);
    if (!members.contains(member)) continue;  // what Python adds to the class
    PyCFunctionObject* const function = function_of(members[member]);
    if (function == nullptr) continue;
    attach(function, signature);
    attached.push_back(function);
  }
  for (PyCFunctionObject* function : attached)
    function->m_ml->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(call));
}

}  // namespace alembert::python
