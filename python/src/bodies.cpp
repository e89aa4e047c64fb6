// Bodies, joints, and what acts on them, with the words of the model language; their places and
// reactions as formulas.

#include <pybind11/stl.h>

#include <variant>

#include "mechanics/model_error.hpp"
#include "names.hpp"
#include "system_parts.hpp"
#include "text/suggest.hpp"

namespace alembert::python {

namespace {

using Formulas = std::vector<Formula>;
using MaybeFormula = std::optional<Formula>;
/// "x", "y" or "z", or a vector.
using Axis = std::variant<std::string, Formulas>;
using Turns = std::vector<std::pair<Axis, Formula>>;

/// A solid as Python describes it, before it belongs to a system.
struct FormulaSolid {
  Solid::What what;
  Formulas from = {}, to = {}, size = {};
  MaybeFormula width = {}, radius = {}, height = {};
  std::optional<Axis> along = {};
};

Vector own(const PythonSystem& self, const Formulas& formulas) {
  Vector vector;
  for (const Formula& component : formulas) vector.push_back(self.own(component));
  return vector;
}

std::optional<Expr> own(const PythonSystem& self, const MaybeFormula& formula) {
  if (!formula) return std::nullopt;
  return self.own(*formula);
}

std::optional<Vector> own(const PythonSystem& self, const std::optional<Formulas>& formulas) {
  if (!formulas) return std::nullopt;
  return own(self, *formulas);
}

Vector own(const PythonSystem& self, const Axis& axis) {
  if (const auto* vector = std::get_if<Formulas>(&axis)) {
    Vector result = own(self, *vector);
    if (result.size() == 2) result.emplace_back(0.0);
    return result;
  }
  const std::string& letter = std::get<std::string>(axis);
  if (letter == "x") return {1.0, 0.0, 0.0};
  if (letter == "y") return {0.0, 1.0, 0.0};
  if (letter == "z") return {0.0, 0.0, 1.0};
  throw ModelError("'" + letter + "' is no axis", "write \"x\", \"y\", \"z\" or a vector");
}

std::vector<Turn> own(const PythonSystem& self, const Turns& turns) {
  std::vector<Turn> result;
  for (const auto& [axis, angle] : turns) result.push_back({own(self, axis), self.own(angle)});
  return result;
}

Solid own(const PythonSystem& self, const FormulaSolid& solid) {
  Solid result{.what = solid.what};
  result.from = own(self, solid.from);
  result.to = own(self, solid.to);
  result.size = own(self, solid.size);
  result.width = own(self, solid.width);
  result.radius = own(self, solid.radius);
  result.height = own(self, solid.height);
  if (solid.along) result.along = own(self, *solid.along);
  return result;
}

Formulas formulas_of(const PythonSystem& self, const Vector& vector) {
  Formulas formulas;
  for (const Expr& component : vector) formulas.push_back(self.formula(component));
  return formulas;
}

void add_body(PythonSystem& self, const std::string& name, const MaybeFormula& mass,
              const MaybeFormula& density, const std::optional<Formulas>& centre,
              const std::variant<Formulas, Formula>& inertia, const Turns& inertia_turned,
              const std::vector<FormulaSolid>& solids, const std::optional<Formulas>& at,
              const Turns& turned) {
  formula_name(name, "body");
  const Hold hold(*self.keeper());
  Body body{.name = name};
  body.mass = own(self, mass);
  body.density = own(self, density);
  body.centre = own(self, centre);
  if (const auto* several = std::get_if<Formulas>(&inertia))
    body.inertia = own(self, *several);
  else
    body.inertia = {self.own(std::get<Formula>(inertia))};
  body.inertia_turned = own(self, inertia_turned);
  for (const FormulaSolid& solid : solids) body.solids.push_back(own(self, solid));
  if (at) body.at = own(self, *at);
  body.turned = own(self, turned);
  self.mechanism().body(body);
}

void add_joint(PythonSystem& self, const std::string& name, const std::string& kind,
               const std::string& a, const std::string& b, const std::optional<Formulas>& at,
               const std::optional<std::variant<Axis, std::vector<Axis>>>& along,
               const std::optional<Formulas>& point_a, const std::optional<Formulas>& point_b,
               const std::string& angles, bool closing, const MaybeFormula& spring,
               const MaybeFormula& spring_from, const MaybeFormula& damping,
               const MaybeFormula& armature, const MaybeFormula& pitch, const MaybeFormula& radius,
               const MaybeFormula& length, const std::optional<std::pair<Formula, Formula>>& range,
               const MaybeFormula& ratio, const MaybeFormula& offset,
               const std::optional<Axis>& plane, const Formula& plane_height, const Formulas& curve,
               const MaybeFormula& parameter) {
  formula_name(name, "joint");
  const std::optional<JointKind> known = choice_named<JointKind>(kind);
  if (!known) {
    std::vector<std::string_view> words;
    for (const auto& choice : choices<JointKind>) words.push_back(choice.word);
    throw ModelError("'" + kind + "' is no kind of joint", did_you_mean(kind, words));
  }
  const Hold hold(*self.keeper());
  Joint joint{.name = name, .kind = *known};
  if (joint.couples_joints()) {
    joint.first = a;
    joint.second = b;
  } else {
    joint.a = a;
    joint.b = b;
  }
  joint.at = own(self, at);
  joint.point_a = own(self, point_a);
  joint.point_b = own(self, point_b);
  if (along) {
    if (const auto* several = std::get_if<std::vector<Axis>>(&*along))
      for (const Axis& axis : *several) joint.along.push_back(own(self, axis));
    else
      joint.along.push_back(own(self, std::get<Axis>(*along)));
  }
  joint.angles = angles;
  joint.closing = closing;
  joint.spring = own(self, spring);
  joint.spring_from = own(self, spring_from);
  joint.damping = own(self, damping);
  joint.armature = own(self, armature);
  joint.pitch = own(self, pitch);
  joint.radius = own(self, radius);
  joint.length = own(self, length);
  if (range) {
    joint.range_from = self.own(range->first);
    joint.range_to = self.own(range->second);
  }
  joint.ratio = own(self, ratio);
  joint.offset = own(self, offset);
  if (plane) joint.plane_normal = own(self, *plane);
  joint.plane_height = self.own(plane_height);
  joint.curve = own(self, curve);
  joint.parameter = own(self, parameter);
  self.mechanism().joint(joint);
}

void add_load(PythonSystem& self, const std::string& name, const std::string& on,
              const std::optional<Formulas>& at, const Formulas& force,
              const std::variant<Formulas, Formula>& moment) {
  const Hold hold(*self.keeper());
  Mechanism& mechanism = self.mechanism();
  Load load{.name = label(name, "load"), .on = on};
  load.at = at ? own(self, *at) : Vector(mechanism.is_planar() ? 2 : 3, Expr(0.0));
  load.force = own(self, force);
  if (const auto* several = std::get_if<Formulas>(&moment))
    load.moment = own(self, *several);
  else
    load.moment = {self.own(std::get<Formula>(moment))};
  if (load.force.empty() && load.moment.empty())
    throw ModelError("this load has neither force nor moment");
  mechanism.load(load);
}

// a question about a body or a joint, with a vector for an answer
template <class Question>
auto asked(Question question) {
  return [question](PythonSystem& self, const std::string& name) {
    const Hold hold(*self.keeper());
    return formulas_of(self, question(self.mechanism(), name));
  };
}

void bind_solids(py::module_& module) {
  py::class_<FormulaSolid>(module, "Solid",
                           "A homogeneous solid of a body: its mass, inertia and picture.");
  module.def(
      "rod",
      [](const Formulas& from, const Formulas& to, const MaybeFormula& width,
         const MaybeFormula& radius) {
        return FormulaSolid{
            .what = Solid::What::rod, .from = from, .to = to, .width = width, .radius = radius};
      },
      py::arg("from_"), py::arg("to"), py::kw_only(), py::arg("width") = py::none(),
      py::arg("radius") = py::none(),
      "A rod between two points of a body, of square section or round; thin, with a density by "
      "length, without both.");
  module.def(
      "box",
      [](const Formulas& size) { return FormulaSolid{.what = Solid::What::box, .size = size}; },
      py::arg("size"), "A box with these edges along the axes of its body.");
  module.def(
      "cylinder",
      [](const Formula& radius, const Formula& height, const Axis& along) {
        return FormulaSolid{
            .what = Solid::What::cylinder, .radius = radius, .height = height, .along = along};
      },
      py::arg("radius"), py::arg("height"), py::arg("along"), "A cylinder along an axis.");
  module.def(
      "sphere",
      [](const Formula& radius) {
        return FormulaSolid{.what = Solid::What::sphere, .radius = radius};
      },
      py::arg("radius"), "A sphere.");
  module.def(
      "disk",
      [](const Formula& radius, const Axis& along) {
        return FormulaSolid{.what = Solid::What::disk, .radius = radius, .along = along};
      },
      py::arg("radius"), py::arg("along"), "A thin disk across an axis, with a density by area.");
}

void bind_description(SystemClass& systems) {
  systems
      .def(
          "gravity",
          [](PythonSystem& self, const Formulas& g) {
            const Hold hold(*self.keeper());
            const Vector vector = own(self, g);
            self.mechanism().gravity(vector);
          },
          py::arg("g"),
          "The weight of all bodies and particles; two components make the model planar.")
      .def("body", add_body, py::arg("name"), py::kw_only(), py::arg("mass") = py::none(),
           py::arg("density") = py::none(), py::arg("centre") = py::none(),
           py::arg("inertia") = Formulas(), py::arg("inertia_turned") = Turns(),
           py::arg("solids") = std::vector<FormulaSolid>(), py::arg("at") = py::none(),
           py::arg("turned") = Turns(),
           R"(Adds a rigid body as it is drawn, as `body` of the model language does.

>>> door = al.System("Door")
>>> door.gravity((1, 0, -9.81))
>>> door.body("leaf", mass=20, centre=(0, 0.45, 1), inertia=(8, 7, 1.4))
>>> door.joint("hinge", "revolute", "ground", "leaf", at=(0, 0, 0), along="z")
>>> door.watch("pull", door.reaction("hinge", "leaf"), "N")
>>> motion = door.simulate(until=1)
>>> print(f"{motion.at(0)['pull.3']:.1f}")
196.2
)")
      .def(
          "alias",
          [](PythonSystem& self, const std::string& name, const std::string& body) {
            const Hold hold(*self.keeper());
            self.mechanism().alias(formula_name(name, "body"), body);
          },
          py::arg("name"), py::arg("body"), "Another name of a body or of the ground.")
      .def("joint", add_joint, py::arg("name"), py::arg("kind"), py::arg("a"), py::arg("b"),
           py::kw_only(), py::arg("at") = py::none(), py::arg("along") = py::none(),
           py::arg("point_a") = py::none(), py::arg("point_b") = py::none(), py::arg("angles") = "",
           py::arg("closing") = false, py::arg("spring") = py::none(),
           py::arg("spring_from") = py::none(), py::arg("damping") = py::none(),
           py::arg("armature") = py::none(), py::arg("pitch") = py::none(),
           py::arg("radius") = py::none(), py::arg("length") = py::none(),
           py::arg("range") = py::none(), py::arg("ratio") = py::none(),
           py::arg("offset") = py::none(), py::arg("plane") = py::none(),
           py::arg("plane_height") = Formula(0.0), py::arg("curve") = Formulas(),
           py::arg("parameter") = py::none(),
           "Adds a joint between two bodies, or a gear or rack between two joints: a point and an "
           "axis as drawn, or a "
           "point of each body. Kinds are those of the model language.")
      .def(
          "spring",
          [](PythonSystem& self, const std::string& name, const std::string& a,
             const Formulas& point_a, const std::string& b, const Formulas& point_b,
             const Formula& stiffness, const Formula& length, const Formula& damping) {
            const Hold hold(*self.keeper());
            const Spring spring{label(name, "spring"),
                                a,
                                b,
                                own(self, point_a),
                                own(self, point_b),
                                self.own(stiffness),
                                self.own(length),
                                self.own(damping)};
            self.mechanism().spring(spring);
          },
          py::arg("name"), py::arg("a"), py::arg("point_a"), py::arg("b"), py::arg("point_b"),
          py::kw_only(), py::arg("stiffness"), py::arg("length") = Formula(0.0),
          py::arg("damping") = Formula(0.0),
          "Adds a spring with a damper between two points of bodies.")
      .def("load", add_load, py::arg("name"), py::arg("on"), py::kw_only(),
           py::arg("at") = py::none(), py::arg("force") = Formulas(),
           py::arg("moment") = Formulas(),
           "Adds a force at a point of a body, and a moment on it, in ground axes.")
      .def(
          "actuator",
          [](PythonSystem& self, const Formula& velocity, const Formula& force,
             const std::string& name) {
            const Expr w = self.own(velocity), F = self.own(force);
            const Hold hold(*self.keeper());
            self.edit().system.drive(w, F, name.empty() ? name : label(name, "actuator"));
          },
          py::arg("velocity"), py::arg("force"), py::kw_only(), py::arg("name") = "",
          "Adds a force and the velocity that it drives: its power is their product.");
}

void bind_questions(SystemClass& systems) {
  systems
      .def(
          "place",
          [](PythonSystem& self, const std::string& body, const Formulas& point) {
            const Hold hold(*self.keeper());
            return formulas_of(self, self.mechanism().place(body, own(self, point)));
          },
          py::arg("body"), py::arg("point"),
          "The place in space of a point of a body; rate() of it is its velocity.")
      .def("centre", asked([](Mechanism& m, const std::string& body) { return m.centre(body); }),
           py::arg("body"), "The place of a body's mass centre.")
      .def(
          "axis",
          [](PythonSystem& self, const std::string& body, const std::string& letter) {
            const std::size_t which = std::string("xyz").find(letter);
            if (letter.size() != 1 || which == std::string::npos)
              throw ModelError("'" + letter + "' is no axis", "write \"x\", \"y\" or \"z\"");
            const Hold hold(*self.keeper());
            return formulas_of(self, self.mechanism().axis(body, which));
          },
          py::arg("body"), py::arg("letter"), "A unit vector along an axis of a body.")
      .def("omega", asked([](Mechanism& m, const std::string& body) { return m.omega(body); }),
           py::arg("body"), "The angular velocity of a body, in ground axes.")
      .def(
          "inside",
          [](PythonSystem& self, const Formulas& vector, const std::string& body) {
            const Hold hold(*self.keeper());
            return formulas_of(self, self.mechanism().inside(own(self, vector), body));
          },
          py::arg("vector"), py::arg("body"), "The components of a vector in the axes of a body.")
      .def(
          "local",
          [](PythonSystem& self, const Formulas& place, const std::string& body) {
            const Hold hold(*self.keeper());
            return formulas_of(self, self.mechanism().local(own(self, place), body));
          },
          py::arg("place"), py::arg("body"), "The coordinates of a place in the axes of a body.")
      .def(
          "angle",
          [](PythonSystem& self, const std::string& joint) {
            const Hold hold(*self.keeper());
            return self.formula(self.mechanism().angle(joint));
          },
          py::arg("joint"), "The turn of a joint about its axis in (-pi, pi].")
      .def(
          "reaction",
          [](PythonSystem& self, const std::string& joint, const std::string& body) {
            const Hold hold(*self.keeper());
            return formulas_of(self, self.mechanism().reaction(joint, body).force);
          },
          py::arg("constraint"), py::arg("coordinate"))
      .def(
          "moment",
          [](PythonSystem& self, const std::string& joint, const std::string& body,
             const std::optional<Formulas>& about) {
            const Hold hold(*self.keeper());
            Mechanism& mechanism = self.mechanism();
            return formulas_of(self, about ? mechanism.moment_about(own(self, *about), joint, body)
                                           : mechanism.reaction(joint, body).moment);
          },
          py::arg("joint"), py::arg("body"), py::arg("about") = py::none(),
          "The moment of a joint on one of its bodies about the joint's point, or about another "
          "place.");
}

}  // namespace

void bind_bodies(py::module_& module, SystemClass& systems) {
  bind_solids(module);
  bind_description(systems);
  bind_questions(systems);
}

}  // namespace alembert::python
