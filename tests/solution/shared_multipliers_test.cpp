#include "solution/shared_multipliers.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/dynamics.hpp"
#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;
using numeric::Index;

namespace {

/// The same instant by the formulas of the rows kept and by the rank-revealing solver over all
/// rows.
void compare_at_end(const std::string& text) {
  const Model model = read_text(text, "redundant.mech");
  const Motion motion = simulate(model);
  REQUIRE(motion.outcome().complete());
  StateSolver solver(motion.equations(), motion.dynamics_options());
  const Snapshot end = motion.back();
  const Index n = static_cast<Index>(model.system.coordinates().size());
  numeric::Vector q(n), v(n);
  for (Index j = 0; j < n; ++j) {
    const std::string& name = model.system.coordinates()[static_cast<std::size_t>(j)].name;
    q[j] = end[name];
    v[j] = end[name + "'"];
  }
  const Instant reference = solver.instant(end.t(), q, v);
  REQUIRE(!reference.failure);
  REQUIRE(reference.rank < static_cast<Index>(solver.state().rows()));
  CHECK(end["rank"] == static_cast<double>(reference.rank));
  const double size = reference.lambda.cwiseAbs().maxCoeff();
  for (std::size_t r = 0; r < solver.state().rows(); ++r) {
    const std::string& row = motion.equations().rows[r].name;
    CAPTURE(row);
    // both solve systems of condition well below 1e4 in double precision
    CHECK(end["lambda(" + row + ")"] ==
          Approx(reference.lambda[static_cast<Index>(r)]).margin(1e-11 * size));
    CHECK(end["total(" + row + ")"] ==
          Approx(reference.lambda_total[static_cast<Index>(r)]).margin(1e-11 * size));
    CHECK((end["unique(" + row + ")"] != 0) == reference.unique[r]);
  }
}

}  // namespace

TEST_CASE("rows that are left out carry their share of the force, of least norm") {
  SECTION("a rod given twice, and once more at twice its size: shares as 1 : 1 : 2") {
    const Model model = read_text(
        R"(
coordinates x y
lagrangian 1/2*(x'^2 + y'^2) - 9.81*y
constraint rod: x^2 + y^2 = 1
constraint again: x^2 + y^2 = 1
constraint twice: 2*x^2 + 2*y^2 = 2
start x = 0, y = -1, x' = 2, y' = 0
run 1
)",
        "three.mech");
    const Motion motion = simulate(model);
    const Snapshot end = motion.back();
    // the whole tension m (v² + g cos θ) = −(2λ₁ + 2λ₂ + 4λ₃), and λ of least norm is along (1, 1,
    // 2)
    const double tension = std::pow(end["x'"], 2) + std::pow(end["y'"], 2) - 9.81 * end["y"];
    CHECK(end["lambda(rod)"] == Approx(-tension / 12).epsilon(1e-10));
    CHECK(end["lambda(again)"] == Approx(-tension / 12).epsilon(1e-10));
    CHECK(end["lambda(twice)"] == Approx(-tension / 6).epsilon(1e-10));
    CHECK(end["unique(rod)"] == 0);
  }
  SECTION(
      "a triangle of rods with one of them doubled, and resistance that depends on no multiplier") {
    compare_at_end(
        R"(
coordinates x[1..3] y[1..3]
kinetic sum(i in 1..3: 1/2*i*(x[i]'^2 + y[i]'^2))
potential sum(i in 1..3: 9.81*i*y[i])
constraint hang: x[1]^2 + y[1]^2 = 1
constraint a: (x[2]-x[1])^2 + (y[2]-y[1])^2 = 1
constraint b: (x[3]-x[2])^2 + (y[3]-y[2])^2 = 1
constraint c: (x[1]-x[3])^2 + (y[1]-y[3])^2 = 1
constraint b2: (x[3]-x[2])^2 + (y[3]-y[2])^2 = 1
constraint sum: x[1]^2 + y[1]^2 + 3*((x[2]-x[1])^2 + (y[2]-y[1])^2) = 4
nonideal a: x[2]: -0.3*x[2]', y[2]: -0.3*y[2]'
start x[1] = 0.6, y[1] = -0.8, x[2] ~ 1, y[2] ~ -1.5, x[3] ~ 0.1, y[3] ~ -1.6
run 2
)");
  }
}
