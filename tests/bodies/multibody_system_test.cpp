#include "bodies/multibody_system.hpp"

#include <catch2/catch.hpp>

#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "text/read.hpp"

namespace alembert {
namespace {

const Vector z{0.0, 0.0, 1.0};

// a cart on a spring that carries a pendulum with a mass point on it, in words of C++ and as a text
Model cart_in_words() {
  MultibodySystem cart("Cart");
  cart.gravity({0.0, -9.81, 0.0});
  const Expr k = cart.parameter("k", 30.0, "N/m");
  cart.body({.name = "car", .mass = 2.0, .inertia = {0.1, 0.1, 0.1}});
  cart.body({.name = "arm",
             .mass = 0.5,
             .solids = {{.what = Solid::What::rod,
                         .from = {0.0, 0.0, 0.0},
                         .to = {0.6, -0.8, 0.0},
                         .radius = 0.01}}});
  cart.joint({.name = "rail",
              .kind = JointKind::prismatic,
              .a = "ground",
              .b = "car",
              .at = Vector{0.0, 0.0, 0.0},
              .along = {{1.0, 0.0, 0.0}},
              .spring = k});
  cart.joint({.name = "pin", .a = "car", .b = "arm", .at = Vector{0.0, 0.0, 0.0}, .along = {z}});
  cart.particle({"bob", 0.25, cart.place("arm", {0.6, -0.8, 0.0})});
  cart.spring({.name = "cord",
               .a = "ground",
               .b = "arm",
               .point_a = {1.0, 1.0, 0.0},
               .point_b = {0.3, -0.4, 0.0},
               .stiffness = 5.0,
               .length = 0.2,
               .damping = 0.1});
  cart.load({.name = "wind", .on = "arm", .at = {0.6, -0.8, 0.0}, .force = {1.0, 0.5, 0.0}});
  cart.actuator(rate(cart.symbol("pin")), -0.2 * rate(cart.symbol("pin")));
  cart.watch("F", cart.reaction("pin", "arm").force, "N");
  cart.watch("M", cart.moment_about({0.0, 0.0, 0.0}, "rail", "car"), "N m");
  cart.watch("w", cart.omega("arm"));
  return cart.model();
}

const char* const cart_as_text = R"(
system "Cart"
gravity (0, -9.81, 0)
parameters k = 30 [N/m]
body car: mass 2, inertia (0.1, 0.1, 0.1)
body arm: mass 0.5, rod (0, 0, 0) (0.6, -0.8, 0) radius 0.01
joint rail: prismatic ground car at (0, 0, 0) along x, spring k
joint pin: revolute car arm at (0, 0, 0) along z
particle bob: mass 0.25, at arm(0.6, -0.8, 0)
spring cord: ground(1, 1, 0) arm(0.3, -0.4, 0), stiffness 5, length 0.2, damping 0.1
load wind: on arm at (0.6, -0.8, 0) force (1, 0.5, 0)
actuator m: pin', force -0.2*pin'
watch F = reaction(pin, arm) [N], M = moment(rail, car, (0, 0, 0)) [N m], w = arm.omega
run 1
)";

}  // namespace

TEST_CASE("a mechanism in the words of C++ moves as its text does", "[bodies]") {
  const SimulateOptions options{.until = 1.0, .tolerance = 1e-11};
  const Motion words = simulate(cart_in_words(), options);
  const Motion text = simulate(read_text(cart_as_text, "cart.mech"), options);
  for (const double t : {0.0, 0.4, 1.0})
    for (const char* name : {"rail", "pin", "rail'", "pin'", "F.1", "F.2", "M.3", "w.3"}) {
      INFO(name << " at " << t);
      // run tolerance x 100 steps x forces of 10
      CHECK(words.at(t)[name] == Approx(text.at(t)[name]).margin(1e-8).epsilon(1e-8));
    }
}

TEST_CASE("a mechanism is drawn and started by itself, and its model may be asked for again",
          "[bodies]") {
  MultibodySystem door("Door");
  door.gravity({0.0, 0.0, -9.81});
  door.body(
      {.name = "leaf", .mass = 20.0, .centre = Vector{0.0, 0.45, 1.0}, .inertia = {8.0, 7.0, 1.4}});
  door.joint(
      {.name = "hinge", .a = "ground", .b = "leaf", .at = Vector{0.0, 0.0, 0.0}, .along = {z}});
  const Model first = door.model();
  CHECK(first.start.size() == 2);
  CHECK(!first.drawing.empty());
  door.potential(0.5 * square(door.symbol("hinge") - 1.0));
  const Model second = door.model();
  CHECK(second.system.watches().size() == first.system.watches().size());
  // (J + m r^2) a = 1
  const Motion motion = simulate(second, {.until = 0.1});
  CHECK(motion.at(0)["hinge''"] == Approx(1 / (1.4 + 20 * 0.45 * 0.45)).epsilon(1e-12));
}

TEST_CASE("bodies and joints that are not complete are refused in C++ as in a text", "[bodies]") {
  MultibodySystem machine;
  machine.gravity({0.0, 0.0, -9.81});
  machine.body({.name = "nut", .mass = 1.0, .inertia = {1.0, 1.0, 1.0}});
  const auto refuses = [&](const Joint& joint, const std::string& words) {
    CHECK_THROWS_WITH(machine.joint(joint), Catch::Contains(words));
  };
  refuses({.name = "j", .kind = JointKind::screw, .a = "ground", .b = "nut"}, "no pitch");
  refuses({.name = "j", .kind = JointKind::rolling, .a = "ground", .b = "nut"}, "no radius");
  refuses({.name = "j", .kind = JointKind::universal, .a = "ground", .b = "nut", .along = {z}},
          "two axes");
  refuses({.name = "j", .a = "ground", .b = "nut", .point_a = Vector{0.0, 0.0, 0.0}},
          "a point of both bodies, or of none");
  refuses({.name = "j", .kind = JointKind::spherical, .a = "ground", .b = "nut", .angles = "zzx"},
          "no sequence of angles");
  refuses({.name = "j", .kind = JointKind::gear, .first = "a", .second = "b"}, "no ratio");
  refuses({.name = "j", .a = "ground", .b = "bolt"}, "there is no body 'bolt'");
  CHECK_THROWS_WITH(machine.symbol("hinge"), Catch::Contains("there is no coordinate 'hinge'"));
}

}  // namespace alembert
