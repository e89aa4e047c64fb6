#include "integrate/whole_step.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "motion/simulate.hpp"
#include "solution/explicit_formulas.hpp"
#include "symbol/evaluate.hpp"
#include "text/read.hpp"

using namespace alembert;

TEST_CASE("a whole step of order 8 errs like h⁹, and its estimate says so") {
  // y'' = −y from y = 1: cos h and −sin h
  const Model model = read_text("coordinates y\nlagrangian 1/2*y'^2 - 1/2*y^2\n", "spring.mech");
  const auto formulas = solution::ExplicitFormulas::make(derive(model.system), {}, {});
  REQUIRE(formulas);
  const integrate::WholeStep step = integrate::whole_step(
      {formulas->graph(), formulas->inputs(), formulas->sizes(), formulas->acceleration()}, 1e-10);
  const auto errors = [&](double h) {
    const std::vector<double> end = evaluate(formulas->graph(), step.outputs,
                                             {{formulas->inputs()[0], 0.0},
                                              {formulas->inputs()[1], 1.0},
                                              {formulas->inputs()[2], 0.0},
                                              {formulas->sizes()[0], 1.0},
                                              {formulas->sizes()[1], 1.0},
                                              {step.h, h}});
    return std::hypot(end[0] - std::cos(h), end[1] + std::sin(h));
  };
  // between h and h/2 the error falls by 2⁹, within what the next term adds
  const double ratio = errors(0.8) / errors(0.4);
  CHECK(std::log2(ratio) == Approx(9).margin(0.3));
}

TEST_CASE("the work of a whole step balances its energy") {
  // a damped spring: the energy falls by the work of the damper, −∫ c y'²
  const Model model =
      read_text("coordinates y\nlagrangian 1/2*y'^2 - 1/2*y^2\nforce y: -0.3*y'\n", "damped.mech");
  const auto formulas = solution::ExplicitFormulas::make(derive(model.system), {}, {});
  REQUIRE(formulas);
  const integrate::WholeStep step = integrate::whole_step(
      {formulas->graph(), formulas->inputs(), formulas->sizes(), formulas->acceleration()}, 1e-10);
  const std::vector<double> end = evaluate(formulas->graph(), step.outputs,
                                           {{formulas->inputs()[0], 0.0},
                                            {formulas->inputs()[1], 1.0},
                                            {formulas->inputs()[2], 0.5},
                                            {step.h, 0.2}});
  const double before = 0.5 * (1 + 0.25), after = 0.5 * (end[0] * end[0] + end[1] * end[1]);
  CHECK(std::fabs(after - before - end[2]) < 1e-11);
  CHECK(end[3] == 0);
}

TEST_CASE("a hanging chain of five links swings with the period of its linear theory") {
  const int N = 5;
  System chain;
  Expr x0 = 0.0, y0 = 0.0;
  SimulateOptions options;
  // eigenvector of the hanging chain: from the stiffness of the tensions, by inverse iteration
  std::vector<double> mode(N, 1.0);
  double omega_squared = 0;
  for (int iteration = 0; iteration < 200; ++iteration) {
    // tension of link i (from the top) is (N − i) g; K x = tension differences
    std::vector<double> solved(N, 0.0), force(N, 0.0);
    // x_i − x_{i−1} = Σ_{j ≥ i} mode_j / tension_i
    for (int i = N - 1; i >= 0; --i) force[i] = mode[i] + (i + 1 < N ? force[i + 1] : 0.0);
    for (int i = 0; i < N; ++i)
      solved[i] = (i > 0 ? solved[i - 1] : 0.0) + force[i] / ((N - i) * 9.81);
    const double size =
        std::sqrt(std::inner_product(solved.begin(), solved.end(), solved.begin(), 0.0));
    omega_squared = std::inner_product(mode.begin(), mode.end(), mode.begin(), 0.0) /
                    std::inner_product(mode.begin(), mode.end(), solved.begin(), 0.0);
    for (int i = 0; i < N; ++i) mode[i] = solved[i] / size;
  }
  const double small = 1e-5;
  double place_before = 0, height = 0;
  for (int i = 0; i < N; ++i) {
    const Expr x = chain.coordinate("x" + std::to_string(i)),
               y = chain.coordinate("y" + std::to_string(i));
    chain.kinetic(0.5 * (square(rate(x)) + square(rate(y))));
    chain.potential(9.81 * y);
    chain.constraint("rod" + std::to_string(i), square(x - x0) + square(y - y0) == 1.0);
    const double place = small * mode[i], difference = place - place_before;
    height -= std::sqrt(1 - difference * difference);
    options.start.insert(options.start.end(), {{x, place}, {y, height}});
    place_before = place;
    x0 = x;
    y0 = y;
  }
  const double period = 2 * M_PI / std::sqrt(omega_squared);
  options.until = options.every = period;
  const Motion motion = simulate(chain, options);
  REQUIRE(motion.outcome().complete());
  // back after a period, but for what the linear theory neglects: the square of the amplitude
  for (int i = 0; i < N; ++i)
    CHECK(motion.back()["x" + std::to_string(i)] == Approx(small * mode[i]).margin(1e-9));
}
