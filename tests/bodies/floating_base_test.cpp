// Bodies in the air: their quaternions stay unit ones and carry no force, and their coordinates
// have the order and the meaning that other programs ask for.

#include <catch2/catch.hpp>
#include <cmath>

#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

namespace alembert {
namespace {

// the largest of a column
double largest(const std::vector<double>& column) {
  double most = 0;
  for (const double value : column) most = std::max(most, std::fabs(value));
  return most;
}

}  // namespace

TEST_CASE("quaternions of bodies that turn over keep their length, and its row no force",
          "[bodies]") {
  Model model = read_model(source_folder() + "/tests/bodies/tumbling_body.mech");
  System& system = model.system;
  system.watch("unit", system.lambda("box_unit"));
  Expr square_of_length = 0.0;
  for (const Coordinate& q : system.coordinates())
    if (q.name.find(".e") != std::string::npos)
      square_of_length += square(Expr(system.graph(), q.q));
  system.watch("excess", sqrt(square_of_length) - 1);
  const Motion motion = simulate(model, {.until = 100.0, .every = 0.1});
  CHECK(largest(motion["excess"]) <= 1e-14);
  // 1e-12 of the moments that turn the body, which are I ω² = 8
  CHECK(largest(motion["unit"]) <= 8e-12);
}

TEST_CASE("a free body has the coordinates of a floating base, scalar first, in ground axes",
          "[bodies]") {
  const Motion motion = simulate(read_text(R"(
body base: mass 2, centre (0.1, 0, 0), inertia (1, 2, 3)
joint float: free ground base at (0, 0, 0)
start float.x = 1, float.y = 2, float.z = 3, float.e0 = cos(0.3), float.e3 = sin(0.3)
    float.e1 = 0, float.e2 = 0, float.e0' = 0, float.e1' = 0.5, float.e2' = 0, float.e3' = 0
watch origin = base(0, 0, 0), x = base.x, w = base.omega, own = inside(base.omega, base)
run 0.1
)",
                                           "base.mech"),
                                 {});
  std::vector<std::string> names;
  for (const Coordinate& q : motion.equations().system.coordinates()) names.push_back(q.name);
  CHECK(names == std::vector<std::string>{"float.x", "float.y", "float.z", "float.e0", "float.e1",
                                          "float.e2", "float.e3"});
  const Snapshot start = motion.front();
  // a turn about z by 0.6, told by the place of the body's own origin
  const double c = std::cos(0.6), s = std::sin(0.6);
  const double place[] = {1, 2, 3}, axis[] = {c, s, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::string part = "." + std::to_string(k + 1);
    CHECK(start["origin" + part] == Approx(place[k]).margin(1e-14));
    CHECK(start["x" + part] == Approx(axis[k]).margin(1e-14));
  }
  // ω is twice e' times the conjugate of e in ground axes, in the other order in the body's
  CHECK(start["w.1"] == Approx(std::cos(0.3)).margin(1e-14));
  CHECK(start["w.2"] == Approx(std::sin(0.3)).margin(1e-14));
  CHECK(start["own.1"] == Approx(std::cos(0.3)).margin(1e-14));
  CHECK(start["own.2"] == Approx(-std::sin(0.3)).margin(1e-14));
}

}  // namespace alembert
