// What a motion looks like, as numbers for a picture in Python: shapes with the places of their
// points.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "draw/stage_numbers.hpp"
#include "python_motion.hpp"

namespace alembert::python {

namespace {

/// A staging with the numbers of all outputs.
struct Stage {
  Staging staging;
  py::array_t<double> numbers;  ///< a row per output
};

Stage stage_of(const PythonMotion& self) {
  const Hold hold(*self.keeper);
  const Equations& equations = self.motion.equations();
  const Staging staging = plan_staging(*self.model, equations);
  StageNumbers numbers(staging, equations);
  py::array_t<double> rows({self.motion.size(), staging.width});
  double* next = rows.mutable_data();
  for (std::size_t i = 0; i < self.motion.size(); ++i) {
    const std::vector<double>& row = numbers.at(self.motion.row(i));
    next = std::copy(row.begin(), row.end(), next);
  }
  return {staging, rows};
}

}  // namespace

void bind_stage(py::module_& module) {
  py::class_<StageShape>(module, "StageShape", "A shape; points are columns of Stage.numbers.")
      .def_property_readonly(
          "what", [](const StageShape& shape) { return std::string(name_of(shape.what)); })
      .def_readonly("name", &StageShape::name)
      .def_readonly("points", &StageShape::points)
      .def_readonly("radius", &StageShape::radius)
      .def_readonly("normal", &StageShape::normal)
      .def_readonly("size", &StageShape::size)
      .def_readonly("angle", &StageShape::angle)
      .def_readonly("axes", &StageShape::axes);
  py::class_<StageArrow>(module, "StageArrow", "The force of one constraint at one point.")
      .def_readonly("constraint", &StageArrow::constraint)
      .def_readonly("at", &StageArrow::at)
      .def_readonly("ideal", &StageArrow::ideal)
      .def_readonly("nonideal", &StageArrow::nonideal);
  py::class_<Stage>(module, "Stage", "What a motion looks like: the shapes of its draw block.")
      .def_property_readonly("dimension", [](const Stage& s) { return s.staging.dimension; })
      .def_property_readonly("shapes", [](const Stage& s) { return s.staging.shapes; })
      .def_property_readonly("arrows", [](const Stage& s) { return s.staging.arrows; })
      .def_property_readonly("notes", [](const Stage& s) { return s.staging.notes; })
      .def_readonly("numbers", &Stage::numbers, "A row per output.");
  module.def("stage", stage_of, py::arg("motion"),
             "The shapes of a motion's picture and their numbers at every output.");
}

}  // namespace alembert::python
