#include "draw/scene_plan.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "draw/scene_numbers.hpp"
#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "symbol/differentiate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Model model_of(const std::string& name) {
  return read_model(source_folder() + "/models/" + name + ".mech");
}

// what an arrow holds at one row: where it stands and the force there, both parts together
struct Arrow {
  std::string constraint;
  std::vector<double> at, force;
};

std::vector<Arrow> arrows_at(const ScenePlan& plan, const std::vector<double>& numbers) {
  std::vector<Arrow> arrows;
  for (const SceneArrow& arrow : plan.arrows) {
    Arrow seen{arrow.constraint, {}, {}};
    for (std::size_t i = 0; i < arrow.at.size(); ++i) {
      seen.at.push_back(numbers[arrow.at[i]]);
      seen.force.push_back(numbers[arrow.ideal[i]] + numbers[arrow.nonideal[i]]);
    }
    arrows.push_back(seen);
  }
  return arrows;
}

std::vector<std::string> words_of(const ScenePlan& plan) {
  std::vector<std::string> words;
  for (const SceneShape& shape : plan.shapes)
    words.push_back(std::string(name_of(shape.what)) + " " + shape.name);
  return words;
}

ScenePlan plan_of(const Model& model) { return plan_scene(model, derive(model.system)); }

// a bob of mass 1 on a rod of length 1, from rest at the side: tension 3 g cos(angle) = −3 g y
void check_tension(const Model& model) {
  const Motion motion = simulate(model, {.until = 2.0, .every = 0.05});
  const ScenePlan plan = plan_scene(model, motion.equations());
  REQUIRE(plan.arrows.size() == 1);
  CHECK(plan.notes.empty());
  SceneNumbers numbers(plan, motion.equations());
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const Arrow rod = arrows_at(plan, numbers.at(motion.row(i))).front();
    const double tension = -3 * 9.81 * rod.at[1];
    // towards the pivot; the tolerance of the run, 1e-10, grown by the error of energy over two
    // seconds
    CHECK(rod.force[0] == Approx(-tension * rod.at[0]).margin(1e-7));
    CHECK(rod.force[1] == Approx(-tension * rod.at[1]).margin(1e-7));
  }
}

}  // namespace

TEST_CASE("the arrow of a pendulum's rod is its tension, in Cartesian coordinates") {
  check_tension(
      read_text("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\npotential 9.81*y\n"
                "constraint rod: x^2 + y^2 = 1\nstart x = 1, y = 0\n",
                "pendulum"));
}

TEST_CASE("the arrow of a pendulum's rod is its tension, in polar coordinates with a particle") {
  check_tension(
      read_text("coordinates r theta\n"
                "particle bob: mass 1, at (r*sin(theta), -r*cos(theta)), force (0, -9.81)\n"
                "constraint rod: r = 1\nstart r = 1, theta = pi/2\n",
                "pendulum"));
}

TEST_CASE("the arrow of a bead is the force of its hoop, friction included") {
  const Model model = model_of("friction/bead_on_hoop");
  const Motion motion = simulate(model, {.until = 0.5});
  const ScenePlan plan = plan_scene(model, motion.equations());
  REQUIRE(plan.arrows.size() == 1);
  SceneNumbers numbers(plan, motion.equations());
  const Snapshot end = motion.back();
  const std::vector<double>& last = numbers.at(end.row());
  const ReactionAt reaction = end.reaction(plan.arrows[0].constraint);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(last[plan.arrows[0].ideal[i]] == reaction.ideal[i]);
    CHECK(last[plan.arrows[0].nonideal[i]] == reaction.nonideal[i]);
  }
  // friction brakes
  const ScenePoint& friction = plan.arrows[0].nonideal;
  CHECK(last[friction[0]] * end["x'"] + last[friction[1]] * end["y'"] < 0);
}

