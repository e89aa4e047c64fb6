#include "integrate/staged_step.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "compile/evaluator.hpp"
#include "integrate/whole_step.hpp"
#include "solution/explicit_formulas.hpp"
#include "symbol/evaluate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

// a bead on a parabola, tied to a slider with friction, and a spring of free stiffness: an odd
// number of coordinates, works of applied forces, a condition that changes along the way
constexpr const char* bead = R"(
coordinates x, y, z
parameters k = 3
lagrangian 1/2*(x'^2 + y'^2 + z'^2) - y - 1/2*k*(z - x)^2
force z: -0.3*z'
constraint curve: y = x^2
constraint tie: z*y + x = 1
)";

constexpr double tolerance = 1e-12;

// t, q, q̇, k and h of lane i: no two lanes do the same
std::vector<double> place(std::size_t i) {
  const double s = 0.1 * static_cast<double>(i);
  return {0.5 + s,       1.0 - s, (1 - s) * (1 - s), 0.3 + s,     0.2,
          0.4 * (1 - s), -0.7,    3.0 + s,           0.15 + s / 4};
}

}  // namespace

TEST_CASE("a step by stages is the step that is compiled as a whole, in every lane") {
  const Model model = read_text(bead, "bead.mech");
  const auto formulas =
      solution::ExplicitFormulas::make(derive(model.system), {0, 1}, {.free_parameters = {0}});
  REQUIRE(formulas);
  const integrate::WholeStep whole = integrate::whole_step(
      {formulas->graph(), formulas->inputs(), formulas->sizes(), formulas->acceleration()},
      tolerance);
  const auto f = compile(formulas->graph(), formulas->acceleration(), formulas->inputs());
  const std::size_t n = 3, count = 2 * n + 4;

  for (const std::size_t lanes : {1u, 3u, 4u}) {
    integrate::StagedStep step({.coordinates = n, .parameters = 1, .integrals = 4, .lanes = lanes},
                               tolerance);
    std::vector<double> t(lanes), h(lanes), y(count * lanes), k(lanes), landed(count * lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::vector<double> at = place(lane);
      t[lane] = at[0];
      for (std::size_t i = 0; i < 2 * n; ++i) y[i * lanes + lane] = at[1 + i];
      for (std::size_t i = 2 * n; i < count; ++i) y[i * lanes + lane] = 10;  // works so far
      k[lane] = at[7];
      h[lane] = at[8];
    }
    // and room for vectors that reach over the end
    std::vector<double> sizes(2 * n * lanes + 4);
    for (std::size_t i = 0; i < 2 * n * lanes; ++i)
      sizes[i] = 0.5 + 0.1 * static_cast<double>(i / lanes);
    std::vector<double> workspace(f->workspace_size(lanes));
    step.take([&](const double* inputs,
                  double* outputs) { f->evaluate_lanes(lanes, inputs, outputs, workspace.data()); },
              t.data(), h.data(), y.data(), sizes.data(), k.data(), landed.data());

    for (std::size_t lane = 0; lane < lanes; ++lane) {
      INFO("lane " << lane << " of " << lanes);
      const std::vector<double> at = place(lane);
      Assignment values{{whole.h, at[8]}};
      for (std::size_t i = 0; i < 8; ++i) values[formulas->inputs()[i]] = at[i];
      for (std::size_t i = 0; i < 2 * n; ++i)
        values[formulas->sizes()[i]] = sizes[i * lanes + lane];
      const std::vector<double> expected = evaluate(formulas->graph(), whole.outputs, values);
      for (std::size_t i = 0; i < count; ++i) {
        const double begin = i < 2 * n ? 0 : 10;
        CHECK(landed[i * lanes + lane] == Approx(begin + expected[i]).epsilon(1e-14));
      }
      const integrate::StagedStep::Findings& found = step.findings(lane);
      // the estimate is a difference of nearly equal sums
      CHECK(expected[count] > 1e-3);
      CHECK(found.error == Approx(expected[count]).epsilon(1e-6));
      CHECK(found.first == Approx(expected[count + 1]).epsilon(1e-13));
      CHECK(found.best == Approx(expected[count + 2]).epsilon(1e-13));
      CHECK(found.worst == Approx(expected[count + 3]).epsilon(1e-13));
      CHECK(found.worst > found.best);
    }
  }
}

TEST_CASE("what is not finite in a step by stages shows in its own lane only") {
  const std::size_t lanes = 4;
  // q'' = −1/q: lane 2 starts where it is not defined
  integrate::StagedStep step({.coordinates = 1, .lanes = lanes}, tolerance);
  const auto accelerate = [&](const double* inputs, double* outputs) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      outputs[lane] = -1 / inputs[lanes + lane];
      for (std::size_t power = 0; power < 4; ++power) outputs[(1 + power) * lanes + lane] = 0;
      outputs[5 * lanes + lane] = 1;
    }
  };
  const std::vector<double> t(lanes, 0.0), h(lanes, 0.01);
  const std::vector<double> y{1, 2, 0, 4, 0, 0, 0, 0};
  std::vector<double> landed(2 * lanes);
  const std::vector<double> sizes(2 * lanes + 4, 1.0);
  step.take(accelerate, t.data(), h.data(), y.data(), sizes.data(), nullptr, landed.data());
  for (const std::size_t lane : {0u, 1u, 3u}) CHECK(std::isfinite(step.findings(lane).error));
  CHECK(std::isnan(step.findings(2).error));
}
