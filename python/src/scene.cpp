// What a motion looks like, as numbers for a picture in Python: shapes with the places of their
// points.

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "draw/scene_numbers.hpp"
#include "python_motion.hpp"

namespace alembert::python {

namespace {

/// The scene with the numbers of all outputs.
struct Scene {
  ScenePlan plan;
  py::array_t<double> numbers;  ///< a row per output
};

Scene scene_of(const PythonMotion& self) {
  const Hold hold(*self.keeper);
  const Equations& equations = self.motion.equations();
  const ScenePlan plan = plan_scene(*self.model, equations);
  SceneNumbers numbers(plan, equations);
  py::array_t<double> rows({self.motion.size(), plan.width});
  double* next = rows.mutable_data();
  for (std::size_t i = 0; i < self.motion.size(); ++i) {
    const std::vector<double>& row = numbers.at(self.motion.row(i));
    next = std::copy(row.begin(), row.end(), next);
  }
  return {plan, rows};
}

}  // namespace

void bind_scene(py::module_& module) {
  py::class_<SceneShape>(module, "SceneShape", "A shape; points are columns of Scene.numbers.")
      .def_property_readonly(
          "what", [](const SceneShape& shape) { return std::string(name_of(shape.what)); })
      .def_readonly("name", &SceneShape::name)
      .def_readonly("points", &SceneShape::points)
      .def_readonly("radius", &SceneShape::radius)
      .def_readonly("normal", &SceneShape::normal)
      .def_readonly("size", &SceneShape::size)
      .def_readonly("angle", &SceneShape::angle)
      .def_readonly("axes", &SceneShape::axes);
  py::class_<SceneArrow>(module, "SceneArrow", "The force of one constraint at one point.")
      .def_readonly("constraint", &SceneArrow::constraint)
      .def_readonly("at", &SceneArrow::at)
      .def_readonly("ideal", &SceneArrow::ideal)
      .def_readonly("nonideal", &SceneArrow::nonideal);
  py::class_<Scene>(module, "Scene", "What a motion looks like: the shapes of its draw block.")
      .def_property_readonly("dimension", [](const Scene& s) { return s.plan.dimension; })
      .def_property_readonly("shapes", [](const Scene& s) { return s.plan.shapes; })
      .def_property_readonly("arrows", [](const Scene& s) { return s.plan.arrows; })
      .def_property_readonly("notes", [](const Scene& s) { return s.plan.notes; })
      .def_readonly("numbers", &Scene::numbers, "A row per output.");
  module.def("scene_of", scene_of, py::arg("motion"),
             "The shapes of a motion's picture and their numbers at every output.");
}

}  // namespace alembert::python