TEST_CASE("a disk that shows how it turns gets its forces where it touches the ground") {
  for (const std::string name :
       {"rolling_disk/rolling_disk", "rolling_disk/coin", "rolling_disk/leaning_disk"}) {
    CAPTURE(name);
    const Model model = model_of(name);
    const Motion motion = simulate(model, {.until = 0.3});
    const ScenePlan plan = plan_scene(model, motion.equations());
    CHECK(plan.dimension == 3);
    CHECK_FALSE(plan.is_default);
    CHECK(plan.notes.empty());
    REQUIRE(plan.arrows.size() == 3);
    SceneNumbers numbers(plan, motion.equations());
    const Snapshot end = motion.back();
    for (const Arrow& arrow : arrows_at(plan, numbers.at(end.row()))) {
      // on the ground, a radius from the centre
      const double radius =
          std::ranges::find(model.system.parameters(), "r", &Parameter::name)->value;
      CHECK(arrow.at[2] == Approx(0).margin(1e-9 * radius));
      CHECK(std::hypot(arrow.at[0] - end["x"], arrow.at[1] - end["y"], arrow.at[2] - end["z"]) ==
            Approx(radius));
      // one force there, along the direction that the row names, makes all components
      const std::size_t axis = arrow.constraint == "touch"    ? 2
                               : arrow.constraint == "roll_x" ? 0
                                                              : 1;
      const double size = std::fabs(arrow.force[axis]);
      CHECK(arrow.force[axis] ==
            Approx(end.reaction(arrow.constraint)[std::string(1, "xyz"[axis])]).margin(1e-9));
      for (const double component : {arrow.force[(axis + 1) % 3], arrow.force[(axis + 2) % 3]})
        CHECK(component == Approx(0).margin(1e-9 * (1 + size)));
    }
  }
}

TEST_CASE("the wheels of a bicycle are held where they touch the ground") {
  const Model model = model_of("bicycle/formulas");
  const Motion motion = simulate(model);
  const ScenePlan plan = plan_scene(model, motion.equations());
  CHECK(plan.notes.empty());
  CHECK(plan.arrows.size() == 5);
  SceneNumbers numbers(plan, motion.equations());
  for (const Arrow& arrow : arrows_at(plan, numbers.at(motion.row(0))))
    CHECK(arrow.at[2] == Approx(0).margin(1e-12));
}

TEST_CASE("a wheel in the plane is held by the ground at its rim") {
  const Model model = read_text(
      "coordinates x y phi\nparameters r = 0.5\n"
      "kinetic 1/2*(x'^2 + y'^2) + 1/4*r^2*phi'^2\npotential 9.81*y\n"
      "force phi: -2\n"
      "constraint ground: y = r\nconstraint roll: x' + r*phi' = 0\n"
      "start x = 0, phi = 0, x' = 1\n"
      "draw\n    disk wheel (x, y) r (cos(phi), sin(phi))\n    path track (x, y - r)\n",
      "wheel.mech");
  const Motion motion = simulate(model, {.until = 0.5});
  const ScenePlan plan = plan_scene(model, motion.equations());
  CHECK(plan.notes.empty());
  SceneNumbers numbers(plan, motion.equations());
  const std::vector<Arrow> arrows = arrows_at(plan, numbers.at(motion.back().row()));
  REQUIRE(arrows.size() == 2);
  // m x'' = R and m r^2/2 phi'' = M + r R with x'' = -r phi'': R = -2/3 M/r
  CHECK(arrows[1].at[1] == Approx(0).margin(1e-12));
  CHECK(arrows[1].force[0] == Approx(2.0 / 3 * 2 / 0.5));
}

TEST_CASE("up is what the drawing says, else against gravity where that is clear, else z") {
  const auto up_of = [](const std::string& rest) {
    return plan_of(read_text("coordinates x y z\nparameters g = 9.81\n" + rest, "up.mech")).up;
  };
  const std::string body = "particle body: mass 2, at (x, y, z)\n";
  CHECK(up_of(body) == UnitVector{0, 0, 1});
  CHECK(up_of(body + "potential -2*g*z\n") == UnitVector{0, 0, -1});
  CHECK(up_of(body + "potential 2*g*y\n") == UnitVector{0, 1, 0});
  CHECK(up_of("particle body: mass 2, at (x, y, z), force (2*g, 0, 0)\n") == UnitVector{-1, 0, 0});
  // a spring pulls to a place, not downwards
  CHECK(up_of(body + "potential -2*g*z + z^2\n") == UnitVector{0, 0, 1});
  CHECK(up_of(body + "potential -2*g*z\ndraw point (x, y, z), up (0, g, 0)\n") ==
        UnitVector{0, 1, 0});
  // without particles the weight of a point that is drawn tells it
  CHECK(up_of("kinetic x'^2 + y'^2 + z'^2\npotential -2*g*z\ndraw point (x, y, z)\n") ==
        UnitVector{0, 0, -1});
}

