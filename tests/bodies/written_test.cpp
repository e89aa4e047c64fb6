// Mechanisms go into text and come back.

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>

#include "bodies/multibody_system.hpp"
#include "bodies/statements.hpp"
#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"
#include "text/write.hpp"

namespace alembert {
namespace {

const Vector x{1.0, 0.0, 0.0}, y{0.0, 1.0, 0.0}, z{0.0, 0.0, 1.0};

// what is written of a model whose own text is not at hand, read again
Model from_its_text(Model model) {
  model.text.clear();
  Model again = read_text(write_text(model), "written.mech");
  again.text.clear();
  return again;
}

// Formulas of users that are written out have sums whose terms change places, and a product that is
// fused with a sum rounds otherwise then.
bool may_round_otherwise(const std::string& path) {
  return path.ends_with("/rattleback.mech") || path.ends_with("/load_and_spring.mech");
}

void check_same_motion(const Model& model, const Model& again, double until, double rounding) {
  const SimulateOptions options{.until = until, .every = until};
  const Motion one = simulate(model, options), other = simulate(again, options);
  CHECK(one.outcome().words() == other.outcome().words());
  for (const Coordinate& q : model.system.coordinates())
    for (const std::string& name : {q.name, q.name + "'", q.name + "''"}) {
      INFO(name);
      const double value = one.back()[name];
      CHECK(std::fabs(other.back()[name] - value) <= rounding * (1 + std::fabs(value)));
    }
}

std::vector<std::string> mechanisms() {
  std::vector<std::string> paths;
  for (const char* folder : {"/models", "/tests/bodies"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(source_folder() + folder))
      if (entry.path().extension() == ".mech") paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

// every statement about bodies, and every kind of joint
Model machine() {
  MultibodySystem s("Machine");
  const Expr m = s.parameter("m", 2.0, "kg"), tilt = s.parameter("tilt", 0.3);
  const Expr u = s.coordinate("u");
  s.gravity({0.0, 0.0, -9.81});
  s.alias("frame", "ground");
  s.body({.name = "base",
          .mass = m,
          .centre = Vector{0.0, 0.0, 0.1},
          .inertia = {0.1, 0.1, 0.2, 0.01, 0.0, 0.0},
          .inertia_turned = {{z, tilt}},
          .at = {0.1, 0.0, 0.0},
          .turned = {{z, tilt}, {Vector{1.0, 1.0, 0.0}, -tilt}}});
  const auto part = [&](const std::string& name, double at) {
    s.body({.name = name, .mass = m, .inertia = {1.0, 1.5, 2.0}, .at = {at, 0.0, 0.0}});
  };
  s.body({.name = "drum",
          .density = 700.0,
          .solids = {{.what = Solid::What::cylinder, .radius = 0.1, .height = 0.3, .along = y},
                     {.what = Solid::What::sphere, .radius = 0.12},
                     {.what = Solid::What::box, .size = {0.1, 0.2, 0.3}},
                     {.what = Solid::What::disk, .radius = 0.1, .along = -z},
                     {.what = Solid::What::rod, .from = x, .to = y, .width = 0.1 * m}},
          .at = {0.5, 0.2, 0.1}});
  const std::vector<std::string> parts{"a", "b", "c", "d", "e", "f", "g", "h", "k"};
  for (std::size_t i = 0; i < parts.size(); ++i) part(parts[i], 1.0 + static_cast<double>(i));
  const auto at = [](double along_x) { return Vector{along_x, 0.0, 0.0}; };
  using Kind = JointKind;
  s.joint({.name = "slide",
           .kind = Kind::prismatic,
           .a = "frame",
           .b = "base",
           .at = at(0),
           .along = {Vector{1.0, 1.0, 0.0}},
           .spring = 40 * m,
           .spring_from = -0.1,
           .damping = 1.0});
  s.joint({.name = "hinge",
           .a = "base",
           .b = "drum",
           .at = Vector{0.3, 0.1, 0.0},
           .along = {Vector{0.0, 1.0, 0.2}},
           .armature = 0.05,
           .range_from = -2.0,
           .range_to = 1.5});
  s.joint({.name = "nut",
           .kind = Kind::screw,
           .a = "ground",
           .b = "a",
           .at = at(1),
           .along = {z},
           .pitch = 0.1});
  s.joint({.name = "tube",
           .kind = Kind::cylindrical,
           .a = "ground",
           .b = "b",
           .at = at(2),
           .along = {x}});
  s.joint({.name = "cardan",
           .kind = Kind::universal,
           .a = "ground",
           .b = "c",
           .at = at(3),
           .along = {x, y}});
  s.joint({.name = "ball",
           .kind = Kind::spherical,
           .a = "ground",
           .b = "d",
           .at = Vector{4.0, 0.0, 0.5},
           .angles = "zyx"});
  s.joint(
      {.name = "table", .kind = Kind::planar, .a = "ground", .b = "e", .at = at(5), .along = {y}});
  s.joint({.name = "bolt", .kind = Kind::weld, .a = "e", .b = "f"});
  s.joint({.name = "flight", .kind = Kind::free, .a = "ground", .b = "g", .at = at(7)});
  s.joint({.name = "wheel",
           .kind = Kind::rolling,
           .a = "g",
           .b = "ground",
           .at = Vector{7.0, 0.0, 0.0},
           .along = {y},
           .radius = 0.3,
           .plane_height = -0.3});
  s.joint(
      {.name = "own", .a = "ground", .b = "h", .point_a = at(8), .point_b = at(0), .along = {z}});
  s.joint({.name = "stay",
           .kind = Kind::rod,
           .a = "h",
           .b = "e",
           .point_a = y,
           .point_b = y,
           .length = 3.0});
  s.joint({.name = "rail",
           .kind = Kind::on_curve,
           .a = "k",
           .b = "ground",
           .point_a = Vector{0.0, 0.0, 0.0},
           .curve = {9 + u, square(u), 0.1 * m * u},
           .parameter = u});
  s.joint({.name = "second",
           .a = "base",
           .b = "drum",
           .at = Vector{0.3, 0.1, 0.0},
           .along = {Vector{0.0, 1.0, 0.2}},
           .closing = true});
  s.joint({.name = "teeth",
           .kind = Kind::gear,
           .first = "hinge",
           .second = "own",
           .ratio = 2.0,
           .offset = 0.0});
  s.joint({.name = "pinion", .kind = Kind::rack, .radius = 0.2, .first = "slide", .second = "own"});
  s.particle({"bob", 0.3, s.place("drum", {0.0, 0.2, 0.0})});
  s.spring({.name = "cord",
            .a = "ground",
            .b = "drum",
            .point_a = z,
            .point_b = x,
            .stiffness = 20 * m,
            .length = 0.5,
            .damping = 0.3});
  s.load({.name = "push",
          .on = "drum",
          .at = x,
          .force = {1.0, 2 * s.time(), 0.0},
          .moment = {0.0, 0.0, 0.1}});
  s.actuator(rate(s.symbol("hinge")), 0.5 - rate(s.symbol("hinge")), "motor");
  s.actuator(s.omega("c")[0], -0.1);
  s.watch("F", s.reaction("hinge", "drum").force, "N");
  s.watch("inner", s.inside(s.moment_about(s.joint_point("ball"), "ball", "d"), "d"));
  s.watch("seen", s.local(s.centre("g"), "b"));
  s.watch("turn", s.angle("second"));
  s.watch("speed", norm(rate(s.place("c", x))));
  s.watch("up", s.axis("c", 2));
  return s.model();
}

}  // namespace

TEST_CASE("a mechanism that is written moves bit for bit as the one it was written of",
          "[bodies]") {
  for (const std::string& path : mechanisms()) {
    Model model = read_model(path);
    if (model.system.joints().empty()) continue;
    INFO(path);
    const Model again = from_its_text(model);
    model.text.clear();
    // signs that meet in a sum let its terms change places once more
    if (path.find("slider_crank.mech") == std::string::npos)
      CHECK(write_text(again) == write_text(model));
    // steps of 1e-3 and accelerations of 1e1 make 1e4 roundings of them
    check_same_motion(model, again, 0.02, may_round_otherwise(path) ? 1e-12 : 0);
  }
}

TEST_CASE("every statement of C++ about bodies comes back from its text", "[bodies]") {
  const Model model = machine();
  const std::string text = write_text(model);
  INFO(text);
  const Model again = from_its_text(model);
  CHECK(write_text(again) == text);
  CHECK(again.system.joints().size() == model.system.joints().size());
  CHECK(again.system.bounds().size() == model.system.bounds().size());
  const Motion one = simulate(model, {.until = 0.01, .every = 0.01}),
               other = simulate(again, {.until = 0.01, .every = 0.01});
  for (const Watch& watch : model.system.watches()) {
    INFO(watch.name);
    // the terms of sums stand in another order: rounding x forces of 1e3
    CHECK(one.front()[watch.name] == Approx(other.front()[watch.name]).margin(1e-9).epsilon(1e-9));
  }
}

TEST_CASE("a written mechanism speaks of bodies and joints as its user did", "[bodies]") {
  const std::string text = write_text(machine());
  for (const char* line :
       {"body frame = ground", "turned z tilt, (1, 1, 0) (-tilt)", "disk 0.1 along -z",
        "rod (1, 0, 0) (0, 1, 0) width (0.1*m)", "spring (40*m) from (-0.1), damping 1",
        "range (-2) 1.5", "on_curve k(0, 0, 0) ground", "joint teeth: gear hinge own, ratio 2",
        "particle bob: mass 0.3, at drum(0, 0.2, 0)", "actuator motor: hinge', force 0.5 - hinge'",
        "F = reaction(hinge, drum) [N]", "seen = local((flight.x, flight.y, flight.z), b)",
        "turn = angle(second)", "up = c.z"}) {
    INFO(text);
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("a joint has the same words in C++ and in the language", "[bodies]") {
  const std::map<std::string_view, std::function<void(Joint&)>> in_words{
      {"at", [](Joint& j) { j.at = x; }},
      {"along", [](Joint& j) { j.along = {z}; }},
      {"spring", [](Joint& j) { j.spring = 1.0; }},
      {"damping", [](Joint& j) { j.damping = 1.0; }},
      {"armature", [](Joint& j) { j.armature = 1.0; }},
      {"pitch", [](Joint& j) { j.pitch = 1.0; }},
      {"radius", [](Joint& j) { j.radius = 1.0; }},
      {"length", [](Joint& j) { j.length = 1.0; }},
      {"range", [](Joint& j) { j.range_from = j.range_to = 1.0; }},
      {"plane", [](Joint& j) { j.kind = JointKind::rolling; }},
      {"angles", [](Joint& j) { j.angles = "zxz"; }},
      {"closing", [](Joint& j) { j.closing = true; }},
      {"ratio", [](Joint& j) { j.ratio = 1.0; }},
      {"offset", [](Joint& j) { j.offset = 1.0; }},
  };
  CHECK(in_words.size() == joint_words.size());
  Graph graph;
  for (const std::string_view word : joint_words) {
    INFO(word);
    REQUIRE(in_words.contains(word));
    Joint joint{.name = "j", .a = "a", .b = "b"};
    in_words.at(word)(joint);
    const Statement line = joint_statement(graph, joint);
    CHECK(std::ranges::any_of(line.pieces, [&](const Statement::Piece& piece) {
      return piece.words.starts_with(", " + std::string(word));
    }));
  }
}

TEST_CASE("a joint of C++ has a range at whose end it is stopped", "[bodies]") {
  const auto pendulum = [](double most) {
    MultibodySystem s;
    s.gravity({0.0, -9.81});
    s.body({.name = "arm", .mass = 1.0, .centre = Vector{1.0, 0.0}, .inertia = {0.1}});
    s.joint({.name = "hinge",
             .a = "ground",
             .b = "arm",
             .at = Vector{0.0, 0.0},
             .range_from = -1.0,
             .range_to = most});
    return s.model();
  };
  const Motion motion = simulate(pendulum(1.0), {.until = 5.0});
  // 1.1 q̇²/2 = 9.81 sin 1 where it comes to the end, and stays there
  REQUIRE(motion.impacts().size() == 1);
  CHECK(motion.contact_name(motion.impacts()[0].contact) == "hinge_lower");
  CHECK(motion.impacts()[0].approach == Approx(std::sqrt(2 * 9.81 * std::sin(1.0) / 1.1)));
  CHECK(motion.back()["hinge"] == Approx(-1).margin(1e-12));
  CHECK_THROWS_WITH(pendulum(-1.0), Catch::Contains("there is nothing between -1 and -1"));
  CHECK_THROWS_WITH(pendulum(90.0), Catch::Contains("is this in degrees?"));
}

}  // namespace alembert
