#include "dynamics/friction_loop.hpp"

#include <catch2/catch.hpp>

#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;
using numeric::Matrix;

namespace {

// one contact: τ = λ − k|τ|, with the solutions λ/(1 + k) ≥ 0 and λ/(1 − k) ≤ 0
FrictionLoop one_contact(double lambda, double k) {
  return solve_friction_loop(
      numeric::Vector::Constant(1, lambda), Matrix::Constant(1, 1, 1.0),
      [&](const numeric::Vector& tau, numeric::Vector& C) { C[0] = -k * std::abs(tau[0]); });
}

// the sliding rod of the gallery with other numbers
Motion slide_rod(const std::string& start) {
  return simulate(
      read_text("coordinates x y theta\n"
                "parameters m = 1, l = 1, J = m*l^2/3, g = 9.81, mu = 1.5\n"
                "define tip_x = x - l*cos(theta), tip_y = y - l*sin(theta)\n"
                "kinetic 1/2*m*(x'^2 + y'^2) + 1/2*J*theta'^2\npotential m*g*y\n"
                "constraint ground: tip_y = 0\n"
                "nonideal ground: x: -mu*abs(total(ground))*sign(tip_x'), "
                "theta: -mu*abs(total(ground))*sign(tip_x')*l*sin(theta)\n"
                "start " +
                    start + "\nrun 0.3\n",
                "rod.mech"));
}

}  // namespace

TEST_CASE("one contact has the closed form, no solution, or two, as theory says", "[N27]") {
  CHECK(one_contact(3, 0.5).tau[0] == Approx(2).epsilon(1e-14));
  CHECK(one_contact(-3, 0.5).tau[0] == Approx(-6).epsilon(1e-14));
  CHECK(one_contact(3, -2).count == FrictionLoop::Count::none);
  CHECK(one_contact(3, 2).count == FrictionLoop::Count::several);
}

TEST_CASE("several contacts are solved together, also for laws that are not linear in pieces") {
  // τ₁ = 1 − ½|τ₂|, τ₂ = −1 + ¼|τ₁|: by hand τ₁ = 4/7, τ₂ = −6/7
  const numeric::Vector lambda = (numeric::Vector(2) << 1, -1).finished();
  const FrictionLoop loop = solve_friction_loop(lambda, Matrix::Identity(2, 2),
                                                [](const numeric::Vector& tau, numeric::Vector& C) {
                                                  C[0] = -0.5 * std::abs(tau[1]);
                                                  C[1] = 0.25 * std::abs(tau[0]);
                                                });
  REQUIRE(loop.count == FrictionLoop::Count::one);
  CHECK(loop.tau[0] == Approx(4.0 / 7).epsilon(1e-14));
  CHECK(loop.tau[1] == Approx(-6.0 / 7).epsilon(1e-14));

  // a law that has no pieces
  const FrictionLoop smooth = solve_friction_loop(
      numeric::Vector::Constant(1, 1.0), Matrix::Identity(1, 1),
      [](const numeric::Vector& tau, numeric::Vector& C) { C[0] = -0.1 * std::tanh(tau[0]); });
  REQUIRE(smooth.count == FrictionLoop::Count::one);
  CHECK(smooth.tau[0] == Approx(1 - 0.1 * std::tanh(smooth.tau[0])).epsilon(1e-14));
}

TEST_CASE("a rod pushed beyond Painleve's limit is told so", "[N27]") {
  // tan θ = 2 and μ = 3/2 > 4/3, sliding towards its lean
  CHECK_THROWS_WITH(slide_rod("theta = 1.107, theta' = 0, x' = -3"),
                    Catch::Contains("friction has no solution at the start"));
  // below the limit at first, turning up into it
  const Motion motion = slide_rod("theta = 0.7, theta' = 4, x' ~ -30");
  CHECK_FALSE(motion.outcome().complete());
  CHECK(motion.end_time() < 0.3);
}