TEST_CASE("the power of all arrows of a constraint is the power of its reaction") {
  // Cartesian, driven in time, three-dimensional, non-ideal, and carried by particles
  for (const std::string name :
       {"double_pendulum/double_pendulum", "driven_hoop/driven_hoop", "appell/resisted",
        "rotating_wire/cartesian", "hanging_chain/hanging_chain", "friction/bead_on_hoop"}) {
    INFO(name);
    const Model model = model_of(name);
    const Motion motion = simulate(model, {.until = 0.3});
    ScenePlan plan = plan_scene(model, motion.equations());
    REQUIRE_FALSE(plan.arrows.empty());
    REQUIRE(plan.notes.empty());
    SceneNumbers numbers(plan, motion.equations());
    const Snapshot end = motion.back();
    const std::vector<double>& last = numbers.at(end.row());

    // velocities of the points by another route: the graph's total time derivative
    std::vector<NodeId> places;
    for (const SceneArrow& arrow : plan.arrows)
      for (const NumberIndex component : arrow.at) places.push_back(plan.formulas[component]);
    TableFormulas velocity(motion.equations(), time_derivative(motion.equations().graph(), places));
    const std::vector<double> velocities = velocity.evaluate(end.row());

    for (const Constraint& constraint : model.system.constraints()) {
      double power = 0, size = 0;
      std::size_t next = 0;
      for (const Arrow& arrow : arrows_at(plan, last))
        for (const double force : arrow.force) {
          const double part = force * velocities[next++];
          if (arrow.constraint != constraint.name) continue;
          power += part;
          size += std::fabs(part);
        }
      // one rounding per term
      CHECK(power == Approx(end.reaction(constraint.name).power).margin(1e-13 * (1 + size)));
    }
  }
}

TEST_CASE("a couple has no point of action: it is named, and no arrow stands for it") {
  // a rigid dumb-bell turned at a given rate about its middle: any forces at its ends would be a
  // guess
  const ScenePlan dumb_bell =
      plan_of(read_text("coordinates phi\nparticle a: mass 1, at (cos(phi), sin(phi))\n"
                        "particle b: mass 1, at (-cos(phi), -sin(phi))\n"
                        "constraint drive: phi = t^2\nstart phi = 0\n",
                        "dumb-bell"));
  CHECK(dumb_bell.arrows.empty());
  CHECK(dumb_bell.notes ==
        std::vector<std::string>{"the generalised force of `drive` on phi is not drawn: it acts at "
                                 "no point of the picture"});
  // a motor at the root of a double pendulum could be written as a force on the second bob, but is
  // none
  const ScenePlan motor =
      plan_of(read_text("coordinates a b\nparticle first: mass 1, at (sin(a), -cos(a))\n"
                        "particle second: mass 1, at (sin(a) + sin(b), -cos(a) - cos(b))\n"
                        "constraint drive: a = t\n",
                        "motor"));
  CHECK(motor.arrows.empty());
  CHECK(motor.notes.size() == 1);
}

namespace {

// a uniform rod of mass m and half length l on a smooth floor that is inclined by the angle alpha,
// in units in which lengths are `unit` times as long
std::string ladder(const std::string& alpha, const std::string& unit = "1") {
  return "parameters L = " + unit + ", l = L/2, m = 2, g = 9.81*L, alpha = " + alpha +
         "\ncoordinates x y theta\n"
         "define n = (-sin(alpha), cos(alpha)), e = (cos(alpha + theta), sin(alpha + theta))\n"
         "kinetic 1/2*m*(x'^2 + y'^2) + 1/6*m*l^2*theta'^2\n"
         "potential m*g*dot(n, (x, y))\n"
         "constraint floor: dot(n, (x, y) - l*e) = 0\n"
         "start x = -l*sin(theta)*sin(alpha), y = l*sin(theta)*cos(alpha), theta = 1\n"
         "draw line rod ((x, y) - l*e) ((x, y) + l*e)\n";
}

struct Scene {
  Model model;
  Motion motion;
  ScenePlan plan;
  std::vector<Arrow> arrows;  ///< at the end
};

Scene scene_of(const std::string& text, double until) {
  Model model = read_text(text, "m");
  Motion motion = simulate(model, {.until = until});
  ScenePlan plan = plan_scene(model, motion.equations());
  std::vector<Arrow> arrows =
      arrows_at(plan, SceneNumbers(plan, motion.equations()).at(motion.back().row()));
  return {std::move(model), std::move(motion), plan, arrows};
}

}  // namespace

TEST_CASE("a smooth floor pushes a ladder upwards, at its lower end, with m (g + y'')") {
  for (const std::string unit : {"1", "1e12", "1e-12"}) {
    INFO(unit);
    const Scene scene = scene_of(ladder("0", unit), 0.1);
    const double length = std::stod(unit);
    REQUIRE(scene.arrows.size() == 1);
    CHECK(scene.plan.notes.empty());
    const Snapshot end = scene.motion.back();
    const Arrow& floor = scene.arrows.front();
    CHECK(floor.at[0] == Approx(end["x"] - 0.5 * length * std::cos(end["theta"])));
    CHECK(floor.at[1] == Approx(0).margin(1e-9 * length));
    // what is left is the rounding of a linear solve
    const double push = 2 * (9.81 * length + end["y''"]);
    CHECK(floor.force[0] == Approx(0).margin(1e-12 * push));
    CHECK(floor.force[1] == Approx(push).epsilon(1e-12));
  }
}

TEST_CASE("arrows turn with the model") {
  const Scene level = scene_of(ladder("0"), 0.1), turned = scene_of(ladder("0.7"), 0.1);
  REQUIRE(turned.arrows.size() == 1);
  const double c = std::cos(0.7), s = std::sin(0.7);
  const auto check = [&](const std::vector<double>& before, const std::vector<double>& after) {
    // two runs at the usual tolerance of 1e-10
    CHECK(after[0] == Approx(c * before[0] - s * before[1]).margin(1e-8));
    CHECK(after[1] == Approx(s * before[0] + c * before[1]).margin(1e-8));
  };
  check(level.arrows[0].at, turned.arrows[0].at);
  check(level.arrows[0].force, turned.arrows[0].force);
}

TEST_CASE("the ground's pressure and friction act on the tip of Painleve's rod and nowhere else") {
  const Model model = model_of("painleve_rod/painleve_rod");
  const Motion motion = simulate(model, {.until = 0.1});
  const ScenePlan plan = plan_scene(model, motion.equations());
  REQUIRE(plan.arrows.size() == 1);
  CHECK(plan.notes.empty());
  SceneNumbers numbers(plan, motion.equations());
  const Snapshot end = motion.back();
  const std::vector<double>& last = numbers.at(end.row());
  const SceneArrow& arrow = plan.arrows.front();
  CHECK(last[arrow.at[0]] == Approx(end["x"] - std::cos(end["theta"])));
  CHECK(last[arrow.at[1]] == Approx(0).margin(1e-9));
  // together they are Newton's m (a + g), and friction is mu times the pressure
  const double along = last[arrow.ideal[0]] + last[arrow.nonideal[0]];
  const double up = last[arrow.ideal[1]] + last[arrow.nonideal[1]];
  CHECK(along == Approx(end["x''"]).epsilon(1e-12));
  CHECK(up == Approx(9.81 + end["y''"]).epsilon(1e-12));
  CHECK(along == Approx(-0.5 * up).epsilon(1e-12));
}

TEST_CASE("friction that acts elsewhere than the ideal force is not drawn at its point") {
  // a brake on the turning of the ladder belongs to no end of it
  const ScenePlan plan =
      plan_of(read_text(ladder("0") + "nonideal floor:\n theta: -theta'\n", "m"));
  REQUIRE(plan.arrows.size() == 2);
  const auto is_written = [&](const ScenePoint& part) {
    return std::ranges::any_of(plan.forces, [&](const SceneForce& force) {
      return std::ranges::any_of(force.targets, [&](const SceneForce::Target& target) {
        return target.ideal == part || target.nonideal == part;
      });
    });
  };
  CHECK(is_written(plan.arrows[0].ideal));
  CHECK_FALSE(is_written(plan.arrows[0].nonideal));
  CHECK_FALSE(is_written(plan.arrows[1].ideal));
  CHECK(is_written(plan.arrows[1].nonideal));
  CHECK(plan.notes == std::vector<std::string>{"the non-ideal force of `floor` is drawn at the "
                                               "centre; its generalised force on theta (on "
                                               "angles: its moment) is not drawn"});
}

TEST_CASE("a force whose point of action is not drawn stands at the centre, with a note") {
  // the floor touches the lower end, the picture shows the upper half of the rod alone
  const std::string text = ladder("0");
  const Scene scene = scene_of(
      text.substr(0, text.find("draw")) + "draw line rod ((x, y) + l/2*e) ((x, y) + l*e)\n", 0.1);
  REQUIRE(scene.arrows.size() == 1);
  const Snapshot end = scene.motion.back();
  CHECK(scene.arrows[0].at == std::vector{end["x"], end["y"]});
  CHECK(scene.arrows[0].force == std::vector{0.0, end.reaction("floor")["y"]});
  CHECK(scene.plan.notes ==
        std::vector<std::string>{
            "the force of `floor` is drawn at the centre; its generalised force on theta (on "
            "angles: its moment) is not drawn"});
}

TEST_CASE("a pin pulls two rods with opposite forces at the ends that it joins") {
  // two uniform rods on a table, one of them spun: what acts on each changes its momentum
  const std::string rods =
      "coordinates x1 y1 a x2 y2 b\n"
      "define p = (x1 + cos(a), y1 + sin(a)), r = (x2 - cos(b), y2 - sin(b))\n"
      "kinetic 1/2*(x1'^2 + y1'^2 + x2'^2 + y2'^2) + 1/6*(a'^2 + b'^2)\n"
      "constraint pin: p = r\n"
      "start x1 = 0, y1 = 0, a = 0, b = 1, x1' = 0, y1' = 0, a' = 3, b' = 0\n";
  // whether both ends are drawn, or one of them
  for (const std::string picture :
       {"draw\n line one (x1, y1) p\n line two r (x2, y2)\n", "draw line one (x1, y1) p\n"}) {
    INFO(picture);
    const Scene scene = scene_of(rods + picture, 0.5);
    REQUIRE(scene.arrows.size() == 2);
    CHECK(scene.plan.notes.empty());
    const Snapshot end = scene.motion.back();
    const Arrow &one = scene.arrows[0], &two = scene.arrows[1];
    CHECK(one.force[0] == Approx(end["x1''"]));
    CHECK(one.force[1] == Approx(end["y1''"]));
    CHECK(two.force[0] == Approx(end["x2''"]));
    CHECK(two.force[1] == Approx(end["y2''"]));
    CHECK(one.at[0] == Approx(end["x1"] + std::cos(end["a"])));
    CHECK(two.at[0] == Approx(end["x2"] - std::cos(end["b"])));
    CHECK(one.at[0] == Approx(two.at[0]));
  }
}

TEST_CASE("a rod between points of two bodies pulls along itself") {
  const Scene scene = scene_of(
      "coordinates x1 y1 a x2 y2 b\n"
      "define p = (x1 + cos(a), y1 + sin(a)), r = (x2 - cos(b), y2 - sin(b))\n"
      "kinetic 1/2*(x1'^2 + y1'^2 + x2'^2 + y2'^2) + 1/6*(a'^2 + b'^2)\n"
      "constraint rod: norm(p - r) = 2\n"
      "start x1 = 0, y1 = 0, a = 0, x2 ~ 4, y2 = 0, b = 1, x1' = 0, y1' = 0, a' = 3, b' = 0\n"
      "draw\n line one (x1, y1) p\n line two r (x2, y2)\n",
      0.5);
  REQUIRE(scene.arrows.size() == 2);
  CHECK(scene.plan.notes.empty());
  const Arrow &one = scene.arrows[0], &two = scene.arrows[1];
  const double lambda = scene.motion.back().reaction("rod").lambda[0];
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(one.force[i] == Approx(lambda * (one.at[i] - two.at[i]) / 2).margin(1e-9));
    CHECK(two.force[i] == -one.force[i]);
  }
}

TEST_CASE("a connecting rod pulls a piston aslant, though it can only move along its rail") {
  const Model model = model_of("slider_crank/formulas");
  const Motion motion = simulate(model, {.until = 0.05});
  const ScenePlan plan = plan_scene(model, motion.equations());
  CHECK(plan.notes.empty());
  std::vector<Arrow> rod =
      arrows_at(plan, SceneNumbers(plan, motion.equations()).at(motion.back().row()));
  std::erase_if(rod, [](const Arrow& arrow) { return arrow.constraint != "rod"; });
  REQUIRE(rod.size() == 2);
  const double lambda = motion.back().reaction("rod").lambda[0];
  for (std::size_t i = 0; i < 2; ++i) {
    // λ times the unit vector along the rod, which is 0.3 long; rounding of a linear solve
    const double along = lambda * (rod[0].at[i] - rod[1].at[i]) / 0.3;
    CHECK(rod[0].force[i] == Approx(along).margin(1e-9));
    CHECK(rod[1].force[i] == -rod[0].force[i]);
  }
}

TEST_CASE("a blade's force acts where it touches") {
  const ScenePlan plan = plan_of(model_of("chaplygin_sleigh/chaplygin_sleigh"));
  REQUIRE(plan.arrows.size() == 1);
  CHECK(plan.notes.empty());
  // `contact` is where the arm begins
  const SceneShape& arm = plan.shapes[1];
  REQUIRE(arm.name == "arm");
  CHECK(plan.arrows[0].at == arm.points[0]);
}

TEST_CASE("a hinge in space holds its end by a force, and its axis by a couple that is not drawn") {
  // a rod with a unit quaternion, hinged at its tail; the hinge keeps the rod in the plane across z
  const ScenePlan plan = plan_of(
      read_text("coordinates x y z e0 e1 e2 e3\n"
                "define\n"
                " axis = (e0^2 + e1^2 - e2^2 - e3^2, 2*(e1*e2 + e0*e3), 2*(e1*e3 - e0*e2))\n"
                " wx = 2*(e0*e1' - e1*e0' - e2*e3' + e3*e2')\n"
                " wy = 2*(e0*e2' - e2*e0' - e3*e1' + e1*e3')\n"
                " wz = 2*(e0*e3' - e3*e0' - e1*e2' + e2*e1')\n"
                " tail = (x, y, z) - axis\n"
                "kinetic 1/2*(x'^2 + y'^2 + z'^2 + wx^2 + wy^2 + wz^2)\n"
                "constraint\n unit: e0^2 + e1^2 + e2^2 + e3^2 = 1\n pin: tail = (0, 0, 0)\n"
                " hinge: axis.3 = 0\n"
                "draw line rod tail ((x, y, z) + axis)\n",
                "hinge"));
  REQUIRE(plan.arrows.size() == 1);
  CHECK(plan.arrows[0].constraint == "pin");
  CHECK(plan.arrows[0].at == plan.shapes[0].points[0]);
  CHECK(plan.notes ==
        std::vector<std::string>{"the generalised force of `hinge` on e0, e1, e2, e3 is not drawn: "
                                 "it acts at no point of the picture",
                                 "`unit` only normalises coordinates: no force is drawn"});
}

TEST_CASE("unit length of a quaternion is not a force") {
  const ScenePlan plan = plan_of(model_of("heavy_top/formulas"));
  CHECK(plan.arrows.empty());
  CHECK(plan.notes ==
        std::vector<std::string>{"`unit` only normalises coordinates: no force is drawn"});
}

TEST_CASE("a model without a drawing shows its particles") {
  const ScenePlan plan = plan_of(
      read_text("coordinates theta\nparticle bob: mass 1, at (sin(theta), -cos(theta))\n", "m"));
  CHECK(plan.is_default);
  CHECK(words_of(plan) == std::vector<std::string>{"path bob", "point bob"});
}

TEST_CASE("a model without a drawing shows points of Cartesian coordinates and the rods between") {
  const Model model = read_text(
      "coordinates xA yA x[1..2] y[1..2] phi\n"
      "kinetic 1/2*(xA'^2 + yA'^2 + x[1]'^2 + y[1]'^2 + x[2]'^2 + y[2]'^2 + phi'^2)\n"
      "constraint hook: (xA - 3)^2 + (yA - t)^2 = 1\n"
      "constraint rod: (x[1] - x[2])^2 + (y[1] - y[2])^2 = 4\n"
      "constraint square: xA*x[1] + yA*y[1] = 0\n"
      "constraint ellipse: x[1]^2 + 2*y[1]^2 = 3\n",
      "m");
  const ScenePlan plan = plan_of(model);
  CHECK(plan.dimension == 2);
  CHECK(words_of(plan) == std::vector<std::string>{"line hook", "line rod", "path PA", "path P[1]",
                                                   "path P[2]", "point PA", "point P[1]",
                                                   "point P[2]"});
  // the fixed end of the hook moves up with t
  std::vector<NodeId> end;
  for (const NumberIndex component : plan.shapes.front().points.front())
    end.push_back(plan.formulas[component]);
  const std::vector<double> place =
      evaluate(model.system.graph(), end, {{model.system.time().node(), 0.7}});
  CHECK(place == std::vector{3.0, 0.7});
}

TEST_CASE("a model of angles alone has nothing to draw, and says so") {
  const ScenePlan plan =
      plan_of(read_text("coordinates theta\nkinetic 1/2*theta'^2\npotential -cos(theta)\n", "m"));
  CHECK(plan.shapes.empty());
  REQUIRE(plan.notes.size() == 1);
  CHECK(plan.notes.front().find("nothing is drawn") != std::string::npos);
}
